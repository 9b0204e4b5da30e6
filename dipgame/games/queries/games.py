"""Lists of games, with their seats and players loaded."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects

from dipgame.games import clock
from dipgame.games.models import Game, Notification, Seat
from dipgame.games.numbers import moment_of
from dipgame.games.queries.news import game_number
from dipgame.prepared import Along, Prepared

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "FILTERS",
    "challenges_to",
    "finished_games",
    "game_with_slug",
    "hosted",
    "my_games",
    "my_games_ended",
    "open_games",
    "rematch_of",
    "running_games",
    "seated",
    "seats_played_by",
    "shown_examples",
    "tables_of_friends",
]

_HOUR: Final = 3_600

FILTERS: Final[Mapping[str, Mapping[str, Q]]] = {
    "pace": {
        "live": Q(movement_seconds__lte=2 * _HOUR),
        "day": Q(movement_seconds__gt=2 * _HOUR, movement_seconds__lte=36 * _HOUR),
        "slow": Q(movement_seconds__gt=36 * _HOUR),
    },
    "bots": {"yes": Q(fill_at__isnull=False), "no": Q(fill_at=None)},
}
"""Filters of the list of open games: a name, its values, and the games that match each."""


def _games() -> QuerySet[Game]:
    return Game.objects.select_related("host", "master").prefetch_related(*_seats())


def _seats() -> "tuple[Prefetch[Any], ...]":
    """The seats with who sits there; of people only what lists tell."""
    people = get_user_model().objects.only("name", "is_guest", "is_program")
    return Prefetch("seats__user", people), Prefetch("seats__owner", people)


def seated(*lists: QuerySet[Game]) -> tuple[list[Game], ...]:
    """The games of some of the lists below.

    Seats and who sits there are read at once for all.
    """
    found = tuple(list(games.prefetch_related(None)) for games in lists)
    prefetch_related_objects([game for games in found for game in games], *_seats())
    return found


def open_games(wishes: Mapping[str, str] = MappingProxyType({})) -> QuerySet[Game]:
    """Public games that wait for players, the site's own first, then those that bots fill soonest. wishes: names and
    values of `FILTERS`; others count for nothing."""
    games = _games().filter(status=Game.Status.OPEN, private_word="")
    for name, value in wishes.items():
        games = games.filter(FILTERS.get(name, {}).get(value, Q()))
    return games.order_by("-promoted", F("fill_at").asc(nulls_last=True), "-pk")


def challenges_to(person: "User") -> QuerySet[Game]:
    """Waiting private games to which this bot's account is challenged."""
    asked = Notification.objects.filter(user=person, key=Notification.CHALLENGE).values("game")
    return _games().filter(status=Game.Status.OPEN, pk__in=asked)


def shown_examples() -> Q:
    """All games, or all but the examples where these are switched off."""
    return Q() if settings.EXAMPLE_GAMES else Q(example="")


def running_games() -> QuerySet[Game]:
    """Games that everybody may watch now, or a phase later, newest first; examples last."""
    live = _games().filter(shown_examples(), status=Game.Status.RUNNING, private_word="")
    return live.filter(watching__in=("live", "delayed")).order_by("example", "-created_at", "-pk")


def finished_games() -> QuerySet[Game]:
    """Games that ended and that everybody may look at, last ended first."""
    over = _games().filter(shown_examples(), status=Game.Status.FINISHED, private_word="")
    return over.order_by("-finished_at", "-pk")


def my_games(user: "User", *statuses: Game.Status, public: bool = False) -> QuerySet[Game]:
    """Games of these statuses (none given: of all) in which the person holds a seat or is game master, newest first,
    those that are over last ended first. public: only with a seat, and without those that one must know a word for, or
    that nobody may watch yet."""
    mine = Q(pk__in=Seat.objects.filter(user=user).values("game"))
    games = _games().filter(mine if public else mine | Q(master=user))
    if statuses:
        games = games.filter(status__in=statuses)
    if statuses == (Game.Status.FINISHED,):
        games = games.order_by("-finished_at")
    if not public:
        return games
    return games.exclude(status=Game.Status.RUNNING, watching="after").exclude(masked()).filter(private_word="")


def seats_played_by(user: "User") -> list[int]:
    """Numbers of the seats that the person holds in games that wait or run."""
    live = (Game.Status.OPEN, Game.Status.RUNNING)
    return list(Seat.objects.filter(user=user, game__status__in=live).values_list("pk", flat=True))


def my_games_ended(user: "User", since: int) -> QuerySet[Game]:
    """The person's games that ended after this number, last ended first.

    Those that were called off are among them.
    """
    ended = my_games(user, Game.Status.FINISHED, Game.Status.CANCELLED)
    return ended.filter(finished_at__gt=moment_of(since)).order_by("-finished_at", "-pk")


def masked() -> Q:
    """The games in which nobody is told yet who sits where: lists of a person's games leave them out."""
    goes_on = Q(status__in=(Game.Status.OPEN, Game.Status.RUNNING)) | Q(poll_until__gt=clock.now())
    return ~Q(faces="open") & goes_on


def tables_of_friends(user: "User", friends: Collection["User"]) -> QuerySet[Game]:
    """Open games, without a private word, at which friends sit and the person does not yet."""
    theirs = _games().filter(pk__in=Seat.objects.filter(user__in=friends).values("game"))
    mine = Seat.objects.filter(user=user).values("game")
    theirs = theirs.filter(status=Game.Status.OPEN, private_word="", faces="open")
    return theirs.exclude(pk__in=mine).order_by("-pk")


def rematch_of(game: Game) -> Game | None:
    """The rematch that was offered of this game, or None."""
    return Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED).first()


def game_with_slug(slug: str) -> Game | None:
    """The game at this address, or None."""
    found = _under.rows(slug=slug)
    return found[0] if found else None


def _games_under(slug: str) -> QuerySet[Game]:
    return Game.objects.filter(slug=slug).annotate(game_news=game_number("slug")).order_by()


_under: Final = Prepared(_games_under, Along(also={"game_news": int}), slug=str)


def hosted(person: "User") -> tuple[int, int]:
    """Count unfinished games the person hosts, and their bots.

    Also games they play with bots alone. Bots include those still to come.
    """
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=person)
    alone = Seat.objects.filter(~Exists(others), user=person).values("game")
    live = Game.objects.filter(Q(host=person) | Q(pk__in=alone), status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    seats = Seat.objects.filter(game__in=live)
    to_come = Q(user=None, game__status=Game.Status.OPEN) & ~Q(game__fill_bot="")
    return live.count(), seats.filter(~Q(bot="") | to_come).count()
