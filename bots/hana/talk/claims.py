"""Claims about one's own orders in a message.

Promises of a deal are not among them: those bind, and the ledger judges them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudication.board import Province
from adjudication.powers import Power
from negotiation.diplomacy import Cvy, Dmz, Ent, Hld, Hlp, Mto, Sup, Tpc
from negotiation.sense import parts_of
from negotiation.terms import And, Answer, Commit, Commits, Courtesy, Deal, Desire, Do, Formula, Inform, Not, Utterance
from negotiation.unnamed import doer_of

__all__ = ["Claim", "at_odds", "claims_in", "claims_of_deal", "place_of", "target_in"]

_LEAVES: Final = ("leave", "friends")
"""Topics, or how they begin, that say of places that no unit of its own goes there."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A word on one's own orders.

    content: an order, with or without its unit. so: false where it is denied."""

    content: Do | Ent | Hlp
    so: bool = True


def claims_in(said: Utterance) -> Iterator[Claim]:
    """Claims of a speaker about its own orders in this phase."""
    me: Power = said.speaker  # type: ignore[assignment]
    if isinstance(said, Inform | Answer):
        yield from _claims(me, said.content, so=True)
    elif isinstance(said, Courtesy) and isinstance(said.about, Tpc) and said.about.topic.startswith(_LEAVES):
        yield from (Claim(Ent(me, place), so=False) for place in said.about.named)


def claims_of_deal(me: Power, deal: Deal) -> Iterator[Claim]:
    """Claims about own orders in a deal."""
    for part in parts_of(deal):
        if part.time is None and isinstance(part.content, Dmz) and me in part.content.powers:
            yield from (Claim(Ent(me, place), so=False) for place in part.content.provinces)
        elif part.time is None and part.agent in (me, None):
            yield from _claims(me, part.content, so=True)


def _claims(me: Power, content: Formula, *, so: bool) -> Iterator[Claim]:
    match content:
        case And(items) if so:
            for item in items:
                yield from _claims(me, item, so=so)
        case Commits(items):
            for item in items:
                yield from _claims(me, item, so=so)
        case Commit(agent, _, promised, None) if agent == me:
            yield from _claims(me, promised, so=so)
        case Desire(agent, wish) if agent == me and not isinstance(wish, str):
            yield from _claims(me, wish, so=so)
        case Not(item):
            yield from _claims(me, item, so=not so)
        case Dmz(powers, places) if powers == (me,):
            yield from (Claim(Ent(me, place), so=not so) for place in places)
        case Do(action=Hld() | Mto() | Sup() | Cvy(), time=None) | Ent() | Hlp():
            if doer_of(content) == me:
                yield Claim(content, so)
        case _:
            pass


def place_of(claim: Claim) -> Province | None:
    """The place of the unit that a claim names, if any."""
    return claim.content.action.unit.region.province if isinstance(claim.content, Do) else None


def target_in(claim: Claim) -> Province | None:
    """The province a claim sends, or helps, a unit into."""
    match claim.content:
        case Do(action=Mto(_, region)) | Do(action=Sup(action=Mto(_, region))):
            return region.province
        case Do(action=Cvy(_, _, region)):
            return region.province
        case Ent(_, province) | Hlp(_, _, province):
            return province
        case _:
            return None


def at_odds(one: Claim, other: Claim) -> bool:
    """True if two claims cannot both be true."""
    if one.so and other.so:
        return place_of(one) is not None and place_of(one) == place_of(other) and one.content != other.content
    if not one.so and not other.so:
        return False
    true, false = (one, other) if one.so else (other, one)
    if isinstance(false.content, Ent) and isinstance(true.content, Ent | Do):
        moves = isinstance(true.content, Ent) or isinstance(true.content.action, Mto)
        return moves and target_in(true) == false.content.province
    return true.content == false.content
