"""Charts over the years, a line for each power."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.powers import POWER_NAMES, POWERS, Power
from frontend.board.ink import Picture, as_text
from frontend.result.figures import Year

__all__ = ["WIDTHS", "Line", "draw_chart", "draw_lines"]

WIDTHS: Final = {"wide": 720, "narrow": 340}
"""Widths of the drawing: its words keep their size on a phone, where the wide one would have to scroll."""
_BETWEEN_YEARS: Final = 46
"""Between the middles of two years' words, at least."""
_HEIGHT: Final = 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 116, 14, 30
_GAP: Final = 20
"""Between the middles of two names at the right edge, at least."""


@dataclass(frozen=True, slots=True)
class Line:
    """Scale of a chart of lines.

    every: between lines of the grid. goal: a line of its own, if it is in reach.
    """

    label: str
    top: int
    every: int
    goal: int | None = None
    unit: str = ""


def draw_chart(years: Sequence[Year], to_win: int, kind: str = "wide") -> str:
    """The chart as SVG, of one of `WIDTHS`; `to_win` is drawn as a line where it is in reach.

    Colours come from the page's style.
    """
    most = max(max(year.counts.values()) for year in years)
    top = max(most + 1, 8) if most < to_win - 4 else max(most, to_win) + 1
    words = ["start" if at == 0 else str(year.number) for at, year in enumerate(years)]
    line = Line("Centers over the years; the table below has them", top, 2 if top <= 10 else 4, to_win)
    return draw_lines([year.counts for year in years], words, line, kind)


def draw_lines(values: Sequence[Mapping[Power, float]], words: Sequence[str], about: Line, kind: str = "wide") -> str:
    """Draw a line for each power as SVG.

    words: below each point, "" for none. kind: one of `WIDTHS`.
    """
    width, top = WIDTHS[kind], about.top
    right = width - _RIGHT
    xs = [_LEFT + (right - _LEFT) * at / max(len(values) - 1, 1) for at in range(len(values))]

    def height(count: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * count / top

    svg = Picture(f"chart chart-{kind}", width, _HEIGHT, role="img", aria_label=about.label)
    for count in range(0, top + 1, about.every):
        svg.add(svg.line((_LEFT, height(count)), (right, height(count)), class_="chart-grid"))
        svg.add(svg.text(str(count), (_LEFT - 8, height(count) + 4), class_="chart-count"))
    if about.goal is not None and about.goal <= top:
        svg.add(svg.line((_LEFT, height(about.goal)), (right, height(about.goal)), class_="chart-goal"))
    named = [at for at, word in enumerate(words) if word]
    step = math.ceil(_BETWEEN_YEARS * len(named) / (right - _LEFT))
    for at in named[::step]:
        svg.add(svg.text(words[at], (xs[at], _HEIGHT - 8), class_="chart-year"))
    for power in POWERS:
        points = [(round(x, 1), round(height(value[power]), 1)) for x, value in zip(xs, values, strict=True)]
        group = svg.g(class_="chart-power", **{"data-power": power})
        group.add(svg.polyline(points, class_="chart-casing"))
        group.add(svg.polyline(points, class_="chart-line"))
        svg.add(group)
    _ends(svg, values[-1], height, right, about.unit)
    return as_text(svg)


def _ends(
    svg: Picture, counts: Mapping[Power, float], height: Callable[[float], float], right: float, unit: str
) -> None:
    """The powers at the right edge, most centers first."""
    taken = -float(_GAP)
    order = sorted(POWERS, key=lambda power: -counts[power])
    room = _HEIGHT - _BOTTOM + 8
    for at, power in enumerate(order):
        wanted = max(height(counts[power]), taken + _GAP)
        y = min(wanted, room - _GAP * (len(order) - 1 - at))
        taken = y
        group = svg.g(**{"data-power": power})
        group.add(svg.circle((right + 16, y), 8, class_="chart-seal"))
        group.add(svg.text(POWER_NAMES[power][0], (right + 16, y + 4), class_="chart-letter"))
        group.add(svg.text(f"{POWER_NAMES[power]} {counts[power]:.0f}{unit}", (right + 30, y + 5), class_="chart-name"))
        svg.add(group)
