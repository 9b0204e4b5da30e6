"""Centers over the years as a chart: a line for each power, its letter and name at the end."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from svgwrite import Drawing

from adjudication.powers import POWER_NAMES, POWERS, Power
from frontend.result.figures import Year

__all__ = ["WIDTHS", "draw_chart"]

WIDTHS: Final = {"wide": 720, "narrow": 340}
"""Widths of the drawing: its words keep their size on a phone, where the wide one would have to scroll."""
_BETWEEN_YEARS: Final = 46
"""Between the middles of two years' words, at least."""
_HEIGHT: Final = 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 116, 14, 30
_GAP: Final = 20
"""Between the middles of two names at the right edge, at least."""


def draw_chart(years: Sequence[Year], to_win: int, kind: str = "wide") -> str:
    """The chart as SVG, of one of `WIDTHS`; `to_win` is drawn as a line where it is in reach.

    Colours come from the page's style.
    """
    width = WIDTHS[kind]
    right = width - _RIGHT
    most = max(max(year.counts.values()) for year in years)
    top = max(most + 1, 8) if most < to_win - 4 else max(most, to_win) + 1
    xs = [_LEFT + (right - _LEFT) * at / max(len(years) - 1, 1) for at in range(len(years))]

    def height(count: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * count / top

    # Not validated: svgwrite knows no data-power.
    svg = Drawing(size=("100%", "100%"), viewBox=f"0 0 {width} {_HEIGHT}", debug=False)
    label = "Centers over the years; the table below has them"
    svg.attribs |= {"class": f"chart chart-{kind}", "role": "img", "aria-label": label}
    for count in range(0, top + 1, 2 if top <= 10 else 4):
        svg.add(svg.line((_LEFT, height(count)), (right, height(count)), class_="chart-grid"))
        svg.add(svg.text(str(count), (_LEFT - 8, height(count) + 4), class_="chart-count"))
    if to_win <= top:
        svg.add(svg.line((_LEFT, height(to_win)), (right, height(to_win)), class_="chart-goal"))
    step = math.ceil(_BETWEEN_YEARS * len(years) / (right - _LEFT))
    for at, year in enumerate(years):
        if at % step == 0:
            words = "start" if at == 0 else str(year.number)
            svg.add(svg.text(words, (xs[at], _HEIGHT - 8), class_="chart-year"))
    for power in POWERS:
        points = [(round(x, 1), round(height(year.counts[power]), 1)) for x, year in zip(xs, years, strict=True)]
        group = svg.g(class_="chart-power", **{"data-power": power})
        group.add(svg.polyline(points, class_="chart-casing"))
        group.add(svg.polyline(points, class_="chart-line"))
        svg.add(group)
    _ends(svg, years[-1].counts, height, right)
    return str(svg.tostring())


def _ends(svg: Drawing, counts: Mapping[Power, int], height: Callable[[float], float], right: float) -> None:
    """The powers at the right edge, apart from each other, most centers first."""
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
        group.add(svg.text(f"{POWER_NAMES[power]} {counts[power]}", (right + 30, y + 5), class_="chart-name"))
        svg.add(group)
