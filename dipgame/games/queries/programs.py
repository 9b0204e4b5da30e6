"""Programs that play over DAIDE, and the games that wait for them."""

from django.db.models import Count, F, Q, QuerySet

from adjudication.powers import Power
from dipgame.games.models import Game, Program

__all__ = ["games_for_programs", "games_to_watch", "program_of", "program_with", "programs_in"]


def games_for_programs(slug: str = "") -> QuerySet[Game]:
    """Open games with a seat for a program, oldest first.

    A private one only by its address (`slug`); its word is asked for by the service.
    """
    waiting = Q(seats__user__programs__game=F("pk"))
    rows = Game.objects.filter(status=Game.Status.OPEN, programs__gt=0).annotate(
        seated=Count("seats", filter=waiting, distinct=True)
    )
    rows = rows.filter(seated__lt=F("programs")).order_by("created_at", "pk")
    return rows.filter(slug=slug) if slug else rows.filter(private_word="")


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
