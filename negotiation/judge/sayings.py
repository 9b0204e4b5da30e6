"""Everything there is to say on a board about what a text names: terms that the learnt weights choose from."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any, Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Unit as BoardUnit
from adjudication.powers import POWERS, Power
from negotiation.diplomacy import (
    Action,
    Aly,
    Bld,
    Cvy,
    Dmz,
    Drw,
    Dsb,
    Hld,
    Mto,
    Pce,
    Region,
    Rem,
    Rto,
    Scd,
    Sup,
    Turn,
    actor_of,
    region_of,
    unit_of,
)
from negotiation.english.understanding import Candidate
from negotiation.judge.adjusting import adjustments
from negotiation.judge.bargains import bargains
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
    Formula,
    Implies,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Withdraw,
    both,
)

__all__ = ["sayings"]

_MOST_ACTIONS: Final = 40
_MOST_PAIRS: Final = 40
_MOST_CENTERS: Final = 6
_FEW_CENTERS: Final = 3
_MOST_REFUSED: Final = 2
_MOST_PLACES: Final = 8
"""Provinces that are looked at; who names more does not speak of one deal."""


def sayings(named: Named) -> list[Candidate]:
    """Every message that may be meant by what is named, none twice."""
    return list(dict.fromkeys((one,) if not isinstance(one, tuple) else one for one in _Sayings(named).all()))


def _group(*powers: Power) -> tuple[Power, ...]:
    """The powers as a term lists them."""
    return tuple(sorted(set(powers)))


class _Sayings:
    """Terms to choose from, a method a theme."""

    def __init__(self, named: Named) -> None:
        self.named = named
        context = named.context
        self.me: Power = context.speaker
        self.to: tuple[Power, ...] = context.hearers
        self.position = context.position
        self.places: tuple[Province, ...] = named.provinces[:_MOST_PLACES]
        self.pointed: tuple[Province, ...] = (context.place,) if context.place else ()
        self.everybody: tuple[Power, ...] = _group(self.me, *self.to)
        whens = [one for one in named.times if one.last is not None or one.turn is not None]
        self.lasts: tuple[Turn, ...] = tuple(dict.fromkeys(one.last for one in whens if one.last is not None))[:3]
        due = next((one.turn for one in whens if one.turn is not None), None)
        self.turn: Turn | None = due if due is not None and due.season in ("spr", "fal") else None

    def all(self) -> Iterator[Any]:
        yield from self.answers()
        yield from self.pacts()
        yield from self.zones()
        yield from self.shares()
        if self.position is None:
            return
        actions = self.actions()
        yield from self.alone(actions)
        yield from self.together(actions)
        yield from self.carried(actions)
        yield from self.counters(actions)
        yield from bargains(self.named, actions)

    # ── orders ──────────────────────────────────────────────────────────────────────────────────

    def units(self) -> list[BoardUnit]:
        """All units, those whose place is named first."""
        position = self.position
        found = [unit for power in POWERS for unit in position.units_of(power)] if position is not None else []
        return sorted(found, key=lambda unit: unit.province not in self.places)

    def actions(self) -> list[Action]:
        """Orders of which all places are named but one."""
        units = self.units()
        places = dict.fromkeys((*self.places, *self.pointed))
        present = {self.me, *self.to}
        found: list[Action] = list(adjustments(self.named))
        moves = [
            Mto(unit_of(unit), region_of(unit.kind, region))
            for unit in units
            for region in STANDARD.borders(unit.kind)[unit.region]
            if province_of(region) in places
        ]
        found += [one for one in moves if one.unit.region.province in places or one.unit.power in present]
        standing = [unit for unit in units if unit.province in places]
        reach = {
            unit.province: {province_of(one) for one in STANDARD.borders(unit.kind)[unit.region]} for unit in units
        }
        carried = [
            Mto(unit_of(unit), Region(place, "amy"))
            for unit in standing
            if unit.kind == "A"
            for place in self.places
            if place != unit.province
            and place not in reach[unit.province]
            and STANDARD.provinces[place].kind == "coast"
        ]
        found += [Hld(unit_of(unit)) for unit in standing]
        found += carried if "convoy" in self.named.themes else []
        helped: list[Hld | Mto] = [*moves, *carried, *(Hld(unit_of(unit)) for unit in standing)]
        for action in helped:
            where = action.region.province if isinstance(action, Mto) else action.unit.region.province
            for unit in units:
                named = (unit.province in places) + (action.unit.region.province in places)
                lone = len(places) == 1 or (named == 1 and len(places) == 2)
                lent = lone and action.unit.power in present and action.unit.power != unit.power
                able = where in reach[unit.province] and unit.province != action.unit.region.province
                if unit.power in present and able and (named == 2 or lent):
                    found.append(Sup(unit_of(unit), action))
        for fleet in units:
            if fleet.kind != "F" or STANDARD.provinces[fleet.province].kind != "sea" or fleet.power not in present:
                continue
            for army in units:
                if army.kind != "A" or army.province not in reach[fleet.province] or army.power not in present:
                    continue
                if army.province not in places and fleet.province not in places:
                    continue
                for place in places:
                    if place in reach[fleet.province] and place != army.province:
                        found.append(Cvy(unit_of(fleet), unit_of(army), Region(place, "amy")))
        named_first = sorted(dict.fromkeys(found), key=lambda one: -len(self._about(one) & set(self.places)))
        return named_first[:_MOST_ACTIONS]

    def _about(self, action: Action) -> set[str]:
        about = {action.unit.region.province} if not isinstance(action, str) and hasattr(action, "unit") else set()
        match action:
            case Mto() | Rto():
                about.add(action.region.province)
            case Sup():
                about |= self._about(action.action)
            case Cvy():
                about |= {action.army.region.province, action.region.province}
        return about

    def commit(self, action: Action, denied: bool = False, due: bool = False) -> Commit:
        actor = actor_of(action)
        content: Formula = Do(action)
        turn = self.turn if due else None
        return Commit(actor, self.to if actor == self.me else (self.me,), Not(content) if denied else content, turn)

    def alone(self, actions: Sequence[Action]) -> Iterator[Any]:
        """One order: asked for, offered, told, asked about, believed, reported; or that it is not given."""
        me, to = self.me, self.to
        for action in actions:
            actor = actor_of(action)
            plain = isinstance(action, Mto | Hld | Bld | Rto | Rem | Dsb)
            for denied in (False, True) if plain else (False,):
                done: Formula = Not(Do(action)) if denied else Do(action)
                if actor in to:
                    yield Propose(me, to, Commits((self.commit(action, denied),)))
                    if self.turn is not None and not denied:
                        yield Propose(me, to, Commits((self.commit(action, denied, True),)))
                elif actor == me and not denied and self._serves(action):
                    yield Propose(me, to, Commits((self.commit(action),)))
                    if self.turn is not None:
                        yield Propose(me, to, Commits((self.commit(action, False, True),)))
                elif actor == me:
                    yield Inform(me, to, Commits((self.commit(action, denied),)))
                    if "?" in self.named.words:
                        yield Propose(me, to, Commits((self.commit(action, denied),)))
                if actor in (*to, *self.named.others) and not denied:
                    yield Query(me, to, Do(action))
                    if actor in to:
                        yield Query(me, to, Desire(actor, Do(action)))
                if actor not in (me, *to) and plain:
                    yield Inform(me, to, Belief(me, done))
                    if not denied:
                        yield Inform(me, to, Inform(actor, (me,), Do(action)))

    def _serves(self, action: Action) -> bool:
        helped = action.action.unit if isinstance(action, Sup) else action.army if isinstance(action, Cvy) else None
        return helped is not None and helped.power in self.to

    def together(self, actions: Sequence[Action]) -> Iterator[Any]:
        """Two orders that name all: exchange, bounce, condition, threat."""
        me, to = self.me, self.to
        every = set(self.places)
        about = [self._about(one) for one in actions]
        pairs = list(self._naming_all(about)) if len(every) > 1 else []
        if len(every) == 1 and "bounce" in self.named.themes:
            moves = [at for at, one in enumerate(actions) if isinstance(one, Mto) and one.region.province in every]
            pairs = [(x, y) for x, y in product(moves, moves) if actor_of(actions[x]) != actor_of(actions[y])]
        ranked = sorted(pairs, key=lambda pair: len(about[pair[0]]) + len(about[pair[1]]))
        for first, second in islice(ranked, _MOST_PAIRS * 3):
            one, other = actions[first], actions[second]
            sides = actor_of(one), actor_of(other)
            if getattr(one, "unit", None) == getattr(other, "unit", None):
                continue
            if sides[0] == me and sides[1] in to:
                yield Propose(me, to, Commits((self.commit(one), self.commit(other))))
                if isinstance(one, Mto) and isinstance(other, Mto) and one.region.province != other.region.province:
                    yield Propose(me, to, Commits((self.commit(one, True), self.commit(other, True))))
            elif sides[0] == sides[1] and sides[0] in self.everybody and first < second:
                yield from self.both_of(one, other)
            if isinstance(one, Mto) and sides[0] not in (me,) and sides[1] == me:
                premise: Formula = Do(one)
                yield Inform(me, to, Implies(premise, Commits((self.commit(other),))))

    def both_of(self, one: Action, other: Action) -> Iterator[Any]:
        """Two orders of one side: asked for, told, or both not given."""
        builds = isinstance(one, Bld) and isinstance(other, Bld)
        for denied in (False, True) if builds else (False,):
            both_orders = Commits((self.commit(one, denied), self.commit(other, denied)))
            if actor_of(one) in self.to:
                yield Propose(self.me, self.to, both_orders)
            elif isinstance(one, Bld | Rem | Rto | Dsb):
                yield Inform(self.me, self.to, both_orders)

    def _naming_all(self, about: Sequence[set[str]]) -> Iterator[tuple[int, int]]:
        """Two orders each that name all places, and at most one more."""
        every = set(self.places)
        more = 1 if len(every) > 2 else 0
        for one, other in permutations(range(len(about)), 2):
            both_name = about[one] | about[other]
            if every <= both_name and len(both_name) - len(every) <= more:
                yield one, other

    def carried(self, actions: Sequence[Action]) -> Iterator[Any]:
        """A convoy with the move of its army."""
        for fleet, army in product(actions, actions):
            if not isinstance(fleet, Cvy) or not isinstance(army, Mto):
                continue
            if fleet.army == army.unit and fleet.region.province == army.region.province:
                yield Propose(self.me, self.to, Commits((self.commit(fleet), self.commit(army))))

    # ── pacts ───────────────────────────────────────────────────────────────────────────────────

    def agreed(self, content: Any, lasting: bool = False) -> Iterator[Propose]:
        yield Propose(self.me, self.to, Agree(self.everybody, content))
        for last in self.lasts if lasting else ():
            yield Propose(self.me, self.to, Agree(self.everybody, content, last))

    def pacts(self) -> Iterator[Any]:
        me, to = self.me, self.to
        courts = (one for one in self.named.courts if one not in self.everybody)
        others = tuple(dict.fromkeys((*self.named.others, *self.named.pointed, *courts)))
        us = self.everybody
        yield from self.agreed(Pce(us), True)
        if self.named.denied and not self.places:
            yield Inform(me, to, Commits((Commit(me, to, Pce(us)),)))
        foes = [(), *((one,) for one in others), *((others,) if len(others) > 1 else ())]
        for foe in foes:
            yield from self.agreed(Aly(us, foe), True)
        yield from self.agreed(Drw())
        yield from self.agreed(Drw(us))
        if others:
            yield from self.agreed(Drw((*us, *others)))
        for other in others:
            for hearer in to:
                pair = _group(hearer, other)
                mine = _group(me, other)
                yield Propose(me, to, Commits((Commit(hearer, (me,), Pce(pair)),)))
                for pact in (Pce(pair), Aly(pair)):
                    yield Query(me, to, Agree(pair, pact))
                if self.named.denied:
                    yield Propose(me, to, Commits((Commit(hearer, (me,), Not(Aly(pair))),)))
                yield Query(me, to, Propose(other, (hearer,), Agree(pair, Aly(pair, (me,)))))
                yield Inform(me, to, Propose(other, (me,), Agree(mine, Aly(mine, (hearer,)))))
            yield Inform(me, to, Propose(other, (me,), Agree(_group(me, other), Pce(_group(me, other)))))
            yield Inform(me, to, Propose(other, (me,), Agree(_group(me, other), Aly(_group(me, other)))))
            for place in self.places:
                if place in STANDARD.centers:
                    yield Inform(me, to, Belief(me, Desire(other, place)))
        for one, other in pairwise(others):
            pair = _group(one, other)
            yield Inform(me, to, Agree(pair, Pce(pair)))
            yield Inform(me, to, Belief(me, Aly(pair)))
            yield Inform(me, to, Belief(me, Aly(pair, to[:1])))
        for place in self.places:
            if place in STANDARD.centers:
                yield Query(me, to, Desire(to[0], place))

    def zones(self) -> Iterator[Any]:
        places = self.places
        sets = [(one,) for one in places or self.pointed] + ([places] if len(places) > 1 else [])
        if len(places) == 3:
            sets += list(combinations(places, 2))
        for each in sets:
            yield from self.agreed(Dmz(self.everybody, each), True)
            for hearer in self.to:
                for last in (None, *self.lasts):
                    yield Propose(self.me, self.to, Commits((Commit(hearer, (self.me,), Dmz((hearer,), each), last),)))
            yield from self.agreed(And((Pce(self.everybody), Dmz(self.everybody, each))))

    def shares(self) -> Iterator[Any]:
        centers = [place for place in self.places if place in STANDARD.centers]
        if not 0 < len(centers) <= _MOST_CENTERS or len(centers) < len(self.places):
            return
        for sides in product((True, False), repeat=len(centers)):
            mine = tuple(one for one, side in zip(centers, sides, strict=True) if side)
            theirs = tuple(one for one, side in zip(centers, sides, strict=True) if not side)
            found = [*((Scd(self.me, mine),) if mine else ()), *((Scd(self.to[0], theirs),) if theirs else ())]
            yield from self.agreed(both(tuple(found)), len(centers) <= _FEW_CENTERS)
            if "peace" in self.named.themes:
                yield from self.agreed(And((*found, Pce(self.everybody))))
            if "ally" in self.named.themes:
                yield from self.agreed(And((*found, Aly(self.everybody, self.named.others[:1]))))

    # ── what is open ────────────────────────────────────────────────────────────────────────────

    def answers(self) -> Iterator[Any]:
        context = self.named.context
        for deal in context.open_deals:
            yield Accept(self.me, self.to, deal)
            yield Reject(self.me, self.to, deal)
        if context.own_deals:
            yield Withdraw(self.me, self.to)
        if len(self.to) == 1 and (self.named.denied or "refuse" in self.named.themes):
            foes = (Aly(self.everybody, (other,)) for other in self.named.others)
            centers = (place for place in self.places if place in STANDARD.centers)
            refused = (*foes, *(Scd(self.to[0], (place,)) for place in islice(centers, _MOST_REFUSED)))
            yield from (Reject(self.me, self.to, Agree(self.everybody, one)) for one in refused)

    def counters(self, actions: Iterable[Action]) -> Iterator[Any]:
        """Open deals with one more order, or with an order in place of what the same one was to do."""
        for deal in self.named.context.open_deals[:1]:
            for action in actions:
                if actor_of(action) in self.everybody:
                    yield Propose(self.me, self.to, self._with(deal, self.commit(action)))
                    rest = (
                        [item for item in deal.items if item.agent != actor_of(action)]
                        if isinstance(deal, Commits)
                        else []
                    )
                    if rest and self._about(action) <= {*self.places}:
                        yield Propose(self.me, self.to, Commits((*rest, self.commit(action))))
                    if isinstance(action, Mto) and (self.named.denied or self.named.keeps_out):
                        yield Propose(self.me, self.to, self._with(deal, self.commit(action, denied=True)))
        for order in actions:
            if actor_of(order) in self.everybody and self.named.others:
                for other in self.named.others:
                    pact = Aly(self.everybody, (other,))
                    yield Propose(self.me, self.to, Agree(self.everybody, And((pact, Do(order)))))

    @staticmethod
    def _with(deal: Deal, more: Commit) -> Deal:
        if isinstance(deal, Commits):
            return Commits((*deal.items, more))
        items = deal.content.items if isinstance(deal.content, And) else (deal.content,)
        return Agree(deal.agents, And((*items, more.content)), deal.time)
