"""From mood and body to what L says: who promises what, what both agree on, what is asked or told."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power
from negotiation.diplomacy import Action, Cvy, Dmz, Ent, Hlp, Mto, Scd, Sup, Unnamed, Wve, actor_of
from negotiation.grounding.agreeing import agreements
from negotiation.grounding.anyhow import Deed, anyhow, content_of, is_open
from negotiation.grounding.bodies import OWN, PARTNER, Body, Bounce, Centers, Orders, Zone
from negotiation.grounding.bouncing import bouncers
from negotiation.grounding.carrying import carried
from negotiation.grounding.ground import Build, Convoy, Ground, Move, Sketch, Support
from negotiation.grounding.moods import Actor, Mood
from negotiation.grounding.parts import Common, Duty, Part, Reading, Said
from negotiation.terms import Desire, Do, Formula, Inform, Not, Query, both
from negotiation.words.spotting import Place, UnitRef, When

__all__ = ["interpret"]

MAX_READINGS: Final = 6
"""More readings than this of one clause are not worth asking about."""


def interpret(mood: Mood, body: Body, ground: Ground, when: When, negated: bool = False) -> list[Reading]:
    """Every way to take the body in this mood on this board; none when it does not fit."""
    return list(dict.fromkeys(_interpret(mood, body, ground, when, negated)))[:MAX_READINGS]


def _interpret(mood: Mood, body: Body, ground: Ground, when: When, negated: bool) -> Iterable[Reading]:
    if negated and not isinstance(body, Orders):
        return
    if mood.act in ("can", "might"):
        own = isinstance(body, Orders | Centers)
        if own and not negated and (mood.act == "might" or isinstance(body, Centers)):
            yield from _interpret(replace(mood, act="plan"), body, ground, when, negated)
        if not own or negated or mood.act == "can":
            yield from _interpret(replace(mood, act="plan" if negated else "offer"), body, ground, when, negated)
        return
    if mood.act == "need":
        yield from _interpret(replace(mood, act="ask", actor="you"), body, ground, when, negated)
        yield from _interpret(replace(mood, act="plan", actor="me"), body, ground, when, negated)
        return
    if mood.act == "would":
        yield from _interpret(replace(mood, act="offer"), body, ground, when, negated)
        if isinstance(body, Orders) and not (isinstance(body.sketch, Support) and body.sketch.helped.owner):
            yield from _interpret(replace(mood, act="ask", actor="you"), body, ground, when, negated)
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
            yield from agreements(mood, body, ground, when)


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
        yield (Duty(ground.speaker, Dmz((ground.speaker,), (body.sketch.target.province,)), when.last),)
        return
    anywhere = isinstance(body.sketch, Build) and body.sketch.place is None
    if anywhere and not negated and mood.act not in ("ask", "refuse"):
        return
    first = _done(body.sketch, actors, ground, negated)
    if isinstance(body.sketch, Build) and (negated or mood.act == "refuse"):
        others = [_done(sketch, actors, ground, negated) for sketch in body.extra]
        forgone = [_ordered(mood, action, ground, when, negated) for actions in (first, *others) for action in actions]
        if forgone and all(others):
            yield tuple(part for part in forgone if part is not None)
        return
    rest = [_done(sketch, _giving(sketch, actors, ground), ground, negated) for sketch in body.extra]
    convoyed = isinstance(body.sketch, Convoy) and not negated and mood.act not in ("query", "wish")
    begun: list[tuple[Deed, ...]] = carried(first) if convoyed else [(action,) for action in first]
    for start, following in product(begun, product(*rest)):
        actions, said = (*start, *following), (start[-1], *following)
        movers = [action.unit for action in actions if isinstance(action, Mto)]
        if len(set(movers)) < len(movers) or not _one_attack(actions) or not _in_order(body, said):
            continue
        if not _sided(mood, body, said, ground):
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


def _giving(sketch: Sketch, actors: Sequence[Power], ground: Ground) -> Sequence[Power]:
    """Powers that carry out a deed said next to an order.

    The same as for the order, unless a unit or a side is named.
    """
    helper = sketch.helper if isinstance(sketch, Support) else None
    if helper is not None and helper.owner and helper.place is None and ground.position is None:
        return ground.powers(helper.owner)
    return actors if _unsaid(sketch) else ()


def _held(share: Scd, ground: Ground) -> bool:
    return set(share.centers) <= set(ground.centers(share.power))


def _owners(places: Sequence[Place], ground: Ground) -> tuple[Actor, ...]:
    """Sides that own the centers; both if unknown."""
    sides: tuple[Actor, ...] = ("me", "you")
    return tuple(side for side in sides if _owned(places, ground.powers(side), ground)) or sides


def _owned(places: Sequence[Place], powers: Sequence[Power], ground: Ground) -> bool:
    held = {center for power in powers for center in ground.centers(power)}
    return {place.province for place in places} <= held


def _in_order(body: Orders, actions: Sequence[Deed]) -> bool:
    """True if equal orders, as bouncing ones, are in canonical order."""
    said = [body.sketch, *body.extra]
    names = [repr(action) for action in actions]
    return all(
        one < other
        for at, one in enumerate(names)
        for to, other in enumerate(names)
        if at < to and said[at] == said[to]
    )


def _sided(mood: Mood, body: Orders, actions: Sequence[Deed], ground: Ground) -> bool:
    """True if units belong to plausible sides.

    Helpers of one attack to one side, bouncing units to both.

    Where the board tells whose they are, it is right.
    """
    said = [body.sketch, *body.extra]
    sides = {actor_of(one) for one in actions}
    aims = {one.target.province for one in said if isinstance(one, Move)}
    if all(isinstance(one, Support) for one in said) and len({_unhelped(one) for one in said}) == 1:
        return len(sides) == 1
    bouncing = len(said) > 1 and all(isinstance(one, Move) for one in said) and len(aims) == 1
    return not (bouncing and mood.actor == "we" and ground.position is None) or len(sides) > 1


def _unhelped(sketch: Sketch) -> Sketch:
    """A support without the unit that gives it."""
    return replace(sketch, helper=None) if isinstance(sketch, Support) else sketch


def _lent(action: Deed, ground: Ground, when: When) -> Part | None:
    """The other side's part in `I move P with your support`."""
    agent = actor_of(action)
    return Duty(agent, content_of(action), when.turn) if agent in ground.powers("we") else None


