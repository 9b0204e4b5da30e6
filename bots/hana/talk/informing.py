"""HANA's answers to questions about the game.

Rules and page from a table, the map from the board, and advice for the asker's position.
"""

from collections.abc import Iterator
from typing import Final

from adjudication.batch import decode_order
from adjudication.board import STANDARD, Province, province_of
from adjudication.encoding import MOVE, VERB
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.options import legal_orders
from adjudication.orders import Move, Order
from adjudication.phase import FIRST_PHASE
from adjudication.powers import POWERS, Power
from bots.hana.judge.guiding import way_to_centers
from bots.hana.judge.openings import BOOK
from bots.hana.judge.reach import places_of, steps_between, steps_of
from bots.hana.talk.guarding import reached_by
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Tpc, action_of
from negotiation.terms import Courtesy, Do, Manner, Utterance, both
from negotiation.topics import ANSWERS, OF_PLACES, OF_POWERS

__all__ = ["inform_about"]

_MOST: Final = 2
"""Orders that are advised at once."""
_MOST_CENTERS: Final = 4
"""Orders that win centers and are advised at once."""
_NEIGHBOURS: Final = 2
"""Powers that a newcomer is told to write to."""
_NEAR: Final = 3
"""Powers that are named with their way to a place."""
_WORDINGS: Final = 2
"""Times that one thing is told in a phase."""


def inform_about(situation: Situation, partner: Power, heard: Courtesy) -> list[Utterance]:
    """The answer to a question about the game; nothing where the topic has none, or it was given already."""
    if not isinstance(heard.about, Tpc):
        return []
    me, topic = situation.view.power, heard.about.topic
    said: Utterance | None = None
    if topic in ("unit", "opening"):
        said = _advice(situation, partner, heard.about)
    if (
        topic == "reach"
        and len(heard.about.named) == 1
        and (ways := _ways_to(situation, partner, heard.about.named[0]))
    ):
        return [each for each in ways if not situation.talk_with(partner).has_said(each)]
    if topic == "bounce" and heard.about.named and situation.moving:
        said = _if_both_go(situation, partner, heard.about.named[0])
    if said is None and heard.about.named and topic in (OF_PLACES | OF_POWERS) - {"unit"}:
        said = Courtesy(me, (partner,), heard.manner, heard.about)
    if said is None and topic in ANSWERS.get(heard.manner, {}):
        said = Courtesy(me, (partner,), heard.manner, Tpc(topic))
    often = 0 if said is None else situation.talk_with(partner).mine.count(said)
    if said is None or often >= _WORDINGS:
        return []
    return [said, *(_whom_to_write_to(situation, partner) if topic == "opening" else ())]


def _if_both_go(situation: Situation, partner: Power, place: Province) -> Courtesy | None:
    """Outcome of two moves to a place; None if one stands there."""
    position, me = situation.view.position, situation.view.power
    standing = position.unit_at(place)
    if standing is not None and standing.power in (me, partner):
        return None
    moves = {power: move for power in (me, partner) if (move := _move_to(situation, power, place)) is not None}
    after = adjudicate(position, {power: [move] for power, move in moves.items()}, situation.view.rulebook).next
    unit = after.unit_at(place)
    if unit is not None and unit.power in moves:
        topic = "onlymein" if unit.power == me else "onlyyouin"
    else:
        topic = "bothbounce" if len(moves) > 1 else "nobodyin"
    return Courtesy(me, (partner,), Manner.NOTE, Tpc(topic, (place,)))


def _move_to(situation: Situation, power: Power, place: Province) -> Move | None:
    """A move of the power to a neighbouring place."""
    near = {unit.region for unit in situation.view.position.units_of(power) if place in steps_of(unit)}
    legal = legal_orders(situation.view.position, power, situation.view.rulebook)
    moves = (each for region in near for each in legal[region] if isinstance(each, Move) and not each.via)
    return next((move for move in sorted(moves, key=str) if province_of(move.target) == place), None)


