"""The vote on the clock: a pause, more time, or the end of a pause; more than half of the people have it."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from adjudication.powers import Power
from dipgame.games import clock
from dipgame.games.errors import Malformed
from dipgame.games.models import Game
from dipgame.games.players import hides_bots
from dipgame.games.votes.vote import Choice, Poll, Vote, Voter

__all__ = ["CLOCK", "length_of", "needed_for", "offers_for"]

_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86_400


def _offers(pauses: Mapping[int, str], extensions: Mapping[int, str]) -> Mapping[str, Choice]:
    made = {f"pause-{length}": Choice(f"Pause for {words}", f"a pause of {words}") for length, words in pauses.items()}
    made |= {f"more-{length}": Choice(f"{words} more", f"{words} more") for length, words in extensions.items()}
    return MappingProxyType(made)


_LIVE: Final = _offers({10 * _MINUTE: "10 minutes", _HOUR: "an hour", _DAY: "a day"}, {5 * _MINUTE: "5 minutes"})
_SLOW: Final = _offers({_DAY: "a day", 3 * _DAY: "3 days", 7 * _DAY: "a week"}, {12 * _HOUR: "12 hours"})
_PAUSED: Final = MappingProxyType({"resume": Choice("End the pause", "the end of the pause")})


def offers_for(game: Game) -> Mapping[str, Choice]:
    """Wishes that people of this game may ask of its clock now, by name."""
    if game.paused_until is not None and game.paused_until > clock.now():
        return _PAUSED
    return _LIVE if clock.is_live(game) else _SLOW


def length_of(choice: str) -> timedelta:
    """The length in the name of a pause or of more time."""
    return timedelta(seconds=int(choice.partition("-")[2]))


def needed_for(people: int) -> int:
    """Number of people still on the board who must ask for the same."""
    return people // 2 + 1


def _about(poll: Poll) -> str:
    if hides_bots(poll.game):
        return "More than half of the people must agree. A vote lapses when the phase is over."
    needed = needed_for(len(poll.people))
    if needed == 1:
        return "You play with bots alone: your vote decides."
    return f"{needed} players must agree. A vote lapses when the phase is over."


def _choices(poll: Poll, power: Power | None) -> Mapping[str, Choice]:
    return offers_for(poll.game)


def _named(poll: Poll, choice: str) -> Choice:
    """A choice that is on offer; one that was voted for while another clock went has its name, too."""
    found = offers_for(poll.game).get(choice)
    if found is None:
        raise Malformed("This cannot be asked for now; choose one of what is offered.")
    return found


def _asked(poll: Poll, choice: str) -> tuple[Voter, ...]:
    return poll.people


def _needed(poll: Poll, choice: str) -> int:
    return needed_for(len(poll.people))


CLOCK: Final = Vote("clock", "The clock", _about, _choices, _named, _asked, _needed)
