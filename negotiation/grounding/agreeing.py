"""From mood and body to what L says of peace, alliances and the end of the game."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Drw, Pce, Slo
from negotiation.grounding.bodies import Alliance, Body, Draw, Peace, Solo
from negotiation.grounding.ground import Ground
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import Common, Duty, Reading, Said
from negotiation.terms import Agree, Formula, Query
from negotiation.words.spotting import When

__all__ = ["agreements"]


def agreements(mood: Mood, body: Body, ground: Ground, when: When) -> Iterable[Reading]:
    """Every way to take peace, an alliance, a draw or a win in this mood on this board."""
    we = ground.powers("we")
    if mood.act in ("refuse", "wish") and not isinstance(body, Peace | Alliance | Draw):
        return
    absent = set(_codes(body.partners, ground)) - set(we) if isinstance(body, Peace) else set()
    if absent and mood.act in ("ask", "refuse"):
        yield from _peace_with(absent, mood, ground, when)
        return
    if absent and mood.act in ("plan", "offer", "can"):
        return
    if mood.act == "refuse":
        if isinstance(body, Peace):
            yield (Common(Pce(we), we, when.last),)
        return
    match body:
        case Peace():
            partners = _codes(body.partners, ground)
            if body.partners and not partners:
                return
            if mood.act == "bare" and set(partners) - set(we):
                return
            members = tuple(sorted({*we, *partners}))
            content: Formula = Pce(members)
        case Alliance():
            partners = _codes(body.partners, ground)
            if mood.act in ("bare", "ask") and len({*partners} - {*we}) == 1 == len(partners):
                return
            among = _codes(body.among, ground)
            if among and not set(we) <= set(among):
                return
            members = among or tuple(sorted({*we, *partners}))
            against = _codes(body.against, ground)
            if len(ground.hearers) > 1 and not among and ground.speaker not in against:
                members = we = tuple(power for power in members if power not in against)
            if len(members) < 2 or set(against) & set(members) or (body.against and not against):
                return
            content = Aly(members, against)
        case Draw():
            named = _codes(body.powers, ground)
            content = Drw(tuple({*we, *named}) if named else ())
        case Solo():
            powers = ground.powers(body.who or mood.actor)
            if len(powers) != 1:
                return
            content = Slo(powers[0])
        case _:
            return
    if mood.act == "query":
        if set(_codes(getattr(body, "partners", ()), ground)) - set(we):
            others = tuple(sorted({*ground.hearers, *_codes(getattr(body, "partners", ()), ground)}))
            content = Pce(others) if isinstance(body, Peace) else replace(content, powers=others)  # type: ignore[type-var]
            yield (Said(Query(ground.speaker, ground.hearers, Agree(others, content, when.last))),)
        return
    if mood.act == "plan" and isinstance(body, Alliance) and body.against and body.hostile:
        return
    yield (Common(content, we, when.last),)


def _peace_with(others: Iterable[Power], mood: Mood, ground: Ground, when: When) -> Iterable[Reading]:
    """One side keeps peace with powers that are not there: `please leave W1 alone`, `I will not attack W1`."""
    for agent in ground.powers(mood.actor or "you"):
        firm = mood.act == "refuse"
        yield (Duty(agent, Pce(tuple(sorted({agent, *others}))), when.last, firm=firm),)


def _codes(names: Sequence[str], ground: Ground) -> tuple[Power, ...]:
    return tuple(sorted({power for name in names for power in ground.powers(name)}))
