"""The environment of one game.

PettingZoo's own tests, and the meaning of actions, masks and rewards.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from adjudication.env.actions import CODES, FIRSTS, LENGTHS, ROWS, SLOTS, WIDTH, legal_slots
from adjudication.env.listing import movement_slots
from adjudication.env.parallel import DiplomacyEnv
from adjudication.options import legal_orders
from adjudication.orders import Build, Hold, Move, Order, Remove, Waive
from adjudication.phase import Phase
from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import POWERS, as_power
from adjudication.rulebook import EDITIONS, Rulebook
from tests.adjudication.batch.dealer import deal_position

WINNING = {
    "phase": "F1910M",
    "units": ["FRA A MUN", "GER A BER"],
    "centers": {
        "FRA": [
            "PAR",
            "BRE",
            "MAR",
            "SPA",
            "POR",
            "LON",
            "EDI",
            "LVP",
            "BEL",
            "HOL",
            "MUN",
            "ROM",
            "NAP",
            "VEN",
            "TUN",
            "VIE",
            "TRI",
        ],
        "GER": ["BER", "KIE"],
    },
}
"""France has 17 centers and can walk into another one."""


def _drawn(env: DiplomacyEnv, seen: dict, seed: int) -> Iterator[tuple[dict, tuple]]:
    """Play legal actions by chance to the end."""
    chance = np.random.default_rng(seed)
    while env.agents:
        actions = {
            agent: np.array([chance.choice(np.flatnonzero(mask)) for mask in seen[agent]["action_mask"]])
            for agent in env.agents
        }
        step = env.step(actions)
        yield actions, step
        seen = step[0]


def test_pettingzoo_accepts_the_interface() -> None:
    parallel_api_test(DiplomacyEnv(last_year=1902), num_cycles=20)


def test_pettingzoo_finds_the_same_game_for_the_same_seed() -> None:
    parallel_seed_test(DiplomacyEnv, num_cycles=5)


def test_the_tables_number_every_order_once() -> None:
    assert [len(row) for row in ROWS] == LENGTHS.tolist()
    assert int(LENGTHS.max()) == WIDTH == 853
    assert FIRSTS[-1] + LENGTHS[-1] == len(CODES)
    orders = [order for row in ROWS for order in row if order != Waive()]
    assert len(set(orders)) == len(orders)


def test_a_mask_allows_just_the_legal_orders() -> None:
    env = DiplomacyEnv(last_year=1906)
    seen, _ = env.reset()
    position = env.position
    for _, (after, _, _, _, infos) in _drawn(env, seen, seed=3):
        assert all(info["illegal"] == 0 for info in infos.values())
        for agent in seen:
            assert env.observation_space(agent).contains(seen[agent])
            allowed = [
                ROWS[row][action]
                for row, mask in zip(seen[agent]["observation"]["rows"], seen[agent]["action_mask"], strict=True)
                if row
                for action in np.flatnonzero(mask)
            ]
            options = [order for found in legal_orders(position, as_power(agent)).values() for order in found]
            if position.phase.kind == "A":
                assert set(allowed) == (set(options) if allowed else set())
            else:
                assert sorted(map(str, allowed)) == sorted(map(str, options))
        seen, position = after, env.position


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_the_kernel_lists_the_same_actions(edition: str) -> None:
    """Boards from nearly empty to full."""
    rng = Random(len(edition))
    for units in (6, 20, 34):
        dealt = deal_position(rng, units)
        position = Position(Phase("F", 1902, "M"), dealt.units, dealt.centers)
        powers = [power for power in POWERS if len(position.units_of(power)) <= SLOTS]
        listed = movement_slots(position, powers, EDITIONS[edition])
        assert listed == {power: legal_slots(position, power, EDITIONS[edition]) for power in powers}


def test_orders_and_actions_are_inverses() -> None:
    env = DiplomacyEnv()
    env.reset()
    orders: list[Order] = [Move("A", "PAR", "BUR"), Hold("F", "BRE"), Move("A", "MAR", "SPA")]
    action = env.action_of("FRA", orders)
    assert action.shape == (SLOTS,)
    assert set(env.orders("FRA", action)) == set(orders)
    env.step({"FRA": action})
    assert {str(unit) for unit in env.position.units_of("FRA")} == {"FRA A BUR", "FRA A SPA", "FRA F BRE"}
    with pytest.raises(ValueError, match="not legal"):
        env.action_of("FRA", [Move("A", "PAR", "BUR")])


def test_an_illegal_action_counts_as_no_order() -> None:
    env = DiplomacyEnv()
    env.reset()
    infos = env.step({"FRA": np.full(SLOTS, WIDTH - 1)})[-1]
    assert infos["FRA"]["illegal"] == 3
    assert infos["ENG"]["illegal"] == 0
    assert env.position.units == opening().units


def test_builds_and_removals_have_a_slot_each() -> None:
    position = position_from_dict(
        {"phase": "W1901A", "units": ["FRA A SPA", "GER A MUN", "GER A BOH"]}
        | {"centers": {"FRA": ["PAR", "BRE", "SPA"], "GER": ["MUN"]}}
    )
    env = DiplomacyEnv()
    seen, _ = env.reset(options={"position": position})
    assert seen["FRA"]["observation"]["due"].tolist() == [0, 0, 2, -1, 0, 0, 0]
    assert (seen["FRA"]["observation"]["rows"] > 0).sum() == 2
    twice = env.action_of("FRA", [Build("A", "PAR"), Build("F", "BRE")])
    env.step({"FRA": twice, "GER": env.action_of("GER", [Remove("A", "BOH")])})
    assert {str(unit) for unit in env.position.units} == {"FRA A PAR", "FRA F BRE", "FRA A SPA", "GER A MUN"}


@pytest.mark.parametrize(
    ("reward", "france", "germany"),
    [("centers", 1, -1), ("win", 1, 0), ("draw", 1, 0), ("squares", 1, 0)],
)
def test_a_winner_is_rewarded_and_everybody_terminated(reward, france, germany) -> None:
    env = DiplomacyEnv(reward=reward)
    env.reset(options={"position": position_from_dict(WINNING)})
    _, rewards, dead, late, _ = env.step({"FRA": env.action_of("FRA", [Move("A", "MUN", "KIE")])})
    assert (rewards["FRA"], rewards["GER"]) == (france, germany)
    assert all(dead.values())
    assert not any(late.values())
    assert env.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step({})


@pytest.mark.parametrize(("reward", "expected"), [("win", 0), ("draw", 1 / 7), ("squares", 9 / (6 * 9 + 16))])
def test_the_last_year_truncates_with_shares(reward, expected) -> None:
    env = DiplomacyEnv(last_year=1901, reward=reward)
    env.reset()
    env.step({})
    _, rewards, dead, late, _ = env.step({})
    assert rewards["FRA"] == pytest.approx(expected)
    assert all(late.values())
    assert not any(dead.values())


def test_a_power_without_units_and_centers_leaves() -> None:
    data = {"phase": "F1903M", "units": ["FRA A PAR", "GER A BER"], "centers": {"FRA": ["PAR"], "GER": ["BER"]}}
    env = DiplomacyEnv()
    env.reset(options={"position": position_from_dict(data)})
    assert env.agents == ["FRA", "GER"]
    assert set(env.step({})[0]) == {"FRA", "GER"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reward": "glory"}, "reward"),
        ({"last_year": 1900}, "last_year"),
        ({"rulebook": Rulebook(victory_centers=20)}, "18 centers"),
    ],
)
def test_wrong_settings_are_refused(given, said) -> None:
    with pytest.raises(ValueError, match=said):
        DiplomacyEnv(**given)


def test_wrong_positions_and_actions_are_refused() -> None:
    env = DiplomacyEnv(last_year=1901, rulebook=EDITIONS["dipgame"])
    with pytest.raises(ValueError, match="Position"):
        env.reset(options={"position": "S1901M"})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="17 integers"):
        env.step({"FRA": np.zeros(3, np.int64)})


def test_an_environment_is_drawn_as_text() -> None:
    env = DiplomacyEnv(render_mode="ansi")
    env.reset()
    assert "FRA: A MAR, A PAR, F BRE" in (env.render() or "")
    assert env.describe("FRA", env.action_of("FRA", [Move("A", "PAR", "BUR")])).startswith("A MAR H")
    assert env.state().shape == (81, 27)
    assert DiplomacyEnv().render() is None
    assert len(POWERS) == len(env.possible_agents)


def test_the_example_of_the_document_plays_a_game() -> None:
    page = (Path(__file__).parents[3] / "docs" / "environments.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example.replace("1905", "1902"), "docs/environments.md", "exec"), names)
    assert names["env"].position.phase.year == 1903
