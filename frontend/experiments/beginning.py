"""Give the file of an experiment another start position."""

import re
import tomllib
from typing import Final

__all__ = ["begin_with"]

_POSITIONS: Final = re.compile(r"positions\s*=")


def begin_with(word: str, text: str) -> str:
    """The file with this start position in place of its own."""
    lines = text.splitlines(keepends=True)
    tables = (n for n, line in enumerate(lines) if line.startswith("[") and _is_toml(lines[:n]))
    top = next(tables, len(lines))
    given = [f'positions = ["{word}"]\n']
    begin = next((number for number in range(top) if _POSITIONS.match(lines[number])), top)
    if begin == top:
        return "".join([*lines[:top], *given, "\n", *lines[top:]])
    # Lists go over lines, and their texts, too.
    end = next((number for number in range(begin + 1, top + 1) if _is_toml(lines[begin:number])), begin + 1)
    return "".join([*lines[:begin], *given, *lines[end:]])


def _is_toml(lines: list[str]) -> bool:
    try:
        tomllib.loads("".join(lines))
    except tomllib.TOMLDecodeError:
        return False
    return True
