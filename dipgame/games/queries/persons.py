"""Results of finished public games, per person and per bot."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Avg, Count, Exists, F, OuterRef, Q, QuerySet

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, talk
from dipgame.games.models import Absence, Game, Promise, Seat
from dipgame.games.queries.games import finished_games

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["PowerResults", "Word", "games_of_bot", "results_by_power", "results_of_bot", "word_of_person"]


@dataclass(frozen=True, slots=True)
class PowerResults:
    """Results of the games of a person or bot as one power.

    power: its code. survived: others won, and it still had a center. out: it had none. centers: mean at the end.
    """

    power: str
    name: str
    games: int
    won: int
    shared: int
    survived: int
    out: int
    centers: float


@dataclass(frozen=True, slots=True)
class Word:
    """Promises kept and broken while the person held the seat."""

    kept: int
    broken: int

    @property
    def percent(self) -> int | None:
        """Percentage kept; None if no promise came due."""
        due = self.kept + self.broken
        return round(100 * self.kept / due) if due else None


def results_by_power(person: "User") -> list[PowerResults]:
    """By power, in their usual order; powers the person has not played, and games from the sandbox, are left out."""
    return _by_power(Seat.objects.filter(user=person).exclude(game__had_guests=True))


def results_of_bot(bot: str) -> list[PowerResults]:
    """Results of a bot of the site, by power.

    Games with guests are among them. Seats that the bot took over from somebody are not.
    """
    return _by_power(Seat.objects.filter(bot=bot, vacated_at=None))


def games_of_bot(bot: str) -> QuerySet[Game]:
    """Finished public games with this bot, last ended first."""
    seats = Seat.objects.filter(bot=bot, vacated_at=None).values("game")
    return finished_games().filter(pk__in=seats).exclude(poll_until__gt=clock.now())


def _by_power(seats: QuerySet[Seat]) -> list[PowerResults]:
    rows = seats.filter(game__status=Game.Status.FINISHED, game__private_word="", game__first_position__isnull=True)
    rows = rows.exclude(game__result__in=Game.CLOSED).exclude(game__poll_until__gt=clock.now())
    won = Q(game__winner=F("power"))
    by_the_rules = Q(game__sharers="", centers__gt=0)
    shared = Q(game__result=Game.Result.DRAW) & (Q(game__sharers__contains=F("power")) | by_the_rules)
    counted = rows.order_by("power").values_list("power").annotate(
        games=Count("pk"),
        won=Count("pk", filter=won),
        shared=Count("pk", filter=shared),
        out=Count("pk", filter=Q(centers=0) & ~won & ~shared),
        mean=Avg("centers"),
    )  # fmt: skip
    return [
        PowerResults(
            power, POWER_NAMES[as_power(power)], games, first, among, games - first - among - out, out, mean or 0.0
        )
        for power, games, first, among, out, mean in counted
    ]


def word_of_person(person: "User") -> Word:
    """The promises of public games that are over: while a game is played, its promises are for who heard them.

    Those that came due while the person held the seat: a seat that was given up leaves them as they are.
    """
    over = Promise.objects.filter(
        agreement__game__status=Game.Status.FINISHED,
        agreement__game__private_word="",
        agreement__message__undone=False,
    ).exclude(talk.OWN_GAIN)
    holds = Seat.objects.filter(
        user=person,
        game=OuterRef("agreement__game"),
        power=OuterRef("power"),
        joined_at__lte=OuterRef("judged__resolved_at"),
    )
    held = Absence.objects.filter(
        user=person,
        game=OuterRef("agreement__game"),
        power=OuterRef("power"),
        since__lte=OuterRef("judged__resolved_at"),
        at__gte=OuterRef("judged__resolved_at"),
    )
    counts = over.filter(Exists(holds) | Exists(held)).aggregate(
        kept=Count("pk", filter=Q(state=Promise.State.KEPT)), broken=Count("pk", filter=Q(state=Promise.State.BROKEN))
    )
    return Word(counts["kept"], counts["broken"])
