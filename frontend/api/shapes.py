"""Types of the API: bodies and queries that validate themselves, and replies.

What pages and programs are told alike has its type in `frontend.wire`. Times are ISO 8601 in UTC.
"""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta, Struct

from adjudication.phase import PhaseKind, parse_phase
from adjudication.powers import Power
from frontend.wire.state import VoteFacts
from frontend.wire.talk import AgreedOrder, Message, Partner, PromiseRow, Reading

__all__ = [
    "Account",
    "AnswerBody",
    "AnswersBody",
    "AnswersReply",
    "EndLine",
    "GameLine",
    "GameSummary",
    "GameView",
    "JoinBody",
    "LeaveReply",
    "LedgerReply",
    "LineOfEvents",
    "MapRegion",
    "MapReply",
    "MessageLine",
    "MyGameLine",
    "NewTableBody",
    "NewTableReply",
    "OpenTable",
    "OrdersBody",
    "OrdersReply",
    "OwnSheet",
    "OwnVotes",
    "PastPhaseFacts",
    "PhaseLine",
    "PhasesQuery",
    "PhasesReply",
    "PositionFacts",
    "PositionReply",
    "ReadBody",
    "ReadReply",
    "ReadyBody",
    "SaidReply",
    "SayBody",
    "SeatLine",
    "SinceQuery",
    "StartBody",
    "StartReply",
    "TablesLine",
    "TakeBackQuery",
    "TalkMessage",
    "TalkQuery",
    "TalkReply",
    "ViewQuery",
    "ViewReply",
    "VoteBody",
]

# ── what comes in ─────────────────────────────────────────────────────────────────────────────────

