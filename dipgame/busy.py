"""The database is held up, by a lock or a statement that takes too long: told apart from what is broken."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

__all__ = ["BUSY", "WhileBusy", "busy_page", "is_busy", "left_for_later"]

_log = logging.getLogger(__name__)

BUSY: Final = "The site is busy with this just now. Nothing was changed; try again in a few seconds."

_HELD_UP: Final = ("55P03", "57014", "40P01", "40001")
"""PostgreSQL: lock not to be had in time, statement too long, deadlock, a transaction that another one undid."""
_SQLITE_HELD_UP: Final = (5, 6)
"""SQLite: the file is busy, a table is locked."""


def is_busy(error: BaseException | None) -> bool:
    """True if the database could not be had in time: the same may be asked again a moment later."""
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    return (
        getattr(cause, "sqlstate", None) in _HELD_UP
        or getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_HELD_UP
        or type(cause).__name__ == "PoolTimeout"
    )


@contextmanager
def left_for_later(what: str) -> Iterator[None]:
    """Give up a task that the database holds up, with a warning.

    For tasks that the sweep finds again: what they began is undone, and what is due stays due.
    """
    try:
        yield
    except DatabaseError as error:
        if not is_busy(error):
            raise
        _log.warning(
            "%s waited too long for the database (%s): nothing is lost, a later sweep asks for it again. If this goes "
            "on for minutes, see who holds the lock (PostgreSQL: SELECT pid, pg_blocking_pids(pid), query FROM "
            "pg_stat_activity WHERE wait_event_type = 'Lock') and end that process.",
            what,
            error,
        )


def busy_page(request: HttpRequest) -> HttpResponse:
    """503: needs neither database nor session."""
    return HttpResponse(render_to_string("busy.html"), status=503, headers={"Retry-After": "5"})


class WhileBusy:
    """Says in words that the database is held up, where a page fails for that."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return busy_page(request) if is_busy(error) else None
