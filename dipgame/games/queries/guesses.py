"""Guesses at who was a bot."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games.models import Game, Guess

__all__ = ["Guessed", "guess_of", "guesses_in"]


@dataclass(frozen=True, slots=True)
class Guessed:
    """One player's guess.

    right: of how many others they guessed correctly, out of `others`.
    """

    power: str
    name: str
    player: str
    bots: tuple[str, ...]
    right: int
    others: int


def guess_of(user_id: int | None, game: Game) -> Guess | None:
    """This person's guess, or None."""
    return None if user_id is None else Guess.objects.filter(game=game, by=user_id).first()


def guesses_in(game: Game) -> list[Guessed]:
    """All guesses, the best first.

    Only for games whose answer may be told.
    """
    rows = list(game.seats.select_related("user"))
    seats: Mapping[int | None, str] = {seat.user_id: seat.power for seat in rows if seat.user_id is not None}
    were = {seat.power for seat in rows if seat.bot or (seat.user is not None and seat.user.is_program)}
    found = []
    for row in Guess.objects.filter(game=game).select_related("by"):
        power = seats.get(row.by_id)
        if power is None:
            continue
        others = [each.power for each in rows if each.power != power]
        named = row.bots.split()
        right = sum((each in named) == (each in were) for each in others)
        names = tuple(POWER_NAMES[as_power(each)] for each in named)
        found.append(Guessed(power, POWER_NAMES[as_power(power)], row.by.name, names, right, len(others)))
    return sorted(found, key=lambda each: (-each.right, each.power))
