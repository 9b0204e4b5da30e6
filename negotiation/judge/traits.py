"""What speaks for or against a text meaning a term: traits, each a short text that has a learnt weight."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from negotiation.diplomacy import Aly, Cvy, Dmz, Drw, Ent, Hld, Hlp, Mto, Pce, Scd, Slo, Sup, Unit, actor_of
from negotiation.english.understanding import Candidate
from negotiation.judge.naming import CAPITALS, Mention, Named
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Answer,
    Belief,
    Commits,
    Desire,
    Do,
    Implies,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Withdraw,
)

__all__ = ["Traits", "of_pairs", "of_words", "silent", "traits"]


_Slot: TypeAlias = tuple[str, str, Unit | None]
"""A role in what is said, the province that has it, and the unit that is meant there."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """Something said in a term. path: what stands around it; who: whose it is; slots: the provinces in it, by role."""

    path: str
    kind: str
    who: str
    content: Any
    slots: tuple[_Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Traits:
    """A term seen with a text. key: equal for terms that mean the same; labels: what it is, by which words speak for or
    against it; own: what else speaks for or against it."""

    key: Hashable
    labels: tuple[str, ...]
    own: tuple[str, ...]


def traits(candidate: Candidate, named: Named) -> Traits:
    """What speaks for or against the text meaning that."""
    atoms = [atom for said in candidate for atom in _atoms(said, "", named)]
    mode = "+".join(dict.fromkeys(f"{atom.path}.{atom.who}" for atom in atoms))
    kinds = "+".join(sorted(atom.kind for atom in atoms))
    time = _time(candidate)
    key = (time, frozenset([(atom.path, atom.who, atom.kind, _what(atom)) for atom in atoms]))
    labels = (f"={mode}", f"+{len(atoms)}", *dict.fromkeys(atom.kind for atom in atoms))
    return Traits(key, labels, tuple(_own(atoms, mode, kinds, time, named)))


def plainly(said: Iterable[Any]) -> str:
    """What is said, a deal being the same whichever part is named first."""
    return "; ".join("".join(sorted(repr(one))) for one in said)


def silent(named: Named) -> Traits:
    """What speaks for the text meaning nothing that is to be read: it is talk, or comes near a deal and is none."""
    names = f"silent names {min(len(named.provinces), 3)} {min(len(named.others), 2)}"
    return Traits("silent", ("=silent",), ("silent", names, f"silent open {_open(named)}"))


def of_words(named: Named) -> Iterator[str]:
    """The words of a text that speak for or against labels, and what they are about."""
    yield from dict.fromkeys(named.words)
    yield from (f"~{theme}" for theme in named.themes)


def of_pairs(named: Named) -> Iterator[str]:
    """Two words in a row, from before the first to after the last; they speak of labels that begin with `=`."""
    pairs = zip((".", *named.words), (*named.words, "."), strict=True)
    return (f"{one} {other}" for one, other in dict.fromkeys(pairs))


def _open(named: Named) -> str:
    return f"{bool(named.context.open_deals):d}{bool(named.context.own_deals):d}"


def _own(atoms: Sequence[_Atom], mode: str, kinds: str, time: Any, named: Named) -> Iterator[str]:
    yield f"is {mode}:{kinds}"
    yield f"does {kinds}"
    yield f"mode {mode}"
    yield from _left(atoms, named)
    yield from _cued(atoms, named)
    denies = any("¬" in atom.path or atom.kind == "dmz" for atom in atoms) or "Reject" in mode
    yield f"denied {named.denied:d} {denies:d}"
    yield f"denied {named.denied:d} {mode}"
    yield f"open {_open(named)} {mode}"
    yield f"to {min(len(named.context.hearers), 2)} {kinds}"
    if courts := {named.context.speaker, *named.context.hearers}.intersection(named.courts):
        yield f"courts {len(courts)} {kinds}"
    yield f"time {time is not None:d}{bool(named.times):d}"
    yield from _timed(time, named)
    for atom in atoms:
        yield from _told(atom, named)
    if len(atoms) > 1:
        yield from _in_turn(atoms, named)


def _time(candidate: Candidate) -> Any:
    """The first time that a deal is limited to or due at."""
    for said in candidate:
        deal = getattr(said, "deal", None)
        for one in (deal, *getattr(deal, "items", ())):
            if getattr(one, "time", None) is not None:
                return one.time
    return None


def _what(atom: _Atom) -> Hashable:
    """What is said, without coasts."""
    if isinstance(atom.content, Aly):
        return atom.content
    if isinstance(atom.content, Pce | Drw | Dmz):
        return (atom.content.powers, tuple(one for _, one, _ in atom.slots))
    return tuple(one for _, one, _ in atom.slots) or atom.content


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def _who(power: Any, named: Named) -> str:
    return "me" if power == named.context.speaker else "you" if power in named.context.hearers else "they"


def _atoms(x: Any, path: str, named: Named) -> Iterator[_Atom]:
    match x:
        case Reject() if x.deal not in named.context.open_deals:
            yield _Atom(f"{path}Reject", "answer", _who(x.speaker, named), x)
            yield from _atoms(x.deal, f"{path}R", named)
        case Accept() | Reject() | Withdraw():
            yield _Atom(f"{path}{type(x).__name__}", "answer", _who(x.speaker, named), x)
        case Propose():
            yield from _atoms(x.deal, f"{path}P{_by(x, named)}", named)
        case Query():
            yield from _atoms(x.content, f"{path}Q", named)
        case Inform() | Answer():
            yield from _atoms(x.content, f"{path}I{_by(x, named)}", named)
        case Commits():
            for commit in x.items:
                yield from _atoms(commit.content, path, named)
        case Agree():
            yield from _atoms(x.content, path, named)
        case And():
            for item in x.items:
                yield from _atoms(item, path, named)
        case Implies():
            yield from _atoms(x.premise, f"{path}if", named)
            yield from _atoms(x.conclusion, f"{path}then", named)
        case Not():
            yield from _atoms(x.item, f"{path}¬", named)
        case Belief():
            yield from _atoms(x.content, f"{path}B", named)
        case Desire():
            yield from _atoms(x.content, f"{path}D", named)
        case Do():
            yield from _atoms(x.action, path, named)
        case _:
            yield _leaf(x, path, named)


def _by(said: Any, named: Named) -> str:
    return "" if said.speaker == named.context.speaker else "'"


def _leaf(x: Any, path: str, named: Named) -> _Atom:
    slots: tuple[_Slot, ...]
    match x:
        case Mto(unit, region):
            who = _who(unit.power, named)
            return _Atom(path, "mto", who, x, (("u", unit.region.province, unit), ("t", region.province, None)))
        case Hld(unit):
            return _Atom(path, "hld", _who(unit.power, named), x, (("u", unit.region.province, unit),))
        case Sup(helper, Hld(unit)):
            slots = (("h", helper.region.province, helper), ("u", unit.region.province, unit))
            return _Atom(path, f"suh{_whose(unit, named)}", _who(helper.power, named), x, slots)
        case Sup(helper, Mto(unit, region)):
            slots = (
                ("h", helper.region.province, helper),
                ("u", unit.region.province, unit),
                ("t", region.province, None),
            )
            return _Atom(path, f"sup{_whose(unit, named)}", _who(helper.power, named), x, slots)
        case Cvy(fleet, army, region):
            slots = (
                ("h", fleet.region.province, fleet),
                ("u", army.region.province, army),
                ("t", region.province, None),
            )
            return _Atom(path, "cvy", _who(fleet.power, named), x, slots)
        case Hlp() | Ent():
            return _Atom(path, type(x).__name__.lower(), _who(actor_of(x), named), x, (("t", x.province, None),))
        case Dmz():
            who = "we" if len(x.powers) > 1 else _who(x.powers[0], named)
            return _Atom(path, "dmz", who, x, tuple(("z", one, None) for one in x.provinces))
        case Scd():
            return _Atom(path, "scd", _who(x.power, named), x, tuple(("c", one, None) for one in x.centers))
        case Pce() | Aly() | Drw():
            kind = type(x).__name__.lower()
            parties = {_who(one, named) for one in x.powers} if x.powers else {"all"}
            foes = "!" if getattr(x, "against", ()) else ""
            return _Atom(path, f"{kind}{foes}", "".join(sorted(parties)), x)
        case Slo():
            return _Atom(path, "slo", _who(x.power, named), x)
        case str():
            return _Atom(path, "place", "", x, (("c", x, None),))
    return _Atom(path, type(x).__name__.lower(), "", x)


def _whose(unit: Unit, named: Named) -> str:
    return {"me": "1", "you": "2", "they": "3"}[_who(unit.power, named)]


# ── how it is said ──────────────────────────────────────────────────────────────────────────────


def _left(atoms: Sequence[_Atom], named: Named) -> Iterator[str]:
    """What is named and not meant."""
    used = {province for atom in atoms for _, province, _ in atom.slots}
    answers = atoms[0].kind == "answer" if atoms else False
    kind = "answer" if answers else "open" if named.context.open_deals and len(atoms) > 1 else "deal"
    meant = {one for atom in atoms for one in _powers(atom.content)}
    for place in named.provinces:
        if place not in used:
            court = CAPITALS.get(place)
            yield f"left {'court' if court in meant else 'place'} {kind}"
    for other in named.others:
        if other not in meant:
            yield f"left power {kind}"
    for power in meant - named.present:
        if power not in named.others:
            yield f"unsaid power{'*' if power in named.pointed else '^' if power in named.courts else ''}"


def _cued(atoms: Sequence[_Atom], named: Named) -> Iterator[str]:
    """For each name, whether it is used against what the words around it say, and whether it was on the table."""
    table = named.on_table
    used = {province for atom in atoms for _, province, _ in atom.slots}
    used |= {str(one) for atom in atoms for one in _powers(atom.content)}
    for name, cues in named.cues.items():
        is_used, was = name in used, name in table
        kind = "W" if name in named.others else "P"
        for cue in cues:
            yield f"cue {cue} {is_used:d}"
            yield f"cue {cue} {is_used:d}{was:d} {kind}"
        if table:
            yield f"name {is_used:d}{was:d} {kind}"
    if table:
        yield f"gone {min(len(table - used - named.present), 3)} of {min(len(table & set(named.cues)), 2)}"


def _timed(time: Any, named: Named) -> Iterator[str]:
    """Which of the times that are named a deal lasts until, and whether a word sets an end to it."""
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


def _told(atom: _Atom, named: Named) -> tuple[str, ...]:
    """What the text tells of the content of an atom, whatever stands around it: worked out once for each content."""
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


def _placed(atom: _Atom, named: Named) -> Iterator[str]:
    """Where the provinces of an order stand in the text, and next to which words."""
    kind = atom.kind.rstrip("123")
    order: list[tuple[int, str]] = []
    for role, province, unit in atom.slots:
        here = named.first.get(province)
        if here is None:
            pointed = "*" if province == named.context.place else ""
            yield f"{atom.kind}.{role} unsaid{pointed}"
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


def _held(atom: _Atom, role: str, unit: Unit, here: Mention, named: Named) -> Iterator[str]:
    whose = _who(unit.power, named)
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


def _shared(atom: _Atom, named: Named) -> Iterator[str]:
    for center in atom.content.centers:
        here = named.first.get(center)
        if here is not None:
            yield f"scd {atom.who} <{_nearest(here.at, named, -1)}"
            yield f"scd {atom.who} >{_nearest(here.at, named, 1)}"
            yield f"scd {atom.who} <{_nearest(here.at, named, -1)} >{_nearest(here.at, named, 1)}"


def _allied(atom: _Atom, named: Named) -> Iterator[str]:
    foes = getattr(atom.content, "against", ())
    for one in named.powers:
        if one.name in named.others:
            role = "foe" if one.name in foes else "party" if one.name in atom.content.powers else "out"
            yield f"{atom.kind}.{role} <{named.word(one.at - 1)}"
            yield f"{atom.kind}.{role} <-{named.word(one.at - 2)}"
            yield f"{atom.kind}.{role} >{named.word(one.at + 1)}"
    yield f"{atom.kind} {len(foes)} of {len(named.others)}"


def _in_turn(atoms: Sequence[_Atom], named: Named) -> Iterator[str]:
    """Whether of two things the provinces stand apart, and what the first of each is."""
    spans: list[tuple[int, int, _Atom]] = []
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
