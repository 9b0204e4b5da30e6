"""Somebody takes a seat."""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudication.powers import POWER_NAMES
from dipgame.games import clock, events, queries
from dipgame.games.conduct import check_may_play, check_sees_no_other_hand
from dipgame.games.errors import AlreadySeated, Full, Malformed, NotOpen, Taken, WrongWord
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Seat
from dipgame.games.private_word import opens
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.start_game import start_if_full
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["check_open_to_programs", "checked_wishes", "join_game", "sit_down", "take_seat"]


def join_game(user: "User", game: Game, power: str = "", word: str = "", wishes: Sequence[str] = ()) -> Seat:
    """Seat the person as `power`, or by lot when that is empty; the game begins with the last seat.

    wishes: the powers they would like, best first, where powers are dealt by wishes; then `power` counts as the first.

    Raises Malformed (no such power) and the kinds of CannotJoin: NotOpen, WrongWord, AlreadySeated, Full, Taken,
    Banned.
    """
    wished = checked_wishes([power, *wishes] if power else wishes)
    with atomic():
        check_may_play(user)
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("This game has begun without you; look for an open one in the lobby.")
        if game.seats.filter(user=user).exists():
            raise AlreadySeated("You have a seat in this game already.")
        check_sees_no_other_hand(user, game)
        if game.is_private and not opens(game, word):
            raise WrongWord("This is not the game's private word; ask its host.")
        check_open_to_programs(user, game)
        return sit_down(user, game, power, wished)


def check_open_to_programs(user: "User", game: Game) -> None:
    """Raises Full where no seat is left for a bot's account.

    People are to know whom they will meet.
    """
    if user.is_program and game.host_id != user.pk and not queries.has_seat_for_program(game):
        raise Full("No seat of this game is left for bots. Its host says how many there are (Seats for programs).")


def sit_down(user: "User", game: Game, power: str, wished: Sequence[str]) -> Seat:
    """Take a seat and begin where it was the last, inside the caller's transaction, which holds the game's lock; a game
    that the site offers is filled with bots from then on. Raises Full or Taken."""
    seat = take_seat(user, game, power, wished)
    if game.promoted and game.fill_at is None:
        game.fill_at = clock.fill_time(game)
        game.save(update_fields=["fill_at"])
    start_if_full(game)
    return seat


def checked_wishes(wishes: Sequence[str]) -> tuple[str, ...]:
    """The powers wished for, each once, best first. Raises Malformed for what is no power."""
    if not set(wishes) <= set(POWER_NAMES):
        raise Malformed(f"There is no such power; choose one of {', '.join(POWER_NAMES.values())}.")
    return tuple(dict.fromkeys(wishes))


def take_seat(user: "User", game: Game, power: str, wished: Sequence[str] = ()) -> Seat:
    """Give the person a free seat, inside the caller's transaction, which holds the game's lock. Where powers are dealt
    by wishes it is any, until the game begins.

    Raises Full or Taken.
    """
    by_wishes = game.seating == "wishes"
    free = [seat for seat in game.seats.all() if seat.is_free]
    if not free:
        raise Full("Every seat of this game is taken.")
    if power and not by_wishes:
        free = [seat for seat in free if seat.power == power]
        if not free:
            raise Taken(f"{POWER_NAMES[power]} is taken; choose another power.")  # type: ignore[index]
    seat = secrets.choice(free)
    hand_over_seat(seat, user=user, wishes=" ".join(wished) if by_wishes else "")
    events.game_changed(game, "seats")
    events.person_seated(user.pk)
    return seat
