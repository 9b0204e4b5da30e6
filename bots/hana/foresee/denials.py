"""Orders a power has denied in this phase.

By saying that it does not want to or will not, or by refusing a deal that asks for nothing but this order. A denied
order is given only if much speaks for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from adjudication.orders import Order
from bots.view import Agreement, SeatView
from negotiation.diplomacy import order_of
from negotiation.sense import parts_of
from negotiation.terms import And, Answer, Commit, Commits, Desire, Do, Formula, Inform, Not, Reject, Utterance
from negotiation.unnamed import doer_of

__all__ = ["PRICE", "Denial", "denials", "speaks_against"]

PRICE: Final = 0.3
"""Centers that an order must bring more than any other to be given after all."""


@dataclass(frozen=True, slots=True)
class Denial(Agreement):
    """A word that was given by the way, as a promise; the search pays `PRICE` for breaking it."""


def denials(view: SeatView, standing: Iterable[Agreement]) -> tuple[Denial, ...]:
    """Denials of the view's power in this phase.

    Without those of orders that a deal by now requires.
    """
    agreed = {part.content for each in standing for part in parts_of(each.deal)}
    phase, me = view.position.phase, view.power
    lately = takewhile(lambda said: said.phase == phase, reversed(view.talk))
    found: dict[Denial, None] = {}
    for said in (each.utterance for each in lately):
        if said.speaker != me:
            continue
        for denied in _denied(said):
            if doer_of(denied) == me and denied.time is None and denied not in agreed:
                hearer = said.hearers[0]
                powers = tuple(sorted((me, hearer)))
                found[Denial(phase, powers, Commits((Commit(me, (hearer,), Not(denied)),)))] = None  # type: ignore[arg-type]
    return tuple(found)


def speaks_against(denied: Iterable[Denial], orders: Iterable[Order]) -> bool:
    """True if any of these orders was denied."""
    given = set(orders)
    return any(
        order_of(part.content.item.action)[1] in given
        for each in denied
        for part in parts_of(each.deal)
        if isinstance(part.content, Not) and isinstance(part.content.item, Do)
    )


def _denied(said: Utterance) -> Iterator[Do]:
    if isinstance(said, Reject):
        own = [part.content for part in parts_of(said.deal) if doer_of(part.content) == said.speaker]
        if len(own) == 1 and isinstance(own[0], Do):
            yield own[0]
    elif isinstance(said, Inform | Answer):
        content = said.content
        for part in content.items if isinstance(content, And) else (content,):
            yield from _unwanted(part)


def _unwanted(part: Formula) -> Iterator[Do]:
    inner = part.content if isinstance(part, Desire) else part
    if isinstance(inner, Not) and isinstance(inner.item, Do):
        yield inner.item
