"""Validate single values of an experiment's file, with error messages."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Generic, TypeAlias, TypeVar

__all__ = ["Bad", "Check", "OneOf", "a_name", "a_number", "a_text", "a_whole_number", "yes_or_no"]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Bad:
    """A value that may not be. right: what would be right, after "it is". instead: something harmless to go on with."""

    right: str
    instead: Any


Check: TypeAlias = Callable[[Any], _T | Bad]


def a_text(longest: int, *, empty: bool = False) -> Check[str]:
    """A text of at least one character, unless it may be empty."""
    least = "at most" if empty else "1 to"

    def check(value: Any) -> str | Bad:
        if isinstance(value, str) and len(value) <= longest and (empty or value.strip()) and "\0" not in value:
            return value
        return Bad(f"a text of {least} {longest} characters", "")

    return check


def a_name(longest: int) -> Check[str]:
    """A text in one line, for it stands in tables and charts."""

    def check(value: Any) -> str | Bad:
        if isinstance(value, str) and len(value.strip()) > 0 and len(value) <= longest and value.isprintable():
            return value
        return Bad(f"a text of 1 to {longest} characters in one line", "")

    return check


def a_whole_number(least: int, most: int, what: str) -> Check[int]:
    def check(value: Any) -> int | Bad:
        if type(value) is int and least <= value <= most:
            return value
        return Bad(f"{what}: a whole number from {least} to {most}", least)

    return check


def a_number(more_than: float, most: float, what: str) -> Check[float]:
    def check(value: Any) -> float | Bad:
        if type(value) in (int, float) and math.isfinite(value) and more_than < value <= most:
            return float(value)
        return Bad(f"a number of {what}, more than {more_than:g} and at most {most:g}", most)

    return check


@dataclass(frozen=True, slots=True)
class OneOf(Generic[_T]):
    """Checks that a value is one of the keys; forms show their words."""

    options: Mapping[_T, str]

    def __call__(self, value: Any) -> _T | Bad:
        for option in self.options:
            if type(option) is type(value) and option == value:
                return option
        names = ", ".join(f'"{option}"' if isinstance(option, str) else str(option) for option in self.options)
        texts = [each for each in self.options if isinstance(each, str)]
        near = get_close_matches(value, texts, 1) if isinstance(value, str) else []
        guess = f' (perhaps "{near[0]}")' if near else ""
        return Bad(f"one of {names or 'none'}{guess}", next(iter(self.options), ""))


def yes_or_no(value: Any) -> bool | Bad:
    return value if type(value) is bool else Bad("true or false", False)
