"""The result of a game: for all who may see it, once it is over."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power, as_power
from daide.log import ALL_FORMATS
from dipgame.experiments.queries import experiment_played_for
from dipgame.games import convert, queries
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.services import guess_bots, offer_rematch
from frontend.access import Access, access_or_404
from frontend.game.phases import front_page_of
from frontend.game.state import verdict_of
from frontend.inbox.bell import looked_at
from frontend.minds.records import minds_of
from frontend.result.chart import WIDTHS, draw_chart
from frontend.result.figures import leader, scores, years_of
from frontend.result.moments import moments_of
from frontend.result.poll import poll_of
from frontend.result.records import is_scored, pledged_in, quotes_of, rows_of
from frontend.shell.views import signed_in

__all__ = ["guess", "rematch", "result"]


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the result of a game.

    Redirect to the board until it is over.
    """
    access = access_or_404(request, slug)
    game = access.game
    if game.status != Game.Status.FINISHED:
        return redirect("game", slug)
    looked_at(request, game)
    phases = list(queries.phases_of(game))
    boards = [convert.position_of(row) for row in phases]
    years = years_of(boards)
    counts = {power: len(boards[-1].centers_of(power)) for power in POWER_NAMES}
    winner = as_power(game.winner) if game.winner else None
    hero = winner or leader(counts)
    sharers = [as_power(power) for power in game.sharers.split()]
    points = scores(counts, winner, sharers, game.result == Game.Result.CONCEDED)
    rows = rows_of(access, points if is_scored(game) else None)
    goal = convert.rulebook_of(game).victory_centers
    thought = access.may_read_minds and game.seats.exclude(bot="").exists()
    context = {
        "game": game,
        "first": phases[0].name,
        "verdict": verdict_of(game, queries.standings(game)),
        # Drawn by our own pen, which escapes what it is given.
        "charts": [mark_safe(draw_chart(years, goal, kind)) for kind in WIDTHS],  # noqa: S308
        "goal": goal,
        "years": ["start", *(str(year.number) for year in years[1:])],
        "table": [(row.power, row.name, [year.counts[row.power] for year in years]) for row in rows],
        "rows": rows,
        "scored": is_scored(game),
        "you": access.power,
        "thought": thought,
        "master": game.master,
        "poll": poll_of(access),
        "experiment": experiment_played_for(game, signed_in(request)) if access.power else None,
        "formats": [each for each in ALL_FORMATS.values() if each.name != "dipgame"],
        "rematch": queries.rematch_of(game) is not None,
        "talked": game.press_level > 0,
        "moments": _moments(access, boards, hero, thought=thought),
        "quotes": quotes_of(access, boards),
        "front": _front(request, access),
        "powers": [(power, name) for power, name in POWER_NAMES.items() if power != access.power],
    }
    response = render(request, "result/result.html", context)
    if game.faces == "all":
        patch_cache_control(response, private=True, no_store=True)
    else:
        patch_cache_control(response, private=True, max_age=60)
    return response


@require_POST
@login_required
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a rematch, or go to the one that is offered."""
    access = access_or_404(request, slug)
    try:
        game = offer_rematch(signed_in(request), access.game)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("game_result", slug)
    return redirect("waiting_room" if game.status == Game.Status.OPEN else "game", game.slug)


@require_POST
@login_required
def guess(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who was a bot."""
    access = access_or_404(request, slug)
    try:
        told = guess_bots(signed_in(request), access.game, request.POST.getlist("bot"))
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Everybody has answered." if told else "You learn the answer when all have answered.")
    return redirect("game_result", slug)


def _front(request: HttpRequest, access: Access) -> dict[str, object] | None:
    """The front page of the last turn, and the text by which it is passed on; None where no turn was played."""
    game = access.game
    turn, lines = front_page_of(access)
    if not turn:
        return None
    verdict = verdict_of(game, queries.standings(game)) or ""
    told = [f"Europe, {turn}", verdict, *(line.text for line in lines)]
    address = request.build_absolute_uri(reverse("game_result", args=[game.slug]))
    return {
        "title": told[0],
        "lines": [line.text for line in lines],
        "text": "\n".join([game.name, *filter(None, told), address]),
    }


def _moments(access: Access, boards: list[Position], hero: Power | None, *, thought: bool) -> list[dict[str, object]]:
    """Moments that decided the game, with readable thoughts of bots."""
    minds = {seat.power: sheets for seat, sheets in minds_of(access.game).items()} if thought else {}
    noted = {power: {sheet.phase.name for sheet in sheets} for power, sheets in minds.items()}
    return [
        {
            "turn": moment.phase.turn,
            "phase": str(moment.phase),
            "text": moment.text,
            "minds": [
                (power, POWER_NAMES[power]) for power in moment.powers if str(moment.phase) in noted.get(power, ())
            ],
        }
        for moment in moments_of(boards, pledged_in(access, boards), hero, access.power)
    ]
