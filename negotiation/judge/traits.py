"""What speaks for or against a text meaning a term: traits, each a short text that has a learnt weight."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from negotiation.diplomacy import (
    Aly,
    Bld,
    Cvy,
    Dmz,
    Drw,
    Dsb,
    Ent,
    Hld,
    Hlp,
    Mto,
    Opn,
    Pce,
    Rem,
    Rto,
    Scd,
    Slo,
    Sup,
    Unit,
    Wve,
    actor_of,
)
from negotiation.english.understanding import Candidate
from negotiation.judge.changes import Standing, changes
from negotiation.judge.naming import Named
from negotiation.judge.wording import Atom, Slot, cued, in_turn, left, side_of, timed, traits_of_content
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

__all__ = ["Outline", "of_pairs", "of_words", "outline", "silent", "standing", "traits"]


@dataclass(frozen=True, slots=True)
class Outline:
    """A candidate by what it is, whatever it names.

    key: equal for those that mean the same; labels: by which words speak for or against it; kind: what else speaks for
    or against all of its kind; atoms: what is said in it, and time: until when; changed: what it changes of what is
    open, "" where nothing is or where it is no proposal and no promise.
    """

    key: Hashable
    labels: tuple[str, ...]
    kind: tuple[str, ...]
    atoms: tuple[Atom, ...] = ()
    time: Any = None
    changed: str = ""


def standing(named: Named) -> Standing | None:
    """Open things, theirs or else the speaker's own."""
    deals = named.context.open_deals or named.context.own_deals
    return Standing(tuple(_atoms(deals[0], "", named)), _time(deals[:1])) if deals else None


def outline(candidate: Candidate, named: Named, now: Standing | None) -> Outline:
    """The outline of a candidate of a text.

    now: what is open.
    """
    atoms = tuple(atom for said in candidate for atom in _atoms(said, "", named))
    time = _time(candidate)
    mixed = _mixed(candidate)
    key = (time, mixed, frozenset([(atom.path, atom.who, atom.kind, _what(atom)) for atom in atoms]))
    sides = tuple((atom.path, atom.who, atom.kind) for atom in atoms)
    known = named.kinds.get(sides)
    if known is None:
        known = named.kinds[sides] = _of_kind(atoms, named)
    labels, kind = known
    if mixed:
        kind = (*kind, *(f"mixed {type(content).__name__} {timed:d}" for content, timed in mixed))
    found = ""
    if now is not None and labels[0].startswith(("=P", "=I.")):
        found = changes(atoms, time, now)
        labels = (*labels, f"@{found}")
        kind = (*kind, f"changes {found}", f"changes {found} {bool(named.context.open_deals):d}")
    return Outline(key, labels, kind, atoms, time, found)


