"""Reasons from the board against a deal, as told to its author.

Each is true of the position, and given once in a game to the same power: whose unit stands where, what lies open, what
a unit is needed for, who else is near, who is ahead, what cannot be reached, what it would bring.
"""

from collections.abc import Iterator
from typing import Final

from adjudication.board import Province
from adjudication.powers import Power
from bots.hana.judge.deals import DealOption
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of, steps_of
from bots.hana.talk.explaining import why
from bots.hana.talk.situation import Situation
from negotiation.diplomacy import Aly, Dmz, Hlp, Pce, Tpc
from negotiation.sense import parts_of
from negotiation.terms import Answer, Courtesy, Deal, Desire, Do, Manner, Utterance, both
from negotiation.unnamed import doer_of

__all__ = ["KINDS", "explained", "reason_from_board"]

KINDS: Final = (
    "becausenear",
    "becauseopen",
    "becauseguards",
    "becauseother",
    "becausefar",
    "becauseahead",
    "becauseonesided",
    "becausenothing",
)
"""The topics of these reasons, with sentences in `negotiation/english/stances.toml`."""
_AHEAD: Final = 2
"""So many centers more are a reason not to help somebody."""
_NOTHING: Final = 0.02
"""Most that a deal brings or costs, in centers, and is said to bring nothing."""


def reason_from_board(situation: Situation, offer: DealOption) -> Courtesy | None:
    """Find the most telling reason of the map against an offer.

    None where all were told to that power before."""
    me, partner = offer.me, offer.partner
    before = {each.utterance for each in situation.view.talk if each.utterance.speaker == me}
    notes = (Courtesy(me, (partner,), Manner.NOTE, about) for about in _reasons(situation, offer))
    return next((note for note in notes if note not in before), None)


def _reasons(situation: Situation, offer: DealOption) -> Iterator[Tpc]:
    me, partner, position = offer.me, offer.partner, situation.view.position
    contents, parts = contents_of(offer.deal), parts_of(offer.deal)
    if any(isinstance(each, Pce | Aly | Dmz) for each in contents):
        yield from (Tpc("becausenear", (place,)) for place in _standing_at(situation, partner)[:1])
        yield from (Tpc("becauseopen", (place,)) for place in _open_to(situation, partner)[:1])
    for content in contents:
        if isinstance(content, Aly):
            far = [enemy for enemy in content.against if not _can_reach(situation, enemy)]
            yield from (Tpc("becausefar", (enemy,)) for enemy in far)
    asked = [part.content for part in parts if isinstance(part.content, Do | Hlp) and doer_of(part.content) == me]
    if asked:
        yield from (Tpc("becauseguards", (place,)) for place in _guarding(situation, partner, asked)[:1])
        others = [power for power in situation.others if power != partner and power not in situation.friends]
        yield from (Tpc("becauseother", (power,)) for power in others if _standing_at(situation, power))
    if len(position.centers_of(partner)) >= len(position.centers_of(me)) + _AHEAD:
        yield Tpc("becauseahead")
    if all(part.agent == me for part in parts):
        yield Tpc("becauseonesided")
    elif situation.moving and abs(situation.judge(offer, asked=True).gain) <= _NOTHING:
        yield Tpc("becausenothing")


def explained(situation: Situation, partner: Power, deal: Deal | None) -> Utterance | None:
    """Reason for a deal or against it."""
    me, talk = situation.view.power, situation.talk_with(partner)
    reason = why(situation, partner, deal)
    if deal is not None and situation.free and not talk.refused[deal]:
        wish = Desire(me, both(contents_of(deal)))
        notes = (Courtesy(me, (partner,), Manner.NOTE, about) for about in _reasons_for(situation, partner, deal))
        found = next((note for note in notes if not talk.has_said(note)), None)
        if reason in (None, wish) and found is not None:
            return found
    return None if reason is None else Answer(me, (partner,), reason)


def _reasons_for(situation: Situation, partner: Power, deal: Deal) -> Iterator[Tpc]:
    """Reasons on the map for a deal of its own."""
    for content in contents_of(deal):
        match content:
            case Dmz(powers, places) if partner in powers:
                yield Tpc("quietspare", tuple(sorted(places)))
            case Pce():
                yield from (Tpc("becausenear", (place,)) for place in _standing_at(situation, partner)[:1])
                yield from (Tpc("becauseopen", (place,)) for place in _open_to(situation, partner)[:1])
            case Aly(_, against):
                yield from (Tpc("whyfeared", (enemy,)) for enemy in against if _standing_at(situation, enemy))
            case _:
                pass


def _standing_at(situation: Situation, power: Power) -> list[Province]:
    """Places of a power's units next to its centers."""
    position = situation.view.position
    mine = set(position.centers_of(situation.view.power))
    return [unit.province for unit in position.units_of(power) if steps_of(unit) & mine]


def _open_to(situation: Situation, power: Power) -> list[Province]:
    """Its centers without a unit that the power could walk into."""
    position, me = situation.view.position, situation.view.power
    near = {place for unit in position.units_of(power) for place in steps_of(unit)}
    return [place for place in sorted(position.centers_of(me)) if place in near and position.unit_at(place) is None]


def _can_reach(situation: Situation, enemy: Power) -> bool:
    """True if anything of the enemy's is in reach."""
    return not situation.reach(situation.view.power).isdisjoint(places_of(situation.view.position, enemy))


def _guarding(situation: Situation, partner: Power, asked: list[Do | Hlp]) -> list[Province]:
    """Own centers held by requested units and open to somebody else."""
    position, me = situation.view.position, situation.view.power
    named = {
        content.action.unit.region.province
        for content in asked
        if isinstance(content, Do) and hasattr(content.action, "unit")
    }
    near = {place for unit in position.units if unit.power not in (me, partner) for place in steps_of(unit)}
    return sorted(named & near & set(position.centers_of(me)))
