"""Places of the bots on offer on the shipped ladder."""

from functools import cache
from typing import Final

from bots.ladder.entrants import Table
from bots.ladder.shipped import shipped_standing
from bots.ladder.standing import Row, Standing, without
from bots.registry import BOTS

__all__ = ["measured", "place_of"]

_TALK_FIRST: Final[tuple[Table, ...]] = ("talking", "silent")


@cache
def measured(table: Table) -> Standing | None:
    """Standing of a table without bots that are gone; None if unmeasured."""
    found = shipped_standing(table)
    return None if found is None else without(found, {row.bot for row in found.rows} - set(BOTS))


def place_of(bot: str) -> tuple[Table, int, int, Row] | None:
    """Find table, place, number of bots, and row of a bot.

    None for one not measured. Of two tables that in which it may talk.
    """
    for table in _TALK_FIRST:
        rows = () if (found := measured(table)) is None else found.rows
        for place, row in enumerate(rows, 1):
            if row.bot == bot:
                return table, place, len(rows), row
    return None
