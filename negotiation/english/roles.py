"""A text as one reading of it sees it: each name in it is the part that it plays in that reading.

`can you support me into Burgundy`, read as a help to be asked for, is `can you support~b me into
P:Hlp.you`; read as peace, it is `… into P:-`, for then the place is named for nothing. So what is learnt from one
sentence holds for every other with the same words around other names.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import groupby
from typing import Final, TypeAlias

from adjudication.powers import POWERS, Power
from negotiation.english.understanding import Candidate
from negotiation.words.entities import Entity, Place, Spotted, Token, UnitRef, When
from negotiation.words.lexicon import words

__all__ = ["Seen", "seen"]


@dataclass(frozen=True, slots=True)
class Seen:
    """tokens: the text. kinds: what the reading says, and of whom, term by term: `Propose.Commit.Hlp:you.me`,
    `Propose.Commit:you`.

    absent: the parts of places that the text does not name. idle: how many places are named that play no part.
    """

    tokens: tuple[str, ...]
    kinds: tuple[str, ...]
    absent: tuple[str, ...]
    idle: int


_Leaf: TypeAlias = tuple[tuple[str, ...], str, str]
"""A power or province of a term: the way to it, whose it is, and its name."""

_PLAIN: Final = words("Commits And Do Region Unit deal items content action unit region province power powers")
"""What says nothing about what somebody means on the way to a name."""

_SKIPPED: Final = words("hearers to agents time type speaker")


def seen(spotted: Spotted, tokens: Iterable[Token], candidate: Candidate, speaker: Power) -> Seen:
    """Some tokens of a text as a reading of the whole sees them. speaker: whose words they are."""
    present = {power for one in candidate for power in (one.speaker, *one.hearers)}

    def who(power: str) -> str:
        return "me" if power == speaker else "you" if power in present else "they"

    roles: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, dict[str, None]] = {}
    for path, owner, name in _in_one_order((leaf for one in candidate for leaf in _leaves(one, (), "")), who):
        above = ".".join(part for part in path[:-1] if part not in _PLAIN)
        if name in POWERS:
            kinds.setdefault(above, {})[who(name)] = None
            if path[-1] != "agent":
                roles[name].add(".".join(part for part in path[2:] if part not in _PLAIN))
        else:
            kinds.setdefault(above, {})
            part = ".".join(part for part in path[2:] if part not in _PLAIN and part not in ("Commit", "Agree"))
            roles[name].add(f"{part}.{who(owner)}" if owner else part)
    idle = 0
    told: list[str] = []
    for token in tokens:
        entity = spotted.entities.get(token.sym)
        place = _place(entity)
        if place is not None:
            idle += place.province not in roles
            told.append(f"{token.sym[0]}:{_part(roles.get(place.province))}")
        elif isinstance(entity, When):
            told.append("T")
        elif isinstance(entity, UnitRef):
            told.append(f"U:{who(entity.owner) if entity.owner in POWERS else entity.owner}")
        elif isinstance(entity, str):
            told.append(f"{token.sym[0]}{who(entity)}:{_part(roles.get(entity))}")
        else:
            told.append(token.sym)
    named = {place.province for place in map(_place, spotted.entities.values()) if place is not None}
    absent = {part for name in roles.keys() - named - set(POWERS) for part in roles[name]}
    return Seen(
        tuple(told),
        tuple(sorted(f"{above}:{'.'.join(powers)}" for above, powers in kinds.items())),
        tuple(sorted(absent)),
        idle,
    )


def _place(entity: Entity | None) -> Place | None:
    place = entity.place if isinstance(entity, UnitRef) else entity
    return place if isinstance(place, Place) else None


def _part(parts: set[str] | None) -> str:
    return "|".join(sorted(parts)) if parts else "-"


def _in_one_order(leaves: Iterable[_Leaf], who: Callable[[str], str]) -> Iterator[_Leaf]:
    """The leaves with the powers of a group by who they are: L has them by their names, which mean nothing here."""
    for _, group in groupby(leaves, key=lambda leaf: leaf[0]):
        yield from sorted(group, key=lambda leaf: who(leaf[2]) if leaf[2] in POWERS else "")


def _leaves(term: object, path: tuple[str, ...], owner: str) -> Iterator[_Leaf]:
    """Every power and province of a term: the way to it, whose it is (the power of its unit), and its name."""
    if isinstance(term, str):
        yield path, owner, term
    elif isinstance(term, tuple):
        for one in term:
            yield from _leaves(one, path, owner)
    elif is_dataclass(term):
        name = type(term).__name__
        mine = getattr(term, "power", owner)
        for field in fields(term):
            if field.name not in _SKIPPED:
                yield from _leaves(getattr(term, field.name), (*path, name, field.name), mine)
