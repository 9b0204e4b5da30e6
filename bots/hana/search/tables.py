"""The board as bit masks for the worth of positions, and what compiles this package."""

from pathlib import Path
from typing import Final

import numpy as np

from adjudication.batch.compiling import compiler
from adjudication.batch.legal import STEPS
from adjudication.encoding import CENTER_AT, PROVINCE_AT, REGIONS
from bots import values
from bots.swarm import thinking

__all__ = ["CENTER_MASKS", "CENTER_STEPS", "PROVINCE_MASKS", "SOURCES", "STEP_MASKS", "searcher"]

_HERE: Final = Path(__file__).parent

SOURCES: Final = (
    _HERE / "tables.py",
    _HERE / "features.py",
    _HERE / "learnt.py",
    _HERE / "worth.py",
    _HERE / "evolution.py",
    *sorted(Path(thinking.__file__).parent.glob("*.py")),
    Path(values.__file__),
)
"""The files whose functions and tables end up in the compiled code."""

searcher: Final = compiler(*SOURCES)
"""The decorator of this package's compiled functions."""

_MOST_CENTERS: Final = 12

CENTER_STEPS: Final = np.full((2, 128, _MOST_CENTERS), -1, np.int64)
"""By kind (army 0, fleet 1) and region: the centers a unit could move into, then -1."""

STEP_MASKS: Final = np.zeros((2, 128), np.int64)
"""By kind and region: the same centers, a bit each."""

PROVINCE_MASKS: Final = np.zeros((2, 128, 2), np.int64)
"""By kind and region: the provinces a unit could move into, a bit each, 63 in the first word."""

CENTER_MASKS: Final = np.zeros(128, np.int64)
"""By region: the bit of its center, 0 where there is none."""

for _region in range(len(REGIONS)):
    if CENTER_AT[_region] >= 0:
        CENTER_MASKS[_region] = 1 << int(CENTER_AT[_region])
    for _kind in (0, 1):
        _near = {int(PROVINCE_AT[step]) for step in STEPS[_kind, _region] if step >= 0}
        _centers = sorted(int(CENTER_AT[province]) for province in _near if CENTER_AT[province] >= 0)
        CENTER_STEPS[_kind, _region, : len(_centers)] = _centers
        STEP_MASKS[_kind, _region] = sum(1 << center for center in _centers)
        for _province in _near:
            PROVINCE_MASKS[_kind, _region, _province // 63] |= 1 << (_province % 63)
