"""The table of formats, and a reader of any of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from adjudication.games import jdip, judge, judge_reader, own, pypi_diplomacy
from adjudication.games.value import GameFileError, RecordedGame

__all__ = ["FORMATS", "LARGEST_TEXT", "Format", "format_named", "read_game"]

LARGEST_TEXT: Final = 20_000_000
"""Characters of a game that is read where nobody says less."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a game as text.

    title: ends "Download the game ...". ending: of file names. read: None where the format says too little.
    is_like: True for texts that are probably in this format.
    """

    name: str
    title: str
    ending: str
    content_type: str
    write: Callable[[RecordedGame], str]
    read: Callable[[str], RecordedGame] | None
    is_like: Callable[[str], bool]


def _looks_like_json(text: str) -> bool:
    return text.lstrip()[:1] == "{"


_ALL: Final = (
    Format(
        "diplomacy",
        "for the Python package diplomacy",
        "diplomacy.json",
        "application/json",
        pypi_diplomacy.write,
        pypi_diplomacy.read,
        lambda text: _looks_like_json(text) and '"state"' in text and '"map"' in text,
    ),
    Format("dipgame", "as JSON of this site", "json", "application/json", own.write, own.read, _looks_like_json),
    Format("jdip", "as XML of jDip", "jdip.xml", "application/xml", jdip.write, jdip.read, jdip.is_like),
    Format(
        "judge",
        "as the judges mailed it",
        "judge.txt",
        "text/plain; charset=utf-8",
        judge.write,
        judge_reader.read,
        judge_reader.is_like,
    ),
)

FORMATS: Final[Mapping[str, Format]] = MappingProxyType({each.name: each for each in _ALL})
"""All formats of this room by name, those that are easier to tell first."""


def format_named(name: str, formats: Mapping[str, Format] = FORMATS) -> Format:
    """The format with this name. Raises GameFileError, which names those there are."""
    if name not in formats:
        raise GameFileError("", f"there is no format '{name[:20]}'; there are {', '.join(formats)}")
    return formats[name]


def read_game(
    text: str, name: str = "", *, formats: Mapping[str, Format] = FORMATS, largest: int = LARGEST_TEXT
) -> RecordedGame:
    """Read a game. name: of its format; found out where nobody says.

    Raises GameFileError, also for a text of more than `largest` characters, and where a reader fails at what it did not
    expect.
    """
    if len(text) > largest:
        raise GameFileError("", f"the text has more than {largest:,} characters")
    found = format_named(name, formats) if name else _format_of(text, list(formats.values()))
    if found.read is None:
        raise GameFileError("", f"games are written as {found.name}, and not read back")
    try:
        return found.read(text)
    except GameFileError:
        raise
    except (LookupError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"[:120]
        raise GameFileError("", f"something in it cannot be read as {found.name}: {what}") from error


def _format_of(text: str, formats: Sequence[Format]) -> Format:
    for each in formats:
        if each.is_like(text):
            return each
    names = ", ".join(each.name for each in formats if each.read is not None)
    raise GameFileError("", f"this is no game in a format that is known here; there are {names}")
