"""Types of the state around the board.

My orders, the game, its seats and votes. Times are ISO 8601 in UTC.
"""

from typing import Literal, TypedDict

from adjudication.phase import PhaseKind

__all__ = [
    "GameFacts",
    "Hint",
    "Missing",
    "Motion",
    "NewsNumbers",
    "NoticeLine",
    "OverseenSheet",
    "Overview",
    "PhaseFacts",
    "SeatFacts",
    "Sheet",
    "State",
    "TableFacts",
    "VoteChoice",
    "VoteFacts",
    "VoteRefusal",
    "WrittenOrder",
    "You",
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
