"""Queries that are asked for every command: Django makes their SQL once, not each time anew, which costs a process more
than the asking."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

__all__ = ["Prepared"]

_Row = TypeVar("_Row", bound=Model)
_STAND_INS: Final[dict[type, Callable[[int], Any]]] = {
    int: lambda at: 8_000_000_000_000_000_000 + at,
    str: lambda at: f"\x01{at}\x01",
    datetime: lambda at: datetime(9990 - at, 1, 1, tzinfo=UTC),
}
"""What stands for what is given while SQL is made, by its type and place: no query is about these."""


@dataclass(frozen=True, slots=True)
class _Made:
    """SQL as one kind of database wants it. given: each parameter, or the name of what stands in its place."""

    sql: str
    given: tuple[tuple[str, Any], ...]
    compiler: Any
    converters: Any
    populators: Any


class Prepared(Generic[_Row]):
    """The rows of a query set, with what it selects and annotates; a new list each time.

    make: makes it of what is given by name, which it may use for nothing but comparing. kinds: by name, the type of
    what will be given: int, str or datetime.
    """

    def __init__(self, make: Callable[..., QuerySet[_Row]], **kinds: type) -> None:
        self._make = make
        self._stand_ins = {name: _STAND_INS[kind](at) for at, (name, kind) in enumerate(kinds.items())}
        self._made: dict[str, _Made] = {}

    def rows(self, **given: int | str | datetime) -> list[_Row]:
        """Ask it."""
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._compiled()
        with connection.cursor() as cursor:
            cursor.execute(made.sql, [_adapted(given[name]) if name else value for name, value in made.given])
            found = cursor.fetchall()
        return [self._row(made, list(row)) for row in found]

    def _compiled(self) -> _Made:
        compiler = self._make(**self._stand_ins).query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        names = {_adapted(value): name for name, value in self._stand_ins.items()}
        given = tuple((names.get(value, ""), value) for value in values)
        if {name for name, _ in given} - {""} != set(self._stand_ins):
            raise ValueError("something that is given is not compared with anything as it stands")
        fields = [each[0] for each in compiler.select]
        # The types are those of Django 6.1, which wants one thing more.
        populators = get_related_populators(compiler.klass_info, compiler.select, connection.alias)  # type: ignore[call-arg]
        return _Made(sql, given, compiler, compiler.get_converters(fields), populators)

    @staticmethod
    def _row(made: _Made, row: list[Any]) -> _Row:
        for at, (converters, expression) in made.converters.items():
            for convert in converters:
                row[at] = convert(row[at], expression, connection)
        about, select = made.compiler.klass_info, made.compiler.select
        own = about["select_fields"]
        names = [select[at][0].target.attname for at in own]
        found: _Row = about["model"].from_db(connection.alias, names, [row[at] for at in own])
        for populator in made.populators:
            populator.populate(row, found)
        for name, at in made.compiler.annotation_col_map.items():
            setattr(found, name, row[at])
        return found


def _adapted(value: Any) -> Any:
    """As the database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
