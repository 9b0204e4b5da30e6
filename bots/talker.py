"""The contract between the game and a bot that talks: what it says when a phase opens, and when it hears something.

A bot that does not talk needs none of this. One that does speaks and hears L only, never English;
what it says is checked against the game's level and protocol like everybody's, and what may not be
said is dropped. After talk in a phase the bot is asked for its orders again, with the memory its
talk left and with the deals of the day in `SeatView.agreements`.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeGuard

from bots.agent import Agent, Decision, Memory
from bots.view import Said, SeatView
from negotiation.terms import Utterance

__all__ = ["Talk", "Talker", "is_talker"]


@dataclass(frozen=True, slots=True)
class Talk:
    """A bot's utterances, in order, and its new memory."""

    utterances: tuple[Utterance, ...] = ()
    memory: Memory = field(default_factory=dict)


class Talker(Protocol):
    """A bot that talks.

    Like every agent it holds settings only, and takes all chance from `rng`.
    """

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders, as of any `bots.agent.Agent`."""
        ...

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Utterances at the opening of a movement phase."""
        ...

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Utterances after a message was heard.

        It is the newest in `view.talk`, and its effects (a deal that is made by it) are in `view.agreements` already.
        """
        ...


def is_talker(agent: Agent) -> TypeGuard[Talker]:
    """True if a bot talks."""
    return callable(getattr(agent, "open_talk", None)) and callable(getattr(agent, "hear", None))
