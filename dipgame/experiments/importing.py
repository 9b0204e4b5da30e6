"""Logs that are taken in: an experiment whose games were played elsewhere."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import timezone

from bots.experiment.importing import MOST_BYTES, Readable, read_log
from dipgame.accounts.models import User
from dipgame.experiments import logs
from dipgame.experiments.counting import count_if_due
from dipgame.experiments.models import Experiment, GameRun
from dipgame.transactions import atomic

__all__ = ["Taken", "import_log", "store"]


def import_log(
    file: Readable, name: str, text: str | None = None, owner: User | None = None, *, most_bytes: int = MOST_BYTES
) -> Experiment:
    """Take in the log of an experiment or of the arena. text: of its experiment's file, where there is one.

    All or nothing. Raises BadLogError with the line and why, BadFileError for a wrong file.
    """
    found = read_log(file, name, text, most=int(settings.EXPERIMENT_GAMES), most_bytes=most_bytes)
    games = ((record, figures.as_dict(), figures.faults) for record, figures in found.games())
    return store(Taken(found.declaration.name, found.text, found.count, lambda: games), owner)


@dataclass(frozen=True, slots=True)
class Taken:
    """A log that was read. games: each record with its figures and faults."""

    name: str
    text: str
    count: int
    games: Callable[[], Iterable[tuple[Any, dict[str, Any], int]]]


def store(taken: Taken, owner: User | None) -> Experiment:
    """Write an experiment whose games were played elsewhere, all of it or nothing."""
    now, faults = timezone.now(), 0
    with atomic():
        experiment = Experiment.objects.create(
            name=taken.name, owner=owner, text=taken.text, version="played elsewhere", imported=True,
            state=Experiment.State.DONE, begun_at=now, ended_at=now, games=taken.count, done=taken.count,
        )  # fmt: skip
        for order, (record, figures, of_game) in enumerate(taken.games()):
            run = GameRun.objects.create(
                experiment=experiment, order=order, number=record["game"], state=GameRun.State.DONE, ended_at=now,
                figures=figures, faults=of_game,
            )  # fmt: skip
            logs.keep(run, record)
            faults += of_game
        experiment.faults = faults
        experiment.save(update_fields=["faults"])
        count_if_due(experiment.pk)
    return experiment
