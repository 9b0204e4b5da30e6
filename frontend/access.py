"""The only gate: who may see a game, and as which power.

A page asks with its request, a socket with its scope, for every command anew; both get an `Access` or
nothing. Anybody may watch a game; one with a private word, or that is not to be watched before its end, only those who
sit at it, or for whom a bot holds a seat of it, its host and the site's staff. A game master without a seat sees all of
it; what any other `Access` without a seat shows is public.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from adjudication.powers import Power
from dipgame.accounts.queries import person_of_session
from dipgame.games import convert, queries, talk
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.players import hides_bots
from dipgame.security import is_sound

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "NO_ACCESS_CODE",
    "SIGNED_OUT_CODE",
    "Access",
    "access_for",
    "access_or_404",
    "access_to",
    "access_under",
    "session_of",
]

NO_ACCESS_CODE: Final = 4404
"""Close code of a socket to a game that is not there, or not for this person: nobody learns which."""

SIGNED_OUT_CODE: Final = 4401
"""Close code of a socket whose person is signed out, or another one by now."""


@dataclass(frozen=True, slots=True)
class Access:
    """A viewer's access to a game, with their seat, if any.

    person: the number of the viewer, None for nobody in particular. news: how much had happened in the game and at
    the seat, before anything else was read. delayed: True if they are told everything a phase later. overseen: for
    the game master the numbers of all seats, each with how much had happened there; then the second of news is
    their sum.
    """

    game: Game
    seat: Seat | None
    person: int | None = None
    news: tuple[int, int] = (0, 0)
    delayed: bool = False
    overseen: tuple[tuple[int, int], ...] = ()

    @property
    def sees_all(self) -> bool:
        """True if this is the game master, who sees everything."""
        return bool(self.overseen)

    @property
    def may_read_minds(self) -> bool:
        """True if what the bots thought is open to the viewer."""
        return self.sees_all or (talk.is_open(self.game, self.seat) and not hides_bots(self.game))

    @property
    def seats_to_follow(self) -> tuple[int, ...]:
        """Numbers of the seats whose orders and talk the viewer follows."""
        return tuple(seat for seat, _ in self.overseen) if self.seat is None else (self.seat.pk,)

    def look(self) -> queries.Sight:
        """A look at the game with these eyes."""
        return queries.Sight(self.game, self.seat, delayed=self.delayed, sees_all=self.sees_all)

    def latest_phase(self) -> GamePhase | None:
        """The latest phase with these eyes; None before the game begins."""
        return self.look().latest if self.delayed else queries.latest_phase(self.game)

    @property
    def power(self) -> Power | None:
        """The power of the person who looks; None for one who only watches."""
        return None if self.seat is None else convert.power_of(self.seat)


def access_for(user: "User | AnonymousUser", slug: str) -> Access | None:
    """Access of this person to a game.

    None if there is no such game, or if it is not for them.
    """
    person = user.pk if user.is_authenticated else None
    seat = queries.seat_in(slug, user) if user.is_authenticated else None
    if seat is not None:
        return Access(seat.game, seat, person, queries.news_with(seat))
    game = queries.game_with_slug(slug)
    if game is None or (game.example and not settings.EXAMPLE_GAMES):
        return None
    if person is not None and game.master_id == person:
        return _access_of_master(game, person)
    closed, delayed = _is_closed(game), game.watching == "delayed" and game.status == Game.Status.RUNNING
    keeps = (closed or delayed) and _keeps(user, game)
    if closed and not keeps:
        return None
    return Access(game, None, person, queries.news_with(game), delayed and not keeps)


def access_or_404(request: HttpRequest, slug: str) -> Access:
    """Access for a page. Raises Http404 without any."""
    access = access_for(request.user, slug)
    if access is None:
        raise Http404("There is no such game, or it is private.")
    return access


def access_to(scope: Mapping[str, Any], person: int | None = None) -> Access | None:
    """Find the access of a socket at a game's address, from its scope."""
    return access_under(session_of(scope), scope["url_route"]["kwargs"]["slug"], person)


def access_under(session: str | None, slug: str, person: int | None = None) -> Access | None:
    """Access to a game for the person of a session, as things stand now.

    People sign out and are suspended, passwords and seats change, while a socket stays open. person: who it most likely
    still is; where they are and hold a seat, one query tells all.
    """
    seat = None if person is None else queries.seat_under(slug, person, session)
    if seat is not None:
        return Access(seat.game, seat, person, queries.news_with(seat))
    return access_for(person_of_session(session), slug)


def session_of(scope: Mapping[str, Any]) -> str | None:
    """The key of the session that a socket was opened under; None where there is none, or what can be no key."""
    key: str | None = scope["cookies"].get(settings.SESSION_COOKIE_NAME)
    return key if key and is_sound(key) else None


def _access_of_master(game: Game, person: int) -> Access:
    """The access of the game master, who holds no seat."""
    overseen = queries.news_of_seats(game)
    return Access(
        game, None, person, (queries.news_with(game)[0], sum(overseen.values())), overseen=(*overseen.items(),)
    )


def _is_closed(game: Game) -> bool:
    unseen = game.watching == "after" and game.status in (Game.Status.OPEN, Game.Status.RUNNING)
    return game.is_private or unseen


def _keeps(user: "User | AnonymousUser", game: Game) -> bool:
    if not user.is_authenticated:
        return False
    return bool(user.is_staff or game.host_id == user.pk or queries.is_kept_for(user, game))
