"""A power's habits: character, opening, and moves that failed lately.

To repeat a move that failed costs something for each time running that it failed, unless more helps it or those who
stopped it have gone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from operator import itemgetter
from typing import Final

from adjudication.batch import decode_order, encode_order
from adjudication.board import STANDARD, province_of
from adjudication.orders import Move, Support
from adjudication.outcomes import Outcome
from adjudication.phase import FIRST_PHASE
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import Reason
from bots.view import PastPhase, SeatView

__all__ = ["NO_HABITS", "Habits", "Tried", "habits_of", "tired"]

_MOST: Final = 3
"""Movement phases in which failures are counted."""
_STOPPED: Final = frozenset(
    {Reason.BOUNCED, Reason.OUTMATCHED, Reason.HELD_OFF, Reason.HEAD_ON, Reason.HEAD_ON_LOST, Reason.OWN_UNIT}
)
"""Reasons that are one: too little strength against whoever is in the way."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that failed lately, while those who stopped it are near.

    code: its order. helps: how many supports it had at most. times: how often running it failed in the same way.
    """

    code: int
    helps: int
    times: int


@dataclass(frozen=True, slots=True)
class Habits:
    """Grounds for a choice beside the worth of plans.

    character: a row of `bots.hana.judge.openings.LIKING`, "" for nobody's, who takes the best plan as it is. begun:
    what it ordered in spring 1901. tried: what it need not try again.
    """

    character: str = ""
    begun: frozenset[int] = frozenset()
    tried: tuple[Tried, ...] = ()


NO_HABITS: Final = Habits()


def habits_of(view: SeatView, character: str) -> Habits:
    """The habits of a seat in the phase that is shown."""
    first = next((past for past in view.history if past.position.phase == FIRST_PHASE), None)
    begun = (
        frozenset(encode_order(each.order) for each in first.outcomes if each.power == view.power) if first else None
    )
    return Habits(character, begun or frozenset(), tuple(_tried(view)))


def _tried(view: SeatView) -> Iterator[Tried]:
    moves = [past for past in view.history if past.position.phase.kind == "M"][: -_MOST - 1 : -1]
    for each in moves[0].outcomes if moves else ():
        if not _failed(each, view.power) or not isinstance(order := each.order, Move):
            continue
        if not _stopped_by(moves[0].position, each) <= _near(view.position, order, view.power):
            continue
        alike = (any(_alike(other, each) for other in past.outcomes) for past in moves)
        tries = [past for past, _ in takewhile(itemgetter(1), zip(moves, alike, strict=True))]
        yield Tried(encode_order(order), max(_supports(past, order) for past in tries), len(tries))


def _failed(outcome: Outcome, power: Power) -> bool:
    return outcome.power == power and outcome.result == "fail"


def _alike(one: Outcome, other: Outcome) -> bool:
    """True if the same order failed in the same way."""
    same = one.reason == other.reason or {one.reason, other.reason} <= _STOPPED
    return one.order == other.order and _failed(one, other.power) and same


def _stopped_by(position: Position, failed: Outcome) -> Counter[Power]:
    """Number of units of each other power that stopped a move."""
    return Counter(unit.power for unit in position.units if unit.province in failed.by and unit.power != failed.power)


def _near(position: Position, move: Move, power: Power) -> Counter[Power]:
    """Units of each other power in or beside a move's target."""
    target = province_of(move.target)
    return Counter(
        unit.power
        for unit in position.units
        if unit.power != power
        and (unit.province == target or target in map(province_of, STANDARD.borders(unit.kind).get(unit.region, ())))
    )


def _supports(past: PastPhase, move: Move) -> int:
    return sum(_helps(each.order, move) and each.result == "ok" for each in past.outcomes)


def _helps(order: object, move: Move) -> bool:
    return (
        isinstance(order, Support)
        and province_of(order.supported) == province_of(move.region)
        and order.target is not None
        and province_of(order.target) == province_of(move.target)
    )


def tired(tried: Iterable[Tried], orders: Iterable[int]) -> int:
    """Number of failures of the moves that a plan repeats without more help.

    orders: its own, and those promised.
    """
    given = list(orders)
    again = [each for each in tried if each.code in given]
    typed = [decode_order(code) for code in given] if again else []
    return sum(
        each.times
        for each in again
        if isinstance(move := decode_order(each.code), Move)
        and sum(_helps(order, move) for order in typed) <= each.helps
    )
