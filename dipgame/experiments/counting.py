"""Means and tests of an experiment, counted as its games end and not when somebody looks.

To count means to go over all games, so it is done again only when there is a tenth more of them, and at the end: all
counting together costs some ten times the last.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.db.models import Q

from bots.experiment.figures import figures_of
from bots.experiment.hypotheses import Verdict, verdicts_of
from bots.experiment.summary import Line, lines_of
from dipgame.experiments import logs
from dipgame.experiments.models import Experiment, GameRun
from dipgame.experiments.queries import done_runs, figures_in

__all__ = ["Counted", "count_if_due", "counted_of", "recount"]

_MORE: Final = 1.1


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


def recount(experiment: Experiment) -> tuple[int, int]:
    """Count finished games again from their logs, then means and tests.

    Returns how many games were counted, and how many have no log any more and keep their figures.
    """
    found = missing = 0
    for run in done_runs(experiment).iterator():
        try:
            figures = figures_of(logs.read(run))
        except FileNotFoundError:
            missing += 1
            continue
        GameRun.objects.filter(pk=run.pk).update(figures=figures.as_dict(), faults=figures.faults)
        found += 1
    Experiment.objects.filter(pk=experiment.pk).update(counted=None)
    _count(experiment)
    return found, missing


def _count(experiment: Experiment) -> None:
    declaration, games = experiment.declaration, list(figures_in(experiment))
    found = Counted(list(lines_of(declaration, games)), verdicts_of(declaration, games))
    experiment.counted, experiment.counted_games = msgspec.to_builtins(found), len(games)
    # Another worker may have counted more meanwhile.
    fewer = Q(counted_games__lt=len(games)) | Q(counted=None)
    Experiment.objects.filter(fewer, pk=experiment.pk).update(counted=experiment.counted, counted_games=len(games))
