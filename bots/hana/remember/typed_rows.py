"""Rows that people write, read into frozen dataclasses: what is wrong is told by the name of the row and the field."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from sys import float_info
from typing import Any, TypeVar, get_type_hints

__all__ = ["TableError", "read_row"]

Row = TypeVar("Row")


class TableError(ValueError):
    """A table that its author has to mend.

    The text names the row and the field.
    """


def read_row(kind: type[Row], row: Mapping[str, Any], where: str) -> Row:
    """The row as a value of the dataclass `kind`. where: how an author would call the row.

    Raises TableError for a field that is missing, unknown or of another type, and for what `kind` refuses with a
    ValueError.
    """
    wanted = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    types = get_type_hints(kind)
    for name in row:
        if name not in wanted:
            raise TableError(f"{where}: there is no field '{name}'. Fields are {', '.join(wanted)}.")
    for name, field in wanted.items():
        if name not in row and field.default is MISSING:
            raise TableError(f"{where}: the field '{name}' is missing.")
    for name, value in row.items():
        if types[name] is float and not _is_number(value):
            raise TableError(f"{where}: '{name}' has to be a number, not {value!r}.")
        if types[name] is not float and not isinstance(value, str):
            raise TableError(f"{where}: '{name}' has to be a text in quotes, not {value!r}.")
    try:
        return kind(**row)
    except ValueError as problem:
        raise TableError(f"{where}: {problem}") from None


def _is_number(value: object) -> bool:
    """True for a finite number; TOML also has `nan`, `inf`, and whole numbers that are larger than a float."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= float_info.max
