"""Learn foresight's learnt mind, from games of many kinds of bots."""

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps, loads
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import decode_order, encode_orders
from adjudication.encoding import WAIVE
from adjudication.engine import adjudicate
from adjudication.orders import Order
from adjudication.outcomes import outcome_from_dict
from adjudication.position import opening, position_from_dict
from adjudication.powers import Power
from bots.arena.game import GamePlan, play
from bots.arena.seats import seats_of_game
from bots.explorer.shipped import Games, shipped
from bots.explorer.visits import columns_of
from bots.game_terms import EXPERIMENT_LEVEL
from bots.hana.foresee.lately import lately_of
from bots.hana.foresee.learnt import FEATURES, Logit, features_of, sequence_of, shares_among
from bots.hana.foresee.minds import ask_simple_minds
from bots.hana.foresee.pairs import PAIRS, pairs_given
from bots.hana.search.problem import Movement
from bots.view import PastPhase

__all__ = [
    "HELD",
    "TABLES",
    "Game",
    "Lessons",
    "Table",
    "fit",
    "game_of",
    "keep",
    "learn_from",
    "play_tables",
    "read_games",
    "row_of",
    "shipped_games",
]

Reals: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]

Game: TypeAlias = tuple[PastPhase, ...]
"""Every phase of a game with what became of its orders."""


def shipped_games(numbers: Iterable[int]) -> Iterator[Game]:
    """Games of `bots.explorer`, of reduced HANAs and DumbBots."""
    games = shipped()
    firsts = np.cumsum(games.lengths.astype(np.int64)) - games.lengths
    for number in numbers:
        yield _played(games, int(firsts[number]), int(games.lengths[number]))


def _played(games: Games, first: int, length: int) -> Game:
    position, played = opening(), []
    for visit in range(first, first + length):
        given: dict[Power, list[Order]] = {}
        for power, code in zip(columns_of(position), games.row(visit).tolist(), strict=True):
            if code != WAIVE:
                given.setdefault(power, []).append(decode_order(code))
        resolution = adjudicate(position, given)
        played.append(PastPhase(position, resolution.outcomes))
        position = resolution.next
    return tuple(played)


def read_games(path: Path) -> Iterator[tuple[dict[Power, str], Game]]:
    """Games that the arena has written, with who played: bots by power."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record: dict[str, Any] = loads(line)
            if "phases" in record:
                yield record["seats"], game_of(record)


def game_of(record: Mapping[str, Any]) -> Game:
    """The game of the arena's record."""
    return tuple(_past(phase) for phase in record["phases"])


def _past(phase: Mapping[str, Any]) -> PastPhase:
    position = position_from_dict(phase)
    return PastPhase(position, tuple(outcome_from_dict(each, position.phase.kind) for each in phase["outcomes"]))


def row_of(past: PastPhase, phase: Movement) -> npt.NDArray[np.int32]:
    """The orders of a movement phase that is over: int32 (units,)."""
    given: dict[Power, list[Order]] = {}
    for outcome in past.outcomes:
        given.setdefault(outcome.power, []).append(outcome.order)
    return encode_orders(past.position, given, phase.rulebook)


_SAMPLES: Final = 48


@dataclass(frozen=True, eq=False, slots=True)
class Lessons:
    """Orders to learn from: rows are legal orders, unit by unit.

    starts: where each unit's begin, and the end. chosen: the row of the order that was given.
    """

    features: Reals
    pairs: Reals
    starts: Words
    chosen: Words

    @classmethod
    def of(cls, game: Game, effort: int) -> Self:
        """Every movement phase of a game. effort: of foresight."""
        moved = [index for index, past in enumerate(game) if past.position.phase.kind == "M"]
        return cls.joined([cls._of_phase(game[:index], game[index], effort) for index in moved])

    @classmethod
    def _of_phase(cls, before: Game, past: PastPhase, effort: int) -> Self:
        phase = Movement.of(past.position)
        simple, legal = ask_simple_minds(phase, effort, _SAMPLES), phase.legal
        greedy, planner = (shares_among(phase, orders) for orders in simple.orders[:2])
        features = features_of(phase, greedy, planner, simple.losses, lately_of(before))
        row, powers = row_of(past, phase), phase.boards.powers[0].astype(np.int64)
        pairs = np.zeros((len(legal.codes), len(PAIRS)))
        pairs_given(legal.codes, legal.starts, powers, sequence_of(phase, greedy + planner), row, pairs)
        chosen = np.array([legal.index(column, code) for column, code in enumerate(row.tolist())], np.int64)
        return cls(features.astype(np.float32), pairs.astype(np.float32), legal.starts.astype(np.int64), chosen)

    @classmethod
    def joined(cls, lessons: Sequence[Self]) -> Self:
        """The lessons of several phases or games one after another."""
        firsts = np.cumsum([0, *(each.starts[-1] for each in lessons)])
        return cls(
            np.concatenate([each.features for each in lessons]),
            np.concatenate([each.pairs for each in lessons]),
            np.concatenate([*(each.starts[:-1] + at for each, at in zip(lessons, firsts, strict=False)), firsts[-1:]]),
            np.concatenate([each.chosen + at for each, at in zip(lessons, firsts, strict=False)]),
        )


