"""Questions about experiments."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from bots.experiment.figures import Figures
from dipgame.experiments.models import Experiment, GameRun

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Progress", "done_runs", "experiment_of", "experiments_of", "failed_runs", "figures_in", "progress_of"]

_LATELY: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an experiment is. a_minute: games a minute lately. minutes_left: None where nobody can say. faults: of
    bots in games that are done."""

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
    """How far it is now."""
    now = timezone.now()
    since = max(experiment.begun_at, now - _LATELY)
    counts = experiment.runs.aggregate(
        games=Count("id"),
        done=Count("id", filter=Q(state=GameRun.State.DONE)),
        running=Count("id", filter=Q(state=GameRun.State.RUNNING)),
        failed=Count("id", filter=Q(state=GameRun.State.FAILED)),
        lately=Count("id", filter=Q(state=GameRun.State.DONE, ended_at__gt=since)),
        faults=Sum("faults"),
    )
    lately, faults = counts.pop("lately"), counts.pop("faults") or 0
    minutes = max((now - since).total_seconds(), 1.0) / 60
    pace = lately / minutes if experiment.state == Experiment.State.RUNNING else 0.0
    left = counts["games"] - counts["done"] - counts["failed"]
    return Progress(**counts, faults=faults, a_minute=pace, minutes_left=left / pace if pace else None)


def experiments_of(person: "User") -> QuerySet[Experiment]:
    """Those of a person, the newest first; of the staff's superusers all."""
    found = Experiment.objects.select_related("owner")
    return found if person.is_superuser else found.filter(owner=person)


def experiment_of(person: "User", slug: str) -> Experiment | None:
    """One that a person may see."""
    return experiments_of(person).filter(slug=slug).first()


def done_runs(experiment: Experiment) -> QuerySet[GameRun]:
    """The games that are done, in the experiment's order."""
    return experiment.runs.filter(state=GameRun.State.DONE).select_related("experiment").order_by("order")


def failed_runs(experiment: Experiment) -> QuerySet[GameRun]:
    """The games that failed, in the experiment's order."""
    return experiment.runs.filter(state=GameRun.State.FAILED).order_by("order")


def figures_in(experiment: Experiment) -> Iterator[Figures]:
    """What is counted of the games that are done."""
    rows = done_runs(experiment).values_list("figures", flat=True)
    return (Figures.from_dict(row) for row in rows if row)
