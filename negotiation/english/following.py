"""What leans on the talk for what it is about: a support without a place, a place or a power that is all somebody says,
a deal proposed once more, a plan that goes against what was asked. Offered, never claimed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Action, Aly, Dmz, Ent, Hld, Hlp, Mto, Scd, Sup, actor_of
from negotiation.english.alluding import alluded, returned
from negotiation.english.anyhow import entering
from negotiation.english.completing import completed
from negotiation.english.context import Context
from negotiation.english.entities import Entity, Place, UnitRef
from negotiation.english.ground import Ground, Move, Support
from negotiation.english.parts import Common, Promise, Reading, spoken
from negotiation.english.phrasebook import patterns
from negotiation.english.swapping import goals, swapped
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.levels import subterms
from negotiation.terms import Accept, Commits, Deal, Do, Formula, Inform, Propose, Reject

__all__ = ["followed"]


def followed(
    sentences: Sequence[str], values: Mapping[str, Entity], understood: Understanding, ground: Ground, context: Context
) -> Understanding:
    """The understanding of a text, with what its sentences mean after what was said before."""
    if understood.verdict == "clear":
        other = _refused(understood.candidates[0], context)
        if not other and all(isinstance(one, Accept) for one in understood.candidates[0]):
            other = [found for one in sentences for found in returned(one, ground, context)]
            other += understood.candidates if other else ()
        return _offering(other, understood) if other else understood
    found = next(filter(None, (list(_leaning(one, values, ground, context)) for one in sentences)), None)
    if not found:
        return understood
    known = [one for one in understood.candidates if any(isinstance(said, Propose) for said in one)]
    first = known if len(sentences) > 1 or not any(map(_SUPPORT.search, sentences)) else []
    return _offering([*first, *found, *understood.candidates], understood)


def _offering(candidates: Sequence[Candidate], understood: Understanding) -> Understanding:
    offered = tuple(dict.fromkeys(candidates))[:MAX_CANDIDATES]
    return Understanding("choose", offered, understood.unplaced, offered)


def _leaning(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """What one sentence may mean, the likeliest first."""
    mirrored = [] if len(context.hearers) != 1 else list(returned(text, ground, context))
    if mirrored:
        yield from mirrored
        return
    for looked in (_taken_up, _units, _supports, _places, _powers, _again, _together, alluded):
        found = list(islice(looked(text, values, ground, context), MAX_CANDIDATES))
        if found:
            yield from found
            return


def _said(content: Formula, agent: Power, ground: Ground, context: Context) -> Iterator[Candidate]:
    """To promise or to ask for something; where that is what was asked or offered, to agree to it."""
    for deal in (*context.open_deals, *context.perhaps):
        if isinstance(deal, Commits) and [item.content for item in deal.items] == [content]:
            yield (Accept(context.speaker, context.hearers, deal),)
            break
    yield spoken((Promise(agent, content),), ground)


# ── support that names no place ───────────────────────────────────────────────────────────────────


def _supports(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I'll support you in`, `the support is set`, `I could help from P`: of the move that was spoken of."""
    text = _WHEN_AND_WHY.sub("", text)
    match = _SUPPORT.search(text)
    if match is None or len(context.hearers) != 1 or _NO_SUPPORT.search(text) is not None:
        return
    said = (one.place if isinstance(one, UnitRef) else one for one in map(values.get, _NAMES.findall(text)))
    places = [one for one in said if isinstance(one, Place)]
    by = places[0] if len(places) == 1 and _BY.search(text) is not None else None
    moving = places[0] if len(places) == 1 and _MOVING.search(text) is not None else None
    if places and by is None and moving is None:
        return
    other = context.hearers[0]
    mine, theirs = _BY_ME.search(text) is not None, _BY_YOU.search(text) is not None
    sides = [(context.speaker, other)] if mine or not theirs else []
    sides += [(other, context.speaker)] if theirs or not mine else []
    named = by or moving
    for helper, helped in sides:
        aid = _Aid(helper, helped, named, holding=_HOLDING.search(text) is not None, ground=ground)
        for content in dict.fromkeys(aid.spoken_of(context)):
            yield from _said(content, helper, ground, context)


