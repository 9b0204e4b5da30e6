"""Poll after a game that hid the bots: who was a bot?"""

from dataclasses import dataclass
from datetime import datetime

from adjudication.powers import POWER_NAMES
from dipgame.games import queries
from dipgame.games.players import hides_bots
from frontend.access import Access

__all__ = ["Poll", "poll_of"]


@dataclass(frozen=True, slots=True)
class Poll:
    """until: when the answer is told at the latest; None once it is. asks: the other powers, where I have not said it
    yet. said: what everybody said, once the answer is told."""

    until: datetime | None
    asks: tuple[tuple[str, str], ...]
    said: tuple[queries.Guessed, ...]


def poll_of(access: Access) -> Poll | None:
    """The poll as this viewer sees it; None for a game without one."""
    game = access.game
    if game.poll_until is None:
        return None
    if not hides_bots(game):
        return Poll(None, (), tuple(queries.guesses_in(game)))
    asked = access.power is not None and queries.guess_of(access.person, game) is None
    others = tuple((power, name) for power, name in POWER_NAMES.items() if power != access.power)
    return Poll(game.poll_until, others if asked else (), ())
