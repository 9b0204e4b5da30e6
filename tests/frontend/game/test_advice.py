"""Warnings about my own orders: said when an order cannot work with the others, silent otherwise."""

import pytest

from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit
from frontend.game.advice import notes

UNITS = [
    ("FRA", "A", "PAR"),
    ("FRA", "A", "MAR"),
    ("FRA", "F", "BRE"),
    ("FRA", "A", "BEL"),
    ("FRA", "F", "ECH"),
    ("ENG", "A", "LON"),
]

CASES = [
    # orders, the order warned about, the warning
    (["A PAR - BUR"], "A PAR - BUR", ""),
    (["A BEL - LON"], "A BEL - LON", "needs a convoy at sea"),
    (["A BEL - LON", "F ECH C A BEL - LON"], "A BEL - LON", ""),
    (["A BEL - LON", "F ECH C A BEL - WAL"], "A BEL - LON", "needs a convoy at sea"),
    (["A BEL - PIC VIA"], "A BEL - PIC VIA", "needs a convoy at sea"),
    (["F ECH C A BEL - LON"], "F ECH C A BEL - LON", "Belgium is not ordered to London"),
    (["F ECH C A LON - PIC"], "F ECH C A LON - PIC", ""),
    (["A PAR - BUR", "A MAR - BUR"], "A PAR - BUR", "Marseilles goes there too"),
    (["A PAR - BRE"], "A PAR - BRE", "your own unit stays there"),
    (["A PAR - BRE", "F BRE - MAO"], "A PAR - BRE", ""),
    (["A PAR S A MAR - BUR"], "A PAR S A MAR - BUR", "Marseilles is not ordered to Burgundy"),
    (["A PAR S A MAR - BUR", "A MAR - BUR"], "A PAR S A MAR - BUR", ""),
    (["A PAR S F BRE", "F BRE - PIC"], "A PAR S F BRE", "Brest moves away"),
    (["A PAR S F BRE"], "A PAR S F BRE", ""),
    (["F ECH S A LON"], "F ECH S A LON", ""),
    (["A PAR H"], "A PAR H", ""),
]


@pytest.mark.parametrize(("texts", "order", "warning"), CASES)
def test_an_order_is_warned_about_only_when_my_own_sheet_spoils_it(texts, order, warning):
    position = Position(parse_phase("S1902M"), tuple(sorted(Unit(*unit) for unit in UNITS)), {})
    sheet = {text.split()[1]: parse_order(text) for text in texts}
    assert notes(position, "FRA", sheet).get(order.split()[1], "") == warning


def test_two_retreats_to_one_place_are_warned_about():
    position = Position(parse_phase("S1902R"), (), {})
    sheet = {place: parse_order(f"A {place} - GAS", "R") for place in ("PAR", "MAR")}
    assert notes(position, "FRA", sheet)["PAR"] == "Marseilles goes there too; both would disband"


def test_builds_need_no_advice():
    position = Position(parse_phase("W1902A"), (), {})
    assert notes(position, "FRA", {"PAR": parse_order("BUILD A PAR", "A"), "WAIVE 1": parse_order("WAIVE", "A")}) == {}
