"""What is on the table between several powers: the protocol's dialogues, pair by pair, as one immutable value.

A proposal to several is accepted when all of them have accepted, and rejected with the first who
rejects. A new phase begins with a new Floor; what was open then has lapsed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from negotiation.protocols import PROTOCOLS, Act, Dialogue, Protocol
from negotiation.terms import (
    Accept,
    Agent,
    And,
    Commits,
    Formula,
    Group,
    Inform,
    Propose,
    Reject,
    Utterance,
    Withdraw,
)

__all__ = ["Fate", "Floor", "Settled", "Table", "floor_of", "given_promise"]

Fate: TypeAlias = Literal["accepted", "rejected", "withdrawn"]
_ANSWERS: Final = (Accept, Reject, Withdraw)


@dataclass(frozen=True, slots=True)
class Table:
    """A proposal that awaits answers. key: whatever its keeper knows it by. accepted: who said yes already."""

    proposal: Propose
    accepted: Group = ()
    key: int = 0

    @property
    def waiting(self) -> Group:
        """Who still owes an answer."""
        return tuple(hearer for hearer in self.proposal.hearers if hearer not in self.accepted)

    def lies_between(self, one: Agent, other: Agent) -> bool:
        """Whether one of the two proposed it and the other owes an answer."""
        proposer, waiting = self.proposal.speaker, self.waiting
        return (proposer == one and other in waiting) or (proposer == other and one in waiting)


@dataclass(frozen=True, slots=True)
class Settled:
    """A proposal that is on the table no more, and why."""

    table: Table
    fate: Fate


@dataclass(frozen=True, slots=True)
class Floor:
    """All open proposals of one phase, oldest first, under a protocol."""

    protocol: Protocol
    tables: tuple[Table, ...] = ()

    def allowed(self, speaker: Agent, hearers: Iterable[Agent]) -> tuple[Act, ...]:
        """What the speaker may do now towards these hearers: of several, what is allowed towards each, and answers to
        any of them."""
        found = [self._dialogue(speaker, hearer).allowed(speaker) for hearer in hearers]
        acts = dict.fromkeys(act for each in found for act in each)
        answers = ("accept", "reject", "withdraw")
        return tuple(act for act in acts if act in answers or all(act in each for each in found))

    def check(self, utterance: Utterance) -> None:
        """Raises ProtocolRefusedError when this may not be said now."""
        for hearer in self._judged(utterance):
            self._dialogue(utterance.speaker, hearer).check(utterance)

    def said(self, utterance: Utterance, key: int = 0) -> tuple["Floor", tuple[Settled, ...]]:
        """The floor after the utterance, and what it settled. key: for the proposal it may put on the table.

        Raises ProtocolRefusedError when it may not be said.
        """
        self.check(utterance)
        match utterance:
            case Propose():
                return replace(self, tables=(*self.tables, Table(utterance, key=key))), ()
            case Accept() | Reject():
                return self._answered(utterance)
            case Withdraw():
                return self._withdrawn(utterance)
            case _:
                return self, ()

    def _dialogue(self, one: Agent, other: Agent) -> Dialogue:
        dialogue = Dialogue(self.protocol)
        for table in self.tables:
            if table.lies_between(one, other):
                dialogue = dialogue.said(table.proposal)
        return dialogue

    def _judged(self, utterance: Utterance) -> tuple[Agent, ...]:
        """The hearers whose dialogue decides whether it may be said: an answer to a group is one to who proposed."""
        if not isinstance(utterance, _ANSWERS):
            return utterance.hearers
        speaker = utterance.speaker
        open_with = [
            (hearer, table)
            for hearer in utterance.hearers
            for table in self.tables
            if table.lies_between(speaker, hearer)
        ]
        if not isinstance(utterance, Withdraw):
            same = [pair for pair in open_with if pair[1].proposal.deal == utterance.deal]
            open_with = same or open_with
        return tuple(dict.fromkeys(hearer for hearer, _ in open_with)) or utterance.hearers

    def _answered(self, utterance: Accept | Reject) -> tuple["Floor", tuple[Settled, ...]]:
        kept: list[Table] = []
        settled: list[Settled] = []
        for table in self.tables:
            asked = table.proposal.speaker in utterance.hearers and utterance.speaker in table.waiting
            if not asked or table.proposal.deal != utterance.deal:
                kept.append(table)
            elif isinstance(utterance, Reject):
                settled.append(Settled(table, "rejected"))
            else:
                after = replace(table, accepted=(*table.accepted, utterance.speaker))
                if after.waiting:
                    kept.append(after)
                else:
                    settled.append(Settled(after, "accepted"))
        return replace(self, tables=tuple(kept)), tuple(settled)

    def _withdrawn(self, utterance: Withdraw) -> tuple["Floor", tuple[Settled, ...]]:
        """The last one of the speaker's own between them or, without any, the last one of the others."""
        between = [
            table
            for table in self.tables
            if any(table.lies_between(utterance.speaker, hearer) for hearer in utterance.hearers)
        ]
        own = [table for table in between if table.proposal.speaker == utterance.speaker]
        if not between:
            return self, ()
        gone = (own or between)[-1]
        return replace(self, tables=tuple(each for each in self.tables if each is not gone)), (
            Settled(gone, "withdrawn"),
        )


def floor_of(protocol: str, tables: Iterable[Table] = ()) -> Floor:
    """The floor of a game with the protocol of this name. Raises KeyError for an unknown one."""
    return Floor(PROTOCOLS[protocol], tuple(tables))


def given_promise(utterance: Utterance) -> Commits | None:
    """What the speaker promised without asking for an answer: `inform(a, b, [Commit(a, b, ϕ)])`. None for anything
    else; commitments of others that are merely told of are none."""
    if not isinstance(utterance, Inform):
        return None
    parts: tuple[Formula, ...] = utterance.content.items if isinstance(utterance.content, And) else (utterance.content,)
    own = [
        commit
        for part in parts
        if isinstance(part, Commits)
        for commit in part.items
        if commit.agent == utterance.speaker
    ]
    return Commits(tuple(own)) if own else None
