"""From mood and body to what L says: who promises what, what both agree on, what is asked or told."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power
from negotiation.diplomacy import Action, Aly, Cvy, Dmz, Drw, Mto, Pce, Scd, Slo, Sup, Wve, actor_of
from negotiation.english.bodies import OWN, PARTNER, Alliance, Body, Bounce, Centers, Draw, Orders, Peace, Solo, Zone
from negotiation.english.ground import Convoy, Ground, Move, Sketch, Support
from negotiation.english.moods import Mood
from negotiation.english.parts import Common, Part, Promise, Reading, Said
from negotiation.english.spotting import UnitRef, When
from negotiation.terms import Agree, Desire, Do, Formula, Inform, Not, Query, both

__all__ = ["interpret"]

MAX_READINGS: Final = 6
"""More readings than this of one clause are not worth asking about."""


def interpret(mood: Mood, body: Body, ground: Ground, when: When, negated: bool = False) -> list[Reading]:
    """Every way to take the body in this mood on this board; none when it does not fit."""
    return list(dict.fromkeys(_interpret(mood, body, ground, when, negated)))[:MAX_READINGS]


def _interpret(mood: Mood, body: Body, ground: Ground, when: When, negated: bool) -> Iterable[Reading]:
    if negated and not isinstance(body, Orders):
        return
    match body:
        case Orders():
            yield from _orders(mood, body, ground, when, negated)
        case Bounce():
            yield from _bounce(mood, body, ground, when)
        case Zone():
            yield from _zone(mood, body, ground, when)
        case Centers():
            yield from _centers(mood, body, ground, when)
        case _:
            yield from _agreements(mood, body, ground, when)


# ── orders ──────────────────────────────────────────────────────────────────────────────────────


def _orders(mood: Mood, body: Orders, ground: Ground, when: When, negated: bool) -> Iterable[Reading]:
    actors = ground.powers(mood.actor)
    if mood.act == "joint":
        actors = ground.powers("we")
    elif mood.act == "bare" and isinstance(body.sketch, Support) and body.sketch.helped.owner == "you":
        actors = (ground.speaker,)
    elif mood.act == "bare" and _unsaid(body.sketch):
        actors = ground.hearers
    if mood.act == "refuse" and isinstance(body.sketch, Move) and body.sketch.unit is None:
        yield (Promise(ground.speaker, Dmz((ground.speaker,), (body.sketch.target.province,)), when.last),)
        return
    first = _completed(body.sketch, actors, ground)
    rest = [_completed(sketch, actors if _unsaid(sketch) else (), ground) for sketch in body.extra]
    for actions in product(first, *rest):
        movers = [action.unit for action in actions if isinstance(action, Mto)]
        if len(set(movers)) < len(movers) or not _one_attack(actions):
            continue
        parts: list[Part] = []
        for at, action in enumerate(actions):
            part = _ordered(mood, action, ground, when, negated)
            if part is None and at and mood.act in ("plan", "offer", "ask") and not negated:
                part = _lent(action, ground, when)
            if part is None:
                break
            parts.append(part)
        else:
            yield tuple(parts)


def _lent(action: Action, ground: Ground, when: When) -> Part | None:
    """What the other side adds to an order: `I move P to Q with your support`."""
    agent = actor_of(action)
    return Promise(agent, Do(action), when.turn) if agent in ground.powers("we") else None


def _one_attack(actions: Sequence[Action]) -> bool:
    """Whether support said with a move is for the unit that moves."""
    moves = [action for action in actions if isinstance(action, Mto)]
    helped = [action.action for action in actions if isinstance(action, Sup) and isinstance(action.action, Mto)]
    return not moves or all(
        move in moves for move in helped if any(move.region.province == one.region.province for one in moves)
    )


def _unsaid(sketch: Sketch) -> bool:
    """Whether an order does not say which unit carries it out: said bare, it is addressed to the hearer."""
    acting = {Support: "helper", Convoy: "fleet"}.get(type(sketch), "unit")
    unit = getattr(sketch, acting, None)
    return unit is None or (isinstance(sketch, Move) and not unit.owner and unit.place is None)


def _completed(sketch: Sketch, actors: Sequence[Power], ground: Ground) -> list[Action]:
    if isinstance(sketch, Support) and sketch.helped.owner == PARTNER:
        if len(set(actors) & {ground.speaker}) == len(actors):
            sketch = replace(sketch, helped=replace(sketch.helped, owner="you"))
        elif ground.speaker not in actors:
            sketch = replace(sketch, helped=replace(sketch.helped, owner="me"))
        else:
            return []
    if isinstance(sketch, Convoy) and sketch.army.owner == OWN:
        return _own_convoys(sketch, actors, ground)
    found = ground.actions(sketch, actors)
    if not isinstance(sketch, Support):
        return found
    start = sketch.helper.place if sketch.helper is not None else None
    if not found and start is not None and sketch.helped.place is None and sketch.helped.owner:
        moving = UnitRef(sketch.helped.owner, place=start)
        found = ground.actions(Support(None, moving, sketch.target), actors)
    named = sketch.helped
    if not found and sketch.helper is None and named.place is not None and named.owner and sketch.target is not None:
        giver = UnitRef(place=named.place)
        return ground.actions(Support(giver, UnitRef(named.owner), sketch.target), actors)
    here = None
    if sketch.target is not None and sketch.helped.place is None:
        here = ground.standing(sketch.target.province)
        if here is not None and here.power in ground.powers(sketch.helped.owner):
            held = Support(sketch.helper, UnitRef(sketch.helped.owner, "", sketch.target), None)
            return ground.actions(held, actors) or found
    place = sketch.helped.place
    if found and place is not None and sketch.target is None and not sketch.helped.owner:
        here = ground.standing(place.province)
        if here is not None and here.power not in ground.powers("we"):
            partner = "you" if actors == (ground.speaker,) else "me"
            found = [*ground.actions(Support(sketch.helper, UnitRef(partner), place), actors), *found]
    unknown = sketch.target is None and ground.position is not None
    if not found and place is not None and unknown and ground.standing(place.province) is None:
        helped = "you" if actors == (ground.speaker,) else "me"
        return ground.actions(Support(sketch.helper, UnitRef(helped), place), actors)
    return found


def _own_convoys(sketch: Convoy, actors: Sequence[Power], ground: Ground) -> list[Action]:
    """Convoys of the actors' own armies, over the fleet's own sea where that is enough."""
    ways = [
        action
        for power in actors
        for action in ground.actions(replace(sketch, army=UnitRef(power)), (power,))
        if isinstance(action, Cvy)
    ]
    near = [one for one in ways if {one.army.region.province, one.region.province} <= ground.shores(one.unit)]
    return list(near or ways)


def _ordered(mood: Mood, action: Action, ground: Ground, when: When, negated: bool) -> Part | None:
    agent = actor_of(action)
    content: Formula = Not(Do(action)) if negated else Do(action)
    mine, theirs = agent == ground.speaker, agent in ground.hearers
    match mood.act:
        case "ask":
            return Promise(agent, content, when.turn) if theirs else None
        case "offer":
            return Promise(agent, content, when.turn, firm=negated) if mine else None
        case "plan":
            if not mine:
                return None
            return Promise(agent, content, when.turn, firm=not _helps(action, ground))
        case "joint":
            return Promise(agent, content, when.turn) if mine or theirs else None
        case "bare":
            if mine:
                return Promise(agent, content, when.turn, firm=not _helps(action, ground))
            return Promise(agent, content, when.turn) if theirs else None
        case "query":
            return Said(Query(ground.speaker, ground.hearers, Desire(agent, content, when.turn))) if theirs else None
        case "wish":
            return Said(Inform(ground.speaker, ground.hearers, Desire(agent, content, when.turn))) if mine else None
        case "refuse":
            return Promise(agent, Not(content), when.turn, firm=True) if mine else None


def _helps(action: Action, ground: Ground) -> bool:
    """Whether an order of the speaker serves a hearer's unit; promising it is an offer, not just news."""
    if isinstance(action, Wve):
        return False
    helped = getattr(getattr(action, "action", None), "unit", None) or getattr(action, "army", None)
    return helped is not None and helped.power in ground.hearers


