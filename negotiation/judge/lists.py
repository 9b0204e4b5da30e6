"""Several things told in turn, clause by clause, as one deal.

`mun ruh, kie holds`; `Rumania. You hold it, I don't touch it. And peace.`; `Me: Belgium and Holland. Burgundy: nobody.`
`Greece: I take it from Albania, Serbia supports, you stay out of it.`
"""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any, Final, TypeAlias

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import reachable_provinces
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from adjudication.powers import Power
from negotiation.diplomacy import (
    Aly,
    Bld,
    Cvy,
    Dmz,
    Ent,
    Hld,
    Hlp,
    Mto,
    Pce,
    Region,
    Scd,
    Sup,
    actor_of,
    region_of,
    unit_of,
)
from negotiation.english.understanding import Candidate
from negotiation.judge.adjusting import adjustments
from negotiation.judge.clauses import ALLIED, JOINTS, LABELS, OURS, PEACE, Clause, clauses_in
from negotiation.judge.naming import Named
from negotiation.terms import Agree, Commit, Commits, Do, Inform, Not, Propose, both
from negotiation.words import lexicon

__all__ = ["listed"]

_HOLDS: Final = lexicon.words("hold h stay sit stand remain put keep leave")
_EMPTY: Final = lexicon.words(
    "not never no nobody neither out off empty empties clean dmz neutral alone avoid free clear away demilitarize"
)
_LEFT: Final = lexicon.words("be peace")
"""After `leave`: it is not entered."""
_GETS: Final = lexicon.words(
    "mine my yours your are for get take have keep hold belong is own want to goes go give let as with accept"
)
_GOES: Final = lexicon.words("go move attack hit in enter into to head sail push march come")
_TO: Final = lexicon.words("to for give let offer promise as are is = :")
"""Before who gets something."""
_DOING: Final = lexicon.words("i U my mine")
_ASKED: Final = lexicon.words("keep stay leave get do please")
"""Begin what the other one is asked to do."""
_DRIVES: Final = lexicon.words("him them push kick throw drive force")
_CARRIES: Final = lexicon.words("c convoy carry ferry via")
_FEWEST: Final = 2
_SHORT: Final = 3
_MOST_CLAUSES: Final = 7
_MOST_PLACES: Final = 9
_MOST_OF_ONE: Final = 3
_MOST_WAYS: Final = 16
_Thing: TypeAlias = tuple[Power | None, Any]
"""Who does it, None where both do, and what."""
_Way: TypeAlias = tuple[_Thing, ...]


def listed(named: Named) -> list[Candidate]:
    """Propose or tell the things that a text names, place by place or with several places in one thing."""
    position = named.context.position
    if position is None or position.phase.kind != "M" or len(named.context.hearers) != 1:
        return []
    if not 0 < len(named.places) <= _MOST_PLACES:
        return []
    apart, joined = (list(clauses_in(named, together=together)) for together in (False, True))
    found = _listed(joined, named, position) + (_listed(apart, named, position) if joined != apart else [])
    return list(dict.fromkeys(found))


def _listed(clauses: Sequence[Clause], named: Named, position: Position) -> list[Candidate]:
    """Deals of all that the clauses tell, the likeliest first."""
    if not 0 < len(clauses) <= _MOST_CLAUSES or any(_is_correction(one) for one in clauses):
        return []
    teller = _Teller(named, position)
    told: list[list[_Way]] = [ways for clause in clauses if (ways := list(islice(teller.ways(clause), _MOST_OF_ONE)))]
    chosen = islice(dict.fromkeys(_chosen([[_kind(way) for way in ways] for ways in told])), _MOST_WAYS)
    said = (
        _said([each for ways, at in zip(told, row, strict=True) if at >= 0 for each in ways[at]], teller)
        for row in chosen
    )
    return [one for each in said for one in each]


def _kind(way: Sequence[_Thing]) -> Any:
    return (way[0][0], Dmz) if way and isinstance(way[0][1], Dmz) else type(way[0][1]) if way else None


