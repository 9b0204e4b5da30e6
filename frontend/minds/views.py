"""Looking into the bots' minds: once a game is over, and for its game master at any time."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from adjudication.powers import POWER_NAMES
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase
from dipgame.games.players import bot_name, hides_bots, player_name
from frontend.access import Access, access_or_404
from frontend.board import render_board
from frontend.game.state import title_of
from frontend.minds.records import minds_of, page_of, scene_of

__all__ = ["mind", "minds"]


@require_safe
def minds(request: HttpRequest, slug: str) -> HttpResponse:
    """The first bot's mind in its first phase, or `?power=GER&phase=F1902M`; a word on why not, where there is none."""
    access = access_or_404(request, slug)
    if not access.may_read_minds:
        return _not_open(request, access)
    found = minds_of(access.game)
    if not found:
        return _closed(request, access, "Nobody here kept a journal", status=404)
    seats = {seat.power: sheets for seat, sheets in found.items()}
    power = request.GET.get("power", "")
    power = power if power in seats else next(iter(seats))
    names = [sheet.phase.name for sheet in seats[power]]
    name = request.GET.get("phase", "")
    return redirect("game_mind", slug, power, name if name in names else names[0])


@require_safe
def mind(request: HttpRequest, slug: str, power: str, name: str) -> HttpResponse:
    """Show a bot's mind in a phase of a finished game."""
    access = access_or_404(request, slug)
    if not access.may_read_minds:
        return _not_open(request, access)
    found = minds_of(access.game)
    seat = next((each for each in found if each.power == power), None)
    if seat is None:
        raise Http404("No bot with an open mind played this power.")
    names = [sheet.phase.name for sheet in found[seat]]
    if name not in names:
        raise Http404("This bot noted nothing in that phase.")
    here = names.index(name)
    sheet = found[seat][here]
    page = page_of(sheet)
    context = {
        "game": access.game,
        "name": POWER_NAMES[convert.power_of(seat)],
        "power": seat.power,
        "bot": player_name(seat, access.game, unmasked=access.sees_all) if seat.bot else "a bot that left",
        "face": bot_name(seat, access.game, unmasked=access.sees_all),
        "tabs": [_tab(each, sheets, sheet, access) for each, sheets in found.items()],
        "phases": [(each.phase.name, _turn(each.phase)) for each in found[seat]],
        "turn": _turn(sheet.phase),
        "here": name,
        "before": names[here - 1] if here else "",
        "after": names[here + 1] if here + 1 < len(names) else "",
        "page": page,
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(render_board(scene_of(sheet, page))),  # noqa: S308
    }
    response = render(request, "minds/minds.html", context)
    if access.sees_all:
        patch_cache_control(response, private=True, no_store=True)
    else:
        patch_cache_control(response, private=True, max_age=60)
    return response


def _closed(request: HttpRequest, access: Access, reason: str, status: int, *, stays: bool = False) -> HttpResponse:
    """stays: whether they will not be opened at all."""
    context = {"game": access.game, "reason": reason, "stays": stays}
    return render(request, "minds/closed.html", context, status=status)


def _not_open(request: HttpRequest, access: Access) -> HttpResponse:
    if access.game.status == Game.Status.FINISHED and not hides_bots(access.game):
        return _closed(request, access, "In this game minds stay closed", status=403, stays=True)
    return _closed(request, access, "Minds are opened when the game is over", status=403)


def _turn(phase: GamePhase) -> str:
    return title_of(convert.phase_of(phase), phase.status)


def _tab(seat: Seat, sheets: list[SeatPhase], shown: SeatPhase, access: Access) -> dict[str, object]:
    """Another bot, in the same phase or the last one before it in which it noted anything."""
    upto = [sheet for sheet in sheets if sheet.phase.index <= shown.phase.index]
    return {
        "power": seat.power,
        "name": POWER_NAMES[convert.power_of(seat)],
        "face": bot_name(seat, seat.game, unmasked=access.sees_all),
        "phase": (upto[-1] if upto else sheets[0]).phase.name,
        "chosen": seat.pk == shown.seat_id,
    }
