"""An independent check of puzzles, by the reference adjudicator.

    python -m tests.bots.puzzles.exhaustive 60

A proof shares no code with the prover: it asks which units may say a place's name in an order, and adjudicates all they
may say, drawn by chance where that is too much. Whether another set of orders would do, too, is tried with every legal
order of every unit of the power, not only those that the search thinks of; the prover refutes most of these first.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from math import prod
from random import Random

import numpy as np

from adjudication.batch import encode_orders
from adjudication.encoding import Codes
from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.orders import Hold, Order, Waive
from adjudication.outcomes import Resolution
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.written import format_order
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem, TooManyReplies
from bots.puzzles.puzzle import Puzzle
from bots.puzzles.shipped import shipped


def reached(goal: Goal, resolution: Resolution) -> bool:
    """True if the goal is reached, read from the position that follows."""
    after = resolution.next
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
        return places | {puzzle.goal.place}
    owned = {place for place, power in puzzle.position.centers.items() if power == puzzle.goal.rival}
    return places | (CENTERS - owned)


def choices(puzzle: Puzzle, orders: Sequence[Order]) -> list[tuple[Power, list[Order]]]:
    """Orders of foreign units that name a place involved.

    One that stands in such a place may do anything but support and convoy elsewhere.
    """
    places = involved(puzzle, orders)
    found = []
    for power in sorted({unit.power for unit in puzzle.position.units} - {puzzle.goal.power}):
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
    for reply in replies(puzzle, orders, most):
        if not reached(puzzle.goal, adjudicate(puzzle.position, {**reply, puzzle.goal.power: orders})):
            return False
    return True


def other_answers(puzzle: Puzzle, most: int) -> list[tuple[Order, ...]]:
    """Other sets of as many orders that are proven, too.

    Left out: those that hold an answer, and those in which the same units act on the same places.
    """
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


def deeds(orders: Sequence[Order]) -> frozenset[tuple[str, str]]:
    """Units, each with the place it acts on."""
    return frozenset((order.region, parts(format_order(order))[-1]) for order in orders if not isinstance(order, Waive))


def main() -> None:
    """Check a sample, and say how many are confirmed."""
    count, most = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    chosen = Random(1).sample(sorted(shipped().values(), key=lambda each: each.key), count)
    right = alone = 0
    began = time.process_time()
    for puzzle in chosen:
        holds = all(stands(puzzle, answer, most) for answer in puzzle.answers)
        others = other_answers(puzzle, 10 * most)
        right += holds
        alone += not others
        if not holds or others:
            told = [", ".join(map(format_order, each)) for each in others[:3]]
            print(puzzle.key, puzzle.goal, "stands" if holds else "FAILS", "; others:", " | ".join(told), flush=True)
    print(f"{count} puzzles: {right} proven again, {alone} with one answer; {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
