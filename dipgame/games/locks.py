"""Lock games, live phases and seats; open sheets for writing.

Locks are taken in the order of `dipgame.transactions.Step`, each only when needed. Whoever changes seats or the status
of a game locks the game; whoever changes sheets locks the phase. No keys are locked: rows that point to a game or a
phase are written meanwhile, else two could wait for each other. On SQLite a transaction has the one write lock from its
beginning, which comes to the same.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from dipgame.games import clock, convert
from dipgame.games.errors import Late, Malformed, NotRunning, NotSeated
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase
from dipgame.games.queue import RESOLVE_PHASE, enqueue
from dipgame.transactions import Step, atomic, hold, lock, made

__all__ = [
    "OpenSheet",
    "check_complete",
    "lock_game",
    "lock_games",
    "lock_live_phase",
    "lock_phase",
    "lock_seat",
    "lock_vote",
    "made_game",
    "open_sheet",
]


_PHASE: Final = 1
_LIVE: Final = (GamePhase.Status.OPEN, GamePhase.Status.CLAIMED)


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A sheet that may be written, with what the rules need to judge it. Its phase row is locked."""

    game: Game
    phase: GamePhase
    sheet: SeatPhase
    power: Power
    position: Position
    rulebook: Rulebook


@contextmanager
def open_sheet(seat: Seat, phase_name: str) -> Iterator[OpenSheet]:
    """A transaction in which the seat's sheet for the phase may be changed.

    Raises Malformed when `phase_name` is no phase, NotRunning before and after the game, Late when
    the phase is not, or no longer, open to orders.
    """
    try:
        wanted = parse_phase(phase_name)
    except ValueError as error:
        raise Malformed(f"{error}.") from None
    with atomic():
        phase = lock_live_phase(seat.game_id)
        if phase is None:
            raise NotRunning(_why_not_running(Game.objects.get(pk=seat.game_id)))
        if phase.name != str(wanted):
            live = convert.phase_of(phase)
            when = "is over" if wanted.sort_key < live.sort_key else "has not come yet"
            raise Late(f"{wanted.title} {when}; the game is in {live.title}.")
        if phase.status != GamePhase.Status.OPEN or phase.deadline is None or phase.deadline <= clock.now():
            raise Late(f"The time for orders in {wanted.title} is over; they are being resolved.")
        sheet = SeatPhase.objects.filter(phase=phase, seat=seat).first()
        if sheet is None:
            raise NotSeated("You hold no seat in this phase.")
        yield OpenSheet(
            game=phase.game,
            phase=phase,
            sheet=sheet,
            power=convert.power_of(seat),
            position=convert.position_of(phase),
            rulebook=convert.rulebook_of(phase.game),
        )


def lock_game(game_id: int) -> Game:
    """The game's row, locked until the end of the transaction."""
    return lock(Game.objects.all(), Step.GAME, game_id).get(pk=game_id)


def lock_games(game_ids: Iterable[int]) -> list[Game]:
    """The rows of several games, locked with their live phases, before any of them is changed: what happens in one is
    counted where others count, too, and nobody may wait for a game after that."""
    found = []
    for game_id in sorted(game_ids):
        found.append(lock_game(game_id))
        lock_live_phase(game_id)
    return found


def made_game(game: Game) -> None:
    """Note that the game is new in this transaction, and all its rows with it: nobody can hold them before it ends."""
    made(Step.GAME, game.pk)
    made(Step.GAME, game.pk, _PHASE)


def lock_seat(seat_id: int) -> Seat | None:
    """The seat's row, locked until the end of the transaction; None where it is gone."""
    return lock(Seat.objects.all(), Step.SEAT, seat_id).filter(pk=seat_id).first()


def lock_live_phase(game_id: int) -> GamePhase | None:
    """The row of the phase now played, locked until the end of the transaction, or None."""
    rows = lock(GamePhase.objects.select_related("game"), of=("self",))
    live_rows = rows.filter(game_id=game_id, status__in=_LIVE)
    # If we waited for the lock while the phase was being resolved, PostgreSQL finds the old row not live
    # any more and does not see the new one yet; asked a second time it does.
    found = live_rows.first() or live_rows.first()
    if found is not None:
        hold(Step.GAME, game_id, _PHASE)
    return found


def lock_vote(seat: Seat, phase_name: str) -> tuple[Game, GamePhase]:
    """The game and its phase for a vote in that phase, locked until the end of the transaction.

    Raises NotRunning before and after the game, Late when the phase is not, or no longer, open.
    """
    game = lock_game(seat.game_id)
    phase = lock_live_phase(game.pk)
    if phase is None:
        raise NotRunning("You can vote only while the game is played; it has not begun, or is over.")
    if phase.name != phase_name or phase.status != GamePhase.Status.OPEN or clock.deadline_in(phase) <= clock.now():
        raise Late("That phase is over; vote again in this one.")
    return game, phase


def lock_phase(phase_id: int) -> GamePhase | None:
    """Lock this phase's row, read with its game.

    Until the end of the transaction. None if it is not played now.
    """
    rows = lock(GamePhase.objects.select_related("game"), of=("self",))
    found = rows.filter(pk=phase_id, status__in=_LIVE).first()
    if found is not None:
        hold(Step.GAME, found.game_id, _PHASE)
    return found


def check_complete(phase: GamePhase) -> bool:
    """Have the phase resolved, once it may close, if nothing is awaited from any seat any more; says whether it is so.

    Call it with the phase locked: of two last seats, the second then sees the first.
    """
    awaited = SeatPhase.objects.filter(phase=phase, must_decide=True, ready=False)
    if phase.status != GamePhase.Status.OPEN or awaited.exists():
        return False
    enqueue(RESOLVE_PHASE, phase.pk, phase.closes_at)
    return True


def _why_not_running(game: Game) -> str:
    if game.status == Game.Status.OPEN:
        return "The game has not begun yet; it begins when every seat is taken."
    return "The game is over; its phases can be looked at, not changed."
