"""A seat: a power in one game, and who fills it."""

from typing import Any, ClassVar, cast

from django.conf import settings
from django.db import models
from django.db.models import Q

from adjudication.powers import POWER_NAMES
from dipgame.games.models.game import Game

__all__ = ["OfThePhase", "OfThePlayer", "Seat", "anew"]


class OfThePhase(models.Model):
    """Fields of a seat for the phase now played (`services.forget_phase`).

    Forgotten when it is over or taken back, when the game ends, and when another player comes.

    votes: answers to all votes (`models.ballot`, declared in `dipgame.games.votes`).
    """

    votes = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        abstract = True


class OfThePlayer(models.Model):
    """Fields about who plays a seat (`services.hand_over_seat`).

    Another player begins anew with each.

    owner: who stayed away and may take it back. vacated_at: since when a bot plays for somebody who is gone; anybody
    may take such a seat over. excuses: how many missed movement phases are still excused with more time. missed: the
    phases in a row in which a person had something to decide and did nothing. wishes: before the game begins, the
    powers its person would like, best first; start_wish: whether they would begin now, with bots.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=40, blank=True)
    joined_at = models.DateTimeField(null=True, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="kept_seats"
    )
    vacated_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)
    excuses = models.PositiveSmallIntegerField(default=1, editable=False)
    wishes = models.CharField(max_length=27, blank=True, editable=False)
    start_wish = models.BooleanField(default=False, editable=False)
    missed = models.PositiveSmallIntegerField(default=0, editable=False)

    user_id: int | None
    owner_id: int | None

    class Meta:
        abstract = True


class Seat(OfThePhase, OfThePlayer):
    """One power of one game, held by a person, a bot or nobody.

    Fields of its own last as long as the game.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    power = models.CharField(max_length=3, choices=POWER_NAMES)
    centers = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="Owned when the game was over; empty before."
    )
    opening = models.CharField(
        max_length=60,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="What its orders of spring 1901 are called (`games.openings`), once the game is over.",
    )

    id: int
    game_id: int
    objects: ClassVar[models.Manager["Seat"]]

    class Meta:
        ordering = ["game", "power"]
        constraints = [
            models.UniqueConstraint(fields=["game", "power"], name="seat_one_per_power"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="seat_one_per_person"
            ),
            models.CheckConstraint(name="seat_person_or_bot", condition=Q(user=None) | Q(bot="")),
            models.CheckConstraint(
                name="seat_vacated_is_a_bots", condition=Q(vacated_at=None, owner=None) | Q(user=None) & ~Q(bot="")
            ),
            models.CheckConstraint(name="seat_power", condition=Q(power__in=list(POWER_NAMES))),
        ]
        indexes = [
            models.Index(fields=["bot", "game"], condition=~Q(bot=""), name="seats_of_a_bot"),
            models.Index(fields=["power", "opening", "game"], condition=~Q(opening=""), name="seats_by_opening"),
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}"

    @property
    def is_free(self) -> bool:
        """True if somebody may still take the seat."""
        return self.user_id is None and not self.bot


def anew(*parts: type[models.Model]) -> dict[str, Any]:
    """First values of the fields these parts declare, by name."""
    names = [field.name for part in parts for field in part._meta.local_fields]
    return {name: cast("models.Field[Any, Any]", Seat._meta.get_field(name)).get_default() for name in names}
