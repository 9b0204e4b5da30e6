"""The host or the staff let a bot play a seat, whoever held it."""

from typing import TYPE_CHECKING

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import events
from dipgame.games.errors import NotRunning
from dipgame.games.locks import lock_game
from dipgame.games.models import Absence, Game, Notification, Seat
from dipgame.games.services.close_game import abandon_if_alone
from dipgame.games.services.fill_seats import check_bot, seat_bot
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, notify, way_out
from dipgame.games.services.start_game import start_if_full
from dipgame.games.services.vacate_seat import vacate_seat
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["replace_player"]


def replace_player(seat: Seat, bot: str, actor: "User | None" = None) -> None:
    """The bot plays this seat from now on. With the last person of a running game gone, the game ends.

    In a running game the person cannot come back to it, and others may take it over; who held it is kept, and takes a
    loss out of the game. actor: who had it done, for the log.
    Raises UnknownBot, or NotRunning when the game is over.
    """
    check_bot(bot)
    with atomic():
        game = lock_game(seat.game_id)
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotRunning("This game is over; its seats stay as they are.")
        seat = game.seats.get(pk=seat.pk)
        person = seat.user
        if person is not None and game.status == Game.Status.RUNNING:
            vacate_seat(game, seat, Absence.Kind.REMOVED, bot=bot)
        else:
            seat_bot(game, seat, bot)
        # Before powers are dealt, a seat has none.
        name = "A seat" if game.is_dealt_later else POWER_NAMES[as_power(seat.power)]
        note(
            game,
            f"{name} was given to a bot{'' if person is None else ', its player taken off the seat'}.",
            actor,
            by_staff=True,
            tell=When.INBOX,
            but=[person.pk] if person else [],
        )
        if person is not None:
            words = f"{'Your seat' if game.is_dealt_later else name} was given to a bot; you are off the seat."
            notify(game, {person.pk: words}, Notification.Kind.SEAT, "removed", when=When.AT_ONCE, button=way_out(game))
        if not start_if_full(game) and person is not None:
            abandon_if_alone(game)
        events.game_changed(game, "seats")
