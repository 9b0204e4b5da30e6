"""The map, positions, and phases that are over."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, Struct

from adjudication.powers import Power

__all__ = [
    "DislodgedFacts",
    "MapRegion",
    "MapReply",
    "OutcomeFacts",
    "PastPhaseFacts",
    "PhasesQuery",
    "PhasesReply",
    "PositionFacts",
    "PositionReply",
]


class PhasesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """after: the index of the last phase you know."""

    after: Annotated[int, Meta(ge=-1, le=32_767)] = -1


class MapRegion(TypedDict):
    """A province.

    home: the power whose home center it is. coasts: of a province with two.
    """

    name: str
    kind: Literal["inland", "coast", "sea"]
    center: bool
    home: Power | None
    coasts: list[str]


class MapReply(TypedDict):
    """The board.

    army, fleet: for each region such a unit may stand in, those it may move to.
    """

    name: str
    powers: dict[Power, str]
    provinces: dict[str, MapRegion]
    army: dict[str, list[str]]
    fleet: dict[str, list[str]]
    opening: "PositionFacts"


DislodgedFacts = TypedDict("DislodgedFacts", {"unit": str, "from": NotRequired[str], "retreats": list[str]})
"""A beaten unit, and where it may retreat to."""


class PositionFacts(TypedDict):
    """A board.

    units: `FRA A PAR`. contested: in retreats, provinces left empty by a standoff.
    """

    phase: str
    units: list[str]
    centers: dict[Power, list[str]]
    dislodged: list[DislodgedFacts]
    contested: NotRequired[list[str]]


class PositionReply(TypedDict):
    """A board as JSON and as text."""

    phase: str
    index: int
    position: PositionFacts
    text: str


class OutcomeFacts(TypedDict):
    """An order and its fate.

    by: the provinces that caused it; text: a sentence.
    """

    power: Power
    order: str
    result: str
    reason: str
    by: list[str]
    text: str


class PastPhaseFacts(TypedDict):
    """A phase that is over, with what became of every order."""

    phase: str
    index: int
    position: PositionFacts
    outcomes: list[OutcomeFacts]


class PhasesReply(TypedDict):
    """Phases that are over, oldest first.

    more: ask again after the last of them.
    """

    phases: list[PastPhaseFacts]
    more: bool
