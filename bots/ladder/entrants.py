"""Tables of the ladder and their entrants.

They follow from the registry: a new bot joins by its line there.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from bots.registry import BOTS, GUIDE, Bot

__all__ = ["TABLES", "YARDSTICK", "Table", "entrants_of", "sits_at"]

Table: TypeAlias = Literal["silent", "talking"]

TABLES: Final[Mapping[Table, str]] = MappingProxyType(
    {"silent": "Games without messages", "talking": "Games with messages"},
)
"""Title of each table."""

YARDSTICK: Final = "dumbbot"
"""Bot of both tables, with which the field compares."""


def entrants_of(table: Table) -> tuple[str, ...]:
    """Names of a table's bots, in the order of the registry."""
    return tuple(bot.name for bot in BOTS.values() if sits_at(table, bot))


def sits_at(table: Table, bot: Bot) -> bool:
    """True if the bot is one of the table.

    Mute bots sit at the silent table, talkers at the other one, the yardstick at both. A character is not rated apart
    from its neutral self; the guide plays for one neighbour, not for itself.
    """
    if bot.alias or bot.name == GUIDE:
        return False
    return bot.name == YARDSTICK or bot.talks == (table == "talking")
