"""Units as silhouettes: an army is a round seal with a paper hat, a fleet a paper boat.

Drawn about the origin, about 28 board units wide; the outline and the halo keep them legible on
any tint, also on their own.
"""

from typing import Final

from adjudication.board import UnitKind
from frontend.board.ink import Group, circle, group, path

__all__ = ["TOKEN_RADIUS", "cross_mark", "flag", "minus_mark", "plus_mark", "token"]

TOKEN_RADIUS: Final = 14.0
"""Half the width of a token's place, halo left out."""

_HAT: Final = "M0-8.2 6.2 1.6H-6.2ZM-9.4 6.4-7.4 3.2H7.4L9.4 6.4Z"
_BOAT: Final = "M-1.4-11.2 7.2 1H15.6L10.2 9.2H-10.2L-15.6 1H-8.6Z"
_SAIL_FOLD: Final = "M-1.4-8.4V1H4.9Z"
_HULL_FOLD: Final = "M-12.6 2.6H12.6L11.6 4.2H-11.6Z"


def token(kind: UnitKind) -> Group:
    """The token of an army or a fleet; the power's class on a parent colours it."""
    if kind == "A":
        return group("army-token", circle(13, "halo"), circle(12.4, "body"), path(_HAT, "emblem"))
    return group(
        "fleet-token", path(_BOAT, "halo"), path(_BOAT, "body"), path(_SAIL_FOLD, "emblem"), path(_HULL_FOLD, "emblem")
    )


def flag() -> Group:
    """The flag of a dislodged unit, on a pole above its token."""
    return group("flagged", path("M10-9V-27", "pole"), path("M10-27H22.5L18.8-22.6 22.5-18.2H10Z", "flag"))


def cross_mark() -> Group:
    """The mark of what failed."""
    return group("cross-mark", circle(7.4, "cross-disc"), path("M-3.2-3.2 3.2 3.2M3.2-3.2-3.2 3.2", "cross"))


def plus_mark() -> Group:
    """The mark of a unit to be built, at the upper right of its token."""
    return group("plus-mark", circle(6.6, "sign-disc", (15, -13)), path("M15-16.4V-9.6M11.6-13H18.4", "sign"))


def minus_mark() -> Group:
    """The mark of a unit to be taken off, at the upper right of its token."""
    return group("minus-mark", circle(6.6, "sign-disc", (17, -15)), path("M13.6-15H20.4", "sign"))