def _chosen(told: Sequence[Sequence[Any]]) -> Iterator[tuple[int, ...]]:
    """Choose a way of each clause, -1 for none.

    The first of all, those of one kind, one changed, one left out."""
    first = tuple(0 for _ in told)
    yield first
    for kind in dict.fromkeys(kind for kinds in told for kind in kinds):
        yield tuple(kinds.index(kind) if kind in kinds else 0 for kinds in told)
    for way in range(1, max(map(len, told), default=0)):
        yield from ((*first[:at], way, *first[at + 1 :]) for at, kinds in enumerate(told) if way < len(kinds))
    if len(told) > _FEWEST:
        yield from ((*first[:at], -1, *first[at + 1 :]) for at in range(len(told)))


def _is_correction(clause: Clause) -> bool:
    """True if a clause puts another place for the one before: `no to Rumania`."""
    return clause.words[0] == "no" and len(clause.places) == 1 and "to" in clause.words[:_SHORT]


def _said(things: Sequence[_Thing], teller: "_Teller") -> Iterator[Candidate]:
    # What is said of a unit last corrects what was said of it before.
    last = {_doer(one): (who, one) for who, one in things}
    things = [thing for thing in dict.fromkeys(things) if _doer(thing[1]) is None or last[_doer(thing[1])] == thing]
    me, you = teller.me, teller.you
    orders = any(isinstance(one, Do) for _, one in things)
    if len(things) < _FEWEST or (orders and any(isinstance(one, Scd) and one in teller.taken for _, one in things)):
        return  # What is taken beside orders is ordered, too.
    if any(who is None or isinstance(one, Scd) for who, one in things):
        pair = tuple(sorted((me, you)))
        yield (Propose(me, (you,), Agree(pair, both(tuple(one for _, one in things)))),)
        return
    items = tuple(Commit(who, (you,) if who == me else (me,), one) for who, one in things if who is not None)
    yield (Propose(me, (you,), Commits(items)),)
    if all(item.agent == me for item in items):
        yield (Inform(me, (you,), Commits(items)),)


def _doer(content: Any) -> Any:
    """The unit that has an order."""
    return getattr(content.action, "unit", None) if isinstance(content, Do) else None


