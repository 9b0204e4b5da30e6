"""Pages of puzzles; acts are judged by POST."""

from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES
from bots.puzzles.puzzle import THEMES, Puzzle, task_of
from bots.puzzles.shipped import shipped
from dipgame.games import clock
from dipgame.puzzles import queries
from dipgame.puzzles.choosing import next_for
from dipgame.puzzles.own import own_games
from dipgame.puzzles.rating import points_of_skill
from frontend.puzzles.pages import Around, fresh, puzzle_act, puzzle_page, solver, tried_in
from frontend.puzzles.studying import puzzle_study
from frontend.puzzles.warming import warm

__all__ = ["act", "following", "puzzle", "puzzles", "study", "today"]


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the streak, and the themes."""
    person, day = solver(request), clock.now().date()
    tried = tried_in(request)
    known, on_offer = shipped(), queries.offered()
    counts = Counter(theme for key in on_offer for theme in known[key].themes)
    done = Counter(theme for key in on_offer if tried.get(key) for theme in known[key].themes)
    rating = queries.solver_of(person) if person else None
    daily = queries.daily_on(day)
    context = {
        "daily": daily,
        "daily_task": f"{POWER_NAMES[known[daily].goal.power]}: {_task(known[daily])}" if daily else "",
        "daily_done": bool(daily and tried.get(daily)),
        "streak": queries.streak_of(person, day) if person else 0,
        "themes": [(slug, *THEMES[slug], counts[slug], done[slug]) for slug in THEMES if counts[slug]],
        "count": len(on_offer),
        "solved": sum(tried.get(key, False) for key in on_offer),
        "is_rated": person is not None and not person.is_guest,
        "points": points_of_skill(rating.mu) if rating else None,
        "own": own_games(person) if person else [],
        "attempts": rating.attempts if rating else 0,
    }
    return fresh(render(request, "puzzles/puzzles.html", context))


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of the day."""
    daily = queries.daily_on(clock.now().date())
    if daily is None:
        raise Http404("There is no puzzle today.")
    return fresh(redirect("puzzle", daily))


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Lead to an untried puzzle; `?theme=` of one theme."""
    theme = request.GET.get("theme", "")
    found = next_for(solver(request), tried_in(request), theme if theme in THEMES else "")
    if found is None:
        return redirect("puzzles")
    address = reverse("puzzle", args=[found])
    return fresh(redirect(f"{address}?theme={theme}" if theme in THEMES else address))


@require_safe
def puzzle(request: HttpRequest, puzzle: str) -> HttpResponse:
    """A puzzle to solve."""
    found = _puzzle_or_404(puzzle)
    warm()
    asked = request.GET.get("theme", "")
    theme = asked if asked in THEMES else ""
    is_daily = queries.daily_on(clock.now().date()) == found.key
    around = Around(
        act=reverse("puzzle_act", args=[found.key]),
        next=reverse("puzzle_next") + (f"?theme={theme}" if theme else ""),
        study=reverse("puzzle_study", args=[found.key]),
        back=reverse("puzzles"),
        heading="Puzzle of the day" if is_daily else "Puzzle",
    )
    return puzzle_page(request, found, around)


@require_POST
def act(request: HttpRequest, puzzle: str) -> HttpResponse:
    """Judge an act of a solver, and record what counts."""
    return puzzle_act(request, _puzzle_or_404(puzzle))


@require_safe
def study(request: HttpRequest, puzzle: str) -> HttpResponse:
    """The puzzle in the sandbox, to be kept as a study."""
    return puzzle_study(request, _puzzle_or_404(puzzle), reverse("puzzle", args=[puzzle]))


def _task(puzzle: Puzzle) -> str:
    return task_of(puzzle.goal, puzzle.position)


def _puzzle_or_404(key: str) -> Puzzle:
    try:
        return shipped()[key]
    except KeyError:
        raise Http404("There is no such puzzle.") from None
