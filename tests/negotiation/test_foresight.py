"""Promise-breaking orders and conflicting deals are known in advance."""

import pytest

from adjudication.notation import parse_order
from negotiation.diplomacy import DIPLOMACY
from negotiation.foresight import Given, Standing, breaks, contradicts, promised_orders
from negotiation.parser import parse_formula
from tests.bots.boards import board

SEA = board("S1902M", "FRA F BRE", "FRA A PAR", "FRA A MAR", "ENG F LON", "GER A BUR", "GER A MUN", centers={"GER": "MUN", "ENG": "LON"})  # fmt: skip  # noqa: E501
MINE = "Do(mto(Unit(fra, Region(par, amy)), Region({}, amy)))"
THEIRS = "Do(mto(Unit(ger, Region(bur, amy)), Region({}, amy)))"
DMZ = "Agree([eng fra], dmz([eng fra], [ech]), ⟨win, 1903⟩)"
PEACE = "Agree([fra ger], pce([fra ger]))"


def deal(text):
    return parse_formula(text, DIPLOMACY)


def given(*texts, power="FRA", written=True):
    return [Given(power, parse_order(text, "M", SEA), written) for text in texts]


@pytest.mark.parametrize(
    ("promised", "orders", "broken"),
    [
        (DMZ, ["F BRE - ECH", "A PAR H"], ["F BRE - ECH"]),
        (DMZ, ["F BRE - MAO", "A PAR H"], []),
        (PEACE, ["A PAR - BUR", "A MAR S A PAR - BUR"], ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        (PEACE, ["A PAR - PIC", "A MAR - GAS"], []),
        (f"[Commit(fra, ger, {MINE.format('pic')})]", ["A PAR - GAS", "A MAR H"], ["A PAR - GAS"]),
        (f"[Commit(fra, ger, {MINE.format('pic')})]", ["A PAR - PIC", "A MAR H"], []),
        (f"[Commit(fra, ger, {MINE.format('pic')})]", ["A MAR H"], []),
        (f"[Commit(fra, ger, ¬{MINE.format('pic')})]", ["A PAR - PIC"], ["A PAR - PIC"]),
        (
            "[Commit(fra, ger, ent(fra, gas))]",
            ["A PAR H", "A MAR H", "F BRE - MAO"],
            ["A PAR H", "A MAR H", "F BRE - MAO"],
        ),
        ("[Commit(fra, ger, ent(fra, gas))]", ["A PAR - GAS", "A MAR H", "F BRE - MAO"], []),
        (f"[Commit(fra, ger, {MINE.format('pic')[:-1]}, ⟨spr, 1903⟩))]", ["A PAR - GAS"], []),
    ],
)
def test_the_orders_that_break_a_promise_are_named(promised, orders, broken):
    found = breaks(Standing(deal(promised)), "FRA", given(*orders), SEA)
    assert set(found) == {parse_order(text, "M", SEA) for text in broken}


def test_who_has_promised_to_leave_is_not_attacked():
    going = f"[Commit(ger, fra, {THEIRS.format('ruh')})]"
    (leaving,) = promised_orders(deal(going), "GER", SEA)
    assert breaks(Standing(deal(PEACE)), "FRA", [*given("A PAR - BUR"), Given("GER", leaving)], SEA) == {}
    swap = f"[Commit(fra, ger, {MINE.format('bur')}), Commit(ger, fra, {THEIRS.format('ruh')})]"
    assert contradicts(deal(swap), Standing(deal(PEACE)), "FRA", SEA) is None


def test_a_unit_without_an_order_breaks_what_holding_breaks():
    zone = Standing(deal("Agree([fra ger], dmz([fra ger], [mar par]))"))
    assert len(breaks(zone, "FRA", given("A MAR H", written=False), SEA)) == 1
    assert breaks(zone, "FRA", given("A MAR - GAS"), SEA) == {}
    move = Standing(deal(f"[Commit(fra, ger, {MINE.format('pic')})]"))
    assert breaks(move, "FRA", given("A PAR H", written=False), SEA) == {}


def test_what_is_done_with_binds_nobody():
    assert breaks(Standing(deal(DMZ), frozenset({0, 1})), "FRA", given("F BRE - ECH"), SEA) == {}


@pytest.mark.parametrize(
    ("new", "old", "at_odds"),
    [
        ("Agree([fra ita], aly([fra ita], [ger]))", PEACE, True),
        (PEACE, "Agree([fra ita], aly([fra ita], [ger]))", True),
        ("Agree([fra ita], aly([fra ita], [aus]))", PEACE, False),
        ("Agree([fra ita], pce([fra ita]))", PEACE, False),
        (f"[Commit(fra, ita, {MINE.format('bur')})]", PEACE, True),
        (f"[Commit(fra, ita, {MINE.format('pic')})]", PEACE, False),
        (f"[Commit(fra, ita, {MINE.format('pic')})]", f"[Commit(fra, ger, {MINE.format('gas')})]", True),
        ("Agree([eng fra], dmz([eng fra], [pic]))", f"[Commit(fra, ger, {MINE.format('pic')})]", True),
        ("Agree([fra ita], scd(fra, tun) ∧ scd(ita, gre))", "Agree([fra tur], scd(tur, gre))", True),
    ],
)
def test_deals_that_cannot_both_be_kept(new, old, at_odds):
    assert (contradicts(deal(new), Standing(deal(old)), "FRA", SEA) is not None) is at_odds
