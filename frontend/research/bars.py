"""Numbers over time as bars."""

from collections.abc import Sequence
from typing import Final

from frontend.board.ink import Picture, as_text

__all__ = ["draw_bars"]

_WIDTH: Final = 720
_HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 8, 12, 26
_LINES: Final = 4
"""Lines across, at most."""
_NAMES: Final = 6
"""Names below, at most."""


def draw_bars(names: Sequence[str], numbers: Sequence[int], title: str) -> str:
    """The chart as SVG, a bar a name.

    Colours come from the page's style.
    """
    step = _step(max(numbers))
    top = max(-(-max(numbers) // step), 1) * step
    foot, high = _HEIGHT - _BOTTOM, _HEIGHT - _TOP - _BOTTOM
    label = f"{title} a month; the table below has them"
    svg = Picture("bars", _WIDTH, _HEIGHT, role="img", aria_label=label)
    for value in range(0, top + 1, step):
        y = round(foot - high * value / top, 1)
        svg.add(svg.line((_LEFT, y), (_WIDTH - _RIGHT, y), class_="bars-grid"))
        svg.add(svg.text(f"{value:,}", (_LEFT - 8, y + 4), class_="bars-count"))
    wide = (_WIDTH - _LEFT - _RIGHT) / len(numbers)
    for at, (name, number) in enumerate(zip(names, numbers, strict=True)):
        x, tall = _LEFT + wide * at, high * number / top
        gap = min(wide * 0.2, 6)
        place, size = (round(x + gap, 1), round(foot - tall, 1)), (round(wide - 2 * gap, 1), round(tall, 1))
        svg.add(svg.rect(place, size, class_="bars-bar"))
        if at % -(-len(names) // _NAMES) == 0:
            svg.add(svg.text(name, (round(x + gap, 1), _HEIGHT - 6), class_="bars-name"))
    return as_text(svg)


def _step(most: int) -> int:
    """Distance of lines: 1, 2 or 5 times a power of ten."""
    scale = 1
    while True:
        for each in (1, 2, 5):
            if most <= each * scale * _LINES:
                return each * scale
        scale *= 10
