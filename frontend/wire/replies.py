"""Replies and messages from the server, each a type.

Each reply has its `type`; those that answer a command carry its `ref`. The types are also what `static/wire.d.ts` is
made from (`python -m frontend.wire`).
"""

from collections.abc import Iterable
from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

from frontend.wire.commands import Ref
from frontend.wire.page import PhaseView
from frontend.wire.state import NewsNumbers, Sheet, State
from frontend.wire.talk import Completion, Message, Press, Reading

__all__ = [
    "REPLIES",
    "Reply",
    "answer_reply",
    "answering",
    "completions_reply",
    "heard_reply",
    "pong_reply",
    "press_reply",
    "reading_reply",
    "refused_reply",
    "said_reply",
    "sheet_reply",
    "state_reply",
]


class StateReply(TypedDict):
    """The state around the board, sent when the line opens and whenever it changes.

    board: the phase now played, where the page was told of another before; without the names of provinces, which it
    has. drawn: how it is drawn, as the page's cookies said when the line opened: labels and hatching, `short:0`.
    """

    type: Literal["state"]
    state: State
    board: NotRequired[PhaseView]
    drawn: NotRequired[str]


class RefusedOrder(TypedDict):
    """One order of a list that does not stand, and why."""

    text: str
    message: str


class SheetReply(TypedDict):
    """The command is done; this is the sheet now, null where no phase is played. refused: orders of a list that do not
    stand."""

    type: Literal["sheet"]
    ref: NotRequired[int]
    sheet: Sheet | None
    refused: NotRequired[list[RefusedOrder]]


class RefusedReply(TypedDict):
    """Nothing was changed, and why. allowed: the acts of talk that are possible now. reading: what may be meant."""

    type: Literal["refused"]
    ref: NotRequired[int]
    code: str
    message: str
    allowed: NotRequired[list[str]]
    reading: NotRequired[Reading]


class AnswerReply(TypedDict):
    """Verdict on an order that was only asked about."""

    type: Literal["answer"]
    ref: NotRequired[int]
    legal: bool
    message: str


class ReadingReply(TypedDict):
    """Reading of a typed text or of clicked orders."""

    type: Literal["reading"]
    ref: NotRequired[int]
    reading: Reading


class CompletionsReply(TypedDict):
    """Completions, the likeliest first.

    question: what is wanted, if only names fit ("Where?").
    """

    type: Literal["completions"]
    ref: NotRequired[int]
    question: str
    completions: list[Completion]


class SaidReply(TypedDict):
    """The message is said; here it is."""

    type: Literal["said"]
    ref: NotRequired[int]
    message: Message


class PressReply(TypedDict):
    """My talk, or what is new in it; null for who has none. news: what the page shows with it is at least as new."""

    type: Literal["press"]
    ref: NotRequired[int]
    press: Press | None
    news: NotRequired[NewsNumbers]


class HeardReply(TypedDict):
    """Somebody, I on another screen perhaps, has said something, and nothing else is new. news: what the page shows
    with it is at least as new."""

    type: Literal["heard"]
    message: Message
    news: NewsNumbers


class PongReply(TypedDict):
    """The line is whole, and so much has happened up to now."""

    type: Literal["pong"]
    ref: NotRequired[int]
    news: NewsNumbers


Reply: TypeAlias = (
    StateReply
    | SheetReply
    | RefusedReply
    | AnswerReply
    | PongReply
    | ReadingReply
    | CompletionsReply
    | SaidReply
    | PressReply
    | HeardReply
)
REPLIES: Final = (
    StateReply,
    SheetReply,
    RefusedReply,
    AnswerReply,
    PongReply,
    ReadingReply,
    CompletionsReply,
    SaidReply,
    PressReply,
    HeardReply,
)
"""All replies, in the order of the union `Reply`."""


def state_reply(state: State, board: PhaseView | None = None, drawn: str = "") -> Reply:
    """The state, unasked, perhaps with a board."""
    if board is None:
        return {"type": "state", "state": state}
    return {"type": "state", "state": state, "board": board, "drawn": drawn}


def refused_reply(code: str, message: str, allowed: Iterable[str] | None = None) -> RefusedReply:
    """Say that nothing was done, and why."""
    reply: RefusedReply = {"type": "refused", "code": code, "message": message}
    if allowed is not None:
        reply["allowed"] = list(allowed)
    return reply


def sheet_reply(sheet: Sheet | None, refused: Iterable[tuple[str, str]] = ()) -> Reply:
    """Answer with the sheet as it stands. refused: orders of a list that do not stand, each with its reason."""
    reply: SheetReply = {"type": "sheet", "sheet": sheet}
    if unread := [RefusedOrder(text=text, message=message) for text, message in refused]:
        reply["refused"] = unread
    return reply


def answer_reply(legal: bool, message: str) -> Reply:
    """Say what would become of an order."""
    return {"type": "answer", "legal": legal, "message": message}


def pong_reply(news: NewsNumbers) -> Reply:
    """Say that the line is whole, and how much has happened."""
    return {"type": "pong", "news": news}


def reading_reply(reading: Reading) -> Reply:
    """Say what a text would mean."""
    return {"type": "reading", "reading": reading}


def completions_reply(completions: list[Completion], question: str) -> Reply:
    """Say what may be typed next."""
    return {"type": "completions", "question": question, "completions": completions}


def said_reply(message: Message) -> Reply:
    """Say that the message is sent."""
    return {"type": "said", "message": message}


def heard_reply(message: Message, news: NewsNumbers) -> Reply:
    """Send what was said."""
    return {"type": "heard", "message": message, "news": news}


def press_reply(press: Press | None, news: NewsNumbers | None = None) -> Reply:
    """Send the talk."""
    return {"type": "press", "press": press} if news is None else {"type": "press", "press": press, "news": news}


def answering(reply: Reply, ref: Ref) -> Reply:
    """The reply with the sender's number of the command it answers, where there was one."""
    return reply if ref is None else {**reply, "ref": ref}  # type: ignore[return-value]
