"""Tables as pictures, by Vega-Lite.

Its JavaScript comes inside the wheel of vl-convert and runs there: what leaves is plain SVG, without scripts and
without styles, the same on a page and in a file.
"""

import re
import textwrap
import xml.sax.saxutils as xml
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any, Final, Literal, TypeAlias, get_args

from adjudication.powers import Power
from bots.experiment.diptools.tables import ChartData, Subject, parts_of
from bots.experiment.packages import PackageMissingError, load

__all__ = ["COLOURS", "KINDS", "Kind", "begin_loading", "draw"]

Kind: TypeAlias = Literal["points", "bars", "stacked", "pie"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

COLOURS: Final = ("#0b62c4", "#b3450b", "#2f7d3b", "#7b3fa0", "#b0264f", "#00707a", "#7a6a00", "#4a4a58")
"""Of bots, in their order; told apart by those who see few colours, and by the shape beside them."""

_SHAPES: Final = (
    "circle",
    "square",
    "triangle-up",
    "diamond",
    "cross",
    "triangle-down",
    "triangle-left",
    "triangle-right",
)
_VEGA: Final = "6.4"
_WIDTH: Final = 680
_HEIGHT: Final = 300
_INK: Final = "#3b3a45"
_TITLE_SIGNS: Final = 72
"""Of a line of the title; a longer one would make the picture wider."""
_LEVEL: Final = 8
"""So many places on the x axis have their names level, on several lines where they are long; more have them aslant."""
_SIGN: Final = 6.6
"""Width of a letter of an axis's names."""
_CONFIG: Final[Mapping[str, Any]] = {
    "aria": False,  # the picture has one title, and the page its table
    "background": "#fffdf9",
    "font": "Source Sans 3, sans-serif",
    "padding": 12,
    "title": {"anchor": "start", "fontSize": 16, "color": "#1d1c24", "offset": 14},
    "axis": {
        "labelFontSize": 13, "titleFontSize": 13, "labelColor": _INK, "titleColor": _INK, "gridColor": "#dcdae2",
        "domainColor": "#8b8896", "tickColor": "#8b8896", "labelLimit": 200,
    },
    "legend": {
        "labelFontSize": 13, "labelColor": _INK, "labelLimit": 320, "orient": "bottom", "columns": 2,
        "symbolSize": 90, "symbolStrokeColor": _INK, "symbolStrokeWidth": 0.6,
    },
    "view": {"stroke": None},
}  # fmt: skip


def draw(
    table: ChartData,
    kind: Kind = "points",
    colours: Mapping[Power, str] | None = None,
    *,
    titled: bool = True,
    dashes: Mapping[str, Sequence[int]] | None = None,
) -> str:
    """The picture as SVG. colours: of the powers. titled: whether its title is drawn, not only told. dashes: lengths of
    the strokes and gaps of a series' line, continuous without.

    Raises ValueError where the numbers cannot be drawn like that, PackageMissingError where nothing can be drawn.
    """
    of_series = _colours(table, colours or {})
    spec = _pie(table) if kind == "pie" else _chart(table, kind, of_series, dashes or {})
    spec |= {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "config": _CONFIG,
    }
    if titled:
        spec["title"] = {"text": textwrap.wrap(table.title, _TITLE_SIGNS)}
    if kind != "points":
        spec["encoding"]["color"] = _series(table, of_series)
    svg = str(load("vl_convert").vegalite_to_svg(spec, vl_version=_VEGA))
    told = xml.escape(f"{table.title}; the table has the numbers")
    # Its groups have roles all the same, and no names to them; the picture is one thing.
    start, _, rest = re.sub(r' (?:role|aria-\w+)="[^"]*"', "", svg).partition(">")
    return f'{start} role="img"><title>{told}</title>{rest}'


@cache
def begin_loading() -> None:
    """Have Vega loaded beside, once in a process, so that the first chart need not wait for it."""
    Thread(target=_load, daemon=True).start()


def _load() -> None:
    nothing = {"mark": "point", "data": {"values": []}}
    with suppress(PackageMissingError):
        load("vl_convert").vegalite_to_svg(nothing, vl_version=_VEGA)


def _series(table: ChartData, colours: Sequence[str]) -> dict[str, Any]:
    scale = {"domain": list(table.series), "range": list(colours)}
    legend = {"symbolStrokeColor": _INK, "symbolStrokeWidth": 0.6}
    return {"field": "series", "type": "nominal", "title": None, "scale": scale, "legend": legend}


def _colours(table: ChartData, colours: Mapping[Power, str]) -> list[str]:
    """A power in its own, a bot in one of ours; further figures of the same power are darker, further bots paler."""
    subjects: dict[str, Subject] = {cell.series: cell.subject for cell in table.cells}
    is_one_bot = len({subject.bot for subject in subjects.values()}) == 1
    figures = Counter[Power]()
    found: list[str] = []
    for number, name in enumerate(table.series):
        subject = subjects.get(name)
        own = colours.get(subject.power) if subject and subject.power and is_one_bot else None
        if own and subject and subject.power:
            found.append(_mixed(own, 0.6 ** figures[subject.power], 0))
            figures[subject.power] += 1
        else:
            turn, place = divmod(number, len(COLOURS))
            found.append(_mixed(COLOURS[place], 0.6**turn, 255))
    return found


def _mixed(colour: str, left: float, ground: int) -> str:
    """The colour mixed with white (255) or black (0). left: the part that is left of it."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(ground + (part - ground) * left):02x}" for part in parts)


def _chart(table: ChartData, kind: Kind, colours: Sequence[str], dashes: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    of_series = dict(zip(table.series, colours, strict=True))
    names, axis = _axis(table)
    places = [names[x] for x in table.xs]
    values = [
        {
            "x": names[cell.x], "series": cell.series, "colour": of_series[cell.series],
            "y": cell.value, "low": cell.low, "high": cell.high,
        }
        for cell in table.cells
    ]  # fmt: skip
    x: dict[str, Any] = {
        "field": "x", "type": "ordinal", "sort": places, "title": table.x, "scale": {"domain": places}, "axis": axis,
    }  # fmt: skip
    y = {"field": "y", "type": "quantitative", "title": None}
    beside = {"xOffset": {"field": "series", "sort": list(table.series)}}
    shapes = [_SHAPES[(at + at // len(_SHAPES)) % len(_SHAPES)] for at in range(len(table.series))]
    scale = {"domain": list(table.series), "range": shapes}
    legend = {"symbolStrokeColor": _INK, "symbolStrokeWidth": 0.6}
    shape = {"shape": {"field": "series", "title": None, "scale": scale, "legend": legend}}
    rule: dict[str, Any] = {
        "transform": [{"filter": "isValid(datum.low)"}],
        "mark": {"type": "rule", "strokeWidth": 2},
        "encoding": {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}, **beside},
    }
    if kind == "stacked":
        if any(cell.value < 0 for cell in table.cells):
            raise ValueError("Stacked bars show parts, and something here is less than nothing. Choose points or bars.")
        bars = {"type": "bar", "stroke": _INK, "strokeWidth": 0.5}
        layer: list[dict[str, Any]] = [{"mark": bars, "encoding": {"y": y, "order": {"field": "at"}}}]
        values = [each | {"at": table.series.index(str(each["series"]))} for each in values]
    elif kind == "bars":
        bars = {"type": "bar", "stroke": _INK, "strokeWidth": 0.5}
        layer = [{"mark": bars, "encoding": {"y": y, **beside}}]
        if table.has_intervals:
            layer.append(rule | {"encoding": rule["encoding"] | {"color": {"value": _INK}}})
    else:
        point = {"type": "point", "filled": True, "size": 70, "opacity": 1, "strokeWidth": 0.6}
        apart = beside if table.x == "session" else {}
        # A colour of each row's own, not of a scale: it has no legend beside that of the points.
        stroke = {"stroke": {"field": "colour", "type": "nominal", "scale": None}, "detail": {"field": "series"}}
        ink = {"stroke": {"value": _INK}}
        # By a scale, so that the legend's marks have the outline too.
        outline = {"stroke": _series(table, [_INK] * len(table.series))}
        # Ink around it: a pale power's line would be lost on white.
        edge = stroke | ink
        layer = []
        if len(table.xs) > 1:
            strokes = [list(dashes.get(name, (1, 0))) for name in table.series]
            dashed: dict[str, Any] = {"domain": list(table.series), "range": strokes}
            dash = {"strokeDash": {"field": "series", "type": "nominal", "scale": dashed, "legend": None}}
            # An edge around dashes would join them.
            for width, colour in ((2, stroke),) if dashes else ((2.6, edge), (1.6, stroke)):
                encoding = {"y": y, **apart, **colour, **(dash if dashes else {})}
                layer.append({"mark": {"type": "line", "strokeWidth": width}, "encoding": encoding})
        if table.has_intervals:
            for width, colour in ((3.2, edge), (2, stroke)):
                mark = {"type": "rule", "strokeWidth": width}
                ends = {"y": rule["encoding"]["y"], "y2": rule["encoding"]["y2"]}
                layer.append(rule | {"mark": mark, "encoding": ends | apart | colour})
        layer.append(
            {"mark": point, "encoding": {"y": y, **shape, **apart, **outline, "fill": _series(table, colours)}}
        )
    return {
        "width": _WIDTH, "height": _HEIGHT, "data": {"values": values}, "layer": layer, "encoding": {"x": x},
    }  # fmt: skip


def _axis(table: ChartData) -> tuple[dict[str, str], dict[str, Any]]:
    """Labels on the x axis, and the axis's settings.

    Names of sessions are all shown, level and broken into lines if they are few; names of phases and games may be
    thinned out.
    """
    if len(table.xs) > _LEVEL:
        is_whole = table.x == "session" and len(table.xs) <= 5 * _LEVEL
        return {x: x for x in table.xs}, {"labelAngle": -50, "labelOverlap": not is_whole}
    most = int(_WIDTH / max(1, len(table.xs)) / _SIGN)
    # Numbered, for names that differ by blanks alone are still two places.
    names = {x: "\n".join([str(at), *textwrap.wrap(x, most)]) for at, x in enumerate(table.xs)}
    split = "slice(split(datum.label, '\\n'), 1)"
    return names, {"labelAngle": 0, "labelOverlap": False, "labelLimit": 0, "labelExpr": split}


def _pie(table: ChartData) -> dict[str, Any]:
    parts = [
        {"series": name, "part": percent, "at": at, "told": f"{percent:.0f} %" if percent >= 4 else ""}
        for at, (name, _, percent) in enumerate(parts_of(table))
    ]
    part = {"field": "part", "type": "quantitative", "stack": True, "scale": {"domain": [0, 100]}}
    return {
        "width": _WIDTH, "height": _HEIGHT, "data": {"values": parts},
        "encoding": {"theta": part, "order": {"field": "at"}},
        "layer": [
            {"mark": {"type": "arc", "outerRadius": 120, "stroke": _INK, "strokeWidth": 0.6}},
            {
                "mark": {"type": "text", "radius": 138, "fontSize": 13},
                "encoding": {"text": {"field": "told"}, "color": {"value": _INK}},
            },
        ],
    }  # fmt: skip
