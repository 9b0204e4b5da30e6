"""Differences of a deal from the open one, thing by thing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from negotiation.judge.wording import Atom

__all__ = ["Standing", "changes"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Things that are open.

    time: what they are limited to or due at.
    """

    atoms: tuple[Atom, ...]
    time: Any


def changes(atoms: Sequence[Atom], time: Any, now: Standing) -> str:
    """Changes made to the open things: `goal+kept`, `kept+more`, `new -1`.

    What is dropped is counted.
    """
    left = list(now.atoms)
    found: list[str] = []
    for atom in atoms:
        how, at = min(_matches(atom, left), default=("new", -1), key=lambda each: _ORDER.index(each[0]))
        if at >= 0:
            del left[at]
        found.append(how)
    timed = "" if time == now.time else " no time" if time is None else " time"
    return f"{'+'.join(sorted(found))}{f' -{min(len(left), 2)}' if left else ''}{timed}"


_ORDER: Final = ("kept", "more", "less", "swap", "place", "unit", "order", "pact", "new")
"""Changes, the smallest first."""
_PACTS: Final = frozenset({"pce", "aly", "drw"})


def _matches(atom: Atom, others: Sequence[Atom]) -> Iterator[tuple[str, int]]:
    """Change that each open thing would need, with its number."""
    for at, other in enumerate(others):
        if ("¬" in atom.path) == ("¬" in other.path) and (atom.who == other.who or _bare(atom) in _PACTS):
            how = _change(atom, other)
            if how:
                yield how, at


def _change(atom: Atom, other: Atom) -> str:
    kind, was = _bare(atom), _bare(other)
    if kind in _PACTS and was in _PACTS:
        return _of_sets(_powers(atom), _powers(other)) if kind == was else "pact"
    if kind == was and kind in ("dmz", "scd"):
        return _of_sets({one for _, one, _ in atom.slots}, {one for _, one, _ in other.slots})
    mine, theirs = {role: one for role, one, _ in atom.slots}, {role: one for role, one, _ in other.slots}
    if kind == was:
        differ = [role for role in mine if mine[role] != theirs.get(role)]
        if not differ:
            return "kept"
        if len(differ) == 1:
            return "place" if differ[0] == "t" else "unit"
    doer, did = mine.get("h", mine.get("u")), theirs.get("h", theirs.get("u"))
    return "order" if doer is not None and doer == did else ""


def _bare(atom: Atom) -> str:
    return atom.kind.rstrip("123!")


def _powers(atom: Atom) -> set[str]:
    return {*atom.content.powers, *getattr(atom.content, "against", ())}


def _of_sets(names: set[str], were: set[str]) -> str:
    if names == were:
        return "kept"
    return "more" if names > were else "less" if names < were else "swap" if names & were or len(were) == 1 else ""
