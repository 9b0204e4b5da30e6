"""Bots of three evaluators: legal, repeatable, in time."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD, province_of
from adjudication.legality import refusal
from adjudication.options import legal_orders
from adjudication.orders import Build, Hold, Move, Order, Remove, Support, Waive
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.asking import ask
from bots.contract import CORNERS, breaches_of, views
from bots.evaluators import EvaluatorBot, Option
from bots.evaluators.beam import best_of_beam
from bots.evaluators.examples import evaluating_dumbbot, random_bot
from bots.values import Place
from bots.view import SeatView

OPENING = SeatView("FRA", opening(), STANDARD_RULES)


def centers(view: SeatView, place: Place) -> float:
    province = province_of(place[1])
    return float(province in STANDARD.centers and view.position.centers.get(province) != view.power)


def arrivals(view: SeatView, order: Order, worths: Mapping[Place, float]) -> float:
    return worths[order.kind, order.target] if isinstance(order, Move) and not order.via else 0.0


def total(view: SeatView, option: Option, worths: Mapping[Order, float]) -> float:
    return sum(worths[order] for order in option)


def judged(bot: EvaluatorBot, view: SeatView, seed: int) -> float:
    """Worth of what the bot plays, by its own option evaluator."""
    last: dict[str, Mapping[Order, float]] = {}

    def noting(view: SeatView, option: Option, worths: Mapping[Order, float]) -> float:
        last["worths"] = worths
        return bot.option(view, option, worths)

    orders = replace(bot, option=noting).decide(view, {}, Random(seed), 60.0).orders
    return bot.option(view, orders, last["worths"])


@pytest.mark.parametrize("make", [random_bot, evaluating_dumbbot, lambda: evaluating_dumbbot(1)])
def test_it_keeps_the_contract_at_any_position(make: object) -> None:
    assert [str(each) for each in breaches_of(make, step=5)] == []  # type: ignore[arg-type]


def test_three_short_functions_are_a_bot() -> None:
    orders = EvaluatorBot(centers, arrivals, total).decide(OPENING, {}, Random(1), 5.0).orders
    assert Move("A", "MAR", "SPA") in orders


def test_keeping_more_is_never_worth_less() -> None:
    for view in list(views(step=6)):
        worths = [judged(evaluating_dumbbot(kept), view, seed=4) for kept in (2, 3, 4, 6, 9)]
        assert worths == sorted(worths), view.position


def test_keeping_more_finds_more() -> None:
    better = [judged(evaluating_dumbbot(8), view, 4) > judged(evaluating_dumbbot(2), view, 4) for view in views(6)]
    assert sum(better) > len(better) / 10


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5), min_size=1, max_size=5), st.integers(0, 99))
def test_any_beam_gets_no_worse_by_another_lane(rows: list[list[int]], salt: int) -> None:
    def worth(items: tuple[int, ...]) -> float:
        return Random(f"{salt}{items}").random()

    def best(kept: int) -> float:
        return worth(best_of_beam(len(rows), lambda step, _: iter(rows[step]), worth, kept=kept, in_time=lambda: True))

    found = [best(kept) for kept in range(1, 9)]
    assert found == sorted(found)


def test_the_same_seed_gives_the_same_orders() -> None:
    bot = evaluating_dumbbot()
    for view in list(views(step=9)):
        assert bot.decide(view, {}, Random(7), 5.0) == bot.decide(view, {}, Random(7), 5.0)


def test_nothing_but_chance_decides_where_everything_is_worth_nothing() -> None:
    legal = legal_orders(OPENING.position, "FRA")["PAR"]
    drawn = Counter(
        next(order for order in random_bot().decide(OPENING, {}, Random(seed), 5.0).orders if order in legal)
        for seed in range(60 * len(legal))
    )
    assert set(drawn) == set(legal)
    assert max(drawn.values()) < 2 * min(drawn.values())


def test_a_bot_with_slow_evaluators_keeps_its_time() -> None:
    def slowly(view: SeatView, option: Option, worths: Mapping[Order, float]) -> float:
        time.sleep(0.01)
        return total(view, option, worths)

    started = time.monotonic()
    answer = ask(EvaluatorBot(centers, arrivals, slowly, kept=1000), OPENING, {}, Random(1), 1.0)
    assert time.monotonic() - started < 2.0
    assert answer.faults == ()
    assert Move("A", "MAR", "SPA") in answer.orders


def test_a_bot_whose_orders_take_too_long_still_orders_every_unit() -> None:
    def slowly(view: SeatView, order: Order, worths: Mapping[Place, float]) -> float:
        time.sleep(0.005)
        return 0.0

    answer = ask(EvaluatorBot(centers, slowly, total), OPENING, {}, Random(1), 0.1)
    assert answer.faults == ()
    assert len(answer.orders) == 3


def test_builds_are_due_in_number_and_removals_take_the_least_worth() -> None:
    two = SeatView("RUS", CORNERS["two coasts to build on"], STANDARD_RULES)
    builds = evaluating_dumbbot().decide(two, {}, Random(1), 5.0).orders
    assert len(builds) == 2
    assert all(isinstance(order, Build) for order in builds)
    waived = EvaluatorBot(
        lambda view, place: 0.0, lambda view, order, worths: float(isinstance(order, Waive)), total
    ).decide(two, {}, Random(1), 5.0)
    assert waived.orders == (Waive(), Waive())
    last = SeatView("FRA", CORNERS["last unit goes"], STANDARD_RULES)
    assert evaluating_dumbbot().decide(last, {}, Random(1), 5.0).orders == (Remove("A", "SPA"),)


def test_an_order_that_nobody_needs_supported_is_not() -> None:
    for seed in range(5):
        orders = evaluating_dumbbot().decide(OPENING, {}, Random(seed), 5.0).orders
        assert all(refusal(OPENING.position, "FRA", order) is None for order in orders)
        goals = [province_of(order.target) for order in orders if isinstance(order, Move)]
        assert len(goals) == len(set(goals))
        assert all(isinstance(order, Move | Hold | Support) for order in orders)


def test_senseless_settings_and_answers_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="keeps at least 1 option, not 0"):
        evaluating_dumbbot(0)
    mad = EvaluatorBot(lambda view, place: float("nan"), arrivals, total)
    answer = ask(mad, OPENING, {}, Random(1), 5.0)
    assert "The region evaluator gave nan for ('A'" in answer.faults[0].text
