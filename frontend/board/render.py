"""The picture of a board, put together from layers.

Layers that never change are drawn once per process and kept as text; those that change from phase to
phase can be had one by one, so that a browser swaps only them. What was drawn of them is kept for a while, by all that
it shows: whoever is shown the same again, whatever the game, gets the same.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from adjudication.board import STANDARD, Province
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power
from frontend.board.geometry import GEOMETRY, Point
from frontend.board.ink import Group, as_text, circle, described, group, lines_of_text, path, placed, token_group, use
from frontend.board.lands import holders
from frontend.board.margins import lines_onward, strips_onward
from frontend.board.ordermarks import Written, draw_fallen, draw_orders, remembered, written_in
from frontend.board.scene import Labels, Scene
from frontend.board.tokens import flag, token

__all__ = ["LAYERS", "render_board", "render_ground", "render_layers"]

_KIND_WORDS: Final = {"A": "Army", "F": "Fleet"}
_COAST_BOX: Final[Point] = (16.0, 9.0)
_COAST_WORDS: Final = {"NC": "north coast", "SC": "south coast", "EC": "east coast"}


def render_board(scene: Scene, style: str = "") -> str:
    """The whole picture as one `<svg>`.

    style: CSS to put inside, for a picture that leaves the page (see `stylesheet`); without it the page's own
    stylesheet colours the board. Size is left to CSS, the viewBox is the geometry's.
    """
    layers = render_layers(scene)
    beneath, over = render_ground()
    name = quoteattr(scene.title or f"Board, {scene.position.phase.title}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="group" aria-label={name} '
        f'data-phase="{scene.position.phase}" viewBox="0 0 {GEOMETRY.width:g} {GEOMETRY.height:g}">',
        f"<style>{escape(style)}</style>" if style else "",
        beneath,
        layers["layer-ownership"],
        over,
        *(layers[name] for name in LAYERS if name != "layer-ownership"),
        "</svg>",
    ]
    return "".join(parts)


def render_layers(scene: Scene, only: Iterable[str] | None = None) -> dict[str, str]:
    """The layers that change, by element id, each a `<g id=...>` to put in the old one's place.

    only: ids of the layers wanted, all of `LAYERS` unless given. Raises KeyError for an unknown id.
    """
    return {name: _PAINTERS[name](scene) for name in (LAYERS if only is None else only)}


def render_ground() -> tuple[str, str]:
    """Parts of the board no phase changes: beneath and above the tints."""
    return _patterns() + _provinces(), _scenery()


def _layer(name: str, *children: Group) -> Group:
    return group(f"layer {name}", *children, id=f"layer-{name}")


@cache
def _patterns() -> str:
    """Hatches: one for land nobody may enter, one for each power.

    Powers differ by slope, pitch and kind of line.
    """
    hatches = {
        "aus": ("M0 0V10", 10, 45),
        "eng": ("M0 0V8", 8, 0),
        "fra": ("M0 0V10", 10, -45),
        "ger": ("M0 0V5", 5, 45),
        "ita": ("M0 0V8", 8, 90),
        "rus": ("M5 5h.1", 10, 45),
        "tur": ("M0 0V11M0 0H11", 11, 45),
    }
    made = [
        f'<pattern id="hatch-{name}" width="{pitch}" height="{pitch}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({slope})"><path class="hatch-line hatch-{name}" d="{data}"/></pattern>'
        for name, (data, pitch, slope) in hatches.items()
    ]
    barren = (
        '<pattern id="barren" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="barren-line" d="M0 0V7"/></pattern>'
    )
    return f"<defs>{barren}{''.join(made)}</defs>"


@cache
def _provinces() -> str:
    """Seas, soft shore and lands: what takes the pointer."""
    seas = group("seas")
    lands = group("lands")
    for code, places in GEOMETRY.provinces.items():
        facts = STANDARD.provinces[code]
        css = f"province {facts.kind}" + (f" sea-{GEOMETRY.tones[code]}" if facts.kind == "sea" else "")
        shape = path(places.path + strips_onward(places.path, GEOMETRY), css, id=f"province-{code}")
        shape["data-province"] = code
        described(shape, facts.name + (", supply center" if facts.is_center else ""))
        if facts.is_center:
            shape["aria-labelledby"] = f"center-{code}"
        (seas if facts.kind == "sea" else lands).add(shape)
    coast = path(GEOMETRY.coast + lines_onward(GEOMETRY.coast, GEOMETRY), "far", id="coast")
    shore = group("shore", coast, use("coast", "near"), use("coast", "edge"), pointer_events="none")
    borders = path(GEOMETRY.sea_borders, "sea-borders", pointer_events="none")
    return as_text(_layer("provinces", seas, borders, shore, lands))


@cache
def _scenery() -> str:
    """Borders, coast, barren land, islands, straits: drawn over the tints, deaf to the pointer."""
    impassable = GEOMETRY.impassable + strips_onward(GEOMETRY.impassable, GEOMETRY)
    return as_text(
        _layer(
            "scenery",
            path(impassable, "barren"),
            path(impassable, "barren-hatch"),
            path(GEOMETRY.land_borders, "land-borders"),
            path(GEOMETRY.straits, "straits"),
            path(GEOMETRY.canals, "canals"),
            use("coast", "coastline"),
            path(GEOMETRY.islands, "barren islands"),
            path(GEOMETRY.islands, "barren-hatch"),
            path(GEOMETRY.links, "links"),
        )
    )


def _ownership(scene: Scene) -> str:
    return _tints(tuple(holders(scene.position, scene.lands).items()), scene.hatching)


@lru_cache(maxsize=256)
def _tints(held: tuple[tuple[Province, Power], ...], hatching: bool) -> str:
    tints = []
    for code, power in held:
        tints.append(use(f"province-{code}", f"tint {power.lower()}", aria_hidden="true"))
        if hatching:
            tints.append(use(f"province-{code}", "hatch", fill=f"url(#hatch-{power.lower()})", aria_hidden="true"))
    return as_text(_layer("ownership", *tints))


def _centers(scene: Scene) -> str:
    return _dots(tuple(scene.position.centers.items()), scene.hatching)


@lru_cache(maxsize=256)
def _dots(owned: tuple[tuple[Province, Power], ...], hatching: bool) -> str:
    owners = dict(owned)
    dots = []
    for code, places in GEOMETRY.provinces.items():
        if places.center is None:
            continue
        owner = owners.get(code)
        if hatching and owner is not None:
            inside = [circle(6.5, "center-dot"), lines_of_text((owner[0],), "letter")]
        else:
            inside = [circle(4.6, "center-dot"), circle(1.7, "center-eye")]
        dot = _beside(code, places.center, "center" + (f" {owner.lower()}" if owner else ""), *inside)
        dot["data-center"] = code
        dot["id"] = f"center-{code}"
        dot["aria-hidden"] = "true"
        whose = f"of {POWER_NAMES[owner]}" if owner else "of nobody"
        dot["aria-label"] = f"{STANDARD.provinces[code].name}, supply center {whose}"
        dots.append(dot)
    return as_text(_layer("centers", *dots))


def _memory(scene: Scene) -> str:
    return _remembered(remembered(scene), scene.position)


@lru_cache(maxsize=128)
def _remembered(written: tuple[Written, ...], position: Position) -> str:
    return as_text(_layer("memory", *draw_orders(written, position)))


def _orders(scene: Scene) -> str:
    return _written(written_in(scene), scene.position)


@lru_cache(maxsize=128)
def _written(written: tuple[Written, ...], position: Position) -> str:
    return as_text(_layer("orders", *draw_orders(written, position), *draw_fallen(written, position)))


def _units(scene: Scene) -> str:
    standing = [_unit(unit, unit.power == scene.viewer) for unit in scene.position.units]
    beaten = [_unit(one.unit, one.unit.power == scene.viewer, dislodged=True) for one in scene.position.dislodged]
    return f'<g class="layer units" id="layer-units">{"".join((*standing, *beaten))}</g>'


@lru_cache(maxsize=4096)
def _unit(unit: Unit, own: bool, dislodged: bool = False) -> str:
    css = f"unit {unit.power.lower()} {_KIND_WORDS[unit.kind].lower()}"
    css += (" dislodged" if dislodged else "") + (" own" if own else "")
    if dislodged:
        offset = GEOMETRY.dislodged_offset(unit.kind, unit.region)
        inside = placed(offset, "offset", group("smaller", circle(18, "hit"), token(unit.kind), flag()))
    else:
        inside = group("whole", circle(18, "hit"), token(unit.kind))
    made = placed(GEOMETRY.unit_point(unit.kind, unit.region), css, token_group(inside))
    made.attribs.update(
        {"data-unit": unit.province, "data-region": unit.region, "data-kind": unit.kind, "data-power": unit.power}
    )
    where = STANDARD.provinces[unit.province].name
    where += f", {_COAST_WORDS[unit.region[4:]]}" if unit.region[4:] else ""
    name = f"{_KIND_WORDS[unit.kind]} of {POWER_NAMES[unit.power]} in {where}" + (", dislodged" if dislodged else "")
    return as_text(described(made, name))


def _labels(scene: Scene) -> str:
    return _names(scene.labels)


@cache
def _names(kind: Labels) -> str:
    if kind == "none":
        return as_text(_layer("labels"))
    labels = []
    for code, places in GEOMETRY.provinces.items():
        sea = STANDARD.provinces[code].kind == "sea"
        brief = lines_of_text((code if sea else code.capitalize(),), "label sea" if sea else "label")
        if kind == "short":
            labels.append(_name(code, places.label, places.label_box, brief))
        else:
            full = lines_of_text(places.long_lines, "label long sea" if sea else "label long")
            brief["class"] = "lines brief"
            labels.append(_name(code, places.long_label, places.long_box, full, brief))
        for name, coast in places.coasts.items():
            written = placed((0, 0), "offset", lines_of_text((name,), "label coast-name"))
            labels.append(placed(coast.label, "name", token_group(written), **{"data-box": _box(_COAST_BOX)}))
    made = _layer("labels", *labels)
    made["aria-hidden"] = "true"
    return as_text(made)


def _name(code: Province, offset: Point, box: Point, *written: Group) -> Group:
    """A province's name.

    A browser may shift it, within its size, where something would cover it (`labels.js`).
    """
    made = _beside(code, offset, "name", *written)
    made.attribs.update(
        {"data-name": code, "data-box": _box(box), "data-brief-box": _box(GEOMETRY.provinces[code].label_box)}
    )
    return made


def _box(size: Point) -> str:
    return f"{size[0]:g} {size[1]:g}"


def _targets(_scene: Scene) -> str:
    """Empty: where the browser lights up what may be clicked."""
    return as_text(_layer("targets"))


def _beside(code: Province, offset: Point, css: str, *children: Group) -> Group:
    """Something that keeps its place beside the province's token, also when tokens grow."""
    return placed(GEOMETRY.provinces[code].unit, css, token_group(placed(offset, "offset", *children)))


_PAINTERS: Final[dict[str, Callable[[Scene], str]]] = {
    "layer-ownership": _ownership,
    "layer-centers": _centers,
    "layer-targets": _targets,
    "layer-memory": _memory,
    "layer-units": _units,
    "layer-orders": _orders,
    "layer-labels": _labels,
}
LAYERS: Final = tuple(_PAINTERS)
"""Ids of the layers that change, from the bottom up. `layer-provinces` and `layer-scenery` never do."""
