"""Phases of a game, and each seat's sheet of orders in them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from dipgame.games.models.game import Game
from dipgame.games.models.seat import Seat

__all__ = ["BotState", "GamePhase", "SeatPhase"]


class GamePhase(models.Model):
    """A phase of a game: the position it begins with and, once it is over, what became of every order.

    `open` takes orders; `claimed` is being resolved by the worker that wrote `claim`; `resolved` is
    over; `final` is the board on which the game ended, without orders. At most one phase of a game
    is open or claimed. Lock this row before changing its sheets.

    closes_at: where one person plays with bots alone, the moment up to which that person may think better
    of Ready; before it the phase is not resolved though nobody is awaited. None while they are not ready.
    number: its place among the messages of the game (`dipgame.games.numbers`): when it began, began anew, or became the
    end of the game; 0 in older rows, which have their time.
    graced: whether somebody who was still writing was given a minute more. reminded: whether who is awaited was told
    that the deadline is near.
    """

    class Status(models.TextChoices):
        OPEN = "open", "open"
        CLAIMED = "claimed", "being resolved"
        RESOLVED = "resolved", "resolved"
        FINAL = "final", "end of the game"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phases")
    index = models.PositiveSmallIntegerField(help_text="0 for the first phase of the game.")
    name = models.CharField(max_length=6)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    number = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    position = models.JSONField()
    outcomes = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True, editable=False)
    graced = models.BooleanField(default=False, editable=False)
    reminded = models.BooleanField(default=False, editable=False)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    resolved_at = models.DateTimeField(null=True, blank=True, editable=False)

    id: int
    game_id: int
    objects: ClassVar[models.Manager["GamePhase"]]

    class Meta:
        ordering = ["game", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="phase_index_once"),
            models.UniqueConstraint(fields=["game", "name"], name="phase_name_once"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(status__in=["open", "claimed"]), name="phase_one_live"
            ),
            models.CheckConstraint(
                name="phase_status",
                condition=Q(status="open", deadline__isnull=False, claim=None, claimed_at=None, resolved_at=None)
                | Q(status="claimed", deadline__isnull=False, claim__isnull=False, claimed_at__isnull=False)
                & Q(resolved_at=None)
                | Q(status="resolved", resolved_at__isnull=False, outcomes__isnull=False)
                | Q(status="final", deadline=None, claim=None, claimed_at=None, resolved_at=None),
            ),
            models.CheckConstraint(
                name="phase_outcomes_when_resolved", condition=Q(status="resolved") | Q(outcomes__isnull=True)
            ),
        ]
        indexes = [models.Index(fields=["status", "deadline"])]

    def __str__(self) -> str:
        return self.name

    @property
    def is_live(self) -> bool:
        """True if this phase is being played."""
        return self.status in (self.Status.OPEN, self.Status.CLAIMED)


class BotState(models.TextChoices):
    """Progress of a bot with its orders for a phase."""

    NONE = "", "no bot"
    WAITING = "waiting", "not asked yet"
    THINKING = "thinking", "thinking"
    OK = "ok", "answered"
    LATE = "late", "did not answer in time"
    CRASHED = "crashed", "failed"


class SeatPhase(models.Model):
    """Orders and state of one seat in one phase.

    orders: province -> order text (`{"PAR": "A PAR - BUR"}`), waived builds under `WAIVE 1`,
    `WAIVE 2`, ... must_decide: whether there is anything to order. ready: nothing is awaited from
    this seat any more; true for a bot as soon as it answered, failed or is late. memory: what a bot
    wants to remember after this phase. talk_memory: what its talk of this phase left it with, which is
    what it is asked for orders with; null before it said or heard anything. bot_since: when bot_state last changed or,
    while it thinks, when its worker was last heard of. bot_lost: a worker was lost over it in this phase. bot_asked is
    not used any more; it stays as long as older code may run beside this.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sheets")
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="sheets")
    orders = models.JSONField(default=dict, blank=True)
    must_decide = models.BooleanField()
    ready = models.BooleanField(default=False)
    bot_state = models.CharField(max_length=8, choices=BotState, default=BotState.NONE, blank=True)
    bot_since = models.DateTimeField(null=True, blank=True)
    bot_asked = models.DateTimeField(null=True, blank=True, editable=False)
    bot_lost = models.BooleanField(default=False, editable=False)
    bot_error = models.TextField(blank=True, help_text="What the bot raised, for staff.")
    memory = models.JSONField(null=True, blank=True)
    talk_memory = models.JSONField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    id: int
    seat_id: int
    phase_id: int
    objects: ClassVar[models.Manager["SeatPhase"]]

    class Meta:
        ordering = ["phase", "seat"]
        verbose_name = "sheet"
        constraints = [
            models.UniqueConstraint(fields=["seat", "phase"], name="sheet_once"),
            models.CheckConstraint(name="sheet_bot_state", condition=Q(bot_state__in=BotState.values)),
            models.CheckConstraint(
                name="sheet_bot_awaited_or_ready",
                condition=~Q(bot_state__in=["waiting", "thinking"]) | Q(ready=False, must_decide=True),
            ),
            models.CheckConstraint(
                name="sheet_bot_answered_is_ready",
                condition=~Q(bot_state__in=["ok", "late", "crashed"]) | Q(ready=True),
            ),
        ]
        indexes = [models.Index(fields=["bot_state", "bot_since"])]

    def __str__(self) -> str:
        return f"sheet {self.seat_id} in {self.phase_id}"
