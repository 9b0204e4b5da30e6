"""The talk of a game: messages, what they put on the table, what was agreed and what became of it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from adjudication.powers import POWER_NAMES
from dipgame.games.models.game import Game
from dipgame.games.models.phase import GamePhase
from dipgame.games.models.seat import Seat

__all__ = ["Agreement", "BotSpeech", "Hearing", "Message", "Promise", "Proposal", "SeenMark"]


class Message(models.Model):
    """Something said from one seat to others.

    Only they and the speaker may read it while the game goes on.

    between: the codes of all powers present, speaker included, sorted, with blanks between. text: the
    English, as typed or as a bot said it. term: what was said in L, one utterance a line; empty for
    plain text. heard: what it was understood as when it was sent, as `negotiation.heard` keeps it; null where
    `term` was given with it, or it is older than that. id, change: numbers of `dipgame.games.numbers`; change: the one
    at which it, or what it put on the table, last changed after it was said, 0 for never. undone: it was said in a
    phase that was taken back; people may read it, and nothing follows from it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="messages")
    speaker = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="messages")
    between = models.CharField(max_length=27)
    text = models.TextField()
    term = models.TextField(blank=True)
    heard = models.JSONField(null=True, blank=True, editable=False)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    reply_to = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replies")
    at = models.DateTimeField()
    change = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    undone = models.BooleanField(default=False, editable=False)

    id: int
    game_id: int
    phase_id: int
    speaker_id: int
    reply_to_id: int | None
    objects: ClassVar[models.Manager["Message"]]

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="message_level_with_term",
                condition=Q(term="", level=None) | ~Q(term="") & Q(level__range=(0, 8)),
            ),
        ]
        indexes = [
            models.Index(fields=["game", "between"]),
            models.Index(fields=["game", "id"], name="messages_of_game"),
            models.Index(fields=["game", "change"], condition=Q(change__gt=0), name="changed_messages"),
            models.Index(fields=["speaker", "at"]),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"

    @property
    def powers(self) -> tuple[str, ...]:
        """Everybody present."""
        return tuple(self.between.split())


class Proposal(models.Model):
    """A proposal made by a message. Open ones lapse with their phase.

    accepted: the powers that have said yes.
    """

    class State(models.TextChoices):
        OPEN = "open", "open"
        ACCEPTED = "accepted", "accepted"
        REJECTED = "rejected", "rejected"
        WITHDRAWN = "withdrawn", "withdrawn"
        COUNTERED = "countered", "answered by another"
        CANCELLED = "cancelled", "lapsed with its phase"

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="proposals")
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="proposals")
    term = models.TextField(help_text="The `propose` in L.")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    accepted = models.JSONField(default=list, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    id: int
    message_id: int
    phase_id: int
    objects: ClassVar[models.Manager["Proposal"]]

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="proposal_settled",
                condition=Q(state="open", settled_at=None) | ~Q(state="open") & Q(settled_at__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["phase", "state"])]

    def __str__(self) -> str:
        return f"proposal {self.pk}"


class Agreement(models.Model):
    """A deal: a proposal that everybody accepted, or a promise given freely (then without proposal).

    message: the one that made it. deal: in L. done: every promise in it has come to its end.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="agreements")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="agreements")
    proposal = models.OneToOneField(Proposal, null=True, blank=True, on_delete=models.CASCADE)
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="agreements")
    between = models.CharField(max_length=27)
    deal = models.TextField()
    done = models.BooleanField(default=False)

    id: int
    message_id: int
    objects: ClassVar[models.Manager["Agreement"]]

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "done"])]

    def __str__(self) -> str:
        return f"agreement {self.pk}"


class Promise(models.Model):
    """A line of the ledger: what one power promised in an agreement, and how that stands.

    index: its place among the promises of the deal. content: in L. lasting: judged in every phase
    until it is broken or its time is over. judged: the phase in which it was last judged.
    """

    class State(models.TextChoices):
        OPEN = "open", "open"
        KEPT = "kept", "kept"
        BROKEN = "broken", "broken"
        VOID = "void", "void"

    agreement = models.ForeignKey(Agreement, on_delete=models.CASCADE, related_name="promises")
    index = models.PositiveSmallIntegerField()
    power = models.CharField(max_length=3, choices=POWER_NAMES)
    content = models.TextField()
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    reason = models.TextField(blank=True)
    lasting = models.BooleanField()
    done = models.BooleanField(default=False)
    judged = models.ForeignKey(GamePhase, null=True, blank=True, on_delete=models.SET_NULL, related_name="judged")

    id: int
    agreement_id: int
    objects: ClassVar[models.Manager["Promise"]]

    class Meta:
        ordering = ["agreement", "index"]
        constraints = [models.UniqueConstraint(fields=["agreement", "index"], name="promise_once")]

    def __str__(self) -> str:
        return f"promise {self.pk}"


class SeenMark(models.Model):
    """Last message, by id, that a seat has read in a conversation."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="seen_marks")
    between = models.CharField(max_length=27)
    upto = models.PositiveBigIntegerField(default=0)

    objects: ClassVar[models.Manager["SeenMark"]]

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "between"], name="seen_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} has read {self.between} up to {self.upto}"


class Hearing(models.Model):
    """A bot is to hear a message or, without one, to open its talk of a phase.

    since: when state last changed or, while it thinks, when its worker was last heard of. lost: a worker was lost over
    it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "not asked yet"
        THINKING = "thinking", "thinking"
        DONE = "done", "heard"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="hearings")
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="hearings")
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.CASCADE, related_name="hearings")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    since = models.DateTimeField()
    lost = models.BooleanField(default=False, editable=False)
    error = models.TextField(blank=True, help_text="What the bot did wrong, for staff.")

    id: int
    seat_id: int
    phase_id: int
    objects: ClassVar[models.Manager["Hearing"]]

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "message"], name="hearing_once"),
            models.UniqueConstraint(fields=["seat", "phase"], condition=Q(message=None), name="hearing_opening_once"),
        ]
        indexes = [models.Index(fields=["state", "since"])]

    def __str__(self) -> str:
        return f"hearing {self.pk}"


class BotSpeech(models.Model):
    """A bot's message waiting for its due time, as if typed.

    Deleted once sent, or when its phase ends.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="speeches")
    phase = models.ForeignKey(GamePhase, on_delete=models.CASCADE, related_name="speeches")
    reply_to = models.ForeignKey(Message, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    term = models.TextField()
    due_at = models.DateTimeField(db_index=True)

    id: int
    seat_id: int
    phase_id: int
    objects: ClassVar[models.Manager["BotSpeech"]]

    class Meta:
        ordering = ["due_at", "id"]

    def __str__(self) -> str:
        return f"speech {self.pk}"
