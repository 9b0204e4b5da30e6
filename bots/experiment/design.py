"""The design of Fabregues (2012), section 6.6.1: sessions of games with 0 … 7 negotiators among mute copies of them.

Game i of session n is the same whichever sessions are played and however many games: it has a number of its own, and
its powers are drawn from the seed and that number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from adjudication.powers import POWERS, Power
from bots.arena.game import GamePlan
from bots.chance import stream
from bots.game_terms import EXPERIMENT_LEVEL, usual

__all__ = ["SESSIONS", "Design"]

SESSIONS: Final = tuple(range(len(POWERS) + 1))
"""Number of negotiators in the games of each session."""


@dataclass(frozen=True, slots=True)
class Design:
    """Parameters shared by all games.

    talker, mute: names of bots, as in the arena. seconds: time for a phase or a message.
    """

    talker: str
    mute: str
    seed: int = 0
    until: int = 1920
    seconds: float = 5.0
    rulebook: str = usual("edition")
    level: int = EXPERIMENT_LEVEL
    protocol: str = "l3"

    def as_dict(self) -> dict[str, Any]:
        """JSON values; two designs with the same ones play the same games."""
        return asdict(self)

    def plans(self, sessions: Iterable[int], games: int) -> Iterator[GamePlan]:
        """The first game of every session, then the second of every one, …: what is stopped early is balanced."""
        chosen = sorted(set(sessions))
        return (self.plan(session, game) for game in range(games) for session in chosen)

    def plan(self, session: int, game: int) -> GamePlan:
        """Game `game`, from 0, of a session."""
        number = game * len(SESSIONS) + session
        return GamePlan(
            number,
            self.seed,
            self._seats(self.negotiators(number)),
            self.until,
            self.seconds,
            self.rulebook,
            self.level,
            self.protocol,
        )

    def negotiators(self, number: int) -> frozenset[Power]:
        """Negotiators in a game, drawn uniformly among the powers."""
        rng = stream(self.seed, number, "negotiators")
        return frozenset(rng.sample(POWERS, number % len(SESSIONS)))

    def _seats(self, negotiators: frozenset[Power]) -> Mapping[Power, str]:
        return {power: self.talker if power in negotiators else self.mute for power in POWERS}
