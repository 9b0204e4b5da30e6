"""A puzzle's page and its acts, wherever the puzzle comes from."""

from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe

from adjudication.powers import POWER_NAMES
from bots.puzzles.puzzle import THEMES, Puzzle, task_of
from dipgame.accounts.models import User
from dipgame.limits import CHECKS, COMMANDS
from dipgame.puzzles import queries
from dipgame.puzzles.rating import level_of, points_of_skill
from dipgame.puzzles.solving import record_try, vote
from frontend.board import render_board
from frontend.game.places import CODE_WORDS, PLACES
from frontend.puzzles.acts import Act, NotPossible, carry_out, orders_open, scene_of, sheet_of
from frontend.puzzles.deals import rule as deal_rule
from frontend.visitor import visitor
from frontend.wire.puzzles import PuzzlePage
from frontend.wire.replies import refused_reply

__all__ = ["Around", "fresh", "knows_solution", "puzzle_act", "puzzle_page", "solver", "tried_in"]

_LARGEST: Final = 8_000
"""Bytes of what a solver sends at once."""
_Response = TypeVar("_Response", bound=HttpResponse)
_KEPT: Final = "puzzles"
_MOST_KEPT: Final = 600


@dataclass(frozen=True, slots=True)
class Around:
    """Surroundings of a puzzle on its page.

    act, next, study, back: addresses. heading: over the task. about: beside it, where the puzzle has no rating.
    is_rated: true for shipped puzzles, which have ratings and votes.
    """

    act: str
    next: str
    study: str
    back: str
    heading: str
    about: str = ""
    is_rated: bool = True


def puzzle_page(request: HttpRequest, found: Puzzle, around: Around) -> HttpResponse:
    """The page of a puzzle to solve."""
    page: PuzzlePage = {
        "key": f"puzzle:{found.key}",
        "url": around.act,
        "token": get_token(request),
        "power": found.goal.power,
        "partner": found.goal.partner or "",
        "owners": {unit.province: unit.power for unit in found.position.units if unit.power in found.goal.sides},
        "powers": POWER_NAMES,
        "places": PLACES,
        "words": CODE_WORDS,
        "options": orders_open(found),
        "sheet": sheet_of(found, {}),
    }
    person = solver(request)
    context = {
        "around": around,
        "page": page,
        "task": task_of(found.goal, found.position),
        "power": {"code": found.goal.power, "name": POWER_NAMES[found.goal.power]},
        "partner": POWER_NAMES[found.goal.partner] if found.goal.partner else "",
        "rule": deal_rule(found.goal) if found.goal.kind == "deal" else "",
        "phase": found.position.phase,
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(render_board(scene_of(found))),  # noqa: S308
        "themes": [(slug, THEMES[slug][0]) for slug in found.themes],
        "tried": found.key in tried_in(request),
        "may_rate": person is not None and not person.is_guest,
    }
    if around.is_rated:
        mu = queries.difficulty_of(found.key)
        attempt = queries.attempt_of(person, found.key) if person else None
        context |= {"level": level_of(mu), "points": points_of_skill(mu), "vote": attempt.vote if attempt else 0}
    return fresh(render(request, "puzzles/puzzle.html", context))


def puzzle_act(request: HttpRequest, found: Puzzle, *, is_rated: bool = True) -> HttpResponse:
    """Judge an act of a solver, and record what counts."""
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
        judged.reply["rating"] = _record(request, found, judged.record, is_rated=is_rated)
    return fresh(JsonResponse(judged.reply))


def _voted(request: HttpRequest, found: Puzzle, value: int) -> HttpResponse:
    person = solver(request)
    if person is None or not vote(person, found.key, value):
        return _refused("illegal", "Sign in and try the puzzle first; then you can vote on it.", 422)
    reply = {"type": "puzzle", "verdict": "", "message": "Thank you for your vote.", "sheet": None}
    return fresh(JsonResponse(reply))


def _record(request: HttpRequest, found: Puzzle, what: str, *, is_rated: bool) -> str:
    """Record what happened; returns how the ratings changed, in words."""
    right = what == "right"
    person = solver(request)
    if person is None:
        kept = request.session.get(_KEPT, {})
        if len(kept) < _MOST_KEPT:
            # A solution that was looked at solves nothing any more.
            before = kept.get(found.key, 0)
            kept[found.key] = before or (1 if right else -1 if what == "shown" else 0)
            request.session[_KEPT] = kept
        return ""
    before = queries.solver_of(person)
    record_try(person, found.key, found.difficulty, right=right, shown=what == "shown", rated=is_rated)
    after = queries.solver_of(person)
    if after is None or (before is not None and before.attempts == after.attempts):
        return ""
    was = points_of_skill(before.mu) if before else 1500
    now = points_of_skill(after.mu)
    return f"Your puzzle rating: {now} ({now - was:+d})."


def tried_in(request: HttpRequest) -> dict[str, bool]:
    """Puzzles tried, each with True if it was solved."""
    person = solver(request)
    if person is not None:
        return queries.tried_by(person)
    return {key: value == 1 for key, value in request.session.get(_KEPT, {}).items()}


def knows_solution(request: HttpRequest, key: str) -> bool:
    """True if the visitor solved the puzzle or was shown its solution."""
    person = solver(request)
    if person is None:
        return bool(request.session.get(_KEPT, {}).get(key, 0))
    attempt = queries.attempt_of(person, key)
    return attempt is not None and (attempt.shown or attempt.finished_at is not None)


def solver(request: HttpRequest) -> User | None:
    """The person who is signed in."""
    return request.user if isinstance(request.user, User) else None


def _refused(code: str, message: str, status: int) -> HttpResponse:
    return fresh(JsonResponse(refused_reply(code, message), status=status))


def fresh(response: _Response) -> _Response:
    """A response that nothing keeps."""
    patch_cache_control(response, private=True, no_store=True)
    return response