def _one_attack(actions: Sequence[Deed]) -> bool:
    """True if support said with a move is for the moving unit.

    It need not name the coast.
    """
    moves = {(action.unit, action.region.province) for action in actions if isinstance(action, Mto)}
    helped = [action.action for action in actions if isinstance(action, Sup) and isinstance(action.action, Mto)]
    aimed = {place for _, place in moves}
    return all((move.unit, move.region.province) in moves for move in helped if move.region.province in aimed)


def _unsaid(sketch: Sketch) -> bool:
    """True if the order names no acting unit.

    Said bare, it is addressed to the hearer.
    """
    acting = {Support: "helper", Convoy: "fleet"}.get(type(sketch), "unit")
    unit = getattr(sketch, acting, None)
    return unit is None or (isinstance(sketch, Move) and not unit.owner and unit.place is None)


def _done(sketch: Sketch, actors: Sequence[Power], ground: Ground, negated: bool) -> Sequence[Deed]:
    """Deeds a sketch may mean.

    A denial concerns named units only.
    """
    found = _completed(sketch, actors, ground)
    return found or (() if negated and isinstance(sketch, Move) else anyhow(sketch, actors, ground))


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
    if found and place is not None and sketch.target is None and not sketch.helped.owner and not sketch.held:
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


def _ordered(mood: Mood, action: Deed, ground: Ground, when: When, negated: bool) -> Part | None:
    agent = actor_of(action)
    content: Formula = Not(content_of(action)) if negated else content_of(action)
    mine, theirs = agent == ground.speaker, agent in ground.hearers
    match mood.act:
        case "ask":
            return Duty(agent, content, when.turn) if theirs else None
        case "offer":
            return Duty(agent, content, when.turn, firm=negated) if mine else None
        case "plan":
            if not mine:
                return None
            return Duty(agent, content, when.turn, firm=negated or not _helps(action, ground))
        case "joint":
            return Duty(agent, content, when.turn) if mine or theirs else None
        case "bare":
            if mine:
                return Duty(agent, content, when.turn, firm=not _helps(action, ground))
            return Duty(agent, content, when.turn) if theirs else None
        case "query":
            return Said(Query(ground.speaker, ground.hearers, Desire(agent, content, when.turn))) if theirs else None
        case "wish" if mine and _helps(action, ground):
            return Duty(agent, content, when.turn)
        case "wish":
            return Said(Inform(ground.speaker, ground.hearers, Desire(agent, content, when.turn))) if mine else None
        case "refuse":
            return Duty(agent, Not(content), when.turn, firm=True) if mine else None
        case _:
            return None