@dataclass(frozen=True)
class _Aid:
    """Support that one side may give the other. named: where the unit stands that gives or gets it, if that is said."""

    helper: Power
    helped: Power
    named: Place | None
    holding: bool
    ground: Ground

    def spoken_of(self, context: Context) -> Iterator[Formula]:
        """The support that was spoken of lately, then what fits the moves and the places that were."""
        for contents, _ in context.lately[:_JUST_NOW]:
            yield from (found for content in contents for found in self._same(content))
        for contents, places in context.lately:
            yield from (found for content in contents for found in self._same(content))
            if not self.holding:
                yield from (found for content in contents for found in self._into(content))
            for province in places:
                unit = self.ground.standing(province)
                stays = unit is not None and unit.power == self.helped
                if stays == self.holding or unit is None:
                    yield from self._given(province, holds=self.holding)
        own = (found for contents, _ in context.lately for content in contents for found in self._instead(content))
        yield from own if not self.holding else ()

    def _same(self, content: Formula) -> Iterator[Formula]:
        """The same support, or the same with the unit that is named."""
        action = content.action if isinstance(content, Do) else content
        match action:
            case Sup(unit, inner) if (unit.power, inner.unit.power) == (self.helper, self.helped):
                if self.named is not None and self.named.province == unit.region.province:
                    yield content
                    return
                holds = isinstance(inner, Hld)
                goal = inner.region.province if isinstance(inner, Mto) else inner.unit.region.province
            case Hlp(power, other, goal, origin) if (power, other) == (self.helper, self.helped):
                holds = origin == goal
            case _:
                return
        if holds or not self.holding:
            yield from [content] if self.named is None else self._given(goal, holds)

    def _into(self, content: Formula) -> Iterator[Formula]:
        """Support of a move that was spoken of, or of one to where the other was to be supported."""
        action = content.action if isinstance(content, Do) else content
        match action:
            case Mto(unit, region) if unit.power == self.helped and self.named is None:
                moving = UnitRef(self.helped, place=Place(unit.region.province))
                exact = self.ground.actions(Support(None, moving, Place(region.province)), (self.helper,))
                yield from _one_of(exact, Hlp(self.helper, self.helped, region.province, unit.region.province))
            case Mto(unit, region) if unit.power == self.helped:
                yield from self._given(region.province)
            case Ent(power, province) if power == self.helped:
                yield from self._given(province)
            case Scd(power, centers) if power == self.helped:
                yield from (found for center in centers[:2] for found in self._given(center))
            case Sup(unit, Mto(moved, region)) if (unit.power, moved.power) == (self.helped, self.helper):
                yield from self._given(region.province)

    def _instead(self, content: Formula) -> Iterator[Formula]:
        """Support to where whoever would give it meant to go."""
        action = content.action if isinstance(content, Do) else content
        match action:
            case Mto(unit, region) if unit.power == self.helper:
                yield from self._given(region.province)
            case Ent(power, province) | Hlp(power, _, province) if power == self.helper:
                yield from self._given(province)

    def _given(self, goal: str, holds: bool = False) -> Iterator[Formula]:
        """Support into the place, or where the unit stands, by or for the unit at the named place if there is one."""
        if self.named is not None and self.named.province == goal:
            return
        target, at = (None, Place(goal)) if holds else (Place(goal), None)
        loosely = Hlp(self.helper, self.helped, goal, goal if holds else None)
        if self.ground.position is None:
            moving = self.named.province if self.named is not None and not holds else loosely.origin
            yield replace(loosely, origin=moving)
            return
        ways: list[tuple[UnitRef | None, UnitRef]] = [(None, UnitRef(self.helped, place=at))]
        if self.named is not None:
            by, moved = UnitRef(self.helper, place=self.named), UnitRef(self.helped, place=self.named)
            ways = [(by, UnitRef(self.helped, place=at)), *([] if holds else [(None, moved)])]
        found = (self.ground.actions(Support(ref, other, target), (self.helper,)) for ref, other in ways)
        yield from _one_of(next(filter(None, found), []), loosely)


def _one_of(actions: Sequence[Action], loosely: Hlp) -> Iterator[Formula]:
    """The only way to give it, or support by whatever unit, and then each of them."""
    if not actions:
        return
    if len(actions) > 1:
        yield loosely
    yield from (Do(one) for one in actions[:2])


