"""Disputable promises are judged by definition: who is right, and why."""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import position_from_dict
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.ledger import judged, promises_of
from negotiation.parser import parse_formula
from tests.negotiation.test_compliance import POSITION, RETREAT, WINTER, checks

SPAIN = {"phase": "S1902M", "units": ["FRA F SPA/SC", "ENG F NTH", "ENG A YOR", "GER F SKA"], "centers": {}}
FULL = {"phase": "W1901A", "units": ["FRA A BUR"], "centers": {"FRA": ["PAR"]}}
HOMELESS = {"phase": "W1901A", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR", "BRE"]}}
LOW = {"phase": "S1901M", "units": ["ENG F NTH", "FRA A BEL", "GER A HOL"], "centers": {}}
PEACE = "Agree([fra ger], pce([fra ger]))"
THREE = "Agree([eng fra ger], pce([eng fra ger]))"
ZONE = "Agree([fra ger], dmz([fra ger], bur))"
SHARE = "Agree([eng fra], scd(fra, bel))"
ALLIES = "Agree([eng fra], aly([eng fra], ger))"


def mto(power, start, end, kind="amy"):
    return f"Do(mto(Unit({power}, Region({start}, {kind})), Region({end}, {kind})))"


def hld(power, place, kind="amy"):
    return f"Do(hld(Unit({power}, Region({place}, {kind}))))"


MUN, RUH, PAR = mto("fra", "bur", "mun"), mto("fra", "bur", "ruh"), mto("fra", "bur", "par")
CONVOY = "Do(cvy(Unit(eng, Region(nth, sea)), Unit(eng, Region(yor, amy)), Region(bel, amy)))"
SUPPORT = "Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(eng, Region(nth, sea)), Region(bel, sea))))"

CASES = {
    # orders
    "a convoy that the army does not use was still given": (
        f"[Commit(eng, fra, {CONVOY})]",
        {"ENG": ["F NTH C A YOR - BEL", "A YOR H"]},
        "kept",
    ),
    "a convoy whose fleet is dislodged is void": (
        f"[Commit(eng, fra, {CONVOY})]",
        {
            "ENG": ["F NTH C A YOR - BEL", "A YOR - BEL"],
            "GER": ["F DEN - NTH", "F SKA S F DEN - NTH"],
        },
        "void",
        POSITION | {"units": [*POSITION["units"], "GER F SKA"]},
    ),
    "an army that cannot land kept its word": (
        f"[Commit(eng, fra, {mto('eng', 'yor', 'bel')})]",
        {"ENG": ["F NTH C A YOR - BEL", "A YOR - BEL"], "FRA": ["A PIC - BEL"]},
        "kept",
    ),
    "a support that was dislodged is void": (
        f"[Commit(fra, eng, {SUPPORT})]",
        {"FRA": ["A BUR S F NTH - BEL"], "ENG": ["F NTH - BEL"], "GER": ["A RUH - BUR", "A MUN S A RUH - BUR"]},
        "void",
        POSITION | {"units": [*POSITION["units"], "GER A MUN"]},
    ),
    "supporting it to hold is not supporting it into Belgium": (
        f"[Commit(fra, eng, {SUPPORT})]",
        {"FRA": ["A BUR S A PIC"], "ENG": ["F NTH - BEL"]},
        "broken",
    ),
    "no fleet stands in Burgundy": (
        f"[Commit(fra, eng, {mto('fra', 'bur', 'mun', 'sea')})]",
        {"FRA": ["A BUR - MUN"]},
        "void",
    ),
    "an order that was not allowed is none": (f"[Commit(fra, eng, {MUN})]", {"FRA": ["A BUR - ROM"]}, "broken"),
    "the coast a fleet stands on need not be named": (
        f"[Commit(fra, eng, {mto('fra', 'spa', 'gol', 'sea')})]",
        {"FRA": ["F SPA/SC - GOL"]},
        "kept",
        SPAIN,
    ),
    "and not doing it is broken all the same": (
        f"[Commit(fra, eng, {mto('fra', 'spa', 'gol', 'sea')})]",
        {"FRA": ["F SPA/SC H"]},
        "broken",
        SPAIN,
    ),
    # not doing
    "what is not ordered is not done": (f"[Commit(fra, eng, ¬{MUN})]", {"FRA": ["A BUR - RUH"]}, "kept"),
    "not to hold, and then forgetting the order": (f"[Commit(fra, eng, ¬{hld('fra', 'bur')})]", {}, "broken"),
    "two denials are none": (f"[Commit(fra, eng, ¬¬{MUN})]", {"FRA": ["A BUR - MUN"]}, "kept"),
    "if X then Y, and X never came": (
        f"[Commit(fra, eng, ¬({hld('ger', 'ruh')} ∧ ¬{MUN}))]",
        {"GER": ["A RUH - BEL"], "FRA": ["A BUR H"]},
        "kept",
    ),
    "if X then Y, X came and Y did not": (
        f"[Commit(fra, eng, ¬({hld('ger', 'ruh')} ∧ ¬{MUN}))]",
        {"GER": ["A RUH H"], "FRA": ["A BUR H"]},
        "broken",
    ),
    "if X then Y, and both came": (
        f"[Commit(fra, eng, ¬({hld('ger', 'ruh')} ∧ ¬{MUN}))]",
        {"GER": ["A RUH H"], "FRA": ["A BUR - MUN"]},
        "kept",
    ),
    "not peace is nothing that orders show": ("[Commit(fra, eng, ¬pce([eng fra]))]", {}, "open"),
    # times
    "a move in winter is due by then": (
        f"[Commit(fra, eng, {MUN}, ⟨win, 1901⟩)]",
        {"FRA": ["A BUR - MUN"]},
        "kept",
    ),
    "a move in winter cannot be given after fall": (
        f"[Commit(fra, eng, {MUN}, ⟨win, 1901⟩)]",
        {"FRA": ["A BUR H"]},
        "broken",
    ),
    "a move by next winter has time": (
        f"[Commit(fra, eng, {MUN}, ⟨win, 1902⟩)]",
        {"FRA": ["A BUR H"]},
        "open",
    ),
    "a move by next winter may come early": (
        f"[Commit(fra, eng, {MUN}, ⟨win, 1902⟩)]",
        {"FRA": ["A BUR - MUN"]},
        "kept",
    ),
    "not by next winter is broken at once": (
        f"[Commit(fra, eng, ¬{MUN}, ⟨win, 1902⟩)]",
        {"FRA": ["A BUR - MUN"]},
        "broken",
    ),
    "not by next winter is not kept at once": (
        f"[Commit(fra, eng, ¬{MUN}, ⟨win, 1902⟩)]",
        {"FRA": ["A BUR H"]},
        "open",
    ),
    "peace through this fall binds in this fall": (
        "Agree([fra ger], pce([fra ger]), ⟨fal, 1901⟩)",
        {"FRA": ["A BUR - MUN"]},
        "broken kept",
    ),
    "peace through summer has ended": (
        "Agree([fra ger], pce([fra ger]), ⟨sum, 1901⟩)",
        {"FRA": ["A BUR - MUN"]},
        "open open",
    ),
    # peace
    "helping a stranger against the partner": (
        "Agree([eng ger], pce([eng ger]))",
        {"ENG": ["F NTH S A BEL - HOL"]},
        "broken kept",
        LOW,
    ),
    "a help that was not allowed is none": (
        "Agree([eng ger], pce([eng ger]))",
        {"ENG": ["F NTH S A BUR - RUH"]},
        "kept kept",
    ),
    "carrying a stranger to the partner's center": (
        "Agree([eng ger], pce([eng ger]))",
        {"ENG": ["F NTH C A BEL - DEN"]},
        "broken kept",
        LOW | {"centers": {"GER": ["DEN"]}},
    ),
    "helping one member against another": (
        THREE,
        {"ENG": ["F NTH S A BEL - HOL"], "FRA": ["A BEL - HOL"]},
        "broken broken kept",
        LOW,
    ),
    "following a partner who was ordered away": (
        PEACE,
        {"FRA": ["A BUR - RUH"], "GER": ["A RUH - HOL", "A HOL - KIE"]},
        "kept kept",
    ),
    "a partner whose order away was no order has not left": (
        PEACE,
        {"FRA": ["A BUR - RUH"], "GER": ["A RUH - ROM"]},
        "broken kept",
    ),
    "supporting the partner to hold": (PEACE, {"FRA": ["A BUR S A RUH"]}, "kept kept"),
    "bouncing in an empty province is no attack": (
        PEACE,
        {"FRA": ["A BUR - BEL"], "GER": ["A RUH - BEL"]},
        "kept kept",
    ),
    "an attack that was not allowed is none": (PEACE, {"FRA": ["A PIC - MUN"]}, "kept kept"),
    "cutting a support is an attack": (PEACE, {"FRA": ["A BUR - RUH"], "GER": ["A RUH S A HOL - BEL"]}, "broken kept"),
    "who never agreed is not bound": ("Agree([eng fra], pce([eng fra ger]))", {"GER": ["A RUH - BUR"]}, "kept kept"),
    "a promise about others": ("Agree([eng fra], pce([ger ita]))", {"GER": ["A RUH - BUR"]}, "open"),
    # alliances
    "holding up the enemy": (ALLIES, {"FRA": ["A BUR S A RUH"]}, "kept broken"),
    "attacking an ally": (ALLIES, {"ENG": ["F NTH - BEL"]}, "broken kept", LOW),
    "an ally that goes for the enemy": (
        ALLIES,
        {"FRA": ["A BEL - HOL"], "ENG": ["F NTH S A BEL - HOL"]},
        "kept kept",
        LOW,
    ),
    "an alliance against nobody is peace": (
        "Agree([eng fra], aly([eng fra]))",
        {"FRA": ["A BUR S A RUH"], "ENG": ["F NTH - LON"]},
        "kept kept",
    ),
    # demilitarized zones
    "a unit inside that tries to leave and bounces": (
        ZONE,
        {"FRA": ["A BUR - MUN"], "GER": ["A RUH - MUN"]},
        "void kept",
    ),
    "a unit inside that goes": (ZONE, {"FRA": ["A BUR - MUN"]}, "kept kept"),
    "a unit inside that forgets its order": (ZONE, {}, "broken kept"),
    "a unit inside with an order that is none": (ZONE, {"FRA": ["A BUR - ROM"]}, "broken kept"),
    "a unit inside that supports": (ZONE, {"FRA": ["A BUR S A PIC - BEL"]}, "broken kept"),
    "bouncing there": (ZONE, {"FRA": ["A BUR - MUN"], "GER": ["A RUH - BUR"]}, "kept broken"),
    "helping a stranger in": (
        "Agree([eng ger], dmz([eng ger], bel))",
        {"ENG": ["F NTH S A PIC - BEL"], "FRA": ["A PIC - BEL"]},
        "kept kept",
    ),
    "helping a member in": (
        "Agree([eng ger], dmz([eng ger], bel))",
        {"ENG": ["F NTH S A RUH - BEL"], "GER": ["A RUH H"]},
        "broken kept",
    ),
    "a promise of one alone does not bind the other": (
        "[Commit(fra, ger, dmz(fra, bel))]",
        {"GER": ["A RUH - BEL"], "FRA": ["A BUR H"]},
        "kept",
    ),
    # who gets what
    "a support of the owner to be": (SHARE, {"ENG": ["F NTH S A BUR - BEL"], "FRA": ["A BUR - BEL"]}, "kept kept"),
    "a support of a third": (SHARE, {"ENG": ["F NTH S A HOL - BEL"], "GER": ["A HOL - BEL"]}, "broken kept"),
    "the owner to be does not want it": (SHARE, {"FRA": ["A BUR H"]}, "kept kept"),
    # after each other, and together
    "what comes second is not due yet": (f"[Commit(fra, eng, {MUN} ; {PAR})]", {"FRA": ["A BUR - MUN"]}, "kept open"),
    "each of a conjunction for itself": (
        f"[Commit(fra, eng, {MUN} ∧ dmz(fra, ech))]",
        {"FRA": ["A BUR - MUN", "F BRE - ECH"]},
        "kept broken",
    ),
    "orders agreed on bind whose units they are": (
        f"Agree([fra ger], {MUN} ; {hld('ger', 'ruh')})",
        {"FRA": ["A BUR - MUN"], "GER": ["A RUH H"]},
        "kept open",
    ),
    # retreats and builds
    "a retreat to where one cannot go": (
        "[Commit(ger, fra, Do(rto(Unit(ger, Region(ruh, amy)), Region(bel, amy))))]",
        {"GER": ["A RUH - KIE"]},
        "void",
        RETREAT,
    ),
    "a retreat that is left to the rules": (
        "[Commit(ger, fra, Do(dsb(Unit(ger, Region(ruh, amy)))))]",
        {},
        "kept",
        RETREAT,
    ),
    "a retreat of a unit that was not dislodged": (
        "[Commit(fra, ger, Do(rto(Unit(fra, Region(mun, amy)), Region(tyr, amy))))]",
        {},
        "void",
        RETREAT,
    ),
    "a retreat into a partner's center": (
        "Agree([fra ger], pce([fra ger]))",
        {"GER": ["A RUH - HOL"]},
        "kept broken",
        RETREAT | {"centers": {"FRA": ["HOL"]}},
    ),
    "a build where none is due": ("[Commit(fra, eng, Do(bld(Unit(fra, Region(par, amy)))))]", {}, "void", FULL),
    "an ordered build where none is due": (
        "[Commit(fra, eng, Do(bld(Unit(fra, Region(par, amy)))))]",
        {"FRA": ["BUILD A PAR"]},
        "void",
        FULL,
    ),
    "a build in an occupied home": (
        "[Commit(fra, eng, Do(bld(Unit(fra, Region(par, amy)))))]",
        {"FRA": ["BUILD A PAR"]},
        "void",
        HOMELESS,
    ),
    "no build to waive": ("[Commit(fra, eng, Do(wve(fra)))]", {}, "void", FULL),
    "a build that nobody ordered": (
        "[Commit(fra, eng, ¬Do(bld(Unit(fra, Region(bre, sea)))))]",
        {"FRA": ["BUILD F BRE"]},
        "broken",
        WINTER,
    ),
    "a build in a zone": (
        "[Commit(fra, eng, dmz(fra, bre))]",
        {"FRA": ["BUILD F BRE"]},
        "broken",
        WINTER,
    ),
    "a removal that is not due": (
        "[Commit(fra, eng, Do(rem(Unit(fra, Region(bur, amy)))))]",
        {"FRA": ["REMOVE A BUR"]},
        "void",
        WINTER,
    ),
}


@pytest.mark.parametrize(
    ("deal", "orders", "states", "position"), [(*case, None)[:4] for case in CASES.values()], ids=CASES
)
def test_edges(deal, orders, states, position):
    found = checks(deal, orders, position)
    assert " ".join(check.state for check in found) == states, [check.reason for check in found]
    assert all(check.reason.endswith(".") for check in found)


def told(deal, *phases):
    """The states of a deal's promises after each phase: (position, orders) one after the other."""
    term = parse_formula(deal, DIPLOMACY)
    promises, states = None, []
    for data, orders in phases:
        board = position_from_dict(data)
        if promises is None:
            promises = promises_of(term, board)
        given = {
            power: [parse_order(text, board.phase.kind, board) for text in texts] for power, texts in orders.items()
        }
        promises = judged(term, promises, board, adjudicate(board, given).outcomes)
        states.append(" ".join(promise.state for promise in promises))
    return states


def test_promises_in_a_sequence_are_judged_in_turn():
    first = POSITION | {"phase": "S1901M"}
    second = {"phase": "F1901M", "units": ["FRA A MUN"], "centers": {}}
    deal = f"[Commit(fra, eng, {MUN} ; {mto('fra', 'mun', 'ber')})]"
    assert told(deal, (first, {"FRA": ["A BUR - MUN"]}), (second, {"FRA": ["A MUN - BER"]})) == [
        "kept open",
        "kept kept",
    ]
    assert told(deal, (first, {"FRA": ["A BUR H"]}), (POSITION, {"FRA": ["A BUR - MUN"]})) == [
        "broken open",
        "broken void",
    ]


def test_a_limit_is_the_last_turn_that_binds():
    deal = "Agree([fra ger], pce([fra ger]), ⟨fal, 1901⟩)"
    later = POSITION | {"phase": "S1902M"}
    attack = {"FRA": ["A BUR - RUH"]}
    assert told(deal, (POSITION, {}), (later, attack)) == ["kept kept", "kept kept"]
    assert told(deal, (POSITION, attack), (later, {})) == ["broken kept", "broken kept"]


def test_an_excuse_is_not_the_end_of_a_zone():
    """A unit that could not leave this time must leave the next."""
    blocked = {"FRA": ["A BUR - MUN"], "GER": ["A RUH - MUN"]}
    later = POSITION | {"phase": "S1902M"}
    assert told(ZONE, (POSITION, blocked), (later, {"FRA": ["A BUR H"]})) == ["void kept", "broken kept"]
    assert told(ZONE, (POSITION, blocked), (later, {"FRA": ["A BUR - MUN"]})) == ["void kept", "kept kept"]


def test_a_unit_in_a_zone_does_not_keep_it_in_winter():
    """Nor in retreats, until it has left or is removed."""
    blocked = {"FRA": ["A BUR - MUN"], "GER": ["A RUH - MUN"]}
    dislodged = [{"unit": "GER A KIE", "from": "DEN", "retreats": ["BER"]}]
    retreats = POSITION | {"phase": "F1901R", "dislodged": dislodged}
    winter = POSITION | {"phase": "W1901A", "centers": {"FRA": ["PAR", "BRE", "MAR"]}}
    spring = POSITION | {"phase": "S1902M"}
    held = told(ZONE, (POSITION, blocked), (retreats, {}), (winter, {}), (spring, {"FRA": ["A BUR - MUN"]}))
    assert held == ["void kept", "void kept", "void kept", "kept kept"]
    fewer = winter | {"centers": {"FRA": ["PAR", "BRE"]}}
    assert told(ZONE, (fewer, {"FRA": ["REMOVE A BUR"]})) == ["kept kept"]


def test_states_are_four():
    assert {str(state) for state in State} == {"kept", "broken", "void", "open"}


STRUCK = {
    "peace": ("Agree([fra ger], pce([fra ger]))", "FRA A BUR - MUN; GER A RUH - BUR", "broken kept", "broken kept"),
    "an alliance": (
        "Agree([fra ger], aly([fra ger], eng))",
        "FRA A BUR - MUN; GER A RUH - BUR",
        "broken kept",
        "broken kept",
    ),
    "a third power is still at peace": (
        "Agree([eng fra ger], pce([eng fra ger]))",
        "FRA A BUR - MUN; GER A RUH - BUR, ENG F ECH - BRE",
        "kept broken kept",
        "kept broken kept",
    ),
    "and breaks it by attacking another": (
        "Agree([eng fra ger], pce([eng fra ger]))",
        "FRA A BUR - MUN; GER A RUH - BUR, ENG F ECH - BEL",
        "kept broken kept",
        "broken broken kept",
    ),
}


@pytest.mark.parametrize(("deal", "orders", "first", "then"), STRUCK.values(), ids=STRUCK)
def test_who_strikes_back_breaks_nothing(deal, orders, first, then):
    """The peace that was broken in spring does not bind those who were attacked in fall."""
    units = ["FRA A BUR", "GER A RUH", "ENG F ECH"]
    centers = {"FRA": ["BRE", "PAR"], "GER": ["MUN", "BEL"], "ENG": ["LON"]}
    phases = []
    for name, texts in zip(("S1902M", "F1902M"), orders.split(";"), strict=True):
        given: dict[str, list[str]] = {}
        for power, order in (text.split(maxsplit=1) for text in texts.split(",") if text.strip()):
            given.setdefault(power, []).append(order)
        phases.append(({"phase": name, "units": units, "centers": centers}, given))
    assert told(deal, *phases) == [first, then]
