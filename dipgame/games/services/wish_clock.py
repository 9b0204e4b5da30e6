"""The people of a game ask for a pause, for more time, or for the end of a pause; more than half of them have it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.db import transaction

from dipgame.games import clock, events, queries
from dipgame.games.errors import Malformed, NotRunning
from dipgame.games.locks import lock_vote
from dipgame.games.models import Game, Seat
from dipgame.games.services.extend_deadline import extend_deadline
from dipgame.games.services.pause_game import pause_game, resume_game

__all__ = ["ClockWish", "needed_for", "offers_for", "wish_clock"]

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class ClockWish:
    """Something one may ask of the clock. words: as a button says it."""

    words: str
    length: timedelta


def _offers(pauses: Mapping[int, str], extensions: Mapping[int, str]) -> Mapping[str, ClockWish]:
    made = [("pause", f"Pause for {words}", length) for length, words in pauses.items()]
    made += [("more", f"{words} more", length) for length, words in extensions.items()]
    return MappingProxyType(
        {f"{kind}-{length}": ClockWish(words, timedelta(seconds=length)) for kind, words, length in made}
    )


_LIVE: Final = _offers({10 * _MINUTE: "10 minutes", _HOUR: "an hour", _DAY: "a day"}, {5 * _MINUTE: "5 minutes"})
_SLOW: Final = _offers({_DAY: "a day", 3 * _DAY: "3 days", 7 * _DAY: "a week"}, {12 * _HOUR: "12 hours"})
_PAUSED: Final = MappingProxyType({"resume": ClockWish("End the pause", timedelta(0))})


def offers_for(game: Game) -> Mapping[str, ClockWish]:
    """What the people of this game may ask of its clock now, by its name."""
    if game.paused_until is not None and game.paused_until > clock.now():
        return _PAUSED
    return _LIVE if clock.is_live(game) else _SLOW


def needed_for(people: int) -> int:
    """How many of the people who are still on the board must ask for the same."""
    return people // 2 + 1


def wish_clock(seat: Seat, phase_name: str, wish: str) -> bool:
    """Ask for this, or with "" for nothing any more; says whether it is granted. Wishes are forgotten with the phase.

    Raises Malformed for what is not on offer, Late when the phase is another or over, NotRunning, also for
    whoever has nothing left on the board.
    """
    with transaction.atomic():
        game, phase = lock_vote(seat, phase_name)
        offers = offers_for(game)
        if wish and wish not in offers:
            raise Malformed("This cannot be asked for now; choose one of what is offered.")
        people = queries.people_on_board(game, phase)
        if seat.pk not in {each.pk for each in people}:
            raise NotRunning("Who has nothing left on the board has no vote.")
        Seat.objects.filter(pk=seat.pk).update(clock_wish=wish)
        events.game_changed(game, "votes")
        same = sum(each.clock_wish == wish for each in people if each.pk != seat.pk) + 1
        if not wish or same < needed_for(len(people)):
            return False
        game.seats.update(clock_wish="")
        offer = offers[wish]
        if wish == "resume":
            resume_game(game)
        elif wish.startswith("pause"):
            pause_game(game, offer.length, words="The players paused the game")
        else:
            extend_deadline(game, offer.length, words="The players gave the phase more time")
    return True
