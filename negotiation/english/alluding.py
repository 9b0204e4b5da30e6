"""What a sentence speaks of without naming it: whom both fight, what one does or keeps from, where one bounces.

Offered, never claimed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Bld, Cvy, Dmz, Ent, Hlp, Mto, Pce, Scd, Sup, actor_of
from negotiation.english.anyhow import entering
from negotiation.english.context import Context
from negotiation.english.entities import Entity, Place, UnitRef
from negotiation.english.ground import Ground, Hold
from negotiation.english.parts import Common, Promise, spoken
from negotiation.english.phrasebook import patterns
from negotiation.english.understanding import Candidate
from negotiation.terms import Accept, Commits, Do, Formula, Not

__all__ = ["alluded", "returned"]


def alluded(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """What a sentence may mean, the likeliest first."""
    if len(context.hearers) != 1:
        return
    found = list(_same_help(text, values, ground, context))
    if found:
        yield from found
        return
    for looked in (_fought, _done, _in_the_way, _refrained, returned, _left, _bounced, _chosen, _held):
        found = list(islice(looked(text, ground, context), _MOST))
        if found:
            yield from found
            return


def _fought(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`let's slice him up`: those who are not here and were spoken of last."""
    match = _FOUGHT.search(text)
    joins = match is None and _JOINED.search(text) is not None
    if (match is None and not joins) or _NAMED.search(text) is not None:
        return
    if _NOT.search(text if match is None else text[: match.end()]) is not None:
        return
    both = ground.powers("we")
    for power in context.absent[:1] if joins else context.absent[:2]:
        yield spoken((Common(Aly(both, (power,)), both),), ground)


