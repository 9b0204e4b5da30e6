"""Lines of streams."""

from typing import Literal, TypeAlias, TypedDict

from msgspec import Struct

from adjudication.phase import PhaseKind
from frontend.api.shapes.base import Number
from frontend.api.shapes.board import PastPhaseFacts, PositionFacts
from frontend.api.shapes.games import GameView
from frontend.api.shapes.seating import GameSummary, OpenTable
from frontend.api.shapes.talk import TalkMessage

__all__ = ["EndLine", "GameLine", "LineOfEvents", "MessageLine", "MyGameLine", "PhaseLine", "SinceQuery", "TablesLine"]


class SinceQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a stream.

    since: the `n` of the last line you handled; what came after it is sent.
    """

    since: Number | None = None


class GameLine(TypedDict):
    """The game as it stands, sent first and whenever it changes."""

    n: int
    type: Literal["game"]
    game: GameView


class PhaseLine(TypedDict):
    """A phase has begun.

    Its board, and what became of the orders of the phase before it.
    """

    n: int
    type: Literal["phase"]
    phase: str
    kind: PhaseKind
    index: int
    position: PositionFacts
    before: PastPhaseFacts | None


class MessageLine(TypedDict):
    """Something was said to you or by you.

    Or a proposal in it was answered, withdrawn or lapsed.
    """

    n: int
    type: Literal["message"]
    message: TalkMessage


class EndLine(TypedDict):
    """The last line of a stream, with the reason.

    A stream may also end without one: come back.
    """

    n: int
    type: Literal["end"]
    code: str
    detail: str


class MyGameLine(TypedDict):
    """One of your games as it stands.

    Sent first for each, and whenever one changes or is new.
    """

    n: int
    type: Literal["game"]
    game: GameSummary


class TablesLine(TypedDict):
    """The open games that you may join.

    Sent first and whenever they change.
    """

    n: int
    type: Literal["tables"]
    tables: list[OpenTable]


LineOfEvents: TypeAlias = MyGameLine | TablesLine | EndLine