# ── bounces, zones, centers ─────────────────────────────────────────────────────────────────────


def _bounce(mood: Mood, body: Bounce, ground: Ground, when: When) -> Iterable[Reading]:
    if mood.act in ("query", "wish", "refuse"):
        return
    if mood.act == "plan":
        for action in _without_twins(ground.actions(Move(body.unit, body.place), (ground.speaker,))):
            yield (Promise(ground.speaker, Do(action), when.turn, firm=True),)
        return
    mine = ground.actions(
        Move(body.unit if body.unit and body.unit.owner != "you" else None, body.place), (ground.speaker,)
    )
    if not mine and mood.act == "ask" and (body.unit is None or body.unit.owner != "me"):
        for action in _without_twins(ground.actions(Move(body.unit, body.place), ground.hearers)):
            yield (Promise(actor_of(action), Do(action), when.turn),)
        return
    for hearer in ground.hearers:
        theirs = ground.actions(
            Move(body.unit if body.unit and body.unit.owner == "you" else None, body.place), (hearer,)
        )
        for one, other in product(_without_twins(mine), _without_twins(theirs)):
            yield (Promise(ground.speaker, Do(one), when.turn), Promise(hearer, Do(other), when.turn))


def _without_twins(actions: Sequence[Action]) -> list[Action]:
    """One action for each unit."""
    return list({action.unit: action for action in actions if isinstance(action, Mto)}.values())


