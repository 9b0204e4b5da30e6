"""The Diplomat's language: messages of four kinds, made of simple sentences.

Source: Kraus, Lehmann, Ephrati (1989), section 3; what the sentences Attack, Defend, Enter, Leave and Help tell is in
section 6. Joined sentences are read as "and"; for the other conjunctions see `docs/zoo.md`.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from adjudication.board import Province
from adjudication.orders import Build, Disband, MovementOrder, Remove, Retreat
from adjudication.powers import Power
from negotiation.diplomacy import Stance, Turn

__all__ = [
    "Accord",
    "Activity",
    "Character",
    "Control",
    "Enemies",
    "Friends",
    "General",
    "Help",
    "Kind",
    "Later",
    "Message",
    "Negated",
    "Ordered",
    "Sentence",
    "Units",
    "is_general",
]

Kind: TypeAlias = Literal["declaration", "question", "suggestion", "answer"]
Activity: TypeAlias = Literal["attack", "defend", "enter", "leave"]


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order: Move, Hold, Support, Convoy, Valid, Build, Retreat, Dislodge."""

    power: Power
    order: MovementOrder | Retreat | Disband | Build | Remove


@dataclass(frozen=True, slots=True)
class General:
    """Attack, Defend, Enter, Leave.

    directions: where the active units stand; empty for anywhere.
    """

    activity: Activity
    powers: tuple[Power, ...]
    places: tuple[Province, ...]
    directions: tuple[Province, ...] = ()


@dataclass(frozen=True, slots=True)
class Help:
    """A power helps to attack, defend, enter or leave."""

    power: Power
    helped: General


@dataclass(frozen=True, slots=True)
class Accord:
    """Agreement: a cooperation or non-aggression agreement, against enemies or nobody."""

    kind: Literal["cooperation", "non-aggression"]
    allies: tuple[Power, ...]
    enemies: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """Opinion of a power's character or strength."""

    power: Power
    stance: Stance


@dataclass(frozen=True, slots=True)
class Units:
    """A power has a unit in a place."""

    power: Power
    place: Province
    army: bool


@dataclass(frozen=True, slots=True)
class Control:
    """A power has, or is to have, these centers."""

    power: Power
    centers: tuple[Province, ...]


@dataclass(frozen=True, slots=True)
class Friends:
    """Allies: a power takes another for a friend."""

    power: Power
    friend: Power


@dataclass(frozen=True, slots=True)
class Enemies:
    """Enemies and War: a power takes another for an enemy."""

    power: Power
    enemy: Power


@dataclass(frozen=True, slots=True)
class Negated:
    """It is not so, or is not to be done."""

    sentence: "Sentence"


@dataclass(frozen=True, slots=True)
class Later:
    """A sentence about a turn to come."""

    sentence: "Sentence"
    turn: Turn


Sentence: TypeAlias = (
    Ordered | General | Help | Accord | Character | Units | Control | Friends | Enemies | Negated | Later
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message of one power to others.

    positive: of an answer, yes or no; None for an answer that tells something. strength: of an answer, 0 to 1. unread:
    parts that have no sentence.
    """

    kind: Kind
    speaker: Power
    hearers: tuple[Power, ...]
    sentences: tuple[Sentence, ...]
    positive: bool | None = None
    strength: float = 1.0
    unread: int = 0

    def joined(self, other: "Message") -> "Message":
        """Add the details of another message to this one."""
        return replace(self, sentences=(*self.sentences, *other.sentences), unread=self.unread + other.unread)


def is_general(message: Message) -> bool:
    """True if a suggestion only tells the kind of agreement."""
    return bool(message.sentences) and all(isinstance(each, Accord) for each in message.sentences)
