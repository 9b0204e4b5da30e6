"""Bilateral dialogues (thesis, section 3.2): utterances, what may follow what, and the commitments that come of them.

This is the thesis' own protocol (figure 3.1), over options of any kind. What people and bots say to each other in a
game is L, whose protocols are tables in `negotiation.protocols`; its table `rnp` and `feasible` here agree.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

__all__ = ["Act", "Dialogue", "Utterance", "awaiting", "commitments", "feasible"]

Option = TypeVar("Option", bound=Hashable)
Part = TypeVar("Part", bound=Hashable)

Act: TypeAlias = Literal["propose", "accept", "reject"]


@dataclass(frozen=True, slots=True)
class Utterance(Generic[Option]):
    """An illocution from a source to a receiver about an option of the two (definition 12)."""

    act: Act
    source: str
    receiver: str
    option: Option


Dialogue: TypeAlias = Sequence[Utterance[Option]]
"""Utterances of two agents in one state, oldest first (definition 13)."""


def feasible(dialogue: Dialogue[Option], utterance: Utterance[Option]) -> bool:
    """True if the utterance may be said next (definition 14).

    A dialogue opens with a proposal; after one, the only thing to say is an answer; after an answer, a proposal. The
    definition leaves implicit that answers come from who was asked, about what was asked: figure 3.1 shows it.
    """
    asked = awaiting(dialogue)
    if asked is None:
        return utterance.act == "propose"
    answers = (utterance.source, utterance.receiver, utterance.option) == (asked.receiver, asked.source, asked.option)
    return utterance.act != "propose" and answers


def awaiting(dialogue: Dialogue[Option]) -> Utterance[Option] | None:
    """The proposal that still owes an answer, if there is one."""
    return dialogue[-1] if dialogue and dialogue[-1].act == "propose" else None


def commitments(
    dialogues: Iterable[Dialogue[Option]], actions: Callable[[Option], Collection[Part]]
) -> frozenset[Part]:
    """The commitments in dialogues (definition 15): all actions of every option that was accepted."""
    return frozenset(
        action
        for dialogue in dialogues
        for utterance in dialogue
        if utterance.act == "accept"
        for action in actions(utterance.option)
    )
