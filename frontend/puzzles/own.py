"""Puzzles from games, for all who may see these games."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES, as_power
from bots.puzzles.puzzle import Puzzle, task_of
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.players import hides_bots
from dipgame.puzzles.models import GamePuzzles
from dipgame.puzzles.own import QUEUE, ask_puzzles, has_known_rules, own_puzzle, puzzles_in_game, puzzles_of
from frontend.access import access_or_404
from frontend.puzzles.pages import Around, fresh, puzzle_act, puzzle_page, tried_in
from frontend.puzzles.studying import puzzle_study
from frontend.shell.views import signed_in

__all__ = ["act", "find", "of_game", "puzzle", "study"]

_REFRESH: Final = "3"
"""Seconds after which a page that waits is asked for again."""


@require_safe
def of_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Puzzles of a game by power, and the search for one's own."""
    access = access_or_404(request, slug)
    if access.game.status != Game.Status.FINISHED:
        return redirect("game", slug)
    rows = puzzles_in_game(access.game, access.power)
    mine = next((row for row in rows if row.power == access.power), None)
    tried = tried_in(request)
    waits = mine is not None and mine.state == GamePuzzles.State.WAITING
    context = {
        "game": access.game,
        "power": POWER_NAMES[access.power] if access.power else "",
        "has_known_rules": has_known_rules(access.game),
        "hides_bots": hides_bots(access.game),
        "mine": mine,
        "waits": waits,
        "ahead": QUEUE.ahead_of(mine) if mine is not None and waits else 0,
        "percent": round(100 * mine.done / mine.steps) if mine is not None and mine.steps else 0,
        "lists": [
            (POWER_NAMES[as_power(row.power)], [_line(slug, each, tried) for each in puzzles_of(row)])
            for row in sorted(rows, key=lambda row: row != mine)
            if row.state == GamePuzzles.State.DONE
        ],
    }
    response = fresh(render(request, "puzzles/game.html", context))
    if waits:
        response["Refresh"] = _REFRESH
    return response


def _line(slug: str, found: Puzzle, tried: dict[str, bool]) -> dict[str, object]:
    return {
        "url": reverse("game_puzzle", args=[slug, found.key]),
        "title": found.position.phase.title,
        "task": task_of(found.goal, found.position),
        "tried": found.key in tried,
        "solved": tried.get(found.key, False),
    }


@require_POST
@login_required
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the puzzles of one's power found."""
    access = access_or_404(request, slug)
    try:
        ask_puzzles(signed_in(request), access.game)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("puzzles")
    return redirect("game_puzzles", slug)


@require_safe
def puzzle(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
    """A puzzle of a game, to solve."""
    game, found = _puzzle_or_404(request, slug, puzzle)
    place = reverse("game_puzzles", args=[slug])
    around = Around(
        act=reverse("game_puzzle_act", args=[slug, puzzle]),
        next=place,
        study=reverse("game_puzzle_study", args=[slug, puzzle]),
        back=place,
        heading="Puzzle from a game",
        about=f"{game.name}, {found.position.phase.title}",
        is_rated=False,
    )
    return puzzle_page(request, found, around)


@require_POST
def act(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
    """Judge an act of a solver; nothing is rated."""
    _, found = _puzzle_or_404(request, slug, puzzle)
    return puzzle_act(request, found, is_rated=False)


@require_safe
def study(request: HttpRequest, slug: str, puzzle: str) -> HttpResponse:
    """The puzzle in the sandbox, to be kept as a study."""
    _, found = _puzzle_or_404(request, slug, puzzle)
    return puzzle_study(request, found, reverse("game_puzzle", args=[slug, puzzle]))


def _puzzle_or_404(request: HttpRequest, slug: str, key: str) -> tuple[Game, Puzzle]:
    access = access_or_404(request, slug)
    found = own_puzzle(access.game, key, access.power) if access.game.status == Game.Status.FINISHED else None
    if found is None:
        raise Http404("This game has no such puzzle.")
    return access.game, found
