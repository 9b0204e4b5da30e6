"""Ratings by OpenSkill's Plackett-Luce model.

Weng and Lin, A Bayesian Approximation Method for Online Ranking, 2011. Bots do not learn between games, so the doubt
does not grow from game to game (tau 0) and shrinks as fast as the model allows (gamma 1): in worlds that are drawn by
the model, 95 % intervals then hold the true strengths about nine times in ten (`tests/bots/ladder/test_rating.py`).
The model credits an equal place with less than the next one below it, so equal places are rated as the mean of strict
orders, in which each of the equals stands at each of their places once. A rating is of its own table alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce

from bots.ladder.played import Played

__all__ = ["BEGINNER", "Rating", "rate", "widest"]

_SURE: Final = 1.96
"""Half-width of a 95 % interval in standard deviations."""


def _as_fast(*_: Any, **__: Any) -> float:
    return 1.0


_MODEL: Final = PlackettLuce(tau=0.0, gamma=_as_fast)


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength of an entrant: belief and doubt.

    games: how many it rests on."""

    mu: float
    sigma: float
    games: int

    @property
    def width(self) -> float:
        """Half-width of the 95 % interval, in points."""
        return _SURE * self.sigma


BEGINNER: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)


def rate(games: Iterable[Played]) -> dict[str, Rating]:
    """Ratings after all games, in the order of their numbers."""
    ratings: dict[str, Rating] = {}
    for game in sorted(games, key=lambda each: (each.round, each.game)):
        before = [ratings.get(name, BEGINNER) for name in game.seats]
        teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        found = [_MODEL.rate(teams, ranks=ranks) for ranks in _strict_orders(game.places)]
        for name, was, after in zip(game.seats, before, zip(*found, strict=True), strict=True):
            mu, sigma = fmean(now.mu for (now,) in after), fmean(now.sigma for (now,) in after)
            ratings[name] = Rating(mu, sigma, was.games + 1)
    return ratings


def _strict_orders(places: Sequence[int]) -> Iterator[list[float]]:
    """Orders without equal places, in which equals take turns."""
    equals = {place: [seat for seat, other in enumerate(places) if other == place] for place in places}
    for turn in range(lcm(*map(len, equals.values()))):
        yield [
            float(place + (equals[place].index(seat) + turn) % len(equals[place])) for seat, place in enumerate(places)
        ]


def widest(ratings: Mapping[str, Rating], entrants: Iterable[str]) -> float:
    """The largest width among the entrants."""
    return max(ratings.get(name, BEGINNER).width for name in entrants)
