"""A power's habits: character, opening, and orders that failed twice.

An order that failed twice in the same way need not be tried a third time, unless more helps it or those who stopped it
have gone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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

_TWICE: Final = 2
_STOPPED: Final = frozenset(
    {Reason.BOUNCED, Reason.OUTMATCHED, Reason.HELD_OFF, Reason.HEAD_ON, Reason.HEAD_ON_LOST, Reason.OWN_UNIT}
)
"""Reasons that are one: too little strength against whoever is in the way."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that failed twice in the same way, while those who stopped it are still near. code: its order. helps: how
    many supports it had at most."""

    code: int
    helps: int


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
    moves = [past for past in view.history if past.position.phase.kind == "M"][-_TWICE:]
    if len(moves) < _TWICE:
        return
    before, last = moves
    failed = {each.order: each for each in before.outcomes if each.power == view.power and each.result == "fail"}
    for each in last.outcomes:
        order, first = each.order, failed.get(each.order)
        if first is None or not isinstance(order, Move) or each.result != "fail":
            continue
        if first.reason != each.reason and not {first.reason, each.reason} <= _STOPPED:
            continue
        if _stopped_by(last.position, each) <= _near(view.position, order, view.power):
            yield Tried(encode_order(order), max(_supports(past, order) for past in moves))


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


def tired(tried: Iterable[Tried], orders: Iterable[int]) -> bool:
    """True if a plan repeats a failed order without more help.

    orders: its own, and those promised.
    """
    given = list(orders)
    again = [each for each in tried if each.code in given]
    typed = [decode_order(code) for code in given] if again else []
    return any(
        sum(_helps(order, move) for order in typed) <= each.helps
        for each in again
        if isinstance(move := decode_order(each.code), Move)
    )
