"""Queries that are asked for every page and command: Django makes their SQL once, not each time anew, which costs a
process more than the asking. PostgreSQL plans them once for each connection, which costs it more than the answer.

How Django makes rows of answers is its own affair: should another version of it, or another database, do so otherwise,
a query is asked as any other, which is slower and said once in the log; `tests/dipgame/test_prepared.py` fails then.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

__all__ = ["EVERY", "Prepared", "PreparedValues"]

_Row = TypeVar("_Row", bound=Model)
_STAND_INS: Final[dict[type, Callable[[int], Any]]] = {
    # As small as the smallest column: Django leaves out a comparison with what a column cannot hold.
    int: lambda at: 32_100 + at,
    str: lambda at: f"\x01{at}\x01",
    datetime: lambda at: datetime(9990 - at, 1, 1, tzinfo=UTC),
}
"""Placeholder values while SQL is compiled, by type and place; no query asks for these."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Given:
    """A parameter that is given each time. around: what stands before and after it where it is part of a pattern."""

    name: str
    around: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Made:
    """SQL as one kind of database wants it. given: each parameter, or what takes its place."""

    sql: str
    given: tuple[Any, ...]
    compiler: Any
    converters: Any
    populators: Any
    names: tuple[str, ...]


EVERY: Final[list["_Asked[Any]"]] = []
"""All there are, for tests."""


class _Asked(Generic[_Row]):
    def __init__(self, make: Callable[..., QuerySet[_Row, Any]], **kinds: type) -> None:
        self._make = make
        self._stand_ins = {name: _STAND_INS[kind](at) for at, (name, kind) in enumerate(kinds.items())}
        self._made: dict[str, _Made | None] = {}
        EVERY.append(self)

    @property
    def is_prepared(self) -> bool:
        """True if the query is prepared on this connection's database."""
        return self._ready() is not None

    def _ready(self) -> _Made | None:
        """None where Django's insides are not what is known of them."""
        vendor = connection.vendor
        if vendor not in self._made:
            try:
                self._made[vendor] = self._compiled()
            except Exception:
                _log.exception("a query cannot be prepared and is made anew each time: %s", self._stand_ins)
                self._made[vendor] = None
        return self._made[vendor]

    def _compiled(self) -> _Made:
        compiler = self._make(**self._stand_ins).query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        given = tuple(map(self._place, values))
        if {each.name for each in given if isinstance(each, _Given)} != set(self._stand_ins):
            raise ValueError("something that is given is not compared with anything as it stands")
        fields = [each[0] for each in compiler.select]
        about, names = compiler.klass_info, ()
        populators: Any = ()
        if about is not None:
            # The types are those of Django 6.1, which wants one thing more.
            populators = get_related_populators(about, compiler.select, connection.alias)  # type: ignore[call-arg]
            names = tuple(compiler.select[at][0].target.attname for at in about["select_fields"])
        return _Made(sql, given, compiler, list(compiler.get_converters(fields).items()), populators, names)

    def _place(self, value: Any) -> Any:
        for name, stand_in in self._stand_ins.items():
            if value == _adapted(stand_in):
                return _Given(name)
            if isinstance(value, str) and isinstance(stand_in, str) and stand_in in value:
                before, after = value.split(stand_in)
                return _Given(name, (before, after))
        return value

    def _answers(self, made: _Made, given: dict[str, Any]) -> list[Any]:
        values = [_written(each, given[each.name]) if isinstance(each, _Given) else each for each in made.given]
        with _cursor() as cursor:
            cursor.execute(made.sql, values)
            found: list[Any] = cursor.fetchall()
        if not made.converters:
            return found
        rows = [list(row) for row in found]
        for at, (converters, expression) in made.converters:
            for convert in converters:
                for row in rows:
                    row[at] = convert(row[at], expression, connection)
        return rows


class Prepared(_Asked[_Row]):
    """The rows of a query set, with what it selects and annotates; a new list each time.

    make: makes it of what is given by name, which it may use for nothing but comparing, also as part (`__contains`).
    kinds: by name, the type of what will be given: int, str or datetime.
    """

    def rows(self, **given: int | str | datetime) -> list[_Row]:
        """Ask it."""
        made = self._ready()
        if made is None:
            return list(self._make(**given))
        return [self._row(made, row) for row in self._answers(made, given)]

    @staticmethod
    def _row(made: _Made, row: Any) -> _Row:
        about = made.compiler.klass_info
        found: _Row = about["model"].from_db(connection.alias, made.names, [row[at] for at in about["select_fields"]])
        for populator in made.populators:
            populator.populate(row, found)
        for name, at in made.compiler.annotation_col_map.items():
            setattr(found, name, row[at])
        return found


class PreparedValues(_Asked[Any]):
    """A prepared `values_list`: tuples or lists, columns in the given order."""

    def rows(self, **given: int | str | datetime) -> list[Any]:
        """Ask it."""
        made = self._ready()
        return list(self._make(**given)) if made is None else self._answers(made, given)


def _cursor() -> AbstractContextManager[Any]:
    """Open a cursor; PostgreSQL keeps the plans of its queries.

    After `prepare_threshold` (settings) times. Django's own puts all values into the text of a query, which is then a
    new one each time.
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    from django.db.backends.postgresql.base import ServerBindingCursor

    line: Any = connection
    kind: Any = ServerBindingCursor
    line.ensure_connection()
    cursor: AbstractContextManager[Any] = line._prepare_cursor(kind(line.connection))
    return cursor


def _adapted(value: Any) -> Any:
    """As the database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _written(place: _Given, value: Any) -> Any:
    if place.around is None:
        return _adapted(value)
    before, after = place.around
    return f"{before}{connection.ops.prep_for_like_query(value)}{after}"
