"""Times in the frames: `in spring 1902`, `through fall 1902`, `until the end of 1903`.

In a deal, the time of an order is when it is due, the time of what lasts is the last turn it binds;
so the same time is a `time` there and a `limit` here.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from negotiation.diplomacy import SeasonName, Turn
from negotiation.english.frames import Leaf, Voice
from negotiation.terms import TimeVariable

__all__ = ["TIMES"]

_MOMENTS: Final[Mapping[SeasonName, str]] = {
    "spr": "spring {}",
    "sum": "the retreats of spring {}",
    "fal": "fall {}",
    "aut": "the retreats of fall {}",
    "win": "winter {}",
}
"""`autumn` is not here: people who write it mean the moves of fall."""

_LIMITS: Final[Mapping[SeasonName, str]] = {
    **{season: f"through {text}" for season, text in _MOMENTS.items()},
    "win": "until the end of {}",
}


def _leaf(texts: Mapping[SeasonName, str], variable: str) -> Leaf:
    """texts: how a turn of each season is written, with a place for the year."""
    patterns = {
        season: re.compile(text.replace(" ", " +").format(r"(\d{1,6})(?!\w)"), re.IGNORECASE | re.ASCII)
        for season, text in texts.items()
    }
    named = re.compile(variable.replace(" ", " +").format(r"(t\d{1,4})(?!\w)"), re.IGNORECASE | re.ASCII)

    def written(time: object, voice: Voice) -> str | None:
        if isinstance(time, TimeVariable):
            return variable.format(time.name)
        return texts[time.season].format(time.year) if isinstance(time, Turn) else None

    def read(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
        match = named.match(text, start)
        if match is not None:
            yield TimeVariable(match[1].lower()), match.end()
        for season, pattern in patterns.items():
            match = pattern.match(text, start)
            if match is not None:
                yield Turn(season, int(match[1])), match.end()

    return written, read


TIMES: Final[Mapping[str, Leaf]] = {"time": _leaf(_MOMENTS, "moment {}"), "limit": _leaf(_LIMITS, "until moment {}")}
"""Category -> how it is written and read."""
