"""Rounds of the ladder: who meets whom, as which power."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.powers import POWERS
from bots.experiment.file.plans import games_of, plan_of
from bots.experiment.file.reading import read_declaration
from bots.ladder.entrants import TABLES, YARDSTICK, Table, entrants_of
from bots.ladder.rounds import SEEDS_APART, Settings, TooFewEntrantsError, round_text, seatings
from bots.registry import BOTS, Bot, also_on_offer


@given(many=st.integers(7, 40), seed=st.integers(0, 10**6), number=st.integers(0, 50))
def test_each_entrant_plays_each_power_once_in_a_round(many: int, seed: int, number: int) -> None:
    entrants = [f"bot-{each}" for each in range(many)]
    games = seatings(entrants, seed, number)
    assert len(games) == many
    assert all(len(set(seats)) == len(POWERS) for seats in games)
    for seat in range(len(POWERS)):
        assert sorted(seats[seat] for seats in games) == sorted(entrants)


@pytest.mark.parametrize("many", [7, 12, 20, 25])
def test_all_pairs_meet_within_three_rounds(many: int) -> None:
    entrants = [str(each) for each in range(many)]
    met = Counter(
        frozenset(pair)
        for number in range(3)
        for seats in seatings(entrants, 36, number)
        for pair in combinations(seats, 2)
    )
    assert len(met) == many * (many - 1) // 2


def test_rounds_differ_and_are_the_same_again_in_any_order_of_names() -> None:
    entrants = [str(each) for each in range(12)]
    assert seatings(entrants, 1, 0) == seatings(entrants[::-1], 1, 0)
    assert len({str(seatings(entrants, seed, number)) for seed in (1, 2) for number in range(3)}) == 6


def test_too_few_bots_are_refused() -> None:
    with pytest.raises(TooFewEntrantsError, match="There are 6 bots"):
        seatings("abcdef", 1, 0)


@pytest.mark.parametrize("table", TABLES)
def test_a_round_is_an_experiment_that_workers_can_play(table: Table) -> None:
    settings = Settings(table, seed=5, until=1903, seconds=0.5)
    entrants = entrants_of(table)
    declaration = read_declaration(round_text(settings, entrants, 3))
    plans = [plan_of(declaration, game) for game in games_of(declaration)]
    assert [tuple(plan.seats.values()) for plan in plans] == seatings(entrants, 5, 3)
    assert {plan.seed for plan in plans} == {5 * SEEDS_APART + 3}
    assert {(plan.until, plan.seconds) for plan in plans} == {(1903, 0.5)}
    assert {plan.level > 0 for plan in plans} == {table == "talking"}


def test_entrants_follow_from_the_registry() -> None:
    silent, talking = entrants_of("silent"), entrants_of("talking")
    assert {"hana-gentle", "hana", "hana-strong", "blabbot", YARDSTICK} <= set(talking)
    assert {"hana-mute", "dumbbot", "holdbot"} <= set(silent)
    assert set(silent) & set(talking) == {YARDSTICK}
    assert not any(BOTS[name].alias for name in (*silent, *talking))
    newcomer = Bot("newcomer", "Newcomer", "", BOTS["holdbot"].make, talks=True)
    with also_on_offer(newcomer):
        assert "newcomer" in entrants_of("talking")
        assert "newcomer" not in entrants_of("silent")
