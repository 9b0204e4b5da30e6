"""The room of a game: its lines, and before the start one of one's own."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from dipgame.accounts.queries import blocked_among
from dipgame.games import queries
from dipgame.games.errors import Refused
from dipgame.games.models import Game
from dipgame.games.numbers import number_of
from dipgame.games.services import say_in_room
from dipgame.games.services.note import sender_of
from frontend.access import access_for
from frontend.shell.views import signed_in

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Line", "lines_of", "room_of", "say"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game's room. by: who did it or says it, as others may know; empty for the rules. number: its place
    among the messages of the game."""

    pk: int
    number: int
    at: datetime
    words: str
    by: str
    said: bool
    button: str
    address: str


def room_of(game: Game, viewer: "User | None") -> list[Line]:
    """The newest lines of the room, for one who has a part in the game, oldest first."""
    return lines_of(game, None if viewer is None else viewer.pk, for_players=True)


def lines_of(game: Game, person: int | None, *, for_players: bool, upto: datetime | None = None) -> list[Line]:
    """The newest lines, as this person may know them, without what is said by those they blocked. for_players, upto: as
    in `queries.notices_of`."""
    rows = queries.notices_of(game, for_players=for_players, upto=upto)
    speakers = {row.actor_id for row in rows if row.said and not row.by_staff}
    unheard = blocked_among(person, speakers) if person is not None and speakers else frozenset[int]()
    return [
        Line(
            row.pk,
            row.number or number_of(row.at),
            row.at,
            row.words,
            sender_of(row),
            row.said,
            row.button,
            row.address,
        )
        for row in rows
        if row.by_staff or not row.said or row.actor_id not in unheard
    ]


@require_POST
@login_required
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a line that all who sit at the game read."""
    access = access_for(request.user, slug)
    if access is None:
        raise Http404("There is no such game, or it is private.")
    try:
        say_in_room(signed_in(request), access.game, request.POST.get("words", ""))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("waiting_room", slug)
