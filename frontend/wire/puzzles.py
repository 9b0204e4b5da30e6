"""Types of a puzzle's page and of replies to a solver."""

from typing import Final, Literal, TypedDict

from adjudication.powers import Power
from frontend.wire.page import CodeWords, Fate, Options, Place
from frontend.wire.state import Sheet

__all__ = ["PUZZLES", "PuzzlePage", "PuzzleReply"]


class PuzzlePage(TypedDict):
    """Data for a puzzle's script.

    key: of half an answer in the tab's storage. url: the address acts are sent to. partner: the other side of a deal,
    whose units are ordered, too; else empty. owners: whose unit stands in a province, of all that may be ordered.
    """

    key: str
    url: str
    token: str
    power: Power
    partner: Power | Literal[""]
    owners: dict[str, Power]
    powers: dict[Power, str]
    places: dict[str, Place]
    words: CodeWords
    options: Options
    sheet: Sheet


class PuzzleReply(TypedDict):
    """Reply to an act of a solver.

    verdict: empty where nothing was judged. message: a sentence on it. sheet: the orders now. layers: the board, by id:
    with a reply of the others, or as it stands. title: over what happened. happened: what became of each order. said: a
    deal as a message to the partner. rating: how the ratings changed, in words.
    """

    type: Literal["puzzle"]
    verdict: Literal["", "right", "wrong", "shown"]
    message: str
    sheet: Sheet | None
    layers: dict[str, str]
    title: str
    happened: list[Fate]
    said: str
    rating: str


PUZZLES: Final = (PuzzlePage, PuzzleReply)
"""The roots of these shapes."""
