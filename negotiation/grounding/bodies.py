"""Bodies of sentences without mood: `support me into P1`, `peace`."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from negotiation.grounding.ground import Sketch
from negotiation.words.entities import Place, UnitRef

__all__ = ["OWN", "PARTNER", "Alliance", "Body", "Bounce", "Centers", "Draw", "Orders", "Peace", "Solo", "Zone"]

PARTNER: Final = "partner"
"""The side not spoken of: the one that does not give the support, or is given a center."""


OWN: Final = "own"
"""The side that carries out the order: the fleet's own army in a convoy."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders for whoever the sentence is about; `extra` are for whoever owns the unit named in each."""

    sketch: Sketch
    extra: tuple[Sketch, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounce:
    """Both sides move to the place, so that neither gets in."""

    place: Place
    unit: UnitRef | None = None


@dataclass(frozen=True, slots=True)
class Peace:
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alliance:
    """hostile: only an attack was named, as in `let us attack W1`; nothing was said of an alliance.

    among: all its members, where they were named as in `E/G`.
    """

    against: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    hostile: bool = False
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """Zone the sentence's subject keeps out of; both: both sides do.

    home: whose centers are meant, where no place was named. kept: who is to keep them so was said with it, as in
    `can you keep P1 clear`, and only where nobody was named is it both. who: whose units keep out, if that was said.
    """

    places: tuple[Place, ...]
    both: bool = False
    home: str = ""
    kept: bool = False
    who: str = ""


@dataclass(frozen=True, slots=True)
class Centers:
    """Shares of centers.

    who "": the sentence's subject. held: they are said to own it, perhaps already.

    given: one side lets the other have it, and where nobody can own it keeps out. split: each side gets one, and nobody
    said which. taken: somebody is to take them.
    """

    shares: tuple[tuple[str, tuple[Place, ...]], ...]
    held: bool = False
    given: bool = False
    split: bool = False
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solo:
    who: str = ""


Body: TypeAlias = Orders | Bounce | Peace | Alliance | Zone | Centers | Draw | Solo
