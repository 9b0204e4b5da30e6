"""A worker for bots has a moment: the most urgent thing that waits for a bot is thought about."""

from dipgame.games import queries
from dipgame.games.services.hear import hear_claimed, take_hearing
from dipgame.games.services.play_bot import play_claimed, take_sheet

__all__ = ["think"]

_TRIES = 20
"""Others may take what was most urgent a moment ago; so many things are tried before one goes to rest."""


def think() -> bool:
    """Have a bot write its orders or hear what it was told; says whether anything waited for it."""
    for thought in queries.waiting_thoughts()[:_TRIES]:
        if thought.kind == "orders":
            sheet = take_sheet(thought.row_id)
            if sheet is not None:
                play_claimed(sheet)
                return True
        else:
            hearing = take_hearing(thought.row_id)
            if hearing is not None:
                hear_claimed(hearing)
                return True
    return False
