"""Types of a game page's own data and of what it fetches.

Phases, legal orders, offers on the map.
"""

from typing import Final, Literal, NotRequired, TypeAlias, TypedDict

from adjudication.phase import PhaseKind, Season
from adjudication.powers import Power

__all__ = [
    "PAGES",
    "CodeWords",
    "Drawing",
    "Fate",
    "Helper",
    "Helpers",
    "LetterLine",
    "LetterView",
    "OptionOrder",
    "OptionUnit",
    "Options",
    "Page",
    "PhaseView",
    "Place",
    "Urls",
]

UnitKind: TypeAlias = Literal["A", "F"]
Point: TypeAlias = tuple[float, float]


class OptionOrder(TypedDict):
    """A legal order. Fields that do not apply to it are missing. by_sea: a move that needs a convoy."""

    text: str
    verb: Literal["hold", "move", "support", "convoy", "retreat", "disband", "build", "remove", "waive"]
    kind: NotRequired[UnitKind]
    subject: NotRequired[str]
    target: NotRequired[str]
    by_sea: NotRequired[bool]


class OptionUnit(TypedDict):
    """A unit of mine with its legal orders, or (kind null) a home center I may build in."""

    region: str
    kind: UnitKind | None
    name: str
    orders: list[OptionOrder]


class Options(TypedDict):
    """All that I may order in a phase. adjustments: builds (+) or removals (-) that are due."""

    phase: str
    kind: PhaseKind
    adjustments: int
    waive: bool
    units: list[OptionUnit]


class Fate(TypedDict):
    """An order of a phase that is over, and what became of it. place, words: for a row of the list."""

    power: str
    order: str
    kind: UnitKind | None
    place: str
    words: str
    text: str
    result: str
    reason: str


class LetterLine(TypedDict):
    """A sentence about what befell me, and the provinces it is about."""

    text: str
    tone: Literal["good", "bad", "plain"]
    places: list[str]


class LetterView(TypedDict):
    """The letter of a turn; without lines before the first. world: what befell others, at most five lines. fates: what
    became of each order of mine, as sentences."""

    title: str
    lines: list[LetterLine]
    world: list[LetterLine]
    fates: list[str]


class PhaseView(TypedDict):
    """A phase to show. layers: id -> markup. arrivals: [from region, to region] of every unit that moved into this
    position. options: what I may order in it, where it is the one now played and I have a seat."""

    name: str
    title: str
    kind: PhaseKind
    status: str
    layers: dict[str, str]
    orders: list[Fate]
    arrivals: list[tuple[str, str]]
    letter: LetterView
    options: NotRequired[Options]


class Drawing(TypedDict):
    """A proposal as a layer over the board, and in words."""

    drawing: str
    words: str


class Helper(TypedDict):
    """A unit of another power that could support an order of mine. text: the order that would do it."""

    power: str
    unit: str
    name: str
    text: str


class Helpers(TypedDict):
    """Units that could support my order.

    words: that order.
    """

    helpers: list[Helper]
    words: str


class Place(TypedDict):
    """A province. at: where its unit stands; coasts: `NC` -> where a fleet there stands; in board units."""

    name: str
    at: Point
    coasts: dict[str, Point]


class Urls(TypedDict):
    """Addresses. In phase, sandbox, svg and png the script puts the phase it wants in place of `PHASE`."""

    socket: str
    command: str
    state: str
    phase: str
    sandbox: str
    svg: str
    png: str
    press: str
    hints: str
    drawing: str
    helpers: str


class CodeWords(TypedDict):
    """Words for parts of codes. seasons: `S` -> `Spring`. stages: what follows a turn's name for each kind of phase,
    `R` -> `, retreats`. coasts: `NC` -> `north coast`."""

    seasons: dict[Season, str]
    stages: dict[str, str]
    coasts: dict[str, str]


class Page(TypedDict):
    """Data for the scripts besides the state.

    powers: code -> name, in their order. places: code -> province. longest_message: most characters of a message.
    guide: the power that guides the newcomer, or empty.
    """

    slug: str
    token: str
    urls: Urls
    powers: dict[Power, str]
    places: dict[str, Place]
    words: CodeWords
    longest_message: int
    guide: str


PAGES: Final = (Page, PhaseView, Drawing, Helpers)
"""The roots of these shapes."""
