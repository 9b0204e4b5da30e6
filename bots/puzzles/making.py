"""Make puzzles from positions, and choose a mixed set."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
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
from adjudication.powers import Power
from bots.puzzles.dealing import deals_in
from bots.puzzles.finding import Answer, answers_of, goals_in
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem, acts_on
from bots.puzzles.puzzle import Puzzle
from bots.puzzles.searching import Plan

__all__ = ["choose", "deal_puzzles_in", "puzzles_in"]

_STRESS: Final = 4096
"""Order sets of all foreign units, drawn from all their legal orders, that are tried on an answer besides."""
_SIZES: Final = ("one", "two", "three", "four", "five", "six")
_MOST_OF_A_GAME: Final = 3
_MOST_ALIKE: Final = 2
_MOST_DEALS_ALIKE: Final = 1
"""Deals with the same orders, as where either side proposes it."""
_PLAIN: Final = 0.5
"""Largest share of puzzles of orders that ask for nothing but a supported attack."""
_DEALS: Final = 0.25
"""Share of puzzles that ask for a deal."""
_SWAP: Final = ("deal", "four")
_SWAPS: Final = 0.25
"""Share of deals that are a support for a support: the easy ones."""


def puzzles_in(position: Position, source: str, power: Power | None = None) -> Iterator[Puzzle]:
    """Find puzzles that ask for orders. power: of this one only."""
    for goal in goals_in(position):
        if power not in (None, goal.power):
            continue
        problem = Problem(position, goal)
        found = answers_of(problem)
        if found is not None and (puzzle := _puzzle(problem, goal, found, source)):
            yield puzzle


def deal_puzzles_in(position: Position, source: str, power: Power | None = None) -> Iterator[Puzzle]:
    """Find puzzles that ask for a deal. power: its proposer."""
    for goal, found in deals_in(position, power):
        if puzzle := _puzzle(Problem(position, goal), goal, found, source):
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
    named = f"{problem.position.phase}{problem.position.units}{goal}{goal.partner or ''}"
    key = sha256(named.encode()).hexdigest()[:10]
    replies = problem.count(row)
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
    units = len(plan) - (2 if themes[0] == "deal" else 1)
    return max(1, min(5, units + rare + (found.refuting > 14) + (found.tried > 4000)))


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Choose a mixed set, rare themes first, a quarter of it deals.

    At most two have the same orders, of deals one. Half of those that ask for orders, a quarter of deals are plain."""
    pool = {puzzle.key: puzzle for puzzle in puzzles}
    kinds: dict[str, list[Puzzle]] = {"deal": [], "swap": [], "orders": []}
    for each in pool.values():
        kinds["orders" if each.goal.kind != "deal" else "swap" if each.themes == _SWAP else "deal"].append(each)
    quota = int(_DEALS * count)
    deals = _mixed(kinds["deal"], quota - int(_SWAPS * quota), _MOST_DEALS_ALIKE)
    deals += _mixed(kinds["swap"], quota - len(deals), _MOST_DEALS_ALIKE)
    others = _mixed(kinds["orders"], count - len(deals), _MOST_ALIKE)
    return sorted(deals + others, key=lambda each: each.key)


def _mixed(pool: Collection[Puzzle], count: int, most_alike: int) -> list[Puzzle]:
    kinds = Counter(each.themes for each in pool)
    alike: Counter[str] = Counter()
    games: Counter[str] = Counter()
    plain = 0
    chosen: list[Puzzle] = []
    for puzzle in sorted(pool, key=lambda each: (kinds[each.themes], each.key)):
        if len(chosen) == count:
            break
        is_plain = len(puzzle.themes) == 2 and puzzle.goal.kind in ("take", "force")
        what = "|".join(map(str, puzzle.answer))
        if (
            alike[what] >= most_alike
            or games[puzzle.source] >= _MOST_OF_A_GAME
            or (is_plain and plain >= _PLAIN * count)
        ):
            continue
        alike[what] += 1
        games[puzzle.source] += 1
        plain += is_plain
        chosen.append(puzzle)
    return chosen
