"""Queries whose SQL is made once.

They are asked for every page and command: Django would make their SQL each time anew, which costs a process more than
the asking. PostgreSQL plans them once for each connection, which costs it more than the answer.

Rows are made of the answers with `Model.from_db`, which Django documents, and columns are asked for by name, in the
order of `Along`. The SQL, the converters and the cursor come from parts of Django without documentation
(`sql_with_params`, `get_db_converters`, `adapt_datetimefield_value`, `prep_for_like_query`, `make_cursor`):
`tests/dipgame/test_prepared.py` asks every query, so that a release of Django that changes them fails there.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet, Value

__all__ = ["EVERY", "Along", "Prepared", "PreparedValues"]

_Row = TypeVar("_Row", bound=Model)
_STAND_INS: Final[dict[type, Callable[[int], Any]]] = {
    # As small as the smallest column: Django leaves out a comparison with what a column cannot hold.
    int: lambda at: 32_100 + at,
    str: lambda at: f"\x01{at}\x01",
    datetime: lambda at: datetime(9990 - at, 1, 1, tzinfo=UTC),
}
"""Placeholder values while SQL is compiled, by type and place; no query asks for these."""


@dataclass(frozen=True, slots=True)
class Along:
    """Columns that are read along with a row, and those that are not.

    joined: rows it points to, as for `select_related`. without: columns left out, as for `defer`. also: the types of
    its annotations, by name: int, str or bool.
    """

    joined: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    also: Mapping[str, type] = field(default_factory=dict)

    def of(self, rows: QuerySet[_Row]) -> QuerySet[_Row]:
        """A query set that reads so without being prepared, but for the annotations."""
        joined = rows.select_related(*self.joined) if self.joined else rows
        return joined.defer(*self.without)

    def and_also(self, **more: type) -> "Along":
        """A copy with further annotations."""
        return Along(self.joined, self.without, {**self.also, **more})


_ALONE: Final = Along()


@dataclass(frozen=True, slots=True)
class _Given:
    """A parameter that is given each time. around: what stands before and after it where it is part of a pattern."""

    name: str
    around: tuple[str, str] | None = None


_Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Part:
    """Columns of an answer that make one object.

    parent: the part whose object points to this one by `name`. key: the column of its primary key, which is empty
    where there is no such object.
    """

    model: type[Model]
    names: tuple[str, ...]
    columns: slice
    key: int
    parent: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Made:
    """SQL as one kind of database wants it. given: each parameter, or what takes its place. converters: by column."""

    sql: str
    given: tuple[Any, ...]
    parts: tuple[_Part, ...] = ()
    converters: tuple[tuple[int, _Convert], ...] = ()


EVERY: Final[list["_Asked[Any]"]] = []
"""All there are, for tests."""


class _Asked(Generic[_Row]):
    def __init__(self, make: Callable[..., QuerySet[_Row, Any]], **kinds: type) -> None:
        self._make = make
        self._stand_ins = {name: _STAND_INS[kind](at) for at, (name, kind) in enumerate(kinds.items())}
        self._made: dict[str, _Made] = {}
        EVERY.append(self)

    def _ready(self) -> _Made:
        """Raises ValueError if something that is given is not compared with anything as it stands."""
        vendor = connection.vendor
        if vendor not in self._made:
            self._made[vendor] = self._compiled(self._make(**self._stand_ins))
        return self._made[vendor]

    def _compiled(self, rows: QuerySet[_Row, Any]) -> _Made:
        return _Made(*self._sql_of(rows))

    def _sql_of(self, rows: QuerySet[_Row, Any]) -> tuple[str, tuple[Any, ...]]:
        sql, values = rows.query.sql_with_params()
        given = tuple(map(self._place, values))
        missing = set(self._stand_ins) - {each.name for each in given if isinstance(each, _Given)}
        if missing:
            raise ValueError(f"not compared with anything as it stands: {sorted(missing)}")
        return sql, given

    def _place(self, value: Any) -> Any:
        for name, stand_in in self._stand_ins.items():
            if value == _adapted(stand_in):
                return _Given(name)
            if isinstance(value, str) and isinstance(stand_in, str) and stand_in in value:
                before, after = value.split(stand_in)
                return _Given(name, (before, after))
        return value

    @staticmethod
    def _answers(made: _Made, given: dict[str, Any]) -> list[Any]:
        values = [_written(each, given[each.name]) if isinstance(each, _Given) else each for each in made.given]
        with _cursor() as cursor:
            cursor.execute(made.sql, values)
            found: list[Any] = cursor.fetchall()
        if not made.converters:
            return found
        rows = [list(row) for row in found]
        for at, convert in made.converters:
            for row in rows:
                row[at] = convert(row[at])
        return rows


class Prepared(_Asked[_Row]):
    """The rows of a query set; a new list each time.

    make: makes it of what is given by name, which it may use for nothing but comparing, also as part (`__contains`).
    along: what it selects and annotates. kinds: by name, the type of what will be given: int, str or datetime.
    """

    def __init__(self, make: Callable[..., QuerySet[_Row]], along: Along = _ALONE, **kinds: type) -> None:
        super().__init__(make, **kinds)
        self.along = along

    def rows(self, **given: int | str | datetime) -> list[_Row]:
        """Ask it."""
        made = self._ready()
        return [self._row(made, row) for row in self._answers(made, given)]

    def _compiled(self, rows: QuerySet[_Row, Any]) -> _Made:
        parts, fields, lookups = _layout(rows.model, self.along)
        sql, given = self._sql_of(rows.values_list(*lookups, *self.along.also))
        converters = [(at, each) for at, column in enumerate(fields) if (each := _converter(column)) is not None]
        kinds = self.along.also.values()
        converters += [(at, _as_bool) for at, kind in enumerate(kinds, len(fields)) if kind is bool]
        return _Made(sql, given, parts, tuple(converters))

    def _row(self, made: _Made, row: Sequence[Any]) -> _Row:
        alias = connection.alias
        found: list[Any] = []
        for part in made.parts:
            there = row[part.key] is not None
            found.append(part.model.from_db(alias, part.names, row[part.columns]) if there else None)
            if part.name and found[part.parent] is not None:
                setattr(found[part.parent], part.name, found[-1])
        for name, value in zip(self.along.also, row[made.parts[-1].columns.stop :], strict=True):
            setattr(found[0], name, value)
        first: _Row = found[0]
        return first


class PreparedValues(_Asked[Any]):
    """A prepared `values_list`.

    Numbers and texts are as the database gives them, columns in the given order.
    """

    def rows(self, **given: int | str | datetime) -> list[Any]:
        """Ask it."""
        return self._answers(self._ready(), given)


def _layout(model: type[Model], along: Along) -> tuple[tuple[_Part, ...], list[Any], list[str]]:
    """Parts of a row, then the field of each column and its name in a query."""
    ways = [""]
    for way in along.joined:
        steps = way.split("__")
        ways += [each for at in range(len(steps)) if (each := "__".join(steps[: at + 1])) not in ways]
    models: dict[str, type[Model]] = {"": model}
    parts: list[_Part] = []
    columns: list[Any] = []
    lookups: list[str] = []
    for way in ways:
        before, _, name = way.rpartition("__")
        if way:
            related: Any = models[before]._meta.get_field(name).related_model
            models[way] = related
        lead = f"{way}__" if way else ""
        fields = [each for each in models[way]._meta.concrete_fields if f"{lead}{each.name}" not in along.without]
        first = len(columns)
        key = first + next(at for at, each in enumerate(fields) if each.primary_key)
        names = tuple(each.attname for each in fields)
        columns += fields
        lookups += [f"{lead}{each}" for each in names]
        parts.append(_Part(models[way], names, slice(first, len(columns)), key, ways.index(before), name))
    return tuple(parts), columns, lookups


def _converter(column: "Field[Any, Any]") -> _Convert | None:
    """Makes of the database's value that of a field; None where they are the same."""
    while column.related_model:
        related: Any = column.related_model
        column = related._meta.pk
    expression = Value(None, output_field=column)
    steps = list(connection.ops.get_db_converters(expression))
    if hasattr(column, "from_db_value"):
        steps.append(column.from_db_value)
    return partial(_convert, steps, expression) if steps else None


def _convert(steps: Sequence[Callable[[Any, Any, Any], Any]], expression: Any, value: Any) -> Any:
    for step in steps:
        value = step(value, expression, connection)
    return value


def _as_bool(value: Any) -> bool | None:
    """SQLite has numbers for them."""
    return None if value is None else bool(value)


def _cursor() -> AbstractContextManager[Any]:
    """Open a cursor; PostgreSQL keeps the plans of its queries.

    After `prepare_threshold` (settings) times. Django's own puts all values into the text of a query, which is then a
    new one each time.
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    import psycopg

    line: Any = connection
    line.ensure_connection()
    cursor = psycopg.Cursor(line.connection)
    opened: AbstractContextManager[Any] = (line.make_debug_cursor if line.queries_logged else line.make_cursor)(cursor)
    return opened


def _adapted(value: Any) -> Any:
    """As the database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _written(place: _Given, value: Any) -> Any:
    if place.around is None:
        return _adapted(value)
    before, after = place.around
    return f"{before}{connection.ops.prep_for_like_query(value)}{after}"
