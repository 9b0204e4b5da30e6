"""Strategic core: best orders of each alliance and their values.

For movement phases. It does not know whom it plays. Source: Loeb 1992, "The Strategic Core"; what is ours: our worth
of positions (`bots.hana.search.worth`), and that cycles are solved as mixed equilibria (`bots.zoo.bordeaux.mixing`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Outcomes, decode_order, encode_orders, policies_of
from adjudication.board import province_of
from adjudication.encoding import (
    CENTERS,
    HOLD,
    MOVE,
    PART,
    PROVINCE_AT,
    REGION_INDEX,
    TARGET_SHIFT,
    VERB,
    VIA,
    encode_order,
)
from adjudication.legality import refusal
from adjudication.orders import Order
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from bots.hana.search.problem import Movement
from bots.hana.search.worth import STANDARD_WEIGHTS
from bots.zoo.bordeaux.evolving import SEATS, Pool, Scene, repair, search, values_of_rows
from bots.zoo.bordeaux.mixing import cycle_in, equilibrium, expected, regret_of
from bots.zoo.bordeaux.question import Alliance, Answer, Cycle, NoOrderLeftError, Plan, Question, Strategy
from bots.zoo.clock import never

__all__ = ["gains", "solve", "values_of"]

Codes: TypeAlias = npt.NDArray[np.int32]
Numbers: TypeAlias = npt.NDArray[np.float64]

_CHUNK: Final = 500
"""Mutations between two looks at the clock."""
_PAST: Final = 128
"""Changes remembered to find cycles in."""
_MOST_PLANS: Final = 8
"""Plans of an alliance in a cycle, the latest."""
_MOST_COMBINATIONS: Final = 600
_NEAR_VICTORY: Final = 14
"""Centers from which a power may have eighteen after a phase; as in `bots.hana.search.worth`."""


def solve(question: Question, rng: Random, over: Callable[[], bool] = never) -> Answer:
    """Search a movement phase.

    over: says when time is up; then the best so far is the answer. Raises NoOrderLeftError if the constraints leave a
    unit no order, ValueError for another phase.
    """
    scene, pool, chance = _begin(question, rng)
    outcomes = Outcomes.room(1, max(1, len(question.position.units)))
    step = 1
    while step < question.width and not (step > 1 and over()):
        last = min(step + _CHUNK, question.width)
        search(scene, pool, step, last, question.width, chance, outcomes)
        step = last
    return _answer(question, scene, pool, rng, step - 1)


def values_of(question: Question, orders: Mapping[Power, Sequence[Order]]) -> dict[Power, float]:
    """Values, to all powers, of what these orders lead to.

    Units without a legal order hold.
    """
    scene = _scene(question, constrained=False)
    row = encode_orders(question.position, orders, question.rulebook)
    return dict(zip(POWERS, _values(scene, row[np.newaxis])[0].tolist(), strict=True))


def gains(question: Question, orders: Mapping[Power, tuple[Order, ...]], power: Power, rng: Random) -> float:
    """Possible gain of a power by other orders, in centers.

    At least 0, also where the search finds no orders as good as these.

    question: its alliances do not matter, its constraints bind the power.
    """
    asked = replace(question, alliances=(Alliance(frozenset({power})),), seed=orders)
    found = solve(asked, rng)
    return max(0.0, found.values[power] - values_of(question, orders)[power])


# ── the scene ───────────────────────────────────────────────────────────────────────────────────


def _begin(question: Question, rng: Random) -> tuple[Scene, Pool, npt.NDArray[np.uint64]]:
    scene = _scene(question)
    count = len(question.position.units)
    chance = np.array([rng.getrandbits(64)], np.uint64)
    raw = np.zeros((1, count), np.int32)
    raw[0] = _starting(question, scene)
    best = raw.copy()
    for side in range(len(question.alliances)):
        repair(scene, best[0], side, chance)
    values = _values(scene, best)[0] @ scene.stakes.T
    past = np.zeros((_PAST, count), np.int32)
    return scene, Pool(raw, best, values, past, np.zeros(1, np.int64)), chance


def _scene(question: Question, *, constrained: bool = True) -> Scene:
    position = question.position
    phase = Movement.of(position, question.rulebook)
    boards = phase.boards
    side_of = {power: index for index, alliance in enumerate(question.alliances) for power in alliance.powers}
    fixed, raw, codes = _choices(question, phase) if constrained else _all_choices(phase)
    stakes = np.zeros((len(question.alliances), SEATS), np.float64)
    for index, alliance in enumerate(question.alliances):
        for power in alliance.powers:
            stakes[index, POWERS.index(power)] += 1
        for power in alliance.enemies:
            stakes[index, POWERS.index(power)] -= 1
    unit_at = np.full(128, -1, np.int64)
    unit_at[PROVINCE_AT[boards.regions[0]]] = np.arange(len(position.units))
    owned = np.array([_bits(position, frozenset({power})) for power in POWERS], np.int64)
    sizes = [len(position.centers_of(power)) for power in POWERS]
    leader = [
        next((other for other in range(SEATS) if other != seat and sizes[other] >= _NEAR_VICTORY), -1)
        for seat in range(SEATS)
    ]
    mates = [_mates(question, power) for power in POWERS]
    return Scene(
        boards.units,
        boards.fleets[0],
        boards.owners[0],
        policies_of(question.rulebook),
        STANDARD_WEIGHTS.as_array(),
        np.array([side_of.get(unit.power, -1) for unit in position.units], np.int64),
        np.array(fixed, np.bool_),
        *_packed(raw),
        *_packed(codes),
        unit_at,
        stakes,
        owned,
        np.array(leader, np.int64),
        np.array([_bits(position, each) for each in mates], np.int64),
        np.array([sum(1 << POWERS.index(mate) for mate in each) for each in mates], np.int64),
        np.ones(SEATS, np.bool_),
    )


def _mates(question: Question, power: Power) -> frozenset[Power]:
    """Other members of a power's alliance.

    It does not threaten their centers.
    """
    return next((each.powers - {power} for each in question.alliances if power in each.powers), frozenset())


def _bits(position: Position, powers: frozenset[Power]) -> int:
    return sum(1 << CENTERS.index(center) for center, owner in position.centers.items() if owner in powers)


def _packed(choices: Sequence[Codes]) -> tuple[Codes, npt.NDArray[np.int64]]:
    starts = np.cumsum([0, *map(len, choices)], dtype=np.int64)
    return np.concatenate([np.empty(0, np.int32), *choices]).astype(np.int32), starts


def _all_choices(phase: Movement) -> tuple[list[bool], list[Codes], list[Codes]]:
    codes = [phase.legal.of(column) for column in range(len(phase.position.units))]
    return [False] * len(codes), codes, codes


def _choices(question: Question, phase: Movement) -> tuple[list[bool], list[Codes], list[Codes]]:
    """Choices by unit.

    Whether its order is required, the moves and hold it may try, and all orders it may have.
    """
    fixed: list[bool] = []
    raw: list[Codes] = []
    whole: list[Codes] = []
    required = _required(question)
    barred = {
        power: np.array([encode_order(order) for order in orders], np.int32)
        for power, orders in question.forbidden.items()
    }
    zones = {
        power: np.array([REGION_INDEX[province] for province in zone], np.int64)
        for power, zone in question.zones.items()
        if zone
    }
    for column, unit in enumerate(question.position.units):
        codes = phase.legal.of(column)
        verbs = codes & VERB
        fine = np.ones(len(codes), np.bool_)
        if unit.power in barred:
            fine &= ~np.isin(codes, barred[unit.power])
        if unit.power in zones:
            fine &= (verbs != MOVE) | ~np.isin(PROVINCE_AT[codes >> TARGET_SHIFT & PART], zones[unit.power])
        demanded = required.get(unit)
        if demanded is not None:
            # By sea where it can walk is an order of its own.
            if demanded & ~VIA not in (codes[fine] & ~VIA):
                raise NoOrderLeftError(unit, f"{decode_order(demanded)} is required and not allowed")
            raw.append(np.array([demanded], np.int32))
            whole.append(raw[-1])
        else:
            open_ = codes[fine]
            tried = open_[((open_ & VERB) == HOLD) | (((open_ & VERB) == MOVE) & (open_ & VIA == 0))]
            if not len(tried):
                raise NoOrderLeftError(unit, "all its moves and its hold are forbidden")
            raw.append(tried)
            whole.append(open_)
        fixed.append(demanded is not None)
    return fixed, raw, whole


def _required(question: Question) -> dict[Unit, int]:
    """Required orders as codes, by unit.

    Raises NoOrderLeftError for one that cannot be given.
    """
    position = question.position
    found: dict[Unit, int] = {}
    for power, orders in question.required.items():
        for order in orders:
            region = getattr(order, "region", "")
            unit = position.unit_at(province_of(region)) if region else None
            if unit is None or unit.power != power:
                raise NoOrderLeftError(Unit(power, "A", region), f"{order} is required, but it has no such unit")
            refused = refusal(position, power, order, question.rulebook)
            if refused is not None:
                raise NoOrderLeftError(unit, f"a required order cannot be given ({refused.text})")
            code = int(encode_orders(position, {power: [order]}, question.rulebook)[position.units.index(unit)])
            if found.setdefault(unit, code) != code:
                raise NoOrderLeftError(unit, "two different orders are required")
    return found


def _starting(question: Question, scene: Scene) -> Codes:
    """Default moves.

    The seed where it is allowed, else the first of a unit's orders, its hold if it may.
    """
    seeded = encode_orders(question.position, question.seed, question.rulebook)
    row = np.empty(len(seeded), np.int32)
    for column, code in enumerate(seeded.tolist()):
        own = scene.codes[scene.starts[column] : scene.starts[column + 1]]
        first = scene.raw[scene.raw_starts[column]]
        row[column] = code if code in own else first
    return row


def _values(scene: Scene, rows: Codes) -> Numbers:
    """Values of order sets to all powers: float64 (rows, 7)."""
    values = np.zeros((len(rows), SEATS), np.float64)
    values_of_rows(scene, np.ascontiguousarray(rows), Outcomes.room(len(rows), max(1, rows.shape[1])), values)
    return values


# ── the answer ──────────────────────────────────────────────────────────────────────────────────


def _answer(question: Question, scene: Scene, pool: Pool, rng: Random, steps: int) -> Answer:
    best = pool.best[0]
    cycle = _cycle_of(question, scene, pool)
    if cycle is None:
        values = _values(scene, pool.best)[0]
        found = None
    else:
        columns, plans, chances, values, regret = cycle
        best = best.copy()
        strategies: list[Strategy] = []
        for side, rows, mix in zip(columns, plans, chances, strict=True):
            own = columns[side]
            drawn = rng.choices(range(len(rows)), mix.tolist())[0]
            best[own] = rows[drawn]
            filled = [_filled(pool.best[0], own, row) for row in rows]
            strategies.append(
                Strategy(
                    side,
                    tuple(
                        Plan(_orders(question, row, question.alliances[side].powers), float(each))
                        for row, each in zip(filled, mix, strict=True)
                    ),
                )
            )
        found = Cycle(tuple(strategies), regret)
    by_power = dict(zip(POWERS, values.tolist(), strict=True))
    return Answer(
        _orders(question, best, frozenset(POWERS)),
        by_power,
        tuple(alliance.value(by_power) for alliance in question.alliances),
        found,
        steps,
    )


def _filled(row: Codes, columns: npt.NDArray[np.int64], part: Codes) -> Codes:
    whole = row.copy()
    whole[columns] = part
    return whole


def _orders(question: Question, row: Codes, powers: frozenset[Power]) -> dict[Power, tuple[Order, ...]]:
    return {
        power: tuple(
            decode_order(int(code))
            for unit, code in zip(question.position.units, row, strict=True)
            if unit.power == power
        )
        for power in POWERS
        if power in powers and question.position.units_of(power)
    }


def _cycle_of(
    question: Question, scene: Scene, pool: Pool
) -> tuple[dict[int, npt.NDArray[np.int64]], list[Codes], tuple[Numbers, ...], Numbers, float] | None:
    """The cycle the search ended in, solved.

    By alliance its columns, its plans and their chances; then the expected values, and the regret.
    """
    changes = int(pool.changes[0])
    kept = min(changes, _PAST)
    walk = [pool.past[(changes - kept + index) % _PAST] for index in range(kept)]
    found = cycle_in([state.tobytes() for state in walk])
    if found is None:
        return None
    states = np.stack(walk[found[0] : found[1] + 1])
    columns: dict[int, npt.NDArray[np.int64]] = {}
    plans: list[Codes] = []
    for side in range(len(question.alliances)):
        own = np.flatnonzero(scene.sides == side)
        latest = list({state[own].tobytes(): state[own] for state in states[::-1]}.values())[:_MOST_PLANS]
        if len(latest) > 1:
            columns[side] = own
            plans.append(np.stack(latest))
    while prod(map(len, plans)) > _MOST_COMBINATIONS:
        longest = max(range(len(plans)), key=lambda each: len(plans[each]))
        plans[longest] = plans[longest][:-1]
    rows = np.repeat(pool.best, prod(map(len, plans)), axis=0)
    for number, choice in enumerate(product(*map(range, map(len, plans)))):
        for own, part, index in zip(columns.values(), plans, choice, strict=True):
            rows[number, own] = part[index]
    shape = tuple(map(len, plans))
    values = _values(scene, rows)
    payoffs = np.stack([(values @ scene.stakes[side]).reshape(shape) for side in columns])
    chances = equilibrium(payoffs)
    mean = np.array([expected(values[:, seat].reshape(shape), chances) for seat in range(SEATS)])
    return columns, plans, chances, mean, regret_of(payoffs, chances)
