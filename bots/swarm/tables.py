"""The board as arrays in the numbers of `adjudication.encoding`, and what compiles this package."""

from pathlib import Path
from typing import Final

import numpy as np

from adjudication.batch.compiling import compiler
from adjudication.board import STANDARD, province_of
from adjudication.encoding import CENTERS, POWER_INDEX, PROVINCES, REGION_INDEX
from adjudication.phase import Phase
from adjudication.powers import POWERS
from bots import values
from bots.dumbbot import MAX_DEFERRALS

__all__ = [
    "BUILD_SITES",
    "CENTER_PLACES",
    "DEFERRALS",
    "FALL",
    "PLACE_COUNT",
    "PROVINCE_COUNT",
    "SCALE",
    "SEASON_WEIGHTS",
    "SEATS",
    "SPRING",
    "STEP_WEIGHTS",
    "WINTER",
    "swarm",
]

swarm: Final = compiler(*sorted(Path(__file__).parent.glob("*.py")), Path(values.__file__))
"""The decorator of this package's compiled functions."""

SEATS: Final = len(POWERS)
PROVINCE_COUNT: Final = len(PROVINCES)
PLACE_COUNT: Final = 128
"""Places an array over regions or provinces has, so that any seven bits may index it."""

DEFERRALS: Final = MAX_DEFERRALS

SPRING: Final = 0
FALL: Final = 1
WINTER: Final = 2

_WEIGHTS: Final = [
    values.weights_for(phase) for phase in (Phase("S", 1901, "M"), Phase("F", 1901, "M"), Phase("W", 1901, "A"))
]
_STEPS: Final = len(_WEIGHTS[0].proximity)

SCALE: Final = values.STEP_DIVISOR ** (_STEPS - 1)
"""Factor that keeps worth a whole number."""

SEASON_WEIGHTS: Final = np.array(
    [(w.attack, w.defence, w.strength, w.competition, w.guard) for w in _WEIGHTS], dtype=np.int64
)
"""By season: what attack, defence, strength, competition and (unspread) defence count."""

STEP_WEIGHTS: Final = np.array(
    [
        [weight * values.STEP_DIVISOR ** (_STEPS - 1 - step) for step, weight in enumerate(w.proximity)]
        for w in _WEIGHTS
    ],
    dtype=np.int64,
)
"""By season and spreading step, times SCALE."""

CENTER_PLACES: Final = np.array([REGION_INDEX[center] for center in CENTERS], dtype=np.int64)
"""The province of each center."""

_SITES_PER_POWER: Final = max(
    sum(1 + len(STANDARD.fleet_regions(home)) for home in STANDARD.homes[power]) for power in POWERS
)

BUILD_SITES: Final = np.full((len(POWERS), _SITES_PER_POWER, 4), -1, dtype=np.int64)
"""By power: kind (army 0, fleet 1), region, province and center of everything it could ever build, then -1."""
for _power in POWERS:
    _sites = [
        (kind, REGION_INDEX[region], REGION_INDEX[province_of(region)], CENTERS.index(province_of(region)))
        for home in STANDARD.homes[_power]
        for kind, region in [(0, home), *((1, region) for region in STANDARD.fleet_regions(home))]
    ]
    BUILD_SITES[POWER_INDEX[_power], : len(_sites)] = _sites
