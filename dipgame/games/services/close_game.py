"""A game ends: won, drawn, abandoned or cancelled."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from adjudication.position import Position
from adjudication.powers import Power
from adjudication.victory import verdict
from dipgame.games import clock, convert, events, queries, talk
from dipgame.games.errors import NotRunning
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Agreement, BotState, Game, GamePhase, OfThePhase, Promise, SeatPhase, anew
from dipgame.games.numbers import new_number
from dipgame.games.services.keep_ending import keep_ending
from dipgame.games.services.note import note
from dipgame.games.services.notify import tell_game_over
from dipgame.transactions import atomic
from negotiation.ending import is_about_end, sharers_of
from negotiation.ledger import LAPSED

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MISSED_LIMIT", "abandon", "abandon_if_alone", "agree", "cancel_game", "close_if_over", "resign"]

MISSED_LIMIT: Final = 4
"""Phases in a row that every person on the board must miss before the game is closed."""


def close_if_over(game: Game, index: int, position: Position, at: datetime) -> bool:
    """End the game if `position`, the board after the phase just resolved, ends it; says whether it does.

    Inside the caller's transaction, which holds the game's lock. The rules come
    first (a solo, the last year), then the absence of everybody who played.
    """
    result, winner = _result(game, position)
    if result == Game.Result.NONE:
        return False
    GamePhase.objects.create(
        game=game,
        index=index,
        number=new_number(after=queries.newest_number(game.pk)),
        name=str(position.phase),
        status=GamePhase.Status.FINAL,
        position=convert.position_row(position),
        opened_at=at,
    )
    _finish(game, result, winner, at)
    return True


def abandon_if_alone(game: Game) -> bool:
    """End a running game in which nobody who still has a unit or a center is a person; says whether it did.

    Inside the caller's transaction, which holds the game's lock.
    """
    phase = lock_live_phase(game.pk)
    if phase is None or _people_left(game, convert.position_of(phase)):
        return False
    abandon(game, phase)
    return True


def abandon(game: Game, phase: GamePhase) -> None:
    """End a running game that everybody left. Inside the caller's transaction, which holds both locks."""
    _end_phase(phase)
    _finish(game, Game.Result.ABANDONED, "", clock.now())


def resign(game: Game, phase: GamePhase) -> None:
    """End a running game that its one person does not play on; the seat stays theirs. Inside the caller's transaction,
    which holds both locks."""
    _end_phase(phase)
    _finish(game, Game.Result.RESIGNED, "", clock.now())


def agree(game: Game, phase: GamePhase, sharers: tuple[Power, ...]) -> None:
    """End a running game as all agreed: drawn by these powers or, where it is one, conceded to it. Inside the caller's
    transaction, which holds both locks."""
    _end_phase(phase)
    _settle_end_promises(game, phase, frozenset(sharers))
    if len(sharers) == 1:
        _finish(game, Game.Result.CONCEDED, sharers[0], clock.now())
    else:
        _finish(game, Game.Result.DRAW, "", clock.now(), " ".join(sharers))


def cancel_game(game: Game, actor: "User | None" = None, words: str = "") -> None:
    """Call a game off, waiting or running. actor, words: who did it and why, for the log. Raises NotRunning when it is
    over already."""
    with atomic():
        game = lock_game(game.pk)
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotRunning("This game is over already.")
        if game.status == Game.Status.OPEN:
            events.lobby_changed(game)
        phase = lock_live_phase(game.pk)
        if phase is not None:
            _end_phase(phase)
        game.status, game.finished_at = Game.Status.CANCELLED, clock.now()
        game.save(update_fields=["status", "finished_at"])
        if actor is not None:
            note(game, f"The game was called off: {words.rstrip('.') or 'no reason was given'}.", actor, by_staff=True)
        tell_game_over(game, words.rstrip("."))
        events.game_changed(game, "status")


def _result(game: Game, position: Position) -> tuple[Game.Result, str]:
    end = verdict(position, convert.rulebook_of(game))
    if end is not None:
        return (Game.Result.DRAW, "") if end.winner is None else (Game.Result.SOLO, end.winner)
    if any(not seat.bot for seat in game.seats.all()) and not _people_left(game, position):
        return Game.Result.ABANDONED, ""
    return Game.Result.NONE, ""


def _people_left(game: Game, position: Position) -> bool:
    """True if any person is on the board and not long absent."""
    alive = queries.powers_on_board(position)
    here = [seat for seat in game.seats.all() if seat.user_id is not None and seat.missed < MISSED_LIMIT]
    return any(seat.power in alive for seat in here)


def _settle_end_promises(game: Game, phase: GamePhase, sharers: frozenset[Power]) -> None:
    """Mark agreements on this very end as kept, and agreements on any other end as lapsed."""
    alive = queries.powers_on_board(convert.position_of(phase))
    for row in Promise.objects.filter(agreement__game=game, done=False).select_related("agreement"):
        content = convert.readable(row, lambda row=row: talk.formula_of(row.content), None)  # type: ignore[misc]
        if content is None or not is_about_end(content):
            continue
        is_so = sharers_of(content, alive) == sharers
        row.state = Promise.State.KEPT if is_so else Promise.State.VOID
        row.reason, row.done, row.judged = "The game ended so." if is_so else LAPSED, True, phase
        row.save(update_fields=["state", "reason", "done", "judged"])
        if not Promise.objects.filter(agreement=row.agreement_id, done=False).exists():
            Agreement.objects.filter(pk=row.agreement_id).update(done=True)


def _end_phase(phase: GamePhase) -> None:
    """The board now played becomes the last one; a worker that is resolving it will find its claim gone."""
    phase.status, phase.deadline, phase.claim, phase.claimed_at = GamePhase.Status.FINAL, None, None, None
    phase.number = new_number(after=queries.newest_number(phase.game_id))
    phase.save(update_fields=["status", "deadline", "claim", "claimed_at", "number"])
    SeatPhase.objects.filter(phase=phase, bot_state__in=[BotState.WAITING, BotState.THINKING]).update(
        bot_state=BotState.NONE
    )


def _finish(game: Game, result: Game.Result, winner: str, at: datetime, sharers: str = "") -> None:
    game.had_guests = (
        game.seats.filter(user__is_guest=True).exists() or game.absences.filter(user__is_guest=True).exists()
    )
    if game.started_at is not None:
        at = max(at, game.started_at)  # the clock of the machine may have gone back since
    game.status, game.result, game.winner, game.finished_at = Game.Status.FINISHED, result, winner, at
    game.sharers = sharers
    if game.faces == "all" and game.seats.filter(user__isnull=False).exists():
        game.poll_until = at + clock.POLL_LASTS
    game.save(update_fields=["status", "result", "winner", "finished_at", "sharers", "poll_until", "had_guests"])
    game.seats.update(**anew(OfThePhase))
    keep_ending(game)
    tell_game_over(game)
    events.game_changed(game, "status")
