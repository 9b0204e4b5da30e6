"""Finds everything that is due, from the database alone: what makes a game go on when messages or workers are lost."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from dipgame.games import clock
from dipgame.games.errors import Refused
from dipgame.games.models import BotSpeech, BotState, Game, GamePhase, Hearing, SeatPhase
from dipgame.games.queue import HEAR, PLAY_BOT, RESOLVE_PHASE, SPEAK, enqueue
from dipgame.games.services.fill_seats import fill_seats
from dipgame.games.services.play_bot import mark_late

__all__ = ["Swept", "sweep"]


@dataclass(frozen=True, slots=True)
class Swept:
    """How much was due: phases to resolve, games to fill, bots asked again, bots given up as late, bots that speak."""

    phases: int = 0
    filled: int = 0
    asked: int = 0
    late: int = 0
    spoken: int = 0


def sweep() -> Swept:
    """Queue what is due. Harmless to run at any time and twice at once."""
    return Swept(
        filled=_fill(),
        asked=_ask_again() + _ask_the_lost() + _ask_to_hear(),
        late=_give_up(),
        spoken=_due_speeches(),
        phases=_due_phases(),
    )


def _fill() -> int:
    """Bots take the empty seats of games whose time for that has come."""
    games = Game.objects.filter(status=Game.Status.OPEN, fill_at__lte=clock.now()).exclude(fill_bot="")
    filled = 0
    for game in games:
        try:
            fill_seats(game, game.fill_bot)
        except Refused:  # cancelled a moment ago, or its bot is not on offer any more: it waits for people
            continue
        filled += 1
    return filled


def _due_phases() -> int:
    """Phases past their deadline, phases in which nothing is awaited, and claims of workers that died."""
    at = clock.now()
    awaited = SeatPhase.objects.filter(phase=OuterRef("pk"), must_decide=True, ready=False)
    due = Q(status=GamePhase.Status.OPEN) & (Q(deadline__lte=at) | ~Exists(awaited))
    stuck = Q(status=GamePhase.Status.CLAIMED, claimed_at__lte=at - clock.CLAIM_LEASE)
    found = list(GamePhase.objects.filter(due | stuck).values_list("pk", flat=True))
    for phase_id in found:
        enqueue(RESOLVE_PHASE, phase_id)
    return len(found)


def _ask_again() -> int:
    """Bots that nobody has started yet: the message may be lost."""
    at = clock.now()
    unasked = Q(bot_asked=None) | Q(bot_asked__lte=at - clock.ASK_AGAIN)
    waiting = SeatPhase.objects.filter(
        unasked, bot_state=BotState.WAITING, bot_since__lte=at - clock.ASK_AGAIN, phase__status=GamePhase.Status.OPEN
    )
    return sum(_ask(sheet, bot_asked=at) for sheet in waiting)


def _ask_the_lost() -> int:
    """Bots that think for too long: their worker is lost. Once in a phase another is asked; `_give_up` has the rest."""
    lost = SeatPhase.objects.filter(_lost(), bot_lost=False, phase__status=GamePhase.Status.OPEN)
    return sum(_ask(sheet, bot_state=BotState.WAITING, bot_since=clock.now(), bot_lost=True) for sheet in lost)


def _ask(sheet: SeatPhase, **change: object) -> bool:
    """Ask the bot of a sheet, unless something else happened to it; says whether it was so."""
    with transaction.atomic():
        still = SeatPhase.objects.filter(
            pk=sheet.pk, bot_state=sheet.bot_state, bot_since=sheet.bot_since, bot_asked=sheet.bot_asked
        )
        asked = bool(still.update(**change))
        if asked:
            enqueue(PLAY_BOT, sheet.pk)
    return asked


def _lost() -> Q:
    """Sheets whose bot thinks for longer than any bot may."""
    return Q(bot_state=BotState.THINKING, bot_since__lte=clock.now() - clock.thinking_limit())


def _give_up() -> int:
    """Bots that think for too long once more, and bots that no worker has taken up while people wait for them."""
    person = SeatPhase.objects.filter(phase=OuterRef("phase"), bot_state=BotState.NONE, must_decide=True, ready=False)
    patience = clock.now() - clock.PATIENCE_WITH_BOTS
    unasked = Q(bot_state=BotState.WAITING, bot_since__lte=patience) & ~Exists(person)
    late = SeatPhase.objects.filter(_lost() & Q(bot_lost=True) | unasked, phase__status=GamePhase.Status.OPEN)
    return sum(mark_late(sheet) for sheet in late.select_related("seat", "phase__game"))


def _due_speeches() -> int:
    """What bots have to say now."""
    due = list(BotSpeech.objects.filter(due_at__lte=clock.now()).values_list("pk", flat=True))
    for speech_id in due:
        enqueue(SPEAK, speech_id)
    return len(due)


def _ask_to_hear() -> int:
    """Bots that nobody told what they are to hear, and those whose worker was lost over it: these once more."""
    at = clock.now()
    stuck = Hearing.objects.filter(state=Hearing.State.THINKING, since__lte=at - clock.thinking_limit())
    stuck.filter(lost=True).update(state=Hearing.State.DONE, since=at, error="late: it was not heard of again.")
    again = set(stuck.values_list("pk", flat=True))
    stuck.filter(pk__in=again).update(state=Hearing.State.WAITING, since=at, lost=True)
    waiting = Hearing.objects.filter(state=Hearing.State.WAITING)
    due = waiting.filter(Q(since__lte=at - clock.ASK_AGAIN) | Q(pk__in=again))
    seats = set(due.values_list("seat_id", flat=True))
    due.update(since=at)
    for seat_id in seats:
        enqueue(HEAR, seat_id)
    return len(seats)
