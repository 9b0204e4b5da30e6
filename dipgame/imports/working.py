"""Read files that wait, one at a time, and store their games."""

from dipgame.games.errors import Refused
from dipgame.games.services.import_game import read_file, store_game
from dipgame.games.services.quota import check_new_game
from dipgame.imports.asking import QUEUE
from dipgame.imports.models import GameImport

__all__ = ["work"]


def work() -> bool:
    """Read the first file that waits; true if there was one."""
    return QUEUE.work(_read, _store)


def _read(row: GameImport) -> bool:
    """Read the file, or note why it is refused; always the whole."""
    try:
        row.found = read_file(bytes(row.content))
        check_new_game(row.owner)
    except Refused as refused:
        row.found, row.problem = None, refused.message
    else:
        row.content = b""
    return True


def _store(row: GameImport) -> None:
    """Store the game.

    The import ends in the same transaction: a file becomes one game, whatever fails.
    """
    if row.found is not None:
        game = store_game(row.owner, row.found)
        GameImport.objects.filter(pk=row.pk).update(game=game)