_RIDGE: Final = 3.0
"""Penalty on large weights: half of this for the sum of their squares, in logarithms of chances."""
_ROUNDS: Final = 20
_ENOUGH: Final = 1e-6


def fit(lessons: Lessons) -> Logit:
    """The conditional logit that makes the orders likeliest, by Newton's method.

    Its weights are kept small.
    """
    seen = np.concatenate([lessons.features, lessons.pairs], axis=1)
    starts, sizes = lessons.starts[:-1], np.diff(lessons.starts)
    goal = seen[lessons.chosen].sum(axis=0, dtype=np.float64)
    found, step, best = np.zeros(seen.shape[1]), np.zeros(seen.shape[1]), -np.inf
    for _ in range(_ROUNDS):
        tried = found + step
        chances = _chances(seen @ tried, starts, sizes)
        value = float(np.log(chances[lessons.chosen]).sum() - 0.5 * _RIDGE * tried @ tried)
        if value < best:
            step = step / 2
            continue
        gained, best, found = value - best, value, tried
        if gained < _ENOUGH * len(starts):
            break
        weighted = seen * chances[:, np.newaxis].astype(np.float32)
        mean = np.add.reduceat(weighted, starts, axis=0).astype(np.float64)
        slope = goal - mean.sum(axis=0) - _RIDGE * found
        curve = (weighted.T @ seen).astype(np.float64) - mean.T @ mean + _RIDGE * np.eye(len(found))
        step = np.linalg.solve(curve, slope)
    return Logit(found[: len(FEATURES)], found[len(FEATURES) :])


def _chances(utilities: Numbers, starts: Words, sizes: Words) -> Numbers:
    """Chances of orders from their utilities, by unit."""
    weights = np.exp(utilities - np.repeat(np.maximum.reduceat(utilities, starts), sizes))
    return np.asarray(weights / np.repeat(np.add.reduceat(weights, starts), sizes), np.float64)


_SECONDS: Final = 60.0
_EFFORTS: Final = (320, 1_500)
"""Foresight's effort in turn from game to game."""
_V: Final = "bots.hana.variants:Fast"
_TALKERS: Final = tuple(
    _V + name for name in ("Diplomat", "Neutral", "Opportunist", "Talker", "Cautious", "Vengeful", "Talker")
)
_ZOO: Final = (
    "dbrane-mute", "shaheed", _V + "Mute", "dbrane-mute", "diplominator-banker", "thesis-negotiator", "dbrane",
)  # fmt: skip
_MUTES: Final = (_V + "Mute", _V + "Learnt", "dbrane-mute", _V + "Mute", "dbrane-mute", _V + "Learnt", "dbrane-mute")


@dataclass(frozen=True, slots=True)
class Table:
    """Games to learn from: who sits there, going round the powers.

    held: how many more are played to be held back.
    """

    name: str
    seats: tuple[str, ...]
    seed: int
    until: int
    level: int
    games: int
    held: int

    def plans(self) -> Iterator[GamePlan]:
        """Every game, those that are held back last."""
        for number in range(self.games + self.held):
            seats = seats_of_game(self.seats, number, rotate=True)
            yield GamePlan(number, self.seed, seats, self.until, _SECONDS, level=self.level)


TABLES: Final = (
    Table("talkers", _TALKERS, 72, 1906, EXPERIMENT_LEVEL, 7, 2),
    Table("zoo", _ZOO, 73, 1906, EXPERIMENT_LEVEL, 3, 1),
    Table("mutes", _MUTES, 74, 1908, 0, 3, 1),
)
SHIPPED: Final = 20
"""The first games of the explorer that are learnt from; the last `HELD` are held back."""
HELD: Final = 4


def play_tables(folder: Path, tables: Iterable[Table] = TABLES) -> None:
    """Play the games that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        path = folder / f"{table.name}.jsonl"
        done = len(path.read_text().splitlines()) if path.exists() else 0
        for plan in islice(table.plans(), done, None):
            record = play(plan)
            with path.open("a", encoding="utf-8") as out:
                out.write(dumps(record) + "\n")


def learn_from(folder: Path, tables: Iterable[Table] = TABLES, shipped_ones: int = SHIPPED) -> Logit:
    """The weights learnt from games of the folder and shipped ones.

    Not from those held back.
    """
    games = list(shipped_games(range(shipped_ones)))
    for table in tables:
        games += [game for _, game in islice(read_games(folder / f"{table.name}.jsonl"), table.games)]
    lessons = [Lessons.of(game, _EFFORTS[number % len(_EFFORTS)]) for number, game in enumerate(games)]
    return fit(Lessons.joined(lessons))


def keep(logit: Logit, path: Path) -> None:
    """Write learnt weights."""
    weights = {name: each.astype(np.float32) for name, each in logit._asdict().items()}
    with path.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **weights)
