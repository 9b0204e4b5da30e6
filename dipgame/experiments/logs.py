"""The logs of games, in the storage `experiments`: one compressed JSON line a game, each a file of its own."""

from collections.abc import Iterable, Iterator

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from bots.arena.game import Record
from bots.experiment.log import packed, unpacked
from dipgame.experiments.models import GameRun

__all__ = ["forget", "joined", "keep", "read"]


def keep(run: GameRun, record: Record) -> None:
    """Put the game's log into the storage, in place of one that an earlier try left there."""
    place = _place(run)
    _storage().delete(place)
    _storage().save(place, ContentFile(packed(record)))


def forget(run: GameRun) -> None:
    """Delete the game's log, if there is one."""
    _storage().delete(_place(run))


def read(run: GameRun) -> Record:
    """The game's log. Raises FileNotFoundError."""
    return unpacked(_bytes(run))


def joined(runs: Iterable[GameRun]) -> Iterator[bytes]:
    """The logs of games that are done, one after the other: together one compressed file, as the local command's."""
    return map(_bytes, runs)


def _bytes(run: GameRun) -> bytes:
    with _storage().open(_place(run)) as file:
        data: bytes = file.read()
        return data


def _place(run: GameRun) -> str:
    return f"{run.experiment.slug}/{run.number}.jsonl.gz"


def _storage() -> Storage:
    return storages["experiments"]
