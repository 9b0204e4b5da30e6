"""Store events of `negotiation.parley` as rows; nothing else stores them."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from dipgame.games import talk
from dipgame.games.models import Agreement, GamePhase, Message, Promise, Proposal
from dipgame.games.numbers import new_number
from negotiation.diplomacy import DIPLOMACY
from negotiation.floor import OpenProposal, Settled
from negotiation.parley import Accepted, Event, Judged, Lapsed, Opened, Promised, Unjudged
from negotiation.printer import format_formula, format_term

__all__ = ["store_talk"]

_log = logging.getLogger(__name__)


def store_talk(
    phase: GamePhase, events: Sequence[Event], at: datetime, number: int, message: Message | None = None
) -> None:
    """Write the events, oldest first, inside the caller's transaction. number: what messages that change by them bear
    (`dipgame.games.numbers`). message: what was said, where something was.

    Their tables bear the ids of proposals, or a key of the event that opened them.
    """
    opened: dict[int, int] = {}
    for event in events:
        match event:
            case Opened(table):
                opened[table.key] = _open(phase, _said(message), table).pk
            case Accepted(table):
                _change(table, opened, number)
            case Settled(table, fate):
                _change(table, opened, number, state=fate, settled_at=at)
            case Lapsed(table):
                _change(table, opened, number, state=Proposal.State.CANCELLED, settled_at=at)
            case Promised():
                _agree(phase, _said(message), event, opened)
            case Judged():
                _judge(phase, event)
            case Unjudged(entry, error):
                _log.error("agreement %s could not be judged in %s", entry.key, phase.name, exc_info=error)
            case _:  # pragma: no cover - mypy proves it
                assert_never(event)


def _said(message: Message | None) -> Message:
    if message is None:
        raise ValueError("a proposal or an agreement is made by a message")
    return message


def _open(phase: GamePhase, message: Message, table: OpenProposal) -> Proposal:
    return Proposal.objects.create(message=message, phase=phase, term=format_term(table.proposal, DIPLOMACY))


def _change(table: OpenProposal, opened: dict[int, int], number: int, **settled: object) -> None:
    key = opened.get(table.key, table.key)
    Proposal.objects.filter(pk=key).update(accepted=list(table.accepted), **settled)
    Message.objects.filter(proposals=key).update(change=number)


def _agree(phase: GamePhase, message: Message, made: Promised, opened: dict[int, int]) -> None:
    """An agreement and its promises, as new lines of the ledger."""
    agreement = Agreement.objects.create(
        game_id=phase.game_id,
        message=message,
        proposal_id=None if made.table is None else opened.get(made.table.key, made.table.key),
        phase=phase,
        between=talk.between(made.entry.agreement.powers),
        deal=format_formula(made.entry.agreement.deal, DIPLOMACY),
    )
    Promise.objects.bulk_create(
        Promise(
            id=new_number(),
            agreement=agreement,
            index=index,
            power=promise.agent,
            content=format_formula(promise.content, DIPLOMACY),
            lasting=promise.lasting,
        )
        for index, promise in enumerate(made.entry.promises)
    )


def _judge(phase: GamePhase, judged: Judged) -> None:
    """Update the promises of an agreement; finished ones stay as they were."""
    for index, (before, promise) in enumerate(zip(judged.before, judged.entry.promises, strict=True)):
        if not before.done:
            Promise.objects.filter(agreement=judged.entry.key, index=index).update(
                state=promise.state.value, reason=promise.reason, done=promise.done, judged=phase
            )
    if not judged.entry.in_force:
        Agreement.objects.filter(pk=judged.entry.key).update(done=True)
