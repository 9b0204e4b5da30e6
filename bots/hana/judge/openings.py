"""The book of openings (`openings.toml`): the lines players know by name, who likes which, and when they may be played.

A line is a suggestion. What was agreed goes before it, and so does a plan that is clearly better
(`bots.hana.judge.choosing`). The book alone, as the site names openings by it: nothing here loads the search.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from adjudication.powers import Power

__all__ = ["BOOK", "LIKING", "STYLES", "Opening"]

STYLES: Final = ("solid", "bold", "safe", "sly")


@dataclass(frozen=True, slots=True)
class Opening:
    """A line of the book. spring, fall: orders of 1901, those of fall for some units only. with_: played only at peace
    with one of these, where there are any; without: not at peace with any of these."""

    power: Power
    name: str
    style: str
    weight: float
    spring: tuple[str, ...]
    fall: tuple[str, ...] = ()
    with_: frozenset[Power] = frozenset()
    without: frozenset[Power] = frozenset()

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise ValueError(f"{self.name}: 'style' has to be one of {', '.join(STYLES)}, not '{self.style}'.")

    def fits(self, friends: frozenset[Power]) -> bool:
        """True if the opening suits peace with these friends."""
        return not friends & self.without and bool(not self.with_ or friends & self.with_)


def _opening(row: dict[str, Any]) -> Opening:
    return Opening(
        row["power"],
        row["name"],
        row["style"],
        row["weight"],
        tuple(row["spring"]),
        tuple(row.get("fall", ())),
        frozenset(row.get("with", ())),
        frozenset(row.get("without", ())),
    )


_TABLE: Final = tomllib.loads(Path(__file__).with_name("openings.toml").read_text("utf-8"))
BOOK: Final = tuple(_opening(row) for row in _TABLE["opening"])
"""Every line."""
LIKING: Final[Mapping[str, Mapping[str, float]]] = _TABLE["styles"]
"""By character, how much more or less it likes a line of each style."""
