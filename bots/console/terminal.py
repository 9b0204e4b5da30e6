"""Terminal of the console: its only input and output."""

import io
import sys
from typing import Final, TextIO

__all__ = ["Left", "Terminal", "standard_terminal"]

_LONGEST: Final = 2_000
"""Characters of a line that are read; the rest is left out."""


class Left(BaseException):
    """The person has left the game.

    Not an Exception, so that no `except Exception` around a bot's call takes it for a fault.
    """


class Terminal:
    """The person's screen and keyboard."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.source, self.out = source, out

    def tell(self, text: str = "") -> None:
        """Print a text and a line break."""
        self.out.write(f"{text}\n")
        self.out.flush()

    def ask(self, prompt: str) -> str:
        """Print the prompt and read a line, without blanks around it.

        Raises Left at the end of input, and for `quit`.
        """
        if self.source is sys.stdin and self.source.isatty():
            try:
                line = input(f"{prompt} ")
            except EOFError:
                self.tell()
                raise Left from None
        else:
            self.out.write(f"{prompt} ")
            self.out.flush()
            read = self.source.readline()
            # Nobody sees what is typed: the line is shown after its prompt.
            self.tell(read.strip())
            if not read:
                raise Left
            line = read
        line = "".join(sign if sign.isprintable() else " " for sign in line[:_LONGEST]).strip()
        if line.lower() in ("quit", "exit"):
            raise Left
        return line


def standard_terminal() -> Terminal:
    """Build a terminal of the process's input and output.

    Both are UTF-8; what is not counts as letters nobody knows.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    return Terminal(sys.stdin, sys.stdout)
