"""Orders listed one after the other: `mun ruh, ber kie, kie holds`, `I move to Munich, with support from Kiel`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from negotiation.diplomacy import Action, Cvy, Hld, Mto, Region, Sup, actor_of, region_of, unit_of
from negotiation.english.understanding import Candidate
from negotiation.judge.naming import Named
from negotiation.terms import Commit, Commits, Do, Inform, Propose

__all__ = ["listed"]

_BREAKS: Final = frozenset([",", ";", ".", "and", "+", "&", "then", "/", "\n", ":", "?", "!", "but", "while"])
_HOLDS: Final = frozenset(["hold", "h", "stay", "hold~s", "sit", "stand", "remain", "put"])
_HELPS: Final = re.compile(r"^(?:s|sup\w*|spt|back\w*|help\w*|supp?ort\w*)(?:~\w+)?$")
_CARRIES: Final = re.compile(r"^(?:c|convoy\w*|carr\w*|ferr\w*)(?:~\w+)?$")
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class _Clause:
    words: tuple[str, ...]
    places: tuple[str, ...]


def listed(named: Named) -> list[Candidate]:
    """The orders that a list names, told, asked for, or both; nothing where any clause with a place is no order."""
    position = named.context.position
    if position is None or position.phase.kind != "M" or len(named.places) < _FEWEST:
        return []
    actions: list[Action] = []
    for clause in _clauses(named):
        found = _orders(clause, actions, position)
        if not found:
            return []
        actions += found
    actions = list(dict.fromkeys(actions))
    sides = {named.context.speaker, *named.context.hearers}
    if len(actions) < _FEWEST or not all(actor_of(one) in sides for one in actions):
        return []
    return list(_said(actions, named))


def _said(actions: Sequence[Action], named: Named) -> Iterator[Candidate]:
    me, to = named.context.speaker, named.context.hearers
    items = tuple(Commit(actor_of(one), to if actor_of(one) == me else (me,), Do(one)) for one in actions)
    yield (Propose(me, to, Commits(items)),)
    if all(item.agent == me for item in items):
        yield (Inform(me, to, Commits(items)),)


def _clauses(named: Named) -> Iterator[_Clause]:
    """Stretches between breaks that name a place; one that names several units is split where the next begins."""
    by_place = {one.at: one.name for one in named.places}
    words: list[str] = []
    places: list[str] = []
    for at, word in enumerate((*named.words, ".")):
        if word in _BREAKS:
            if places:
                yield _Clause(tuple(words), tuple(places))
            words, places = [], []
            continue
        words.append(word)
        if at in by_place:
            places.append(by_place[at])


def _orders(clause: _Clause, before: Sequence[Action], position: Position) -> list[Action]:
    places = clause.places
    unit = position.unit_at(places[0])
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
    if len(places) == 1 and not _HOLDS.isdisjoint({word.partition("~")[0] for word in clause.words}):
        return [Hld(unit_of(unit))]
    if len(places) == _FEWEST and not helps and not carries:
        move = _move(unit, places[1])
        return [move] if move is not None else []
    return []


def _move(unit: BoardUnit, place: str) -> Mto | None:
    regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == place]
    return Mto(unit_of(unit), region_of(unit.kind, regions[0])) if regions else None
