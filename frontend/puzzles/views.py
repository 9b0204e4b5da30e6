"""Pages of puzzles; acts are judged by POST."""

from collections import Counter
from typing import Final, TypeVar

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES
from adjudication.rulebook import STANDARD_RULES
from bots.puzzles.puzzle import THEMES, Puzzle, task_of
from bots.puzzles.shipped import shipped
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.limits import CHECKS, COMMANDS
from dipgame.puzzles import queries
from dipgame.puzzles.choosing import next_for
from dipgame.puzzles.rating import level_of, points_of_skill
from dipgame.puzzles.solving import record_try, vote
from frontend.board import render_board
from frontend.game.options import options_of
from frontend.game.places import CODE_WORDS, PLACES
from frontend.puzzles.acts import Act, NotPossible, carry_out, scene_of, sheet_of
from frontend.puzzles.warming import warm
from frontend.visitor import visitor
from frontend.wire.puzzles import PuzzlePage
from frontend.wire.replies import refused_reply

__all__ = ["act", "following", "puzzle", "puzzles", "today"]

_LARGEST: Final = 8_000
"""Bytes of what a solver sends at once."""
_Response = TypeVar("_Response", bound=HttpResponse)
_KEPT: Final = "puzzles"
_MOST_KEPT: Final = 600


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day, the streak, and the themes."""
    person, day = _person(request), clock.now().date()
    tried = _tried(request)
    known, on_offer = shipped(), queries.offered()
    counts = Counter(theme for key in on_offer for theme in known[key].themes)
    done = Counter(theme for key in on_offer if tried.get(key) for theme in known[key].themes)
    solver = queries.solver_of(person) if person else None
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
        "points": points_of_skill(solver.mu) if solver else None,
        "attempts": solver.attempts if solver else 0,
    }
    return _fresh(render(request, "puzzles/puzzles.html", context))


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of the day."""
    daily = queries.daily_on(clock.now().date())
    if daily is None:
        raise Http404("There is no puzzle today.")
    return _fresh(redirect("puzzle", daily))


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Lead to an untried puzzle; `?theme=` of one theme."""
    theme = request.GET.get("theme", "")
    found = next_for(_person(request), _tried(request), theme if theme in THEMES else "")
    if found is None:
        return redirect("puzzles")
    address = reverse("puzzle", args=[found])
    return _fresh(redirect(f"{address}?theme={theme}" if theme in THEMES else address))


@require_safe
def puzzle(request: HttpRequest, puzzle: str) -> HttpResponse:
    """A puzzle to solve."""
    found = _puzzle_or_404(puzzle)
    warm()
    theme = request.GET.get("theme", "")
    page: PuzzlePage = {
        "key": f"puzzle:{found.key}",
        "url": reverse("puzzle_act", args=[found.key]),
        "token": get_token(request),
        "power": found.goal.power,
        "powers": POWER_NAMES,
        "places": PLACES,
        "words": CODE_WORDS,
        "options": options_of(found.position, found.goal.power, STANDARD_RULES),
        "sheet": sheet_of(found, {}),
    }
    person = _person(request)
    attempt = queries.attempt_of(person, found.key) if person else None
    mu = queries.difficulty_of(found.key)
    context = {
        "puzzle": found,
        "page": page,
        "task": _task(found),
        "power": {"code": found.goal.power, "name": POWER_NAMES[found.goal.power]},
        "phase": found.position.phase,
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(render_board(scene_of(found))),  # noqa: S308
        "level": level_of(mu),
        "points": points_of_skill(mu),
        "themes": [(slug, THEMES[slug][0]) for slug in found.themes],
        "theme": theme if theme in THEMES else "",
        "is_daily": queries.daily_on(clock.now().date()) == found.key,
        "tried": found.key in _tried(request),
        "vote": attempt.vote if attempt else 0,
        "is_rated": person is not None and not person.is_guest,
    }
    return _fresh(render(request, "puzzles/puzzle.html", context))


@require_POST
def act(request: HttpRequest, puzzle: str) -> HttpResponse:
    """Judge an act of a solver, and record what counts."""
    found = _puzzle_or_404(puzzle)
    if not COMMANDS.allows(visitor(request)):
        return _refused("busy", "That was a lot at once. Try again in a minute.", 429)
    try:
        asked = msgspec.json.decode(request.body[:_LARGEST], type=Act)
    except msgspec.MsgspecError:
        return _refused("malformed", "This cannot be read. Load the page again.", 422)
    if asked.do in ("good", "bad"):
        return _voted(request, found, 1 if asked.do == "good" else -1)
    if asked.do in ("check", "hint", "solution") and not CHECKS.allows(visitor(request)):
        return _refused("busy", "You have checked a lot of orders. Try again in a minute.", 429)
    try:
        judged = carry_out(found, asked)
    except NotPossible as no:
        return _refused("illegal", str(no), 422)
    if judged.record is not None:
        judged.reply["rating"] = _record(request, found, judged.record)
    return _fresh(JsonResponse(judged.reply))


def _voted(request: HttpRequest, found: Puzzle, value: int) -> HttpResponse:
    person = _person(request)
    if person is None or not vote(person, found.key, value):
        return _refused("illegal", "Sign in and try the puzzle first; then you can vote on it.", 422)
    reply = {"type": "puzzle", "verdict": "", "message": "Thank you for your vote.", "sheet": None}
    return _fresh(JsonResponse(reply))


def _record(request: HttpRequest, found: Puzzle, what: str) -> str:
    """Record what happened; returns how the ratings changed, in words."""
    right = what == "right"
    person = _person(request)
    if person is None:
        kept = request.session.get(_KEPT, {})
        if len(kept) < _MOST_KEPT:
            # A solution that was looked at solves nothing any more.
            kept.setdefault(found.key, -1 if what == "shown" else 0)
            if right and kept[found.key] == 0:
                kept[found.key] = 1
            request.session[_KEPT] = kept
        return ""
    before = queries.solver_of(person)
    record_try(person, found.key, found.difficulty, right=right, shown=what == "shown")
    after = queries.solver_of(person)
    if after is None or (before is not None and before.attempts == after.attempts):
        return ""
    was = points_of_skill(before.mu) if before else 1500
    now = points_of_skill(after.mu)
    return f"Your puzzle rating: {now} ({now - was:+d})."


def _tried(request: HttpRequest) -> dict[str, bool]:
    """Puzzles tried, each with True if it was solved."""
    person = _person(request)
    if person is not None:
        return queries.tried_by(person)
    return {key: value == 1 for key, value in request.session.get(_KEPT, {}).items()}


def _task(puzzle: Puzzle) -> str:
    return task_of(puzzle.goal, puzzle.position)


def _person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _puzzle_or_404(key: str) -> Puzzle:
    try:
        return shipped()[key]
    except KeyError:
        raise Http404("There is no such puzzle.") from None


def _refused(code: str, message: str, status: int) -> HttpResponse:
    return _fresh(JsonResponse(refused_reply(code, message), status=status))


def _fresh(response: _Response) -> _Response:
    patch_cache_control(response, private=True, no_store=True)
    return response