class _Teller:
    """Reader of clauses, each after those before it.

    place: named last, for `it`; last: the move or stand spoken of last, for who supports it; left: a place was to be
    kept out of, for `the same`.
    """

    def __init__(self, named: Named, position: Position) -> None:
        self.named, self.position = named, position
        self.me, self.you = named.context.speaker, named.context.hearers[0]
        self.pair: tuple[Power, ...] = tuple(sorted((self.me, self.you)))
        self.place: Province = ""
        self.last: Mto | Hld | None = None
        self.left = False
        self.taken: set[Scd] = set()

    def ways(self, clause: Clause) -> Iterator[_Way]:
        """List the things the clause may tell, the likeliest first."""
        places = clause.places or ((self.place,) if clause.points and self.place else ())
        found = list(dict.fromkeys(way for way in self._ways(clause, places) if way))
        if places and not (clause.helps and self.place):
            self.place = places[-1]
        for _, content in found[0] if found else ():
            action = content.action if isinstance(content, Do) else None
            if isinstance(action, Cvy):
                self.last = Mto(action.army, action.region)
            elif isinstance(action, Mto | Hld):
                self.last = action
            if isinstance(action, Mto):
                self.place = action.region.province
            self.left = isinstance(content, Dmz)
        if clause.aside and found:
            yield ()
        yield from found
        if clause.points and not clause.places and found:
            yield ()

    def _ways(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        if not places:
            yield from self._pacts(clause)
        elif "build" in clause.words:
            yield from self._builds(clause, places)
        elif self._is_left(clause):
            yield from self._kept_out(clause, places)
        elif clause.helps:
            yield from self._helps(clause, places)
        else:
            yield from self._gone(clause, places)

    def _pacts(self, clause: Clause) -> Iterator[_Way]:
        if clause.foes or clause.has(ALLIED):
            yield ((None, Aly(self.pair, clause.foes)),)
        elif clause.has(PEACE):
            yield ((None, Pce(self.pair)),)
            yield ((self.me, Pce(self.pair)),) if "i" in clause.words else ()

    def _gone(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        """Orders to places, and whose they are to be."""
        if "bounce" in clause.words and len(places) == 1:
            moves = [self._entering(power, places[0]) for power in self.pair]
            yield tuple(zip(self.pair, moves, strict=True)) if None not in moves else ()
        pointed = clause.points and clause.places and self.place and self.place not in places
        if not clause.has(JOINTS):
            yield from self._orders(clause, (self.place, *places) if pointed else places)
        units = self._own(places)
        if clause.has(_HOLDS) and len(units) == len(places):
            yield tuple((unit.power, Do(Hld(unit_of(unit)))) for unit in units)
        if len(places) == 1 or clause.has(JOINTS):
            ways = (self._entered, self._got)
            for way in ways if clause.has(_GOES) else reversed(ways):
                yield from way(clause, places)

    def _own(self, places: Sequence[Province]) -> list[BoardUnit]:
        """Units of the two at the places."""
        return [unit for unit in map(self.position.unit_at, places) if unit is not None and unit.power in self.pair]

    def _is_left(self, clause: Clause) -> bool:
        """True if a place is to be kept out of."""
        stays = {"not", "move", "from"}.issubset(clause.words)
        left = "leave" in clause.words and clause.has(_LEFT)
        return left or (clause.has(_EMPTY) and not stays) or (self.left and "same" in clause.words)

    def _sides(self, clause: Clause) -> list[Power]:
        """Sides spoken of, the one that acts first."""
        sides = list(dict.fromkeys(side for _, side in clause.sides))
        if sides == ["me"] and not clause.has(_DOING):
            sides = ["you", "me"]  # `don't bounce me in Sweden`
        return [self.me if side == "me" else self.you for side in sides]

    def _getting(self, clause: Clause) -> list[Power]:
        """Sides that get something, the likelier first."""
        given = [side for at, side in clause.sides if at and clause.words[at - 1] in _TO]
        sides = dict.fromkeys((*given, *(side for _, side in clause.sides)))
        return [self.me if side == "me" else self.you for side in sides]

    def _kept_out(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        first = self._own(places[:1])
        for unit in first if "not" in clause.words and len(places) > 1 else ():
            moves = [_move(unit, place) for place in places[1:]]
            yield tuple((unit.power, Not(Do(move))) for move in moves if move is not None)
        if clause.has(_DRIVES) and "out" in clause.words:
            yield from self._entered(clause, places)
        sides = self._sides(clause)
        ways: list[_Thing] = [(power, Dmz((power,), places)) for power in sides or (self.you, self.me)]
        if not sides or clause.has(OURS):
            ways.insert(clause.words[0] in _ASKED and "neither" not in clause.words, (None, Dmz(self.pair, places)))
        yield from ((way,) for way in ways)

    def _builds(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        builds = [one for one in adjustments(self.named) if isinstance(one, Bld) and one.unit.region.province in places]
        fleets = [one for one in builds if one.unit.region.type != "amy"]
        for kind in (fleets, [one for one in builds if one not in fleets], builds):
            if clause.has(_EMPTY):
                yield tuple((actor_of(one), Not(Do(one))) for one in kind)
            else:
                yield tuple((actor_of(one), Do(one)) for one in kind[:1])

    def _orders(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        """A move, its unit named first or last, or a convoy."""
        own = self._own(places)
        if len(places) == _FEWEST:
            ways = [(unit, place) for unit in own for place in places if place != unit.province]
            for unit, place in reversed(ways) if "from" in clause.words else ways:
                move = _move(unit, place)
                yield ((unit.power, Do(move)),) if move is not None else ()
        for fleet, army in permutations(own, 2) if len(places) > _FEWEST and clause.has(_CARRIES) else ():
            goal = next(place for place in places if place not in (fleet.province, army.province))
            if fleet.kind == "F" and army.kind == "A":
                yield from self._carried(fleet, army, goal)

    def _carried(self, fleet: BoardUnit, army: BoardUnit, goal: Province) -> Iterator[_Way]:
        carries = _reaches(fleet, army.province) and _reaches(fleet, goal)
        if STANDARD.provinces[fleet.province].kind != "sea" or not carries:
            return
        move = Mto(unit_of(army), Region(goal, "amy"))
        convoy: _Thing = (fleet.power, Do(Cvy(unit_of(fleet), unit_of(army), Region(goal, "amy"))))
        yield (convoy,)
        yield convoy, (army.power, Do(move))

    def _helps(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        """Support of what was spoken of before, or is named beside."""
        own = self._own(places)
        if self.last is not None and own and len(own) == len(places):
            where = self.last.region.province if isinstance(self.last, Mto) else self.last.unit.region.province
            able = [unit for unit in own if _reaches(unit, where) and unit_of(unit) != self.last.unit]
            yield tuple((unit.power, Do(Sup(unit_of(unit), self.last))) for unit in able if len(able) == len(own))
        own.sort(key=lambda unit: unit.power not in self._sides(clause)[:1])
        for helper, helped in permutations(own, 2) if not clause.helps_side else ():
            goal = next((place for place in places if place not in (helper.province, helped.province)), "")
            move = _move(helped, goal) if goal else None
            if move is not None and _reaches(helper, goal):
                support: _Thing = (helper.power, Do(Sup(unit_of(helper), move)))
                yield (support,)
                yield support, (helped.power, Do(move))
            elif not goal and _reaches(helper, helped.province):
                yield ((helper.power, Do(Sup(unit_of(helper), Hld(unit_of(helped))))),)
        goal = next((place for place in places if place not in {unit.province for unit in own}), self.place)
        for power in self.pair if own and len(own) >= len(places) - 1 else ():
            moves = [move for unit in self.position.units_of(power) if unit not in own and (move := _move(unit, goal))]
            if len(moves) == 1 and all(_reaches(helper, goal) for helper in own):
                yield tuple((helper.power, Do(Sup(unit_of(helper), moves[0]))) for helper in own)
        for power in self._sides(clause):
            other = self.you if power == self.me else self.me
            stands = [unit for unit in own if unit.power == other]
            if not own:
                yield tuple((power, self._helping(power, other, place)) for place in places)
            elif len(stands) == len(places) == 1:
                yield ((power, Hlp(power, other, places[0], places[0])),)

    def _helping(self, power: Power, other: Power, place: Province) -> Any:
        """Support into a place, by its unit if only one can."""
        helpers = [unit for unit in self.position.units_of(power) if _reaches(unit, place)]
        moves = [move for unit in self.position.units_of(other) if (move := _move(unit, place)) is not None]
        return Do(Sup(unit_of(helpers[0]), moves[0])) if len(helpers) == len(moves) == 1 else Hlp(power, other, place)

    def _entered(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        """Moves into the place, or of its unit to the place before."""
        for unit in self._own(places) if len(places) == 1 and clause.has(_GOES) else ():
            move = _move(unit, self.place)
            yield ((unit.power, Do(move)),) if move is not None else ()
        goes = len(places) == 1 and (clause.places or clause.has(_GOES))
        for power in self._sides(clause)[:1] if goes else ():
            entered = self._entering(power, places[0])
            yield ((power, entered),) if entered is not None else ()

    def _entering(self, power: Power, place: Province) -> Any:
        """A move to the place, by its unit if only one can."""
        moves = [move for unit in self.position.units_of(power) if (move := _move(unit, place)) is not None]
        return Do(moves[0]) if len(moves) == 1 else Ent(power, place) if moves else None

    def _got(self, clause: Clause, places: tuple[Province, ...]) -> Iterator[_Way]:
        """Centers that one side gets, and other places left to it."""
        if not clause.has(_GETS | LABELS) and len({*clause.words} - JOINTS) > _SHORT:
            return
        centers = tuple(place for place in places if place in STANDARD.centers)
        rest = tuple(place for place in places if place not in centers)
        for power in self._getting(clause):
            other = self.you if power == self.me else self.me
            share: _Way = ((power, Scd(power, centers)),) if centers else ()
            self.taken.update(content for _, content in share if "take" in clause.words)
            if centers and rest:
                entered = [(power, self._entering(power, place)) for place in rest]
                yield (*share, *(each for each in entered if each[1] is not None))
            else:
                yield share or ((other, Dmz((other,), rest)),)


def _reaches(unit: BoardUnit, place: Province) -> bool:
    return place in reachable_provinces(unit.kind, unit.region)


def _move(unit: BoardUnit, place: Province) -> Mto | None:
    regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == place]
    return Mto(unit_of(unit), region_of(unit.kind, regions[0])) if regions else None
