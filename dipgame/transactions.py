"""Write to the database: transactions, ordered locks, acts after a commit.

Nothing else in `dipgame` and `frontend` begins a transaction, locks rows or waits for a commit; `docs/site.md`, "How
rows are written", says who may write which (`tests/test_writing.py`).
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

__all__ = ["Place", "Step", "after_commit", "atomic", "hold", "lock", "made", "on_disorder"]

_log = logging.getLogger(__name__)
_Row = TypeVar("_Row", bound=Model)


class Step(IntEnum):
    """Order in which all transactions lock rows.

    Two that keep it never wait for each other in a circle.
    """

    EXPERIMENT = 1
    RUN = 2
    PERSON = 3
    GAME = 4
    """A game, then its live phase; after that the next game, by its number."""
    SEAT = 5
    RATING = 6
    NOTIFICATION = 7
    NEWS = 8
    """The numbers of what happened: many who have nothing else in common count there."""


Place: TypeAlias = tuple[int, ...]
"""Place of rows in the order of locks: a step and, in it, numbers of rows."""


class _Held(threading.local):
    """The places this thread has locked in its outermost transaction."""

    depth = 0

    def __init__(self) -> None:
        self.places: set[Place] = set()


_held: Final = _Held()


def _log_disorder(words: str) -> None:
    _log.error("%s", words)


on_disorder: list[Callable[[str], None]] = [_log_disorder]
"""Called where a lock comes too late in the order. Tests put a function here that raises."""


@contextmanager
def atomic() -> Iterator[None]:
    """Begin a transaction or, inside of one, a savepoint.

    All that is written in it is kept, or nothing.
    """
    if not _held.depth:
        _held.places.clear()
    _held.depth += 1
    try:
        with transaction.atomic():
            yield
    finally:
        _held.depth -= 1


def after_commit(act: Callable[[], None]) -> None:
    """Do this once the transaction is committed, at once outside of one.

    What it raises is logged.
    """
    transaction.on_commit(act, robust=True)


def lock(
    rows: QuerySet[_Row, _Row], *place: int, of: tuple[str, ...] = (), whole: bool = False
) -> QuerySet[_Row, _Row]:
    """Lock the rows from their reading to the end of the transaction.

    place: as in `hold`; without one the caller calls `hold` once it has found a row.

    Rows that point to them can be written meanwhile (`FOR NO KEY UPDATE`), unless they are locked as a whole.
    """
    if place:
        hold(*place)
    return rows.select_for_update(of=of, no_key=not whole)


def hold(*place: int) -> None:
    """Note this place as locked; complain if a later one already is."""
    if not _held.depth or place in _held.places:
        return
    last = max(_held.places, default=())
    if place < last:
        for complain in on_disorder:
            complain(f"locked {_named(place)} after {_named(last)}: lock it before")
    _held.places.add(place)


def made(*place: int) -> None:
    """Note this place's rows as new in this transaction.

    Nobody else can hold them.
    """
    if _held.depth:
        _held.places.add(place)


def _named(place: Place) -> str:
    return " ".join([Step(place[0]).name, *map(str, place[1:])])
