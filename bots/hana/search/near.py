"""Units of others that joint plans may include: those near mine."""

from collections.abc import Sequence

import numpy as np

from adjudication.encoding import PROVINCE_AT
from adjudication.powers import POWERS, Power
from bots.hana.search.problem import Movement
from bots.hana.search.tables import PROVINCE_MASKS

__all__ = ["units_near"]


def units_near(phase: Movement, power: Power, partners: Sequence[Power], most: int) -> tuple[int, ...]:
    """The columns of at most so many units of the partners that share a province in reach with a unit of the power,
    those that share the most first."""
    boards = phase.boards
    regions, kinds = boards.regions[0].astype(np.int64), boards.fleets[0].astype(np.int64)
    reach = PROVINCE_MASKS[kinds, regions].copy()
    places = PROVINCE_AT[regions]
    reach[np.arange(len(places)), places // 63] |= np.int64(1) << (places % 63)
    mine = np.bitwise_or.reduce(reach[phase.columns_of(power)], axis=0)
    shared = [sum(int(word).bit_count() for word in words) for words in reach & mine]
    wanted = [POWERS.index(partner) for partner in partners if partner != power]
    near = [column for column in range(len(shared)) if shared[column] and boards.powers[0, column] in wanted]
    return tuple(sorted(sorted(near, key=lambda column: -shared[column])[:most]))
