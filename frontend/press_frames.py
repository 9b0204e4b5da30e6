"""The shapes of the talk as JSON: what `frontend.press` sends."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "AgreedOrder",
    "Candidate",
    "Card",
    "CardAct",
    "CardOrder",
    "CardTerm",
    "Conversation",
    "Message",
    "Partner",
    "Press",
    "PromiseRow",
    "Reading",
]


CardAct: TypeAlias = Literal["accept", "reject", "withdraw", "counter"]


class Candidate(TypedDict):
    """One thing a text may mean. english: the read-back, "You propose peace with Germany.". blocked: why it may not be
    said now, or empty (the rule, and what may be said)."""

    l: str  # noqa: E741 - the language is called L
    english: str
    level: int
    act: str
    orders: list["CardOrder"]
    blocked: str


class Reading(TypedDict):
    """verdict clear: one candidate; choose: pick one; none: nothing understood. unplaced: the words that could not be
    placed, as typed. nearest: sentences that are understood and come near, ready to be put into the input.
    allowed: the acts the protocol lets me do now towards these hearers (`propose`, `accept`, ...)."""

    verdict: Literal["clear", "choose", "none"]
    candidates: list[Candidate]
    unplaced: list[str]
    nearest: list[str]
    allowed: list[str]


class CardOrder(TypedDict):
    """An order a proposal holds. denied: whether it is forbidden ("do not ..."): draw it crossed. choice: whether it is
    one of several that would do what the proposal asks, the first of them."""

    power: str
    text: str
    denied: bool
    choice: bool


class CardTerm(TypedDict):
    """One thing that a proposal asks. by: the power that is to do it, "" for what all agree on. text: a clause from my
    point of view, `England will move its fleet in London to the North Sea`."""

    by: str
    text: str


class Card(TypedDict):
    """A proposal on the table. terms: what it asks, thing by thing. answers: power -> accept | reject. can: what I
    may do now. edit: the proposal as a sentence from my side, for Counter."""

    state: Literal["open", "accepted", "rejected", "withdrawn", "cancelled"]
    proposer: str
    english: str
    terms: list[CardTerm]
    orders: list[CardOrder]
    answers: dict[str, str]
    can: list[CardAct]
    edit: str


class Message(TypedDict):
    """One message. conversation: the key of its conversation. text: as typed, or as the bot said it. readback: what
    it was understood as, from my point of view, empty for plain text. understood: whether bots can hear it.
    phase: S1901M. at: ISO time. reply_to: id of the message answered."""

    id: int
    conversation: str
    speaker: str
    hearers: list[str]
    mine: bool
    text: str
    readback: str
    act: str
    understood: bool
    level: int | None
    phase: str
    at: str
    reply_to: int | None
    card: NotRequired[Card]


class Conversation(TypedDict):
    """key: its powers in alphabetical order, `ENG-FRA`. kind: pair, group, or all (everybody in the game).
    title: "England", "England and Germany", "Everybody". to: whom a message here goes to. first, last: ids of
    its first and last message. open: proposals that await MY answer. allowed: acts I may do here now."""

    key: str
    kind: Literal["pair", "group", "all"]
    title: str
    powers: list[str]
    to: list[str]
    unread: int
    first: int | None
    last: int | None
    open: int
    allowed: list[str]


class PromiseRow(TypedDict):
    """A line of the ledger. by: who promised; between: the other powers it was made with. english: a clause from my
    point of view. state: open until it can be judged; lasting ones (peace, DMZs) show how they stand so far.
    since: phase it was made in; judged: the phase it was last judged in. message: where it was made."""

    id: int
    by: str
    between: list[str]
    english: str
    state: Literal["open", "kept", "broken", "void"]
    reason: str
    lasting: bool
    since: str
    judged: str | None
    message: int


class Partner(TypedDict):
    """What a partner did with what it promised me, counted."""

    power: str
    kept: int
    broken: int
    void: int
    open: int


class AgreedOrder(TypedDict):
    """An order I have promised for the phase now played. promise: the line of the ledger; orders of the same line are
    a choice, any one of them keeps it. written: whether my sheet has it already."""

    text: str
    sentence: str
    to: list[str]
    message: int
    promise: int
    written: bool


class Press(TypedDict):
    """All of my talk. level 0: no press in this game. plain: whether text that is not understood may be sent."""

    level: int
    protocol: str
    plain: bool
    can_talk: bool
    conversations: list[Conversation]
    messages: list[Message]
    promises: list[PromiseRow]
    partners: list[Partner]
    agreed: list[AgreedOrder]
    unread: int
    whole: bool