def _helps(action: Deed, ground: Ground) -> bool:
    """True if the speaker's order serves a hearer's unit.

    Promising it is an offer, not just news.
    """
    if isinstance(action, Unnamed):
        return isinstance(action, Hlp) and action.helped in ground.hearers
    if isinstance(action, Wve):
        return False
    helped = getattr(getattr(action, "action", None), "unit", None) or getattr(action, "army", None)
    return helped is not None and helped.power in ground.hearers


# ── bounces, zones, centers ─────────────────────────────────────────────────────────────────────


def _bounce(mood: Mood, body: Bounce, ground: Ground, when: When) -> Iterable[Reading]:
    if mood.act == "query":
        for action in bouncers(Move(body.unit, body.place), ground.hearers, ground):
            yield (Said(Query(ground.speaker, ground.hearers, Desire(actor_of(action), Do(action), when.turn))),)
    if mood.act in ("query", "wish", "refuse"):
        return
    if mood.act == "plan":
        for action in bouncers(Move(body.unit, body.place), (ground.speaker,), ground):
            yield (Duty(ground.speaker, Do(action), when.turn, firm=True),)
        return
    named = Move(body.unit, body.place)
    here = bouncers(named, (ground.speaker,), ground) if body.unit and body.unit.owner != "you" else []
    mine = here or bouncers(Move(None, body.place), (ground.speaker,), ground)
    if not mine and mood.act == "ask" and (body.unit is None or body.unit.owner != "me"):
        for action in bouncers(Move(body.unit, body.place), ground.hearers, ground):
            yield (Duty(actor_of(action), Do(action), when.turn),)
        return
    place = body.place.province
    for hearer in ground.hearers:
        theirs = bouncers(named if body.unit and not here else Move(None, body.place), (hearer,), ground)
        unseen = [Ent(power, place) for power in (ground.speaker, hearer)] if is_open(ground) else []
        ours: Sequence[Deed] = mine or unseen[:1]
        others: Sequence[Deed] = theirs or unseen[1:]
        for parts in product(ours, others):
            yield tuple(Duty(actor_of(one), content_of(one), when.turn) for one in parts)


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
    if body.who:
        for agent in ground.powers(body.who):
            if agent in we:
                yield (Duty(agent, Dmz((agent,), provinces), when.last),)
        return
    both_sides = body.both and not (body.kept and mood.actor in ("me", "you"))
    if both_sides or mood.act in ("joint", "bare"):
        if mood.act == "bare" and not body.both:
            for hearer in ground.hearers:
                yield (Duty(hearer, Dmz((hearer,), provinces), when.last),)
            return
        if mood.act == "wish" or mood.act != "refuse":
            yield (Common(Dmz(we, provinces), we, when.last),)
        return
    for agent in ground.powers(mood.actor):
        if mood.act in ("ask", "offer") or mood.act in ("plan", "refuse"):
            yield (Duty(agent, Dmz((agent,), provinces), when.last),)


def _centers(mood: Mood, body: Centers, ground: Ground, when: When) -> Iterable[Reading]:
    if body.split:
        (one, first), (other, second) = body.shares
        for turned in (body.shares, ((one, second), (other, first))):
            yield from _centers(mood, replace(body, shares=turned, split=False), ground, when)
        return
    if mood.actor in ("we", "") and {who for who, _ in body.shares} == {"", PARTNER}:
        # `let us trade P for Q`: whoever owns P gives it.
        for giver in _owners(dict(body.shares)[PARTNER], ground):
            yield from _centers(replace(mood, actor=giver), body, ground, when)
        return
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
            yield from _let_in(mood, shares[0], body, ground, when)
        return
    if body.held and mood.act == "bare" and (ground.position is None or all(_held(one, ground) for one in shares)):
        return
    content = both(tuple(dict.fromkeys(shares)))
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
    yield (Common(content, ground.powers("we"), when.last if when.limit else None, told, body.taken),)


def _let_in(mood: Mood, share: Scd, body: Centers, ground: Ground, when: When) -> Iterable[Reading]:
    """Readings of having a place without a center.

    To go there; for a power that lets another in, to keep out.
    """
    actors = ground.powers(mood.actor or "you")
    if share.power in actors:
        for place in body.shares[0][1]:
            yield from _orders(mood, Orders(Move(None, place)), ground, when, False)
        return
    for power in actors if body.given else ():
        yield (Duty(power, Dmz((power,), share.centers), when.last),)
