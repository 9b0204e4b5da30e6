"""The turn before, on the board: one's own orders in colour, those near grey, the others faint."""

from typing import Any
from xml.etree import ElementTree

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.position import opening
from adjudication.powers import Power
from frontend.board import Scene, render_layers

ORDERS: dict[Power, list[str]] = {
    "ENG": ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"],
    "FRA": ["F BRE - ECH", "A MAR - SPA"],
    "RUS": ["A WAR - GAL", "F SEV - BLA", "F STP/SC - GOB"],
    "AUS": ["A VIE - GAL", "A BUD - SER"],
    "TUR": ["F ANK - BLA", "A CON - BUL", "A SMY H"],
}


def marks(viewer: Power | None) -> dict[str, set[str]]:
    """The classes of every order of the first spring, as this power sees it in the fall."""
    start = opening()
    orders = {power: [parse_order(text, "M", start) for text in texts] for power, texts in ORDERS.items()}
    resolution = adjudicate(start, orders)
    scene = Scene(resolution.next, memory=resolution.outcomes, viewer=viewer)
    layer = ElementTree.fromstring(render_layers(scene, ["layer-memory"])["layer-memory"])
    return {mark.attrib["data-order"]: classes(mark) for mark in layer if "data-order" in mark.attrib}


def classes(mark: Any) -> set[str]:
    return set(mark.attrib.get("class", "").split())


def nearness(viewer: Power | None) -> dict[str, str]:
    return {order: next(iter(css & {"own", "near", "far"})) for order, css in marks(viewer).items()}


def test_my_own_orders_and_those_that_end_beside_me_stand_out() -> None:
    seen = nearness("ENG")
    assert {order for order, how in seen.items() if how == "own"} >= {"F LON - NTH", "F EDI - NWG", "A LVP - YOR"}
    assert seen["F BRE - ECH"] == "near"
    assert seen["A CON - BUL"] == seen["A WAR - GAL"] == seen["F ANK - BLA"] == "far"


def test_what_failed_is_marked_however_far_it_is() -> None:
    assert {"fail", "far"} <= marks("ENG")["A WAR - GAL"]
    assert {"fail", "near"} <= marks("TUR")["F SEV - BLA"]


def test_who_only_watches_sees_all_alike() -> None:
    assert set(nearness(None).values()) == {"near"}


def test_a_move_over_sea_is_dashed_and_one_by_land_is_not() -> None:
    start = opening()
    first: dict[Power, list[Order]] = {
        "ENG": [parse_order(text, "M", start) for text in ("F LON - NTH", "A LVP - EDI", "F EDI - NWG")]
    }
    fall = adjudicate(start, first).next
    texts = ("A EDI - NWY", "F NTH C A EDI - NWY", "F NWG H")
    orders: dict[Power, list[Order]] = {
        "ENG": [parse_order(text, "M", fall) for text in texts],
        "FRA": [parse_order("A PAR - BUR", "M", fall)],
    }
    layer = render_layers(Scene(fall, outcomes=adjudicate(fall, orders).outcomes), ["layer-orders"])["layer-orders"]
    drawn = {mark.get("data-order"): mark for mark in ElementTree.fromstring(layer)}
    lines = {order: set.union(*map(classes, mark)) & {"solid", "dashed"} for order, mark in drawn.items()}
    assert lines["A EDI - NWY"] == {"dashed"}
    assert lines["A PAR - BUR"] == {"solid"}
