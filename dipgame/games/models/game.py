"""A game: its terms, and how it stands."""

import secrets
from typing import ClassVar, Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from adjudication.powers import POWER_NAMES
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from negotiation.levels import LEVELS
from negotiation.protocols import PROTOCOLS

__all__ = ["LONGEST_PHASE", "SHORTEST_PHASE", "Game", "press_levels", "protocols"]

SHORTEST_PHASE: Final = 5 * 60
LONGEST_PHASE: Final = 10 * 24 * 60 * 60
_SLUG_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
_PHASE_LENGTH: Final = [MinValueValidator(SHORTEST_PHASE), MaxValueValidator(LONGEST_PHASE)]


def new_slug() -> str:
    """Ten letters nobody guesses: 31 ** 10 of them."""
    return "".join(secrets.choice(_SLUG_LETTERS) for _ in range(10))


def new_seed() -> int:
    """What the chance in a game starts from."""
    return secrets.randbits(62)


def editions() -> list[tuple[str, str]]:
    """The rulebooks a game may be played by, as choices of a form."""
    return [(name, name) for name in EDITIONS]


def press_levels() -> list[tuple[int, str]]:
    """How much may be said in a game, as choices of a form."""
    return [(0, "No talk"), *LEVELS.items()]


def protocols() -> list[tuple[str, str]]:
    """What may be said when, as choices of a form."""
    return [(protocol.name, protocol.title) for protocol in PROTOCOLS.values()]


class Game(models.Model):
    """A game from the day it is offered. Times are seconds; an empty `end_year` means it goes on until it is won.

    Lock this row before changing its seats or its status.
    """

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Result(models.TextChoices):
        NONE = "", "none yet"
        SOLO = "solo", "won by one power"
        DRAW = "draw", "drawn by all who survived"
        ABANDONED = "abandoned", "closed, everybody who played is out or gone"

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    name = models.CharField(max_length=60)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

    edition = models.CharField(max_length=20, default=STANDARD_RULES.name, choices=editions)
    movement_seconds = models.PositiveIntegerField("movement phases", default=86_400, validators=_PHASE_LENGTH)
    retreat_seconds = models.PositiveIntegerField("retreat phases", default=43_200, validators=_PHASE_LENGTH)
    adjustment_seconds = models.PositiveIntegerField("adjustment phases", default=43_200, validators=_PHASE_LENGTH)
    first_seconds = models.PositiveIntegerField(
        "first phase",
        null=True,
        blank=True,
        validators=_PHASE_LENGTH,
        help_text="Empty: as long as any movement phase.",
    )
    end_year = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1901), MaxValueValidator(2100)],
        help_text="After the fall of this year the survivors share a draw. Empty: no limit.",
    )
    private_word = models.CharField(
        max_length=128,
        blank=True,
        editable=False,
        help_text="Hash of the word one must know to join; empty: open to all.",
    )
    fill_bot = models.CharField(
        "bot for empty seats", max_length=40, blank=True, help_text="Takes the seats nobody took; empty: none does."
    )
    fill_at = models.DateTimeField(
        "bots fill at",
        null=True,
        blank=True,
        help_text="When the bot above takes the empty seats; empty: never by itself.",
    )
    press_level = models.PositiveSmallIntegerField(
        "language level",
        default=3,
        choices=press_levels,
        help_text="The highest level of the language L that may be spoken; 0 for a game without talk.",
    )
    press_protocol = models.CharField("protocol", max_length=8, default="l3", choices=protocols)
    press_plain = models.BooleanField(
        "plain text", default=True, help_text="Whether text that is not understood may be sent; bots never see it."
    )
    seed = models.BigIntegerField(default=new_seed, editable=False)

    result = models.CharField(max_length=10, choices=Result, default=Result.NONE, blank=True, editable=False)
    winner = models.CharField(max_length=3, choices=POWER_NAMES, blank=True, editable=False)

    id: int
    objects: ClassVar[models.Manager["Game"]]

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="game_phase_lengths",
                condition=Q(movement_seconds__range=(SHORTEST_PHASE, LONGEST_PHASE))
                & Q(retreat_seconds__range=(SHORTEST_PHASE, LONGEST_PHASE))
                & Q(adjustment_seconds__range=(SHORTEST_PHASE, LONGEST_PHASE))
                & (Q(first_seconds=None) | Q(first_seconds__range=(SHORTEST_PHASE, LONGEST_PHASE))),
            ),
            models.CheckConstraint(name="game_end_year", condition=Q(end_year=None) | Q(end_year__range=(1901, 2100))),
            models.CheckConstraint(
                name="game_status",
                condition=Q(status="open", started_at=None, finished_at=None, result="")
                | Q(status="running", started_at__isnull=False, finished_at=None, result="")
                | Q(status="finished", started_at__isnull=False, finished_at__gte=F("started_at")) & ~Q(result="")
                | Q(status="cancelled", finished_at__isnull=False, result=""),
            ),
            models.CheckConstraint(
                name="game_winner_of_a_solo",
                condition=Q(result="solo") & Q(winner__in=list(POWER_NAMES)) | ~Q(result="solo") & Q(winner=""),
            ),
            models.CheckConstraint(name="game_press_level", condition=Q(press_level__range=(0, 8))),
            models.CheckConstraint(name="game_fill_needs_a_bot", condition=Q(fill_at=None) | ~Q(fill_bot="")),
        ]
        indexes = [models.Index(fields=["status", "fill_at"])]

    def __str__(self) -> str:
        return self.name

    @property
    def is_private(self) -> bool:
        """Whether one must know a word to join."""
        return bool(self.private_word)
