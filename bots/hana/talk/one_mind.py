"""One mind of a guide: the counsel of the phase.

Everything else it says to its pupil agrees with that.
"""

from collections.abc import Iterable, Iterator, Sequence

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import next_to
from adjudication.orders import Move, Order, Support
from adjudication.phase import FIRST_PHASE
from adjudication.powers import Power
from bots.hana.foresee.pledges import standing
from bots.hana.judge.counsel import Counsel, counsel_for
from bots.hana.judge.guiding import GUIDES, Lesson, way_to_centers
from bots.hana.judge.proposals import contents_of
from bots.view import SeatView
from negotiation.diplomacy import Dmz, Ent, Hlp, Scd, Tpc, order_of
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Commit,
    Commits,
    Courtesy,
    Desire,
    Do,
    Formula,
    Manner,
    Not,
    Propose,
    Reject,
    Utterance,
    Withdraw,
)
from negotiation.unnamed import doer_of

__all__ = ["counsel_in", "is_of_one_mind", "items_of", "orders_of"]


def counsel_in(view: SeatView) -> Counsel:
    """Counsel by the board and the talk of the two.

    It leads into no center that the guide wants itself.
    """
    lesson, phase = GUIDES[view.power], view.position.phase
    given: dict[Province, Order] = {}
    before: dict[Province, Order] = {}
    for one in (each.utterance for each in view.talk if each.phase == phase):
        told = one.speaker == view.power and lesson.pupil in one.hearers
        if told and isinstance(one, Courtesy) and one.manner is Manner.ADVICE:
            before.update(orders_of(lesson.pupil, items_of(one.about)))
    for agreed in view.agreements:
        if agreed.phase == phase and lesson.pupil in agreed.powers:
            given.update(orders_of(lesson.pupil, contents_of(agreed.deal)))
    zones = [content for deal in standing(view) for content in contents_of(deal.deal) if isinstance(content, Dmz)]
    closed = {place for zone in zones if lesson.pupil in zone.powers for place in zone.provinces}
    if phase.year == FIRST_PHASE.year:
        closed.update(lesson.empty)
    advised = {province_of(order.target) for order in before.values() if isinstance(order, Move)}
    closed |= _own_goals(view) - advised
    return counsel_for(view.position, lesson, given=given, before=before, closed=closed, rulebook=view.rulebook)


def _own_goals(view: SeatView) -> set[Province]:
    """Centers the guide wants by deals, words and next moves.

    Words count in their phase. In the first year its moves leave the pupil's centers alone.
    """
    me, phase, pupil = view.power, view.position.phase, GUIDES[view.power].pupil
    deals = [content for deal in standing(view) for content in contents_of(deal.deal)]
    shares = {power: {place for place, taker in _shares(deals) if taker == power} for power in (me, pupil)}
    said = {place for each in view.talk if each.phase == phase for place in _claims(each.utterance, me)}
    moves = way_to_centers(view.position, me, spared=pupil) if phase.kind == "M" else ()
    taken = {province_of(order.target) for order in moves if isinstance(order, Move)}
    return shares[me] | ((said if phase.year == FIRST_PHASE.year else said | taken) - shares[pupil])


def _shares(contents: Iterable[Formula]) -> Iterator[tuple[Province, Power]]:
    """Centers with the power that gets them."""
    return ((center, each.power) for each in contents if isinstance(each, Scd) for center in each.centers)


def _claims(said: Utterance, me: Power) -> Iterator[Province]:
    """Centers that the speaker wants, by its own words."""
    if said.speaker != me:
        return
    if isinstance(said, Courtesy):
        if _is_wish(said) and isinstance(said.about, Tpc):
            yield from (place for place in said.about.named if place in STANDARD.centers)
        return
    for part in items_of(getattr(said, "content", None)):
        if isinstance(part, Desire) and part.agent == me and isinstance(part.content, str):
            yield part.content
    for part in _claimed(said):
        match part:
            case Scd(power, centers) if power == me:
                yield from centers
            case Ent(power, place) if power == me:
                yield place
            case Do() if doer_of(part) == me:
                order = order_of(part.action)[1]
                if isinstance(order, Move):
                    yield province_of(order.target)
            case _:
                pass


def _is_wish(said: Utterance) -> bool:
    """True if it says which center its speaker wants."""
    about = said.about if isinstance(said, Courtesy) and said.manner is Manner.NOTE else None
    return isinstance(about, Tpc) and about.topic.startswith("want")


