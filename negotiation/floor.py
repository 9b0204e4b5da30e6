"""The floor: open proposals among several powers, as one immutable value.

It keeps the protocol's dialogues, pair by pair.

A proposal to several is accepted when all of them have accepted, and rejected with the first who
rejects. A new phase begins with a new Floor; what was open then has lapsed.

Where proposals stand apart (`Protocol.apart`), each is a dialogue of its own. One made to the same
powers by somebody who was asked, and about something that was asked, is a counter-offer: it answers
what it counters. Any other leaves what is on the table where it is. What the other side has proposed already is
accepted, not proposed again. What is agreed already is settled by saying so.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from negotiation.errors import ProtocolRefusedError
from negotiation.protocols import PROTOCOLS, Act, Dialogue, Protocol
from negotiation.terms import (
    Accept,
    Agent,
    Agree,
    And,
    Commits,
    Deal,
    Do,
    Formula,
    Group,
    Inform,
    Not,
    Propose,
    Reject,
    Utterance,
    Withdraw,
)

__all__ = ["Fate", "Floor", "OpenProposal", "Settled", "floor_of", "given_promise"]

Fate: TypeAlias = Literal["accepted", "rejected", "withdrawn", "countered"]
_ANSWERS: Final = (Accept, Reject, Withdraw)
_PROPOSED: Final = "This was proposed to you already."
_OWN_OPEN: Final = "You have proposed this already, and it is still open."


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that awaits answers. key: whatever its keeper knows it by. accepted: who said yes already."""

    proposal: Propose
    accepted: Group = ()
    key: int = 0

    @property
    def waiting(self) -> Group:
        """Hearers that have not answered yet."""
        return tuple(hearer for hearer in self.proposal.hearers if hearer not in self.accepted)

    def lies_between(self, one: Agent, other: Agent) -> bool:
        """True if one proposed it and the other must answer."""
        proposer, waiting = self.proposal.speaker, self.waiting
        return (proposer == one and other in waiting) or (proposer == other and one in waiting)


@dataclass(frozen=True, slots=True)
class Settled:
    """A proposal that is on the table no more, and why."""

    table: OpenProposal
    fate: Fate


