"""The inbox, and which of it comes by mail."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dipgame.accounts.wishes import want_no_mail
from dipgame.games import queries
from dipgame.games.models import Notification
from dipgame.games.services import person_who_stops, see_news, stop_mail
from dipgame.security import is_sound
from frontend.account.guests import members_only
from frontend.shell.views import signed_in

__all__ = ["all_seen", "choose_mail", "inbox", "stop"]

_A_PAGE: Final = 30


@require_safe
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """Show my notifications, newest first."""
    page = Paginator(queries.readable_news(signed_in(request)), _A_PAGE).get_page(request.GET.get("page"))
    return render(request, "inbox/inbox.html", {"page": page})


@require_POST
@login_required
def all_seen(request: HttpRequest) -> HttpResponse:
    """None of it is new any more; with `game`, a slug, none of that game's."""
    slug = request.POST.get("game", "")
    game = queries.game_with_slug(slug) if slug and is_sound(slug) else None
    if slug and game is None:
        raise Http404("There is no such game.")
    see_news(signed_in(request).pk, game)
    return redirect("inbox") if game is None else redirect("game", game.slug)


@require_POST
@login_required
@members_only
def choose_mail(request: HttpRequest) -> HttpResponse:
    """Save which notifications are mailed."""
    person = signed_in(request)
    wanted = set(request.POST.getlist("mail"))
    want_no_mail(person, [kind for kind in Notification.Kind.values if kind not in wanted])
    messages.success(request, "Saved.")
    return redirect("account")


@csrf_exempt  # A mail program asks for it, without a page of ours; the token says for whom.
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """No more mail about games.

    By GET a page that asks, by POST (RFC 8058) done at once, signed in or not.
    """
    person = person_who_stops(token)
    if person is None:
        return render(request, "inbox/stop.html", {"state": "wrong"}, status=404)
    if request.method == "POST":
        stop_mail(person)
        return render(request, "inbox/stop.html", {"state": "done"})
    return render(request, "inbox/stop.html", {"state": "asked"})
