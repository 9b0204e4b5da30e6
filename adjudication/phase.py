"""Phases: a turn and what is decided in it, written `S1901M`."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

__all__ = ["FIRST_PHASE", "SEASON_NAMES", "Phase", "PhaseKind", "Season", "parse_phase"]

Season: TypeAlias = Literal["S", "F", "W"]
PhaseKind: TypeAlias = Literal["M", "R", "A"]

_CYCLE: Final[tuple[tuple[Season, PhaseKind], ...]] = (
    ("S", "M"),
    ("S", "R"),
    ("F", "M"),
    ("F", "R"),
    ("W", "A"),
)
SEASON_NAMES: Final[dict[Season, str]] = {"S": "Spring", "F": "Fall", "W": "Winter"}
_KIND_NAMES: Final[dict[PhaseKind, str]] = {"M": "movement", "R": "retreat", "A": "adjustment"}
_TEXT: Final = re.compile(r"([SFW])([0-9]{1,4})([MRA])")


@dataclass(frozen=True, slots=True)
class Phase:
    """One of the five phases of a year.

    `str()` gives `S1901M`, `parse_phase` reads it back.

    Raises ValueError when built with a season and a kind that do not go together (`W1901M`) or
    with a year outside 1 to 9999.
    """

    season: Season
    year: int
    kind: PhaseKind

    def __post_init__(self) -> None:
        if (self.season, self.kind) not in _CYCLE:
            raise ValueError(f"there is no phase {self.season}{self.year}{self.kind}")
        if not 1 <= self.year <= 9999:
            raise ValueError(f"year {self.year} is not between 1 and 9999")

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.kind}"

    @property
    def turn(self) -> str:
        """Season and year for people: `Spring 1901`."""
        return f"{SEASON_NAMES[self.season]} {self.year}"

    @property
    def title(self) -> str:
        """Turn and kind for people: `Spring 1901, movement`."""
        return f"{self.turn}, {_KIND_NAMES[self.kind]}"

    @property
    def sort_key(self) -> tuple[int, int]:
        """Orders phases in time: `min(phases, key=lambda p: p.sort_key)` is the earliest."""
        return self.year, _CYCLE.index((self.season, self.kind))

    def following(self) -> "Phase":
        """The next phase of the calendar, whether or not anybody has something to decide in it."""
        return _following(self)


@lru_cache(maxsize=256)
def _following(phase: Phase) -> Phase:
    index = _CYCLE.index((phase.season, phase.kind)) + 1
    if index < len(_CYCLE):
        return Phase(_CYCLE[index][0], phase.year, _CYCLE[index][1])
    return Phase(_CYCLE[0][0], phase.year + 1, _CYCLE[0][1])


FIRST_PHASE: Final = Phase("S", 1901, "M")


def parse_phase(text: str) -> Phase:
    """Read `S1901M`. Raises ValueError, saying what was expected, for anything else."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a phase; a phase looks like S1901M, F1901R or W1901A")
    season, year, kind = match.groups()
    return Phase(cast(Season, season), int(year), cast(PhaseKind, kind))
