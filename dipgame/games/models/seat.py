"""A seat: a power in one game, and who fills it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from adjudication.powers import POWER_NAMES
from dipgame.games.models.game import Game

__all__ = ["Seat"]


class Seat(models.Model):
    """One power of one game, held by a person, by a bot, or by nobody yet.

    `missed` counts the phases in a row in which a person had something to decide and did nothing. excuses: how many
    missed movement phases are still excused with more time. vacated_at: since when a bot plays for somebody who is
    gone; anybody may take such a seat over. owner: who stayed away and may take it back. votes: its answers to all
    votes of the phase now played (`models.ballot`, declared in `dipgame.games.votes`), forgotten with the phase.
    wishes: before the game begins, the powers its person would like, best first; start_wish: whether they would begin
    now, with bots.
    """

    OF_A_PLAYER: ClassVar = (
        "user",
        "bot",
        "joined_at",
        "owner",
        "vacated_at",
        "excuses",
        "votes",
        "wishes",
        "start_wish",
        "missed",
    )
    """Fields about who plays it: another player begins anew with each (`services.hand_over_seat`)."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    power = models.CharField(max_length=3, choices=POWER_NAMES)
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
    votes = models.JSONField(default=dict, blank=True, editable=False)
    wishes = models.CharField(max_length=27, blank=True, editable=False)
    start_wish = models.BooleanField(default=False, editable=False)
    missed = models.PositiveSmallIntegerField(default=0, editable=False)
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
    user_id: int | None
    owner_id: int | None
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
