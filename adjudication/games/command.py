"""Convert games between formats, as a command.

python -m adjudication convert --to diplomacy GAME.json > OUT.json
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from adjudication.games.bytes_text import text_of
from adjudication.games.formats import FORMATS, Format, format_named, read_game
from adjudication.games.value import GameFileError

__all__ = ["convert_text", "main"]

_PROGRAM: Final = "python -m adjudication convert"
_LARGEST_FILE: Final = 500_000_000
"""Bytes; of a file with many games, one is read."""


def convert_text(text: str, to: str, name: str = "", formats: Mapping[str, Format] = FORMATS) -> str:
    """The game in another format.

    name: of the format it is in; found out where it is empty. Raises GameFileError.
    """
    return format_named(to, formats).write(read_game(text, name, formats=formats))


def main(arguments: Sequence[str], formats: Mapping[str, Format] = FORMATS, program: str = _PROGRAM) -> int:
    """Convert a game from file to file, or between the standard streams.

    Returns the exit code: 1 where the text is no game, after a sentence on standard error.
    """
    parser = argparse.ArgumentParser(program, description="Convert a recorded game. docs/formats.md says what is lost.")
    parser.add_argument("file", nargs="?", type=Path, help="the game; standard input where there is none")
    parser.add_argument("out", nargs="?", type=Path, help="where to write; standard output where there is none")
    parser.add_argument("--to", required=True, choices=list(formats), help="the format to write")
    parser.add_argument("--from", dest="name", default="", choices=list(formats), help="found out if not given")
    parser.add_argument("--line", type=int, default=0, help="of a file with a game a line: which, from 1")
    options = parser.parse_args(arguments)
    try:
        data = sys.stdin.buffer.read(_LARGEST_FILE + 1) if options.file is None else options.file.read_bytes()
        text = text_of(data, _LARGEST_FILE)
        written = convert_text(_line(text, options.line) if options.line else text, options.to, options.name, formats)
        if options.out is None:
            sys.stdout.write(written)
        else:
            options.out.write_text(written, encoding="utf-8")
    except (GameFileError, OSError) as error:
        print(f"{options.file or 'standard input'}: {error}", file=sys.stderr)
    else:
        return 0
    return 1


def _line(text: str, number: int) -> str:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= number <= len(lines):
        raise GameFileError("", f"there is no line {number}; there are {len(lines)}")
    return lines[number - 1]
