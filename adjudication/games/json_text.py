"""JSON of strangers, read within limits and checked part by part."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from adjudication.games.value import GameFileError
from adjudication.position import unknown_power
from adjudication.powers import POWER_NAMES, Power, as_power

__all__ = ["listed", "load", "mapping", "power_in", "text_in"]

_DEEPEST: Final = 60
"""Brackets in each other; no game has so many."""

_DEEPER: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')
"""A string, which may hold brackets, or a bracket."""


def load(text: str) -> Mapping[str, Any]:
    """Read a JSON object.

    Raises GameFileError for anything else, or where it is nested too deeply.
    """
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += _DEEPER.get(bracket[0], 0)
        if depth > _DEEPEST:
            raise GameFileError("", f"brackets stand more than {_DEEPEST} deep in each other; no game has that")
    try:
        data = json.loads(text)
    except RecursionError:
        raise GameFileError("", "this is nested too deeply") from None
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            more = "there is more after the first game; of a file with a game a line, convert one with --line"
            raise GameFileError(f"line {error.lineno}", more) from None
        raise GameFileError("", f"this is not JSON: {str(error)[:120]}") from None
    except ValueError as error:
        raise GameFileError("", f"this is not JSON: {str(error)[:120]}") from None
    return mapping(data, "the file")


def mapping(value: object, place: str) -> Mapping[str, Any]:
    """The value, if it is an object."""
    if not isinstance(value, Mapping):
        raise GameFileError(place, "must be a JSON object")
    return value


def listed(value: object, place: str) -> list[Any]:
    """The value, if it is a list."""
    if not isinstance(value, list):
        raise GameFileError(place, "must be a list")
    return value


def text_in(data: Mapping[str, Any], key: str, usual: str | None) -> str:
    """The text under a key.

    usual: the text where the key is missing; None if it must be there.
    """
    value = data.get(key, usual)
    if not isinstance(value, str):
        raise GameFileError(key, "must be a text")
    return value


def power_in(value: object, place: str) -> Power:
    """The power of a code."""
    if not isinstance(value, str) or value not in POWER_NAMES:
        raise GameFileError(place, unknown_power(str(value)[:40]))
    return as_power(value)
