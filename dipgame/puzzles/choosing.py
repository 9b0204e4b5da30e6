"""Choose the next puzzle for a solver."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from bots.puzzles.shipped import shipped
from dipgame.puzzles.models import PuzzleRating
from dipgame.puzzles.queries import offered, solver_of
from dipgame.puzzles.rating import skill_expected
from dipgame.ranking.skill import BEGINNER

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["next_for"]

_NEAREST: Final = 8


def next_for(user: "User | None", tried: Collection[str], theme: str = "") -> str | None:
    """An untried puzzle near the solver's rating.

    theme: of this one only. None where all are tried.
    """
    solver = solver_of(user) if user else None
    mine = solver.mu if solver else BEGINNER.mu - BEGINNER.sigma / 2
    known = shipped()
    rated = dict(PuzzleRating.objects.values_list("puzzle", "mu"))
    fresh = [key for key in offered() if key not in tried and (not theme or theme in known[key].themes)]
    fresh.sort(key=lambda key: (abs(rated.get(key, skill_expected(known[key].difficulty).mu) - mine), key))
    nearest = fresh[:_NEAREST]
    return nearest[len(tried) % len(nearest)] if nearest else None
