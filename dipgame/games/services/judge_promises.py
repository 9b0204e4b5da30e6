"""A phase was carried out: who kept what was agreed, and what is on the table no more."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudication.outcomes import Resolution
from adjudication.powers import as_power
from dipgame.games import convert, events, press
from dipgame.games.models import Agreement, BotSpeech, GamePhase, Message, Proposal, Seat
from negotiation import ledger
from negotiation.compliance import State

__all__ = ["Judgement", "close_talk", "judge_promises"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How the promises of one agreement stand after a phase, in their order."""

    agreement: Agreement
    promises: tuple[ledger.Promise, ...]


def judge_promises(phase: GamePhase, resolution: Resolution) -> list[Judgement]:
    """Judge every agreement in force by the orders of this phase. Writes nothing.

    Whatever goes wrong with one is logged and leaves that one as it stands: no ledger may stop a game.
    """
    position, rulebook = convert.position_of(phase), convert.rulebook_of(phase.game)
    found = []
    for agreement in Agreement.objects.filter(game_id=phase.game_id, done=False).prefetch_related("promises"):
        standing = [
            ledger.Promise(
                as_power(row.power),
                press.formula_of(row.content),
                State(row.state),
                row.reason,
                row.lasting,
                row.done,
            )
            for row in agreement.promises.all()
        ]
        try:
            after = ledger.judged(press.deal_of(agreement), standing, position, resolution.outcomes, rulebook)
        except Exception:
            _log.exception("agreement %s could not be judged in %s", agreement.pk, phase.name)
        else:
            found.append(Judgement(agreement, after))
    return found


def close_talk(phase: GamePhase, judgements: Sequence[Judgement], at: datetime) -> None:
    """Fill in the ledger and clear the table, inside the transaction that ends the phase."""
    for judgement in judgements:
        for row, promise in zip(judgement.agreement.promises.all(), judgement.promises, strict=True):
            if not row.done:
                row.state, row.reason, row.done, row.judged = promise.state.value, promise.reason, promise.done, phase
                row.save(update_fields=["state", "reason", "done", "judged"])
        if all(promise.done for promise in judgement.promises):
            Agreement.objects.filter(pk=judgement.agreement.pk).update(done=True)
    lapsed = Proposal.objects.filter(phase=phase, state=Proposal.State.OPEN)
    Message.objects.filter(proposals__in=list(lapsed)).update(changed_at=at)
    lapsed.update(state=Proposal.State.CANCELLED, settled_at=at)
    BotSpeech.objects.filter(phase=phase).delete()
    if judgements:
        events.press_changed(Seat.objects.filter(game_id=phase.game_id).values_list("pk", flat=True))
