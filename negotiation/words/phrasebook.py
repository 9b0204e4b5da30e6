"""Reads the tables of patterns beside this file, one a line."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

__all__ = ["patterns", "phrases"]

_MACRO: Final = re.compile(r"<([A-Z]+)>")


def phrases(table: str) -> Iterator[tuple[str, str, str]]:
    """(section, key, pattern) for every pattern of a table, in order.

    A table has `# comments`, `<NAME> = pattern` for parts that patterns share, `[section]` headings,
    and patterns, which may have a `key: ` in front. A line that begins with `|` continues the one before.
    Raises ValueError where it continues nothing: such a pattern would fit everything.
    """
    macros: dict[str, str] = {}
    section = ""
    for line in _lines(table):
        if line.startswith("["):
            section = line[1:-1]
            continue
        macro = re.match(r"<([A-Z]+)> = ", line)
        if macro is not None:
            macros[macro[1]] = _expanded(line[macro.end() :], macros)
            continue
        key = re.match(r"(\w+): ", line)
        pattern = line[key.end() :] if key is not None else line
        yield section, key[1] if key is not None else "", _expanded(pattern, macros)


def _lines(table: str) -> Iterator[str]:
    """The table's lines with continuations joined."""
    text = files("negotiation.words").joinpath(f"{table}.txt").read_text(encoding="utf-8")
    joined = re.sub(r"\n\|", "|", text)
    for line in joined.splitlines():
        if line.startswith("|"):
            raise ValueError(f"{table}.txt: a line that continues nothing: {line[:40]}")
        if line and not line.startswith("#"):
            yield line


def _expanded(pattern: str, macros: dict[str, str]) -> str:
    return _MACRO.sub(lambda match: macros[match[1]], pattern)


def patterns(table: str) -> dict[str, re.Pattern[str]]:
    """The compiled pattern of every section of a table that has one pattern to a section."""
    return {section: re.compile(pattern) for section, key, pattern in phrases(table) if not key}
