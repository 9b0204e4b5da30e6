"""The shapes of the talk in what a browser gets."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "AgreedOrder",
    "Candidate",
    "Card",
    "CardAct",
    "CardOrder",
    "CardTerm",
    "Completion",
    "Conversation",
    "Filler",
    "Hole",
    "Message",
    "Partner",
    "Press",
    "PromiseRow",
    "Reading",
    "Stretch",
]


CardAct: TypeAlias = Literal["accept", "reject", "withdraw", "counter"]


class Candidate(TypedDict):
    """One thing a text may mean. english: the read-back, "You propose peace with Germany.". blocked: why it may not be
    said now, or empty (the rule, and what may be said). against: promises of mine in force that I could not keep beside
    it, `peace with Russia`."""

    l: str  # noqa: E741 - the language is called L
    english: str
    level: int
    act: str
    orders: list["CardOrder"]
    against: list[str]
    blocked: str


class Reading(TypedDict):
    """verdict clear: one candidate; choose: pick one; none: nothing understood. unplaced: the words that could not be
    placed, as typed. nearest: sentences that are understood and come near, ready to be put into the input.
    question: what to ask where the best guess is weak, else empty. allowed: the acts the protocol lets me do now
    towards these hearers (`propose`, `accept`, ...). stretches: the parts of the text that name something or were not
    read, in their order. holes: what the text leaves open."""

    verdict: Literal["clear", "choose", "none"]
    candidates: list[Candidate]
    unplaced: list[str]
    nearest: list[str]
    question: str
    allowed: list[str]
    stretches: list["Stretch"]
    holes: list["Hole"]


class Stretch(TypedDict):
    """A part of a text as typed, from letter to letter: a name, or words that were not read. place: the province it
    names, or empty. power: whose unit or center that is, or the power it names, or empty. unread: what is said there
    was not read."""

    start: int
    end: int
    kind: Literal["place", "unit", "power", "words"]
    place: str
    power: str
    unread: bool


class Hole(TypedDict):
    """Something a text leaves open, "With which unit?", and what may fill it."""

    question: str
    fillers: list["Filler"]


class Filler(TypedDict):
    """A way to fill a hole. label: what it is, "Ruhr". text: the whole text with it. place, power: as in a Stretch."""

    label: str
    text: str
    place: str
    power: str


class Completion(TypedDict):
    """One completion.

    start: index of the character from which it replaces the typed text; at the text's end it follows after a blank.
    place, power: as in a Stretch.
    """

    text: str
    start: int
    kind: Literal["word", "place", "unit", "power", "start"]
    place: str
    power: str


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
    may do now. against: promises of mine that accepting goes against. note: its effect as a vote on the end, or empty.
    edit: the proposal as a sentence from my side, for *Change it*."""

    state: Literal["open", "accepted", "rejected", "withdrawn", "countered", "cancelled"]
    proposer: str
    english: str
    terms: list[CardTerm]
    orders: list[CardOrder]
    answers: dict[str, str]
    can: list[CardAct]
    against: list[str]
    note: str
    edit: str


class Message(TypedDict):
    """One message. conversation: the key of its conversation. text: as typed, or as the bot said it. readback: what
    it was understood as, from my point of view, empty for plain text. understood: whether bots can hear it.
    adds: whether the readback tells what the text does not: which deal was answered, that something was promised,
    other places than those named. phase: S1901M. at: ISO time. reply_to: id of the message answered."""

    id: int
    conversation: str
    speaker: str
    hearers: list[str]
    mine: bool
    text: str
    readback: str
    adds: bool
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
    its first and last message. open: proposals that await MY answer. allowed: acts I may do here now. phases: where the
    game is over, those in which something was said here."""

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
    phases: list[str]


class PromiseRow(TypedDict):
    """A line of the ledger. by: who promised; between: the other powers it was made with. english: a clause from my
    point of view; short: the same in few words. state: open until it can be judged; lasting ones (peace, places to
    stay out of) show how they stand so far, over where all others broke it. lasting: it binds until it is broken.
    ends: True for a draw or a win: a vote on the end. since: phase it was made in; judged: the phase it was last
    judged in. message: where it was made."""

    id: int
    by: str
    between: list[str]
    english: str
    short: str
    state: Literal["open", "kept", "broken", "void", "over"]
    reason: str
    lasting: bool
    ends: bool
    since: str
    judged: str | None
    message: int


class Partner(TypedDict):
    """Counts of a partner's promises to me, by their fate."""

    power: str
    kept: int
    broken: int
    void: int
    open: int


class AgreedOrder(TypedDict):
    """An order I have promised for the phase now played. place, words: for a row of the list. promise: the line of the
    ledger; orders of the same line are a choice, any one of them keeps it. written: whether my sheet has it already."""

    text: str
    place: str
    words: str
    sentence: str
    to: list[str]
    message: int
    promise: int
    written: bool


class Press(TypedDict):
    """All of my talk. level 0: no press in this game. plain: whether text that is not understood may be sent. upto: the
    number of what is newest in it, by which a page that comes back asks for what it missed."""

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
    upto: int
