"""The picture of a position: layers, names and marks that pages and people rely on."""

import gzip
import re
from dataclasses import replace
from types import MappingProxyType
from xml.etree import ElementTree

import pytest

from adjudication.board import STANDARD
from adjudication.engine import adjudicate
from adjudication.notation import format_order, parse_order, parse_unit
from adjudication.phase import parse_phase
from adjudication.position import Dislodged, Position, opening
from frontend.board import (
    LAYERS,
    Scene,
    render_board,
    render_layers,
    render_png,
    render_svg,
    render_thumbnail,
    stylesheet,
)
from frontend.board.lands import holders
from tests.frontend.board.busy import busy_fall

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text):
    return ElementTree.fromstring(text)


def position_of(phase, units, centers=None, dislodged=()):
    owned = {center: power for power, codes in (centers or {}).items() for center in codes.split()}
    return Position(
        parse_phase(phase),
        tuple(sorted(parse_unit(unit) for unit in units)),
        MappingProxyType(owned),
        tuple(Dislodged(parse_unit(unit), origin, retreats) for unit, origin, retreats in dislodged),
    )


def drawn(scene, layer="layer-orders"):
    return parsed(render_layers(scene, [layer])[layer])


def order_marks(scene):
    return {mark.get("data-order"): mark for mark in drawn(scene) if mark.get("data-order")}


def classes(element):
    return set((element.get("class") or "").split())


def has(element, css):
    return any(css in classes(part) for part in element.iter())


def written(phase, units, **orders):
    """A scene with orders not yet decided: `written("S1901M", [...], FRA=["A PAR H"])`."""
    position = position_of(phase, units)
    read = {
        power: [parse_order(text, position.phase.kind, position) for text in texts] for power, texts in orders.items()
    }
    return Scene(position, orders=read)


def decided(phase, units, **orders):
    """A scene with the outcomes of its orders."""
    scene = written(phase, units, **orders)
    return Scene(scene.position, outcomes=adjudicate(scene.position, scene.orders).outcomes)


def test_the_way_from_denmark_to_sweden_and_the_kiel_canal_are_shown():
    root = parsed(render_board(Scene(opening())))
    drawn_css = {css for element in root.iter() if element.get("d") for css in classes(element)}
    assert {"links", "canals", "straits", "islands"} <= drawn_css


def test_the_opening_is_one_well_formed_picture():
    root = parsed(render_board(Scene(opening())))
    assert root.tag == f"{SVG}svg"
    assert root.get("data-phase") == "S1901M"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"layer-provinces", "layer-scenery", *LAYERS} <= set(ids)


def test_every_province_can_be_pointed_at_and_has_a_name():
    root = parsed(render_board(Scene(opening())))
    provinces = {element.get("data-province"): element for element in root.iter() if element.get("data-province")}
    assert set(provinces) == set(STANDARD.provinces)
    for code, element in provinces.items():
        facts = STANDARD.provinces[code]
        assert {"province", facts.kind} <= classes(element)
        assert element.get("aria-label", "").startswith(facts.name)


def test_every_unit_stands_with_its_power_kind_and_name():
    units = {unit.get("data-unit"): unit for unit in drawn(Scene(opening(), viewer="RUS"), "layer-units")}
    assert set(units) == {unit.province for unit in opening().units}
    petersburg = units["STP"]
    assert {"unit", "rus", "fleet", "own"} <= classes(petersburg)
    assert petersburg.get("data-region") == "STP/SC"
    assert petersburg.get("aria-label") == "Fleet of Russia in St Petersburg, south coast"
    assert "own" not in classes(units["PAR"])


def test_a_dislodged_unit_stands_beside_the_one_that_beat_it_with_a_flag():
    position = position_of("F1902R", ["AUS A GAL"], dislodged=[("RUS A GAL", "VIE", ("UKR", "WAR"))])
    standing, beaten = drawn(Scene(position), "layer-units")
    assert standing.get("data-unit") == beaten.get("data-unit") == "GAL"
    assert "dislodged" in classes(beaten)
    assert has(beaten, "flag")
    assert beaten.get("aria-label") == "Army of Russia in Galicia, dislodged"


