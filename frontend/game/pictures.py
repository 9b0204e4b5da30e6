"""Pictures of phases to take away: drawn once, then kept for a while for whoever sees the same."""

import hashlib
from typing import Final, Literal

from django.core.cache import cache
from django.http import HttpRequest

from dipgame import limits
from dipgame.games import convert
from dipgame.games.models import GamePhase
from frontend.access import Access
from frontend.board import Scene, render_film, render_png, render_svg
from frontend.display import DisplayOptions
from frontend.game.phases import scene_of
from frontend.game.state import title_of
from frontend.visitor import visitor

__all__ = ["film_of", "picture_of"]

_WIDTH: Final = 2000
_KEPT: Final = 3600
"""Seconds a picture is kept. One of a phase that is played shows the orders of who looks, and is not kept at all for
players and the game master."""

Theme = Literal["light", "dark"]


def picture_of(
    request: HttpRequest, access: Access, row: GamePhase, *, kind: str, theme: Theme, display: DisplayOptions
) -> bytes | None:
    """The picture as bytes of a PNG or an SVG; None where this visitor had too many drawn anew in a short time."""
    own = row.is_live and (access.power is not None or access.sees_all)
    end = (row.status, row.resolved_at)  # one that was taken back may end in another way
    seen = (row.pk, end, access.game.name, access.power, display.labels, display.hatching, kind, theme)
    key = f"picture:{hashlib.sha256(repr(seen).encode()).hexdigest()}"
    kept: bytes | None = None if own else cache.get(key)
    if kept is not None:
        return kept
    if not limits.PICTURES.allows(visitor(request)):
        return None
    scene = scene_of(access, row, display)
    drawn = render_png(scene, _WIDTH, theme) if kind == "png" else render_svg(scene, theme).encode()
    if not own:
        cache.set(key, drawn, _KEPT)
    return drawn


def film_of(request: HttpRequest, access: Access, theme: Theme) -> bytes | None:
    """The whole game as a picture that moves, as far as this visitor may see it: every phase that is over with its
    orders, and the board now. None where they had too many drawn anew in a short time. Raises LookupError before the
    game begins."""
    rows = access.look().all_phases
    if not rows:
        raise LookupError(f"{access.game.slug} has not begun")
    seen = (rows[-1].pk, rows[-1].status, access.game.undone, access.game.name, theme)
    key = f"film:{hashlib.sha256(repr(seen).encode()).hexdigest()}"
    kept: bytes | None = cache.get(key)
    if kept is not None:
        return kept
    if not limits.PICTURES.allows(visitor(request)):
        return None
    scenes = [
        Scene(
            convert.position_of(row),
            outcomes=convert.outcomes_of(row),
            title=title_of(convert.phase_of(row), row.status),
        )
        for row in rows
    ]
    drawn = render_film(scenes, f"{access.game.name}, the whole game", theme).encode()
    cache.set(key, drawn, _KEPT)
    return drawn
