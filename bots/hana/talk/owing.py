"""Debts of accepted deals: unused help is told, alliances are acted on.

Who made an alliance against somebody attacks that one, or proposes something against it, within two movement phases;
else it says why it has not.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.batch import decode_order
from adjudication.board import STANDARD, province_of
from adjudication.orders import Move, Order, Support
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.judge.deals import division
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of
from bots.hana.talk.countering import is_fair
from bots.hana.talk.explaining import because
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import plan_of
from bots.view import Agreement
from negotiation.diplomacy import DIPLOMACY, Aly, Hlp, Mto, Sup, Tpc
from negotiation.printer import format_formula
from negotiation.sense import parts_of
from negotiation.terms import Courtesy, Do, Manner, Propose, Utterance

__all__ = ["alliances_owed", "unused_help"]

_WITHIN: Final = 2
"""Movement phases in which something is done for an alliance."""


def unused_help(situation: Situation, deals: Sequence[Agreement]) -> list[Utterance]:
    """Give back promised help that its plan does not use, once.

    So the helper has the unit for something else."""
    if not situation.free or not situation.moving:
        return []
    me, said = situation.view.power, list[Utterance]()
    helped = [(giver, place) for deal in deals for giver, place in _help_to(deal, me)]
    if not helped:
        return []
    goals = {province_of(order.target) for order in _orders(situation) if isinstance(order, Move)}
    for giver, place in helped:
        note = Courtesy(me, (giver,), Manner.NOTE, Tpc("helpunused", (place,)))
        if place not in goals and not situation.talk_with(giver).has_said(note):
            said.append(note)
    return said


def _help_to(deal: Agreement, me: Power) -> Iterator[tuple[Power, str]]:
    """List helpers and the places they help it into."""
    for part in parts_of(deal.deal):
        match part.content:
            case Hlp(giver, helped, place, origin) if helped == me and giver != me and origin != place:
                yield giver, place
            case Do(action=Sup(unit, Mto(mover, region))) if mover.power == me and unit.power != me:
                yield unit.power, region.province
            case _:
                pass


def _orders(situation: Situation) -> list[Order]:
    return [decode_order(code) for code in plan_of(situation).values()]


# ── alliances ───────────────────────────────────────────────────────────────────────────────────


def alliances_owed(situation: Situation, said: Sequence[Utterance]) -> list[Utterance]:
    """Say what is due for its alliances when a phase opens.

    A share of what is to be won, else the reason why it does nothing yet.

    said: what it says anyway; a proposal against the enemy is enough.
    """
    if not situation.free or not situation.moving:
        return []
    found: list[Utterance] = []
    history, me = situation.view.history, situation.view.power
    phases = [past.position.phase for past in history]
    for ally, enemy, made in _alliances(situation):
        since = history[phases.index(made) :] if made in phases else ()
        since = tuple(past for past in since if past.position.phase.kind == "M")
        if not 1 <= len(since) <= _WITHIN or any(_is_against(each, ally, enemy, situation) for each in said):
            continue
        given = [(one.order, past.position) for past in since for one in past.outcomes if one.power == me]
        when = {past.position.phase for past in since}
        proposed = any(
            each.phase in when and _is_against(each.utterance, ally, enemy, situation)
            for each in situation.view.talk
            if not _makes(each.utterance, enemy)
        )
        if proposed or any(_attacks(order, before, enemy) for order, before in given):
            continue
        if any(_attacks(order, situation.view.position, enemy) for order in _orders(situation)):
            continue
        found += _share(situation, ally, enemy) or _excuse(situation, ally, enemy)
    return found


def _alliances(situation: Situation) -> Iterator[tuple[Power, Power, Phase]]:
    me = situation.view.power
    for deal in situation.deals:
        for pact in contents_of(deal.deal):
            if isinstance(pact, Aly) and me in pact.powers and len(pact.powers) == 2 and pact.against:
                yield next(power for power in pact.powers if power != me), pact.against[0], deal.phase


def _attacks(order: Order, position: Position, enemy: Power) -> bool:
    """True if an order attacks the enemy, or helps to."""
    target = order.target if isinstance(order, Move | Support) else None
    place = province_of(target) if target else None
    unit = position.unit_at(place) if place else None
    return place is not None and (position.centers.get(place) == enemy or (unit is not None and unit.power == enemy))


def _makes(said: Utterance, enemy: Power) -> bool:
    """True if it proposes or makes the alliance itself."""
    deal = getattr(said, "deal", None)
    return deal is not None and any(isinstance(each, Aly) and enemy in each.against for each in contents_of(deal))


def _is_against(said: Utterance, ally: Power, enemy: Power, situation: Situation) -> bool:
    """True if it proposes the ally something against the enemy."""
    mine = said.speaker == situation.view.power and said.hearers == (ally,)
    if not mine or not isinstance(said, Propose):
        return False
    text = format_formula(said.deal, DIPLOMACY)
    return any(place.lower() in text for place in places_of(situation.view.position, enemy))


def _share(situation: Situation, ally: Power, enemy: Power) -> list[Utterance]:
    """Propose who gets which center of the enemy, if each reaches one."""
    me, position, talk = situation.view.power, situation.view.position, situation.talk_with(ally)
    centers = [place for place in position.centers_of(enemy) if place in STANDARD.centers]
    mine = [place for place in centers if place in situation.reach(me)]
    theirs = [place for place in centers if place in situation.reach(ally) and place not in mine[:1]]
    if not talk.may_propose or not (mine and theirs):
        return []
    offer = division(me, ally, mine[:1], theirs[:1])
    if not talk.is_new(offer) or any(situation.faults(offer)):
        return []
    verdict = situation.judge(offer)
    if verdict.gain < 0 or not is_fair(verdict.theirs):
        return []
    return situation.propose(offer, because(verdict, ally))


def _excuse(situation: Situation, ally: Power, enemy: Power) -> list[Utterance]:
    """Explain, once, why it has done nothing against the enemy yet."""
    me, position = situation.view.power, situation.view.position
    topic = "allyfar" if situation.reach(me).isdisjoint(places_of(position, enemy)) else "allybusy"
    note = Courtesy(me, (ally,), Manner.NOTE, Tpc(topic, (enemy,)))
    before = [each.utterance for each in situation.view.talk if each.utterance.speaker == me]
    return [] if note in before else [note]
