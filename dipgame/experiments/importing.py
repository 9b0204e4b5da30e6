"""Logs that are taken in: an experiment whose games were played elsewhere."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from bots.experiment.importing import MOST_BYTES, Readable, read_log
from dipgame.accounts.models import User
from dipgame.experiments import logs
from dipgame.experiments.counting import count_if_due
from dipgame.experiments.models import Experiment, GameRun

__all__ = ["import_log"]


def import_log(
    file: Readable, name: str, text: str | None = None, owner: User | None = None, *, most_bytes: int = MOST_BYTES
) -> Experiment:
    """Take in the log of an experiment or of the arena. text: of its experiment's file, where there is one.

    All or nothing. Raises BadLogError with the line and why, BadFileError for a wrong file.
    """
    found = read_log(file, name, text, most=int(settings.EXPERIMENT_GAMES), most_bytes=most_bytes)
    now = timezone.now()
    with transaction.atomic():
        experiment = Experiment.objects.create(
            name=found.declaration.name, owner=owner, text=found.text, version="played elsewhere", imported=True,
            state=Experiment.State.DONE, begun_at=now, ended_at=now, games=len(found.games), done=len(found.games),
            faults=sum(figures.faults for _, figures in found.games),
        )  # fmt: skip
        for order, (record, figures) in enumerate(found.games):
            run = GameRun.objects.create(
                experiment=experiment, order=order, number=record["game"], state=GameRun.State.DONE, ended_at=now,
                figures=figures.as_dict(), faults=figures.faults,
            )  # fmt: skip
            logs.keep(run, record)
        count_if_due(experiment.pk)
    return experiment
