"""From longitude and latitude to kilometres on the bent map, and from there to board units.

Lambert's conformal cone, then a radial zoom that makes the middle of Europe larger and leaves a far circle in
place, then a few bumps that give crowded corners room. Every step is one-to-one on the map's window, so
nothing that touches comes apart and nothing that is apart touches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Proj
from shapely.geometry.base import BaseGeometry

__all__ = ["Projection"]

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """The chain of maps. Arrays of points have shape (n, 2)."""

    cone: Proj
    zoom_centre: Points
    zoom_gain: float
    zoom_reach: float
    bumps: tuple[tuple[Points, float, float], ...]
    window: tuple[float, float, float, float]
    width: float

    @classmethod
    def from_recipe(cls, recipe: Mapping[str, Any]) -> "Projection":
        zoom = recipe["zoom"]
        (left, right), (bottom, top) = recipe["window_km"]["x"], recipe["window_km"]["y"]
        plain = cls(
            cone=Proj(recipe["lcc"]),
            zoom_centre=np.array(zoom["centre_km"]),
            zoom_gain=zoom["K"],
            zoom_reach=zoom["R_km"],
            bumps=(),
            window=(left, bottom, right, top),
            width=recipe["width"],
        )
        bumps = tuple(
            (plain.to_km(np.array([bump["lonlat"]]))[0], bump["gain"], bump["reach_km"]) for bump in recipe["bumps"]
        )
        return cls(plain.cone, plain.zoom_centre, plain.zoom_gain, plain.zoom_reach, bumps, plain.window, plain.width)

    @property
    def scale(self) -> float:
        """Board units in a kilometre of the bent map."""
        return self.width / (self.window[2] - self.window[0])

    @property
    def height(self) -> float:
        return round((self.window[3] - self.window[1]) * self.scale)

    def to_km(self, lonlat: Points) -> Points:
        """Bend points given as (longitude, latitude) in degrees."""
        x, y = self.cone(lonlat[:, 0], lonlat[:, 1])
        away = np.column_stack([x, y]) - self.zoom_centre
        radius = np.linalg.norm(away, axis=1, keepdims=True)
        points: Points = self.zoom_centre + away * (1 + self.zoom_gain) / (
            1 + self.zoom_gain * radius / self.zoom_reach
        )
        for centre, gain, reach in self.bumps:
            away = points - centre
            points = centre + away * (1 + gain * np.exp(-(away**2).sum(axis=1, keepdims=True) / reach**2))
        return points

    def to_board(self, km: Points) -> Points:
        """Board units (x right, y down) of points in bent kilometres."""
        left, _, _, top = self.window
        return np.column_stack([km[:, 0] - left, top - km[:, 1]]) * self.scale

    def bend(self, shape: BaseGeometry, step: float = 0.5) -> BaseGeometry:
        """A shape in degrees as a valid one in bent kilometres; straight edges bend too, in steps of `step` degrees."""
        bent = shapely.transform(shapely.segmentize(shape, step), self.to_km)
        return shapely.make_valid(shapely.set_precision(bent, 0.05))
