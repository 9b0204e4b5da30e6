"""An independent check of puzzles, by the reference adjudicator.

    python -m tests.bots.puzzles.exhaustive 60
    python -m tests.bots.puzzles.exhaustive 40 2000 deal

A proof shares no code with the prover: it asks which units may say a place's name in an order, and adjudicates all they
may say, drawn by chance where that is too much. Whether another set of orders would do, too, is tried with every legal
order of every unit of the power, not only those that the search thinks of; the prover refutes most of these first.
Of deals, other sets are tried as `other_deals` says.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice, product
from math import prod
from random import Random

import numpy as np

from adjudication.batch import decode_order, encode_order, encode_orders
from adjudication.encoding import PROVINCES, Codes
from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.orders import Hold, Move, Order, Waive
from adjudication.outcomes import Resolution
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.written import format_order
from bots.puzzles.checking import check
from bots.puzzles.goal import Goal, by_power
from bots.puzzles.proving import Problem, TooManyReplies
from bots.puzzles.puzzle import Puzzle
from bots.puzzles.shipped import shipped


def reached(goal: Goal, resolution: Resolution) -> bool:
    """True if the goal is reached, read from the position that follows."""
    after = resolution.next
    if goal.kind == "deal":
        return all(reached(half, resolution) for half in goal.halves)
    there = after.unit_at(goal.place) if goal.place else None
    if goal.kind in ("take", "force"):
        return there is not None and there.power == goal.power
    retreating = [each.unit for each in after.dislodged if any(r[:3] == goal.place for r in each.retreats)]
    if goal.kind == "keep":
        foreign = there is not None and there.power != goal.power
        return not foreign and not any(unit.power != goal.power for unit in retreating)
    return most_of(goal, after) < 18


def most_of(goal: Goal, after: Position) -> int:
    """Centers the rival may own at most after this fall."""
    owned = {place for place, power in after.centers.items() if power == goal.rival}
    standing = {unit.province: unit.power for unit in after.units}
    # In a retreat phase the centers are those of before the fall.
    owned = {place for place in owned if standing.get(place, goal.rival) == goal.rival}
    centers = set(after.centers) | CENTERS
    owned |= {place for place, power in standing.items() if power == goal.rival and place in centers}
    beaten = [each for each in after.dislodged if each.unit.power == goal.rival]
    choices = [{r[:3] for r in each.retreats} & centers - owned or {""} for each in beaten]
    return len(owned) + max(len(set(chosen) - {""}) for chosen in product(*choices))


CENTERS = set(shipped()[next(iter(shipped()))].position.centers) if shipped() else set()


def parts(text: str) -> list[str]:
    """Provinces named in an order."""
    return [word[:3] for word in text.split() if len(word) >= 3 and word != "VIA"]


def involved(puzzle: Puzzle, orders: Sequence[Order]) -> set[str]:
    """Places named in the orders, and those of the goal.

    To stop a solo: all centers the rival does not own."""
    places = {place for order in orders for place in parts(format_order(order))}
    if puzzle.goal.place:
        return places | {puzzle.goal.place} | {puzzle.goal.other or puzzle.goal.place}
    owned = {place for place, power in puzzle.position.centers.items() if power == puzzle.goal.rival}
    return places | (CENTERS - owned)


def choices(puzzle: Puzzle, orders: Sequence[Order]) -> list[tuple[Power, list[Order]]]:
    """Orders of foreign units that name a place involved.

    One that stands in such a place may do anything but support and convoy elsewhere.
    """
    places = involved(puzzle, orders)
    found = []
    for power in sorted({unit.power for unit in puzzle.position.units} - {*puzzle.goal.sides}):
        for region, legal in legal_orders(puzzle.position, power).items():
            stands = region[:3] in places
            mine = [
                order
                for order in legal
                if isinstance(order, Hold)
                or parts(format_order(order))[-1] in places
                or (stands and " - " in format_order(order) and len(parts(format_order(order))) == 2)
            ]
            if len(mine) > 1:
                found.append((power, mine))
    return found


def replies(puzzle: Puzzle, orders: Sequence[Order], most: int) -> Iterator[dict[Power, list[Order]]]:
    """All replies, or so many drawn from them where there are more."""
    asked = choices(puzzle, orders)
    options = [each for _, each in asked]
    drawn = Random(puzzle.key)
    if prod(map(len, options)) <= most:
        rows: Iterator[Sequence[Order]] = product(*options)
    else:
        rows = ([drawn.choice(each) for each in options] for _ in range(most))
    for row in rows:
        found: dict[Power, list[Order]] = {}
        for (power, _), order in zip(asked, row, strict=True):
            found.setdefault(power, []).append(order)
        yield found


def stands(puzzle: Puzzle, orders: Sequence[Order], most: int) -> bool:
    """True if the orders reach the goal against all these replies."""
    owned = by_power(puzzle.position, orders)
    for reply in replies(puzzle, orders, most):
        if not reached(puzzle.goal, adjudicate(puzzle.position, {**reply, **owned})):
            return False
    return True


def is_needed(puzzle: Puzzle) -> bool:
    """True if some reply defeats the partner's own part of a deal."""
    goal, position = puzzle.goal, puzzle.position
    alone = replace(goal.halves[1], partner=None)
    problem = Problem(position, alone)
    own = [order for order in puzzle.answer if order in by_power(position, puzzle.answer)[alone.power]]
    killer = problem.refutation(problem.row_of(own))
    if killer is None:
        return False
    ordered = by_power(position, problem.orders_of(killer, range(len(position.units))))
    return not reached(alone, adjudicate(position, ordered))


