"""Votes on the end of a game that are given in the talk: an accepted draw, or an accepted win of one power."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from adjudication.position import Position
from adjudication.powers import Power, as_power
from negotiation.compliance import is_due
from negotiation.diplomacy import Drw, Slo
from negotiation.floor import OpenProposal, Settled
from negotiation.parley import Accepted, Event, Promised
from negotiation.terms import Agree, And, Deal, Formula

__all__ = [
    "EndVote",
    "end_contents",
    "end_refusals",
    "end_votes",
    "is_about_end",
    "powers_left",
    "sharers_of",
    "withdrawn_from",
]


@dataclass(frozen=True, slots=True)
class EndVote:
    """A power's vote for these powers to share the game (one: that it has won). proposal: the key of what it
    accepted, or made and others accepted."""

    power: Power
    sharers: frozenset[Power]
    proposal: int


def powers_left(position: Position) -> frozenset[Power]:
    """The powers with a unit, standing or dislodged, or a center."""
    units = {unit.power for unit in position.units} | {each.unit.power for each in position.dislodged}
    return frozenset(units | set(position.centers.values()))


def end_refusals(events: Iterable[Event], speaker: Power, position: Position) -> list[EndVote]:
    """Votes on the end that the speaker has just refused."""
    refused = [event.table for event in events if isinstance(event, Settled) and event.fate == "rejected"]
    found = [
        EndVote(speaker, sharers, table.key)
        for table in refused
        for _, sharers in end_contents(table.proposal.deal, position)
        if sharers != {speaker}
    ]
    return list(dict.fromkeys(found))


def is_about_end(content: Formula) -> bool:
    """True if this is a draw, or that a power wins alone."""
    return isinstance(content, Drw | Slo)


def end_contents(deal: Deal, position: Position) -> Iterator[tuple[Power, frozenset[Power]]]:
    """Votes on the end in a deal: voter, and sharing powers.

    A deal for a later time is not a vote yet; nobody votes for its own win.
    """
    if isinstance(deal, Agree):
        bound = [(power, deal.content, deal.time) for power in deal.agents]
    else:
        bound = [(commit.agent, commit.content, commit.time) for commit in deal.items]
    for power, content, time in bound:
        for part in _parts(content):
            sharers = sharers_of(part, powers_left(position))
            if sharers and sharers != {power} and is_due(time, position):
                yield as_power(power), sharers


def end_votes(events: Iterable[Event], position: Position) -> list[EndVote]:
    """The votes in what happened in the talk: of those who accepted, and of who proposed it once one has."""
    found: dict[EndVote, None] = {}
    for event in events:
        table: OpenProposal | None = None
        if isinstance(event, Accepted) or (isinstance(event, Promised) and event.table is not None):
            table = event.table
        if table is None:
            continue
        agreed = {table.proposal.speaker, *table.accepted}
        for power, sharers in end_contents(table.proposal.deal, position):
            if power in agreed:
                found[EndVote(power, sharers, table.key)] = None
    return list(found)


def withdrawn_from(events: Iterable[Event]) -> set[int]:
    """The keys of proposals that came to nothing: votes given by them count no more."""
    return {event.table.key for event in events if isinstance(event, Settled) and event.fate != "accepted"}


def _parts(content: Formula) -> Sequence[Formula]:
    return [each for item in content.items for each in _parts(item)] if isinstance(content, And) else [content]


def sharers_of(content: Formula, alive: Collection[Power]) -> frozenset[Power]:
    """The powers that share the game by a draw or a win, alive being left on the board; none for anything else."""
    match content:
        case Drw():
            return frozenset(as_power(power) for power in content.powers) or frozenset(alive)
        case Slo():
            return frozenset({content.power})
        case _:
            return frozenset()
