"""Record tries, solutions and votes."""

import datetime
from typing import Final

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.puzzles.models import Attempt, PuzzleRating, Solver
from dipgame.puzzles.queries import daily_on
from dipgame.puzzles.rating import skill_expected, skills_after_try
from dipgame.ranking.skill import BEGINNER, Skill
from dipgame.transactions import Step, atomic, lock

__all__ = ["RETIRED_AFTER", "forget_solver", "record_try", "vote"]

RETIRED_AFTER: Final = 5
"""Votes after which a puzzle is retired where two of three are against it."""


def record_try(
    user: User, puzzle: str, difficulty: int, *, right: bool, shown: bool = False, rated: bool = True
) -> Attempt:
    """Record a try, a hint or a look at the solution.

    The first thing recorded counts for the ratings. shown: the solution was asked for; what comes after solves
    nothing. rated: false for puzzles of one's own games. Guests are recorded and not rated.
    """
    with atomic():
        lock_person(user.pk)
        attempt = Attempt.objects.filter(user=user, puzzle=puzzle).first()
        today = clock.now().date()
        if attempt is None:
            attempt = Attempt(user=user, puzzle=puzzle, began_at=clock.now(), solved=right, daily=_daily(puzzle, today))
            if rated and not user.is_guest:
                _rate(user, puzzle, difficulty, solved=right)
        if shown and attempt.finished_at is None:
            attempt.shown = True
        if attempt.daily != today and right and not attempt.shown and _daily(puzzle, today):
            # Solved before it was the puzzle of the day: solved again, it counts for the streak.
            attempt.daily, attempt.finished_at = today, clock.now()
        if right and not attempt.shown and attempt.finished_at is None:
            attempt.finished_at = clock.now()
        attempt.save()
        return attempt


def vote(user: User, puzzle: str, value: int) -> bool:
    """Vote on a puzzle one has tried; False if one has not.

    value: 1 good, -1 bad, 0 takes it back."""
    with atomic():
        lock_person(user.pk)
        attempt = Attempt.objects.filter(user=user, puzzle=puzzle).first()
        row = lock(PuzzleRating.objects.all(), Step.RATING).filter(puzzle=puzzle).first()
        if attempt is None or row is None or user.is_guest:
            return False
        row.good += (value == 1) - (attempt.vote == 1)
        row.bad += (value == -1) - (attempt.vote == -1)
        row.retired = row.good + row.bad >= RETIRED_AFTER and row.bad >= 2 * row.good
        row.save()
        attempt.vote = value
        attempt.save()
        return True


def forget_solver(user: User) -> None:
    """Delete a person's attempts and rating; puzzles keep theirs."""
    with atomic():
        lock_person(user.pk)
        Attempt.objects.filter(user=user).delete()
        Solver.objects.filter(user=user).delete()


def _daily(puzzle: str, today: datetime.date) -> datetime.date | None:
    return today if daily_on(today) == puzzle else None


def _rate(user: User, puzzle: str, difficulty: int, *, solved: bool) -> None:
    start = skill_expected(difficulty)
    PuzzleRating.objects.get_or_create(puzzle=puzzle, defaults={"mu": start.mu, "sigma": start.sigma})
    Solver.objects.get_or_create(user=user, defaults={"mu": BEGINNER.mu, "sigma": BEGINNER.sigma})
    row = lock(PuzzleRating.objects.all(), Step.RATING).get(puzzle=puzzle)
    solver = Solver.objects.get(user=user)
    mine, its = skills_after_try(
        Skill(solver.mu, solver.sigma, solver.attempts), Skill(row.mu, row.sigma, row.attempts), solved=solved
    )
    solver.mu, solver.sigma, solver.attempts = mine.mu, mine.sigma, mine.games
    row.mu, row.sigma, row.attempts, row.solved = its.mu, its.sigma, its.games, row.solved + solved
    solver.save()
    row.save()
