"""Compliance judges every kind of promise in every state."""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import position_from_dict
from negotiation.compliance import State, check_deal
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula

POSITION = {
    "phase": "F1901M",
    "units": [
        "ENG F NTH", "ENG A YOR", "FRA A BUR", "FRA A PIC", "FRA F BRE", "GER A RUH", "GER A HOL", "GER F DEN",
        "ITA A VEN", "AUS A TYR", "RUS A GAL",
    ],
    "centers": {
        "ENG": ["LON", "EDI"], "FRA": ["PAR", "BRE"], "GER": ["MUN", "KIE", "HOL"], "ITA": ["VEN"], "AUS": ["VIE"],
        "RUS": ["WAR"],
    },
}  # fmt: skip


def checks(deal, orders, position=None):
    board = position_from_dict(position or POSITION)
    given = {power: [parse_order(text, board.phase.kind, board) for text in texts] for power, texts in orders.items()}
    outcomes = adjudicate(board, given).outcomes
    return check_deal(parse_formula(deal, DIPLOMACY), board, outcomes)


MOVE = "[Commit(fra, eng, Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy))))]"
SUPPORT = "[Commit(fra, eng, Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(eng, Region(nth, sea)), Region(bel, sea)))))]"
HOLD = "[Commit(fra, eng, Do(hld(Unit(fra, Region(bur, amy)))))]"
ABSENT = "[Commit(fra, eng, Do(mto(Unit(fra, Region(mar, amy)), Region(gas, amy))))]"
IMPOSSIBLE = "[Commit(fra, eng, Do(mto(Unit(fra, Region(bur, amy)), Region(rom, amy))))]"
LATER = "[Commit(fra, eng, Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy))), ⟨spr, 1902⟩)]"
EARLIER = "[Commit(fra, eng, Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy))), ⟨spr, 1901⟩)]"
BUILD = "[Commit(fra, eng, Do(bld(Unit(fra, Region(par, amy)))))]"
NOT_MOVE = "[Commit(fra, eng, ¬Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy))))]"
CONVOY = "[Commit(eng, fra, Do(cvy(Unit(eng, Region(nth, sea)), Unit(eng, Region(yor, amy)), Region(bel, amy))))]"
ZONE = "[Commit(fra, eng, dmz(fra, ech))]"
LEAVE = "[Commit(fra, eng, dmz(fra, bur))]"

ONE = [
    (MOVE, {"FRA": ["A BUR - MUN"]}, State.KEPT),
    (MOVE, {"FRA": ["A BUR - MUN"], "GER": ["A RUH - MUN"]}, State.KEPT),
    (MOVE, {"FRA": ["A BUR H"]}, State.BROKEN),
    (MOVE, {}, State.BROKEN),
    (HOLD, {"FRA": ["A BUR H"]}, State.KEPT),
    (HOLD, {"FRA": ["A BUR - MUN"]}, State.BROKEN),
    (SUPPORT, {"FRA": ["A BUR S F NTH - BEL"], "ENG": ["F NTH - BEL"]}, State.KEPT),
    (SUPPORT, {"FRA": ["A BUR S F NTH - BEL"], "ENG": ["F NTH - NWY"]}, State.KEPT),
    (SUPPORT, {"FRA": ["A BUR S F NTH - BEL"], "ENG": ["F NTH - BEL"], "GER": ["A RUH - BUR"]}, State.VOID),
    (SUPPORT, {"FRA": ["A BUR S A PIC - BEL"], "ENG": ["F NTH - BEL"]}, State.BROKEN),
    (ABSENT, {"FRA": ["A BUR H"]}, State.VOID),
    (IMPOSSIBLE, {"FRA": ["A BUR H"]}, State.VOID),
    (LATER, {"FRA": ["A BUR H"]}, State.OPEN),
    (EARLIER, {"FRA": ["A BUR - MUN"]}, State.VOID),
    (BUILD, {"FRA": ["A BUR H"]}, State.OPEN),
    (NOT_MOVE, {"FRA": ["A BUR H"]}, State.KEPT),
    (NOT_MOVE, {"FRA": ["A BUR - MUN"]}, State.BROKEN),
    (CONVOY, {"ENG": ["F NTH C A YOR - BEL", "A YOR - BEL"]}, State.KEPT),
    (CONVOY, {"ENG": ["F NTH - BEL"]}, State.BROKEN),
    (ZONE, {"FRA": ["F BRE H"]}, State.KEPT),
    (ZONE, {"FRA": ["F BRE - ECH"]}, State.BROKEN),
    (LEAVE, {"FRA": ["A BUR - MUN"]}, State.KEPT),
    (LEAVE, {"FRA": ["A BUR - MUN"], "GER": ["A RUH - MUN"]}, State.VOID),
    (LEAVE, {"FRA": ["A BUR H"]}, State.BROKEN),
]


@pytest.mark.parametrize(("deal", "orders", "state"), ONE)
def test_a_promise_is_kept_broken_void_or_open(deal, orders, state):
    (check,) = checks(deal, orders)
    assert check.state is state, check.reason
    assert check.reason.endswith(".")


