"""Update skills from the result of a game. Pure.

The measure is OpenSkill's Plackett-Luce model (Weng and Lin, A Bayesian Approximation Method for Online Ranking, 2011).
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Generic, TypeVar

from openskill.models import PlackettLuce

__all__ = ["BEGINNER", "ESTABLISHED_AFTER", "Seated", "Skill", "places", "points_of", "skills_after"]

ESTABLISHED_AFTER: Final = 10
"""Games after which one has a place; before, what is shown is provisional."""

_MODEL: Final = PlackettLuce()

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief about somebody's strength, and its doubt."""

    mu: float
    sigma: float
    games: int


BEGINNER: Final = Skill(_MODEL.mu, _MODEL.sigma, 0)


@dataclass(frozen=True, slots=True)
class Seated(Generic[Player]):
    """Somebody at a seat, and which place the seat came to."""

    player: Player
    place: int


def points_of(skill: Skill) -> float:
    """Points from 1000 up: the belief less three times its doubt."""
    return 1000 + 40 * (skill.mu - 3 * skill.sigma)


def places(centers: Mapping[str, int], winner: str, sharers: Collection[str] = ()) -> dict[str, int]:
    """The place of each power at the end of a game.

    Who won is first and all others are last; so are those who shared an agreed draw, and those who did not. In a draw
    by the rules the centers decide; as many share a place.
    """
    first = {winner} if winner else set(sharers)
    if first:
        return {power: 1 if power in first else 1 + len(first) for power in centers}
    return {power: 1 + sum(other > count for other in centers.values()) for power, count in centers.items()}


def skills_after(skills: Mapping[Player, Skill], table: Sequence[Seated[Player]]) -> dict[Player, Skill]:
    """Skills of all players after a game; empty for a single player.

    A player who is not in `skills` is a beginner. One who had several seats (a bot) takes the mean of what they tell.
    """
    if len({each.player for each in table}) < 2:
        return {}
    before = [skills.get(each.player, BEGINNER) for each in table]
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    told = defaultdict(list)
    for each, (rating,) in zip(table, _MODEL.rate(teams, ranks=[float(each.place) for each in table]), strict=True):
        told[each.player].append(rating)
    return {
        player: Skill(
            fmean(rating.mu for rating in ratings),
            fmean(rating.sigma for rating in ratings),
            skills.get(player, BEGINNER).games + 1,
        )
        for player, ratings in told.items()
    }
