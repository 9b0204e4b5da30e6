"""Answers to reproaches, from the ledger and the last boards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.orders import Convoy, Move, Support
from adjudication.powers import Power
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of
from bots.hana.talk.bargaining import next_offer
from bots.hana.talk.business import insists
from bots.hana.talk.dialogue import names_in
from bots.hana.talk.explaining import reason_for
from bots.hana.talk.named import places_in
from bots.hana.talk.promises import broken_word, courtesy, promises_between
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import LOYAL
from bots.hana.talk.turn import is_not_too_much
from bots.view import LedgerLine
from negotiation.compliance import State
from negotiation.diplomacy import Pce, Tpc
from negotiation.terms import Agree, Answer, Courtesy, Desire, Formula, Inform, Manner, Utterance

__all__ = ["Deed", "amends", "bears_grudges", "deeds_against", "explained_deed", "to_reproach"]

_BOARDS: Final = 2
"""Movement phases that are looked back on."""
_HARD: Final = 0.5
_UNFORGIVING: Final = 0.3


@dataclass(frozen=True, slots=True)
class Deed:
    """An own order that touched somebody: took, entered, bounced or helped."""

    kind: str
    place: Province


def deeds_against(situation: Situation, partner: Power, places: Sequence[Province] = ()) -> Iterator[Deed]:
    """Own recent orders into these places, else into the partner's.

    The last phase comes first.
    """
    moves = [past for past in reversed(situation.view.history) if past.position.phase.kind == "M"][:_BOARDS]
    for past in moves:
        before = past.position
        theirs = places_of(before, partner)
        for one in past.outcomes:
            order = one.order
            if one.power != situation.view.power or not isinstance(order, Move | Support | Convoy) or not order.target:
                continue
            place = province_of(order.target)
            if place not in (places or theirs):
                continue
            if not isinstance(order, Move):
                yield Deed("helped", place)
            elif one.result != "ok":
                yield Deed("bounced", place)
            else:
                yield Deed("took" if before.centers.get(place) == partner else "entered", place)


def explained_deed(situation: Situation, partner: Power, places: Sequence[Province] = ()) -> list[Utterance]:
    """Own up to a deed, with its purpose; empty without one."""
    deed = next(deeds_against(situation, partner, places), None)
    if deed is None:
        return []
    me, talk = situation.view.power, situation.talk_with(partner)
    owned = Courtesy(me, (partner,), Manner.NOTE, Tpc(f"deed{deed.kind}", (deed.place,)))
    reason = reason_for(situation, partner)
    said: list[Utterance] = [owned, *([Answer(me, (partner,), reason)] if reason is not None else [])]
    return [each for each in said if not talk.has_said(each)]


def to_reproach(
    situation: Situation, partner: Power, about: Formula | None, *, of_word: bool = False
) -> list[Utterance]:
    """Answer a reproach about the promise or deed that it names.

    of_word: it is about a promise, whatever was done.
    """
    me, talk = situation.view.power, situation.talk_with(partner)
    places, promised = places_in(situation, partner, about), promises_between(situation, me, partner)
    meant = [line for line in promised if _is_meant(line, about, partner)] if about is not None else promised
    broken = next((line for line in reversed(meant) if line.state is State.BROKEN), None)
    if broken is not None:
        return _of_broken(situation, partner, broken)
    theirs = broken_word(situation, partner, partner)
    if theirs is not None and bears_grudges(situation):
        return [courtesy(situation, partner, Manner.BLAME, theirs)]
    kept = [line for line in meant if line.state is State.KEPT]
    if places and (agreed := _agreed_about(situation, partner, places)):
        return agreed
    if of_word and places and not meant:
        return [Courtesy(me, (partner,), Manner.NOTE, Tpc("nosuchword", places))]
    if owned := explained_deed(situation, partner, places):
        return owned
    if kept:
        return [courtesy(situation, partner, Manner.DENY, kept[-1])]
    if places and not meant:
        return _of_places(situation, partner, places)
    for topic in ("whichword",) if promised else ("nopromise",):
        asked = Courtesy(me, (partner,), Manner.NOTE, Tpc(topic))
        if not talk.has_said(asked):
            return [asked]
    return [courtesy(situation, partner, Manner.DENY)]


def _agreed_about(situation: Situation, partner: Power, places: Sequence[Province]) -> list[Utterance]:
    """Own up to a deal in force about the places."""
    me = situation.view.power
    for deal in situation.deals:
        for content in contents_of(deal.deal) if partner in deal.powers else ():
            if not set(places).isdisjoint(names_in(content)):
                said = Inform(me, (partner,), Agree(deal.powers, content))
                return [] if situation.talk_with(partner).has_said(said) else [said]
    return []


def _is_meant(line: LedgerLine, about: Formula, partner: Power) -> bool:
    """True if a promise is about what is named."""
    pair = {line.agent, partner}
    named = {name for name in names_in(about) if name not in pair}
    return about == line.content or not named or not named.isdisjoint(names_in(line.content))


def _of_broken(situation: Situation, partner: Power, line: LedgerLine) -> list[Utterance]:
    """Apologise if loyal; else blame in return, or give a reason."""
    me = situation.view.power
    sorry = courtesy(situation, partner, Manner.APOLOGISE, line)
    excused = not is_not_too_much(situation, sorry)
    if situation.personality.loyalty >= LOYAL:
        return [*([] if excused else [sorry]), *amends(situation, partner)] or _excused(situation, partner)
    theirs = broken_word(situation, partner, partner)
    if theirs is not None:
        return [courtesy(situation, partner, Manner.BLAME, theirs)]
    reason = reason_for(situation, partner)
    if reason is not None:
        return [Answer(me, (partner,), reason)]
    return amends(situation, partner) or _excused(situation, partner) if excused else [sorry]


def _of_places(situation: Situation, partner: Power, places: tuple[Province, ...]) -> list[Utterance]:
    """Answer about places in which it did nothing of late."""
    me = situation.view.power
    mine = places_of(situation.view.position, me)
    held = tuple(place for place in places if place in mine and place not in STANDARD.homes[me])
    said = Courtesy(me, (partner,), Manner.NOTE, Tpc("taken", held) if held else Tpc("deednot", places[:1]))
    again = situation.talk_with(partner).has_said(said)
    return [courtesy(situation, partner, Manner.DENY)] if again else [said]


def _excused(situation: Situation, partner: Power) -> list[Utterance]:
    """Reason and wish for peace after an apology; then that the word is broken, and deeds will tell."""
    me, talk = situation.view.power, situation.talk_with(partner)
    wish = Desire(me, Pce((min(me, partner), max(me, partner))))
    contents = (reason_for(situation, partner), wish if situation.attitude(partner).talks else None)
    said: list[Utterance] = [Answer(me, (partner,), each) for each in contents if each is not None]
    said.append(Courtesy(me, (partner,), Manner.NOTE, Tpc("ownbroken")))
    return [each for each in said if not talk.has_said(each)][:1] or [courtesy(situation, partner, Manner.WAIT)]


def bears_grudges(situation: Situation) -> bool:
    """True if it answers a reproach with the other's broken word."""
    personality = situation.personality
    return personality.aggressiveness >= _HARD or personality.forgiveness < _UNFORGIVING


def amends(situation: Situation, partner: Power) -> list[Utterance]:
    """A new offer, or its open one once more."""
    return next_offer(situation, partner) or insists(situation, partner)