PhaseName: TypeAlias = Annotated[str, Meta(pattern=r"^[SFW][0-9]{1,4}[MRA]$", description="A phase: S1901M.")]
Texts: TypeAlias = Annotated[str, Meta(max_length=200)]
Words: TypeAlias = Annotated[str, Meta(max_length=4000)]
PowerName: TypeAlias = Literal["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=60 * 86_400)]


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies."""


class _OfPhase(_Body, frozen=True):
    """A body about one phase; in another one nothing is done."""

    phase: PhaseName

    def __post_init__(self) -> None:
        parse_phase(self.phase)


class OrdersBody(_OfPhase, frozen=True):
    """Orders for a phase, each as text: `A PAR - BUR`.

    ready: say with them that they are final; only done where all of them stand.
    """

    orders: Annotated[tuple[Texts, ...], Meta(max_length=100)]
    ready: bool = False


class ReadyBody(_OfPhase, frozen=True):
    """Say that the orders are final, or not yet."""

    ready: bool = True


class VoteBody(_OfPhase, frozen=True):
    """An answer to a vote; empty: I withdraw mine.

    vote, choice: as `votes` names them.
    """

    vote: Texts
    choice: Texts
    answer: Literal["yes", "no", ""] = "yes"


class SayBody(_Body, frozen=True):
    """Something to say to these powers.

    l: one utterance of L a line; or text: in English, which is then read.

    plain: send the text as it stands, whatever it means. phase: not to be said in another one. instead: the id of the
    message whose proposal this one takes the place of.
    """

    to: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=6)]
    text: Words = ""
    l: Words = ""  # noqa: E741 - the language is called L
    plain: bool = False
    phase: PhaseName | None = None
    instead: Number = 0

    def __post_init__(self) -> None:
        if self.phase is not None:
            parse_phase(self.phase)


class ReadBody(_Body, frozen=True):
    """A text that is not sent: what would it mean?"""

    to: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=6)]
    text: Words


class AnswerBody(_Body, frozen=True):
    """An answer to the proposal in a message."""

    message: Number
    act: Literal["accept", "reject", "withdraw"]


class AnswersBody(_Body, frozen=True):
    """Answers to any number of open proposals."""

    answers: Annotated[tuple[AnswerBody, ...], Meta(min_length=1, max_length=50)]


class JoinBody(_Body, frozen=True):
    """Take a seat.

    power: by lot without; wishes: powers, best first, where they are dealt by wishes; word: of a private game.
    """

    power: PowerName | None = None
    wishes: Annotated[tuple[PowerName, ...], Meta(max_length=7)] = ()
    word: Annotated[str, Meta(max_length=128)] = ""


class StartBody(_Body, frozen=True):
    """A vote to begin now, with bots on the free seats.

    bot: which, as the host says.
    """

    wants: bool = True
    bot: Annotated[str, Meta(max_length=40)] = ""


class NewTableBody(_Body, frozen=True):
    """A new game with a seat for you.

    The terms are those of the form on the site; what is missing is as usual there.

    private: friends get in by the link alone. programs: seats for bots besides yours. fill_bot: a bot of the site for
    the free seats, after `fill_seconds`; 0: at once, and the game begins.
    """

    name: Annotated[str, Meta(max_length=60)] = ""
    power: PowerName | None = None
    movement_seconds: int | None = None
    retreat_seconds: int | None = None
    adjustment_seconds: int | None = None
    first_seconds: int | None = None
    edition: Annotated[str, Meta(max_length=20)] | None = None
    end_year: int | None = None
    draws: Annotated[str, Meta(max_length=20)] | None = None
    press_level: int | None = None
    press_protocol: Annotated[str, Meta(max_length=20)] | None = None
    press_plain: bool | None = None
    watching: Annotated[str, Meta(max_length=20)] | None = None
    programs: int | None = None
    private: bool = False
    fill_bot: Annotated[str, Meta(max_length=40)] = ""
    fill_seconds: Seconds | None = None


class SinceQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a stream.

    since: the `n` of the last line you handled; what came after it is sent.
    """

    since: Number | None = None


class TalkQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the talk.

    since: the greatest `n` you know; messages after it, or changed after it.
    """

    since: Number = 0


class PhasesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """after: the index of the last phase you know."""

    after: Annotated[int, Meta(ge=-1, le=32_767)] = -1


class ViewQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """after: of history, only the phases after this index."""

    after: Annotated[int, Meta(ge=-1, le=32_767)] = -1


class TakeBackQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """phase: in which the order was given."""

    phase: PhaseName


# ── what goes out ─────────────────────────────────────────────────────────────────────────────────


class Account(TypedDict):
    """The account that asks.

    is_bot: whether it is a bot's; scopes: of this token, as far as they hold.
    """

    name: str
    is_bot: bool
    scopes: list[str]
    limits: dict[str, int]


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


class GameTerms(TypedDict):
    """The terms of a game, as the site has them."""

    edition: str
    centers_to_win: int
    end_year: int | None
    draws: str
    press_level: int
    press_protocol: str
    press_plain: bool
    movement_seconds: int
    retreat_seconds: int
    adjustment_seconds: int


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


class GameSummary(TypedDict):
    """One of your games.

    decides: whether it waits for orders of yours; ready: you said they are final.
    """

    n: int
    slug: str
    name: str
    url: str
    status: str
    power: Power | None
    phase: str | None
    index: int | None
    deadline: str | None
    decides: bool
    ready: bool
    unread: int


class OpenTable(TypedDict):
    """A game that waits for players and that you may join.

    powers: those that are free; none where they are dealt when it begins. seats: how many of them are left for bots.
    challenger: who asks you to sit down there, and word: to say as you join; both null at a public table.
    """

    slug: str
    name: str
    url: str
    powers: list[Power]
    players: list[str]
    challenger: str | None
    word: str | None
    seats: int
    terms: GameTerms
    fill_at: str | None


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


class TalkMessage(Message):
    """A message.

    n: the number at which it was said or last changed; l: what is said in L, utterance by utterance.
    """

    n: int
    l: list[str]  # noqa: E741 - the language is called L


class TalkReply(TypedDict):
    """Messages in the order of their numbers.

    more: ask again since the last of them.
    """

    messages: list[TalkMessage]
    more: bool
    level: int
    protocol: str
    plain: bool


class SaidReply(TypedDict):
    """The message that was said, with its reading (`readback`, `l`, `card`)."""

    message: TalkMessage


class ReadReply(TypedDict):
    """The reading of a text."""

    reading: Reading


class AnswerVerdict(TypedDict):
    """A verdict on an answer.

    said: the message that gives it; code, detail: why it was not given.
    """

    message: int
    said: TalkMessage | None
    code: NotRequired[str]
    detail: NotRequired[str]


class AnswersReply(TypedDict):
    """Verdicts on answers."""

    verdicts: list[AnswerVerdict]


class LedgerReply(TypedDict):
    """Promises, how others kept theirs, and orders you have promised."""

    promises: list[PromiseRow]
    partners: list[Partner]
    agreed: list[AgreedOrder]


class OwnVotes(TypedDict):
    """The votes of the phase now played."""

    phase: str
    votes: list[VoteFacts]


class LeaveReply(TypedDict):
    """The game's status afterwards."""

    status: str


class StartReply(TypedDict):
    """The result of a vote to begin."""

    begun: bool


class NewTableReply(TypedDict):
    """The new game, and the address that friends are sent."""

    game: GameSummary
    link: str


class ViewReply(TypedDict):
    """The seat's view as `bots.view_json` writes it.

    It is what bots of the site are shown.
    """

    n: int
    index: int
    view: dict[str, Any]


# ── lines of streams ──────────────────────────────────────────────────────────────────────────────


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

    Or what it put on the table has changed.
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
