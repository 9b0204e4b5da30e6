"""Experiments and their games.

What is in the logs lies in the storage `experiments`; what is counted of it, here.
"""

import secrets
from typing import ClassVar, Final

from django.conf import settings
from django.db import models

from bots.experiment.file.declaration import Declaration
from bots.experiment.file.reading import read_declaration

__all__ = ["Experiment", "GameRun", "Participant", "Question", "Upload", "new_slug"]

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_slug() -> str:
    """Ten letters and digits that nobody mistakes for each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


class Experiment(models.Model):
    """An experiment that was begun. text: its file. version: of the program that plays it. owner: None where it was
    begun by a command, or its owner left.

    games: how many it has; done, failed: how many of them are; faults: of bots in those that are done. counted: means
    and tests over `counted_games` of those that are done (`dipgame.experiments.counting`). key: by which other programs
    ask for their seats' questions, where they have any; heard_at: when one last did.
    """

    class State(models.TextChoices):
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        CANCELLED = "cancelled", "Cancelled"
        DONE = "done", "Done"

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    name = models.CharField(max_length=120)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="experiments"
    )
    text = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    version = models.CharField(max_length=80)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)
    counted = models.JSONField(null=True, blank=True)
    counted_games = models.PositiveIntegerField(default=0)
    imported = models.BooleanField(default=False)
    key = models.CharField(max_length=64, blank=True, editable=False)
    heard_at = models.DateTimeField(null=True, blank=True, editable=False)

    id: int
    owner_id: int | None
    objects: ClassVar[models.Manager["Experiment"]]

    class Meta:
        ordering = ["-id"]
        permissions = [("run_experiments", "Can set up and run experiments")]
        indexes = [models.Index(fields=["state"])]

    def __str__(self) -> str:
        return self.name

    @property
    def declaration(self) -> Declaration:
        """The experiment's file, parsed."""
        return read_declaration(self.text)


class GameRun(models.Model):
    """One game of an experiment.

    order: its place in the experiment, from 0. number: its number in the log. attempts: how often it was taken up, the
    last of which alone may end it. alive_at: when its worker was last heard of. seconds: how long it took. faults: of
    its bots. board: while it is played, the position now. game: of the site, in which people play it.
    figures: what is counted of it (`bots.experiment.figures`), once it is done. error: why it failed.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        PEOPLE = "people", "Waiting for people, or played by them"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="runs")
    order = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    phase = models.CharField(max_length=8, blank=True)
    board = models.JSONField(null=True, blank=True)
    game = models.OneToOneField("games.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="run")
    begun_at = models.DateTimeField(null=True, blank=True)
    alive_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    faults = models.PositiveIntegerField(default=0)
    figures = models.JSONField(null=True, blank=True)
    error = models.TextField(blank=True)

    id: int
    experiment_id: int
    objects: ClassVar[models.Manager["GameRun"]]

    class Meta:
        ordering = ["experiment", "order"]
        constraints = [models.UniqueConstraint(fields=["experiment", "order"], name="run_once_an_order")]
        indexes = [
            models.Index(fields=["experiment", "state", "order"]),
            models.Index(fields=["experiment", "ended_at"]),
            models.Index(
                fields=["order", "experiment"], condition=models.Q(state="waiting"), name="experiments_waiting"
            ),
            models.Index(fields=["alive_at"], condition=models.Q(state="running"), name="experiments_running"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of experiment {self.experiment_id}"


class Upload(models.Model):
    """A log that was sent and is read by a worker. games: read so far. problem: why it was refused, a line each."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for a worker"
        READING = "reading", "Being read"
        REFUSED = "refused", "Refused"
        DONE = "done", "Taken in"

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=120)
    with_file = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    games = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)
    experiment = models.ForeignKey(Experiment, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    id: int
    objects: ClassVar[models.Manager["Upload"]]

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.state}"


class Participant(models.Model):
    """Somebody who takes part; who withdraws is one no more. code: what they are called in all that is taken away.
    person: None once their account is gone. before, after: their answers. guessed: the powers they took for bots; None
    where they were not asked or said nothing."""

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="participants")
    run = models.ForeignKey(GameRun, null=True, blank=True, on_delete=models.SET_NULL, related_name="participants")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="takes_part_in"
    )
    code = models.SlugField(default=new_slug, editable=False)
    power = models.CharField(max_length=3, blank=True)
    agreed_at = models.DateTimeField()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    guessed = models.JSONField(null=True, blank=True)

    id: int
    experiment_id: int
    objects: ClassVar[models.Manager["Participant"]]

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "code"], name="one_participant_a_code"),
            models.UniqueConstraint(fields=["experiment", "person"], name="take_part_once"),
        ]

    def __str__(self) -> str:
        return self.code


class Question(models.Model):
    """A question to an external program, open until answered or expired.

    content: as the program receives it (`dipgame.experiments.outside`). answer: orders or utterances, as they were
    sent.
    """

    run = models.ForeignKey(GameRun, on_delete=models.CASCADE, related_name="questions")
    label = models.CharField(max_length=40)
    content = models.JSONField()
    until = models.DateTimeField()
    answer = models.JSONField(null=True, blank=True)

    id: int
    run_id: int
    objects: ClassVar[models.Manager["Question"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.label} in game {self.run_id}"
