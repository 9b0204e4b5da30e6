"""Begin, pause, resume and cancel experiments; play their games."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import islice
from secrets import token_urlsafe
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from adjudication.position import Position, position_as_dict
from bots.arena.game import play
from bots.experiment.figures import figures_of
from bots.experiment.file.declaration import PERSON, Declaration
from bots.experiment.file.plans import game_of, games_of, left_out, plan_of, record_of
from bots.experiment.file.reading import read_declaration
from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.experiments import logs, queries, queue
from dipgame.experiments.counting import count_if_due
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment, GameRun, Question
from dipgame.experiments.outside import seated_outside
from dipgame.experiments.version import program_version
from dipgame.transactions import atomic

__all__ = [
    "LOST_AFTER",
    "MOST_TRIES",
    "begin_experiment",
    "cancel_experiment",
    "pause_experiment",
    "play_next",
    "resume_experiment",
    "sweep_experiments",
]

LOST_AFTER: Final = timedelta(seconds=90)
"""A worker of which nothing was heard for so long is gone; another plays its game again from the seed."""

_BEAT: Final = 15.0
"""Seconds from one sign of life to the next."""

MOST_TRIES: Final = 3
"""A game whose workers were lost so often is given up: it may be what they are lost by."""

_OPEN: Final = (Experiment.State.RUNNING, Experiment.State.PAUSED)
_AT_ONCE: Final = 1_000
_log = logging.getLogger(__name__)


class _Stopped(BaseException):
    """The game is not wanted any more, or somebody else plays it.

    No Exception, so that no bot holds it up.
    """


def begin_experiment(text: str, owner: User | None = None) -> Experiment:
    """Begin the experiment of a file.

    Raises BadFileError with every fault, Refused where the owner has too much running.
    """
    declaration = read_declaration(text)
    with atomic():
        if owner is not None:
            _check_quota(owner, declaration)
        experiment = Experiment.objects.create(
            name=declaration.name, owner=owner, text=text, version=program_version(), begun_at=_now(),
            games=declaration.games, key=token_urlsafe(24) if declaration.outside else "",
        )  # fmt: skip
        games = enumerate(games_of(declaration))
        while rows := [
            GameRun(
                experiment=experiment,
                order=order,
                number=game.number,
                state=GameRun.State.PEOPLE
                if declaration.sessions[game.session].seats_of(PERSON)
                else GameRun.State.WAITING,
            )
            for order, game in islice(games, _AT_ONCE)
        ]:
            GameRun.objects.bulk_create(rows)
        queue.wake(min(declaration.games, queue.MOST))
    return experiment


def _check_quota(owner: User, declaration: Declaration) -> None:
    most = int(settings.EXPERIMENT_GAMES)
    # Locked, so that two requests at once do not both find room.
    lock_person(owner.pk)
    waiting = GameRun.objects.filter(
        experiment__owner=owner, experiment__state__in=_OPEN, state__in=[GameRun.State.WAITING, GameRun.State.RUNNING]
    ).count()
    if waiting + declaration.games > most:
        raise Refused(
            f"This experiment has {declaration.games} games, {waiting} of yours are still to be played, "
            f"and together there may be {most}. Ask for fewer, or wait until some are done."
        )


def pause_experiment(experiment: Experiment) -> None:
    """Begin no more of its games; those being played are played to their end. Raises Refused."""
    _change(experiment, [Experiment.State.RUNNING], Experiment.State.PAUSED, "Only a running experiment can be paused.")


def resume_experiment(experiment: Experiment) -> None:
    """Go on with a paused one. Raises Refused."""
    _change(experiment, [Experiment.State.PAUSED], Experiment.State.RUNNING, "Only a paused experiment can go on.")
    queue.wake(min(experiment.runs.filter(state=GameRun.State.WAITING).count(), queue.MOST))
    _close_if_over(experiment.pk)


def cancel_experiment(experiment: Experiment) -> None:
    """Play no more of its games; what is done stays. Raises Refused."""
    _change(experiment, list(_OPEN), Experiment.State.CANCELLED, "It is over already.")
    Experiment.objects.filter(pk=experiment.pk).update(ended_at=_now())
    count_if_due(experiment.pk)


def _change(experiment: Experiment, of: list[Experiment.State], to: Experiment.State, otherwise: str) -> None:
    if not Experiment.objects.filter(pk=experiment.pk, state__in=of).update(state=to):
        raise Refused(otherwise)
    experiment.state = to


def play_next() -> GameRun | None:
    """Play one game that waits; of several experiments in turn.

    None when there is nothing to do.
    """
    run = _claim()
    if run is None:
        return None
    _play(run)
    _close_if_over(run.experiment_id)
    return run


def _claim() -> GameRun | None:
    while True:
        found = queries.playable_runs().order_by("order", "experiment_id").first()
        if found is None:
            return None
        now = _now()
        claimed = GameRun.objects.filter(pk=found.pk, state=GameRun.State.WAITING, attempts=found.attempts).update(
            state=GameRun.State.RUNNING, attempts=F("attempts") + 1, begun_at=now, alive_at=now, phase="", error=""
        )
        if claimed:
            found.refresh_from_db()
            return found


def _play(run: GameRun) -> None:
    """Play the game and write down what came of it, unless somebody else has taken it up meanwhile."""
    mine = GameRun.objects.filter(pk=run.pk, state=GameRun.State.RUNNING, attempts=run.attempts)

    def tell(position: Position) -> None:
        wanted = mine.exclude(experiment__state=Experiment.State.CANCELLED)
        if not GameRun.objects.filter(pk__in=wanted.values("pk")).update(
            phase=str(position.phase), alive_at=_now(), board=position_as_dict(position)
        ):
            raise _Stopped

    began = monotonic()
    try:
        declaration = run.experiment.declaration
        seated = seated_outside(run)
        with _heard_of(run):
            record = record_of(declaration, play(plan_of(declaration, game_of(run.number)), tell, seated))
        if why := left_out(declaration, record):
            _fail(mine, run, why)
            return
        figures = figures_of(record)
        if not mine.exists():
            return
        logs.keep(run, record)
    except _Stopped:
        mine.update(state=GameRun.State.WAITING, phase="")
        return
    except Exception as problem:  # whatever goes wrong in one game, the others go on
        _log.exception("game %s of experiment %s failed", run.number, run.experiment_id)
        _fail(mine, run, f"{type(problem).__name__}: {problem}"[:2000])
        return
    with atomic():
        ended = mine.update(
            state=GameRun.State.DONE,
            ended_at=_now(),
            seconds=monotonic() - began,
            figures=figures.as_dict(),
            board=None,
            faults=figures.faults,
        )
        if ended:
            Experiment.objects.filter(pk=run.experiment_id).update(
                done=F("done") + 1, faults=F("faults") + figures.faults
            )
    if ended:
        count_if_due(run.experiment_id)


def _fail(mine: QuerySet[GameRun], run: GameRun, error: str) -> None:
    """Mark a game as failed, which no figure counts."""
    with atomic():
        if mine.update(state=GameRun.State.FAILED, error=error, ended_at=_now()):
            Experiment.objects.filter(pk=run.experiment_id).update(failed=F("failed") + 1)


@contextmanager
def _heard_of(run: GameRun) -> Iterator[None]:
    """While the block lasts, say now and then that this worker lives, also while a bot thinks for long."""
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(_BEAT):
                GameRun.objects.filter(pk=run.pk, state=GameRun.State.RUNNING, attempts=run.attempts).update(
                    alive_at=_now()
                )
        finally:
            connection.close()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def sweep_experiments() -> None:
    """Have games of lost workers played again, close what is over, and wake as many workers as there is to do."""
    Question.objects.filter(until__lt=_now() - LOST_AFTER).delete()  # of workers that were lost
    lost = GameRun.objects.filter(state=GameRun.State.RUNNING, alive_at__lt=_now() - LOST_AFTER)
    for pk, experiment in lost.filter(attempts__gte=MOST_TRIES).values_list("pk", "experiment"):
        with atomic():
            if GameRun.objects.filter(pk=pk, state=GameRun.State.RUNNING, attempts__gte=MOST_TRIES).update(
                state=GameRun.State.FAILED,
                ended_at=_now(),
                error=f"Its worker was lost {MOST_TRIES} times: a bot may hang, or take more memory than there is.",
            ):
                Experiment.objects.filter(pk=experiment).update(failed=F("failed") + 1)
    lost.update(state=GameRun.State.WAITING, phase="")
    for pk in Experiment.objects.filter(state=Experiment.State.RUNNING).values_list("pk", flat=True):
        _close_if_over(pk)
    queue.top_up(queries.playable_runs()[: queue.MOST].count())


def _close_if_over(experiment: int) -> None:
    going = [GameRun.State.WAITING, GameRun.State.PEOPLE, GameRun.State.RUNNING]
    open_runs = GameRun.objects.filter(experiment=experiment, state__in=going)
    if not open_runs.exists():
        Experiment.objects.filter(pk=experiment, state=Experiment.State.RUNNING).update(
            state=Experiment.State.DONE, ended_at=_now()
        )


def _now() -> datetime:
    return timezone.now()
