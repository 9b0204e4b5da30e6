"""The time of a movement phase is over and somebody wrote nothing: what happens before it is resolved."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, convert
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Absence, Game, GamePhase, Notification, Seat, SeatPhase
from dipgame.games.services.close_game import MISSED_LIMIT, abandon
from dipgame.games.services.move_deadline import move_deadline
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, notify
from dipgame.games.services.vacate_seat import person_of, vacate_seat
from dipgame.prepared import PreparedValues
from dipgame.transactions import atomic

__all__ = ["mind_absence"]


def mind_absence(phase_id: int) -> bool:
    """See to the people who missed this phase; says whether it is put off, or the game closed, because of them.

    Where others wait, a first time is excused with more time (`clock.excuse_of`); the next time a bot takes the seat
    and plays this very phase. Where nobody else waits the phase begins anew, until the people have missed
    `MISSED_LIMIT` phases and the game is closed.
    """
    found = _missed.rows(phase=phase_id, now=clock.now())
    if not found:
        return False
    with atomic():
        game = lock_game(found[0][0])
        phase = lock_live_phase(game.pk)
        if phase is None or phase.pk != phase_id or not _is_over(phase):
            return False
        silent = _silent(phase)
        if not silent:
            return False
        if _awaited(phase).count() == len(silent):
            _wait_for_anybody(game, phase, silent)
        else:
            _excuse_or_replace(game, phase, silent)
    return True


def _missed_phases(phase: int, now: datetime) -> QuerySet[GamePhase, Any]:
    """Game of the phase, if overdue without a person's orders."""
    over = GamePhase.objects.filter(pk=phase, status=GamePhase.Status.OPEN, name__endswith="M", deadline__lte=now)
    return over.filter(Exists(_silent_sheets().filter(phase=OuterRef("pk")))).values_list("game_id")


_missed: Final = PreparedValues(_missed_phases, phase=int, now=datetime)


def _is_over(phase: GamePhase) -> bool:
    open_to_orders = phase.status == GamePhase.Status.OPEN and phase.deadline is not None
    return phase.name.endswith("M") and open_to_orders and clock.deadline_in(phase) <= clock.now()


def _awaited(phase: GamePhase) -> QuerySet[Seat]:
    return Seat.objects.filter(sheets__phase=phase, sheets__must_decide=True, user__isnull=False)


def _silent(phase: GamePhase) -> list[Seat]:
    """The seats of people who neither wrote nor said ready."""
    sheets = _silent_sheets().filter(phase=phase)
    return [sheet.seat for sheet in sheets.select_related("seat__user").order_by("seat__power")]


def _silent_sheets() -> QuerySet[SeatPhase]:
    return SeatPhase.objects.filter(must_decide=True, ready=False, orders={}, seat__user__isnull=False)


def _wait_for_anybody(game: Game, phase: GamePhase, silent: Sequence[Seat]) -> None:
    """Only bots wait: the people may come back to the board they left."""
    Seat.objects.filter(pk__in=[seat.pk for seat in silent]).update(missed=F("missed") + 1)
    if all(seat.missed + 1 >= MISSED_LIMIT for seat in silent):
        abandon(game, phase)
        return
    until = move_deadline(game, phase, clock.now() + clock.phase_length(game, convert.phase_of(phase)))
    note(game, f"Nobody wrote orders; the game waits until {clock.mark(until)}.")
    if len(silent) > 1:  # who plays with bots alone knows
        _tell(game, phase, silent, "Nobody wrote orders; the game waits")


def _excuse_or_replace(game: Game, phase: GamePhase, silent: Sequence[Seat]) -> None:
    at, away = clock.now(), [person_of(seat).pk for seat in silent]
    excused = [seat for seat in silent if seat.excuses > 0]
    until = move_deadline(game, phase, at + (clock.excuse_of(game) if excused else clock.CARETAKER_TIME))
    _tell(game, phase, excused, "You wrote no orders. The phase waits for you once, before a bot takes over,")
    for seat in silent:
        name = POWER_NAMES[as_power(seat.power)]
        if seat in excused:
            Seat.objects.filter(pk=seat.pk).update(excuses=F("excuses") - 1, missed=F("missed") + 1)
            Absence.objects.create(user=person_of(seat), game=game, kind=Absence.Kind.MISSED, at=at)
            note(
                game,
                f"{name} has written no orders. The phase waits once, until {clock.mark(until)}; "
                "after that a bot takes over.",
                tell=When.INBOX,
                but=away,
            )
        else:
            person = person_of(seat)
            vacate_seat(game, seat, Absence.Kind.REPLACED)
            words = f"You stayed away, and a bot holds {name}. Take the seat back whenever you like."
            notify(game, {person.pk: words}, Notification.Kind.SEAT, f"held:{phase.pk}", when=When.AT_ONCE)
            words = f"{name} stayed away. A bot holds the seat and keeps its promises; the player can take it back."
            note(game, words, tell=When.INBOX, but=away)


def _tell(game: Game, phase: GamePhase, seats: Sequence[Seat], words: str) -> None:
    """Tell these people up to when they are waited for, each by their own clock."""
    until = clock.deadline_in(phase)
    each = {person_of(seat).pk: f"{words} until {clock.mark(until)}." for seat in seats}
    when = When.INBOX if clock.is_live(game) else When.AT_ONCE
    notify(game, each, Notification.Kind.SEAT, f"waits:{phase.pk}:{until.timestamp()}", when=when)
