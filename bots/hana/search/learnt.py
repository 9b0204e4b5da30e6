"""A learnt worth of positions: a small network over what `bots.hana.search.features` sees, kept as arrays in `nets/`.

`python -m bots.learning` makes them, from games it plays itself; here they are only evaluated.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import count_bits
from bots.hana.search.features import FEATURES, Sight, write_features
from bots.hana.search.tables import searcher

__all__ = ["NO_NET", "Net", "net_called", "net_worth"]

Reals: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Whole: TypeAlias = Any

_VICTORY: Final = 18
_ALL: Final = 34.0
_FOLDER: Final = Path(__file__).parent / "nets"


class Net(NamedTuple):
    """skip @ x + heads[season, power] + out @ relu(x @ inner + bias[season, power]), in centers; x: the features.

    skip: (features,); heads: (2, 7), spring first; out: (hidden,); inner: (features, hidden); bias: (2, 7, hidden).
    """

    skip: Reals
    heads: Reals
    out: Reals
    inner: Reals
    bias: Reals


NO_NET: Final = Net(
    np.zeros(0, np.float32),
    np.zeros((2, 7), np.float32),
    np.zeros(0, np.float32),
    np.zeros((0, 0), np.float32),
    np.zeros((2, 7, 0), np.float32),
)
"""The net of who judges by `bots.hana.search.worth.Weights` alone."""


@cache
def net_called(name: str) -> Net:
    """The net of a name, "" for none; a path where the name has a slash. Raises ValueError for one that is too old."""
    if not name:
        return NO_NET
    path = Path(name) if "/" in name else _FOLDER / f"{name}.npz"
    with np.load(path) as kept:
        net = Net(*(np.ascontiguousarray(kept[field], np.float32) for field in Net._fields))
    if net.skip.shape != (len(FEATURES),):
        raise ValueError(f"The net '{name}' sees {len(net.skip)} features; there are {len(FEATURES)}. Learn it anew.")
    return net


@searcher
def net_worth(  # noqa: PLR0917 - compiled functions take their arguments by position
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    me: Whole,
    regards: Numbers,
    spared: Whole,
    friends: Whole,
    after: Bytes,
    attackers: Bytes,
    fall: Whole,
    net: Net,
    sight: Sight,
) -> float:
    """The learnt worth to `me` of what became of one order set; arguments as of `bots.hana.search.worth.row_worth`.

    fall: 1 in the fall, else 0.
    """
    write_features(regions, powers, fleets, count, owners, me, spared, friends, after, attackers, sight)
    features, hidden = sight.features, sight.hidden
    held: Whole = sight.held
    size = len(net.out)
    worth: Whole = np.float64(net.heads[fall, me])
    for unit in range(size):
        hidden[unit] = net.bias[fall, me, unit]
    for feature in range(len(features)):
        seen = features[feature]
        if seen != 0:
            worth += seen * net.skip[feature]
            for unit in range(size):
                hidden[unit] += seen * net.inner[feature, unit]
    for unit in range(size):
        worth += max(hidden[unit], np.float32(0)) * net.out[unit]
    if fall:
        for power in range(len(held)):
            if count_bits(held[power]) >= _VICTORY:
                worth = _ALL if power == me else 0.0
    for power in range(len(regards)):
        if power != me:
            worth += regards[power] * count_bits(held[power])
    return float(worth)
