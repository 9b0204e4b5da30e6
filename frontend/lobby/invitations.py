"""Links by which one person may take a seat: made at a table, followed by whoever was sent one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from dipgame.games import queries
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.services import accept_invitation, check_invitation, invite
from frontend.access import access_for
from frontend.account.guests import guest_of, not_for_guests
from frontend.lobby.listed_games import listed_game
from frontend.shell.views import signed_in

__all__ = ["invitation", "make"]


@require_POST
@login_required
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """A new link; it stands on the page of the table from then on."""
    game = queries.game_with_slug(slug)
    if game is None or (game.status != Game.Status.OPEN and access_for(request.user, slug) is None):
        return render(request, "404.html", status=404)
    try:
        invite(signed_in(request), game)
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("waiting_room", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The table of a link; a POST takes a seat there. What is wrong with the link is said in a sentence."""
    found = queries.invitation_with(token)
    if found is None:
        words = "There is no such link. See that all of it was copied, or ask for a new one."
        return render(request, "lobby/invitation.html", {"complaint": words}, status=404)
    person = signed_in(request) if request.user.is_authenticated else None
    if person is not None and found.used_by_id == person.pk:
        return redirect("waiting_room", found.game.slug)
    try:
        check_invitation(found)
        if request.method == "POST":
            if person is None:
                return redirect_to_login(reverse("invitation", args=[token]))
            if guest_of(request) is not None:
                return not_for_guests(request, reverse("invitation", args=[token]))
            accept_invitation(person, found)
            found.game.refresh_from_db()
            return redirect("waiting_room" if found.game.status == Game.Status.OPEN else "game", found.game.slug)
    except Refused as refused:
        return render(request, "lobby/invitation.html", {"complaint": refused.message}, status=410)
    context = {"invitation": found, "table": listed_game(found.game, person), "game": found.game}
    return render(request, "lobby/invitation.html", context)