def _done(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`do it`: what the other might do was spoken of just before."""
    if _DO_IT.fullmatch(text) is None:
        return
    for content in islice(_of(context.hearers[0], context), 2):
        for deal in context.open_deals:
            if isinstance(deal, Commits) and content in [item.content for item in deal.items]:
                yield (Accept(context.speaker, context.hearers, deal),)
        yield spoken((Promise(context.hearers[0], content),), ground)


def _refrained(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I won't do that`: not to go there, not to give that support; not to attack."""
    mine, yours = _NOT_MINE.fullmatch(text), _NOT_YOURS.fullmatch(text)
    if mine is None and yours is None:
        return
    agent = context.speaker if mine is not None else context.hearers[0]
    content = next(_of(agent, context), None)
    named = context.lately[0][1] if context.lately else ()
    goal = _goal(content) if content is not None else named[0] if named else None
    if goal is not None:
        yield spoken((Promise(agent, Dmz((agent,), (goal,))),), ground)
    elif content is not None:
        yield spoken((Promise(agent, Not(content)),), ground)


def returned(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`neither will I`, `you too?`: to keep from what the other keeps from."""
    mine, yours = _NOR_I.fullmatch(text) is not None, _YOU_TOO.fullmatch(text) is not None
    if not mine and not yours:
        return
    other = context.hearers[0]
    keeper, agent = (other, context.speaker) if mine else (context.speaker, other)
    for contents, _ in context.lately[:2]:
        for content in contents:
            if isinstance(content, Dmz) and content.powers == (keeper,):
                yield spoken((Promise(agent, Dmz((agent,), content.provinces)),), ground)


def _same_help(text: str, values: Mapping[str, Entity], ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I could do the same for you in P`: support that was spoken of, the other way round."""
    match = _SAME_HELP.fullmatch(text)
    place = values.get(match["to"]) if match is not None else None
    helping = any(
        isinstance(one, Hlp) or (isinstance(one, Do) and isinstance(one.action, Sup)) for one in _all(context)
    )
    if match is None or not isinstance(place, Place) or not helping:
        return
    helper, helped = context.speaker, context.hearers[0]
    if match["who"] == "you":
        helper, helped = helped, helper
    yield spoken((Promise(helper, Hlp(helper, helped, place.province)),), ground)


def _in_the_way(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I'll prevent it then`: to go where the other goes."""
    if _IN_THE_WAY.fullmatch(text) is None:
        return
    contents = (content for content in _of(context.hearers[0], context))
    convoys = (
        one.action.region.province for one in _all(context) if isinstance(one, Do) and isinstance(one.action, Cvy)
    )
    for place in dict.fromkeys([*(goal for one in contents if (goal := _goal(one)) is not None), *convoys]):
        for way in entering(context.speaker, place, ground):
            yield spoken((Promise(context.speaker, way),), ground)


def _all(context: Context) -> Iterator[Formula]:
    return (content for contents, _ in context.lately[:_JUST_NOW] for content in contents)


def _bounced(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`let's not bounce again`, `we start with a bounce`: in the place spoken of, else where the two meet."""
    away = _NO_BOUNCE.search(text) is not None
    if (not away and _BOUNCE.search(text) is None) or _NAMED.search(text) is not None:
        return
    both = ground.powers("we")
    for place in _between(ground, context):
        if away:
            yield spoken((Common(Dmz(both, (place,)), both),), ground)
            continue
        ways = [list(entering(power, place, ground)) for power in both]
        if all(ways):
            yield spoken(tuple(Promise(power, way[0]) for power, way in zip(both, ways, strict=True)), ground)


def _left(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`I'll pull out`, `as long as you move back out`: of the place spoken of."""
    match = _OUT.search(text)
    if match is None or _NAMED.search(text) is not None:
        return
    before = text[: match.start()]
    mine, yours = _MINE.search(before) is not None, _YOURS.search(before) is not None
    if mine == yours:
        return
    agent = context.speaker if mine else context.hearers[0]
    places = [place for contents, named in context.lately for place in (*_goals(contents), *_zones(contents), *named)]
    standing = [one for one in places if (unit := ground.standing(one)) is not None and unit.power == agent]
    for place in dict.fromkeys(standing if ground.position is not None else places):
        content = Dmz((agent,), (place,))
        for deal in context.open_deals:
            if isinstance(deal, Commits) and content in [item.content for item in deal.items]:
                yield (Accept(context.speaker, context.hearers, deal),)
        yield spoken((Promise(agent, content),), ground)
    if not places and _OFF.search(match[0]) is not None:
        both = ground.powers("we")
        yield spoken((Common(Pce(both), both),), ground)


def _chosen(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`the former`: of two powers or places just named; `an army`: of what was to be built."""
    either, kind = _EITHER.fullmatch(text), _KIND.fullmatch(text)
    contents, named = context.lately[0] if context.lately else ((), ())
    if kind is not None:
        built = (one.action.unit for one in contents if isinstance(one, Do) and isinstance(one.action, Bld))
        for unit in built:
            region = replace(unit.region, type="amy" if kind["kind"].startswith("a") else "sea")
            if region.type == "amy" or STANDARD.provinces[region.province].kind == "coast":
                yield spoken((Promise(as_power(unit.power), Do(Bld(replace(unit, region=region)))),), ground)
    if either is None:
        return
    second = either["which"].startswith(("latter", "second"))
    both = ground.powers("we")
    if len(named) == 2:
        place = named[0 if second else 1]
        if place in STANDARD.centers:
            yield spoken((Common(Scd(context.speaker, (place,)), both),), ground)
            yield spoken((Common(Scd(context.hearers[0], (place,)), both),), ground)
    elif len(context.absent) > 1:
        yield spoken((Common(Aly(both, (context.absent[0 if second else 1],)), both),), ground)


def _held(text: str, ground: Ground, context: Context) -> Iterator[Candidate]:
    """`just hold`: the unit that was spoken of."""
    if _HOLD.fullmatch(text) is None or ground.position is None or not context.lately:
        return
    for place in context.lately[0][1]:
        for power in (*context.hearers, context.speaker):
            actions = ground.actions(Hold(UnitRef(power, place=Place(place))), (power,))
            yield from (spoken((Promise(power, Do(one)),), ground) for one in actions)


def _of(agent: Power, context: Context) -> Iterator[Formula]:
    """What somebody might do was spoken of just before."""
    yield from (content for content in dict.fromkeys(_all(context)) if _agent(content) == agent)


def _agent(content: Formula) -> Power | None:
    match content:
        case Do(action):
            return actor_of(action)
        case Ent(power) | Hlp(power) | Scd(power):
            return as_power(power)
        case _:
            return None


def _goal(content: Formula) -> str | None:
    """Where something that is to be done leads."""
    match content:
        case Do(Mto(_, region)):
            return region.province
        case Ent(_, province) | Scd(_, (province,)):
            return province
        case _:
            return None


def _goals(contents: tuple[Formula, ...]) -> Iterator[str]:
    yield from (goal for content in contents if (goal := _goal(content)) is not None)


def _zones(contents: tuple[Formula, ...]) -> Iterator[str]:
    yield from (place for content in contents if isinstance(content, Dmz) for place in content.provinces)


def _between(ground: Ground, context: Context) -> list[str]:
    """Where two powers may mean to bounce, or not to, the likeliest first."""
    spoken_of = [*_goals(tuple(content for contents, _ in context.lately for content in contents))]
    zones = [place for contents, _ in context.lately for place in _zones(contents)]
    named = [place for _, places in context.lately for place in places]
    meeting = _MEETING.get(frozenset((context.speaker, *context.hearers)), ())
    return list(dict.fromkeys([*zones[:1], *spoken_of[:2], *named, *meeting]))


_MEETING: Final[Mapping[frozenset[str], tuple[str, ...]]] = {
    frozenset(("RUS", "TUR")): ("BLA",),
    frozenset(("AUS", "RUS")): ("GAL",),
    frozenset(("AUS", "ITA")): ("TYR",),
    frozenset(("ENG", "FRA")): ("ECH",),
    frozenset(("FRA", "GER")): ("BUR",),
    frozenset(("GER", "RUS")): ("SWE",),
    frozenset(("FRA", "ITA")): ("PIE",),
    frozenset(("ENG", "RUS")): ("NWY",),
    frozenset(("ENG", "GER")): ("NTH",),
}
"""Where neighbours bounce in the first turns, or agree not to."""

_JUST_NOW: Final = 5
_MOST: Final = 2
_PATTERNS: Final = patterns("alluding")
_FOUGHT: Final = _PATTERNS["FOUGHT"]
_JOINED: Final = _PATTERNS["JOINED"]
_DO_IT: Final = _PATTERNS["DO_IT"]
_NOT_MINE: Final = _PATTERNS["NOT_MINE"]
_NOT_YOURS: Final = _PATTERNS["NOT_YOURS"]
_NOR_I: Final = _PATTERNS["NOR_I"]
_IN_THE_WAY: Final = _PATTERNS["IN_THE_WAY"]
_YOU_TOO: Final = _PATTERNS["YOU_TOO"]
_SAME_HELP: Final = _PATTERNS["SAME_HELP"]
_NO_BOUNCE: Final = _PATTERNS["NO_BOUNCE"]
_BOUNCE: Final = _PATTERNS["BOUNCE"]
_EITHER: Final = _PATTERNS["EITHER"]
_KIND: Final = _PATTERNS["KIND"]
_HOLD: Final = _PATTERNS["HOLD"]
_OUT: Final = _PATTERNS["OUT"]
_MINE: Final = _PATTERNS["MINE"]
_YOURS: Final = _PATTERNS["YOURS"]
_OFF: Final = re.compile(r"(?<!\S)(?:off|away)(?!\S)")
_NAMED: Final = re.compile(r"(?<!\S)[PU]\d")
_NOT: Final = re.compile(r"(?<!\S)(?:not|never|had|did|was|were|he|she|they)(?!\S)")
