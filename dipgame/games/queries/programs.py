"""Programs of others, over DAIDE or as bot accounts, and their games."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from adjudication.powers import Power
from dipgame.games.models import Game, Notification, Program, Seat
from dipgame.games.queries.games import challenges_to, open_games

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "asks_a_bot",
    "challenge_tables",
    "declined_in",
    "games_for_programs",
    "games_to_watch",
    "has_seat_for_program",
    "may_sit_down",
    "program_of",
    "program_with",
    "programs_in",
    "programs_seated",
    "public_tables",
]

_MOST_TABLES: Final = 100
"""Tables of a list. Twice as many public ones are read: those at which the account sits are left out afterwards."""


def games_for_programs(slug: str = "") -> QuerySet[Game]:
    """Open games with a seat for a program, oldest first.

    A private one only by its address (`slug`); its word is asked for by the service.
    """
    rows = _with_seats_left().filter(status=Game.Status.OPEN).order_by("created_at", "pk")
    return rows.filter(slug=slug) if slug else rows.filter(private_word="")


def has_seat_for_program(game: Game) -> bool:
    """True if a seat is left for a program."""
    return _with_seats_left().filter(pk=game.pk).exists()


def challenge_tables(person: "User") -> list[Game]:
    """Games that this bot's account is asked to, oldest first.

    Those of `public_tables` and these are annotated with `left`, the number of seats that are left for programs.
    """
    found = _joinable(challenges_to(person), for_programs=person.is_program)[:_MOST_TABLES]
    return [game for game in found if may_sit_down(person, game)]


def asks_a_bot(game: Game) -> bool:
    """True if a bot's account is asked to this game."""
    return Notification.objects.filter(game=game, key=Notification.CHALLENGE).exists()


def declined_in(games: Iterable[Game]) -> frozenset[int]:
    """Numbers of games that a bot declined and did not join."""
    asked = [game.pk for game in games if game.status == Game.Status.OPEN and game.is_private]
    if not asked:
        return frozenset()
    rows = Notification.objects.filter(game__in=asked, key=Notification.DECLINED)
    rows = rows.exclude(Exists(Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"))))
    return frozenset(rows.values_list("game", flat=True))


def programs_seated(game: Game) -> list[Seat]:
    """Seats of other people's programs, each with its `user`."""
    by_program = Q(user__is_program=True) | Q(user__programs__game=game)
    return list(Seat.objects.filter(by_program, game=game).select_related("user").order_by("power"))


def public_tables(*, for_programs: bool) -> list[Game]:
    """Public games to join, oldest first.

    for_programs: those with seats that are left for programs. Whoever sits at some of them leaves these out.
    """
    return list(_joinable(open_games(), for_programs=for_programs)[: 2 * _MOST_TABLES])


def may_sit_down(person: "User", game: Game) -> bool:
    """True if the person has no part in the game yet."""
    return game.master_id != person.pk and all(seat.user_id != person.pk for seat in game.seats.all())


def _joinable(games: QuerySet[Game], *, for_programs: bool) -> QuerySet[Any]:
    rows = _counted(games).order_by("created_at", "pk")
    return rows.filter(left__gt=0).exclude(faces="all") if for_programs else rows


def _with_seats_left() -> QuerySet[Game]:
    # An older game may have such seats and hide who is a bot: that one is left would tell of the others.
    return _counted(Game.objects.filter(programs__gt=0).exclude(faces="all")).filter(left__gt=0)


def _counted(games: QuerySet[Game]) -> QuerySet[Any]:
    """Count the seats that are left for programs.

    A bot's account that offers the game takes none of these.
    """
    over_daide, by_account = Q(seats__user__programs__game=F("pk")), Q(seats__user__is_program=True)
    seated = (over_daide | by_account) & ~Q(seats__user=F("host"))
    return games.annotate(left=F("programs") - Count("seats", filter=seated, distinct=True))


def games_to_watch() -> QuerySet[Game]:
    """Public games with seats for programs, running ones first."""
    rows = Game.objects.filter(status__in=[Game.Status.RUNNING, Game.Status.OPEN], programs__gt=0)
    return rows.filter(private_word="", watching="live").order_by("-status", "created_at", "pk")


def programs_in(game: Game) -> dict[int, Program]:
    """The programs of a game, by the numbers of their guests."""
    return {program.user_id: program for program in Program.objects.filter(game=game).select_related("user")}


def program_of(user: int, game: Game) -> Program | None:
    """The program that plays as this guest, if any."""
    return Program.objects.filter(game=game, user=user).select_related("user", "game").first()


def program_with(power: Power, passcode: int) -> Program | None:
    """The program of a running game with this power and passcode.

    Also where a bot holds its seat meanwhile.
    """
    rows = Program.objects.filter(game__status=Game.Status.RUNNING, passcode=passcode)
    mine = Q(user__seats__game=F("game"), user__seats__power=power)
    kept = Q(user__kept_seats__game=F("game"), user__kept_seats__power=power)
    return rows.filter(mine | kept).select_related("user", "game").first()
