"""A file's values as TOML, laid out as the shipped files are."""

import json
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["as_toml", "one_line", "written"]

_TABLES: Final = ("terms", "people")
_LISTS: Final = ("sessions", "tests")
_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def written(document: Mapping[str, Any]) -> str:
    """The text that `tomllib.loads` reads as this document: single values, then tables, each under its own head.

    Raises ValueError for a whole number of more digits than Python writes.
    """
    blocks = [_pairs({key: value for key, value in document.items() if not _has_head(key, value)})]
    for key in ("terms", "bots", "people", "sessions", "tests"):
        value: Any = document.get(key)
        if not _has_head(key, value):
            continue
        if key == "bots":
            short = {label: row for label, row in value.items() if not isinstance(row, dict)}
            # An empty table says something, too, and is kept.
            blocks += [_block("[bots]", short)] if short or not value else []
            blocks += [_block(f"[bots.{_key(label)}]", row) for label, row in value.items() if label not in short]
        elif key in _LISTS:
            blocks += [_block(f"[[{key}]]", row) for row in value]
        else:
            blocks.append(_block(f"[{key}]", value))
    return "\n".join(block for block in blocks if block)


def _has_head(key: str, value: Any) -> bool:
    if key in _LISTS:
        return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
    return key in (*_TABLES, "bots") and isinstance(value, dict)


def _block(head: str, row: Mapping[str, Any]) -> str:
    return f"{head}\n{_pairs(row)}"


def _pairs(row: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {as_toml(value)}\n" for key, value in row.items())


def _key(key: str) -> str:
    return key if key and _BARE.issuperset(key) else one_line(key)


def as_toml(value: Any) -> str:
    """One value in a line; a text of several lines in as many."""
    match value:
        case bool():
            return "true" if value else "false"
        case str() if "\n" in value:
            lines = "\n".join(one_line(each)[1:-1] for each in value.split("\n"))
            return f'"""\n{lines}"""'
        case str():
            return one_line(value)
        case list():
            return f"[{', '.join(map(as_toml, value))}]"
        case dict():
            inside = ", ".join(f"{_key(key)} = {as_toml(each)}" for key, each in value.items())
            return f"{{ {inside} }}" if inside else "{}"
    # Numbers, and dates, which are written as they are read.
    return str(value)


def one_line(text: str) -> str:
    """A basic string; TOML escapes as JSON does, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
