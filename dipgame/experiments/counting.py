"""Means and tests of an experiment, counted as its games end and not when somebody looks.

To count means to go over all games, so it is done again only when there is a tenth more of them, and at the end: all
counting together costs some ten times the last.
"""

import zlib
from dataclasses import dataclass
from gzip import BadGzipFile
from typing import Any, Final

import msgspec
from django.db.models import Q

from bots.experiment.figures import figures_of
from bots.experiment.hypotheses import Verdict, verdicts_of
from bots.experiment.summary import Line, lines_of
from dipgame.experiments import logs
from dipgame.experiments.models import Experiment, GameRun
from dipgame.experiments.queries import done_runs, figures_in

__all__ = ["Counted", "Recounted", "count_if_due", "counted_of", "recount"]

_MORE: Final = 1.1
_DAMAGED: Final = (BadGzipFile, EOFError, ValueError, zlib.error)
"""Errors of reading a log that is torn, or is none."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Statistics of the games done so far. games: their number."""

    lines: list[Line]
    verdicts: list[Verdict]
    games: int = 0


def counted_of(experiment: Experiment) -> Counted:
    """Statistics of an experiment, computed now if missing."""
    if experiment.counted is None:
        _count(experiment)
    values: dict[str, Any] = experiment.counted or {}
    return msgspec.convert({**values, "games": experiment.counted_games}, Counted)


def count_if_due(pk: int) -> None:
    """Count again if there are enough new games, or the last one is in."""
    experiment = Experiment.objects.get(pk=pk)
    is_over = experiment.state == Experiment.State.CANCELLED or experiment.done + experiment.failed >= experiment.games
    if (is_over and experiment.done > experiment.counted_games) or experiment.done > _MORE * experiment.counted_games:
        _count(experiment)


@dataclass(frozen=True, slots=True)
class Recounted:
    """Numbers of games that were counted again.

    missing, damaged: games without a log any more, or with a damaged one; they keep their figures.
    """

    found: int
    missing: int
    damaged: int


def recount(experiment: Experiment) -> Recounted:
    """Count finished games again from their logs, then means and tests."""
    found = missing = damaged = 0
    for run in done_runs(experiment).iterator():
        try:
            figures = figures_of(logs.read(run))
        except FileNotFoundError:
            missing += 1
            continue
        except _DAMAGED:
            damaged += 1
            continue
        # Somebody who played in it may have withdrawn meanwhile: then nothing is kept of it.
        still_done = GameRun.objects.filter(pk=run.pk, state=GameRun.State.DONE)
        found += still_done.update(figures=figures.as_dict(), faults=figures.faults)
    Experiment.objects.filter(pk=experiment.pk).update(counted=None, counted_games=0)
    _count(experiment)
    return Recounted(found, missing, damaged)


def _count(experiment: Experiment) -> None:
    """Count what is done, and write it down.

    Not if another worker has counted more. A game that is forgotten meanwhile is marked as failed: then all is counted
    again without it.
    """
    declaration, same = experiment.declaration, Experiment.objects.filter(pk=experiment.pk)
    while True:
        failed = same.values_list("failed", flat=True).first()
        if failed is None:
            return
        games = list(figures_in(experiment))
        found = Counted(list(lines_of(declaration, games)), verdicts_of(declaration, games))
        experiment.counted, experiment.counted_games = msgspec.to_builtins(found), len(games)
        fewer = Q(counted_games__lt=len(games)) | Q(counted__isnull=True)
        written = same.filter(fewer, failed=failed).update(counted=experiment.counted, counted_games=len(games))
        if written or not same.exclude(failed=failed).exists():
            return
