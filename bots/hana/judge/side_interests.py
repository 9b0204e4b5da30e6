"""Side interests beside the board: priced promises, centers left alone, friends."""

from dataclasses import replace
from typing import Final

from adjudication.board import Province
from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.attitude import Attitude, Attitudes, attitude_to
from bots.hana.foresee.denials import PRICE, Denial
from bots.hana.foresee.pledges import Pledge, Pledges
from bots.hana.search.problem import MOST_PROMISES, SideInterests
from negotiation.diplomacy import Aly, Dmz, Pce, Scd

__all__ = ["HONEST", "UNBREAKABLE", "keeping", "side_interests_of"]

UNBREAKABLE: Final = 9.0
"""The price, in centers, at which nobody breaks a promise."""
HONEST: Final = Attitude(trust=1.0, price=UNBREAKABLE)
"""Attitude that another power is supposed to have to all, when a deal's value to it is estimated."""
_TRUSTED: Final = 0.5
"""Least trust at which a power that promised peace is no danger."""


def side_interests_of(pledges: Pledges, power: Power, attitudes: Attitudes) -> SideInterests:
    """Side interests of a power: its priced promises and its friends."""
    own = pledges.of(power)[-MOST_PROMISES:]
    position = pledges.phase.position
    prices = [_price(pledge, attitudes) for pledge in own]
    spared = [_spared(position, power, pledge) for pledge, price in zip(own, prices, strict=True) if price > 0]
    return SideInterests(
        regards={other: attitude.regard for other, attitude in attitudes.items()},
        spared=frozenset().union(*spared),
        friends=frozenset(
            pledge.power
            for pledge in pledges.pledges
            if isinstance(pledge.content, Pce | Aly)
            and power in pledge.content.powers
            and attitude_to(attitudes, pledge.power).trust >= _TRUSTED
        ),
        promises=tuple((pledge.breaks, price) for pledge, price in zip(own, prices, strict=True)),
        agreed=tuple(pledges.pinned.values()),
        barred=pledges.barred,
    )


def _price(pledge: Pledge, attitudes: Attitudes) -> float:
    if isinstance(pledge.agreement, Denial):
        return PRICE
    return sum(attitude_to(attitudes, partner).price for partner in pledge.partners)


def _spared(position: Position, power: Power, pledge: Pledge) -> frozenset[Province]:
    """The centers that a promise which lasts leaves to others."""
    match pledge.content:
        case Pce(powers) | Aly(powers):
            return frozenset(center for other in powers if other != power for center in position.centers_of(other))
        case Scd(_, provinces) | Dmz(_, provinces):
            return frozenset(provinces)
        case _:
            return frozenset()


def keeping(interests: SideInterests, bit: int) -> SideInterests:
    """Side interests under which one promise is unbreakable."""
    promises = list(interests.promises)
    promises[bit] = promises[bit][0], UNBREAKABLE
    return replace(interests, promises=tuple(promises))
