"""Many games on all cores, in order, the same whatever the number of processes."""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection

from bots.arena.game import GamePlan, Record, play

__all__ = ["FailedGameError", "LostWorkerError", "available_cores", "play_all"]


class FailedGameError(Exception):
    """Raised for a game that failed; the text names the error.

    The error itself may be of a kind that cannot travel between processes.
    """


class LostWorkerError(Exception):
    """Raised when a worker process was killed, as for lack of memory.

    No further game is played.
    """


def available_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def play_all(plans: Sequence[GamePlan], processes: int) -> Iterator[Iterator[Record]]:
    """Give the records of all games, each as soon as it and those before it are played.

    For a game that fails the iterator raises FailedGameError; asked again, it goes on with the next game. For a worker
    that something else ended it raises LostWorkerError.

    With one process the games are played in this one. Leaving the block early stops all workers, and so does the end of
    this process, whatever ends it.
    """
    if processes <= 1 or len(plans) <= 1:
        yield map(_play, plans)
        return
    lifeline, ours = Pipe(duplex=False)
    # Spawned, not forked: a fresh interpreter per worker behaves alike on every system.
    pool = ProcessPoolExecutor(min(processes, len(plans)), get_context("spawn"), _hold_on_to, (lifeline,))
    with _without_interrupts():
        games = deque(pool.submit(_play, plan) for plan in plans)
    try:
        yield map(_record, _taken_from(games))
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)


def _taken_from(games: "deque[Future[Record]]") -> Iterator["Future[Record]"]:
    """Give the games one after the other and let go of them."""
    while games:
        yield games.popleft()


def _record(game: "Future[Record]") -> Record:
    try:
        return game.result()
    except BrokenProcessPool:
        raise LostWorkerError(
            "A process that played games was ended from outside; is there too little memory?"
        ) from None


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


def _hold_on_to(lifeline: Connection) -> None:
    """End this worker when the parent ends or closes its end.

    Ctrl-C is for the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process in the midst of a game."""
    with suppress(EOFError):
        lifeline.recv()
    os._exit(1)
