"""A game as a program may know it."""

from typing import Annotated, Any, TypedDict

from msgspec import Meta, Struct

from adjudication.powers import Power
from frontend.api.shapes.board import PositionFacts
from frontend.api.shapes.orders import MotionFacts, OwnSheet
from frontend.api.shapes.seating import GameTerms

__all__ = ["GameView", "SeatLine", "ViewQuery", "ViewReply"]


class ViewQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """after: of history, only the phases after this index."""

    after: Annotated[int, Meta(ge=-1, le=32_767)] = -1


class SeatLine(TypedDict):
    """A seat as everybody sees it.

    is_bot: a bot of the site, or a bot's account; False where that is hidden. talks: whether anybody there could
    answer.
    """

    power: Power
    name: str
    player: str
    is_bot: bool
    talks: bool
    centers: int
    units: int
    decides: bool
    ready: bool
    note: str


class GameView(TypedDict):
    """A game as you may know it.

    n: the number of the newest that it knows. phase, index, position: null before it begins. power: yours, null for who
    watches.
    """

    n: int
    slug: str
    name: str
    url: str
    status: str
    power: Power | None
    phase: str | None
    index: int | None
    undone: int
    deadline: str | None
    paused: str | None
    result: str
    winner: str | None
    verdict: str | None
    terms: GameTerms
    position: PositionFacts | None
    seats: list[SeatLine]
    sheet: OwnSheet | None
    motions: list[MotionFacts]


class ViewReply(TypedDict):
    """The seat's view as `bots.view_json` writes it.

    It is what bots of the site are shown.
    """

    n: int
    index: int
    view: dict[str, Any]
