"""Recorded games in the formats of several programs, both ways.

`value` holds a game that was played, `replay` builds one by carrying out its orders, each other module is one format,
and `formats` is the table of them. `docs/formats.md` says what each format loses. Nobody's name and no message is kept.
"""

from adjudication.games import own
from adjudication.games.bytes_text import text_of
from adjudication.games.formats import FORMATS, Format, format_named, read_game
from adjudication.games.value import GameFileError, PlayedPhase, RecordedGame

__all__ = [
    "FORMATS",
    "Format",
    "GameFileError",
    "PlayedPhase",
    "RecordedGame",
    "format_named",
    "own",
    "read_game",
    "text_of",
]
