"""Marks of lists: `1) ... 2) ...`, `a) ... b) ...`, `1.` and bullets at the begin of lines."""

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

__all__ = ["without_marks"]

_COUNTED: Final = re.compile(
    r"(?:^|(?<=[\s,;]))(?:[(#]?(\d{1,2})[).:]|#(\d)(?=\s)|\(?([a-h])\))(?=\s|[A-Za-z])", re.IGNORECASE
)
_BULLET: Final = re.compile(r"(?:^|(?<=\n))[ \t]*[-*\u2022\u00b7\u2013](?=[ \t])")


def without_marks(text: str) -> str:
    """The text, as long as it was, with a line for each part of its lists and without their marks."""
    marks = [*_in_order(text), *_bullets(text)]
    letters = list(text)
    for mark in marks:
        letters[mark.start() : mark.end()] = " " * len(mark[0])
        if text[: mark.start()].rstrip(" \t")[-1:] not in ("", "\n"):
            letters[mark.start()] = "\n"
    return "".join(letters)


def _in_order(text: str) -> Iterator[re.Match[str]]:
    """The marks that count from 1 or from a; one alone only where it begins the text."""
    for counts in (range(1, 100), ascii_lowercase):
        found: list[re.Match[str]] = []
        for mark in _COUNTED.finditer(text):
            said = (mark[1] or mark[2] or mark[3]).lower()
            if len(found) < len(counts) and said == str(counts[len(found)]):
                found.append(mark)
        if len(found) > 1 or (counts is not ascii_lowercase and found and not text[: found[0].start()].strip()):
            yield from found


def _bullets(text: str) -> list[re.Match[str]]:
    found = list(_BULLET.finditer(text))
    return found if len(found) > 1 else []
