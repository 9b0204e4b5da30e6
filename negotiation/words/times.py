"""Times in a text: `next spring`, `until 1903`, `s02`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from adjudication.phase import Phase
from negotiation.diplomacy import SeasonName, Turn
from negotiation.words.entities import Entity, Raw, When
from negotiation.words.phrasebook import patterns

__all__ = ["with_times"]

_SEASONS: Final[Mapping[str, SeasonName]] = {
    "spring": "spr",
    "fall": "fal",
    "autumn": "fal",
    "winter": "win",
    "summer": "sum",
    "s": "spr",
    "f": "fal",
    "w": "win",
}
_PATTERNS: Final = patterns("times")
_TIME: Final = _PATTERNS["TIME"]
_HINT: Final = _PATTERNS["HINT"]
"""Pieces of which every time contains one; most sentences have none and are left alone."""


def with_times(tokens: list[Raw], entities: dict[str, Entity], phase: Phase | None) -> list[Raw]:
    syms = [token.sym for token in tokens]
    joined = " ".join(syms)
    if _HINT.search(joined) is None:
        return tokens
    starts = {}
    offset = 0
    for index, sym in enumerate(syms):
        starts[offset] = index
        offset += len(sym) + 1
    found: list[Raw] = []
    index = 0
    while index < len(tokens):
        offset = sum(len(sym) + 1 for sym in syms[:index])
        match = _TIME.match(joined, offset)
        end = match.end() + 1 if match else -1
        if match is None or (end not in starts and end < len(joined)) or (match["which"] == "last"):
            found.append(tokens[index])
            index += 1
            continue
        last = starts.get(end, len(tokens))
        name = f"T{len(entities)}"
        when = _when(match, phase)
        entities[name] = replace(when, turn=None, limit=True, later=False) if when.last and _is_end(found) else when
        found.append(Raw("", tokens[index].start, tokens[last - 1].end, name))
        index = last
    return found


def _is_end(before: Sequence[Raw]) -> bool:
    """True if a time is when something ends: `it expires in the`."""
    words = [token.sym.partition("~")[0] for token in before[-_FAR:]]
    while words and words[-1] in _LITTLE:
        words.pop()
    return bool(words) and (words[-1] in _ENDING or (words[-1] == "out" and words[-2:-1] in (["run"], ["runs"])))


_FAR: Final = 5
_ENDING: Final = frozenset(["end", "ends", "ending", "expires", "expire", "expiring", "lapses", "lapse"])
_LITTLE: Final = frozenset(["in", "with", "at", "the", "of", "on", "by", "after"])


def _when(match: re.Match[str], phase: Phase | None) -> When:
    if match["now"] and not match["yearend"]:
        return _lasting(match, phase)
    if match["someday"]:
        return When(later=True)
    if match["yearend"] or match["bare"]:
        return _bare(match["bare"] or "year", phase)
    turn, whole = _turn(match, phase)
    now = _now(phase)
    if match["nexttoo"]:
        return When(None, Turn("win", now.year + 1), limit=True) if now is not None else When(later=True)
    if turn is None:
        ends = now if match["what"] not in ("year", None) or now is None else Turn("win", now.year)
        return When(None, None if match["from"] else ends, later=now is None and match["which"] in _COMING)
    if match["until"]:
        # A season that is named is the last that binds; a year is what it ends before, unless its end is named.
        closed = match["closes"] or match["ends"] or not whole
        last = turn if not whole else Turn("win", turn.year)
        return When(None, last if closed else Turn("win", turn.year - 1), limit=True)
    due = Turn("spr", turn.year) if whole and now is not None and turn.year > now.year else turn
    if whole and now is not None and turn.year == now.year:
        due = now
    last = Turn("win", turn.year) if whole else turn
    if match["over"]:
        return When(None, last, limit=True)
    later = now is not None and _order(due) > _order(now)
    return When(None if now is not None and due == now else due, None if match["from"] else last, later)


def _bare(what: str, phase: Phase | None) -> When:
    """`until the year is over`, `till the end of the season`."""
    now = _now(phase)
    if now is None:
        return When(later=True)
    return When(None, Turn("win", now.year) if what == "year" else now, limit=True)


def _lasting(match: re.Match[str], phase: Phase | None) -> When:
    """`for now`, `again`, `for two years`: no end is known, or one is and it is a year's."""
    years = match["span"] is not None and match["span"].startswith("year")
    now = _now(phase)
    if now is not None and (years or match["year2"]):
        count = _COUNTS.get(match["count"] or "one") or int(match["count"])
        return When(None, Turn("win", now.year + count - 1), limit=True)
    single = match["span"] is not None and (match["count"] or "one") in ("a", "an", "one", "1")
    if single:
        return When(None, now)
    return When(later=bool(match["span"] or match["few"]))


def _now(phase: Phase | None) -> Turn | None:
    """The turn now on, moves being what is talked about."""
    if phase is None:
        return None
    if phase.kind == "A":
        return Turn("win", phase.year)
    return Turn("spr" if phase.season == "S" else "fal", phase.year)


def _order(turn: Turn) -> tuple[int, int]:
    return turn.year, _ORDER.index(turn.season)


def _turn(match: re.Match[str], phase: Phase | None) -> tuple[Turn | None, bool]:
    """The turn that is named, if it is not the one now on; and whether a whole year was."""
    now = _now(phase)
    which, what = match["which"], match["what"]
    coming = which in _COMING
    season = what if what in _SEASONS else match["season"]
    year = match["year"] or match["alone"] or match["short"]
    number = (int(year) if len(year) == 4 else 1900 + int(year)) if year else None
    if season is not None:
        code = _SEASONS[season]
        if number is None and now is not None:
            here = _ORDER.index(now.season)
            again = _ORDER.index(code) == here and (coming or bool(match["until"]))
            later = _ORDER.index(code) < here or again or bool(match["yearly"])
            number = now.year + 1 if later else now.year
        return (Turn(code, number) if number is not None else None), False
    if number is not None:
        return Turn("win", number), True
    if coming and now is not None:
        if what == "year":
            return Turn("win", now.year + 1), True
        return (Turn("fal", now.year) if now.season == "spr" else Turn("spr", now.year + 1)), False
    return None, False


_COMING: Final = ("next", "the next", "following", "come~g", "this come~g", "this next")
_COUNTS: Final[Mapping[str, int]] = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_ORDER: Final[tuple[SeasonName, ...]] = ("spr", "sum", "fal", "aut", "win")
