"""Seats of running games that bots hold: for their owners to take back, for others to take over."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import convert, queries
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.services import take_seat_back, take_seat_over
from frontend.access import access_or_404
from frontend.account.guests import members_only
from frontend.lobby.listed_games import pace_words
from frontend.shell.views import signed_in

__all__ = ["take_back", "take_over", "vacant"]

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class VacantSeat:
    """A seat one may take over, and how its power stands. master: the name of the game master, or empty."""

    game: Game
    power: str
    name: str
    turn: str
    pace: str
    centers: int
    units: int
    is_mine: bool
    master: str


@require_safe
def vacant(request: HttpRequest) -> HttpResponse:
    """Seats that wait for somebody, each with its board."""
    seats = []
    for row, phase in queries.vacant_seats(_SHOWN):
        position, power = convert.position_of(phase), as_power(row.power)
        seats.append(
            VacantSeat(
                game=row.game,
                power=power,
                name=POWER_NAMES[power],
                turn=convert.phase_of(phase).turn,
                pace=pace_words(row.game),
                centers=len(position.centers_of(power)),
                units=len(position.units_of(power)),
                is_mine=request.user.is_authenticated and row.owner_id == request.user.pk,
                master="" if row.game.master is None else row.game.master.name,
            )
        )
    return render(request, "lobby/vacant.html", {"seats": seats})


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """My seat, which a bot holds for me."""
    access = access_or_404(request, slug)
    try:
        take_seat_back(signed_in(request), access.game)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("my_games")
    return redirect("game", slug)


@require_POST
@login_required
@members_only
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """A seat that a bot holds for somebody who is gone."""
    access = access_or_404(request, slug)
    try:
        take_seat_over(signed_in(request), access.game, request.POST.get("power", ""))
    except Refused as error:
        messages.error(request, error.message)
        return redirect("vacant_seats")
    return redirect("game", slug)
