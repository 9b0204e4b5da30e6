"""The batched environment: game by game what `DiplomacyEnv` gives, many at once."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from adjudication.batch import Boards
from adjudication.encoding import CENTERS
from adjudication.env.actions import CODES, FIRSTS, SLOTS, WIDTH
from adjudication.env.batched import BatchEnv
from adjudication.env.features import Reward
from adjudication.env.parallel import DiplomacyEnv
from adjudication.phase import Phase
from adjudication.position import ImpossiblePosition, Position, opening, position_from_dict
from adjudication.powers import POWERS
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from adjudication.victory import verdict
from tests.adjudication.batch.dealer import deal_orders, deal_position

LAST_YEAR = 1904


def _crowded(seed: int, games: int) -> list[Position]:
    """Positions in which many units are dislodged and trapped."""
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < games:
        dealt = deal_position(rng, rng.choice((20, 28, 34)))
        position = Position(Phase("F", 1902, "M"), dealt.units, dealt.centers)
        if verdict(position) is None and max(len(position.centers_of(power)) for power in POWERS) < 12:
            found.append(position)
    return found


def _chosen(batch: BatchEnv, rng: Random, chance: np.random.Generator) -> np.ndarray:
    """Legal actions by chance; orders of movements that meet more often than by chance alone."""
    actions = batch.sample(chance)
    for game in range(len(batch)):
        position = batch.position(game)
        if batch.over[game] or position.phase.kind != "M":
            continue
        slots = np.flatnonzero(batch.rows[game].ravel())
        first = game * actions[game].size
        legal = [batch.legal[batch.starts[first + slot] : batch.starts[first + slot + 1]] for slot in slots]
        rows = batch.rows[game].ravel()[slots]
        codes = [CODES[FIRSTS[row] + found].tolist() for row, found in zip(rows, legal, strict=True)]
        dealt = deal_orders(rng, position.units, codes)
        picked = [found[each.index(code)] for found, each, code in zip(legal, codes, dealt, strict=True)]
        actions[game].ravel()[slots] = picked
    return actions


def _compare(
    positions: list[Position], rulebook: Rulebook, reward: Reward, seed: int, wild: float = 0.02
) -> Counter[str]:
    """Play chance actions in both environments; counts phases by kind.

    Some of the actions are illegal.
    """
    games = len(positions)
    batch = BatchEnv(games, last_year=LAST_YEAR, reward=reward, rulebook=rulebook)
    batch.reset(positions)
    single = [DiplomacyEnv(last_year=LAST_YEAR, reward=reward, rulebook=rulebook) for _ in range(games)]
    seen = [env.reset(options={"position": position})[0] for env, position in zip(single, positions, strict=True)]
    chance = np.random.default_rng(seed)
    rng = Random(seed)
    played: Counter[str] = Counter()
    while not batch.over.all():
        board, masks = batch.observe(), batch.mask(range(games))
        for game, env in enumerate(single):
            assert bool(env.agents) != bool(batch.over[game])
            if not env.agents:
                continue
            assert batch.position(game) == env.position
            played[env.position.phase.kind] += 1
            for agent in env.agents:
                power = POWERS.index(agent)
                expected = seen[game][agent]["observation"]
                for name in ("board", "phase", "year", "due"):
                    np.testing.assert_array_equal(board[name][game], expected[name], str(env.position))
                np.testing.assert_array_equal(board["rows"][game, power], expected["rows"], str(env.position))
                np.testing.assert_array_equal(masks[game, power], seen[game][agent]["action_mask"], str(env.position))
        actions = _chosen(batch, rng, chance)
        wrong = chance.random(actions.shape) < wild
        actions = np.where(wrong, chance.integers(0, WIDTH, actions.shape), actions)
        step = batch.step(actions)
        for game, env in enumerate(single):
            if not env.agents:
                continue
            given = {agent: actions[game, POWERS.index(agent)] for agent in env.agents}
            seen[game], rewards, dead, late, infos = env.step(given)
            for agent in given:
                place = game, POWERS.index(agent)
                assert step.rewards[place] == pytest.approx(rewards[agent])
                assert (step.terminated[place], step.truncated[place]) == (dead[agent], late[agent])
                assert step.illegal[place] == infos[agent]["illegal"]
    return played


@pytest.mark.parametrize(
    ("edition", "reward"), [("2023", "centers"), ("classic", "draw"), ("dipgame", "squares"), ("datc3", "win")]
)
def test_every_game_is_that_of_the_single_environment(edition: str, reward: Reward) -> None:
    seed = len(edition) + 7
    played = _compare([opening(), *_crowded(seed, 8)], EDITIONS[edition], reward, seed)
    assert played["M"] > 20
    assert played["R"] > 2
    assert played["A"] > 5


def test_disputed_rules_hold_in_both() -> None:
    rules = Rulebook(convoyed_origin="closed", convoy_intent="any_fleet", paradox="all_hold", draw_year=1903)
    assert _compare(_crowded(5, 4), rules, "draw", 5)["M"] > 10


def test_a_game_that_ends_begins_anew() -> None:
    env = BatchEnv(3, last_year=1901, restart=True)
    chance = np.random.default_rng(1)
    truncated = [env.step(env.sample(chance)).truncated.all(axis=1) for _ in range(12)]
    assert np.array(truncated).any(axis=0).all()
    assert not env.over.any()
    assert {env.position(game).phase.year for game in range(3)} == {1901}


def test_a_game_that_is_over_stays_over() -> None:
    env = BatchEnv(1, last_year=1901)
    while not env.over.all():
        env.step(env.sample(np.random.default_rng(2)))
    before = env.centers()
    step = env.step(np.zeros((1, 7, SLOTS), np.int64))
    assert step.truncated.all() or step.terminated.any()
    assert (env.centers() == before).all()
    assert step.illegal.sum() == step.rewards.sum() == 0


def test_legal_actions_are_numbered_over_the_map() -> None:
    env = BatchEnv(2)
    numbers = env.orders()
    assert len(numbers) == len(env.legal) == env.starts[-1]
    used = env.rows.ravel() > 0
    first = numbers[env.starts[:-1]][used]
    assert (CODES[first] & 15 == 0).all(), "the first action of a unit is its hold"


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="games"):
        BatchEnv(0)
    with pytest.raises(ValueError, match="rulebook"):
        BatchEnv(1, rulebook=Rulebook(victory_centers=34))
    env = BatchEnv(2, rulebook=STANDARD_RULES)
    with pytest.raises(ValueError, match="integers"):
        env.step(np.zeros((2, 7, 3), np.int64))
    with pytest.raises(ValueError, match="3 were given"):
        env.reset([opening()] * 3)
    with pytest.raises(ImpossiblePosition, match="movement"):
        env.reset([position_from_dict({"phase": "W1901A", "units": [], "centers": {}})])
    with pytest.raises(ValueError, match="last year"):
        env.reset([position_from_dict({"phase": "S1950M", "units": ["FRA A PAR"], "centers": {}})])
    assert len(Boards.of([env.position(1)])) == 1


@pytest.mark.parametrize(
    ("phase", "centers", "rulebook"),
    [
        ("S1910M", {"FRA": list(CENTERS[:18])}, STANDARD_RULES),
        ("F1903M", {"FRA": list(CENTERS[:9]), "GER": list(CENTERS[9:])}, Rulebook(draw_year=1902)),
    ],
)
def test_a_game_cannot_begin_where_it_is_over(phase: str, centers: dict[str, list[str]], rulebook: Rulebook) -> None:
    over = position_from_dict({"phase": phase, "units": ["FRA A PAR"], "centers": centers})
    env = BatchEnv(2, rulebook=rulebook, restart=True)
    with pytest.raises(ValueError, match=r"positions\[1\]: the game is over"):
        env.reset([opening(), over])
