"""Somebody's points after each of their games as a chart, with bots to compare with."""

from collections.abc import Sequence
from typing import Final

from frontend.board.ink import Picture, as_text

__all__ = ["draw_history"]

_WIDTH: Final = 720
_HEIGHT: Final = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 130, 14, 30
_LINES: Final = 5
"""Lines across, about."""

_GAP: Final = 18
"""Between two names at the right edge, at least."""


def draw_history(points: Sequence[float], marks: Sequence[tuple[str, float]], name: str) -> str:
    """The chart as SVG. points: after each game, oldest first. marks: bots and their points now. Colours come from the
    page's style."""
    values = [*points, *(value for _, value in marks)]
    step = next(size for size in (20, 50, 100, 200, 500, 1000) if (max(values) - min(values)) / size <= _LINES)
    low, high = int(min(values) // step) * step, (int(max(values) // step) + 1) * step

    def height(value: float) -> float:
        return round(_HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low), 1)

    label = f"Points of {name}; the list below has the last"
    svg = Picture("history", _WIDTH, _HEIGHT, role="img", aria_label=label)
    for value in range(low, high + 1, step):
        svg.add(svg.line((_LEFT, height(value)), (_WIDTH - _RIGHT, height(value)), class_="history-grid"))
        svg.add(svg.text(str(value), (_LEFT - 8, height(value) + 4), class_="history-count"))
    for _, standing in marks:
        svg.add(svg.line((_LEFT, height(standing)), (_WIDTH - _RIGHT, height(standing)), class_="history-mark"))
    xs = [_LEFT + (_WIDTH - _LEFT - _RIGHT) * at / max(len(points) - 1, 1) for at in range(len(points))]
    line = [(round(x, 1), height(value)) for x, value in zip(xs, points, strict=True)]
    svg.add(svg.polyline(line, class_="history-line"))
    svg.add(svg.circle(line[-1], 5, class_="history-now"))
    svg.add(svg.text("oldest", (_LEFT, _HEIGHT - 8), class_="history-from"))
    svg.add(svg.text("newest game", (_WIDTH - _RIGHT, _HEIGHT - 8), class_="history-to"))
    _names(svg, [(name, height(points[-1]), "history-you")] + [(bot, height(at), "history-bot") for bot, at in marks])
    return as_text(svg)


def _names(svg: Picture, names: Sequence[tuple[str, float, str]]) -> None:
    """The names at the right edge, each beside its line and apart from each other."""
    lowest: float = -_GAP
    ordered = sorted(names, key=lambda each: each[1])
    for at, (name, wanted, kind) in enumerate(ordered):
        lowest = min(max(wanted, lowest + _GAP), _HEIGHT - _BOTTOM - _GAP * (len(ordered) - 1 - at) + 4)
        svg.add(svg.text(name, (_WIDTH - _RIGHT + 12, lowest + 4), class_=kind))
