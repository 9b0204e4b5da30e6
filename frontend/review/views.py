"""The review of a game, for all who may see it."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES, POWERS
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.review.asking import QUEUE, ask_review, review_of
from dipgame.review.models import Review
from frontend.access import access_or_404
from frontend.board import render_board, stylesheet
from frontend.inbox.bell import looked_at
from frontend.result.chart import WIDTHS
from frontend.review.curve import draw_curve
from frontend.review.telling import moments_for, reads_talk, scene_of, told_in
from frontend.shell.views import signed_in

__all__ = ["ask", "board", "review"]

_REFRESH: Final = "3"
"""Seconds after which a page that waits is asked for again."""
_KEPT: Final = 3600
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@require_safe
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the review, its progress, or the form to ask."""
    access = access_or_404(request, slug)
    game = access.game
    if game.status != Game.Status.FINISHED:
        return redirect("game", slug)
    found = review_of(game)
    context: dict[str, object] = {"game": game, "state": found.state if found else "", "you": access.power}
    if found is not None and found.state == Review.State.DONE:
        looked_at(request, game)
        context |= {
            "moments": told_in(access, found),
            # Drawn by our own pen, which escapes what it is given.
            "charts": [mark_safe(draw_curve(found.phases, kind)) for kind in WIDTHS],  # noqa: S308
            "table": _table(found),
            "years": [phase["name"][1:-1] for phase in found.phases if phase["name"].startswith("F")],
        }
    elif found is not None:
        ahead = QUEUE.ahead_of(found) if found.state == Review.State.WAITING else 0
        percent = round(100 * len(found.phases) / found.steps) if found.steps else 0
        context |= {"ahead": ahead, "percent": percent, "done": len(found.phases), "steps": found.steps}
    response = render(request, "review/review.html", context)
    patch_cache_control(response, private=True, no_store=True)
    if found is not None and found.state == Review.State.WAITING:
        response["Refresh"] = _REFRESH
    return response


@require_POST
@login_required
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the review of a game."""
    access = access_or_404(request, slug)
    try:
        ask_review(signed_in(request), access.game)
    except Refused as error:
        messages.error(request, error.message)
    return redirect("game_review", slug)


@require_safe
@gzip_page
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a moment as a picture.

    `?at=` is its number for this viewer; `better=1` shows the better orders.
    """
    access = access_or_404(request, slug)
    found = review_of(access.game)
    number, better = request.GET.get("at", ""), request.GET.get("better") == "1"
    moments = moments_for(access, found) if found is not None and found.state == Review.State.DONE else []
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else len(moments)
    if found is None or at >= len(moments):
        raise Http404("This review has no such board.")
    key = f"review:{found.pk}:{found.asked_at.timestamp()}:{at}:{better}:{access.power}:{reads_talk(access)}"
    drawn = cache.get(key)
    if drawn is None:
        scene = scene_of(access, moments[at], better=better)
        if scene is None:
            raise Http404("This game has no such phase.")
        drawn = render_board(
            scene, stylesheet() + "\n.board { --token-scale: 1.5; } .board .label { font-size: 18px; }"
        )
        cache.set(key, drawn, _KEPT)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=60"
    response["Content-Security-Policy"] = _POLICY
    return response


def _table(found: Review) -> list[tuple[str, str, list[int]]]:
    """Chances after each fall in percent, by power."""
    falls = [phase for phase in found.phases if phase["name"].startswith("F")]
    return [(power, POWER_NAMES[power], [round(100 * phase["chances"][power]) for phase in falls]) for power in POWERS]
