"""LA Diplomat: its patterns, its table, and its training."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.notation import parse_order
from adjudication.options import legal_orders
from adjudication.orders import Move
from adjudication.position import opening
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.view import SeatView
from bots.zoo.la.__main__ import main
from bots.zoo.la.agent import la_diplomat, pattern_bot
from bots.zoo.la.patterns import FAMILIES, PATTERNS, option_patterns, order_patterns, pair_patterns, sight
from bots.zoo.la.training import Step, learn, self_play
from bots.zoo.la.weights import FILE, WrongWeightsError, load, save
from tests.effort import examples

BOARDS = [position for position, _ in positions_of_a_game()]
_LARGEST = 100_000
CHECKSUM = 98.225


@settings(max_examples=examples(50))
@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.randoms(use_true_random=False))
def test_every_pattern_has_its_row_in_the_table(position, power, rng) -> None:
    legal = legal_orders(position, power, STANDARD_RULES)
    option = [rng.choice(orders) for orders in legal.values()]
    found = option_patterns(sight(position, power), option)
    assert all(0 <= pattern < PATTERNS for pattern in found)
    assert len([each for each in found if each >= PATTERNS - FAMILIES["base"]]) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A PAR - BUR", "A PAR - GAS"),
        ("A PAR - BUR", "A PAR H"),
        ("A MAR - SPA", "A MAR - PIE"),
        ("A MAR S A PAR", "A MAR S A PAR - BUR"),
    ],
)
def test_different_orders_match_different_patterns(one: str, other: str) -> None:
    seen = sight(opening(), "FRA")
    assert order_patterns(seen, parse_order(one)) != order_patterns(seen, parse_order(other))


def test_orders_match_patterns_together() -> None:
    seen = sight(opening(), "FRA")

    def pairs(*texts: str) -> set[int]:
        return set(pair_patterns(seen, [parse_order(text) for text in texts]))

    helped, useless = pairs("A PAR - BUR", "A MAR S A PAR - BUR"), pairs("A PAR - GAS", "A MAR S A PAR - BUR")
    clash, apart = pairs("A PAR - BUR", "A MAR - BUR"), pairs("A PAR - BUR", "A MAR - SPA")
    assert helped.isdisjoint(useless)
    assert clash - apart, "two that want one place"


def test_the_table_that_comes_with_it_is_small_and_of_the_right_shape() -> None:
    weights, games = load()
    assert FILE.stat().st_size <= _LARGEST
    assert weights.shape == (PATTERNS,)
    assert games >= 100
    assert np.count_nonzero(weights) > 2000
    assert checksum(weights) == CHECKSUM, "trained anew? put its sum here, and its strength into docs/zoo.md"


def checksum(weights) -> float:
    return round(float(np.abs(weights, dtype=np.float64).sum()), 3)


def test_an_order_that_has_won_centers_is_preferred() -> None:
    weights = np.zeros(PATTERNS, dtype=np.float32)
    seen, move = sight(opening(), "FRA"), parse_order("A MAR - SPA")
    weights[list(order_patterns(seen, move))] = 1.0
    view = SeatView("FRA", opening(), STANDARD_RULES)
    assert move in pattern_bot(weights.tolist()).decide(view, {}, Random(1), 5.0).orders


def test_learning_moves_a_decision_towards_what_it_won() -> None:
    weights = np.zeros(PATTERNS, dtype=np.float32)
    steps = [Step((1, 2), 3), Step((3, 4, 4), 5), Step((), 5)]
    for _ in range(200):
        learn(weights, steps, 0)
    assert weights[[1, 2]].sum() == pytest.approx(2.0, abs=0.01), "two centers were won after the first"
    assert weights[[3, 4, 4]].sum() == pytest.approx(0.0, abs=0.01)


def test_a_game_against_itself_has_decisions_of_all_seats() -> None:
    steps = self_play(np.zeros(PATTERNS, dtype=np.float32), 0, 1)
    assert set(steps) == set(POWERS)
    assert all(len(each) > 10 and each[-1].patterns == () for each in steps.values())


def test_training_that_was_stopped_goes_on_as_if_it_had_not(tmp_path, capsys) -> None:
    once, twice = tmp_path / "once.npz", tmp_path / "twice.npz"
    assert main(["--games", "2", "--seed", "3", "--file", str(once)]) == 0
    for games in ("1", "2"):
        assert main(["--games", games, "--seed", "3", "--file", str(twice)]) == 0
    assert load(once)[1] == load(twice)[1] == 2
    assert np.array_equal(load(once)[0], load(twice)[0])
    assert "has seen 2 games" in capsys.readouterr().out


def test_a_table_of_other_patterns_is_refused(tmp_path, capsys) -> None:
    path = tmp_path / "old.npz"
    save(np.zeros(3, dtype=np.float32), 5, path)
    with pytest.raises(WrongWeightsError, match="Train a new one"):
        load(path)
    with pytest.raises(SystemExit):
        main(["--games", "1", "--file", str(path)])
    assert "--fresh" in capsys.readouterr().err


def test_it_leaves_home_at_the_opening() -> None:
    for power in POWERS:
        orders = la_diplomat().decide(SeatView(power, opening(), STANDARD_RULES), {}, Random(1), 5.0).orders
        assert sum(isinstance(order, Move) for order in orders) >= 2, power
