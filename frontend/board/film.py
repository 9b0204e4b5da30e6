"""A whole game as one picture that moves: an SVG that shows phase after phase and begins anew.

What never changes is in it once. It moves by its stylesheet alone, so that it does so wherever a picture may stand;
for people who want nothing to move it shows the last board.
"""

import re
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from frontend.board.export import PaperTheme
from frontend.board.geometry import GEOMETRY
from frontend.board.palette import stylesheet, written_out
from frontend.board.render import render_ground, render_layers
from frontend.board.scene import Scene
from frontend.board.typeface import embedded_faces

__all__ = ["render_film"]

SECONDS: Final = 2.0
"""So long each phase is seen, and the last one three times as long."""

_STRIP: Final = 64
"""Over the map, for the name of the phase."""

_FRAME: Final = ("layer-centers", "layer-units", "layer-orders")
_ID: Final = re.compile(r' (?:id="(?:layer-[a-z]+|center-[A-Z]{3})"|aria-labelledby="center-[A-Z]{3}")')


def render_film(scenes: Sequence[Scene], title: str, theme: PaperTheme = "light") -> str:
    """These boards one after the other, each with its own title over it. title: the accessible name of the whole.
    Raises ValueError for none."""
    if not scenes:
        raise ValueError("a film needs a board")
    beneath, over = render_ground()
    style = embedded_faces() + stylesheet(theme) + written_out(_moving(len(scenes)), theme)
    width, height = GEOMETRY.width, GEOMETRY.height
    layers = [render_layers(scene, ("layer-ownership", *_FRAME)) for scene in scenes]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board film" role="img" aria-label={quoteattr(title)} '
            f'viewBox="0 {-_STRIP} {width:g} {height + _STRIP:g}">',
            f"<style>{escape(style)}</style>",
            f'<rect class="film-strip" x="0" y="{-_STRIP}" width="{width:g}" height="{_STRIP}"/>',
            f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" overflow="hidden">',
            beneath,
            *(_frame(at, each["layer-ownership"]) for at, each in enumerate(layers)),
            over,
            *(_frame(at, *(each[name] for name in _FRAME)) for at, each in enumerate(layers)),
            _ID.sub("", render_layers(scenes[-1], ("layer-labels",))["layer-labels"]),
            "</svg>",
            *(_frame(at, _caption(scene.title, width)) for at, scene in enumerate(scenes)),
            "</svg>",
        ]
    )


def _frame(at: int, *drawn: str) -> str:
    return f'<g class="frame frame-{at}">{_ID.sub("", "".join(drawn))}</g>'


def _caption(words: str, width: float) -> str:
    return f'<text class="film-title" x="{width / 2:g}" y="-20">{escape(words)}</text>'


def _moving(frames: int) -> str:
    """Each frame is seen for its share of the whole, which begins anew for ever."""
    whole = (frames + 2) * SECONDS
    share, last = 100 * SECONDS / whole, 100 * 3 * SECONDS / whole
    rules = [
        ".board .film-strip { fill: var(--board-land); }",
        ".board .film-title { fill: var(--board-ink); font-size: 34px; text-anchor: middle; }",
        f"@keyframes seen {{ 0% {{ visibility: visible; }} {share:.4f}%, 100% {{ visibility: hidden; }} }}",
        f"@keyframes seen-last {{ 0% {{ visibility: visible; }} {last:.4f}%, 100% {{ visibility: hidden; }} }}",
        f".board .frame {{ visibility: hidden; animation: seen {whole:g}s step-end infinite; }}",
        f".board .frame-{frames - 1} {{ animation-name: seen-last; }}",
        *(f".board .frame-{at} {{ animation-delay: {at * SECONDS:g}s; }}" for at in range(1, frames)),
        "@media (prefers-reduced-motion: reduce) { .board .frame { animation: none; } "
        f".board .frame-{frames - 1} {{ visibility: visible; }} }}",
    ]
    return "\n" + "\n".join(rules)