def _ways_to(situation: Situation, partner: Power, place: Province) -> list[Courtesy]:
    """Powers that reach a place next turn, the partner first.

    Empty where the partner's own unit stands there: the question is where that goes.
    """
    position = situation.view.position
    standing = position.unit_at(place)
    if standing is not None and standing.power == partner:
        return []
    powers = (partner, *(power for power in POWERS if power != partner))
    me = situation.view.power
    near = {power: [unit for unit in position.units_of(power) if place in steps_of(unit)] for power in powers}
    return [reached_by(me, partner, power, place, units) for power, units in near.items() if units][:_NEAR]


def _whom_to_write_to(situation: Situation, partner: Power) -> list[Courtesy]:
    """Name the partner's nearest neighbours for messages, once."""
    position, me = situation.view.position, situation.view.power
    others = [power for power in situation.others if power != partner]
    near = sorted(others, key=lambda power: steps_between(position, partner, power))[:_NEIGHBOURS]
    told = Courtesy(me, (partner,), Manner.ADVICE, Tpc("guidewrite", tuple(sorted(near))))
    return [told] if near and not situation.talk_with(partner).has_said(told) else []


def _advice(situation: Situation, partner: Power, asked: Tpc) -> Courtesy | None:
    """Orders it would give in the partner's place, none against itself: of the unit that is named, or for a start."""
    position = situation.view.position
    if not situation.moving:
        return None
    there = [unit for place in asked.named if (unit := position.unit_at(place)) is not None and unit.power == partner]
    if asked.topic == "opening" and position.phase == FIRST_PHASE:
        orders = _from_book(situation, partner)
    elif asked.topic == "opening" and position.phase.season == "F":  # what counts is where units stand in fall
        own = {unit.province for unit in position.units_of(partner)}
        orders = way_to_centers(position, partner, spared=situation.view.power)[:_MOST_CENTERS]
        orders = orders or list(_likely(situation, partner, own, set()))[:_MOST]
    else:
        provinces = {unit.province for unit in there} or {unit.province for unit in position.units_of(partner)}
        wanted = {place for place in asked.named if not there}
        orders = list(_likely(situation, partner, provinces, wanted))[: 1 if there or wanted else _MOST]
    if not orders:
        return None
    told = both(Do(action_of(partner, order, position)) for order in orders)
    return Courtesy(situation.view.power, (partner,), Manner.ADVICE, told)


def _from_book(situation: Situation, partner: Power) -> list[Order]:
    """The likeliest line of its book that leaves this power alone."""
    legal = legal_orders(situation.view.position, partner, situation.view.rulebook)
    known = {order for orders in legal.values() for order in orders}
    for line in sorted((line for line in BOOK if line.power == partner), key=lambda line: -line.weight):
        orders = [parse_order(text) for text in line.spring]
        if all(order in known and _is_harmless(situation, order) for order in orders):
            return [order for order in orders if isinstance(order, Move)]
    return []


def _likely(situation: Situation, partner: Power, provinces: set[str], wanted: set[str]) -> Iterator[Order]:
    """The likeliest moves of those units that leave this power alone, the likeliest first. wanted: where to, if that is
    known."""
    analysis = situation.analysis
    found: list[tuple[float, int, Order]] = []
    for column in map(int, analysis.phase.columns_of(partner)):
        if situation.view.position.units[column].province not in provinces:
            continue
        degrees, codes = analysis.beliefs.of_group(column).tolist(), analysis.phase.legal.of(column).tolist()
        moves = [
            (degree, code, order)
            for degree, code in zip(degrees, codes, strict=True)
            if code & VERB == MOVE
            and isinstance(order := decode_order(int(code)), Move)
            and _is_harmless(situation, order)
            and (not wanted or province_of(order.target) in wanted)
        ]
        found += [max(moves, key=lambda each: each[:2])] if moves else []
    yield from (order for _, _, order in sorted(found, key=lambda each: (-each[0], each[1])))


def _is_harmless(situation: Situation, order: Order) -> bool:
    """True if a move enters nothing of this power."""
    if not isinstance(order, Move):
        return True
    view, target = situation.view, province_of(order.target)
    return target not in places_of(view.position, view.power) and target not in STANDARD.homes[view.power]
