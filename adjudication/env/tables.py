"""Tables of the compiled functions, and the games they change."""

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from adjudication.adjustments import distance
from adjudication.batch.compiling import compiler
from adjudication.batch.layout import Bytes, Flags, Words
from adjudication.board import STANDARD
from adjudication.encoding import CENTERS, POWER_INDEX, PROVINCES, REGION_INDEX, REGIONS
from adjudication.env.actions import BUILD_ROWS, MOVE_ROWS, RETREAT_ROWS
from adjudication.powers import POWERS

__all__ = [
    "ADJUSTMENTS",
    "ANY_WAY",
    "BUILD_ROW",
    "CENTER_PLACE",
    "COLUMNS",
    "FALL",
    "FALL_RETREATS",
    "HOME_OF",
    "HOME_STEPS",
    "MOVE_ROW",
    "NAME_RANK",
    "RETREAT_ROW",
    "SPRING",
    "SPRING_RETREATS",
    "Games",
    "stepper",
]

_HERE: Final = Path(__file__).parent
_TABLES: Final = ("actions", "features", "tables", "stepping", "adjusting")
_RULES: Final = ("adjustments", "encoding", "facts", "legality", "numbers", "orders", "seas")

stepper: Final = compiler(
    *(_HERE / f"{name}.py" for name in _TABLES), *(_HERE.parent / f"{name}.py" for name in _RULES)
)
"""The decorator of the functions that step games."""

COLUMNS: Final = 34
"""Units of all powers together: as many as there are centers."""

SPRING, SPRING_RETREATS, FALL, FALL_RETREATS, ADJUSTMENTS = range(5)


class Games(NamedTuple):
    """Games side by side, one row each.

    Every array is changed by a step.

    regions, powers: int8, fleets: bool (games, 34): the units, sorted; counts int8 (games,): how many are real. In a
    retreat phase they are those before the movement, and the next four say what became of them.
    after, attackers: int8 (games, 34), contested: int64 (games, 2), by_sea: int64 (games,): as in `batch.Outcomes`.
    owners: int8 (games, 34): owner of each center, -1 for nobody. due: int8 (games, 7): builds (+) or removals (-).
    kinds: int8 (games,): index in `features.PHASES`. years: int32 (games,).
    """

    regions: Bytes
    powers: Bytes
    fleets: Flags
    counts: Bytes
    after: Bytes
    attackers: Bytes
    contested: Words
    by_sea: Words
    owners: Bytes
    due: Bytes
    kinds: Bytes
    years: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]"

    @classmethod
    def room(cls, games: int) -> "Games":
        """Empty arrays for so many games."""
        shape = games, COLUMNS
        return cls(
            np.zeros(shape, np.int8),
            np.zeros(shape, np.int8),
            np.zeros(shape, np.bool_),
            np.zeros(games, np.int8),
            np.zeros(shape, np.int8),
            np.full(shape, -1, np.int8),
            np.zeros((games, 2), np.int64),
            np.zeros(games, np.int64),
            np.full((games, len(CENTERS)), -1, np.int8),
            np.zeros((games, len(POWERS)), np.int8),
            np.zeros(games, np.int8),
            np.zeros(games, np.int32),
        )


def _by_region(table: dict[tuple[int, int], int]) -> Words:
    found = np.zeros((2, 128), np.int64)
    for (kind, region), row in table.items():
        found[kind, region] = row
    return found


MOVE_ROW: Final = _by_region({(int(k == "F"), REGION_INDEX[r]): row for (k, r), row in MOVE_ROWS.items()})
"""By kind (army 0, fleet 1) and region: the unit's row in a movement phase."""

RETREAT_ROW: Final = _by_region({(int(k == "F"), REGION_INDEX[r]): row for (k, r), row in RETREAT_ROWS.items()})
"""By kind and region: the unit's row in a retreat phase."""

BUILD_ROW: Final[Words] = np.array([BUILD_ROWS[power] for power in POWERS], np.int64)

NAME_RANK: Final[Words] = np.argsort(np.argsort(np.array([STANDARD.provinces[code].name for code in PROVINCES])))
"""By province: its place in alphabetical order of the English names."""

CENTER_PLACE: Final[Words] = np.array([REGION_INDEX[center] for center in CENTERS], np.int64)
"""By center: its province."""

HOME_OF: Final[Words] = np.full(128, -1, np.int64)
"""By region: the power whose home center it is, -1 for none."""
for _home, _power in STANDARD.home_of.items():
    HOME_OF[REGION_INDEX[_home]] = POWER_INDEX[_power]

ANY_WAY: Final[Words] = np.array(
    [[distance("A", start, frozenset((goal,))) for goal in PROVINCES] for start in PROVINCES], np.int64
)
"""Steps from province to province, over land and sea alike."""

HOME_STEPS: Final[Words] = np.full((len(POWERS), 2, 128), 99, np.int64)
"""By power, kind and region: steps to the nearest home center, fleets by water."""
for _number, _power in enumerate(POWERS):
    for _region in REGIONS:
        _homes = frozenset(STANDARD.homes[_power])
        HOME_STEPS[_number, 0, REGION_INDEX[_region]] = distance("A", _region[:3], _homes)
        HOME_STEPS[_number, 1, REGION_INDEX[_region]] = distance("F", _region, _homes)
