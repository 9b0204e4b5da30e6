"""A phase begins: its board, its deadline, a sheet for each seat, and the bots are asked."""

from datetime import datetime

from adjudication.options import must_decide
from adjudication.position import Position
from dipgame.games import clock, convert, events, queries
from dipgame.games.locks import check_complete
from dipgame.games.models import BotState, Game, GamePhase, SeatPhase
from dipgame.games.numbers import new_number
from dipgame.games.queue import PLAY_BOT, enqueue
from dipgame.games.services.deliver import ask_for_talk
from dipgame.games.services.forget_phase import forget_phase
from dipgame.games.services.notify import tell_phase_begun
from dipgame.games.services.tell_eliminated import tell_eliminated

__all__ = ["open_phase"]


def open_phase(game: Game, index: int, position: Position, at: datetime, last: GamePhase | None = None) -> GamePhase:
    """Begin the phase of `position`.

    Inside the caller's transaction, which holds the game's lock. last: the phase that was resolved before it.
    """
    deadline = clock.deadline_of(game, position.phase, at)
    phase = GamePhase.objects.create(
        game=game,
        index=index,
        number=new_number(after=queries.newest_number(game.pk)),
        name=str(position.phase),
        position=convert.position_row(position),
        opened_at=at,
        deadline=deadline,
        closes_at=deadline if game.example else None,  # an example keeps its pace, though its bots are done at once
    )
    sheets = []
    for seat in game.seats.all():
        decides = must_decide(position, convert.power_of(seat))
        thinks = decides and bool(seat.bot)
        sheets.append(
            SeatPhase(
                seat=seat,
                phase=phase,
                must_decide=decides,
                ready=not decides or seat.is_free,
                bot_state=BotState.WAITING if thinks else BotState.NONE,
                bot_since=at if thinks else None,
            )
        )
    asked = ask_for_talk(phase, (sheet.seat for sheet in sheets))
    for sheet in SeatPhase.objects.bulk_create(sheets):
        # One that opens its talk is asked for orders after that: what it decides there would have it asked again.
        if sheet.bot_state == BotState.WAITING and sheet.seat_id not in asked:
            enqueue(PLAY_BOT, sheet.pk)
    tell_phase_begun(game, phase, sheets)
    if last is not None:
        forget_phase(game, last)
        tell_eliminated(game, phase, queries.powers_on_board(convert.position_of(last)))
    events.game_changed(game, "phase")
    if all(sheet.ready or not sheet.must_decide for sheet in sheets):
        check_complete(phase)
    return phase
