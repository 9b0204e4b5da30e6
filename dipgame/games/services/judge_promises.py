"""A phase was carried out: who kept what was agreed, and what is on the table no more."""

from collections.abc import Sequence
from datetime import datetime

from adjudication.outcomes import Resolution
from dipgame.games import events, queries, talk
from dipgame.games.models import BotSpeech, GamePhase, Seat
from dipgame.games.numbers import new_number
from dipgame.games.services.store_talk import store_talk
from negotiation.parley import Event

__all__ = ["close_talk", "judge_promises"]


def judge_promises(phase: GamePhase, resolution: Resolution) -> tuple[Event, ...]:
    """Events in the talk caused by this phase's orders.

    Proposals lapse, promises are kept or broken. Writes nothing.
    """
    _, happened = talk.parley_in(phase, entries=talk.entries_in_force(phase)).judged(resolution.outcomes)
    return happened


def close_talk(phase: GamePhase, happened: Sequence[Event], at: datetime) -> None:
    """Fill in the ledger and clear the table, inside the transaction that ends the phase."""
    if happened:
        store_talk(phase, happened, at, new_number(after=queries.newest_number(phase.game_id)))
    BotSpeech.objects.filter(phase=phase).delete()
    if happened:
        events.press_changed(Seat.objects.filter(game_id=phase.game_id).values_list("pk", flat=True))
