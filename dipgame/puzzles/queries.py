"""Questions about puzzles, attempts and streaks."""

import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from bots.puzzles.shipped import shipped
from dipgame.puzzles.models import Attempt, Daily, PuzzleRating, Solver
from dipgame.puzzles.rating import skill_expected

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "attempt_of",
    "daily_on",
    "difficulty_of",
    "offered",
    "puzzles_kept_about",
    "retired",
    "solver_of",
    "streak_of",
    "tried_by",
]

_DAY = datetime.timedelta(days=1)


def retired() -> frozenset[str]:
    """Puzzles that votes have retired."""
    return frozenset(PuzzleRating.objects.filter(retired=True).values_list("puzzle", flat=True))


def offered() -> list[str]:
    """Puzzles on offer, by key."""
    gone = retired()
    return [key for key in shipped() if key not in gone]


def daily_on(day: datetime.date) -> str | None:
    """The puzzle of a day; None where none is on offer.

    Once asked for, it stays the same."""
    kept = Daily.objects.filter(day=day).values_list("puzzle", flat=True).first()
    if kept in shipped():
        return kept
    keys = offered()
    if not keys:
        return None
    used = set(Daily.objects.values_list("puzzle", flat=True))
    fresh = [key for key in keys if key not in used] or keys
    chosen = min(fresh, key=lambda key: sha256(f"{day} {key}".encode()).digest())
    row, _ = Daily.objects.update_or_create(day=day, defaults={"puzzle": chosen})
    return row.puzzle


def attempt_of(user: "User", puzzle: str) -> Attempt | None:
    """The person's attempt at a puzzle."""
    return Attempt.objects.filter(user=user, puzzle=puzzle).first()


def tried_by(user: "User") -> dict[str, bool]:
    """Puzzles the person has tried; True for those solved at last."""
    rows = Attempt.objects.filter(user=user).values_list("puzzle", "finished_at")
    return {puzzle: finished is not None for puzzle, finished in rows}


def streak_of(user: "User", today: datetime.date) -> int:
    """Days in a row whose puzzle the person solved on that day.

    Today counts once it is solved; until then yesterday's streak stands.
    """
    rows = Attempt.objects.filter(user=user, daily__isnull=False, finished_at__isnull=False)
    days = {
        daily for daily, finished in rows.values_list("daily", "finished_at") if finished and finished.date() == daily
    }
    day = today if today in days else today - _DAY
    count = 0
    while day in days:
        count, day = count + 1, day - _DAY
    return count


def solver_of(user: "User") -> Solver | None:
    """The person's rating as a solver; None before the first try."""
    return Solver.objects.filter(user=user).first()


def difficulty_of(puzzle: str) -> float:
    """Difficulty of a puzzle now, as a rating's mu."""
    row = PuzzleRating.objects.filter(puzzle=puzzle).first()
    return row.mu if row else skill_expected(shipped()[puzzle].difficulty).mu


def puzzles_kept_about(user: "User") -> dict[str, Any]:
    """Rating and attempts of a person, as JSON holds them."""
    solver = solver_of(user)
    return {
        "rating": None if solver is None else {"mu": solver.mu, "sigma": solver.sigma, "attempts": solver.attempts},
        "attempts": [
            {
                "puzzle": row.puzzle,
                "began": row.began_at.isoformat(),
                "solved_at_once": row.solved,
                "finished": row.finished_at.isoformat() if row.finished_at else None,
                "solution_shown": row.shown,
                "puzzle_of": row.daily.isoformat() if row.daily else None,
                "vote": row.vote,
            }
            for row in Attempt.objects.filter(user=user).order_by("pk")
        ],
    }
