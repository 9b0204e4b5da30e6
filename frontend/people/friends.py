"""Friends, and people of whom one wants to read nothing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dipgame.accounts import friends
from dipgame.accounts.models import User
from dipgame.accounts.queries import are_friends, friend_link_of, friends_of, person_named, person_with_link
from dipgame.games import queries
from dipgame.games.errors import Refused
from dipgame.games.services import challenge_program
from frontend.account.guests import members_only
from frontend.lobby.listed_games import listed_game
from frontend.shell.views import signed_in

__all__ = ["accept", "block", "challenge", "my_friends", "new_link", "part", "unblock"]


@require_safe
@login_required
@members_only
def my_friends(request: HttpRequest) -> HttpResponse:
    """My friends, the open tables they sit at, and the link by which others become one."""
    person = signed_in(request)
    link = friend_link_of(person)
    mine = list(friends_of(person))
    tables = queries.tables_of_friends(person, mine)
    context = {
        "friends": mine,
        "tables": [listed_game(game, person) for game in tables],
        "link": None if link is None else request.build_absolute_uri(reverse("befriend", args=[link.key])),
    }
    return render(request, "people/friends.html", context)


@require_POST
@login_required
@members_only
def new_link(request: HttpRequest) -> HttpResponse:
    """Make a link for friends; the one before ends."""
    had_one = friend_link_of(signed_in(request)) is not None
    friends.new_friend_link(signed_in(request))
    if had_one:
        messages.success(request, "This is your new link. The old one does not work any more.")
    return redirect("friends")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """Accept the friendship a link offers."""
    person, host = signed_in(request), person_with_link(key)
    if host is None:
        return render(request, "people/link_gone.html", status=404)
    if request.method == "POST":
        try:
            friends.befriend(person, host)
        except friends.FriendsRefusedError as error:
            messages.error(request, str(error))
            return redirect("friends")
        messages.success(request, f"You and {host.name} are friends.")
        return redirect("friends")
    return render(request, "people/befriend.html", {"host": host, "are_friends": are_friends(person, host)})


@require_POST
@login_required
@members_only
def part(request: HttpRequest, name: str) -> HttpResponse:
    """Be friends no more."""
    other = _somebody_else(request, name)
    friends.part(signed_in(request), other)
    messages.success(request, f"{other.name} is not on your list of friends any more.")
    return redirect("friends")


@require_POST
@login_required
@members_only
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Read nothing of this person any more."""
    other = _somebody_else(request, name)
    friends.block(signed_in(request), other)
    messages.success(request, f"You do not see messages from {other.name} any more. {other.name} does not learn of it.")
    return redirect("person", other.name)


@require_POST
@login_required
@members_only
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """Ask somebody's bot for a game, at a table of one's own."""
    other = _somebody_else(request, name)
    try:
        game = challenge_program(signed_in(request), other)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("person", other.name)
    messages.success(
        request,
        f"{other.name} is asked to sit down. The game begins once you both say so, or in ten minutes with our bots.",
    )
    return redirect("waiting_room", game.slug)


@require_POST
@login_required
@members_only
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    """Read this person again."""
    other = _somebody_else(request, name)
    friends.unblock(signed_in(request), other)
    messages.success(request, f"You see messages from {other.name} again, old and new.")
    return redirect("person", other.name)


def _somebody_else(request: HttpRequest, name: str) -> User:
    found = person_named(name)
    if found is None or found == request.user:
        raise Http404("Nobody else here has this name.")
    return found
