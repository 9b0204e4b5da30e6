"""Programs of others, over DAIDE or as bot accounts, and their games."""

from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, F, Q, QuerySet

from adjudication.powers import Power
from dipgame.games.models import Game, Program, Seat
from dipgame.games.queries.games import challenges_to, open_games

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "games_for_programs",
    "games_to_watch",
    "has_seat_for_program",
    "program_of",
    "program_with",
    "programs_in",
    "tables_for",
]

_MOST_TABLES: Final = 100


def games_for_programs(slug: str = "") -> QuerySet[Game]:
    """Open games with a seat for a program, oldest first.

    A private one only by its address (`slug`); its word is asked for by the service.
    """
    rows = _with_seats_left().filter(status=Game.Status.OPEN).order_by("created_at", "pk")
    return rows.filter(slug=slug) if slug else rows.filter(private_word="")


def has_seat_for_program(game: Game) -> bool:
    """True if a seat is left for a program."""
    return _with_seats_left().filter(pk=game.pk).exists()


def tables_for(person: "User") -> list[Game]:
    """Games the person may join: challenges, then public ones.

    Oldest first, annotated with `left`, the number of seats that are left for programs.
    """
    mine = Seat.objects.filter(user=person).values("game")
    found = list[Game]()
    for rows in (challenges_to(person), open_games()):
        free = _counted(rows).exclude(pk__in=mine).exclude(master=person).order_by("created_at", "pk")
        found += (free.filter(left__gt=0).exclude(faces="all") if person.is_program else free)[:_MOST_TABLES]
    return found


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
