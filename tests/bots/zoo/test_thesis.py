"""The thesis' agents (6.6.2, 6.6.3): plans that are completed, options, answers, and that promises are kept."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import province_of
from adjudication.legality import refusal
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders
from adjudication.orders import Hold, Move, Support
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from bots.arena.game import GamePlan, Record, play
from bots.contract import positions_of_a_game
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, Said, SeatView
from bots.zoo.thesis.negotiator import ThesisNegotiator, options_of
from bots.zoo.thesis.strategy import ThesisBot, complete_plan, destination_of
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from tests.bots.boards import board

BOARDS = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"]
BURGUNDY = board(
    "F1903M",
    *("FRA A PAR", "FRA A PIC", "FRA A GAS", "GER A BUR", "GER A RUH", "ITA A PIE", "ITA F TUN", "ENG F ECH"),
    centers={
        "FRA": "BRE MAR SPA",
        "GER": "BER KIE PAR",
        "ITA": "ROM NAP TUN",
        "ENG": "LON LVP EDI",
    },
)


def view_of(power: Power, *said: str, deals: tuple[str, ...] = ()) -> SeatView:
    talk = tuple(Said(BURGUNDY.phase, parse(text, DIPLOMACY)) for text in said)
    made = tuple(
        Agreement(BURGUNDY.phase, ("FRA", "ITA"), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
        for text in deals
    )
    return SeatView(power, BURGUNDY, STANDARD_RULES, talk=talk, agreements=made, level=1)


def answers(view: SeatView) -> list[str]:
    words = hear_in_time(ThesisNegotiator(), view, {}, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.randoms(use_true_random=False), st.booleans())
def test_a_plan_is_completed_whatever_of_it_is_given(position, power, rng, backs):
    rules = EDITIONS["dipgame"]
    options = legal_orders(position, power, rules)
    chosen = [
        rng.choice([each for each in orders if isinstance(each, Hold | Move | Support)])
        for orders in options.values()
        if rng.random() < 0.5
    ]
    plan = complete_plan(position, power, rng, chosen, backs=backs)
    assert {province_of(order.region) for order in plan.orders} == {unit.province for unit in position.units_of(power)}
    assert set(chosen) <= set(plan.orders)
    assert all(refusal(position, power, order, rules) is None for order in plan.orders)
    free = [destination_of(order) for order in plan.orders if order not in chosen]
    assert len(set(free)) == len(free)


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.randoms(use_true_random=False))
def test_options_are_supports_that_help_the_plan_the_best_first(position, power, rng):
    plan = complete_plan(position, power, rng, backs=True)
    found = options_of(position, power, plan)
    assert [each.relief for each in found] == sorted((each.relief for each in found), reverse=True)
    for option in found:
        assert option.order in plan.orders
        assert 0 < len(option.supports) <= plan.need(option.order)
        assert all(refusal(position, option.partner, support) is None for support in option.supports)
        helped = {destination_of(option.order): len(option.supports)}
        after = complete_plan(position, power, Random(0), plan.orders, helped, backs=True)
        assert after.risk <= plan.risk
        assert after.value >= plan.value


HOLDS = "[Commit(ita, fra, Do(sup(Unit(ita, Region(pie, amy)), mto(Unit(fra, Region(gas, amy)), Region(mar, amy)))))]"
LEAVES = "[Commit(fra, ita, Do(sup(Unit(fra, Region(gas, amy)), mto(Unit(ita, Region(pie, amy)), Region(mar, amy)))))]"


def test_what_leaves_the_plan_as_good_is_accepted() -> None:
    """Offered help costs nothing."""
    deal = "[Commit(eng, fra, Do(sup(Unit(eng, Region(ech, sea)), hld(Unit(fra, Region(pic, amy))))))]"
    assert answers(view_of("FRA", f"propose(eng, fra, {deal})"))[0] == f"accept(fra, eng, {deal})"


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (LEAVES, "the army has a better place to go to"),
        ("Agree([fra ita], pce([fra ita]))", "no order"),
        ("[Commit(fra, ita, Do(mto(Unit(fra, Region(par, amy)), Region(mos, amy))))]", "cannot be ordered"),
        ("[Commit(fra, ita, Do(hld(Unit(fra, Region(ber, amy)))))]", "no such unit"),
        ("[Commit(fra, ita, Do(mto(Unit(fra, Region(pic, amy)), Region(lon, amy))))]", "it never goes by sea"),
    ],
    ids=lambda value: value if " " in value and "(" not in value else "",
)
def test_the_thesis_negotiator_rejects_other_deals(deal: str, why: str) -> None:
    assert answers(view_of("FRA", f"propose(ita, fra, {deal})"))[0] == f"reject(fra, ita, {deal})", why


def test_it_asks_for_help_where_its_plan_is_weak_and_asks_nobody_twice() -> None:
    def asks(view: SeatView) -> list[str]:
        words = open_talk_in_time(ThesisNegotiator(), view, {}, Random(1), 5)
        assert words.faults == ()
        return [format_term(each, DIPLOMACY) for each in words.utterances]

    first = asks(view_of("FRA"))
    assert first
    assert all(text.startswith("propose(fra, ") and "Do(sup(" in text for text in first)
    assert not set(asks(view_of("FRA", *first))) & set(first)
    rejected = [f"reject({text[13:16]}, fra, {text.split(', ', 2)[2][:-1]})" for text in first]
    later = asks(view_of("FRA", *first, *rejected))
    assert not set(later) & set(first)
    before = replace(
        view_of("FRA"), talk=tuple(replace(each, phase=BOARDS[0].phase) for each in view_of("FRA", *first).talk)
    )
    silent = {text[13:16] for text in first}
    assert not silent & {text[13:16] for text in asks(before)}, "who never answered is not asked again"


def test_agreed_orders_are_given() -> None:
    view = view_of("FRA", deals=(LEAVES,))
    orders = ThesisNegotiator().decide(view, {}, Random(1), 1).orders
    assert parse_order("A GAS S A PIE - MAR") in orders
    helped = view_of("FRA", deals=(HOLDS,))
    assert parse_order("A GAS - MAR") in ThesisNegotiator().decide(helped, {}, Random(1), 1).orders


def test_a_promise_goes_before_help_for_another_order_of_the_same_unit() -> None:
    stays = "[Commit(fra, ita, Do(hld(Unit(fra, Region(gas, amy)))))]"
    for deals in ((stays, HOLDS), (HOLDS, stays)):
        assert parse_order("A GAS H") in ThesisNegotiator().decide(view_of("FRA", deals=deals), {}, Random(1), 1).orders


def test_without_talk_it_plays_like_the_mute_one() -> None:
    for position in BOARDS[:6]:
        for power in POWERS:
            view = SeatView(power, position, STANDARD_RULES)
            mute = ThesisBot(backs=True).decide(view, {}, Random(3), 1).orders
            assert ThesisNegotiator().decide(view, {}, Random(3), 1).orders == mute


def test_the_plan_found_at_first_is_remembered_as_text_and_nonsense_is_forgotten() -> None:
    view = view_of("FRA")
    decision = ThesisNegotiator().decide(view, {}, Random(1), 1)
    assert decision.memory["plan"] == [format_order(order) for order in decision.orders]
    for plan in (None, [1], ["A XYZ H"], ["A PAR H"], "A PAR H"):
        memory = {"phase": "F1903M", "plan": plan}
        assert len(ThesisNegotiator().decide(view, memory, Random(1), 1).orders) == 3


@pytest.fixture(scope="module")
def record() -> Record:
    seats = dict.fromkeys(POWERS, "thesis-negotiator")
    return play(GamePlan(number=1, seed=5, seats=seats, until=1904, seconds=60, rulebook="dipgame", level=1))


def test_every_promise_is_kept_as_far_as_the_board_allows(record: Record) -> None:
    states = [promise["state"] for phase in record["phases"] for promise in phase.get("promises", ())]
    assert "kept" in states
    assert "broken" not in states
    assert record["faults"] == {}


def test_nobody_convoys(record: Record) -> None:
    orders = [order for phase in record["phases"] for given in phase["orders"].values() for order in given]
    assert not [order for order in orders if " C " in order or "VIA" in order]
