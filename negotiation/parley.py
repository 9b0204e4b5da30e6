"""The talk of a game as one value: what is said and what becomes of the orders go in, a new value and events come out.

Whoever keeps the talk of a game stores the events: the arena in memory, the site in rows. Nothing here reads a clock,
writes, or knows who may listen.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudication.notation import format_order
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power, as_power
from adjudication.rulebook import Rulebook
from negotiation import ledger
from negotiation.floor import Floor, OpenProposal, Settled, floor_of, given_promise
from negotiation.ledger import Agreement, Promise
from negotiation.terms import Agent, Deal, Utterance

__all__ = [
    "Accepted",
    "Entry",
    "Event",
    "Judged",
    "Lapsed",
    "Opened",
    "Parley",
    "Promised",
    "Unjudged",
    "parley_of",
    "present",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """An agreement and how its promises stand. key: what its keeper knows it by."""

    key: int
    agreement: Agreement
    promises: tuple[Promise, ...]

    @property
    def in_force(self) -> bool:
        """True if the state of any promise may still change."""
        return not all(promise.done for promise in self.promises)


@dataclass(frozen=True, slots=True)
class Opened:
    """A proposal was made and awaits answers."""

    table: OpenProposal


@dataclass(frozen=True, slots=True)
class Accepted:
    """One of those who were asked said yes; others are still awaited."""

    table: OpenProposal
    by: Agent


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A proposal was still open when its phase ended."""

    table: OpenProposal


@dataclass(frozen=True, slots=True)
class Promised:
    """An agreement was made. table: the proposal that all accepted; None for a promise given unasked."""

    entry: Entry
    table: OpenProposal | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The promises of an agreement were judged by the orders of a phase. entry: as they stand now."""

    entry: Entry
    before: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class Unjudged:
    """Judging an agreement failed with an error; it stands as it stood."""

    entry: Entry
    error: Exception


Event: TypeAlias = Opened | Accepted | Settled | Lapsed | Promised | Judged | Unjudged


@dataclass(frozen=True, slots=True)
class Parley:
    """The talk of a game in one phase.

    floor: the proposals that are open. entries: the agreements made so far, oldest first; a keeper may leave out those
    that are not in force and, where something is only said, all of them. next_key: for what is opened or agreed next.
    """

    floor: Floor
    position: Position
    rulebook: Rulebook
    entries: tuple[Entry, ...] = ()
    next_key: int = 1

    def said(self, utterance: Utterance) -> tuple["Parley", tuple[Event, ...]]:
        """After an utterance. Raises ProtocolRefusedError when it may not be said."""
        floor, settled = self.floor.said(utterance, self.next_key)
        after, events = replace(self, floor=floor, next_key=self.next_key + 1), list[Event]()
        for each in settled:
            events.append(each)
            if each.fate == "accepted":
                after, made = after._agreed(each.table.proposal, each.table.proposal.deal, each.table)
                events.append(made)
        open_before = {table.key: table for table in self.floor.tables}
        for table in floor.tables:
            if table.key not in open_before:
                events.append(Opened(table))
            elif table.accepted != open_before[table.key].accepted:
                events.append(Accepted(table, utterance.speaker))
        promise = given_promise(utterance)
        if promise is not None:
            after, made = after._agreed(utterance, promise, None)
            events.append(made)
        return after, tuple(events)

    def countered(self, keys: Collection[int]) -> tuple["Parley", tuple[Event, ...]]:
        """After the proposals of these keys were answered by another that follows, without a word about them."""
        floor, settled = self.floor.countered(keys)
        return replace(self, floor=floor), settled

    def judged(self, outcomes: Sequence[Outcome]) -> tuple["Parley", tuple[Event, ...]]:
        """After the orders of the phase were carried out: what was open has lapsed, promises are judged.

        An agreement that cannot be judged stops nothing: it stands as it stood, and `Unjudged` says why.
        """
        events: list[Event] = [Lapsed(table) for table in self.floor.tables]
        # Of several orders that break a promise the first is named: the same, however a keeper sorts orders.
        outcomes = sorted(outcomes, key=lambda outcome: (outcome.power, format_order(outcome.order)))
        entries: list[Entry] = []
        for entry in self.entries:
            after = entry
            if entry.in_force:
                deal = entry.agreement.deal
                try:
                    promises = ledger.judged(deal, entry.promises, self.position, outcomes, self.rulebook)
                except Exception as error:
                    events.append(Unjudged(entry, error))
                else:
                    after = replace(entry, promises=promises)
                    events.append(Judged(after, entry.promises))
            entries.append(after)
        return replace(self, floor=replace(self.floor, tables=()), entries=tuple(entries)), tuple(events)

    def _agreed(self, said: Utterance, deal: Deal, table: OpenProposal | None) -> tuple["Parley", Promised]:
        agreement = Agreement(self.position.phase, present(said), deal)
        entry = Entry(self.next_key, agreement, ledger.promises_of(deal, self.position, self.rulebook))
        return replace(self, entries=(*self.entries, entry), next_key=self.next_key + 1), Promised(entry, table)


def parley_of(protocol: str, position: Position, rulebook: Rulebook) -> Parley:
    """The talk of a game in which nothing was said yet.

    Raises KeyError for an unknown protocol.
    """
    return Parley(floor_of(protocol), position, rulebook)


def present(said: Utterance) -> tuple[Power, ...]:
    """Speaker and hearers, in alphabetical order."""
    return tuple(as_power(power) for power in sorted({said.speaker, *said.hearers}))
