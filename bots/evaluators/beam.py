"""A beam search that never gets worse by keeping more.

Each lane looks only at the lanes before it.

Lane 1 is the greedy choice. Lane j takes, at every step, the best option that the first j lanes can reach with their j
best orders and that no lane before it has taken. So the first lanes are the same however many follow, and the best
option of more lanes is never worth less. A lane is finished before the next begins: the search may stop after any.

Source of the idea: S. Lemons, C. Linares López, R. Holte, W. Ruml, "Beam Search: Faster and Monotonic" (ICAPS 2022).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Extend", "best_of_beam"]

Item = TypeVar("Item")

Extend: TypeAlias = Callable[[int, tuple[Item, ...]], Iterator[Item]]
"""Given a step and what was chosen before, the items that may be chosen now, best first."""


@dataclass(slots=True)
class _Node(Generic[Item]):
    """A beginning of an option, and its next items."""

    items: tuple[Item, ...]
    following: Iterator[Item] | None = None


@dataclass(slots=True)
class _Step(Generic[Item]):
    """Nodes of the lanes at one step, and candidates not taken yet."""

    lanes: list[_Node[Item] | None] = field(default_factory=list)
    waiting: list[tuple[float, int, tuple[Item, ...]]] = field(default_factory=list)
    seen: set[frozenset[Item]] = field(default_factory=set)


def best_of_beam(
    steps: int,
    extend: Extend[Item],
    worth: Callable[[tuple[Item, ...]], float],
    *,
    kept: int,
    in_time: Callable[[], bool],
) -> tuple[Item, ...]:
    """Find the best option of `kept` lanes.

    Of equals it is the one of the first lane.

    steps: items of an option. extend: must give at least one item at every step of the first lane. worth: of an option
    or its beginning. kept: lanes, at least 1. in_time: asked before every step of a lane; False ends the search with
    the lanes that are finished. The first lane asks nobody and is always finished.
    """
    beam: list[_Step[Item]] = [_Step() for _ in range(steps + 1)]
    best: tuple[Item, ...] = ()
    most: float | None = None
    for lane in range(kept):
        option = _run(beam, lane, extend, worth, in_time)
        if option is None:
            continue
        value = worth(option) if kept > 1 else 0.0
        if most is None or value > most:
            best, most = option, value
        if not in_time():
            break
    return best


def _run(
    beam: Sequence[_Step[Item]],
    lane: int,
    extend: Extend[Item],
    worth: Callable[[tuple[Item, ...]], float],
    in_time: Callable[[], bool],
) -> tuple[Item, ...] | None:
    """Take a lane through all steps.

    None if it found nothing new or time is over.
    """
    beam[0].lanes.append(_Node(()) if lane == 0 else None)
    for step in range(1, len(beam)):
        here, parents = beam[step], beam[step - 1].lanes
        for index, parent in enumerate(parents):
            if parent is None:
                continue
            if parent.following is None:
                parent.following = extend(step - 1, parent.items)
            # A parent of an earlier lane has given its best `lane` items before; a new one owes as many as its lane.
            for _ in range(1 if index < lane else lane + 1):
                if lane and not in_time():
                    return None
                item = next(parent.following, None)
                if item is None:
                    break
                items = (*parent.items, item)
                if frozenset(items) not in here.seen:
                    here.seen.add(frozenset(items))
                    heappush(here.waiting, (-worth(items) if lane else 0.0, len(here.seen), items))
        here.lanes.append(_Node(heappop(here.waiting)[2]) if here.waiting else None)
    last = beam[-1].lanes[-1]
    return None if last is None else last.items
