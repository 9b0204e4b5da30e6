"""Moments of a review, as a viewer may read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Order, Waive
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.reasons import WITHOUT_ORDER, Reason
from bots.review.choosing import chosen, is_own_mistake
from bots.review.moment import Moment
from bots.review.telling import KIND_NAMES, lines_of, sentences_of, title_of
from dipgame.games import convert, queries, talk
from dipgame.games.models import GamePhase
from dipgame.review.models import Review
from frontend.access import Access
from frontend.board import Scene

__all__ = ["Told", "moments_for", "reads_talk", "scene_of", "told_in"]


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of a power in a moment, as sentences."""

    power: Power
    name: str
    ordered: list[str]
    better: list[str]


@dataclass(frozen=True, slots=True)
class Told:
    """A moment in words. number: its place among those that the viewer may read."""

    number: int
    kind: str
    kind_name: str
    is_own: bool
    phase: str
    turn: str
    title: str
    orders: list[Orders]
    has_better: bool
    sentences: list[str]


def moments_for(access: Access, review: Review) -> list[Moment]:
    """The moments that the viewer may read, in order of time.

    Those known from the talk are for who was in it, or may read all talk.
    """
    found = []
    for phase in review.phases:
        for each in phase["moments"]:
            moment = convert.readable(review, lambda each=each: Moment.from_dict(each), None)  # type: ignore[misc]
            if moment is not None and (not moment.is_talk or access.power in moment.powers or reads_talk(access)):
                found.append(moment)
    return found


def reads_talk(access: Access) -> bool:
    """True if the viewer may read all talk of the game."""
    return access.sees_all or talk.is_open(access.game, access.seat)


def told_in(access: Access, review: Review) -> list[Told]:
    """The moments for this viewer, their own mistakes first."""
    moments = moments_for(access, review)
    numbers = {id(moment): number for number, moment in enumerate(moments)}
    return [_told(numbers[id(each)], each, access.power) for each in chosen(moments, access.power)]


def _told(number: int, moment: Moment, viewer: Power | None) -> Told:
    powers = [power for power in POWERS if power in moment.ordered or power in moment.better]
    return Told(
        number=number,
        kind=moment.kind,
        kind_name=KIND_NAMES[moment.kind],
        is_own=is_own_mistake(moment, viewer),
        phase=moment.phase,
        turn=parse_phase(moment.phase).turn,
        title=title_of(moment, viewer),
        orders=[
            Orders(
                power,
                POWER_NAMES[power],
                lines_of(moment.ordered.get(power, [])),
                lines_of(moment.better.get(power, [])),
            )
            for power in powers
        ],
        has_better=bool(moment.better),
        sentences=sentences_of(moment, viewer),
    )


def scene_of(access: Access, moment: Moment, *, better: bool) -> Scene | None:
    """The board of a moment, with the orders given or the better ones.

    None for no such phase.
    """
    row = queries.phases_of(access.game).filter(name=moment.phase).first()
    if row is None:
        return None
    outcomes = _better(row, moment.better) if better else convert.outcomes_of(row)
    told = [each for each in outcomes if each.reason is not Reason.NO_ORDER]
    what = "with the better orders" if better else "as it was ordered"
    title = f"{parse_phase(moment.phase).turn}, {what}"
    return Scene(convert.position_of(row), outcomes=told, viewer=access.power, title=title)


def _better(row: GamePhase, better: Mapping[Power, Sequence[str]]) -> Sequence[Outcome]:
    """Adjudicate the orders given, but for the better ones."""
    orders: dict[Power, dict[str, Order]] = {power: {} for power in POWERS}
    for each in convert.outcomes_of(row):
        if each.reason not in WITHOUT_ORDER and not isinstance(each.order, Waive):
            orders[each.power][each.order.region] = each.order
    for power, texts in better.items():
        for text in texts:
            order = parse_order(text, "M")
            if not isinstance(order, Waive):
                orders[power][order.region] = order
    rules = convert.rulebook_of(row.game)
    given: dict[Any, list[Order]] = {power: list(mine.values()) for power, mine in orders.items()}
    return adjudicate(convert.position_of(row), given, rules).outcomes