ONE_OF_EACH = [
    ("S1901M", ["FRA A PAR"], "A PAR - BUR", "move head"),
    ("S1901M", ["FRA A PAR"], "A PAR H", "hold ring"),
    ("S1901M", ["FRA A PAR", "FRA A MAR"], "A MAR S A PAR - BUR", "support-move knot"),
    ("S1901M", ["FRA A PAR", "FRA A BUR"], "A BUR S A PAR", "support-hold ring"),
    ("S1901M", ["FRA A PIC", "FRA F ECH"], "F ECH C A PIC - WAL", "convoy waves"),
    ("W1901A", [], "BUILD F MAR", "build plus-mark"),
    ("W1901A", ["FRA A PAR"], "REMOVE A PAR", "remove minus-mark"),
]


@pytest.mark.parametrize(("phase", "units", "text", "marks"), ONE_OF_EACH)
def test_each_kind_of_order_has_its_mark(phase, units, text, marks):
    mark = order_marks(written(phase, units, FRA=[text]))[text]
    css, part = marks.split()
    assert {"order", css, "fra", "open"} <= classes(mark)
    assert has(mark, part)
    assert mark.get("data-power") == "FRA"
    assert mark.get("aria-label")


@pytest.mark.parametrize(("text", "css"), [("A GAL - UKR", "retreat"), ("DISBAND A GAL", "disband")])
def test_retreats_and_disbands_are_drawn_from_the_dislodged_unit(text, css):
    position = position_of("F1902R", ["AUS A GAL"], dislodged=[("RUS A GAL", "VIE", ("UKR", "WAR"))])
    scene = Scene(position, orders={"RUS": [parse_order(text, "R", position)]})
    assert css in classes(order_marks(scene)[text])


def test_a_waived_build_leaves_no_mark():
    assert not order_marks(written("W1901A", [], RUS=["WAIVE"]))


def test_what_failed_bears_a_cross_and_tells_why():
    scene = decided("S1901M", ["FRA A PAR", "GER A MUN"], FRA=["A PAR - BUR"], GER=["A MUN - BUR"])
    for outcome in scene.outcomes:
        mark = order_marks(scene)[format_order(outcome.order)]
        assert mark.get("data-result") == "fail"
        assert has(mark, "cross")
        assert mark.get("aria-label") == outcome.text
    held = decided("S1901M", ["FRA A PAR"], FRA=["A PAR - BUR"])
    assert not has(order_marks(held)["A PAR - BUR"], "cross")


def line_of(mark):
    """The drawn line's path data."""
    return next(part.get("d") for part in mark.iter() if "line" in classes(part))


def test_two_that_meet_head_on_part_like_lanes_of_a_road():
    marks = order_marks(
        written("S1901M", ["FRA A PAR", "GER A BUR"], FRA=["A PAR - BUR"], GER=["A BUR - PAR"]),
    )
    middles = []
    for text in ("A PAR - BUR", "A BUR - PAR"):
        numbers = [float(word) for word in line_of(marks[text]).replace("M", " ").replace("C", " ").split()]
        xs, ys = numbers[0::2], numbers[1::2]
        middles.append(((xs[1] + xs[2]) / 2, (ys[1] + ys[2]) / 2))
    (x, y), (u, v) = middles
    assert (x - u) ** 2 + (y - v) ** 2 > 15**2


def test_an_army_at_sea_goes_over_its_fleets():
    units = ["ENG A LON", "ENG F ECH", "ENG F MAO"]
    by_sea = order_marks(written("S1901M", units, ENG=["A LON - SPA", "F ECH C A LON - SPA", "F MAO C A LON - SPA"]))
    alone = order_marks(written("S1901M", units, ENG=["A LON - SPA"]))
    assert line_of(by_sea["A LON - SPA"]).count(" ") > line_of(alone["A LON - SPA"]).count(" ")


