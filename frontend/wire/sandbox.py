"""Types of the sandbox's page and of its replies."""

from typing import Any, Final, Literal, TypedDict

from adjudication.phase import PhaseKind
from adjudication.powers import Power
from frontend.wire.page import CodeWords, Fate, Options, Place
from frontend.wire.state import Sheet

__all__ = [
    "SANDBOX",
    "SandboxBegun",
    "SandboxBoard",
    "SandboxExpected",
    "SandboxNode",
    "SandboxOpinion",
    "SandboxPage",
    "SandboxResult",
    "SandboxSaved",
    "SandboxShared",
    "SandboxSheets",
    "SandboxStart",
    "SandboxStudy",
    "SandboxUrls",
]


class SandboxNode(TypedDict):
    """A position in the tree.

    made: orders that led to it from its parent. orders: those written on it, by power. next: the node that follows.
    text: a comment. marks: arrows (`PAR - BUR`) and circles (`PAR`).
    """

    parent: int | None
    position: dict[str, Any]
    made: dict[Power, list[str]] | None
    orders: dict[Power, list[str]]
    next: int | None
    text: str
    marks: list[str]


class SandboxStart(TypedDict):
    """Tree a sandbox begins with.

    key: of what the tab keeps of it. rules: the rulebook's name. at: the node that is looked at.
    """

    key: str
    rules: str
    nodes: list[SandboxNode]
    at: int


class SandboxUrls(TypedDict):
    """Addresses for POST.

    act: what is done. ask: a question to HANA. share: a tree to keep. play: a game to begin. study: a tree to keep as
    a study. explore: the explorer, for GET.
    """

    act: str
    ask: str
    share: str
    play: str
    study: str
    explore: str


class SandboxStudy(TypedDict):
    """A study that the sandbox shows.

    version: as it was opened. is_own: its reader may change it.
    """

    slug: str
    version: str
    title: str
    is_public: bool
    is_own: bool


class SandboxPage(TypedDict):
    """Data for the sandbox's script. study: None for a sandbox of nobody."""

    token: str
    urls: SandboxUrls
    powers: dict[Power, str]
    places: dict[str, Place]
    words: CodeWords
    start: SandboxStart
    study: SandboxStudy | None


class SandboxBoard(TypedDict):
    """A position to write orders on.

    text: the position as people write it. layers: markup by id. options, sheets: by power, only those that have
    something to order. won: a sentence where a game would be over here, else empty. word: the position for links.
    """

    type: Literal["board"]
    phase: str
    kind: PhaseKind
    title: str
    position: dict[str, Any]
    text: str
    layers: dict[str, str]
    options: dict[Power, Options]
    sheets: dict[Power, Sheet]
    won: str
    word: str


class SandboxSheets(TypedDict):
    """Sheets after an order was written or taken back.

    power: whose order it was. refused: orders of a list that cannot stand, with the reasons.
    """

    type: Literal["sheets"]
    power: Power
    sheets: dict[Power, Sheet]
    refused: list[dict[str, str]]


class SandboxResult(TypedDict):
    """Orders carried out.

    layers: the board with every order's fate. orders: the fates. after: the position that follows; word: the same for
    links. arrivals: [from
    region, to region] of every unit that moved.
    """

    type: Literal["result"]
    title: str
    layers: dict[str, str]
    orders: list[Fate]
    after: dict[str, Any]
    word: str
    next_title: str
    arrivals: list[tuple[str, str]]


class SandboxShared(TypedDict):
    """A tree that is kept.

    url: of its page. text, json: of its files.
    """

    type: Literal["shared"]
    url: str
    text: str
    json: str


class SandboxBegun(TypedDict):
    """A game that begins with the position. url: of its page."""

    type: Literal["begun"]
    url: str


class SandboxSaved(TypedDict):
    """A study that is kept. url: of its page."""

    type: Literal["saved"]
    url: str


class SandboxExpected(TypedDict):
    """Orders expected of a power, as sentences, the surest first."""

    power: Power
    units: list[str]


class SandboxOpinion(TypedDict):
    """HANA's answer to the question what it would order.

    state: waiting, thinking, done or failed. seconds: passed in it; most: that it may think. orders: as text;
    sentences: the same in words.
    """

    type: Literal["opinion"]
    key: str
    state: str
    power: Power
    seconds: float
    most: float
    orders: list[str]
    sentences: list[str]
    why: list[str]
    fears: list[str]
    expected: list[SandboxExpected]


SANDBOX: Final = (
    SandboxPage,
    SandboxBoard,
    SandboxSheets,
    SandboxResult,
    SandboxShared,
    SandboxBegun,
    SandboxSaved,
    SandboxOpinion,
)
"""The roots of these shapes."""
