"""Open questions and reports about what is named: each a candidate that the judge may choose."""

from collections.abc import Iterator
from functools import partial
from typing import Final, cast

from adjudication.board import STANDARD, province_of
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Dmz, Drw, Ent, Hld, Hlp, Mto, Opn, Pce, Region, Scd, Stance, region_of, unit_of
from negotiation.grammar.opened import QUESTIONS, open_question
from negotiation.judge.naming import Named
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Belief,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Explain,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Variable,
    Which,
)

__all__ = ["asked", "either", "reported"]

_MOST_NAMED: Final = 4
_STANCES: Final[tuple[Stance, ...]] = ("feared", "trusted")
_WHERE: Final = cast(Region, Variable("?r"))


def asked(named: Named) -> Iterator[Query]:
    """What one may be asking the other about what is named, or in general."""
    context = named.context
    if len(context.hearers) != 1:
        return
    me, you = context.speaker, context.hearers[0]
    for place in named.provinces:
        unit = context.position.unit_at(place) if context.position is not None else None
        if unit is not None and unit.power != me:
            yield Query(me, (you,), Which(Variable("?r"), Do(Mto(unit_of(unit), _WHERE))))
        if unit is not None and unit.power == you:
            yield Query(me, (you,), Explain(unit_of(unit)))
        yield Query(me, (you,), Explain(Desire(you, place)))
        yield Query(me, (you,), Desire(you, place))
        yield Query(me, (you,), Desire(you, Ent(you, place)))
        if place in STANDARD.centers:
            yield Query(me, (you,), Which(Variable("?p"), Desire(you, Scd(cast(Power, Variable("?p")), (place,)))))
    if not named.provinces and context.position is not None:
        kinds = [one.kind for one in named.units if one.owner == "you"]
        for unit in context.position.units_of(you):
            if unit.kind in kinds:
                yield Query(me, (you,), Which(Variable("?r"), Do(Mto(unit_of(unit), _WHERE))))
    for other in named.others:
        pair = tuple(sorted((you, other)))
        shares = (Agree(pair, Scd(you, (place,))) for place in named.provinces[:2] if place in STANDARD.centers)
        for deal in (*_deals(named, you, other), Agree(pair, Aly(pair, (me,))), *shares):
            yield Query(me, (you,), deal)
    for kind in QUESTIONS:
        content = open_question(kind, me, you)
        about = (content,) if content is not None else (open_question(kind, me, you, who) for who in named.others)
        yield from (Query(me, (you,), each) for each in about)


def either(named: Named) -> Iterator[tuple[Query, Query]]:
    """Questions with two places.

    Which of them the other is after, or where of the two the unit goes that is named beside them.
    """
    context = named.context
    if len(context.hearers) != 1:
        return
    me, you, places = context.speaker, context.hearers[0], named.provinces
    if len(places) == 2:
        for wanted in (str, partial(Ent, you)):
            one, two = (Query(me, (you,), Desire(you, wanted(place))) for place in places)
            yield one, two
    elif not places and named.others:
        one, two = (Query(me, (you,), Belief(you, Opn(who, "trusted"))) for who in (me, *named.others)[-2:])
        yield one, two
    if context.position is None or len(places) > _MOST_NAMED:
        return
    asked_of = [unit for power in (you, *named.others) for unit in context.position.units_of(power)]
    moves = {unit: {province_of(to): to for to in STANDARD.borders(unit.kind)[unit.region]} for unit in asked_of}
    beside = [unit for unit in asked_of if unit.province in places]
    ways = [[(unit, goal) for goal in places if goal in moves[unit]] for unit in beside or asked_of]
    ways += [[(unit, goal) for unit in beside if goal in moves[unit]] for goal in places]
    for way in ways:
        if len(way) == 2:
            one, two = (
                Query(me, (you,), Do(Mto(unit_of(unit), region_of(unit.kind, moves[unit][goal])))) for unit, goal in way
            )
            yield one, two


def reported(named: Named) -> Iterator[Inform]:
    """What one may be telling about the third powers that are named."""
    context = named.context
    me, to = context.speaker, context.hearers

    def told(content: object) -> Inform:
        return Inform(me, to, content)

    for other in named.others:
        for partner in (me, *to):
            deals = list(_deals(named, partner, other))
            for deal in deals:
                yield told(deal)
                yield told(Not(deal))
                yield told(Reject(other, (partner,), deal))
                if partner == me:
                    yield told(Propose(other, (me,), deal))
                    yield told(Accept(other, (me,), deal))
        for stance in _STANCES:
            for one in to:
                yield told(Belief(other, Opn(one, stance)))
        for partner in (me, *to):
            yield told(Belief(me, Desire(other, Not(Pce(tuple(sorted((partner, other))))))))
        for place in named.provinces:
            unit = context.position.unit_at(place) if context.position is not None else None
            for partner in (me, *to):
                yield told(Commits((Commit(other, (partner,), Hlp(other, partner, place)),)))
                yield told(Commits((Commit(other, (partner,), Dmz((other,), (place,))),)))
            yield told(Reject(me, (other,), Commits((Commit(me, (other,), Hlp(me, other, place)),))))
            yield told(Inform(other, (me,), Ent(other, place)))
            if unit is not None:
                yield told(Inform(other, (me,), Do(Hld(unit_of(unit)))))
            yield told(Desire(other, place))
            yield told(Desire(other, Ent(other, place)))
            yield from (told(Belief(other, Desire(one, place))) for one in to)
            yield told(Inform(other, (me,), Desire(other, place)))
            yield told(Commits((Commit(other, (me,), Not(Ent(other, place))),)))
            yield told(Propose(other, (me,), Commits((Commit(me, (other,), Hlp(me, other, place)),))))
            if unit is not None and unit.power == other:
                for goal in named.provinces:
                    if goal != place:
                        region = Region(goal, unit_of(unit).region.type)
                        yield told(Inform(other, (me,), Do(Mto(unit_of(unit), region))))
    for one in named.others:
        for second in named.others:
            if one < second:
                pair = (one, second)
                yield told(Agree(pair, Pce(pair)))
                yield told(Not(Agree(pair, Pce(pair))))
                yield told(Agree(pair, Aly(pair)))
                if named.provinces:
                    yield told(Agree(pair, Dmz(pair, named.provinces)))
                if len(named.provinces) == 2:
                    for one_gets, other_gets in (named.provinces, tuple(reversed(named.provinces))):
                        yield told(Agree(pair, And((Scd(one, (one_gets,)), Scd(second, (other_gets,))))))


def _deals(named: Named, one: Power, other: Power) -> Iterator[Deal]:
    pair = tuple(sorted((as_power(one), as_power(other))))
    yield Agree(pair, Pce(pair))
    yield Agree(pair, Aly(pair))
    yield Agree(pair, Drw())
    if named.provinces:
        yield Agree(pair, Dmz(pair, named.provinces))
    for place in named.provinces[:2]:
        yield Agree(pair, Scd(as_power(other), (place,)))
