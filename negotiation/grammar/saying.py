"""Clauses, deals, news and answers as values without a board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from negotiation.grounding.bodies import Body
from negotiation.words.entities import Place, UnitRef

__all__ = ["IT", "PRONOUNS", "THERE", "Clause", "Deal", "Deed", "Marked", "News", "as_tuple"]


@dataclass(frozen=True, slots=True)
class Deed:
    """A body, or that it is not to be.

    victim: against whom, where a pact is denied by an attack. forbids: the body itself is that something is not done,
    as staying out of a province is.
    """

    body: Body
    denied: bool = False
    victim: str = ""
    forbids: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """Clause: who does what, in which mood.

    kind: how it is built, as its productions are called. subject: `me`, `you`, `we`, `they`, a power or "". mods: what
    leads to the deed, in the order of the words. attitudes: what is thought of it, the outermost first.
    """

    kind: str
    subject: str = ""
    mods: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    attitudes: tuple[str, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """Clauses of which some are the condition of the others; kind: how they hang together."""

    kind: str
    first: tuple[Clause, ...]
    then: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """News told or asked of others.

    kind: its production. parts: its slots by name.
    """

    kind: str
    parts: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        return dict(self.parts).get(name)


@dataclass(frozen=True, slots=True)
class Marked:
    """Something of which only its kind matters: an answer, talk, a reason."""

    kind: str


THERE: Final = Place("", "there")
"""The place spoken of last."""

IT: Final = UnitRef("", "", THERE)
"""The unit that moves, or stands, as was said last."""


PRONOUNS: Final[Mapping[str, str]] = {"me": "me", "you": "you", "i": "me", "mine": "me", "your": "you", "my": "me"}
"""The side that a word stands for."""


def as_tuple(**slots: Any) -> Any:
    """The one tuple among the slots' values, else all of them as one."""
    values = tuple(slots.values())
    return values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
