"""Replies and messages from the server, each a type.

Each reply has its `type`; those that answer a command carry its `ref`. The types are also what `static/wire.d.ts` is
made from (`python -m frontend.wire`). Times are ISO 8601 in UTC.
"""

from collections.abc import Iterable
from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

from adjudication.phase import PhaseKind
from frontend.wire.commands import Ref
from frontend.wire.page import PhaseView
from frontend.wire.talk import Completion, Message, Press, Reading

__all__ = [
    "REPLIES",
    "GameFacts",
    "Hint",
    "Missing",
    "NewsNumbers",
    "OverseenSheet",
    "Overview",
    "PhaseFacts",
    "Reply",
    "SeatFacts",
    "Sheet",
    "State",
    "TableFacts",
    "WrittenOrder",
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


class WrittenOrder(TypedDict):
    """One order of mine. unit: the key to cancel it by. place, words: for a row of
    the list. note: a warning in words, or empty. breach: whose word it breaks, `breaks your word to England (peace)`,
    or empty. remark: who promised to help it, or empty."""

    text: str
    unit: str
    region: str | None
    kind: str | None
    place: str
    words: str
    sentence: str
    note: str
    breach: str
    remark: str


class Missing(TypedDict):
    """A unit of mine without an order; in builds `region` is None. breach: whose word it breaks to hold there."""

    unit: str | None
    region: str | None
    breach: str


class Hint(TypedDict):
    """A hint beside the orders.

    order: what one would write; power: whom one would write to; empty where neither.
    """

    kind: Literal["missing", "center", "guard", "bounce", "help", "agree", "done"]
    text: str
    order: str
    power: str


class Sheet(TypedDict):
    """My orders in a phase. adjustments: builds (+) or removals (-) still to be written. closes: where I play with bots
    alone and am ready, the ISO time up to which that can be taken back for sure. breaking: the rows of the ledger that
    these orders break. drawing: the orders layer. hints: empty where the person has none or switched them off."""

    phase: str
    kind: PhaseKind
    orders: list[WrittenOrder]
    missing: list[Missing]
    adjustments: int
    ready: bool
    closes: str | None
    breaking: list[int]
    drawing: str
    hints: list[Hint]


class OverseenSheet(TypedDict):
    """A power's sheet as the game master sees it.

    missing: provinces of units without an order. adjustments: builds (+) or removals (-) still to be written.
    """

    power: str
    orders: list[WrittenOrder]
    missing: list[str]
    adjustments: int
    ready: bool


class Overview(TypedDict):
    """Sheets of all powers in a phase, for the game master.

    drawing: the orders layer.
    """

    phase: str
    sheets: list[OverseenSheet]
    drawing: str


class PhaseFacts(TypedDict):
    """A phase in the timeline."""

    name: str
    title: str
    kind: PhaseKind
    status: str


class GameFacts(TypedDict):
    """Public facts of a game. Times are ISO 8601 in UTC.

    paused: end of the pause. graced: True if the extra minute for late writers was given. undone: how often phases were
    taken back. master: name of the game master, who sees all orders and messages; empty for none.
    """

    slug: str
    name: str
    status: str
    phase: str
    title: str
    turn: str
    kind_word: str
    opened: str | None
    deadline: str | None
    paused: str | None
    graced: bool
    undone: int
    now: str
    phases: list[PhaseFacts]
    winner: str | None
    verdict: str | None
    centers_to_win: int
    master: str


class SeatFacts(TypedDict):
    """A seat as everybody sees it. face: the address of a bot's picture, else empty. talks: whether anybody there
    could answer. distance: how far its units are from mine on the map, None for mine, for who is out and for who only
    watches. decides: whether it has anything to order. note: what befell its bot, or empty. does: `writing` where its
    bot is about to say something to me, `getting ready` where it cannot answer yet, else empty. page: the address of
    the player's page, empty for a bot and where nobody may know; blocked: whether I blocked the player."""

    power: str
    name: str
    player: str
    page: str
    blocked: bool
    face: str
    is_bot: bool
    talks: bool
    distance: int | None
    centers: int
    units: int
    decides: bool
    ready: bool
    note: str
    does: str


class You(TypedDict):
    """The seat of the viewer. keep: True if they play as a guest, and it is time to offer them an account. alone: True
    if they play with bots alone, and may end the game. hints: whether hints are on; None where none are offered."""

    power: str
    keep: bool
    alone: bool
    hints: bool | None


class NewsNumbers(TypedDict):
    """News counters of the game and of my seat (0 for watchers).

    They only rise: a page that hears of a greater one than it was shown has missed something.
    """

    game: int
    seat: int


class VoteChoice(TypedDict):
    """Something to vote for. choice: its name in the command; words: on a button; group: the title of the list that
    holds it, empty for a button of its own."""

    choice: str
    words: str
    group: str


class VoteRefusal(TypedDict):
    """A power that votes against it, empty where nobody may know which, and a bot's reason; many: the same reason as
    several give it."""

    power: str
    why: str
    many: str


class Motion(TypedDict):
    """A choice for which somebody has voted, without what the viewer may not know. noun: "a pause of a day"; mine: my
    answer; needed: how many must agree, 0 where hidden; hidden: True if answers of others are not shown."""

    choice: str
    noun: str
    mine: Literal["yes", "no", ""]
    agreed: list[str]
    refused: list[VoteRefusal]
    awaited: list[str]
    needed: int
    hidden: bool


class VoteFacts(TypedDict):
    """A vote that the game has now. vote: its key in the command; can: True if the viewer has a vote; picks: powers of
    which two or more, with blanks between, are a choice, too."""

    vote: str
    title: str
    about: str
    can: bool
    choices: list[VoteChoice]
    picks: list[str]
    motions: list[Motion]


class NoticeLine(TypedDict):
    """A line of the game's room.

    number: its place among the messages. at: ISO time. words: moments are marked, `{2026-11-24T18:00:00+00:00}`.
    by: who did it or, where `said`, says it; empty for the rules. button, address: what one may do about it, and
    where; else empty.
    """

    id: int
    number: int
    at: str
    words: str
    by: str
    said: bool
    button: str
    address: str


class TableFacts(TypedDict):
    """The talk around the board. back: the power a bot holds for the viewer; vacant: powers anybody may take over."""

    votes: list[VoteFacts]
    notices: list[NoticeLine]
    back: str | None
    vacant: list[str]


class State(TypedDict):
    """Everything a page shows around the board.

    news: what it shows is at least as new as this. overview: for the game master alone.
    """

    game: GameFacts
    seats: list[SeatFacts]
    you: You | None
    sheet: Sheet | None
    overview: Overview | None
    table: TableFacts
    news: NewsNumbers


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
