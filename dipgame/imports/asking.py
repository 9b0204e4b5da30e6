"""Keep a file that somebody sends, and have a worker read it.

The same content sent twice, by a second click or in a second tab, is one import.
"""

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet

from dipgame.games import clock
from dipgame.games.errors import Malformed, TooManyGames
from dipgame.games.services.import_game import LARGEST_FILE
from dipgame.games.services.quota import check_import
from dipgame.imports.models import GameImport
from dipgame.in_parts import Queue
from dipgame.transactions import after_commit, atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "KEPT",
    "MOST_KEPT",
    "MOST_OF_ONE",
    "MOST_WAITING",
    "QUEUE",
    "ask_import",
    "forget_imports",
    "import_of",
    "imports_of",
    "read_again",
]

QUEUE: Final = Queue(GameImport, "imports.read", kept=("problem", "content"), lease=timedelta(minutes=1))

KEPT: Final = timedelta(days=1)
"""Time for which a file that was read is listed, and kept if it was refused."""
MOST_KEPT: Final = 8
"""Files of one person that are listed."""
MOST_OF_ONE: Final = 3
"""Files of one person that may wait."""
MOST_WAITING: Final = 50
"""Files that may wait in all."""

_LONGEST_NAME: Final = 120


def ask_import(person: "User", name: str, content: bytes) -> GameImport:
    """Keep the file and wake a worker to read it.

    name: of the file, empty for pasted text. A file that waits, or has become a game, is not read again. Raises
    Malformed for one that is too large, TooManyGames where too many wait or were tried.
    """
    if len(content) > LARGEST_FILE:
        raise Malformed(f"The file is larger than {LARGEST_FILE // 1000} kB.")
    digest = hashlib.sha256(content).hexdigest()
    known = imports_of(person).filter(digest=digest).first()
    if known is not None and (known.state == GameImport.State.WAITING or known.game_id is not None):
        return known
    _check_room(person)
    with atomic():
        _forget(imports_of(person).exclude(digest=digest), MOST_KEPT - 1)
        fresh = {"name": name[:_LONGEST_NAME], "content": content, "asked_at": clock.now()}
        row, _ = GameImport.objects.get_or_create(owner=person, digest=digest, defaults=fresh)
        _wait(row, content)
        after_commit(QUEUE.wake)
    return row


def read_again(row: GameImport) -> None:
    """Have a file read once more.

    One that was refused, or that no worker managed to read; nothing happens to another. Raises TooManyGames.
    """
    if not row.can_be_read_again:
        return
    _check_room(row.owner)
    with atomic():
        _wait(row, bytes(row.content))
        after_commit(QUEUE.wake)


def imports_of(person: "User") -> QuerySet[GameImport]:
    """Files that a person sent, the last one first, without their content."""
    return GameImport.objects.filter(owner=person).select_related("game").defer("content").order_by("-asked_at", "-id")


def import_of(person: "User", slug: str) -> GameImport | None:
    """A file of this person's, or None."""
    return imports_of(person).filter(slug=slug).first()


def forget_imports() -> None:
    """Delete the files of yesterday that do not wait."""
    _forget(GameImport.objects.filter(asked_at__lt=clock.now() - KEPT), 0)


def _check_room(person: "User") -> None:
    if QUEUE.waiting.filter(owner=person).count() >= MOST_OF_ONE:
        raise TooManyGames(f"{MOST_OF_ONE} of your files wait already. Send this one when one of them is read.")
    if QUEUE.waiting.count() >= MOST_WAITING:
        raise TooManyGames(f"{MOST_WAITING} files wait already. Send yours again in some minutes.")
    check_import(person)


def _wait(row: GameImport, content: bytes) -> None:
    """Let a row that is over, and has no game, wait anew."""
    over = GameImport.objects.filter(pk=row.pk, game=None).exclude(state=GameImport.State.WAITING)
    again = {"state": GameImport.State.WAITING, "asked_at": clock.now(), "tries": 0, "held_until": None}
    over.update(**again, content=content, problem="")


def _forget(rows: QuerySet[GameImport], most: int) -> None:
    """Delete rows that do not wait, but for the last ones."""
    over = rows.exclude(state=GameImport.State.WAITING).order_by("-asked_at", "-id")
    GameImport.objects.filter(pk__in=list(over.values_list("pk", flat=True)[most:])).delete()
