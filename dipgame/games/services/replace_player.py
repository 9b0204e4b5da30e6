"""Staff let a bot play a seat, whoever held it."""

from django.db import transaction

from dipgame.games import events
from dipgame.games.errors import NotRunning
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Seat
from dipgame.games.services.close_game import abandon_if_alone
from dipgame.games.services.fill_seats import check_bot, seat_bot
from dipgame.games.services.start_game import start_if_full

__all__ = ["replace_player"]


def replace_player(seat: Seat, bot: str) -> None:
    """The bot plays this seat from now on. With the last person of a running game gone, the game ends.

    Raises UnknownBot, or NotRunning when the game is over.
    """
    check_bot(bot)
    with transaction.atomic():
        game = lock_game(seat.game_id)
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotRunning("This game is over; its seats stay as they are.")
        seat = game.seats.get(pk=seat.pk)
        had_a_person = seat.user_id is not None
        seat_bot(game, seat, bot)
        if not start_if_full(game) and had_a_person:
            abandon_if_alone(game)
        events.game_changed(game, "seats")
