"""Several things told in turn.

`mun ruh, kie holds`; `Rumania. You hold it, I don't touch it. And peace.`; `Me: Belgium and Holland. Burgundy: nobody.`
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final, TypeAlias

from adjudication.board import STANDARD, province_of
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from adjudication.powers import Power
from negotiation.diplomacy import Action, Aly, Cvy, Dmz, Hld, Mto, Pce, Region, Scd, Sup, actor_of, region_of, unit_of
from negotiation.english.understanding import Candidate
from negotiation.judge.naming import Named
from negotiation.terms import Agree, Commit, Commits, Do, Inform, Propose, both

__all__ = ["listed"]

_BREAKS: Final = frozenset([",", ";", ".", "and", "+", "&", "then", "/", "\n", ":", "?", "!", "but", "while"])
_HOLDS: Final = frozenset(["hold", "h", "stay", "sit", "stand", "remain", "put", "keep", "leave"])
_EMPTY: Final = frozenset(
    [
        "not",
        "never",
        "no",
        "nobody",
        "neither",
        "out",
        "off",
        "empty",
        "dmz",
        "neutral",
        "alone",
        "avoid",
        "free",
        "clear",
        "away",
        "demilitarize",
    ]
)
_GETS: Final = frozenset(
    ["mine", "yours", "for", "get", "take", "have", "keep", "hold", "belong", "is", "own", "want", "to", "goes", "go"]
)
_OURS: Final = frozenset(["we", "us", "both", "our"])
_THERE: Final = frozenset(["it", "there", "that"])
_PEACE: Final = frozenset(
    ["peace", "truce", "ceasefire", "nap", "attacks", "fighting", "war", "hostilities", "friends"]
)
_ALLIED: Final = frozenset(["ally", "alliance", "allies", "against", "vs", "versus"])
_HELPS: Final = re.compile(r"^(?:s|sup\w*|spt|back\w*|help\w*|supp?ort\w*)$")
_CARRIES: Final = re.compile(r"^(?:c|convoy\w*|carr\w*|ferr\w*)$")
_JOINTS: Final = frozenset([",", "and", "&", "+", "/"])
"""Stand between the places of one thing, too: `Belgium and Holland are mine`."""
_LABELS: Final = frozenset([":", "="])
"""Follow what the next words tell of: `Belgium: you`, `me: Belgium`."""
_LITTLE: Final = frozenset(["the", "and", ",", "&", "+", "for"])
_FEWEST: Final = 2
_SHORT: Final = 3
_MOST_CLAUSES: Final = 6
_MOST_WAYS: Final = 16
_Thing: TypeAlias = tuple[Power | None, Any]
"""Who does it, None where both do, and what."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A stretch between breaks.

    sides: who is spoken of, `me` or `you`, in turn.
    """

    words: tuple[str, ...]
    places: tuple[str, ...]
    sides: tuple[str, ...]


def listed(named: Named) -> list[Candidate]:
    """Propose or tell the things that a list names, place by place or with several places in one thing."""
    position = named.context.position
    if position is None or position.phase.kind != "M" or len(named.context.hearers) != 1 or not named.places:
        return []
    apart, joined = (list(_clauses(named, together)) for together in (False, True))
    found = _listed(apart, named, position) + (_listed(joined, named, position) if joined != apart else [])
    return list(dict.fromkeys(found))


def _listed(clauses: Sequence[_Clause], named: Named, position: Position) -> list[Candidate]:
    """Empty where a clause with two places tells nothing."""
    if not _FEWEST <= len(clauses) <= _MOST_CLAUSES or any(_is_correction(one) for one in clauses):
        return []
    told: list[list[tuple[_Thing, ...]]] = []
    orders: list[Action] = []
    place = ""
    for clause in clauses:
        found = _orders(clause, place, orders, position)
        orders += found
        place = clause.places[-1] if clause.places else place
        ways: list[tuple[_Thing, ...]] = [tuple((actor_of(one), Do(one)) for one in found)] if found else []
        ways += _things(clause, clause.places or ((place,) if place else ()), named, position)
        if ways:
            told.append(ways)
        elif len(clause.places) > 1:
            return []
    if len(told) < _FEWEST:
        return []
    said = (_said([thing for way in ways for thing in way], named) for ways in islice(product(*told), _MOST_WAYS))
    return [one for each in said for one in each]


def _is_correction(clause: _Clause) -> bool:
    """True if a clause puts another place for the one before: `no to Rumania`."""
    return clause.words[0] == "no" and len(clause.places) == 1 and "to" in clause.words[:_SHORT]


def _said(things: Sequence[_Thing], named: Named) -> Iterator[Candidate]:
    # What is said of a unit last corrects what was said of it before.
    last = {_doer(one): (who, one) for who, one in things}
    things = [thing for thing in dict.fromkeys(things) if _doer(thing[1]) is None or last[_doer(thing[1])] == thing]
    me, you = named.context.speaker, named.context.hearers[0]
    if len(things) < _FEWEST or any(who not in (me, you, None) for who, _ in things):
        return
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


def _clauses(named: Named, together: bool) -> Iterator[_Clause]:
    """Stretches between breaks with a place, a pointer or peace.

    together: joints between two places part nothing.
    """
    by_token = {one.at: one.name for one in named.places}
    words: list[str] = []
    places: list[str] = []
    sides: list[str] = []
    for at, word in enumerate((*named.words, ".")):
        follows = at + 1 + (named.word(at + 1) == "the")
        goes_on = together and word in _JOINTS and at - 1 in by_token and follows in by_token
        if not goes_on and word in _LABELS and words:
            # Only names stand before it.
            goes_on = all(one in _LITTLE or one[:1].isupper() or one in _NAMING for one in words)
        if word not in _BREAKS | _LABELS or goes_on:
            words.append(word)
            places += [by_token[at]] if at in by_token else []
            sides += [named.sides[at]] if at in named.sides else []
            continue
        if places or not _THERE.isdisjoint(words) or not (_PEACE | _ALLIED).isdisjoint(words):
            yield _Clause(tuple(words), tuple(places), tuple(sides))
        words, places, sides = [], [], []


_NAMING: Final = frozenset(["i", "me", "mine", "my", "you", "your", "yours", "us", "we", "both"])


def _things(clause: _Clause, places: tuple[str, ...], named: Named, position: Position) -> Iterator[tuple[_Thing, ...]]:
    """Promises and pacts of a clause about places that one thing is told of."""
    me, you = named.context.speaker, named.context.hearers[0]
    pair = tuple(sorted((me, you)))
    words = set(clause.words)
    if not clause.places and _THERE.isdisjoint(words):
        foes = named.others if not _ALLIED.isdisjoint(words) else ()
        yield ((None, Aly(pair, foes) if foes else Pce(pair)),)
        return
    if not places or (len(places) > 1 and _JOINTS.isdisjoint(words)):
        return
    side = clause.sides[-1] if len(set(clause.sides)) == 1 else ""
    ours = not _OURS.isdisjoint(words) or not side
    power, other = (you, me) if side == "you" else (me, you)
    stays = not _HOLDS.isdisjoint(words) or {"not", "move", "from"} <= words
    if not _EMPTY.isdisjoint(words) and not (stays and "not" in words and "move" in words):
        yield ((None, Dmz(pair, places)),) if ours else ((power, Dmz((power,), places)),)
        return
    units = [unit for unit in map(position.unit_at, places) if unit is not None and unit.power in pair]
    if stays and len(units) == len(places):
        yield tuple((unit.power, Do(Hld(unit_of(unit)))) for unit in units)
    told = words - _JOINTS - _LABELS
    if side and all(place in STANDARD.centers for place in places):
        if not _GETS.isdisjoint(words) or len(told) <= _SHORT:
            yield ((power, Scd(power, places)),)
    elif side and not _LABELS.isdisjoint(words):
        yield ((other, Dmz((other,), places)),)


def _orders(clause: _Clause, place: str, before: Sequence[Action], position: Position) -> list[Action]:
    """Order that a clause gives, its unit first.

    place: the one that was named before, for `it`.
    """
    points = len(clause.places) == 1 and place and not _THERE.isdisjoint(clause.words)
    places = (place, *clause.places) if points else clause.places
    if not _EMPTY.isdisjoint(clause.words):
        return []
    unit = position.unit_at(places[0]) if places else None
    if unit is None:
        return []
    helps = any(_HELPS.match(word) for word in clause.words)
    carries = any(_CARRIES.match(word) for word in clause.words)
    last = before[-1] if before else None
    while isinstance(last, Sup):
        last = last.action
    if helps and len(places) == 1 and isinstance(last, Mto | Hld):
        return [Sup(unit_of(unit), last)]
    if helps and len(places) == _FEWEST:
        helped = position.unit_at(places[1])
        moved = next((one for one in before if isinstance(one, Mto) and one.unit.region.province == places[1]), None)
        if moved is not None:
            return [Sup(unit_of(unit), moved)]
        return [Sup(unit_of(unit), Hld(unit_of(helped)))] if helped is not None else []
    if helps and len(places) == _FEWEST + 1:
        helped = position.unit_at(places[1])
        move = _move(helped, places[2]) if helped is not None else None
        return [Sup(unit_of(unit), move)] if move is not None else []
    if carries and len(places) == _FEWEST + 1:
        army = position.unit_at(places[1])
        return [Cvy(unit_of(unit), unit_of(army), Region(places[2], "amy"))] if army is not None else []
    if len(places) == _FEWEST and not helps and not carries:
        move = _move(unit, places[1])
        return [move] if move is not None else []
    return []


def _move(unit: BoardUnit, place: str) -> Mto | None:
    regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == place]
    return Mto(unit_of(unit), region_of(unit.kind, regions[0])) if regions else None