@dataclass(frozen=True, slots=True)
class Floor:
    """All open proposals of one phase, oldest first, under a protocol."""

    protocol: Protocol
    tables: tuple[OpenProposal, ...] = ()

    def allowed(self, speaker: Agent, hearers: Iterable[Agent]) -> tuple[Act, ...]:
        """Acts open to the speaker towards these hearers.

        Of several: acts allowed towards each, and answers to any of them.
        """
        found = [
            [act for dialogue in self._dialogues(speaker, hearer) for act in dialogue.allowed(speaker)]
            for hearer in hearers
        ]
        acts = dict.fromkeys(act for each in found for act in each)
        answers = ("accept", "reject", "withdraw")
        return tuple(act for act in acts if act in answers or all(act in each for each in found))

    def check(self, utterance: Utterance) -> None:
        """Raises ProtocolRefusedError when this may not be said now."""
        if self.meant(utterance) is not utterance:
            raise ProtocolRefusedError(f"{_PROPOSED} Now you may accept.", _PROPOSED, ("accept",))
        if self.protocol.apart and any(table.proposal == utterance for table in self.tables):
            raise ProtocolRefusedError(f"{_OWN_OPEN} Now you may withdraw.", _OWN_OPEN, ("withdraw",))
        for hearer in self._judged(utterance):
            *others, last = self._dialogues(utterance.speaker, hearer)
            if not any(_allows(dialogue, utterance) for dialogue in others):
                last.check(utterance)

    def said(self, utterance: Utterance, key: int = 0) -> tuple["Floor", tuple[Settled, ...]]:
        """The floor after the utterance, and what it settled. key: for the proposal it may put on the table.

        Raises ProtocolRefusedError when it may not be said.
        """
        self.check(utterance)
        match utterance:
            case Propose():
                return self._proposed(utterance, key)
            case Accept() | Reject():
                return self._answered(utterance)
            case Withdraw():
                return self._withdrawn(utterance)
            case Inform(content=Agree() as agreed) if self.protocol.apart:
                return self._agreed_before(utterance, agreed)
            case _:
                return self, ()

    def meant(self, utterance: Utterance) -> Utterance:
        """The utterance or, where it proposes what its speaker was just asked among the same, that this is accepted."""
        if isinstance(utterance, Propose) and self.protocol.apart and any(_repeats(utterance, t) for t in self.tables):
            return Accept(utterance.speaker, utterance.hearers, utterance.deal)
        return utterance

    def countered(self, keys: Collection[int]) -> tuple["Floor", tuple[Settled, ...]]:
        """The floor without the tables of these keys, which somebody answers with a proposal of their own."""
        gone = [table for table in self.tables if table.key in keys]
        kept = tuple(table for table in self.tables if table not in gone)
        return replace(self, tables=kept), tuple(Settled(table, "countered") for table in gone)

    def _dialogues(self, one: Agent, other: Agent) -> list[Dialogue]:
        """The dialogues of the two that an utterance may belong to, at least one; the newest last."""
        bare = Dialogue(self.protocol)
        between = [table.proposal for table in self.tables if table.lies_between(one, other)]
        if self.protocol.apart:
            return [bare, *(bare.said(proposal) for proposal in between)]
        dialogue = bare
        for proposal in between:
            dialogue = dialogue.said(proposal)
        return [dialogue]

    def _proposed(self, utterance: Propose, key: int) -> tuple["Floor", tuple[Settled, ...]]:
        floor, settled = self, tuple[Settled, ...]()
        if self.protocol.apart:
            answered = [table for table in self.tables if _counters(utterance, table)]
            kept = tuple(table for table in self.tables if table not in answered)
            floor, settled = replace(self, tables=kept), tuple(Settled(table, "countered") for table in answered)
        return replace(floor, tables=(*floor.tables, OpenProposal(utterance, key=key))), settled

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
        kept: list[OpenProposal] = []
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

    def _agreed_before(self, utterance: Inform, agreed: Agree) -> tuple["Floor", tuple[Settled, ...]]:
        """Settle proposals whose content the hearer says is already agreed."""
        keys = {
            table.key
            for table in self.tables
            if table.proposal.speaker in utterance.hearers
            and utterance.speaker in table.waiting
            and _matters(table.proposal.deal) == frozenset(_matter(agreed.content))
        }
        return self.countered(keys)

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


def _allows(dialogue: Dialogue, utterance: Utterance) -> bool:
    try:
        dialogue.check(utterance)
    except ProtocolRefusedError:
        return False
    return True


def _counters(offer: Propose, table: OpenProposal) -> bool:
    """True if a proposal counters another one.

    Made among the same powers, by one who was asked, about the same.
    """
    return _is_asked(offer, table) and not _matters(offer.deal).isdisjoint(_matters(table.proposal.deal))


def _repeats(offer: Propose, table: OpenProposal) -> bool:
    return _is_asked(offer, table) and offer.deal == table.proposal.deal


def _is_asked(offer: Propose, table: OpenProposal) -> bool:
    """True if the offer's speaker owes the same powers an answer."""
    asked = table.proposal
    return offer.speaker in table.waiting and {offer.speaker, *offer.hearers} == {asked.speaker, *asked.hearers}


def _matters(deal: Deal) -> frozenset[object]:
    """Subjects of a deal, regardless of agent and time.

    The units it orders, and everything else it holds.
    """
    contents = (deal.content,) if isinstance(deal, Agree) else tuple(commit.content for commit in deal.items)
    return frozenset(matter for content in contents for matter in _matter(content))


def _matter(content: Formula) -> Iterator[object]:
    match content:
        case And():
            for item in content.items:
                yield from _matter(item)
        case Not():
            yield from _matter(content.item)
        case Do():
            yield getattr(content.action, "unit", content.action)
        case _:
            yield content


def floor_of(protocol: str, tables: Iterable[OpenProposal] = ()) -> Floor:
    """The floor of a game with the protocol of this name.

    Raises KeyError for an unknown one.
    """
    return Floor(PROTOCOLS[protocol], tuple(tables))


def given_promise(utterance: Utterance) -> Commits | None:
    """Promise the speaker gave freely: `inform(a, b, [Commit(a, b, ϕ)])`.

    None for anything else; commitments of others that are merely reported do not count.
    """
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
