"""Somebody takes a seat."""

import secrets
from typing import TYPE_CHECKING

from django.contrib.auth.hashers import check_password
from django.db import transaction

from adjudication.powers import POWER_NAMES
from dipgame import limits
from dipgame.games import clock, events
from dipgame.games.errors import AlreadySeated, Full, Malformed, NotOpen, Taken, TooManyGuesses, WrongWord
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Seat
from dipgame.games.services.start_game import start_if_full

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["join_game", "take_seat"]


def join_game(user: "User", game: Game, power: str = "", word: str = "") -> Seat:
    """Seat the person as `power`, or by lot when that is empty; the game begins with the last seat.

    Raises Malformed (no such power) and the kinds of CannotJoin: NotOpen, WrongWord, TooManyGuesses,
    AlreadySeated, Full, Taken.
    """
    if power and power not in POWER_NAMES:
        raise Malformed(f"There is no such power; choose one of {', '.join(POWER_NAMES.values())}.")
    if game.private_word and not limits.WORDS.allows(f"{user.pk}:{game.pk}"):
        raise TooManyGuesses("That were many guesses. Ask the host for the word, and try again in an hour.")
    # A slow hash: compared before the lock is taken, not while others wait for it.
    knows_the_word = not game.private_word or check_password(word, game.private_word)
    with transaction.atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("This game has begun without you; look for an open one in the lobby.")
        if game.seats.filter(user=user).exists():
            raise AlreadySeated("You have a seat in this game already.")
        if not knows_the_word:
            raise WrongWord("This is not the game's private word; ask its host.")
        seat = take_seat(user, game, power)
        start_if_full(game)
    return seat


def take_seat(user: "User", game: Game, power: str) -> Seat:
    """Give the person a free seat, inside the caller's transaction, which holds the game's lock.

    Raises Full or Taken.
    """
    free = [seat for seat in game.seats.all() if seat.is_free]
    if not free:
        raise Full("Every seat of this game is taken.")
    if power:
        free = [seat for seat in free if seat.power == power]
        if not free:
            raise Taken(f"{POWER_NAMES[power]} is taken; choose another power.")  # type: ignore[index]
    seat = secrets.choice(free)
    seat.user, seat.joined_at = user, clock.now()
    seat.save(update_fields=["user", "joined_at"])
    events.game_changed(game, "seats")
    return seat
