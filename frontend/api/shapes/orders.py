"""Orders, readiness and votes."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta, Struct

from frontend.api.shapes.base import OfPhase, PhaseName, Texts
from frontend.wire.state import VoteFacts

__all__ = [
    "MotionFacts",
    "OrderVerdict",
    "OrdersBody",
    "OrdersReply",
    "OwnSheet",
    "OwnVotes",
    "ReadyBody",
    "SheetOrderFacts",
    "TakeBackQuery",
    "VoteBody",
]


class OrdersBody(OfPhase, frozen=True):
    """Orders for a phase, each as text: `A PAR - BUR`.

    ready: say with them that they are final; only done where all of them stand.
    """

    orders: Annotated[tuple[Texts, ...], Meta(max_length=100)]
    ready: bool = False


class ReadyBody(OfPhase, frozen=True):
    """Say that the orders are final, or not yet."""

    ready: bool = True


class VoteBody(OfPhase, frozen=True):
    """An answer to a vote; empty: I withdraw mine.

    vote, choice: as `votes` names them.
    """

    vote: Texts
    choice: Texts
    answer: Literal["yes", "no", ""] = "yes"


class TakeBackQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """phase: in which the order was given."""

    phase: PhaseName


class SheetOrderFacts(TypedDict):
    """An order that stands. unit: by which it is taken back."""

    unit: str
    text: str
    sentence: str


class OwnSheet(TypedDict):
    """Your orders in a phase.

    decides: whether you have anything to order. missing: units without an order, which hold. adjustments: builds (+) or
    removals (-) that are due. is_open: whether orders are still taken.
    """

    phase: str
    decides: bool
    orders: list[SheetOrderFacts]
    missing: list[str]
    adjustments: int
    ready: bool
    is_open: bool


class MotionFacts(TypedDict):
    """Something that is voted on.

    needed: how many must agree, 0 where hidden.
    """

    vote: str
    choice: str
    noun: str
    mine: Literal["yes", "no", ""]
    agreed: list[str]
    awaited: list[str]
    needed: int


class OrderVerdict(TypedDict):
    """One text and what came of it.

    order: as understood; null where refused.
    """

    text: str
    order: str | None
    code: NotRequired[str]
    detail: NotRequired[str]


class OrdersReply(TypedDict):
    """Verdicts on orders, and your orders as they stand now.

    sheet: null where the game has ended meanwhile.
    """

    verdicts: list[OrderVerdict]
    sheet: OwnSheet | None


class OwnVotes(TypedDict):
    """The votes of the phase now played."""

    phase: str
    votes: list[VoteFacts]
