"""The only gate: who may see a game, and as which power.

A page asks with its request, a socket with its scope; both get an `Access` or nothing. Anybody may
watch a game; one with a private word only those who sit at it, its host and the site's staff. What
an `Access` without a seat shows is public.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from adjudication.powers import Power
from dipgame.games import convert
from dipgame.games.models import Game, Seat

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["NO_ACCESS_CODE", "Access", "access_for", "access_or_404", "access_to", "renewed"]

NO_ACCESS_CODE: Final = 4404
"""Close code of a socket to a game that is not there, or not for this person: nobody learns which."""


@dataclass(frozen=True, slots=True)
class Access:
    """A game somebody may see, and the seat they hold in it, if any."""

    game: Game
    seat: Seat | None

    @property
    def power(self) -> Power | None:
        """The power of the person who looks; None for one who only watches."""
        return None if self.seat is None else convert.power_of(self.seat)


def access_for(user: "User | AnonymousUser", slug: str) -> Access | None:
    """What this person may see of the game with this slug; None when there is no game or it is not for them."""
    game = Game.objects.filter(slug=slug).first()
    if game is None:
        return None
    seat = None
    if user.is_authenticated:
        seat = Seat.objects.filter(game=game, user_id=user.pk).first()
    if game.is_private and seat is None and not _keeps(user, game):
        return None
    return Access(game, seat)


def access_or_404(request: HttpRequest, slug: str) -> Access:
    """The same for a page. Raises Http404."""
    access = access_for(request.user, slug)
    if access is None:
        raise Http404("There is no such game, or it is private.")
    return access


def access_to(scope: Mapping[str, Any]) -> Access | None:
    """The same for a socket, from its scope."""
    return access_for(scope.get("user") or AnonymousUser(), scope["url_route"]["kwargs"]["slug"])


def renewed(user: "User | AnonymousUser", access: Access) -> Access | None:
    """The access as it stands now: seats change hands, people are suspended. For sockets that stay open."""
    if user.is_authenticated:
        user = get_user_model().objects.filter(pk=user.pk, is_active=True).first() or AnonymousUser()
    return access_for(user, access.game.slug)


def _keeps(user: "User | AnonymousUser", game: Game) -> bool:
    return bool(user.is_authenticated and (user.is_staff or game.host_id == user.pk))
