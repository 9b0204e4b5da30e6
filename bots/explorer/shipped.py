"""Shipped games of the explorer, packed in one file, found by position.

`games.npz.xz` is an xz-compressed NumPy archive; visits stand game by game, each in the order of its phases:

| array | type | holds |
|---|---|---|
| `keys` | uint8 (visits, 6) | `bots.explorer.visits.key_of` the position, the highest byte first |
| `widths` | uint8 (visits) | orders of the visit |
| `units` | uint8 (sum of widths) | rows of `row_of`, one after another: region of each unit, 128 more for a fleet |
| `numbers` | uint8 (sum of widths) | and its order: its place among those of this unit in `codes` |
| `codes` | int32 | every order that was given, unit by unit, the most frequent first |
| `lengths` | uint16 (games) | visits of the game |
| `endings` | uint8 (games, 9) | `Ending.as_bytes` |
| `seats` | uint16 (games, 7) | effort of each player; 0 is DumbBot |
"""

import io
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from adjudication.encoding import FLEET, PART, UNIT_SHIFT
from adjudication.position import Position
from adjudication.powers import POWERS
from bots.explorer.visits import Ending, Visits, key_of

__all__ = ["PATH", "Games", "pack_games", "shipped"]

PATH: Final = Path(__file__).with_name("games.npz.xz")
_PLACES: Final = np.array([1 << shift for shift in range(40, -1, -8)], np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Games:
    """Packed games, and where each position stands in them.

    keys: ascending; visits: the visit of each. starts: where each visit's orders begin. orders: numbers in `codes`.
    games: the game of each visit. The others are those of the file.
    """

    keys: npt.NDArray[np.int64]
    visits: npt.NDArray[np.int32]
    widths: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int32]
    orders: npt.NDArray[np.uint16]
    codes: npt.NDArray[np.int32]
    games: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.uint16]
    endings: npt.NDArray[np.uint8]
    seats: npt.NDArray[np.uint16]

    @classmethod
    def unpack(cls, packed: bytes) -> Self:
        """Read what `pack_games` wrote."""
        with np.load(io.BytesIO(lzma.decompress(packed))) as archive:
            parts = {name: archive[name] for name in archive.files}
        keys = parts["keys"].astype(np.int64) @ _PLACES
        visits = np.argsort(keys, kind="stable").astype(np.int32)
        firsts = np.searchsorted(_unit_of(parts["codes"]), np.arange(256))
        widths = parts["widths"]
        return cls(
            keys=keys[visits],
            visits=visits,
            widths=widths,
            starts=np.cumsum(widths, dtype=np.int32) - widths,
            orders=(firsts[parts["units"]] + parts["numbers"]).astype(np.uint16),
            codes=parts["codes"],
            games=np.repeat(np.arange(len(parts["lengths"]), dtype=np.uint16), parts["lengths"]),
            lengths=parts["lengths"],
            endings=parts["endings"],
            seats=parts["seats"],
        )

    def __len__(self) -> int:
        return len(self.lengths)

    def row(self, visit: int) -> npt.NDArray[np.int32]:
        """The orders of a visit."""
        start = self.starts[visit]
        return self.codes[self.orders[start : start + self.widths[visit]]]

    def find(self, position: Position) -> Visits:
        """All visits of a position; maybe none."""
        key = key_of(position)
        first, last = np.searchsorted(self.keys, key), np.searchsorted(self.keys, key, "right")
        visits = self.visits[first:last]
        width = int(self.widths[visits[0]]) if len(visits) else 0
        places = self.starts[visits][:, None] + np.arange(width)
        return Visits(self.codes[self.orders[places]], self.endings[self.games[visits]])


@lru_cache(maxsize=1)
def shipped() -> Games:
    """The games of the repository, read once a process; some megabytes."""
    return Games.unpack(PATH.read_bytes())


def pack_games(records: Sequence[Mapping[str, Any]]) -> bytes:
    """Write games as `bots.explorer.playing.play_game` gives them."""
    phases = [phase for record in records for phase in record["phases"]]
    rows = np.array([code for _, row in phases for code in row], np.int32)
    codes, orders, counts = np.unique(rows, return_inverse=True, return_counts=True)
    # Unit by unit, the most frequent order first: small numbers pack well.
    ranked = np.lexsort((-counts, _unit_of(codes)))
    codes, place = codes[ranked], np.argsort(ranked)[orders]
    units = _unit_of(rows)
    endings = [
        Ending.of(dict(zip(POWERS, record["centers"], strict=True)), record["winner"]).as_bytes() for record in records
    ]
    out = io.BytesIO()
    np.savez(
        out,
        allow_pickle=False,
        keys=np.array([list(key.to_bytes(len(_PLACES))) for key, _ in phases], np.uint8),
        widths=np.array([len(row) for _, row in phases], np.uint8),
        units=units.astype(np.uint8),
        numbers=_small(place - np.searchsorted(_unit_of(codes), units)),
        codes=codes,
        lengths=np.array([len(record["phases"]) for record in records], np.uint16),
        endings=np.array([list(ending) for ending in endings], np.uint8),
        seats=np.array([record["seats"] for record in records], np.uint16),
    )
    return lzma.compress(out.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def _unit_of(codes: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Region of the unit of each order, 128 more for a fleet."""
    found: npt.NDArray[np.int32] = codes >> UNIT_SHIFT & PART | (codes & FLEET != 0) << 7
    return found


def _small(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """The numbers as bytes. Raises OverflowError for a larger one."""
    if numbers.max(initial=0) > 255:
        raise OverflowError("A unit was given more than 256 different orders; the format has no room for that.")
    return numbers.astype(np.uint8)