def _taken_up(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I accept your offer of P`: what was proposed of the place, or help to get it."""
    if _TAKEN_UP.search(text) is None or len(context.hearers) != 1:
        return
    named = {one.province for one in map(values.get, _NAMES.findall(text)) if isinstance(one, Place)}
    deals = [one for one in (*context.open_deals, *context.perhaps) if named <= set(goals(one))]
    yield from ((Accept(context.speaker, context.hearers, deal),) for deal in deals)
    for province in named if not deals else ():
        offered = Hlp(context.hearers[0], context.speaker, province)
        yield spoken((Promise(context.hearers[0], offered),), ground)
        if province in STANDARD.centers:
            yield spoken((Common(Scd(context.speaker, (province,)), ground.powers("we")),), ground)


def _units(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`from P?`: what was spoken of, with the unit there."""
    for agent, content in completed(text, values, context, ground):
        yield from _said(content, agent, ground, context)


# ── a place, a power ──────────────────────────────────────────────────────────────────────────────


def _places(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`and P?`: what was proposed of another place, of this one; else who gets it."""
    match = _PLACE.fullmatch(text)
    place = values.get(match["to"]) if match is not None else None
    if match is None or not isinstance(place, Place) or not context.lately:
        return
    speaker, hearers = context.speaker, context.hearers
    for content in dict.fromkeys(_contents(context)):
        for action in _moved(content, place, ground):
            yield from _said(Do(action), as_power(action.unit.power), ground, context)
    for start, power in product(context.lately[0][1] if ground.position is not None else (), (*hearers, speaker)):
        for move in ground.actions(Move(UnitRef(power, place=Place(start)), place), (power,)):
            yield from _said(Do(move), power, ground, context)
    for deal in (*context.own_deals, *context.open_deals, *context.perhaps)[:2]:
        if place.province in goals(deal) and deal in context.own_deals:
            yield (Propose(speaker, hearers, deal),)
        for old in goals(deal) if place.province not in goals(deal) else ():
            for other in swapped(deal, old, place, ground)[:1]:
                if other != deal:
                    yield (Propose(speaker, hearers, other),)
    for agent in (*hearers, speaker):
        if place.province in STANDARD.centers:
            yield spoken((Common(Scd(agent, (place.province,)), ground.powers("we")),), ground)
        yield spoken((Promise(agent, Ent(agent, place.province)),), ground)


def _moved(content: Formula, place: Place, ground: Ground) -> list[Mto]:
    """A move that was spoken of, to the place; of a unit that was to go elsewhere, if it can."""
    if not isinstance(content, Do) or not isinstance(content.action, Mto):
        return []
    unit, goal = content.action.unit, content.action.region.province
    if goal == place.province:
        return [content.action]
    ways = ground.actions(Move(UnitRef(unit.power, place=Place(unit.region.province)), place), (unit.power,))
    return [one for one in ways if isinstance(one, Mto)]


def _powers(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`then W?`: against somebody else than was spoken of; `W it is`: against that one."""
    chosen = _CHOSEN.fullmatch(text)
    match = chosen or _POWER.fullmatch(text)
    power = values.get(match["whom"]) if match is not None else None
    pact = next((one for one in _contents(context) if isinstance(one, Aly) and one.against), None)
    both = ground.powers("we")
    pact = Aly(both) if pact is None and chosen is not None and len(both) == 2 else pact
    if not isinstance(power, str) or pact is None or power in (*pact.powers, context.speaker, *context.hearers):
        return
    reading: Reading = (Common(Aly(pact.powers, (as_power(power),)), both),)
    yield spoken(reading, ground)


# ── once more, and what both do ───────────────────────────────────────────────────────────────────


def _again(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`would that suit you?`, `let's do that once more`: what was proposed last."""
    if _ASKED_AGAIN.fullmatch(text) is None:
        return
    deals: dict[Deal, None] = dict.fromkeys(context.own_deals)
    if _BOTH_AGAIN.search(text) is not None:
        yield from ((Accept(context.speaker, context.hearers, deal),) for deal in context.open_deals[:1])
        deals.update(dict.fromkeys((*context.agreed[::-1], *context.perhaps)))
        if _ONCE_MORE.search(text) is None:
            return
    yield from ((Propose(context.speaker, context.hearers, deal),) for deal in deals)


def _together(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`let's just bounce`, `I'd prefer a dmz`: in the place spoken of."""
    text = _WHEN_AND_WHY.sub("", text)
    match = _BOTH_DO.search(text)
    if match is None or _PLACED.search(text) is not None or _NO_SUPPORT.search(text) is not None:
        return
    zones = [place for one in _contents(context) if isinstance(one, Dmz) for place in one.provinces]
    for place in dict.fromkeys([*zones[:1], *([context.place] if context.place else ()), *_named(context)]):
        both = ground.powers("we")
        if match["dmz"]:
            yield spoken((Common(Dmz(both, (place,)), both),), ground)
        else:
            ways = [list(entering(power, place, ground)) for power in both]
            if all(ways):
                yield spoken(tuple(Promise(power, way[0]) for power, way in zip(both, ways, strict=True)), ground)


def _contents(context: Context) -> Iterator[Formula]:
    return (content for contents, _ in context.lately for content in contents)


def _named(context: Context) -> list[str]:
    return list(dict.fromkeys(place for _, places in context.lately for place in places))[:3]


# ── against what was asked ────────────────────────────────────────────────────────────────────────


def _refused(said: Candidate, context: Context) -> list[Candidate]:
    """An own plan for a unit of which something else was asked: that may be refused with it."""
    away = {place for one in said for term in subterms(one) if isinstance(term, Dmz) for place in term.provinces}
    alone = all(isinstance(one, Propose) and _keeps_away(one.deal, context.speaker) for one in said)
    for deal in context.open_deals if alone and len(said) == 1 else ():
        if any(_goes(term, context.speaker) in away for term in subterms(deal)):
            return [(Reject(context.speaker, context.hearers, deal),), said]
    if not all(isinstance(one, Inform) for one in said):
        return []
    plans = [term.action for one in said for term in subterms(one) if isinstance(term, Do)]
    mine = {one.unit: one for one in plans if actor_of(one) == context.speaker and hasattr(one, "unit")}
    for deal in context.open_deals:
        asked = [term.action for term in subterms(deal) if isinstance(term, Do)]
        for action in asked:
            moved = action.action if isinstance(action, Sup) and isinstance(action.action, Mto) else action
            unit = getattr(moved, "unit", None)
            if unit in mine and mine[unit] != moved:
                no = Reject(context.speaker, context.hearers, deal)
                return [(no, *said), said]
    return []


def _keeps_away(deal: Deal, speaker: Power) -> bool:
    return isinstance(deal, Commits) and all(
        item.agent == speaker and isinstance(item.content, Dmz) for item in deal.items
    )


def _goes(term: object, power: Power) -> str | None:
    """Where a term has the power go, alone or with support."""
    action = term.action if isinstance(term, Do) else term
    match action:
        case Ent(whose, province) | Hlp(_, whose, province) if whose == power:
            return province
        case Mto(unit, region) | Sup(_, Mto(unit, region)) if unit.power == power:
            return region.province
        case _:
            return None


_JUST_NOW: Final = 3
"""In so many remarks support that was spoken of is likelier than that of a later move."""

_PATTERNS: Final = patterns("following")
_SUPPORT: Final = _PATTERNS["SUPPORT"]
_NO_SUPPORT: Final = _PATTERNS["NO_SUPPORT"]
_BY_ME: Final = _PATTERNS["BY_ME"]
_BY_YOU: Final = _PATTERNS["BY_YOU"]
_BY: Final = _PATTERNS["BY"]
_MOVING: Final = _PATTERNS["MOVING"]
_HOLDING: Final = _PATTERNS["HOLDING"]
_WHEN_AND_WHY: Final = _PATTERNS["WHEN_AND_WHY"]
_TAKEN_UP: Final = _PATTERNS["TAKEN_UP"]
_PLACE: Final = _PATTERNS["PLACE"]
_POWER: Final = _PATTERNS["POWER"]
_CHOSEN: Final = _PATTERNS["CHOSEN"]
_ASKED_AGAIN: Final = _PATTERNS["ASKED_AGAIN"]
_BOTH_AGAIN: Final = re.compile(r"(?<!\S)(?:let~b|we|us)(?!\S)")
_ONCE_MORE: Final = re.compile(r"(?<!\S)(?:again|try|shot|go|go~b|repeat|more)(?!\S)")
_BOTH_DO: Final = _PATTERNS["BOTH_DO"]
_NAMES: Final = re.compile(r"(?<!\S)[PU]\d+(?!\S)")
_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")
