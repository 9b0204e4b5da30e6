"""Lists of orders: a line each, or parted by commas, bullets, blanks."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from adjudication.notation.errors import AmbiguousOrder, IllegalOrder
from adjudication.notation.parsing import parse_order
from adjudication.notation.tokens import POWERS_NAMED, without_marker
from adjudication.phase import PhaseKind
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.written import NotationError

__all__ = ["divide"]

_MOST: Final = 100
"""Orders of the longest list that is looked at piece by piece."""

_LONGEST: Final = 3
"""Most pieces of one order: `A Lon - Nwy via NTH, NWG`."""

_LINES: Final = re.compile(
    r"[;\r\n\u2028\u2029|]+|\s/\s|\s*[\u2022\u25cf\u25aa\u2023]\s*|(?:^|\s)(?=\(?#?(?:\d{1,2}[.)]|[a-z]\))\s)",
    re.IGNORECASE,
)
_UNITS: Final = re.compile(r"\s+(?=(?:[AF]|army|fleet|build|remove|disband|waive)\b)", re.IGNORECASE)
_COMMAS: Final = re.compile(r"\s*,\s*|\s+(?:and|&|then)\s+|\t+|\.\s+(?=[AF]\s|army\s|fleet\s)", re.IGNORECASE)
_BEGINNING: Final = re.compile(
    r"(?:\w+:\s*)?(?:[AF]\s|(?:army|fleet|build|remove|disband)\s|waive)(?!.*\b(?:if|or|unless|when|else)\b)",
    re.IGNORECASE,
)
"""Beginning of an order, whether or not its places can be read."""

_TITLES: Final = (
    "orders?|moves?|my|for|spring|fall|autumn|winter|movement|retreats?|builds?|adjustments?|phase|[sfw]\\d{4}[mra]?"
)
_HEADING: Final = re.compile(
    rf"(?:\W|\d|{'|'.join(map(re.escape, POWERS_NAMED))}|{_TITLES})+",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(rf"(?:(?:{_TITLES})[\s\d]*)+:", re.IGNORECASE)


def divide(
    text: str, phase_kind: PhaseKind = "M", position: Position | None = None, power: Power | None = None
) -> list[str]:
    """Part a list into its orders, each as it was written; headings are left out.

    A line is parted at commas only where every part is an order by itself or at least begins like one, so that
    conditions and alternatives (`A Par - Bur, else Pic`) stay whole and are refused whole.
    """

    def is_order(part: str) -> bool:
        try:
            parse_order(part, phase_kind, position, power)
        except (AmbiguousOrder, IllegalOrder):
            return True
        except NotationError:
            return False
        return True

    found: list[str] = []
    for line in _LINES.split(text):
        plain = without_marker(_TITLE.sub("", line, count=1) if _TITLE.match(line) else line).strip(" \t,")
        if not plain or (_HEADING.fullmatch(plain) and not is_order(plain)):
            continue
        parts = [part for part in _COMMAS.split(plain) if part.strip()]
        if len(parts) > _MOST or is_order(plain):
            found.append(plain)
        else:
            begun = len(parts) > 1 and all(map(_BEGINNING.match, parts))
            found += _parted(parts, ", ", is_order) or _run_together(plain, is_order) or (parts if begun else [plain])
    return found


def _run_together(text: str, is_order: Callable[[str], bool]) -> list[str]:
    """Orders parted by blanks: `A Par - Bur F Bre - MAO`."""
    parts = _UNITS.split(text)
    return _parted(parts, " ", is_order) if 1 < len(parts) <= _MOST else []


def _parted(parts: Sequence[str], between: str, is_order: Callable[[str], bool]) -> list[str]:
    """The parts as orders, each as few of them as can be; nothing where that cannot be done."""
    ways: list[list[str] | None] = [[]]
    for end in range(1, len(parts) + 1):
        best: list[str] | None = None
        for begin in range(end - 1, max(end - _LONGEST, 0) - 1, -1):
            before = ways[begin]
            order = between.join(parts[begin:end])
            if before is not None and (best is None or len(before) >= len(best)) and is_order(order):
                best = [*before, order]
        ways.append(best)
    return ways[-1] or []
