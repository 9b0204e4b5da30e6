"""Small pictures of games, for lists."""

from functools import cache as once
from typing import Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

from dipgame.games import convert
from dipgame.games.models import GamePhase
from frontend.access import access_or_404
from frontend.board import Scene, render_board, stylesheet

__all__ = ["thumbnail"]

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The picture brings its style inside, and needs nothing else."""

_KEPT: Final = 3600
"""Seconds; a phase's opening board does not change."""


def _mark(request: HttpRequest, slug: str) -> str:
    """Changes with the board, and only with it."""
    return f'"{_phase(request, slug).pk}"'


@require_safe
@gzip_page
@condition(etag_func=_mark)
def thumbnail(request: HttpRequest, slug: str) -> HttpResponse:
    """The board as everybody sees it now; no orders, which are not open yet.

    Light or dark as the page it stands in: an image follows the colour scheme of its element.
    """
    row = _phase(request, slug)
    drawn = cache.get_or_set(f"thumbnail:{row.pk}", lambda: _draw(row), _KEPT)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=30"
    response["Content-Security-Policy"] = _POLICY
    return response


def _draw(row: GamePhase) -> str:
    return render_board(Scene(convert.position_of(row), labels="none"), _style())


@once
def _style() -> str:
    """The board's own, with tokens that can be told apart at a fifth of its size."""
    return stylesheet() + "\n.board { --token-scale: 1.9; }"


def _phase(request: HttpRequest, slug: str) -> GamePhase:
    phase = access_or_404(request, slug).latest_phase()
    if phase is None:
        raise Http404("The game has not begun.")
    return phase
