"""Bots take the seats nobody took."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudication.options import must_decide
from adjudication.powers import Power
from bots.company import OFFERS, member_for
from dipgame.games import clock, convert, events
from dipgame.games.errors import NotOpen, UnknownBot
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import BotState, Game, Seat, SeatPhase
from dipgame.games.queue import PLAY_BOT, enqueue
from dipgame.games.services.deliver import ask_for_talk
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.games.services.quota import check_bots
from dipgame.games.services.start_game import start_if_full
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["check_bot", "fill_seats", "seat_bot"]


def check_bot(name: str) -> None:
    """Raises UnknownBot unless there is a bot, or a company of bots, of this name."""
    if name not in OFFERS:
        raise UnknownBot(f"There is no bot called '{name}'; the bots are {', '.join(OFFERS)}.")


def fill_seats(game: Game, bot: str, each: Mapping[Power, str] | None = None, *, actor: "User | None" = None) -> int:
    """Give every seat that nobody holds to a bot, or to members of a company; returns how many. An open game begins.
    each: by power, who comes instead of the bot.

    In a running game this fills the seats of people whose accounts are gone. actor: who had it done, for the log.
    Raises UnknownBot, NotOpen when the game is over, or TooManyGames where the actor has too many bots by that.
    """
    instead = each or {}
    for name in {bot, *instead.values()}:
        check_bot(name)
    with atomic():
        game = lock_game(game.pk)
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotOpen("This game is over; its seats stay as they are.")
        free = [seat for seat in game.seats.all() if seat.is_free]
        for seat in free:
            seat_bot(game, seat, instead.get(convert.power_of(seat), bot))
        if actor is not None and free:
            note(game, f"Bots took the free seats, {len(free)} of them.", actor, by_staff=True, tell=When.INBOX)
            if not actor.is_staff:
                check_bots(actor)
        if not start_if_full(game) and free:
            events.game_changed(game, "seats")
    return len(free)


def seat_bot(game: Game, seat: Seat, bot: str) -> None:
    """Let a bot, or a member of a company, play this seat from now on, inside the caller's transaction, which holds
    the game's lock.

    What the seat ordered in the phase now played stays until the bot orders anew.
    """
    member = member_for(bot, game.seed, convert.power_of(seat))
    hand_over_seat(seat, bot=member, excuses=seat.excuses)
    phase = lock_live_phase(game.pk)
    if phase is None or phase.status != phase.Status.OPEN:
        return
    ask_for_talk(phase, [seat])
    if must_decide(convert.position_of(phase), convert.power_of(seat)):
        SeatPhase.objects.filter(phase=phase, seat=seat).update(
            ready=False, bot_state=BotState.WAITING, bot_since=clock.now(), bot_error=""
        )
        for sheet in SeatPhase.objects.filter(phase=phase, seat=seat):
            enqueue(PLAY_BOT, sheet.pk)
