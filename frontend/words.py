"""Lengths of time, and lists, in words for people."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

__all__ = ["clock_words", "length_words", "listed"]

_UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def length_words(length: timedelta, parts: int = 2) -> str:
    """`10 minutes`, `1 day`, `1 hour 30 minutes`: the largest units that are not zero, at most `parts` of them."""
    seconds = max(0, int(length.total_seconds()))
    words: list[str] = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count and len(words) < parts:
            words.append(f"{count} {unit}" + ("s" if count > 1 else ""))
        elif words:
            break  # never "1 day 5 seconds"
    return " ".join(words) or "no time"


def clock_words(left: timedelta) -> str:
    """Remaining time: `2 h 14 min`, `42 s`, or `now`."""
    seconds = int(left.total_seconds())
    if seconds <= 0:
        return "now"
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    if days:
        return f"{days} day{'s' if days > 1 else ''}" + (f" {hours} h" if hours else "")
    if hours:
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    if minutes >= 5:
        return f"{minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def listed(names: Sequence[str], word: str = "and") -> str:
    """`France`, `France and Italy`, `France, Italy and Turkey`; of at least one."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