def _zone(mood: Mood, body: Zone, ground: Ground, when: When) -> Iterable[Reading]:
    provinces = tuple(place.province for place in body.places)
    if body.home:
        owners = ground.powers(body.home)
        provinces = ground.centers(owners[0]) if len(owners) == 1 else ()
    if not provinces:
        return
    we = ground.powers("we")
    if mood.act == "query":
        return
    both_sides = body.both and not (body.kept and mood.actor in ("me", "you"))
    if both_sides or mood.act in ("joint", "bare"):
        if mood.act == "bare" and not body.both:
            for hearer in ground.hearers:
                yield (Promise(hearer, Dmz((hearer,), provinces), when.last),)
            return
        if mood.act == "wish" or mood.act != "refuse":
            yield (Common(Dmz(we, provinces), we, when.last),)
        return
    for agent in ground.powers(mood.actor):
        if mood.act in ("ask", "offer") or mood.act in ("plan", "refuse"):
            yield (Promise(agent, Dmz((agent,), provinces), when.last),)


def _centers(mood: Mood, body: Centers, ground: Ground, when: When) -> Iterable[Reading]:
    shares: list[Scd] = []
    actor = mood.actor or "you"
    for who, places in body.shares:
        partner = "me" if actor == "you" else "you"
        named = ground.powers(partner if who == PARTNER else who or ("me" if mood.act == "wish" else actor))
        if len(named) != 1:
            return
        shares.append(Scd(named[0], tuple(place.province for place in places)))
    if any(code not in STANDARD.centers for share in shares for code in share.centers):
        if len(shares) == 1 and mood.act != "wish":
            for place in body.shares[0][1]:
                yield from _orders(mood, Orders(Move(None, place)), ground, when, False)
        return
    content = both(shares)
    if mood.act == "query" and len(body.shares) == 1 and len(body.shares[0][1]) == 1:
        actions = ground.actions(Move(None, body.shares[0][1][0]), ground.hearers)
        wishes = [Desire(actor_of(action), Do(action), when.turn) for action in actions]
        if not wishes and shares[0].power in ground.hearers:
            wishes = [Desire(shares[0].power, shares[0].centers[0], when.turn)]
        yield from ((Said(Query(ground.speaker, ground.hearers, asked)),) for asked in wishes)
    if mood.act in ("query", "refuse"):
        return
    if mood.act == "wish":
        wanted = both(tuple(code for share in shares for code in share.centers))
        yield (
            Said(
                Inform(
                    ground.speaker, ground.hearers, Desire(ground.speaker, wanted, when.last if when.limit else None)
                )
            ),
        )
        return
    told = mood.act == "plan" and all(share.power == ground.speaker for share in shares)
    yield (Common(content, ground.powers("we"), when.last if when.limit else None, told),)


# ── peace, alliances, the end of the game ───────────────────────────────────────────────────────


def _agreements(mood: Mood, body: Body, ground: Ground, when: When) -> Iterable[Reading]:
    we = ground.powers("we")
    if mood.act in ("refuse", "wish") and not isinstance(body, Peace | Alliance | Draw):
        return
    if mood.act == "refuse":
        if isinstance(body, Peace) and not body.partners:
            yield (Common(Pce(we), we, when.last),)
        return
    match body:
        case Peace():
            partners = _codes(body.partners, ground)
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
            if set(against) & set(members) or (body.against and not against):
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


def _codes(names: Sequence[str], ground: Ground) -> tuple[Power, ...]:
    return tuple(sorted({power for name in names for power in ground.powers(name)}))
