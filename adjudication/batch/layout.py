"""Named tuples of arrays for the compiled functions, and their scratch.

The scratch is one int64 array cut into sections of 128 numbers, so that a section's name plus a
province or unit is an index; FACTS is a second, short one.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "AHEAD",
    "ALLIES",
    "ARRIVED",
    "AT",
    "BEHIND",
    "BEHIND_UNITS",
    "BY_SEA",
    "BY_SEA_AT_FIRST",
    "CONVOYERS",
    "DOUBT",
    "DOUBTS",
    "ENTRANTS",
    "FACTS",
    "GOAL",
    "HELP",
    "INTO",
    "LIVE",
    "LIVE_AT_FIRST",
    "MAX_DOUBTS",
    "MAX_UNITS",
    "MOVERS",
    "NOBODY",
    "ORDER",
    "PLACE",
    "SCRATCH",
    "SEAWAY",
    "SPENT",
    "SUPPORTERS",
    "WARD",
    "Bytes",
    "Flags",
    "Orders",
    "Outcomes",
    "Policies",
    "Units",
    "Words",
]

Words: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.int8]
Orders: TypeAlias = npt.NDArray[np.int32]
Flags: TypeAlias = npt.NDArray[np.bool_]

MAX_UNITS = 62
"""More units than any game has (34), and few enough that a mask of them is never negative."""

MAX_DOUBTS = 5
"""The greatest number of armies in doubtful convoys for which each answer can be tried."""


class Units(NamedTuple):
    """Positions, one a row: regions and powers (indices 0 to 6) by unit, and how many units are real."""

    regions: Bytes
    powers: Bytes
    counts: Bytes


class Outcomes(NamedTuple):
    """Outcomes of order sets: one row each, one column per unit.

    Columns are in the order of the boards.

    after: int8, the region each unit is in; for a dislodged unit the one it must leave.
    attackers: int8, the column of the unit that dislodged it, -1 for a unit that was not.
    contested: int64 (rows, 2), a bit for each province left empty by a standoff, 64 in the first word.
    by_sea: int64, a bit for each unit that arrived by convoy.
    undecided: bool, the rows the kernel cannot decide: the rest of such a row means nothing, unless
    `resolve` let the reference fill it in.

    Columns beyond a board's units are padding: they keep what they held.
    """

    after: Bytes
    attackers: Bytes
    contested: Words
    by_sea: Words
    undecided: Flags

    @classmethod
    def room(cls, rows: int, width: int) -> "Outcomes":
        """Empty arrays to give to `resolve`, so that a search can use the same ones again and again."""
        return cls(
            np.zeros((rows, width), np.int8),
            np.full((rows, width), -1, np.int8),
            np.zeros((rows, 2), np.int64),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.bool_),
        )


class Policies(NamedTuple):
    """The disputed rules the kernel knows, as integers; the fields are those of `Rulebook`."""

    intent: int
    """Condition for an army's unmarked move to a neighbour to go by sea: 0 never, 1 if a fleet of its own power offers
    a convoy, 2 if any fleets offer a whole one."""
    fallback: int
    """1 when an army whose convoy fails walks if it can, else 0."""
    coasts: int
    """1 when a support that names a coast helps only a move to that coast, else 0."""
    doubts: int
    """With so many armies in doubtful convoys each answer is still tried, 2 to this power; at most MAX_DOUBTS."""


NOBODY = 63
"""The unit in an empty province: it is in no mask, no power's ally, without help."""

# Sections of the scratch. By province: the unit there, and the units trying to enter.
AT = 0
ENTRANTS = 128
# By unit: its province, the units of its power, its order, where it goes, who supports it.
PLACE = 256
ALLIES = 384
ORDER = 512
GOAL = 640
HELP = 768
# By supporting unit: the unit supported, and the province the support is given into.
WARD = 896
INTO = 1024
# By moving unit: the unit in its way when its fate hangs on that unit; the seas ordered to carry it.
AHEAD = 1152
SEAWAY = 1280
# By number of doubt: the army. While units are put on the board, by power: its units.
DOUBT = 1408
SCRATCH = 1536

# Sections of FACTS that `_read`, `_travel`, `_settle` and `why_of` fill for others, by index.
MOVERS = 0  # units ordered to move
SUPPORTERS = 1  # units ordered to support; after `_match` only those that match
CONVOYERS = 2  # fleets ordered to convoy
BY_SEA = 3  # armies that go, or hope to go, by sea
LIVE = 4  # movers whose move is made at all: not the armies without a convoy
ARRIVED = 5  # movers that got there
SPENT = 6  # losers of a head-to-head battle: no effect on the province they attacked
DOUBTS = 7  # how many armies are in doubtful convoys
LIVE_AT_FIRST = 8  # LIVE and BY_SEA before any answer was assumed
BY_SEA_AT_FIRST = 9
BEHIND = 10  # behind a reason: a province, -1 for none, and units
BEHIND_UNITS = 11
FACTS = 12
