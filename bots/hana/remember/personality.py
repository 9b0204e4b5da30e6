"""Personalities: named rows of parameters over the world model and the negotiation (`personalities.toml`).

The thesis leaves them to the bot's author (chapter 5, "personality" among the pluggable models). Rules name the fields
below as factors (`rules.toml`); the negotiation reads patience, strategy, caution, greed and chattiness itself.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bots.hana.judge.strategy import strategy_of
from bots.hana.remember.typed_rows import TableError, read_row

__all__ = ["FACTORS", "NEUTRAL", "PERSONALITIES", "Personality", "personalities_in"]


@dataclass(frozen=True, slots=True)
class Personality:
    """One row of the table.

    All numbers are in [0, 1]; ValueError names the one that is not.

    trust: how likely it thinks a promise is kept by somebody it knows nothing of.
    loyalty: how much breaking its own word costs it.
    forgiveness: how fast it forgets that somebody broke his.
    aggressiveness: how readily it attacks, and how far anger goes into revenge.
    gratitude: how far it repays what was done for it.
    vigilance: how much it minds somebody who is about to win.
    sociability: how gladly it talks, and how warmly.
    chattiness: how much it says unasked.
    caution: how sure it wants to be of a plan that leans on others.
    greed: how much of the gain of a deal it wants for itself; 0.5 is half.
    patience: how long it holds out for much. The exponent of the aspiration level is 1 less this (`tau`).
    promptness: how fast it writes.
    humour: how gladly it jests and brags.
    confidence: the least confidence in a joint plan (definition 23) at the deadline; it rises to that from 0, evenly.
    threshold: nu of the thesis (5.4), the value that a joint plan must exceed to become an option; 0.5 is as good as no
    deal, 0 asks for nothing.
    strategy: what it holds on to (`bots.hana.judge.strategy.strategy_of`).
    """

    name: str
    title: str
    description: str
    trust: float
    loyalty: float
    forgiveness: float
    aggressiveness: float
    gratitude: float
    vigilance: float
    sociability: float
    chattiness: float
    caution: float
    greed: float
    patience: float
    promptness: float
    humour: float
    confidence: float
    threshold: float
    strategy: str

    def __post_init__(self) -> None:
        for name in FACTORS:
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"'{name}' has to be between 0 and 1, not {getattr(self, name):g}.")
        strategy_of(self.strategy)

    @property
    def tau(self) -> float:
        """The exponent of the aspiration level A(s, t): 0 asks for all to the end, 1 gives in evenly."""
        return 1 - self.patience

    @property
    def pace(self) -> float:
        """Writing time, as a factor from 0.5 (prompt) to 1.5 (slow)."""
        return 1.5 - self.promptness


FACTORS: Final = tuple(field.name for field in fields(Personality) if field.type is float)
"""The fields that are numbers: what a rule may be multiplied with."""


def personalities_in(text: str) -> Mapping[str, Personality]:
    """The personalities of a TOML text, by name, in its order; it has a table `[name]` for each.

    Raises TableError, which names row and field.
    """
    try:
        rows = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise TableError(f"personalities: {problem}") from None
    found: dict[str, Personality] = {}
    for name, row in rows.items():
        where = f"personality '{name}'"
        if not isinstance(row, dict):
            raise TableError(f"{where}: it has to be a table, [{name}].")
        found[name] = read_row(Personality, {"name": name, **row}, where)
    return MappingProxyType(found)


PERSONALITIES: Final = personalities_in(Path(__file__).with_name("personalities.toml").read_text("utf-8"))
NEUTRAL: Final = PERSONALITIES["neutral"]
"""Bears nobody anything, for or against: it plays as the mute HANA does, and keeps its word at a moderate price."""
