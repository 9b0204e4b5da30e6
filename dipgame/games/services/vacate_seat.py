"""Somebody is gone: a bot plays their seat, until they take it back or somebody takes it over."""

from typing import TYPE_CHECKING, Final

from dipgame.games import clock
from dipgame.games.models import Absence, Game, Seat
from dipgame.games.services.cast_vote import count_again
from dipgame.games.services.fill_seats import seat_bot

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["caretaker_of", "person_of", "vacate_seat"]

_TALKS: Final = "hana"
_MUTE: Final = "dumbbot"


def caretaker_of(game: Game) -> str:
    """Bot that takes over: the game's own, else a promise-keeping talker."""
    return game.fill_bot or (_TALKS if game.press_level else _MUTE)


def person_of(seat: Seat) -> "User":
    """Person who holds the seat. Raises ValueError without one."""
    if seat.user is None:
        raise ValueError(f"no person holds {seat}")
    return seat.user


def vacate_seat(game: Game, seat: Seat, kind: Absence.Kind, *, bot: str = "") -> None:
    """Let a bot play the seat of a person, inside the caller's transaction, which holds the game's lock.

    Who stayed away may take it back; who gave it up may not. Either way others may take it over.
    """
    person = person_of(seat)
    Absence.objects.create(
        user=person, game=game, kind=kind, at=clock.now(), power=seat.power, since=seat.joined_at or game.started_at
    )
    seat_bot(game, seat, bot or caretaker_of(game))
    seat.owner = person if kind == Absence.Kind.REPLACED else None
    seat.vacated_at = clock.now()
    seat.save(update_fields=["owner", "vacated_at"])
    count_again(game)