def is_of_one_mind(view: SeatView, counsel: Counsel, said: Utterance) -> bool:
    """True unless words to the pupil contradict advice or deal."""
    lesson = GUIDES[view.power]
    if lesson.pupil not in said.hearers or isinstance(said, Accept | Reject | Withdraw):
        return True
    if _is_wanted(view, counsel, said):
        return False
    first = view.position.phase.year == FIRST_PHASE.year
    if isinstance(said, Propose):
        parts = [*_claimed(said)]
        gives = {place for place, taker in _shares(parts) if taker == lesson.pupil}
        if not gives.isdisjoint(_own_goals(view)):
            return False
        return not any(_contradicts(counsel, lesson, part, first=first) or _endangers(lesson, part) for part in parts)
    if not first and not any(_is_advice(each.utterance) for each in view.talk if each.phase == view.position.phase):
        return True
    return not any(_contradicts(counsel, lesson, part, first=first) for part in _claimed(said))


def _is_wanted(view: SeatView, counsel: Counsel, said: Utterance) -> bool:
    """True if it claims a center promised or advised to the pupil."""
    about = getattr(said, "about", None)
    if not _is_wish(said) or not isinstance(about, Tpc):
        return False
    deals = [content for deal in standing(view) for content in contents_of(deal.deal)]
    theirs = {place for place, taker in _shares(deals) if taker == counsel.pupil}
    goals = {province_of(each.target) for each in counsel.orders if isinstance(each, Move)}
    return not (theirs | goals).isdisjoint(about.named)


def _endangers(lesson: Lesson, part: Formula) -> bool:
    """True if the guide comes into the pupil's home or beside it."""
    if not isinstance(part, Do) or doer_of(part) != lesson.guide:
        return False
    order = order_of(part.action)[1]
    homes = STANDARD.homes[lesson.pupil]
    near = {*homes, *(each for home in homes for each in next_to(home))}
    return isinstance(order, Move) and province_of(order.target) in near


def _contradicts(counsel: Counsel, lesson: Lesson, part: Formula, *, first: bool) -> bool:
    """True if a content asks or tells something else than the counsel."""
    if isinstance(part, Not):
        orders = orders_of(lesson.pupil, (part.item,))
        return any(_alike(counsel.order_in(place), order) for place, order in orders.items())
    goals = {province_of(each.target) for each in counsel.orders if isinstance(each, Move)}
    match part:
        case Do() if doer_of(part) == lesson.pupil:
            return any(
                not _alike(counsel.order_in(place), order) for place, order in orders_of(lesson.pupil, (part,)).items()
            )
        case Do() if first and doer_of(part) == lesson.guide:
            order = order_of(part.action)[1]
            return isinstance(order, Move) and province_of(order.target) in lesson.empty
        case Ent(power, place):
            return power == lesson.pupil and place not in goals
        case Hlp(power, _, place):
            helps = {province_of(each.target) for each in counsel.orders if isinstance(each, Support) and each.target}
            return power == lesson.pupil and place not in helps
        case Dmz(powers, places):
            return lesson.pupil in powers and any(
                place in goals or (counsel.order_in(place) is not None and place not in _left(counsel))
                for place in places
            )
        case Scd(power, centers):
            return power != lesson.pupil and not goals.isdisjoint(centers)
        case _:
            return False


def _left(counsel: Counsel) -> set[Province]:
    """Provinces that units leave."""
    return {province_of(each.region) for each in counsel.orders if isinstance(each, Move)}


def _claimed(said: Utterance) -> Iterator[Formula]:
    """Contents of an utterance, part by part; of wishes what is wished."""
    deal = getattr(said, "deal", None)
    todo = list(contents_of(deal)) if deal is not None else list(items_of(getattr(said, "content", None)))
    while todo:
        part = todo.pop()
        if isinstance(part, And):
            todo += part.items
        elif isinstance(part, Desire | Commit):
            todo.append(part.content)
        elif isinstance(part, Agree | Commits):
            todo += contents_of(part)
        else:
            yield part


def _alike(one: Order | None, other: Order) -> bool:
    """True if two orders differ at most in coast or way."""
    if type(one) is not type(other):
        return False
    fields = ("region", "target", "supported", "army")
    return all(
        province_of(getattr(one, name, None) or "") == province_of(getattr(other, name, None) or "") for name in fields
    )


def orders_of(pupil: Power, contents: Sequence[Formula]) -> dict[Province, Order]:
    """Orders of the pupil among contents, by province."""
    found = [order_of(each.action) for each in contents if isinstance(each, Do) and doer_of(each) == pupil]
    return {province_of(order.region): order for _, order in found if hasattr(order, "region")}


def items_of(content: Formula | None) -> Sequence[Formula]:
    return content.items if isinstance(content, And) else () if content is None else (content,)


def _is_advice(said: Utterance) -> bool:
    return isinstance(said, Courtesy) and said.manner is Manner.ADVICE and not isinstance(said.about, Tpc)
