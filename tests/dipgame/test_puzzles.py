"""Tries at puzzles, ratings, votes, one a day, and streaks."""

import datetime
from typing import Any

import pytest

from bots.puzzles.shipped import shipped
from dipgame.accounts.guests import new_guest
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.puzzles import queries
from dipgame.puzzles.choosing import next_for
from dipgame.puzzles.models import Attempt, PuzzleRating, Solver
from dipgame.puzzles.rating import level_of, points_of_skill, skill_expected, skills_after_try
from dipgame.puzzles.solving import RETIRED_AFTER, forget_solver, record_try, vote
from dipgame.ranking.skill import BEGINNER

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FIRST, SECOND = list(shipped())[:2]
NOON = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)


def tries(user: Any, puzzle: str = FIRST, **how: Any) -> Attempt:
    return record_try(user, puzzle, 3, **{"right": True, **how})


def test_who_solves_at_the_first_try_gains_and_the_puzzle_loses(cast: Any) -> None:
    tries(cast.alice)
    solver, row = Solver.objects.get(user=cast.alice), PuzzleRating.objects.get(puzzle=FIRST)
    assert solver.mu > BEGINNER.mu
    assert row.mu < skill_expected(3).mu
    assert (solver.attempts, row.attempts, row.solved) == (1, 1, 1)


def test_a_wrong_try_loses_and_a_right_one_after_it_counts_for_no_rating(cast: Any) -> None:
    tries(cast.alice, right=False)
    after = Solver.objects.get(user=cast.alice)
    assert after.mu < BEGINNER.mu
    attempt = tries(cast.alice)
    assert Solver.objects.get(user=cast.alice).mu == after.mu
    assert not attempt.solved
    assert attempt.finished_at is not None
    assert PuzzleRating.objects.get(puzzle=FIRST).attempts == 1


def test_after_the_solution_nothing_is_solved(cast: Any) -> None:
    tries(cast.alice, right=False, shown=True)
    assert tries(cast.alice).finished_at is None
    assert queries.tried_by(cast.alice) == {FIRST: False}


def test_a_guest_is_recorded_and_not_rated() -> None:
    guest = new_guest("192.0.2.1", "")
    tries(guest)
    assert queries.tried_by(guest) == {FIRST: True}
    assert queries.solver_of(guest) is None
    assert not PuzzleRating.objects.exists()
    assert not vote(guest, FIRST, -1)


def test_a_hard_puzzle_brings_more_and_doubt_shrinks() -> None:
    gains = [skills_after_try(BEGINNER, skill_expected(hard), solved=True)[0].mu for hard in (1, 3, 5)]
    assert gains == sorted(gains)
    solver, puzzle = skills_after_try(BEGINNER, skill_expected(3), solved=True)
    assert solver.sigma < BEGINNER.sigma
    assert puzzle.sigma < skill_expected(3).sigma
    assert (points_of_skill(BEGINNER.mu), [level_of(mu) for mu in (20, 25, 30)]) == (1500, ["easy", "medium", "hard"])


def test_votes_count_once_can_be_changed_and_retire_a_bad_puzzle(cast: Any) -> None:
    assert not vote(cast.alice, FIRST, -1)  # who has not tried it has no vote
    voters = [User.objects.create_user(f"v{n}@example.org", f"Voter {n}", "long enough") for n in range(RETIRED_AFTER)]
    for voter in voters:
        tries(voter)
        assert vote(voter, FIRST, -1)
        assert vote(voter, FIRST, -1)
    row = PuzzleRating.objects.get(puzzle=FIRST)
    assert (row.good, row.bad, row.retired) == (0, RETIRED_AFTER, True)
    assert FIRST not in queries.offered()
    for voter in voters[:3]:
        vote(voter, FIRST, 1)
    row.refresh_from_db()
    assert (row.good, row.bad, row.retired) == (3, RETIRED_AFTER - 3, False)


def test_a_day_keeps_its_puzzle_and_the_next_day_has_another() -> None:
    days = [NOON.date() + number * DAY for number in range(5)]
    given = [queries.daily_on(day) for day in days]
    assert [queries.daily_on(day) for day in days] == given
    assert len(set(given)) == 5


def test_a_streak_counts_days_whose_puzzle_was_solved_on_the_day(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (0, 1, 2, 4, 5):
        moment = NOON + number * DAY
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        tries(cast.alice, queries.daily_on(moment.date()) or "", right=number != 2)
    today = NOON.date()
    counts = [queries.streak_of(cast.alice, today + number * DAY) for number in range(8)]
    # On the third day it was not solved, on the fourth not tried; a day later the streak still stands.
    assert counts == [1, 2, 2, 0, 1, 2, 2, 0]


def test_a_puzzle_solved_before_its_day_counts_when_it_is_solved_again(
    cast: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)
    tomorrows = queries.daily_on((NOON + DAY).date()) or ""
    tries(cast.alice, tomorrows)
    assert queries.streak_of(cast.alice, NOON.date()) == 0
    monkeypatch.setattr(clock, "now", lambda: NOON + DAY)
    tries(cast.alice, tomorrows)
    assert queries.streak_of(cast.alice, (NOON + DAY).date()) == 1


def test_the_next_puzzle_is_a_new_one_of_the_theme(cast: Any) -> None:
    theme = shipped()[FIRST].themes[0]
    of_theme = [key for key, puzzle in shipped().items() if theme in puzzle.themes]
    found = next_for(cast.alice, of_theme[:-1], theme)
    assert found == of_theme[-1]
    assert next_for(cast.alice, of_theme, theme) is None


def test_who_deletes_the_account_leaves_nothing_but_the_difficulty(cast: Any) -> None:
    tries(cast.alice)
    forget_solver(cast.alice)
    assert not Attempt.objects.exists()
    assert not Solver.objects.exists()
    assert PuzzleRating.objects.get(puzzle=FIRST).attempts == 1
