"""The games that were played, on disk: one compressed JSON line a game, added as it ends, read again after a stop.

`games.jsonl.gz` is a chain of gzip files, one a game, so that `zcat` and `gzip.open` read it as one text and a game
that was being written when the machine stopped costs that game only. `settings.json` says what they have in common.
"""

import fcntl
import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from bots.arena.game import Record

__all__ = ["Log", "LogError", "packed", "read_games", "unpacked"]

_GAMES: Final = "games.jsonl.gz"
_SETTINGS: Final = "settings.json"
_LATER: Final = ("matched", "positions")
"""Settings that files of earlier versions do not have; one that is missing is taken as wanted, and written down."""
_GZIP: Final = 16 + zlib.MAX_WBITS
_CHUNK: Final = 1 << 16


class LogError(Exception):
    """The folder cannot be used for these games; the message says why and what to do."""


class Log:
    """The log in a folder, open for adding games; a context manager.

    Opening it makes the folder, cuts off a game that was not written to its end, and raises LogError when the folder
    holds games of other settings, is in use, or cannot be written.
    """

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self.path = folder / _GAMES
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab+")
        except OSError as problem:
            raise LogError(f"'{folder}' cannot be written: {problem.strerror}.") from problem
        try:
            _claim(self._file.fileno(), folder)
            _check_settings(folder, settings)
            whole = max((end for _, end in _members(self.path)), default=0)
            if self.path.stat().st_size > whole:
                self._file.truncate(whole)
        except LogError:
            self._file.close()
            raise

    def games(self) -> Iterator[Record]:
        """The games in the log, in the order in which they were added."""
        return read_games(self.path.parent)

    def add(self, record: Record) -> None:
        """Write a game; it is on disk, as far as this process goes, when this returns."""
        self._file.write(packed(record))
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def packed(record: Record) -> bytes:
    """A game as it stands in a log: one compressed line, the same bytes for the same record."""
    line = json.dumps(record, separators=(",", ":")) + "\n"
    return gzip.compress(line.encode(), mtime=0)


def unpacked(data: bytes) -> Record:
    """Unpack a record that `packed` wrote."""
    record: Record = json.loads(gzip.decompress(data))
    return record


def read_games(folder: Path) -> Iterator[Record]:
    """The games logged in a folder, one at a time. Raises FileNotFoundError."""
    return (json.loads(line) for line, _ in _members(folder / _GAMES))


def _members(path: Path) -> Iterator[tuple[bytes, int]]:
    """Contents and end offset of each complete gzip file in the chain.

    Stops at one that is torn.
    """
    with path.open("rb") as file:
        rest, end = b"", 0
        while True:
            parts, unpacker = [], zlib.decompressobj(_GZIP)
            while not unpacker.eof:
                data = rest or file.read(_CHUNK)
                rest = b""
                if not data:
                    return
                try:
                    parts.append(unpacker.decompress(data))
                except zlib.error:
                    return
            rest = unpacker.unused_data
            end = file.tell() - len(rest)
            yield b"".join(parts), end


def _claim(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        raise LogError(f"Games are being played into '{folder}' right now; wait or use another folder.") from problem


def _check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    path, wanted = folder / _SETTINGS, json.loads(json.dumps(dict(settings)))
    try:
        if not path.exists():
            path.write_text(_shown(wanted), encoding="utf-8")
            return
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise _unusable(path, problem) from problem
    missing = {key: wanted[key] for key in _LATER if key in wanted and key not in found}
    found = {**found, **missing}
    different = sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))
    if different:
        was = ", ".join(f"{key} {found.get(key)} (now {wanted.get(key)})" for key in different)
        raise LogError(
            f"The games in '{folder}' were played with other settings: {was}. "
            "Give the same ones to go on with them, or another folder to start anew."
        )
    if missing:
        try:
            path.write_text(_shown(found), encoding="utf-8")
        except OSError as problem:
            raise _unusable(path, problem) from problem


def _shown(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, indent=2) + "\n"


def _unusable(path: Path, problem: Exception) -> LogError:
    return LogError(f"'{path}' cannot be used ({problem}); use another folder, or remove this one.")
