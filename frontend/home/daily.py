"""The puzzle of the day, for the home page."""

from typing import Any

from django.http import HttpRequest

from adjudication.powers import POWER_NAMES
from bots.puzzles.puzzle import task_of
from bots.puzzles.shipped import shipped
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.puzzles.queries import daily_on, streak_of

__all__ = ["daily_for"]


def daily_for(request: HttpRequest) -> dict[str, Any]:
    """Task of today's puzzle and the visitor's streak.

    Empty where there is no puzzle."""
    today = clock.now().date()
    daily = daily_on(today)
    if daily is None:
        return {}
    puzzle = shipped()[daily]
    streak = streak_of(request.user, today) if isinstance(request.user, User) else 0
    task = f"{POWER_NAMES[puzzle.goal.power]}: {task_of(puzzle.goal, puzzle.position)}"
    return {"puzzle": task, "puzzle_streak": streak}
