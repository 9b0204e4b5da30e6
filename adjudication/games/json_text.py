"""JSON of strangers, read within limits and checked part by part."""

import json
from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from adjudication.games.value import GameFileError
from adjudication.position import unknown_power
from adjudication.powers import POWER_NAMES, Power, as_power

__all__ = ["listed", "load", "mapping", "power_in", "text_in"]

_DEEPEST: Final = 60
"""Brackets in each other; no game has so many."""

_TOO_DEEP: Final = f"brackets stand more than {_DEEPEST} deep in each other; no game has that"


def load(text: str) -> Mapping[str, Any]:
    """Read a JSON object.

    Raises GameFileError for anything else, or where it is nested too deeply.
    """
    try:
        data = json.loads(text)
    except RecursionError:
        raise GameFileError("", _TOO_DEEP) from None
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            more = "there is more after the first game; of a file with a game a line, convert one with --line"
            raise GameFileError(f"line {error.lineno}", more) from None
        raise GameFileError("", f"this is not JSON: {str(error)[:120]}") from None
    except ValueError as error:
        raise GameFileError("", f"this is not JSON: {str(error)[:120]}") from None
    if _is_too_deep(data):
        raise GameFileError("", _TOO_DEEP)
    return mapping(data, "the file")


def _is_too_deep(data: object) -> bool:
    """True if lists and objects are nested deeper than `_DEEPEST`."""
    level = [data] if isinstance(data, list | dict) else []
    for _ in range(_DEEPEST):
        parts = chain.from_iterable(each.values() if isinstance(each, dict) else each for each in level)
        level = [part for part in parts if isinstance(part, list | dict)]
    return bool(level)


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
