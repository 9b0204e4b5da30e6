"""Many games on all cores, in order, the same whatever the number of processes."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

from bots.arena.game import GamePlan, Record, play

__all__ = ["FailedGameError", "available_cores", "play_all"]


class FailedGameError(Exception):
    """Raised for a game that failed; the text names the error.

    The error itself may be of a kind that cannot travel between processes.
    """


def available_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def play_all(plans: Sequence[GamePlan], processes: int) -> Iterator[Iterator[Record]]:
    """Give the records of all games, each as soon as it and those before it are played.

    For a game that fails the iterator raises FailedGameError; asked again, it goes on with the next game.

    With one process the games are played in this one. Leaving the block early stops all workers, and so does the end of
    this process, whatever ends it.
    """
    if processes <= 1 or len(plans) <= 1:
        yield map(_play, plans)
        return
    # Spawned, not forked: a fresh interpreter per worker behaves alike on every system.
    with _without_interrupts():
        pool = get_context("spawn").Pool(min(processes, len(plans)), initializer=_stand_by_parent)
    with pool:
        yield pool.imap(_play, plans)


def _play(plan: GamePlan) -> Record:
    try:
        return play(plan)
    except Exception as problem:
        raise FailedGameError(f"{type(problem).__name__}: {problem}") from problem


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Workers started inside ignore Ctrl-C from their first moment on, even while they are still importing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stand_by_parent() -> None:
    """In a worker, also one started later in place of one that died: Ctrl-C is for the parent, whose end is its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end.

    Its workers would otherwise wait for ever for the next game: each of them holds both ends of the queue.
    """
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
