"""The queues: `default` for the game's clockwork, `bots` for thinking, `experiments` for whole games between bots, so
that none waits for another."""

import gc
import multiprocessing
import os
import resource
from typing import Any, Final

from celery import Celery
from celery.app.amqp import AMQP
from celery.beat import EmbeddedService
from celery.signals import (
    celeryd_after_setup,
    heartbeat_sent,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
)
from kombu.connection import Connection
from prometheus_client.multiprocess import mark_process_dead

from dipgame import logs, metrics

__all__ = ["app", "limit_memory"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
# A task whose game is locked is given up, and taken up by the next sweep: tasks of other games do not wait for it. A
# statement that hangs ends as an error, also in a thread, which no time limit of a task can end.
os.environ.setdefault("LOCK_SECONDS", "3")
os.environ.setdefault("STATEMENT_SECONDS", "30")

_CONNECTION_SECONDS: Final = 60


class Line(Connection):
    """To Redis: who waits for one that is gone asks again within three seconds, however long it was away. Celery's own
    waits up to thirty, while games stand still."""

    def ensure_connection(self, *given: Any, **more: Any) -> Any:
        often = {"interval_start": 1, "interval_step": 1, "interval_max": 3}
        return super().ensure_connection(*given, **often | more)  # type: ignore[no-untyped-call]


class Queues(AMQP):
    Connection = Line


_made: Any = multiprocessing.Value("b", False)
"""State shared by a worker's processes: set once the bots are made."""

app = Celery("dipgame", amqp=Queues)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(
    [
        "dipgame.accounts",
        "dipgame.games",
        "dipgame.ranking",
        "dipgame.experiments",
        "dipgame.sandbox",
        "dipgame.review",
        "dipgame.explorer",
        "dipgame.puzzles",
        "dipgame.imports",
    ]
)

task_prerun.connect(logs.begin_task)
task_postrun.connect(logs.end_task)


@worker_init.connect
def tell_numbers(**_: object) -> None:
    """Before it forks, a worker begins to tell what its processes count."""
    metrics.serve()


@worker_init.connect
def keep_connections(**_: object) -> None:
    """Keep the connections to PostgreSQL, of each thread or process its own, between tasks.

    Opening one costs more than most tasks. Before each task Django checks whether it still holds; Celery would close
    it (`CELERY_DB_REUSE_MAX`).
    """
    from django.db import close_old_connections, connection

    # One value for all threads, and for the processes forked from here.
    if connection.vendor == "postgresql":
        connection.settings_dict["CONN_MAX_AGE"] = _CONNECTION_SECONDS
    task_prerun.connect(lambda **_: close_old_connections(), weak=False)


@worker_process_shutdown.connect
def count_no_more(pid: int, **_: object) -> None:
    if metrics.PORT:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


@celeryd_after_setup.connect
def make_bots_ready(instance: Any, **_: object) -> None:
    """Before a worker forks: import and compile what bots need, so that no first decision is late for it.

    One for experiments does that with its first game: whoever plays with people comes first.
    """
    queues = set(instance.app.amqp.queues.consume_from)
    if {"bots", "experiments"} & queues:
        worker_process_init.connect(limit_memory)
    if "bots" in queues:
        if instance.concurrency == 1:
            worker_process_init.connect(make_bots)
        else:
            make_bots()
        worker_process_init.connect(give_way)
        heartbeat_sent.connect(tell_that_bots_are_ready)
    # What is there now is never collected: its pages stay shared with the processes that are forked.
    gc.collect()
    gc.freeze()


def make_bots(**_: object) -> None:
    """In the parent of several processes, which share what it has made; one alone makes them for itself."""
    from bots.registry import BOTS

    for bot in BOTS.values():
        bot.make()
    _made.value = True


@worker_ready.connect
def beat_along(sender: Any, **_: object) -> None:
    """Ask for sweeps from within the worker of `default`, where `BEAT_SCHEDULE` names beat's notes."""
    schedule = os.environ.get("BEAT_SCHEDULE")
    if schedule and "default" in sender.app.amqp.queues.consume_from:
        EmbeddedService(sender.app, thread=True, schedule_filename=schedule).start()


def give_way(**_: object) -> None:
    """Let pages and the game's clockwork go first while bots think; the start of their worker waits for nobody."""
    from django.conf import settings

    os.nice(settings.BOT_NICE)


def tell_that_bots_are_ready(**_: object) -> None:
    """With every beat of a worker that has made its bots."""
    from dipgame import health

    if _made.value:
        health.bots_are_ready()


def limit_memory(**_: object) -> None:
    """A bot that asks for more memory than `BOT_MEMORY_MB` hears that there is none, and leaves the machine's alone."""
    from django.conf import settings

    most = int(settings.BOT_MEMORY_MB * 1_000_000)
    if most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
