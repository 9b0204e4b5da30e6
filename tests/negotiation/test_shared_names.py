"""Short names that two places share, and lists of terms, on a board."""

from typing import Any

import pytest

from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import Power
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.grammar.reader import ranked
from negotiation.printer import format_term
from negotiation.words.marks import without_marks

BOARD: dict[str, Any] = {"phase": "S1902M", "units": ["GER A YOR", "GER A PRU", "FRA A WAL"], "centers": {}}
LANDED = position_from_dict(BOARD)


def readings(text: str, me: Power, other: Power, position: Position) -> tuple[bool, list[str]]:
    found = ranked(text, context_of(me, (other,), position))
    return found.sure, [format_term(said[0], DIPLOMACY) for said in found.candidates]


@pytest.mark.parametrize(
    ("text", "me", "other", "position", "meant"),
    [
        ("A Liv-Yor please", "FRA", "ENG", opening(), "mto(Unit(eng, Region(lvp, amy)), Region(yor, amy))"),
        ("A Mos-Liv please", "ENG", "RUS", opening(), "mto(Unit(rus, Region(mos, amy)), Region(lvn, amy))"),
        ("can you move yor to liv?", "FRA", "GER", LANDED, "mto(Unit(ger, Region(yor, amy)), Region(lvp, amy))"),
        ("support A Wal-Liv please", "FRA", "GER", LANDED, "mto(Unit(fra, Region(wal, amy)), Region(lvp, amy))"),
        ("move pru to liv please", "FRA", "GER", LANDED, "mto(Unit(ger, Region(pru, amy)), Region(lvn, amy))"),
        ("F Edi-Nor please", "GER", "ENG", opening(), "mto(Unit(eng, Region(edi, sea)), Region(nwg, sea))"),
        ("stay out of liv", "ENG", "FRA", opening(), "dmz(fra, lvp)"),
        ("dmz liv?", "ITA", "RUS", opening(), "dmz([ita rus], lvn)"),
    ],
)
def test_a_shared_name_is_decided_by_the_order_and_the_units_of_those_who_talk(
    text: str, me: Power, other: Power, position: Position, meant: str
) -> None:
    sure, found = readings(text, me, other, position)
    assert sure
    assert meant in found[0]


@pytest.mark.parametrize(
    ("text", "me", "other", "one", "two"),
    [
        ("stay out of liv", "ENG", "RUS", "dmz(rus, lvn)", "dmz(rus, lvp)"),
        ("lets keep nor empty", "ENG", "RUS", "dmz([eng rus], nwy)", "dmz([eng rus], nwg)"),
    ],
)
def test_a_shared_name_that_the_board_leaves_open_is_offered_as_both(
    text: str, me: Power, other: Power, one: str, two: str
) -> None:
    sure, found = readings(text, me, other, opening())
    assert not sure
    assert found
    assert any(one in each for each in found)
    assert any(two in each for each in found)


LINES = "DMZ BUR\nA Mun-Ruh\npeace til 1903"


@pytest.mark.parametrize(
    "text",
    [
        "1) DMZ BUR 2) A Mun-Ruh 3) peace til 1903",
        "1. DMZ BUR 2. A Mun-Ruh 3. peace til 1903",
        "(1) DMZ BUR (2) A Mun-Ruh (3) peace til 1903",
        "a) DMZ BUR b) A Mun-Ruh c) peace til 1903",
        "1) DMZ BUR\n2) A Mun-Ruh\n3) peace til 1903",
        "- DMZ BUR\n- A Mun-Ruh\n- peace til 1903",
        "\u2022 DMZ BUR\n\u2022 A Mun-Ruh\n\u2022 peace til 1903",
    ],
)
def test_a_list_is_read_as_its_lines(text: str) -> None:
    sure, found = readings(text, "FRA", "GER", opening())
    assert sure
    assert found == readings(LINES, "FRA", "GER", opening())[1]


@pytest.mark.parametrize(
    "text", ["F Spa (sc) - Mar", "peace until 1903. Deal?", "I have 2. You have 3.", "A Mun - Ruh"]
)
def test_what_is_no_list_stays_as_it_is(text: str) -> None:
    assert without_marks(text) == text
