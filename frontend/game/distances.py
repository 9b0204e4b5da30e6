"""Distances of the powers from one another on the map."""

from math import dist

from adjudication.position import Position
from adjudication.powers import POWERS, Power
from frontend.board.geometry import GEOMETRY

__all__ = ["distances"]


def distances(position: Position, me: Power | None) -> dict[Power, int]:
    """From each other power that has units to the nearest of mine, in units of the map; empty for who has none."""
    mine = _places(position, me) if me is not None else []
    return {
        power: round(min(dist(here, there) for here in mine for there in theirs))
        for power in POWERS
        if power != me and mine and (theirs := _places(position, power))
    }


def _places(position: Position, power: Power) -> list[tuple[float, float]]:
    return [GEOMETRY.provinces[unit.province].unit for unit in position.units_of(power)]
