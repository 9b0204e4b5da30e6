"""Every seat is taken: the game begins."""

from random import Random

from django.urls import reverse

from adjudication.position import opening, position_from_dict
from dipgame.games import clock, events
from dipgame.games.dealing import dealt
from dipgame.games.models import Game, OfThePhase, OfThePlayer, Seat, anew
from dipgame.games.players import hides_bots
from dipgame.games.services.note import settle
from dipgame.games.services.open_phase import open_phase

__all__ = ["start_if_full"]


def start_if_full(game: Game) -> bool:
    """Begin an open game in which no seat is free, inside the caller's transaction, which holds the game's lock.

    Returns whether it began.
    """
    if game.status != Game.Status.OPEN or any(seat.is_free for seat in game.seats.all()):
        return False
    game.status, game.started_at = Game.Status.RUNNING, clock.now()
    game.save(update_fields=["status", "started_at"])
    if game.seating == "wishes":
        _deal(game)
    settle(game, reverse("waiting_room", args=[game.slug]))
    position = opening() if game.first_position is None else position_from_dict(game.first_position)
    open_phase(game, 0, position, game.started_at)
    events.game_changed(game, "status")
    if hides_bots(game):
        events.forget_how_often(game)
    events.lobby_changed(game)
    return True


def _deal(game: Game) -> None:
    """Give the people the powers that fit their wishes best, and the bots the others. They sat anywhere until now."""
    seats = {seat.power: seat for seat in game.seats.all()}
    people = {seat.user_id: seat for seat in seats.values() if seat.user_id is not None}
    bots = [seat.bot for _, seat in sorted(seats.items()) if seat.bot]
    given = dealt({user_id: seat.wishes.split() for user_id, seat in people.items()}, Random(game.seed))
    game.seats.update(**anew(OfThePhase, OfThePlayer))
    for user_id, power in given.items():
        Seat.objects.filter(pk=seats[power].pk).update(user=user_id, joined_at=people[user_id].joined_at)
    free = [seat for power, seat in sorted(seats.items()) if power not in given.values()]
    for seat, bot in zip(free, bots, strict=True):
        Seat.objects.filter(pk=seat.pk).update(bot=bot, joined_at=clock.now())
    events.game_changed(game, "seats")
