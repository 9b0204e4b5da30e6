"""Deals: how joint plans are cut into them, how they are taken apart and put together, what can be proposed when."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from adjudication.batch import decode_order, encode_orders
from adjudication.encoding import Codes
from adjudication.facts import next_to
from adjudication.notation import format_order, parse_order
from adjudication.position import Position, opening
from adjudication.powers import Power
from bots.hana.judge.deals import (
    DealOption,
    aligned,
    alliance,
    asks_no_more,
    division,
    exchange,
    fitting,
    kind_of,
    merged,
    orders_deal,
    peace,
    promise,
    tellable,
    without,
    zone,
)
from bots.hana.judge.joint import joint_plans
from bots.hana.judge.reach import closeness, reach_of
from bots.hana.search.problem import Movement
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula
from negotiation.printer import format_formula
from negotiation.sense import parts_of
from negotiation.terms import Deal
from tests.bots.boards import board

WEST = board(
    "F1902M",
    "FRA A BUR",
    "FRA A GAS",
    "FRA F POR",
    "GER A MUN",
    "GER A RUH",
    "ENG A BEL",
    centers={"FRA": "PAR MAR BRE POR", "GER": "MUN BER KIE", "ENG": "BEL LON"},
)
PHASE = Movement.of(WEST)


def codes(orders: Mapping[Power, Sequence[str]], position: Position = WEST) -> dict[int, int]:
    """Orders in notation as a plan: code by column."""
    given = {power: tuple(parse_order(text) for text in texts) for power, texts in orders.items()}
    row = encode_orders(position, given)
    named = {(power, text.split()[1]) for power, texts in orders.items() for text in texts}
    return {
        column: int(row[column]) for column, unit in enumerate(position.units) if (unit.power, unit.province) in named
    }


def told(deal: Deal | None) -> str:
    return format_formula(deal, DIPLOMACY) if deal is not None else ""


def deal(text: str) -> Deal:
    return parse_formula(text, DIPLOMACY)  # type: ignore[return-value]


TOGETHER = codes(
    {"FRA": ["A BUR - BEL", "A GAS - BUR", "F POR H"], "GER": ["A RUH S A BUR - BEL", "A MUN H"]},
)


def test_an_exchange_takes_help_for_each_other_and_leaves_out_what_is_nobody_elses_business() -> None:
    """As many orders as a sentence holds: help with what it helps first, then what leads where both could go."""
    found = exchange(PHASE, TOGETHER, "FRA", "GER")
    assert {WEST.units[column].province for column in found} == {"BUR", "RUH", "GAS"}
    assert found == {column: TOGETHER[column] for column in found}


def test_nobody_asks_the_other_to_stand_beside_its_own_centers_or_to_give_alone() -> None:
    start = opening()
    given = {"RUS": ["F SEV H"], "TUR": ["A SMY - ARM", "F ANK - BLA", "A CON - BUL"]}
    plan = codes(given, start)  # type: ignore[arg-type]
    assert exchange(Movement.of(start), plan, "RUS", "TUR") == {}


@pytest.mark.parametrize(
    ("text", "no_more"),
    [
        ("Agree([fra ger], dmz([fra ger], bur))", True),
        ("Agree([fra ger], pce([fra ger]) ∧ ¬Do(bld(Unit(fra, Region(bre, sea)))))", False),
        ("Agree([fra ger], scd(fra, bel) ∧ scd(ger, hol))", True),
        ("Agree([fra ger], scd(ger, hol))", False),
        ("Agree([fra ger], aly([fra ger], eng))", False),
        ("[Commit(fra, ger, hlp(fra, ger, hol)), Commit(ger, fra, hlp(ger, fra, bel))]", True),
        ("[Commit(fra, ger, hlp(fra, ger, hol)), Commit(ger, fra, ent(ger, hol))]", False),
    ],
)
def test_who_is_asked_for_no_more_than_the_other(text: str, no_more: bool) -> None:
    assert asks_no_more(DealOption("FRA", "GER", deal(text))) is no_more


def test_help_is_told_with_what_it_is_for_or_not_at_all() -> None:
    plan = codes({"FRA": ["A BUR S A GAS - PAR", "A GAS - PAR", "F POR H"], "GER": ["A RUH H"]})
    columns = {WEST.units[column].province: column for column in plan}
    found = tellable(PHASE, plan, [columns["BUR"], columns["POR"]])
    assert {WEST.units[column].province for column in found} == {"BUR", "GAS", "POR"}
    del plan[columns["GAS"]]
    assert tellable(PHASE, plan, [columns["BUR"]]) == {}


HELP = [column for column in TOGETHER if WEST.units[column].province == "RUH"]


def test_orders_become_promises_of_either_side() -> None:
    offer = orders_deal(PHASE, "FRA", "GER", tellable(PHASE, TOGETHER, HELP))
    assert offer is not None
    assert told(offer.deal) == (
        "[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(bel, amy)))), Commit(ger, fra, "
        "Do(sup(Unit(ger, Region(ruh, amy)), mto(Unit(fra, Region(bur, amy)), Region(bel, amy)))))]"
    )
    assert offer.agreement(WEST.phase).powers == ("FRA", "GER")
    assert orders_deal(PHASE, "FRA", "ENG", {}) is None
    assert parts_of(promise(PHASE, "FRA", "GER", codes({"FRA": ["F POR H"]}))) == parts_of(
        deal("[Commit(fra, ger, Do(hld(Unit(fra, Region(por, sea)))))]")
    )


THREE = (
    "[Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy)))) ∧ ¬Do(hld(Unit(fra, Region(gas, amy))))), "
    "Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))]"
)


def test_a_deal_comes_apart_promise_by_promise() -> None:
    whole = deal(THREE)
    assert [part.agent for part in parts_of(whole)] == ["FRA", "FRA", "GER"]
    assert [told(without(whole, index)) for index in range(3)] == [
        "[Commit(fra, ger, ¬Do(hld(Unit(fra, Region(gas, amy))))), Commit(ger, fra, "
        "Do(hld(Unit(ger, Region(mun, amy)))))]",
        "[Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy))))), Commit(ger, fra, "
        "Do(hld(Unit(ger, Region(mun, amy)))))]",
        "[Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy)))) ∧ ¬Do(hld(Unit(fra, Region(gas, amy)))))]",
    ]
    assert without(peace("FRA", "GER").deal, 0) is None
    both = division("FRA", "GER", ["BEL"], ["HOL"]).deal
    assert told(without(both, 0)) == "Agree([fra ger], scd(ger, hol))"


def test_two_exchanges_become_one_unless_a_unit_would_do_two_things() -> None:
    one = deal("[Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy)))))]")
    other = deal("[Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))]")
    third = deal("[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(par, amy))))]")
    found = merged(one, other)
    assert [part.agent for part in parts_of(found)] == ["FRA", "GER"] if found else False
    assert merged(one, third) is None
    assert merged(one, peace("FRA", "GER").deal) is None


@pytest.mark.parametrize(
    ("offer", "kind"),
    [
        (peace("FRA", "GER"), "peace"),
        (alliance("FRA", "GER", "ENG"), "alliance"),
        (zone("FRA", "GER", ["BUR"]), "zone"),
        (division("FRA", "GER", ["BEL"], ["HOL"]), "division"),
    ],
)
def test_the_kind_of_a_deal_is_seen_in_it(offer, kind) -> None:
    assert (offer.kind, kind_of(offer.deal)) == (kind, kind)


def test_mixed_deals_are_of_no_kind() -> None:
    assert kind_of(deal("Agree([fra ger], pce([fra ger]) ∧ dmz([fra ger], bur))")) == "other"
    assert kind_of(deal(THREE)) == "other"


# ── joint plans ─────────────────────────────────────────────────────────────────────────────────


def holding(position: Position) -> Codes:
    return encode_orders(position, {})[np.newaxis, :]


def orders_of(plan: Mapping[int, int]) -> set[str]:
    from adjudication.batch import decode_order

    return {format_order(decode_order(code)) for code in plan.values()}


def test_two_that_could_not_alone_take_a_center_together() -> None:
    """Belgium holds against one; Burgundy with the help of Ruhr takes it."""
    nothing = np.zeros(len(PHASE.legal.codes), np.bool_)
    best = joint_plans(PHASE, ("FRA", "GER"), holding(WEST), nothing, effort=3000)[0]
    taken = orders_of(best.orders)
    assert taken & {"A BUR - BEL", "A RUH - BEL"}
    assert taken & {"A RUH S A BUR - BEL", "A BUR S A RUH - BEL"}
    alone = joint_plans(PHASE, ("FRA",), holding(WEST), nothing, effort=3000)[0]
    assert set(alone.orders) == {column for column, unit in enumerate(WEST.units) if unit.power == "FRA"}


def test_joint_plans_keep_promises() -> None:
    barred = np.isin(PHASE.legal.codes, [code for code in PHASE.legal.of(2) if code != PHASE.legal.of(2)[0]])
    bound = WEST.units[2]
    for plan in joint_plans(PHASE, ("FRA", "GER"), holding(WEST), barred, effort=2000):
        assert f"{bound.kind} {bound.region} H" in orders_of(plan.orders)


def test_reach_and_closeness() -> None:
    assert {"BUR", "PAR", "BEL", "MUN", "RUH"} <= reach_of(WEST, "FRA")
    assert "STP" not in reach_of(WEST, "FRA")
    assert closeness(WEST, "FRA", "GER") == 1
    assert closeness(WEST, "FRA", "TUR") == 0
    assert {"BUR", "PIC", "BRE", "GAS"} == next_to("PAR")


@pytest.mark.parametrize(
    ("orders", "left"),
    [
        ({"FRA": ["A BUR - BEL"], "GER": ["A RUH S A BUR - BEL"]}, {"A BUR - BEL", "A RUH S A BUR - BEL"}),
        ({"FRA": ["A BUR - PAR"], "GER": ["A RUH S A BUR - BEL"]}, {"A BUR - PAR"}),
        ({"FRA": ["A BUR - PAR"], "GER": ["A RUH S A BUR"]}, {"A BUR - PAR"}),
        ({"FRA": ["A BUR H"], "GER": ["A RUH S A BUR"]}, {"A BUR H", "A RUH S A BUR"}),
        ({"GER": ["A RUH S A BEL", "A MUN S A BUR"]}, {"A MUN S A BUR"}),
    ],
)
def test_help_that_helps_nobody_is_not_talked_about(orders: dict[Power, list[str]], left: set[str]) -> None:
    """Of units that are given no order here, only the friend's count."""
    assert orders_of(fitting(PHASE, codes(orders), "FRA")) == left


def test_support_is_given_for_the_coast_that_is_gone_to() -> None:
    position = board("S1905M", "AUS A GRE", "AUS A SER", "TUR F CON")
    orders = codes({"AUS": ("A GRE S F CON - BUL/EC", "A SER S A GRE"), "TUR": ("F CON - BUL/SC",)}, position)
    found = {format_order(decode_order(code)) for code in aligned(Movement.of(position), orders).values()}
    assert found == {"A GRE S F CON - BUL/SC", "F CON - BUL/SC", "A SER S A GRE"}