def other_answers(puzzle: Puzzle, most: int) -> list[tuple[Order, ...]]:
    """Other sets of as many orders that are proven, too.

    Left out: those that hold an answer, and those in which the same units act on the same places.
    """
    if puzzle.goal.kind == "deal":
        return other_deals(puzzle, most)
    known = [frozenset(map(format_order, answer)) for answer in puzzle.answers]
    same = {deeds(answer) for answer in puzzle.answers}
    legal = legal_orders(puzzle.position, puzzle.goal.power)
    problem = Problem(puzzle.position, puzzle.goal)
    killers: list[Codes] = []
    found: list[tuple[Order, ...]] = []
    sets = (
        chosen
        for size in range(1, len(puzzle.answer) + 1)
        for regions in combinations(legal, size)
        for chosen in product(*([o for o in legal[region] if not isinstance(o, Hold)] for region in regions))
    )
    for chosen in islice(sets, most):
        texts = frozenset(map(format_order, chosen))
        if any(each <= texts for each in known) or deeds(chosen) in same:
            continue
        row = encode_orders(puzzle.position, {puzzle.goal.power: chosen})
        rows = np.repeat(row[np.newaxis], max(len(killers), 1), axis=0)
        if killers:
            rows[:, problem.foreign] = np.array(killers)[:, problem.foreign]
            if problem.missed(rows).any():
                continue
        try:
            killer = problem.refutation(row)
        except TooManyReplies:
            continue
        if killer is None:
            found.append(chosen)
        else:
            killers.append(killer)
    return found


def other_deals(puzzle: Puzzle, most: int) -> list[tuple[Order, ...]]:
    """Other deals that would do.

    Those of three orders, and such as the answer with up to two orders changed. They are tried with orders that name a
    place of the answer, so many of them, drawn where there are more.
    """
    goal, position = puzzle.goal, puzzle.position
    problem = Problem(position, goal.halves[0])
    places = involved(puzzle, puzzle.answer)
    offered = [
        order
        for column in problem.mine
        for order in map(decode_order, problem.codes[column])
        if not isinstance(order, Hold) and parts(format_order(order))[-1] in places
    ]
    small = combinations(offered, 3)
    near = (
        (*kept, *added)
        for kept in combinations(puzzle.answer, len(puzzle.answer) - 2)
        for count in range(3)
        for added in combinations(offered, count)
    )
    sets = [chosen for chosen in chain(small, near) if enters(chosen, goal, position)]
    Random(puzzle.key).shuffle(sets)
    sets = sets[: 10 * most]
    rows = np.repeat(problem.holds[np.newaxis], len(sets), axis=0)
    for row, chosen in zip(rows, sets, strict=True):
        for order in chosen:
            if not isinstance(order, Waive):
                row[problem.column_at[PROVINCES.index(order.region[:3])]] = encode_order(order)
    known = [frozenset(answer) for answer in puzzle.answers]
    same = {deeds_of_sides(position, answer) for answer in puzzle.answers}
    found: list[tuple[Order, ...]] = []
    alive = np.arange(len(sets))
    while len(alive):
        at, alive = int(alive[0]), alive[1:]
        chosen = sets[at]
        if any(each <= frozenset(chosen) for each in known) or deeds_of_sides(position, chosen) in same:
            continue
        try:
            killer = problem.refutation(rows[at])
            if killer is None and check(position, goal, chosen).right:
                found.append(chosen)
        except TooManyReplies:
            continue
        if killer is not None:
            tried = rows[alive].copy()
            tried[:, problem.foreign] = killer[problem.foreign]
            alive = alive[~problem.missed(tried)]
    return found


def enters(orders: Sequence[Order], goal: Goal, position: Position) -> bool:
    """True for one order a unit and a move to the center."""
    regions = [order.region for order in orders if not isinstance(order, Waive)]
    mine = {unit.region for unit in position.units_of(goal.power)}
    into = (order.region for order in orders if isinstance(order, Move) and order.target[:3] == goal.place)
    return len(set(regions)) == len(orders) and not mine.isdisjoint(into)


def deeds_of_sides(position: Position, orders: Sequence[Order]) -> tuple[tuple[str, str], ...]:
    """Powers, each with the places its units act on."""
    owned = by_power(position, orders)
    return tuple(sorted((power, parts(format_order(order))[-1]) for power, mine in owned.items() for order in mine))


def deeds(orders: Sequence[Order]) -> frozenset[tuple[str, str]]:
    """Units, each with the place it acts on."""
    return frozenset((order.region, parts(format_order(order))[-1]) for order in orders if not isinstance(order, Waive))


def main() -> None:
    """Check a sample, and say how many are confirmed."""
    count, most = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    kind = sys.argv[3] if len(sys.argv) > 3 else ""
    pool = [each for each in shipped().values() if kind in ("", each.goal.kind)]
    chosen = Random(1).sample(sorted(pool, key=lambda each: each.key), count)
    right = alone = 0
    began = time.process_time()
    for puzzle in chosen:
        holds = all(stands(puzzle, answer, most) for answer in puzzle.answers)
        holds = holds and (puzzle.goal.kind != "deal" or is_needed(puzzle))
        others = other_answers(puzzle, 10 * most)
        right += holds
        alone += not others
        if not holds or others:
            told = [", ".join(map(format_order, each)) for each in others[:3]]
            print(puzzle.key, puzzle.goal, "stands" if holds else "FAILS", "; others:", " | ".join(told), flush=True)
    print(f"{count} puzzles: {right} proven again, {alone} with one answer; {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
