"""Moods: who asks whom to act."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Act", "Actor", "Mood"]

Actor: TypeAlias = Literal["me", "you", "we", ""]
Act: TypeAlias = Literal[
    "ask", "offer", "plan", "can", "might", "would", "need", "joint", "query", "wish", "refuse", "bare"
]
"""ask: the hearer should. offer: the speaker would, if it is wanted. plan: the speaker will. can: it is able to, which
is an offer where it serves the hearer. might: it only may, which nobody can rely on. would: what
the speaker would do, with its own units or in the hearer's place. need: what somebody's unit is needed for. joint:
both should. query: does the hearer mean to. wish: the speaker would like. refuse: the speaker will not. bare: an order
with nobody in it."""


@dataclass(frozen=True, slots=True)
class Mood:
    """forms, nouns: which verb forms may follow the words that say it, and whether something other than a verb may."""

    act: Act
    actor: Actor
    forms: str = "b"
    nouns: bool = False
