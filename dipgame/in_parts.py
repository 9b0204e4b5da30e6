"""Long work made by workers in parts of some seconds.

So bots who play with people never wait long. Of one kind of work one row is worked on at a time. One that fails, or
whose worker was lost, goes to the end of the queue; after three tries it is given up.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from django.db import models
from django.db.models import Q, QuerySet
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dipgame.celery import app
from dipgame.games import clock
from dipgame.redis_absence import is_away, went_away
from dipgame.transactions import atomic

__all__ = ["LEASE", "InParts", "Queue", "State", "for_a_part"]

LEASE: Final = timedelta(minutes=3)
"""Time after which a worker that has a row is taken for lost, unless its queue says less; a part takes some seconds,
the first one of a site, which compiles the search, up to two minutes."""

_PART: Final = 2.0
"""Seconds after which a part ends with the step at hand."""
_TRIES: Final = 3
_EXPIRES: Final = 120
_log = logging.getLogger(__name__)


class State(models.TextChoices):
    """Progress of a row's work."""

    WAITING = "waiting", "waiting"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class InParts(models.Model):
    """A row whose work is made in parts.

    held_until: up to then a worker is at it. tries: how often workers began the part that is next.
    """

    State = State

    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    id: int

    class Meta:
        abstract = True


_Row = TypeVar("_Row", bound=InParts)


def for_a_part() -> Iterator[None]:
    """Steps of a part: one, and more until its seconds are over."""
    began = time.monotonic()
    while True:
        yield
        if time.monotonic() - began > _PART:
            return


class Queue(Generic[_Row]):
    """Rows of one kind, in the order they were asked for.

    task: the name of the Celery task that calls `work`. kept: fields that a part changes. lease: time after which a
    worker that has a row is taken for lost.
    """

    def __init__(self, kind: type[_Row], task: str, kept: Sequence[str], lease: timedelta = LEASE) -> None:
        self.kind = kind
        self.task = task
        self.kept = kept
        self.lease = lease

    @property
    def waiting(self) -> QuerySet[_Row]:
        """Rows whose work is not done."""
        rows: QuerySet[_Row] = self.kind._default_manager.filter(state=State.WAITING)
        return rows

    def ahead_of(self, row: _Row) -> int:
        """Number of rows that are worked on before this one."""
        earlier = Q(asked_at__lt=row.asked_at) | Q(asked_at=row.asked_at, pk__lt=row.pk)
        return self.waiting.filter(earlier).count()

    def ask_again(self, row: _Row) -> None:
        """Try one that failed again, from where it stopped."""
        failed = self.kind._default_manager.filter(pk=row.pk, state=State.FAILED)
        failed.update(state=State.WAITING, asked_at=clock.now(), tries=0, held_until=None)

    def wake(self) -> None:
        """Wake a worker, unless one is at a row.

        That one goes on to the next by itself. Without Redis this is logged, and left to the sweep.
        """
        if not self.waiting.exists() or self.waiting.filter(held_until__gt=clock.now()).exists() or is_away():
            return
        try:
            app.send_task(self.task, expires=_EXPIRES)
        except (OperationalError, OSError, RedisError) as error:
            went_away()
            _log.warning("a worker could not be woken for %s, the sweep will: %s", self.task, error)

    def work(self, part: Callable[[_Row], bool], tell: Callable[[_Row], object]) -> bool:
        """Make a part of the first row; true if there was one.

        False while a worker is at another. part: does it, and says whether all is done. tell: is called once it is.
        """
        now = clock.now()
        self.waiting.filter(held_until__lte=now).update(held_until=None, asked_at=now)
        if self.waiting.filter(held_until__gt=now).exists():
            return False
        row = self.waiting.order_by("asked_at", "id").select_related("game").first()
        if row is None:
            return False
        until = now + self.lease
        if not self.waiting.filter(pk=row.pk, held_until=None).update(held_until=until, tries=row.tries + 1):
            return False
        if row.tries >= _TRIES:
            self._keep(row, until, State.FAILED, tell)
        else:
            try:
                self._keep(row, until, State.DONE if part(row) else State.WAITING, tell)
            except Exception:
                _log.exception("%s stopped at row %s", self.task, row.pk)
                self.kind._default_manager.filter(pk=row.pk, held_until=until).update(
                    held_until=None, asked_at=clock.now()
                )
                if not self.waiting.filter(tries=0).exists():
                    # Only failed ones wait: the sweep tries again later, when the cause may be gone.
                    return True
        self.wake()
        return True

    def _keep(self, row: _Row, held: datetime, state: State, tell: Callable[[_Row], object]) -> None:
        """Store a part, and tell who asked once all is done.

        Not where another worker took the row over, or it is gone.
        """
        made: dict[str, Any] = {name: getattr(row, name) for name in self.kept}
        with atomic():
            rows = self.kind._default_manager.filter(pk=row.pk, held_until=held)
            if rows.update(**made, state=state, held_until=None, tries=0) and state == State.DONE:
                tell(row)