def test_a_convoy_of_a_foreign_army_shows_the_way_it_offers():
    units = ["ENG F NTH", "FRA A BEL"]
    offered = order_marks(written("S1901M", units, ENG=["F NTH C A BEL - NWY"]))["F NTH C A BEL - NWY"]
    assert has(offered, "way")


def test_only_the_layers_asked_for_are_drawn():
    assert set(render_layers(Scene(opening()))) == set(LAYERS)
    assert set(render_layers(Scene(opening()), ["layer-units"])) == {"layer-units"}


def test_orders_are_drawn_over_units_so_that_a_short_one_is_seen():
    assert LAYERS.index("layer-orders") > LAYERS.index("layer-units")
    with pytest.raises(KeyError):
        render_layers(Scene(opening()), ["layer-clouds"])


def test_labels_are_short_long_or_none():
    def words(labels):
        return {
            text
            for part in drawn(Scene(opening(), labels=labels), "layer-labels").iter()
            if (text := part.text) is not None
        }

    assert {"Par", "NTH", "NC"} <= words("short")
    assert {"Paris", "Constantinople", "North Sea"} & words("long") >= {"Paris", "Constantinople"}
    assert not words("none")


def test_hatching_gives_each_power_a_hatch_and_a_letter():
    scene = Scene(opening(), hatching=True)
    fills = {element.get("fill") for element in drawn(scene, "layer-ownership")} - {None}
    assert len(fills) == 7
    letters = {part.text for part in drawn(scene, "layer-centers").iter() if part.text}
    assert letters == set("AEFGIRT")


def test_centers_wear_their_owners_tint_and_lands_their_realms():
    position = opening()
    held = holders(position)
    assert held["PAR"] == held["BUR"] == "FRA"
    assert not {"BEL", "ALB", "NTH"} & set(held)
    taken = dict.fromkeys(("MOS", "SEV", "WAR", "RUM"), "TUR")
    lost = replace(position, centers=MappingProxyType({**position.centers, **taken}))
    assert holders(lost)["UKR"] == "TUR"
    assert holders(position, known={"ALB": "ITA", "PAR": "GER"}) == {**position.centers, "ALB": "ITA"}


def test_titles_are_escaped():
    root = parsed(render_board(Scene(opening(), title='<script>"&')))
    assert root.get("aria-label") == '<script>"&'


def test_the_picture_is_small_enough_for_a_slow_line():
    assert len(gzip.compress(render_board(busy_fall()).encode())) <= 60 * 1024


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_that_leaves_the_page_needs_nothing_from_it(theme):
    style = stylesheet(theme)
    assert "var(" not in style
    assert "calc(" not in style
    assert "/* rules" not in style
    assert render_png(Scene(opening()), width=400, theme=theme).startswith(b"\x89PNG")


def test_an_svg_to_take_away_brings_its_letters_and_asks_for_nothing():
    text = render_svg(Scene(opening()), "dark")
    assert parsed(text).tag == f"{SVG}svg"
    assert text.count("data:font/woff2;base64,") == 2
    assert not re.findall(r'(?:href|src)="(?!#|data:)|url\("?(?!#|"?data:)', text)


def test_thumbnails_are_small():
    picture = render_thumbnail(Scene(opening()), width=320)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 320
    assert len(picture) < 100_000


def test_a_center_says_whose_it_is() -> None:
    """The shape, which never changes, is named by the dot, which is drawn for each phase."""
    drawn = render_board(Scene(opening()))
    assert 'aria-labelledby="center-PAR"' in drawn
    assert 'aria-label="Paris, supply center of France"' in drawn
    assert 'aria-label="Belgium, supply center of nobody"' in drawn
