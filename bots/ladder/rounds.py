"""Rounds of the ladder: round robins as experiments.

In a round of n entrants there are n games, and each entrant plays seven of them, one as each power. Entrants stand in a
circle drawn from the seed; game g seats those at the places g + d, for seven distances d. The distances are drawn so
that as many pairs as possible meet, and those first who have met least: with up to about 30 entrants every pair meets
in every round.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from random import Random
from typing import Any, Final

import tomli_w

from adjudication.powers import POWERS
from bots.chance import stream
from bots.game_terms import usual
from bots.ladder.entrants import TABLES, Table

__all__ = ["SEEDS_APART", "Settings", "TooFewEntrantsError", "round_text", "seatings"]

SEEDS_APART: Final = 1_000
"""Round r of seed s is an experiment of the seed s * this + r."""
_TRIES: Final = 200
"""Sets of distances that are compared."""


class TooFewEntrantsError(ValueError):
    """A game has seven seats, and each entrant takes one of them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of all games of a table.

    seconds: a bot's time for its orders, and for each thing it says or hears.
    """

    table: Table
    seed: int = 36
    until: int = 1908
    seconds: float = 5.0

    def as_dict(self) -> dict[str, Any]:
        """JSON values; the same ones go on with the same games."""
        return asdict(self)


def seatings(entrants: Sequence[str], seed: int, number: int) -> list[tuple[str, ...]]:
    """Seats of each game of a round, by power. Raises TooFewEntrantsError."""
    many = len(entrants)
    if many < len(POWERS):
        raise TooFewEntrantsError(f"There are {many} bots; a game needs {len(POWERS)} that differ. Name more of them.")
    rng = stream(seed, "round", number)
    circle = sorted(entrants)
    rng.shuffle(circle)
    distances = _distances(many, rng)
    return [tuple(circle[(game + each) % many] for each in distances) for game in range(many)]


def _distances(many: int, rng: Random) -> list[int]:
    """Seven places of a circle, between which most pairs meet."""
    best, found = (many, 0), list(range(len(POWERS)))
    for _ in range(_TRIES):
        tried = [0, *rng.sample(range(1, many), len(POWERS) - 1)]
        met = Counter(min((one - other) % many, (other - one) % many) for one, other in combinations(tried, 2))
        worth = (many // 2 - len(met), sum(times * times for times in met.values()))
        if worth < best:
            best, found = worth, tried
    rng.shuffle(found)
    return found


def round_text(settings: Settings, entrants: Sequence[str], number: int) -> str:
    """A round as the file of an experiment.

    Each game is a session (`docs/experiments.md`). Raises TooFewEntrantsError.
    """
    talks = settings.table == "talking"
    document: Mapping[str, Any] = {
        "version": 1,
        "name": f"Ladder: {TABLES[settings.table].lower()}, round {number}, seed {settings.seed}",
        "about": "A round of the ladder of bots: each plays seven games, one as each power.",
        "seed": settings.seed * SEEDS_APART + number,
        "games": 1,
        "powers": "fixed",
        "terms": {
            "last_year": settings.until,
            "decision_seconds": settings.seconds,
            "press_level": usual("press_level") if talks else 0,
            "press_protocol": usual("press_protocol"),
        },
        "sessions": [
            {"name": f"game {game}", "seats": list(seats)}
            for game, seats in enumerate(seatings(entrants, settings.seed, number))
        ],
    }
    return tomli_w.dumps(document)
