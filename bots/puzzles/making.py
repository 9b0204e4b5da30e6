"""Make puzzles from positions, and choose a mixed set."""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import numpy as np

from adjudication.encoding import (
    CONVOY,
    MOVE,
    SUPPORT_HOLD,
    VERB,
    decode_order,
)
from adjudication.position import Position
from bots.puzzles.finding import Answer, Plan, answers_of, goals_in
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem, acts_on
from bots.puzzles.puzzle import Puzzle

__all__ = ["choose", "puzzles_in"]

_STRESS: Final = 4096
"""Order sets of all foreign units, drawn from all their legal orders, that are tried on an answer besides."""
_SIZES: Final = ("one", "two", "three", "four")
_MOST_OF_A_GAME: Final = 3
_MOST_ALIKE: Final = 2
_PLAIN: Final = 0.5
"""Largest share of puzzles that ask for nothing but a supported attack."""


def puzzles_in(position: Position, source: str) -> Iterator[Puzzle]:
    """Find the puzzles of a position."""
    for goal in goals_in(position):
        problem = Problem(position, goal)
        found = answers_of(problem)
        if found is not None and (puzzle := _puzzle(problem, goal, found, source)):
            yield puzzle


def _puzzle(problem: Problem, goal: Goal, found: Answer, source: str) -> Puzzle | None:
    plan = found.plans[0]
    row = problem.holds.copy()
    for column, code in plan:
        row[column] = code
    themes = _themes(problem, goal, plan)
    if _is_plain_one(problem, goal, plan) or not _withstands(problem, row, source):
        return None
    answers = tuple(tuple(decode_order(code) for _, code in each) for each in found.plans)
    key = sha256(f"{problem.position.phase}{problem.position.units}{goal}".encode()).hexdigest()[:10]
    replies = problem.replies(row).count
    return Puzzle(key, problem.position, goal, answers, themes, _difficulty(plan, themes, found), replies, source)


def _is_plain_one(problem: Problem, goal: Goal, plan: Plan) -> bool:
    """True for one order that acts on the place itself."""
    return len(plan) == 1 and goal.kind != "stop" and acts_on(plan[0][1]) in problem.at_stake


def _withstands(problem: Problem, row: np.ndarray, source: str) -> bool:
    """True if no drawn set of foreign orders refutes the answer.

    They are drawn from all legal orders of all foreign units."""
    chance = np.random.default_rng(int(sha256(source.encode()).hexdigest()[:8], 16))
    rows = np.repeat(row[np.newaxis], _STRESS, axis=0)
    for column in problem.foreign:
        rows[:, column] = chance.choice(np.array(problem.codes[column], np.int32), _STRESS)
    return not problem.missed(rows).any()


def _themes(problem: Problem, goal: Goal, plan: Plan) -> tuple[str, ...]:
    targets = [acts_on(code) for _, code in plan if code & VERB == MOVE]
    foreign = {problem.places[column] for column in problem.foreign}
    themes: list[str] = [goal.kind]
    if any(code & VERB == CONVOY for _, code in plan):
        themes.append("convoy")
    if len(targets) > len(set(targets)):
        themes.append("standoff")
    if any(target in foreign and target not in problem.at_stake for target in targets):
        themes.append("cut")
    if any(code & VERB == SUPPORT_HOLD for _, code in plan):
        themes.append("guard")
    return (*themes, _SIZES[len(plan) - 1])


def _difficulty(plan: Plan, themes: tuple[str, ...], found: Answer) -> int:
    """Guess from 1 to 5.

    More units, rarer means, and more replies that were needed are harder."""
    rare = len({"cut", "guard", "standoff", "convoy"} & set(themes))
    return max(1, min(5, len(plan) - 1 + rare + (found.refuting > 14) + (found.tried > 4000)))


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Choose a mixed set, rare themes first.

    At most two have the same orders, and half are plain."""
    pool = {puzzle.key: puzzle for puzzle in puzzles}
    kinds = Counter(each.themes for each in pool.values())
    alike: Counter[str] = Counter()
    games: Counter[str] = Counter()
    plain = 0
    chosen: list[Puzzle] = []
    for puzzle in sorted(pool.values(), key=lambda each: (kinds[each.themes], each.key)):
        is_plain = len(puzzle.themes) == 2 and puzzle.goal.kind in ("take", "force")
        what = "|".join(map(str, puzzle.answer))
        if (
            alike[what] >= _MOST_ALIKE
            or games[puzzle.source] >= _MOST_OF_A_GAME
            or (is_plain and plain >= _PLAIN * count)
        ):
            continue
        alike[what] += 1
        games[puzzle.source] += 1
        plain += is_plain
        chosen.append(puzzle)
        if len(chosen) == count:
            break
    return sorted(chosen, key=lambda each: each.key)
