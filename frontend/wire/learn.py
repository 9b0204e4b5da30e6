"""Types of a lesson's page and of replies to a learner."""

from typing import Final, Literal, TypedDict

from adjudication.powers import Power
from frontend.wire.page import CodeWords, Fate, Options, Place
from frontend.wire.state import Sheet

__all__ = ["LESSONS", "LessonPage", "LessonPromise", "LessonReply", "LessonSaid"]


class LessonSaid(TypedDict):
    """A message in a lesson.

    heard: its reading in words, or empty.
    """

    power: Power
    name: str
    mine: bool
    text: str
    heard: str


class LessonPromise(TypedDict):
    """A promise in a lesson's ledger.

    tone: of the chip with `word`. reason: why it is broken.
    """

    power: Power
    words: str
    word: str
    tone: Literal["ok", "rose", "info"]
    reason: str


class LessonPage(TypedDict):
    """Data for a lesson's script.

    url: the address acts are sent to. key: of half a step in the tab's storage.
    """

    key: str
    url: str
    token: str
    kind: Literal["orders", "ask", "talk"]
    power: Power
    powers: dict[Power, str]
    places: dict[str, Place]
    words: CodeWords
    options: Options
    sheet: Sheet
    longest_message: int


class LessonReply(TypedDict):
    """Reply to an act of a learner.

    sheet: the orders now, null once they are opened. layers: markup by id, as the orders end; later: as the board
    stands afterwards. happened: what became of each order. readings: sentences to choose from. next: the address of the
    next step, empty until this one is solved. line: what one may write.
    """

    type: Literal["lesson"]
    solved: bool
    hint: str
    sheet: Sheet | None
    layers: dict[str, str]
    later: dict[str, str]
    arrivals: list[tuple[str, str]]
    happened: list[Fate]
    talk: list[LessonSaid]
    promises: list[LessonPromise]
    trust: str
    after: str
    next: str
    readings: list[str]
    line: str


LESSONS: Final = (LessonPage, LessonReply)
"""The roots of these shapes."""
