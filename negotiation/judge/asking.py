"""Open questions and reports about what is named: each a candidate that the judge may choose."""

from collections.abc import Iterator
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
        if unit is not None and unit.power == you:
            yield Query(me, (you,), Which(Variable("?r"), Do(Mto(unit_of(unit), _WHERE))))
            yield Query(me, (you,), Explain(unit_of(unit)))
        yield Query(me, (you,), Explain(Desire(you, place)))
        yield Query(me, (you,), Desire(you, place))
        yield Query(me, (you,), Desire(you, Ent(you, place)))
        if place in STANDARD.centers:
            yield Query(me, (you,), Which(Variable("?p"), Desire(you, Scd(cast(Power, Variable("?p")), (place,)))))
    if not named.provinces and context.position is not None:
        kinds = {one for one in ("fleet", "boat", "army", "ship") if one in named.words}
        if kinds:
            kind = "A" if "army" in kinds else "F"
            units = [unit for unit in context.position.units_of(you) if unit.kind == kind]
            if len(units) == 1:
                yield Query(me, (you,), Which(Variable("?r"), Do(Mto(unit_of(units[0]), _WHERE))))
    for kind in QUESTIONS:
        for who in (None, *named.others):
            content = open_question(kind, me, you, who)
            if content is not None:
                yield Query(me, (you,), content)


def either(named: Named) -> Iterator[tuple[Query, Query]]:
    """Questions with two places.

    Which of them the other is after, or where of the two the unit goes that is named beside them.
    """
    context = named.context
    if len(context.hearers) != 1:
        return
    me, you, places = context.speaker, context.hearers[0], named.provinces
    if len(places) == 2:
        one, two = (Query(me, (you,), Desire(you, place)) for place in places)
        yield one, two
    for start in places if len(places) == 3 else ():
        unit = context.position.unit_at(start) if context.position is not None else None
        if unit is None or unit.power != you:
            continue
        goals = {province_of(region): region for region in STANDARD.borders(unit.kind)[unit.region]}
        found = [place for place in places if place in goals]
        if len(found) == 2:
            one, two = (
                Query(me, (you,), Do(Mto(unit_of(unit), region_of(unit.kind, goals[place])))) for place in found
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
