"""Let one bot think, with the calls of a worker (`dipgame/games/services/think.py`)."""

from dipgame.games.services.hear import hear_claimed, take_hearing
from dipgame.games.services.play_bot import play_claimed, take_sheet

__all__ = ["hear", "play_bot"]


def play_bot(sheet_id: int) -> bool:
    """Ask the bot of a sheet for orders; True if kept."""
    sheet = take_sheet(sheet_id)
    return sheet is not None and play_claimed(sheet)


def hear(seat_id: int) -> bool:
    """Let a seat's bot hear its oldest message; True if any."""
    hearing = take_hearing(seat_id)
    if hearing is None:
        return False
    hear_claimed(hearing)
    return True
