"""A game: its terms, and how it stands."""

import secrets
from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from adjudication.powers import POWER_NAMES
from bots.game_terms import LONGEST_PHASE, SHORTEST_PHASE, options_of
from dipgame.games.models.columns import column
from negotiation.levels import FREE

__all__ = [
    "Game",
    "afterwards_choices",
    "draw_choices",
    "editions",
    "faces_choices",
    "hour_choices",
    "press_levels",
    "protocols",
    "quiet_choices",
    "seatings",
    "watchings",
]

_SLUG_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def new_slug() -> str:
    """Ten letters nobody guesses: 31 ** 10 of them."""
    return "".join(secrets.choice(_SLUG_LETTERS) for _ in range(10))


def new_seed() -> int:
    """Draw a seed for the game's chance."""
    return secrets.randbits(62)


def editions() -> list[tuple[str, str]]:
    """The rulebooks a game may be played by, as choices of a form."""
    return list(options_of("edition").items())


def seatings() -> list[tuple[str, str]]:
    """Ways to assign powers, as form choices."""
    return list(options_of("seating").items())


def quiet_choices() -> list[tuple[str, str]]:
    """The hours in which nothing ends, as choices of a form."""
    return list(options_of("quiet").items())


def hour_choices() -> list[tuple[str, str]]:
    """The hours at which all phases of a game may end, as choices of a form."""
    return list(options_of("hour").items())


def faces_choices() -> list[tuple[str, str]]:
    """Degrees of anonymity, as form choices."""
    return list(options_of("faces").items())


def watchings() -> list[tuple[str, str]]:
    """Audiences of a game, as form choices."""
    return list(options_of("watching").items())


def afterwards_choices() -> list[tuple[str, str]]:
    """To whom the talk is open after the end, as choices of a form."""
    return list(options_of("afterwards").items())


def draw_choices() -> list[tuple[str, str]]:
    """Kinds of draws, as form choices."""
    return list(options_of("draws").items())


def press_levels() -> list[tuple[int, str]]:
    """Press levels, as form choices."""
    return list(options_of("press_level").items())


def protocols() -> list[tuple[str, str]]:
    """Press protocols, as form choices."""
    return list(options_of("press_protocol").items())


class Game(models.Model):
    """A game from the day it is offered.

    Times are seconds; an empty `end_year` means it goes on until it is won.

    Lock this row before changing its seats or its status. paused_until: up to then the clock stands still; the deadline
    of the phase was put off by as much when the pause began. sharers: the codes of those who agreed to a draw, with
    blanks between; empty for a draw by the rules, which all who own a center share.
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
        CONCEDED = "conceded", "won by one power to which the others conceded"
        ABANDONED = "abandoned", "closed, everybody who played is out or gone"
        RESIGNED = "resigned", "ended by the one person who played it"

    CLOSED: ClassVar = (Result.ABANDONED, Result.RESIGNED)
    """The results of games that people ended by going, not on the board."""

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    name = models.CharField(max_length=60)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    master = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="mastered_games",
        editable=False,
        help_text="Sees all orders and messages and has no seat; chosen with the game and never later.",
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

    edition = column("edition", editions)
    movement_seconds = column("movement_seconds")
    retreat_seconds = column("retreat_seconds")
    adjustment_seconds = column("adjustment_seconds")
    first_seconds = column("first_seconds")
    end_year = column("end_year")
    draws = column("draws", draw_choices)
    votes_hidden = column("votes_hidden")
    seating = column("seating", seatings)
    quiet = column("quiet", quiet_choices)
    quiet_zone = models.CharField(max_length=40, default="UTC", editable=False, help_text="Whose clock that is.")
    hour = column("hour", hour_choices, db_default="")
    faces = column("faces", faces_choices)
    watching = column("watching", watchings)
    afterwards = column("afterwards", afterwards_choices, db_default="all")
    press_level = column("press_level", press_levels)
    press_protocol = column("press_protocol", protocols)
    press_plain = column("press_plain")
    bots_hidden = column("bots_hidden")
    programs = column("programs", db_default=0)
    private_word = models.CharField(
        max_length=128,
        blank=True,
        editable=False,
        help_text="The word one must know to join (`games.private_word`); empty: open to all.",
    )
    fill_bot = models.CharField(
        "bot for empty seats", max_length=40, blank=True, help_text="Takes the seats nobody took; empty: none does."
    )
    fill_each = models.JSONField(default=dict, blank=True, editable=False, help_text="Another bot, by power.")
    fill_at = models.DateTimeField(
        "bots fill at",
        null=True,
        blank=True,
        help_text="When the bot above takes the empty seats; empty: never by itself.",
    )
    example = models.CharField(
        max_length=40,
        default="",
        db_default="",
        blank=True,
        editable=False,
        help_text="Of a game that the site shows as an example: its file in `games/examples`.",
    )
    first_position: Any = models.JSONField(
        null=True, editable=False, help_text="Of a game from the sandbox: the position it begins with."
    )
    promoted = models.BooleanField(default=False, editable=False, help_text="Offered by the site, one of each pace.")
    paused_until = models.DateTimeField(null=True, blank=True, editable=False)
    seed = models.BigIntegerField(default=new_seed, editable=False)
    undone = models.PositiveSmallIntegerField(default=0, editable=False, help_text="How often phases were taken back.")

    result = models.CharField(max_length=10, choices=Result, default=Result.NONE, blank=True, editable=False)
    winner = models.CharField(max_length=3, choices=POWER_NAMES, blank=True, editable=False)
    sharers = models.CharField(max_length=27, blank=True, editable=False)
    poll_until = models.DateTimeField(
        null=True, editable=False, help_text="Up to when one guesses who was a bot; before that nobody is told."
    )
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches", editable=False
    )
    file_players = models.JSONField(
        null=True, editable=False, help_text="Of a game from a file: who played in it, as the file says."
    )
    had_guests = models.BooleanField(
        default=False, editable=False, help_text="A guest sat there, at the end or before."
    )
    last_year = models.PositiveSmallIntegerField(null=True, editable=False, help_text="The last one played.")

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
                condition=Q(result__in=["solo", "conceded"]) & Q(winner__in=list(POWER_NAMES))
                | ~Q(result__in=["solo", "conceded"]) & Q(winner=""),
            ),
            models.CheckConstraint(name="game_press_level", condition=Q(press_level__range=(0, FREE))),
            models.UniqueConstraint(
                fields=["movement_seconds"],
                condition=Q(promoted=True, status="open"),
                name="one_promoted_of_a_pace",
            ),
            models.UniqueConstraint(fields=["example"], condition=~Q(example=""), name="example_once"),
            models.CheckConstraint(name="game_fill_needs_a_bot", condition=Q(fill_at=None) | ~Q(fill_bot="")),
        ]
        indexes = [
            models.Index(fields=["status", "fill_at"]),
            # The archive: all games, and by each thing one may ask for alone, last ended first.
            models.Index(fields=["status", "private_word", "-finished_at", "-id"], name="archive"),
            models.Index(fields=["status", "winner", "-finished_at", "-id"], name="archive_by_winner"),
            models.Index(fields=["status", "result", "-finished_at", "-id"], name="archive_by_result"),
            models.Index(fields=["status", "last_year", "-finished_at", "-id"], name="archive_by_year"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_dealt_later(self) -> bool:
        """True while nobody has a power: they are dealt by wishes when the game begins."""
        return self.seating == "wishes" and self.status == self.Status.OPEN

    @property
    def is_private(self) -> bool:
        """True if joining needs a private word."""
        return bool(self.private_word)
