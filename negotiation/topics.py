"""Topics of questions about the game, by manner, with bots' answers."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

__all__ = [
    "ANSWERS",
    "ASKING",
    "CHANCES",
    "GUIDE",
    "MAY_NAME",
    "OF_PLACES",
    "OF_POWERS",
    "REMARKED",
    "STANCES",
    "TOPICS",
]

_TABLE: Final[dict[str, Any]] = tomllib.loads(files("negotiation.english").joinpath("topics.toml").read_text("utf-8"))
CHANCES: Final[Mapping[str, Sequence[str]]] = _TABLE.pop("chances")
"""By power, what its place on the map is like."""
ANSWERS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = _TABLE
"""By manner and topic, what is answered whatever else is named."""
_ENGLISH: Final = files("negotiation.english")
GUIDE: Final[Mapping[str, Sequence[str]]] = {
    f"guide{name}": texts
    for name, texts in tomllib.loads(_ENGLISH.joinpath("guide.toml").read_text("utf-8"))["guide"].items()
}
"""By topic, what a guide says to a newcomer unasked. Nobody asks for it, so it is not learnt."""
_TABLES: Final = [
    tomllib.loads(file.read_text("utf-8"))
    for file in (
        _ENGLISH.joinpath("stances.toml"),
        *sorted(_ENGLISH.joinpath("replies").iterdir(), key=lambda file: file.name),
    )
    if file.name.endswith(".toml")
]
STANCES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    kind: {topic: texts for table in _TABLES for topic, texts in table.get(kind, {}).items()}
    for kind in ("places", "plain", "powers")
}
"""Sentences about places, powers and in general, by a bot's stance, the question, and the topics of remarks."""
ASKING: Final = (*ANSWERS, "look")
"""The manners that have topics."""
OF_PLACES: Final = frozenset({"where", "reach", "center", "standing", "unit"})
"""Topics that are answered from the board, about the places that are named."""
MAY_NAME: Final = frozenset({"bounce"})
"""Topics that are answered from the board if places are named."""
OF_POWERS: Final = frozenset({"count", "chances"})
"""Topics that are answered about the power that is named."""
REMARKED: Final[Mapping[str, str]] = {
    f"{gist}{topic}": asked
    for line in files("negotiation.gists").joinpath("topics.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
    for gist, topic, asked in [line.split("\t")[:3]]
}
"""The topics of what is said or asked beside deals and the game, each with its gist before it, and which open question
of L it comes to, if it does."""
TOPICS: Final = tuple(
    sorted(
        {topic for topics in (*ANSWERS.values(), *STANCES.values()) for topic in topics}
        | OF_PLACES
        | OF_POWERS
        | set(REMARKED)
        | set(GUIDE)
    )
)
"""All of them, in one namespace."""
