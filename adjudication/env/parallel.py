"""One game as a PettingZoo `ParallelEnv`, decided as by the reference rules.

All powers act in every step; a step is one phase. Who has nothing to decide has no slot, and any action of it means
nothing. The rules have no chance, so a seed changes nothing but what is drawn from `np_random`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from adjudication.encoding import REGIONS
from adjudication.env.actions import ROWS, SLOTS, WIDTH, Slot, actions_of, legal_slots, orders_of
from adjudication.env.features import (
    FIRST_YEAR,
    LAST_YEAR,
    PHASES,
    PLANES,
    Reward,
    board_planes,
    center_counts,
    check_settings,
    due_counts,
    final_rewards,
    phase_number,
)
from adjudication.orders import Order
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.victory import verdict
from adjudication.written import format_order

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError("adjudication.env.parallel needs: pip install 'dipgame-adjudication[env]'") from error

try:
    from adjudication.env.listing import movement_slots
    from adjudication.fast import adjudicate
except ImportError:  # without the extra `kernel`
    from adjudication.engine import adjudicate

    movement_slots = None  # type: ignore[assignment]

__all__ = ["Actions", "DiplomacyEnv", "Observation"]

Actions = npt.NDArray[np.integer[Any]]
Observation = dict[str, Any]
_Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class DiplomacyEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The standard game for seven agents, named by their powers.

    last_year: the game is truncated when this year is over. reward: a key of `features.REWARDS`. rulebook: the rules;
    who wins by them, or shares a draw in their `draw_year`, is terminated.

    Raises ValueError for an unknown reward, a year before 1901 and a rulebook that lets a power have more than 17
    units.
    """

    metadata = {"render_modes": ["ansi"], "name": "dipgame_v0", "is_parallelizable": True}

    def __init__(
        self,
        *,
        last_year: int = 1920,
        reward: Reward = "centers",
        rulebook: Rulebook = STANDARD_RULES,
        render_mode: str | None = None,
    ) -> None:
        check_settings(last_year, reward, rulebook)
        self.last_year = last_year
        self.reward: Reward = reward
        self.rulebook = rulebook
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(POWERS)
        self.agents: list[str] = []
        self.position = opening()
        self.np_random = np.random.default_rng()
        self._slots: dict[str, tuple[Slot, ...]] = {}
        self._action_spaces = {power: spaces.MultiDiscrete([WIDTH] * SLOTS) for power in POWERS}
        self._observation_spaces = {power: _observation_space() for power in POWERS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        return self._observation_spaces[cast(Power, agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Space of 17 slots with 853 numbers each.

        Always the same object; `sample(observation["action_mask"])` is legal.
        """
        return self._action_spaces[cast(Power, agent)]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: at `options["position"]`, a Position, else at the opening.

        Other options are not looked at. Raises ValueError for a position after the last year, one that ends a game
        and one with more than 17 units of a power.
        """
        start = (options or {}).get("position") or opening()
        if not isinstance(start, Position):
            raise ValueError(f"options: position must be an adjudication.position.Position, not {type(start).__name__}")
        if start.phase.year > self.last_year:
            raise ValueError(f"options: the position is of {start.phase.year}, after the last year {self.last_year}")
        if verdict(start, self.rulebook) is not None:
            raise ValueError("options: the game is over in this position")
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.position = start
        living = _living(start)
        self.agents = [power for power in POWERS if power in living]
        self._read_slots()
        observations = self._observe(self.agents)
        return observations, {agent: {"illegal": 0} for agent in self.agents}

    def step(self, actions: Mapping[str, Actions]) -> _Step:
        """Play one phase.

        actions: for each agent an array of 17 numbers; a missing agent gives no orders. An action that the mask does
        not allow counts as no order: the unit holds or disbands, a build is waived, a removal goes by the rules;
        `info["illegal"]` says how many. Raises ValueError for an action of another shape, RuntimeError before `reset`.
        """
        if not self.agents:
            raise RuntimeError("no agent is left: call reset first")
        before = self.position
        agents = list(self.agents)
        orders: dict[Power, list[Order]] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            slots = self._slots[agent]
            given = orders_of(slots, _numbers(agent, actions[agent])) if agent in actions else []
            orders[cast(Power, agent)] = given
            infos[agent] = {"illegal": len(slots) - len(given) if agent in actions else 0}
        self.position = after = adjudicate(before, orders, self.rulebook).next
        ending = verdict(after, self.rulebook)
        late = ending is None and after.phase.year > self.last_year
        rewards = self._rewards(before, after, None if ending is None else ending.winner, ending is not None or late)
        living = _living(after)
        dead = {agent: ending is not None or agent not in living for agent in agents}
        late_agents = {agent: late and not dead[agent] for agent in agents}
        self.agents = [agent for agent in agents if not dead[agent] and not late_agents[agent]]
        self._read_slots()
        return self._observe(agents), {agent: rewards[agent] for agent in agents}, dead, late_agents, infos

    def orders(self, agent: str, action: Actions) -> list[Order]:
        """The orders that an action means in this phase.

        Numbers that are not legal give none.
        """
        return orders_of(self._slots.get(agent, ()), _numbers(agent, action))

    def action_of(self, agent: str, orders: Sequence[Order]) -> npt.NDArray[np.int64]:
        """The action that gives these orders, the inverse of `orders`.

        Raises ValueError for one that is not legal.
        """
        return actions_of(self._slots.get(agent, ()), orders)

    def state(self) -> npt.NDArray[np.int8]:
        """The board planes, int8 (81, 27).

        Everybody sees all of the board.
        """
        return board_planes(self.position)

    def render(self) -> str | None:
        """The position in words, for `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        units = (f"{power}: {', '.join(str(u)[4:] for u in self.position.units_of(power))}" for power in POWERS)
        return "\n".join([self.position.phase.title, *units])

    def describe(self, agent: str, action: Actions) -> str:
        """The orders of an action as text, one after the other."""
        return "; ".join(format_order(order) for order in self.orders(agent, action))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _read_slots(self) -> None:
        if self.position.phase.kind == "M" and movement_slots is not None:
            self._slots = movement_slots(self.position, self.agents, self.rulebook)
        else:
            self._slots = {
                agent: legal_slots(self.position, cast(Power, agent), self.rulebook) for agent in self.agents
            }

    def _rewards(self, before: Position, after: Position, winner: Power | None, over: bool) -> dict[str, float]:
        centers = center_counts(after)
        if self.reward == "centers":
            paid = (centers - center_counts(before)).astype(np.float32)
        elif over:
            paid = final_rewards(self.reward, centers[None], np.array([[power == winner for power in POWERS]]))[0]
        else:
            paid = np.zeros(len(POWERS), np.float32)
        return dict(zip(POWERS, paid.tolist(), strict=True))

    def _observe(self, agents: Sequence[str]) -> dict[str, Observation]:
        board, due = board_planes(self.position), due_counts(self.position)
        phase = np.zeros(len(PHASES), np.int8)
        phase[phase_number(self.position.phase)] = 1
        year = np.array([self.position.phase.year - FIRST_YEAR], np.int16)
        masks = self._masks()
        found: dict[str, Observation] = {}
        for index, power in enumerate(POWERS):
            if power not in agents:
                continue
            me = np.zeros(len(POWERS), np.int8)
            me[index] = 1
            rows = np.zeros(SLOTS, np.int16)
            slots = self._slots.get(power, ())
            rows[: len(slots)] = [row for row, _ in slots]
            seen = {"board": board, "phase": phase, "year": year, "due": due, "power": me, "rows": rows}
            found[power] = {"observation": seen, "action_mask": tuple(masks[index])}
        return found

    def _masks(self) -> npt.NDArray[np.int8]:
        """Masks of all powers: int8 (7, 17, 853)."""
        legal: list[int] = []
        for index, power in enumerate(POWERS):
            first = index * SLOTS * WIDTH
            slots = self._slots.get(power, ())
            for slot, (_, actions) in enumerate(slots):
                here = first + slot * WIDTH
                legal += [here + action for action in actions]
            legal += range(first + len(slots) * WIDTH, first + SLOTS * WIDTH, WIDTH)
        masks = np.zeros(len(POWERS) * SLOTS * WIDTH, np.int8)
        masks[legal] = 1
        return masks.reshape(len(POWERS), SLOTS, WIDTH)


def _observation_space() -> spaces.Space[Any]:
    seen: dict[str, spaces.Space[Any]] = {
        "board": spaces.Box(0, 1, (len(REGIONS), len(PLANES)), np.int8),
        "phase": spaces.Box(0, 1, (len(PHASES),), np.int8),
        "year": spaces.Box(1 - FIRST_YEAR, LAST_YEAR + 1 - FIRST_YEAR, (1,), np.int16),
        "due": spaces.Box(-SLOTS, SLOTS, (len(POWERS),), np.int8),
        "power": spaces.Box(0, 1, (len(POWERS),), np.int8),
        "rows": spaces.Box(0, len(ROWS) - 1, (SLOTS,), np.int16),
    }
    mask = spaces.Tuple([spaces.MultiBinary(WIDTH)] * SLOTS)
    return spaces.Dict({"observation": spaces.Dict(seen), "action_mask": mask})


def _numbers(agent: str, action: Actions) -> list[int]:
    numbers = np.asarray(action)
    if numbers.shape != (SLOTS,) or numbers.dtype.kind not in "iu":
        raise ValueError(f"actions: that of {agent} is {numbers.dtype} {numbers.shape}, not {SLOTS} integers")
    return cast(list[int], numbers.tolist())


def _living(position: Position) -> set[str]:
    """Powers that have a center or a unit left.

    A dislodged unit counts.
    """
    units = (*position.units, *(each.unit for each in position.dislodged))
    return {*position.centers.values(), *(unit.power for unit in units)}
