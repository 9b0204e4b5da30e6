"""Means of a figure over the sessions of an experiment with their 95 % intervals: a picture that stands by itself."""

from collections.abc import Sequence
from typing import Final

from svgwrite import Drawing

from bots.experiment.hypotheses import Z
from bots.experiment.summary import Line

__all__ = ["COLOURS", "draw_means"]

_WIDTH: Final = 760
_HEIGHT: Final = 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 20, 56, 64
_FONT: Final = {"font_family": "Source Sans 3, Source Sans Pro, sans-serif", "font_size": 13, "fill": "#3b3a45"}
_LONGEST: Final = 14

COLOURS: Final = ("#0b62c4", "#b3450b", "#2f7d3b", "#7b3fa0", "#b0264f", "#00707a", "#7a6a00", "#4a4a58")
"""Of the players, in their order; told apart by those who see few colours, and by the shape beside it."""


def draw_means(lines: Sequence[Line], variable: str, title: str) -> str:
    """The chart as SVG. Sessions from left to right, players beside each other in each; a line through each mean is its
    95 % interval."""
    sessions = list(dict.fromkeys(line.session for line in lines))
    labels = list(dict.fromkeys(line.label for line in lines))
    svg = Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}", debug=False)
    svg.attribs |= {"role": "img", "aria-label": f"{title}; the table on the page has the numbers"}
    svg.add(svg.rect((0, 0), (_WIDTH, _HEIGHT), fill="#ffffff"))
    svg.add(svg.text(title, (_LEFT, 22), **_FONT | {"font_size": 16, "fill": "#1d1c24", "font_weight": "bold"}))
    ends = [mean.value + sign * Z * mean.error for line in lines for mean in [line.means[variable]] for sign in (-1, 1)]
    low, high = min(0.0, *ends), max(*ends, 0.0)
    step = _step(high - low)
    bottom, top = (low // step) * step, -((-high) // step) * step or step

    def height(value: float) -> float:
        return round(_HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - bottom) / (top - bottom), 1)

    for at in range(round((top - bottom) / step) + 1):
        value = bottom + at * step
        svg.add(svg.line((_LEFT, height(value)), (_WIDTH - _RIGHT, height(value)), stroke="#dcdae2"))
        svg.add(svg.text(f"{value:g}", (_LEFT - 8, height(value) + 4), text_anchor="end", **_FONT))
    room = (_WIDTH - _LEFT - _RIGHT) / max(1, len(sessions))
    every = -(-len(sessions) // 10)
    for at, name in enumerate(sessions):
        if at % every == 0:
            middle = round(_LEFT + room * (at + 0.5), 1)
            svg.add(svg.text(_short(name), (middle, _HEIGHT - _BOTTOM + 20), text_anchor="middle", **_FONT))
    apart = min(18.0, room / (len(labels) + 1))
    for line in lines:
        number = labels.index(line.label)
        x = round(_LEFT + room * (sessions.index(line.session) + 0.5) + apart * (number - (len(labels) - 1) / 2), 1)
        mean, colour = line.means[variable], COLOURS[number % len(COLOURS)]
        half = Z * mean.error
        svg.add(svg.line((x, height(mean.value - half)), (x, height(mean.value + half)), stroke=colour, stroke_width=2))
        svg.add(_mark(svg, number, x, height(mean.value), colour))
    x = float(_LEFT)
    for number, label in enumerate(labels):
        svg.add(_mark(svg, number, x + 6, _HEIGHT - 18, COLOURS[number % len(COLOURS)]))
        svg.add(svg.text(_short(label), (x + 18, _HEIGHT - 13), **_FONT))
        x += 34 + 7.2 * len(_short(label))
    return str(svg.tostring())


def _mark(svg: Drawing, number: int, x: float, y: float, colour: str) -> object:
    """A shape for each player, so that colour is not all that tells them apart."""
    shape = number % 3
    if shape == 0:
        return svg.circle((x, y), 5, fill=colour)
    if shape == 1:
        return svg.rect((x - 5, y - 5), (10, 10), fill=colour)
    return svg.polygon([(x - 6, y + 5), (x + 6, y + 5), (x, y - 6)], fill=colour)


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _step(span: float) -> float:
    """A round number that goes into a span four to eight times."""
    if span <= 0:
        return 0.25
    size = 10.0 ** len(str(int(span))) if span >= 1 else 1.0
    while span / size < 4:
        size /= 2 if f"{size:g}"[0] != "5" else 2.5
    return size