MANY = [
    ("Agree([fra ger], pce([fra ger]))", {"FRA": ["A BUR H"], "GER": ["A RUH H"]}, "kept kept"),
    ("Agree([fra ger], pce([fra ger]))", {"FRA": ["A BUR - MUN"]}, "broken kept"),
    ("Agree([fra ger], pce([fra ger]))", {"GER": ["A RUH - BUR"]}, "kept broken"),
    ("Agree([eng ger], pce([eng ger]))", {"ENG": ["F NTH - HOL"]}, "broken kept"),
    ("Agree([eng ger], pce([eng ger]))", {"ENG": ["F NTH C A YOR - HOL", "A YOR - HOL"]}, "broken kept"),
    ("Agree([eng ger], pce([eng ger]))", {"ENG": ["F NTH S A HOL - BEL"], "GER": ["A HOL - BEL"]}, "kept kept"),
    ("Agree([eng fra], aly([eng fra], ger))", {"ENG": ["F NTH S A HOL - BEL"]}, "broken kept"),
    ("Agree([eng fra], aly([eng fra], ger))", {"FRA": ["A BUR - MUN"], "ENG": ["F NTH - HOL"]}, "kept kept"),
    ("Agree([eng fra], dmz([eng fra], ech))", {"ENG": ["F NTH - ECH"]}, "broken kept"),
    ("Agree([eng fra], scd(fra, bel))", {"ENG": ["F NTH - BEL"]}, "broken kept"),
    ("Agree([eng fra], scd(fra, bel))", {"ENG": ["F NTH S A PIC - BEL"], "FRA": ["A PIC - BEL"]}, "kept kept"),
    ("Agree([eng fra], drw())", {}, "open open"),
    ("Agree([eng fra], pce([eng fra]) ∧ Do(hld(Unit(fra, Region(bur, amy)))))", {"FRA": ["A BUR H"]}, "kept kept kept"),
    ("Agree([eng fra], pce([eng fra]), ⟨spr, 1901⟩)", {"ENG": ["F NTH - ECH"]}, "open open"),
]


@pytest.mark.parametrize(("deal", "orders", "states"), MANY)
def test_agreements(deal, orders, states):
    found = checks(deal, orders)
    assert " ".join(check.state for check in found) == states, [check.reason for check in found]


def test_a_lasting_promise_is_judged_again():
    found = checks("Agree([fra ger], pce([fra ger]))", {})
    assert all(check.lasting for check in found)
    (check,) = checks(MOVE, {})
    assert not check.lasting


def test_reasons_name_what_was_ordered():
    (check,) = checks(MOVE, {"FRA": ["A BUR - RUH"]})
    assert check.reason == "France ordered its army in Burgundy to Ruhr instead."
    (check,) = checks(MOVE, {})
    assert check.reason == "France did not order it."
    broken = checks("Agree([eng ger], pce([eng ger]))", {"ENG": ["F NTH - HOL"]})[0]
    assert broken.reason == "England ordered its fleet in the North Sea to Holland, which attacks Germany in Holland."


WINTER = {"phase": "W1901A", "units": ["FRA A BUR"], "centers": {"FRA": ["PAR", "BRE", "MAR"]}}
RETREAT = {
    "phase": "S1902R",
    "units": ["FRA A MUN"],
    "dislodged": [{"unit": "GER A RUH", "from": "MUN", "retreats": ["KIE", "HOL"]}],
    "centers": {},
}
GO_BACK = "[Commit(ger, fra, Do(rto(Unit(ger, Region(ruh, amy)), Region(kie, amy))))]"
GIVE_UP = "[Commit(ger, fra, Do(dsb(Unit(ger, Region(ruh, amy)))))]"
OTHER_PHASES = [
    (WINTER, BUILD, {"FRA": ["BUILD A PAR", "BUILD F BRE"]}, State.KEPT),
    (WINTER, BUILD, {"FRA": ["BUILD F BRE"]}, State.BROKEN),
    (WINTER, "[Commit(fra, eng, Do(wve(fra)))]", {"FRA": ["WAIVE", "WAIVE"]}, State.KEPT),
    (WINTER, "[Commit(fra, eng, Do(wve(fra)))]", {"FRA": ["BUILD A PAR", "BUILD F BRE"]}, State.BROKEN),
    (
        RETREAT,
        "[Commit(ger, fra, Do(rto(Unit(ger, Region(ruh, amy)), Region(kie, amy))))]",
        {"GER": ["A RUH - KIE"]},
        State.KEPT,
    ),
    (RETREAT, GIVE_UP, {"GER": ["A RUH - KIE"]}, State.BROKEN),
    (RETREAT, GIVE_UP, {"GER": ["DISBAND A RUH"]}, State.KEPT),
]


@pytest.mark.parametrize(("position", "deal", "orders", "state"), OTHER_PHASES)
def test_other_phases(position, deal, orders, state):
    (check,) = checks(deal, orders, position)
    assert check.state is state, check.reason
