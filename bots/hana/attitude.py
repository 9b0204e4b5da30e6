"""Attitudes to other powers, for search and negotiation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from adjudication.powers import Power

__all__ = ["INDIFFERENT", "Attitude", "Attitudes", "attitude_to"]


@dataclass(frozen=True, slots=True)
class Attitude:
    """Attitude of a power to one other now.

    trust: the chance in [0, 1] that a promise of theirs is kept. regard: what one of their centers is worth to me, in
    centers of mine; negative for revenge or for a leader to be stopped. price: what breaking a promise to them costs
    me, in centers, once for each promise and partner. talks: False is the intention not to negotiate with them.
    warmth: in [-1, 1], how friendly the words are.
    """

    trust: float = 0.5
    regard: float = 0.0
    price: float = 0.0
    talks: bool = True
    warmth: float = 0.0


Attitudes: TypeAlias = Mapping[Power, Attitude]
"""Powers not in it are met with INDIFFERENT."""

INDIFFERENT: Final = Attitude()


def attitude_to(attitudes: Attitudes, power: Power) -> Attitude:
    """The attitude to a power, INDIFFERENT where nothing is known."""
    return attitudes.get(power, INDIFFERENT)
