"""Run acts in threads, interleaved at borders of transactions by a seed.

One thread goes on at a time, from one border to the next.

A border is where others may come in between: before a transaction begins, before rows are locked, before it is
committed, and before a row is written outside of one. Each act runs in a thread with a connection of its own and stops
at every border; `choose` says who goes on. Whoever waits for a lock of the database is left waiting, and is looked for
after each step. So the same seed gives the same run on the same database.

On SQLite a transaction has the one write lock from its beginning: who stands before another one is not let on.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from django.db import connection
from django.db.transaction import Atomic

from dipgame.games import lease

__all__ = ["Interleaver", "by_chance", "one_after_the_other"]

_LONGEST: Final = 30.0
"""Seconds for one step, on a machine that does much else."""
_WRITES: Final = ("INSERT", "UPDATE", "DELETE")

Choose = Callable[[list[int]], int]


def one_after_the_other(first: int) -> Choose:
    """Choose this act while it can go on, then the others."""
    return lambda able: first if first in able else able[0]


def by_chance(seed: str) -> Choose:
    """Choose by a seed."""
    return Random(seed).choice


class _Worker(threading.Thread):
    """A thread with its own connection that stops at each border.

    It does one act after the other.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.act: Callable[[], Any] | None = None
        self.result: Any = None
        self.border = ""
        self.pid = 0
        self.inside = False
        self.ended = False
        self.go = threading.Semaphore(0)
        self.stopped = threading.Event()

    def run(self) -> None:
        _here.worker = self
        connection.ensure_connection()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.pid = cursor.fetchone()[0]
        self.stopped.set()
        while True:
            self.go.acquire()
            if self.ended:
                break
            act = self.act
            assert act is not None
            try:
                with connection.execute_wrapper(self._before_statement):
                    self.result = act()
            except Exception as problem:
                self.result = problem
            self.act, self.border, self.inside = None, "", False
            self.stopped.set()
        connection.close()
        self.stopped.set()

    def stop_at(self, border: str) -> None:
        self.border = border
        self.stopped.set()
        self.go.acquire()

    def go_on(self) -> None:
        self.stopped.clear()
        self.go.release()

    def _before_statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if " FOR UPDATE" in sql or " FOR NO KEY UPDATE" in sql:
            self.stop_at("lock")
        elif not connection.in_atomic_block and sql.startswith(_WRITES):
            self.stop_at("write")
        return execute(sql, params, many, context)


class _Here(threading.local):
    worker: _Worker | None = None


_here: Final = _Here()


@contextmanager
def _borders() -> Iterator[None]:
    """Make workers' transactions stop before they begin and before they commit.

    Claims are not renewed by threads of their own.
    """
    enter, leave = Atomic.__enter__, Atomic.__exit__

    def entered(self: Atomic) -> None:
        worker = _here.worker
        if worker is not None and not connection.in_atomic_block:
            worker.stop_at("begin")
            worker.inside = True
        enter(self)

    def left(self: Atomic, kind: Any, value: Any, trace: Any) -> None:
        worker = _here.worker
        outermost = worker is not None and connection.in_atomic_block and not connection.savepoint_ids
        if outermost and worker is not None:
            worker.stop_at("commit")
        try:
            leave(self, kind, value, trace)
        finally:
            if outermost and worker is not None:
                worker.inside = False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Atomic, "__enter__", entered)
        patch.setattr(Atomic, "__exit__", left)
        patch.setattr(lease, "_renew", lambda *_: None)
        yield


class Interleaver:
    """Two threads or more, kept from one run to the next."""

    def __init__(self, most: int = 2) -> None:
        self.workers = [_Worker() for _ in range(most)]
        self.trace: list[str] = []

    def __enter__(self) -> "Interleaver":
        self._patched = _borders()
        self._patched.__enter__()
        for worker in self.workers:
            worker.start()
            assert worker.stopped.wait(_LONGEST)
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.ended = True
            worker.go_on()
            worker.join(_LONGEST)
        self._patched.__exit__(None, None, None)

    def run(self, acts: Sequence[Callable[[], Any]], choose: Choose) -> list[Any]:
        """Run these acts; return what each returned or raised.

        `trace` then tells who went on, and from which border.
        """
        self.trace = []
        workers = self.workers[: len(acts)]
        for worker, act in zip(workers, acts, strict=True):
            worker.act, worker.result, worker.border, worker.inside = act, None, "start", False
        while any(worker.act is not None for worker in workers):
            able = [at for at, worker in enumerate(workers) if worker.act is not None and self._may_go_on(worker)]
            if not able:  # the database frees one of those that wait, or finds that they wait in a circle
                self._wait_for_any(workers)
                continue
            chosen = choose(able)
            self.trace.append(f"{chosen} {workers[chosen].border}")
            workers[chosen].go_on()
            for worker in workers:
                self._wait_for(worker)
        return [worker.result for worker in workers]

    def _may_go_on(self, worker: _Worker) -> bool:
        if not worker.stopped.is_set():
            return False
        others = [other for other in self.workers if other is not worker and other.inside]
        return connection.vendor != "sqlite" or worker.border not in ("begin", "write") or not others

    def _wait_for(self, worker: _Worker) -> None:
        """Wait until the thread stops at a border, finishes, or is blocked."""
        end = time.monotonic() + _LONGEST
        while not worker.stopped.wait(0.002):
            if self._is_blocked(worker):
                return
            assert time.monotonic() < end, f"neither goes on nor waits: {self.trace}"

    def _wait_for_any(self, workers: Sequence[_Worker]) -> None:
        end = time.monotonic() + _LONGEST
        while not any(worker.act is not None and worker.stopped.is_set() for worker in workers):
            if all(worker.act is None for worker in workers):
                return
            time.sleep(0.005)
            assert time.monotonic() < end, f"all wait for each other: {self.trace}"

    def _is_blocked(self, worker: _Worker) -> bool:
        if not worker.pid:
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s))", [worker.pid])
            return bool(cursor.fetchone()[0])
