"""Exchanges, conditions and refusals by what is named.

One thing of each side, one named after the other.

A text names the places of one thing and then those of the other (`I move A to B if you hold C`), so that only things of
the places before and after some border in it are put together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from adjudication.board import Province
from adjudication.powers import Power
from negotiation.diplomacy import Action, Aly, Cvy, Dmz, Hld, Hlp, Mto, Pce, Sup, actor_of
from negotiation.judge.naming import Named
from negotiation.terms import Agree, And, Commit, Commits, Deal, Do, Formula, Implies, Inform, Not, Propose, Reject

__all__ = ["bargains"]

_MOST_SIDES: Final = 6
"""Things of one side that the same places may stand for."""
_MOST_PLACES: Final = 6
_MOST_PAIRS: Final = 40
_MOST_REFUSED: Final = 8


@dataclass(frozen=True, slots=True)
class _Part:
    """Something one power does.

    places: those it names; unit: the place of its unit, "" where any may do it.
    """

    power: Power
    content: Formula
    places: frozenset[Province]
    unit: Province = ""


def bargains(named: Named, actions: Sequence[Action]) -> Iterator[Any]:
    """Messages about one thing of each side, or one that is refused."""
    if len(named.context.hearers) != 1 or not 0 < len(named.provinces) <= _MOST_PLACES:
        return
    parts = [*_helps(named), *_zones(named), *_orders(named, actions)]
    yield from _single(named, parts)
    yield from islice(_pairs(named, parts), _MOST_PAIRS)
    yield from _conditions(named, parts, actions)
    yield from _pacts(named, parts)


def _pacts(named: Named, parts: Sequence[_Part]) -> Iterator[Any]:
    """Peace, or an alliance, for one thing that the other one does."""
    me, to = named.context.speaker, named.context.hearers
    pair = tuple(sorted((me, *to)))
    pacts: list[Formula] = [Pce(pair)] if "peace" in named.themes else []
    pacts += [Aly(pair, named.others[:1])] if "ally" in named.themes else []
    every = frozenset(named.provinces)
    asked = [part for part in parts if part.power != me and part.places == every]
    for pact, part in product(pacts, asked[:_MOST_SIDES]):
        yield Propose(me, to, Agree(pair, And((pact, part.content))))


def _helps(named: Named) -> Iterator[_Part]:
    """Support into a named place by any unit."""
    me, you = named.context.speaker, named.context.hearers[0]
    for place in named.provinces if "support" in named.themes else ():
        yield _Part(you, Hlp(you, me, place), frozenset([place]))
        yield _Part(me, Hlp(me, you, place), frozenset([place]))


def _zones(named: Named) -> Iterator[_Part]:
    """A named place that one side keeps out of."""
    if not (named.denied or named.keeps_out or "zone" in named.themes):
        return
    for place in named.provinces:
        for power in (named.context.hearers[0], named.context.speaker):
            yield _Part(power, Dmz((power,), (place,)), frozenset([place]))


def _orders(named: Named, actions: Sequence[Action]) -> Iterator[_Part]:
    """Orders of either side, and moves that are not made."""
    sides = {named.context.speaker, *named.context.hearers}
    for action in actions:
        if isinstance(action, Mto | Hld | Sup | Cvy) and actor_of(action) in sides:
            part = _Part(actor_of(action), Do(action), _about(action), action.unit.region.province)
            yield part
            if isinstance(action, Mto) and (named.denied or named.keeps_out or "zone" in named.themes):
                yield _Part(part.power, Not(part.content), part.places, part.unit)


def _about(action: Action) -> frozenset[Province]:
    match action:
        case Mto(unit, region):
            return frozenset([unit.region.province, region.province])
        case Sup(unit, helped):
            return _about(helped) | {unit.region.province}
        case Cvy(unit, army, region):
            return frozenset([unit.region.province, army.region.province, region.province])
    return frozenset([action.unit.region.province]) if isinstance(action, Hld) else frozenset()


def _promise(part: _Part, named: Named) -> Commit:
    me, to = named.context.speaker, named.context.hearers
    return Commit(part.power, to if part.power == me else (me,), part.content)


def _single(named: Named, parts: Sequence[_Part]) -> Iterator[Any]:
    """One thing with all places: proposed, promised, or refused."""
    me, to = named.context.speaker, named.context.hearers
    every = frozenset(named.provinces)
    unasked = not named.context.open_deals and (named.denied or not _REFUSING.isdisjoint(named.themes))
    for part in parts:
        any_unit = not part.unit
        if any_unit or (part.power == me and named.context.open_deals and part.places <= every):
            yield Propose(me, to, Commits((_promise(part, named),)))
        if isinstance(part.content, Dmz) and part.power == me:
            yield Inform(me, to, Commits((_promise(part, named),)))
    refused = (part for part in parts if part.power == me and every == part.places)
    for part in islice(refused, _MOST_REFUSED) if unasked else ():
        yield Reject(me, to, Commits((_promise(part, named),)))


_REFUSING: Final = frozenset({"refuse"})


def _borders(named: Named) -> list[tuple[frozenset[Province], frozenset[Province]]]:
    """The places named before and after each border between two mentions."""
    names = [one.name for one in named.places]
    cuts = ((frozenset(names[:at]), frozenset(names[at:])) for at in range(1, len(names)))
    return list(dict.fromkeys(cuts))


def _of(parts: Sequence[_Part], places: frozenset[Province], *, lone: bool) -> list[_Part]:
    """Parts that these places may mean: all of them, or one more.

    lone: also what has no unit.
    """
    exact = [part for part in parts if part.places == places and (lone or part.unit)]
    more = [part for part in parts if len(part.places) == len(places) + 1 and places < part.places]
    return [*exact, *(more if not exact else ())][:_MOST_SIDES]


def _pairs(named: Named, parts: Sequence[_Part]) -> Iterator[Any]:
    """One thing of each side."""
    me, to = named.context.speaker, named.context.hearers
    for before, after in _borders(named):
        for one, other in product(_of(parts, before, lone=True), _of(parts, after, lone=True)):
            if one.power == other.power or (one.unit and one.unit == other.unit):
                continue
            mine, yours = (one, other) if one.power == me else (other, one)
            deal: Deal = Commits((_promise(mine, named), _promise(yours, named)))
            yield Propose(me, to, deal)


def _conditions(named: Named, parts: Sequence[_Part], actions: Sequence[Action]) -> Iterator[Any]:
    """The speaker's part if somebody else moves as named, or does not leave where a unit stands."""
    if "if" not in named.themes and not named.others:
        return
    me, to = named.context.speaker, named.context.hearers
    moves = [(Do(one), _about(one)) for one in actions if isinstance(one, Mto) and actor_of(one) != me]
    stays = [(Do(one), _about(one)) for one in actions if isinstance(one, Hld) and actor_of(one) not in (me, *to)]
    unless = "unless" in named.words
    for before, after in _borders(named):
        for first, then in ((before, after), (after, before)):
            moved: list[Formula] = [Not(one) if unless else one for one, places in moves if places == first]
            # Who stays does not leave: `unless England moves from London`.
            premises = [*moved[:2], *(one for one, places in stays if places == first)]
            thens = [one for one in _of(parts, then, lone=True) if one.power == me]
            for premise, mine in product(premises, thens):
                yield Inform(me, to, Implies(premise, Commits((_promise(mine, named),))))
    if not named.others:
        return
    pair = tuple(sorted((me, *to)))
    for content in (Pce(pair), *(Aly(pair, (other,)) for other in named.others)):
        for move in [one for one, places in moves if places == frozenset(named.provinces)][:2]:
            yield Inform(me, to, Implies(move, Agree(pair, content)))
