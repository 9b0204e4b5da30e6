"""Traits of how a text says a thing.

Which words stand around its places and powers, and what it names beside them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from negotiation.diplomacy import Aly, Dmz, Drw, Hld, Mto, Pce, Scd, Sup, Unit
from negotiation.judge.naming import CAPITALS, Mention, Named, codes_in
from negotiation.terms import Accept, Reject

__all__ = ["Atom", "Slot", "cued", "in_turn", "left", "side_of", "timed", "traits_of_content"]


Slot: TypeAlias = tuple[str, str, Unit | None]
"""A role in what is said, the province that has it, and the unit that is meant there."""


@dataclass(frozen=True, slots=True)
class Atom:
    """Something said in a term.

    path: what stands around it; who: whose it is; slots: the provinces in it, by role.
    """

    path: str
    kind: str
    who: str
    content: Any
    slots: tuple[Slot, ...] = ()


def side_of(power: Any, named: Named) -> str:
    return "me" if power == named.context.speaker else "you" if power in named.context.hearers else "they"


def left(atoms: Sequence[Atom], named: Named) -> Iterator[str]:
    """Names that are not meant."""
    answered = answered_in(atoms, named)
    used = {province for atom in atoms for _, province, _ in atom.slots} | answered
    kind = "answer" if answered else "open" if named.context.open_deals and len(atoms) > 1 else "deal"
    meant = {one for atom in atoms for one in _powers(atom.content)} | answered
    for place in named.provinces:
        if place not in used:
            court = CAPITALS.get(place)
            yield f"left {'court' if court in meant else 'place'} {kind}"
    for other in named.others:
        if other not in meant:
            yield f"left power {kind}"
    for power in meant - named.present - answered:
        if power not in named.others:
            yield f"unsaid power{'*' if power in named.pointed else '^' if power in named.courts else ''}"


def answered_in(atoms: Sequence[Atom], named: Named) -> frozenset[str]:
    """Places and powers of the deal that is answered or withdrawn."""
    if not atoms or atoms[0].kind != "answer":
        return frozenset()
    content = atoms[0].content
    if isinstance(content, Accept | Reject):
        return codes_in(content.deal)
    return codes_in(named.context.own_deals[0]) if named.context.own_deals else frozenset()


def cued(atoms: Sequence[Atom], named: Named) -> Iterator[str]:
    """Cues of each name.

    Whether it is used against what the words around it say, and whether it was on the table.
    """
    table = named.on_table
    answered = answered_in(atoms, named)
    used = {province for atom in atoms for _, province, _ in atom.slots}
    used |= {str(one) for atom in atoms for one in _powers(atom.content)}
    how = f" {atoms[0].path}" if answered else ""
    for name, cues in named.cues.items():
        is_used, was = name in used or name in answered, name in table
        kind = "W" if name in named.others else "P"
        for cue in cues:
            yield f"cue {cue} {is_used:d}{how}"
            yield f"cue {cue} {is_used:d}{was:d} {kind}{how}"
        if table:
            yield f"name {is_used:d}{was:d} {kind}{how}"
    if answered:
        named_of_it = len((answered - named.present) & set(named.cues))
        yield f"answers {min(named_of_it, 3)} named of {min(len(answered - named.present), 3)}{how}"
    elif table:
        yield f"gone {min(len(table - used - named.present), 3)} of {min(len(table & set(named.cues)), 2)}"


def timed(time: Any, named: Named) -> Iterator[str]:
    """Named time that a deal lasts until, and whether words end it."""
    ends = [one.last for one in named.times if one.last is not None]
    if time is not None and time in ends:
        yield f"lasts {ends.index(time)} of {min(len(ends), 3)}"
        yield f"lasts limit {any(one.limit for one in named.times if one.last == time):d}"
    elif time is None:
        yield f"lasts not {any(one.limit for one in named.times):d}"


def _powers(x: Any) -> Iterable[str]:
    match x:
        case Pce() | Drw() | Dmz():
            return x.powers
        case Aly():
            return (*x.powers, *x.against)
        case Mto() | Hld():
            return (x.unit.power,)
        case Sup():
            return (x.unit.power, x.action.unit.power)
        case Scd():
            return (x.power,)
    return ()


def traits_of_content(atom: Atom, named: Named) -> tuple[str, ...]:
    """Traits of the content of an atom, whatever stands around it.

    Worked out once for each content.
    """
    known = named.told.get(id(atom.content))
    if known is None:
        more: Iterable[str] = ()
        if isinstance(atom.content, Scd):
            more = _shared(atom, named)
        elif isinstance(atom.content, Aly | Pce | Drw):
            more = _allied(atom, named)
        # The content is kept beside it, so that no other has its identity.
        known = named.told[id(atom.content)] = (atom.content, (*_placed(atom, named), *more))
    return known[1]


def _placed(atom: Atom, named: Named) -> Iterator[str]:
    """Places of an order in the text, and words next to them."""
    kind = atom.kind.rstrip("123")
    order: list[tuple[int, str]] = []
    for role, province, unit in atom.slots:
        here = named.first.get(province)
        if here is None:
            pointed = "*" if province == named.context.place else ""
            yield "unsaid, open" if province in named.on_table else f"{atom.kind}.{role} unsaid{pointed}"
            continue
        order.append((here.at, role))
        for word in (named.word(here.at - 1), f"-{named.word(here.at - 2)}"):
            yield f"{kind}.{role} <{word}"
        yield f"{kind}.{role} >{named.word(here.at + 1)}"
        if unit is not None:
            yield from _held(atom, role, unit, here, named)
        elif here.owner or here.kind:
            yield f"{kind}.{role} has a unit"
    if len(order) > 1:
        yield f"{kind} order {''.join(role for _, role in sorted(order))}"


def _held(atom: Atom, role: str, unit: Unit, here: Mention, named: Named) -> Iterator[str]:
    whose = side_of(unit.power, named)
    if here.owner:
        said = here.owner if here.owner in ("me", "you") else "they"
        yield f"owner {said == whose:d}"
    if here.kind:
        yield f"kind {(here.kind == 'A') == (unit.region.type == 'amy'):d} {role}"
    before = [named.sides[at] for at in range(here.at - 3, here.at + 1) if at in named.sides]
    yield f"{role} {whose} by {before[-1] if before else '-'}"
    begun = max((one.at for one in named.places if one.at < here.at), default=-1)
    since = dict.fromkeys(named.sides[at] for at in range(begun + 1, here.at + 1) if at in named.sides)
    yield f"{role} {whose} since {'+'.join(since)}"
    if since:
        yield f"since {next(iter(since)) == whose:d}{next(reversed(since)) == whose:d}"


def _nearest(at: int, named: Named, step: int) -> str:
    for far in range(1, 8):
        found = named.sides.get(at + step * far)
        if found is not None:
            return f"{found}{min(far, 4)}"
    return "-"


def _shared(atom: Atom, named: Named) -> Iterator[str]:
    for center in atom.content.centers:
        here = named.first.get(center)
        if here is not None:
            yield f"scd {atom.who} <{_nearest(here.at, named, -1)}"
            yield f"scd {atom.who} >{_nearest(here.at, named, 1)}"
            yield f"scd {atom.who} <{_nearest(here.at, named, -1)} >{_nearest(here.at, named, 1)}"


def _allied(atom: Atom, named: Named) -> Iterator[str]:
    foes = getattr(atom.content, "against", ())
    for one in named.powers:
        if one.name in named.others:
            role = "foe" if one.name in foes else "party" if one.name in atom.content.powers else "out"
            yield f"{atom.kind}.{role} <{named.word(one.at - 1)}"
            yield f"{atom.kind}.{role} <-{named.word(one.at - 2)}"
            yield f"{atom.kind}.{role} >{named.word(one.at + 1)}"
    yield f"{atom.kind} {len(foes)} of {len(named.others)}"


def in_turn(atoms: Sequence[Atom], named: Named) -> Iterator[str]:
    """Traits of two things whose provinces stand apart or mixed."""
    spans: list[tuple[int, int, Atom]] = []
    for atom in atoms:
        at = [named.first[province].at for _, province, _ in atom.slots if province in named.first]
        if at:
            spans.append((min(at), max(at), atom))
    spans.sort(key=lambda one: one[:2])
    for (_, end, one), (begin, _, other) in pairwise(spans):
        apart = "apart" if end < begin else "mixed"
        yield f"turn {apart}"
        if one.kind == other.kind == "scd":
            yield f"scd {apart}"
        yield f"turn {apart} {one.path}{one.who} {other.path}{other.who}"
        if apart == "apart":
            for word in dict.fromkeys(named.words[end + 1 : begin]):
                yield f"between {word} {one.path}{one.who}"
