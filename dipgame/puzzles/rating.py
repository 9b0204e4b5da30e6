"""Ratings of solvers and puzzles.

Each first try is a game between the two: who solves the puzzle has won. The measure is that of the ranking
(`dipgame.ranking.skill`).
"""

from typing import Final

from dipgame.ranking.skill import BEGINNER, Seated, Skill, skills_after

__all__ = ["LEVELS", "level_of", "points_of_skill", "skill_expected", "skills_after_try"]

LEVELS: Final = ("easy", "medium", "hard")
_BOUNDS: Final = (22.0, 28.0)
_STEP: Final = 2.5
_DOUBT: Final = 0.7
"""Share of a beginner's doubt that a new puzzle has: its first difficulty is a guess from the position."""


def skill_expected(difficulty: int) -> Skill:
    """Rating of a puzzle nobody has tried.

    difficulty: 1 to 5, guessed when it was made."""
    return Skill(BEGINNER.mu + _STEP * (difficulty - 3), BEGINNER.sigma * _DOUBT, 0)


def skills_after_try(solver: Skill, puzzle: Skill, *, solved: bool) -> tuple[Skill, Skill]:
    """Ratings of solver and puzzle after a first try."""
    seats = [Seated("solver", 1 if solved else 2), Seated("puzzle", 2 if solved else 1)]
    after = skills_after({"solver": solver, "puzzle": puzzle}, seats)
    return after["solver"], after["puzzle"]


def points_of_skill(mu: float) -> int:
    """Rating as a number to show: 1500 for a beginner."""
    return round(500 + 40 * mu)


def level_of(mu: float) -> str:
    """easy, medium or hard."""
    return LEVELS[sum(mu >= bound for bound in _BOUNDS)]
