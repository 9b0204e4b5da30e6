"""Questions about experiments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from bots.experiment.figures import Figures
from bots.experiment.file.declaration import GAMES_OF_A_SESSION
from dipgame.experiments.models import Experiment, GameRun, Participant, Upload
from dipgame.games.models import Game

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "PROGRAM_GONE",
    "Progress",
    "done_runs",
    "experiment_of",
    "experiment_played_for",
    "experiment_with_key",
    "experiments_of",
    "failed_runs",
    "figures_in",
    "games_going",
    "participants_in",
    "playable_runs",
    "playing_runs",
    "progress_of",
    "progress_of_all",
    "run_of",
    "upload_of",
    "with_people",
]

PROGRAM_GONE: Final = timedelta(minutes=1)
"""A program of which nothing was heard for so long is gone; no game of its experiment begins until it is back."""

_LATELY: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of an experiment.

    a_minute: games per minute lately. minutes_left: None if unknown. faults: of bots in games that are done.
    """

    games: int
    done: int
    running: int
    failed: int
    faults: int
    a_minute: float
    minutes_left: float | None

    @property
    def waiting(self) -> int:
        return self.games - self.done - self.running - self.failed

    @property
    def percent(self) -> int:
        return 100 * (self.done + self.failed) // max(1, self.games)


def progress_of(experiment: Experiment) -> Progress:
    """Current progress of one experiment."""
    experiment.refresh_from_db(fields=["state", "done", "failed", "faults"])
    return progress_of_all([experiment])[0]


def progress_of_all(experiments: Sequence[Experiment]) -> list[Progress]:
    """Current progress of several experiments.

    Finished games are counted on the experiment; only unfinished ones are queried.
    """
    now = timezone.now()
    going = [each for each in experiments if each.state in (Experiment.State.RUNNING, Experiment.State.PAUSED)]
    counts: dict[int, Any] = {}
    if going:
        rows = (
            GameRun.objects.filter(experiment__in=going)
            .filter(Q(state=GameRun.State.RUNNING) | Q(ended_at__gt=now - _LATELY))
            .order_by()
            .values("experiment")
            .annotate(
                running=Count("id", filter=Q(state=GameRun.State.RUNNING)),
                lately=Count("id", filter=Q(state=GameRun.State.DONE)),
            )
        )
        counts = {row["experiment"]: row for row in rows}
    return [_progress(each, counts.get(each.pk, {}), now) for each in experiments]


def _progress(experiment: Experiment, counts: Mapping[str, Any], now: datetime) -> Progress:
    games, done, failed = experiment.games, experiment.done, experiment.failed
    running, lately = counts.get("running", 0), counts.get("lately", 0)
    minutes = max((now - max(experiment.begun_at, now - _LATELY)).total_seconds(), 1.0) / 60
    pace = lately / minutes if experiment.state == Experiment.State.RUNNING else 0.0
    left = (games - done - failed) / pace if pace else None
    return Progress(games, done, running, failed, experiment.faults, pace, left)


def experiments_of(person: "User") -> QuerySet[Experiment]:
    """Those of a person, the newest first; of the staff's superusers all."""
    found = Experiment.objects.select_related("owner")
    return found if person.is_superuser else found.filter(owner=person)


def experiment_of(person: "User", slug: str) -> Experiment | None:
    """One that a person may see."""
    return experiments_of(person).filter(slug=slug).first()


def experiment_with_key(slug: str, key: str) -> Experiment | None:
    """The experiment with this address whose seats for other programs this key opens; None where there is none."""
    found = Experiment.objects.filter(slug=slug).exclude(key="").first()
    return found if found is not None and constant_time_compare(key, found.key) else None


def with_people(slug: str) -> Experiment | None:
    """One in which people take part."""
    found = Experiment.objects.filter(slug=slug).first()
    return found if found is not None and found.declaration.people is not None else None


def experiment_played_for(game: Game, person: "User") -> str | None:
    """The slug of the experiment for which somebody played a game, if there is one."""
    mine = Participant.objects.filter(person=person, run__game=game)
    return mine.values_list("experiment__slug", flat=True).first()


def participants_in(experiment: Experiment) -> QuerySet[Participant]:
    """Those who take part, without anything that names them, in no order that tells when they came."""
    return experiment.participants.select_related("run").defer("person").order_by("code")


def done_runs(experiment: Experiment) -> QuerySet[GameRun]:
    """The games that are done, in the experiment's order."""
    return experiment.runs.filter(state=GameRun.State.DONE).select_related("experiment").order_by("order")


def failed_runs(experiment: Experiment) -> QuerySet[GameRun]:
    """The games that failed, in the experiment's order."""
    return experiment.runs.filter(state=GameRun.State.FAILED).order_by("order")


def playable_runs() -> QuerySet[GameRun]:
    """The games that a worker may begin; those with seats of other programs while one of them is there."""
    is_there = Q(experiment__key="") | Q(experiment__heard_at__gt=timezone.now() - PROGRAM_GONE)
    waiting = GameRun.objects.filter(state=GameRun.State.WAITING, experiment__state=Experiment.State.RUNNING)
    return waiting.filter(is_there)


def games_going() -> dict[str, int]:
    """Games of running experiments by state: waiting for a worker, running."""
    running = GameRun.objects.filter(experiment__state=Experiment.State.RUNNING, state=GameRun.State.RUNNING)
    return {"waiting": playable_runs().count(), "running": running.count()}


def upload_of(owner: "User", slug: str) -> Upload | None:
    """A person's own log that is or was read, with its experiment; None where there is none."""
    return Upload.objects.select_related("experiment").filter(slug=slug, owner=owner).first()


def run_of(experiment: Experiment, number: int) -> GameRun | None:
    """One of its games, by its number in the log."""
    return experiment.runs.filter(number=number).select_related("experiment").first()


def playing_runs(experiment: Experiment) -> QuerySet[GameRun]:
    """The games being played now."""
    return experiment.runs.filter(state=GameRun.State.RUNNING).order_by("order")


def figures_in(experiment: Experiment, session: int | None = None) -> Iterator[Figures]:
    """Figures of finished games.

    session: of one session only, numbered from 0.
    """
    rows = done_runs(experiment)
    if session is not None:
        first = session * GAMES_OF_A_SESSION
        rows = rows.filter(number__gte=first, number__lt=first + GAMES_OF_A_SESSION)
    return (Figures.from_dict(row) for row in rows.values_list("figures", flat=True) if row)
