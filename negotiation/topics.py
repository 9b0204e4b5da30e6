"""What people ask about the game beside deals: its topics, by manner, and what bots answer to each in English."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

__all__ = ["ANSWERS", "ASKING", "CHANCES", "OF_PLACES", "OF_POWERS", "STANCES", "TOPICS"]

_TABLE: Final[dict[str, Any]] = tomllib.loads(files("negotiation.english").joinpath("topics.toml").read_text("utf-8"))
CHANCES: Final[Mapping[str, Sequence[str]]] = _TABLE.pop("chances")
"""By power, what its place on the map is like."""
ANSWERS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = _TABLE
"""By manner and topic, what is answered whatever else is named."""
STANCES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = tomllib.loads(
    files("negotiation.english").joinpath("stances.toml").read_text("utf-8")
)
"""What is said of places and of powers, by what a bot makes of them and what is asked."""
ASKING: Final = (*ANSWERS, "look")
"""The manners that have topics."""
OF_PLACES: Final = frozenset({"where", "reach", "center", "standing", "unit"})
"""Topics that are answered from the board, about the places that are named."""
OF_POWERS: Final = frozenset({"count", "chances"})
"""Topics that are answered about the power that is named."""
TOPICS: Final = tuple(
    sorted({topic for topics in (*ANSWERS.values(), *STANCES.values()) for topic in topics} | OF_PLACES | OF_POWERS)
)
"""All of them, in one namespace."""
