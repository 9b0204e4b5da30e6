"""The last phase is taken back: the board before it is played again, with the orders and the talk there were."""

from typing import TYPE_CHECKING

from django.db.models import F

from adjudication.phase import parse_phase
from dipgame.games import clock, convert, events, queries, talk
from dipgame.games.errors import Late, NotRunning
from dipgame.games.locks import check_complete, lock_game, lock_live_phase
from dipgame.games.models import (
    Agreement,
    BotState,
    Game,
    GamePhase,
    Hearing,
    Message,
    Promise,
    Proposal,
    Seat,
    SeatPhase,
)
from dipgame.games.numbers import new_number
from dipgame.games.queue import HEAR, PLAY_BOT, enqueue
from dipgame.games.services.forget_phase import forget_phase
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, tell_phase_again
from dipgame.games.services.store_talk import store_talk
from dipgame.transactions import atomic
from negotiation.parley import Judged

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["undo_phase"]

_UNDONE = "It was agreed in a phase that was taken back."


def undo_phase(game: Game, phase_name: str, actor: "User | None" = None) -> GamePhase:
    """Take back what happened since the phase of this name, the last one with something to decide for a person, and
    play it anew; returns it.

    Its orders stand and can be changed, its proposals are open again, and promises are judged as they were before it.
    Messages since stays to be read, and what was agreed since counts no more; bots remember nothing of it. The
    phase has its full time again. Raises NotRunning where nothing can be taken back, and Late where another phase is
    the last one by now, or is just being resolved.
    """
    with atomic():
        game = lock_game(game.pk)
        live = lock_live_phase(game.pk)
        if live is None or game.status != Game.Status.RUNNING:
            raise NotRunning("Only a phase of a game that is played can be taken back.")
        if live.status != GamePhase.Status.OPEN:
            raise Late("The phase is just being resolved; look again in a moment.")
        back_to = queries.undoable(game)
        if back_to is None:
            raise NotRunning("Nothing has happened in this game yet that could be taken back.")
        if back_to.name != phase_name:
            raise Late(f"The phase to go back to is now {parse_phase(back_to.name).title}; look at it first.")
        forget_phase(game, live, "was taken back")
        _take_talk_back(game, back_to)
        GamePhase.objects.filter(game=game, index__gt=back_to.index).delete()
        phase = _open_again(game, back_to)
        note(
            game,
            f"{convert.phase_of(phase).title} is played again: its result was taken back. Orders and messages "
            "are kept; later agreements no longer count.",
            actor,
            tell=When.UNLESS_SEEN,
            by_staff=bool(actor),
        )
        game.undone = F("undone") + 1
        game.save(update_fields=["undone"])
        events.game_changed(game, "phase")
        events.press_changed(game.seats.values_list("pk", flat=True))
        check_complete(phase)
    return phase


def _take_talk_back(game: Game, back_to: GamePhase) -> None:
    """The talk as it stood before the phase was resolved."""
    at, number = clock.now(), new_number(after=queries.newest_number(game.pk))
    later = Message.objects.filter(game=game, phase__index__gt=back_to.index)
    said = list(later.values_list("pk", flat=True))
    Proposal.objects.filter(message__in=said, state=Proposal.State.OPEN).update(
        state=Proposal.State.CANCELLED, settled_at=at
    )
    Proposal.objects.filter(message__in=said).update(phase=back_to)
    made = Agreement.objects.filter(message__in=said)
    Promise.objects.filter(agreement__in=made).update(
        state=Promise.State.VOID, reason=_UNDONE, done=True, judged=back_to
    )
    made.update(phase=back_to, done=True)
    later.update(phase=back_to, undone=True, change=number)
    _unjudge(game, back_to, number)
    lapsed = Proposal.objects.filter(
        phase=back_to, state=Proposal.State.CANCELLED, settled_at=back_to.resolved_at, message__undone=False
    )
    Message.objects.filter(pk__in=list(lapsed.values_list("message", flat=True))).update(change=number)
    lapsed.update(state=Proposal.State.OPEN, settled_at=None)


def _unjudge(game: Game, back_to: GamePhase, number: int) -> None:
    """Reset judgements of that phase and later; judge again by earlier phases."""
    judged = Promise.objects.filter(
        agreement__game=game, judged__index__gte=back_to.index, agreement__message__undone=False
    )
    agreements = list(Agreement.objects.filter(promises__in=judged).distinct().values_list("pk", flat=True))
    Promise.objects.filter(agreement__in=agreements).update(
        state=Promise.State.OPEN, reason="", done=False, judged=None
    )
    Agreement.objects.filter(pk__in=agreements).update(done=False)
    rows = Agreement.objects.filter(pk__in=agreements)
    first = rows.order_by("phase__index").values_list("phase__index", flat=True).first()
    if first is None:
        return
    for phase in GamePhase.objects.filter(game=game, index__gte=first, index__lt=back_to.index).order_by("index"):
        known = set(rows.filter(phase__index__lte=phase.index).values_list("pk", flat=True))
        entries = [entry for entry in talk.entries_in_force(phase) if entry.key in known]
        _, happened = talk.parley_in(phase, tables=[], entries=entries).judged(convert.outcomes_of(phase))
        store_talk(phase, [event for event in happened if isinstance(event, Judged)], clock.now(), number)


def _open_again(game: Game, phase: GamePhase) -> GamePhase:
    """Orders stand; people say anew that they are ready, and bots that gave none are asked again."""
    at = clock.now()
    decided = Seat.objects.filter(sheets__phase=phase, sheets__must_decide=True, user__isnull=False, missed__gt=0)
    silent = list(decided.filter(sheets__phase=phase, sheets__ready=False, sheets__orders={}))
    Seat.objects.filter(pk__in=[seat.pk for seat in silent]).update(missed=F("missed") - 1)
    phase.status, phase.outcomes, phase.resolved_at, phase.claim, phase.claimed_at = (
        GamePhase.Status.OPEN,
        None,
        None,
        None,
        None,
    )
    phase.opened_at, phase.deadline = at, clock.deadline_of(game, convert.phase_of(phase), at)
    phase.closes_at, phase.graced = None, False
    phase.number = new_number(after=queries.newest_number(game.pk))
    phase.save()
    for sheet in SeatPhase.objects.filter(phase=phase).select_related("seat").defer("memory", "talk_memory"):
        asks = bool(sheet.seat.bot) and sheet.must_decide and sheet.bot_state != BotState.OK
        if asks:
            sheet.bot_state, sheet.bot_since, sheet.bot_error = BotState.WAITING, at, ""
        elif not sheet.seat.bot:
            sheet.bot_state, sheet.bot_since = BotState.NONE, None
        sheet.ready = not sheet.must_decide or sheet.seat.is_free or (bool(sheet.seat.bot) and not asks)
        sheet.bot_lost = False
        sheet.save(update_fields=["bot_state", "bot_since", "bot_error", "bot_lost", "ready"])
        if asks:
            enqueue(PLAY_BOT, sheet.pk)
    Hearing.objects.filter(phase=phase, state=Hearing.State.THINKING).update(state=Hearing.State.WAITING, since=at)
    for seat_id in Hearing.objects.filter(phase=phase, state=Hearing.State.WAITING).values_list("seat", flat=True):
        enqueue(HEAR, seat_id)
    tell_phase_again(game, phase)
    return phase