def _of_kind(atoms: Sequence[Atom], named: Named) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels and features that all candidates of such atoms share."""
    mode = "+".join(dict.fromkeys(f"{atom.path}.{atom.who}" for atom in atoms))
    kinds = "+".join(sorted(atom.kind for atom in atoms))
    denies = any("¬" in atom.path or atom.kind == "dmz" for atom in atoms) or "Reject" in mode
    phase = named.context.position.phase.kind if named.context.position is not None else ""
    found = [f"is {mode}:{kinds}", f"does {kinds}", f"mode {mode}"]
    found += [f"denied {named.denied:d} {denies:d}", f"denied {named.denied:d} {mode}", f"open {_open(named)} {mode}"]
    found.append(f"to {min(len(named.context.hearers), 2)} {kinds}")
    if courts := {named.context.speaker, *named.context.hearers}.intersection(named.courts):
        found.append(f"courts {len(courts)} {kinds}")
    found += [f"phase {phase} {atom.kind}" for atom in atoms]
    labels = (f"={mode}", f"+{len(atoms)}", *dict.fromkeys(atom.kind for atom in atoms))
    return labels, tuple(found)


def traits(one: Outline, named: Named) -> Iterator[str]:
    """Features of a candidate, by what it and the text name."""
    if not one.atoms:
        return
    yield from left(one.atoms, named)
    yield from cued(one.atoms, named)
    yield f"time {one.time is not None:d}{bool(named.times):d}"
    yield from timed(one.time, named)
    for atom in one.atoms:
        yield from traits_of_content(atom, named)
    if len(one.atoms) > 1:
        yield from in_turn(one.atoms, named)


def plainly(said: Iterable[Any]) -> str:
    """What is said, a deal being the same whichever part is named first."""
    return "; ".join("".join(sorted(repr(one))) for one in said)


def silent(named: Named) -> Outline:
    """What speaks for the text meaning nothing that is to be read: it is talk, or comes near a deal and is none."""
    names = f"silent names {min(len(named.provinces), 3)} {min(len(named.others), 2)}"
    return Outline("silent", ("=silent",), ("silent", names, f"silent open {_open(named)}"))


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


def _time(candidate: Iterable[Any]) -> Any:
    """The first time a deal, or one said, is limited to."""
    for said in candidate:
        deal = getattr(said, "deal", said)
        for one in (deal, *getattr(deal, "items", ())):
            if getattr(one, "time", None) is not None:
                return one.time
    return None


def _mixed(candidate: Iterable[Any]) -> frozenset[tuple[Any, bool]]:
    """Promises with and without a time, if there are both."""
    items = [item for said in candidate for item in getattr(getattr(said, "deal", None), "items", ())]
    if len({item.time for item in items}) < 2:
        return frozenset()
    return frozenset((item.content, item.time is not None) for item in items)


def _what(atom: Atom) -> Hashable:
    """What is said, without coasts."""
    if isinstance(atom.content, Aly):
        return atom.content
    if isinstance(atom.content, Pce | Drw | Dmz):
        return (atom.content.powers, tuple(one for _, one, _ in atom.slots))
    return tuple(one for _, one, _ in atom.slots) or atom.content


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def _atoms(x: Any, path: str, named: Named) -> Iterator[Atom]:
    match x:
        case Reject() if x.deal not in named.context.open_deals:
            yield Atom(f"{path}Reject", "answer", side_of(x.speaker, named), x)
            yield from _atoms(x.deal, f"{path}R", named)
        case Accept() | Reject() | Withdraw():
            yield Atom(f"{path}{type(x).__name__}", "answer", side_of(x.speaker, named), x)
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


def _leaf(x: Any, path: str, named: Named) -> Atom:
    slots: tuple[Slot, ...]
    match x:
        case Mto(unit, region):
            who = side_of(unit.power, named)
            return Atom(path, "mto", who, x, (("u", unit.region.province, unit), ("t", region.province, None)))
        case Hld(unit):
            return Atom(path, "hld", side_of(unit.power, named), x, (("u", unit.region.province, unit),))
        case Sup(helper, Hld(unit)):
            slots = (("h", helper.region.province, helper), ("u", unit.region.province, unit))
            return Atom(path, f"suh{_whose(unit, named)}", side_of(helper.power, named), x, slots)
        case Sup(helper, Mto(unit, region)):
            slots = (
                ("h", helper.region.province, helper),
                ("u", unit.region.province, unit),
                ("t", region.province, None),
            )
            return Atom(path, f"sup{_whose(unit, named)}", side_of(helper.power, named), x, slots)
        case Cvy(fleet, army, region):
            slots = (
                ("h", fleet.region.province, fleet),
                ("u", army.region.province, army),
                ("t", region.province, None),
            )
            return Atom(path, "cvy", side_of(fleet.power, named), x, slots)
        case Rto(unit, region):
            slots = (("u", unit.region.province, unit), ("t", region.province, None))
            return Atom(path, "rto", side_of(unit.power, named), x, slots)
        case Dsb(unit) | Rem(unit):
            slots = (("u", unit.region.province, unit),)
            return Atom(path, type(x).__name__.lower(), side_of(unit.power, named), x, slots)
        case Bld(unit):
            kind = "bldA" if unit.region.type == "amy" else "bldF"
            return Atom(path, kind, side_of(unit.power, named), x, (("b", unit.region.province, unit),))
        case Wve():
            return Atom(path, "wve", side_of(x.power, named), x)
        case Hlp() | Ent():
            return Atom(path, type(x).__name__.lower(), side_of(actor_of(x), named), x, (("t", x.province, None),))
        case Dmz():
            kept_by = "we" if len(x.powers) > 1 else side_of(x.powers[0], named)
            return Atom(path, "dmz", kept_by, x, tuple(("z", one, None) for one in x.provinces))
        case Scd():
            return Atom(path, "scd", side_of(x.power, named), x, tuple(("c", one, None) for one in x.centers))
        case Pce() | Aly() | Drw():
            kind = type(x).__name__.lower()
            parties = {side_of(one, named) for one in x.powers} if x.powers else {"all"}
            foes = "!" if getattr(x, "against", ()) else ""
            return Atom(path, f"{kind}{foes}", "".join(sorted(parties)), x)
        case Slo():
            return Atom(path, "slo", side_of(x.power, named), x)
        case Opn():
            return Atom(path, f"opn {x.stance}", "", x)
        case str():
            return Atom(path, "place", "", x, (("c", x, None),))
    return Atom(path, type(x).__name__.lower(), "", x)


def _whose(unit: Unit, named: Named) -> str:
    return {"me": "1", "you": "2", "they": "3"}[side_of(unit.power, named)]
