"""On which line each value of a TOML text stands.

The text has been read by `tomllib` before, so it is sound TOML.
"""

from typing import Final, TypeAlias

__all__ = ["Place", "has_comments", "line_of", "lines_of"]

Place: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys of tables and numbers in lists, from the outside in."""

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every table, key and element of a list."""
    return _Walk(text).lines


def has_comments(text: str) -> bool:
    """True if the text has comments."""
    return _Walk(text).has_comments


def line_of(lines: dict[Place, int], place: Place) -> int:
    """The line of a value or, for one that is missing, of what it is missing from; 1 for the whole file."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


class _Walk:
    """One way through a text, from its first character to its last."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text.replace("\r\n", "\n"), 0, 1
        self.has_comments = False
        self.lines: dict[Place, int] = {}
        self.lists: dict[Place, int] = {}
        table: Place = ()
        while self._skip():
            if self._sees("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Place:
        is_list = self.text.startswith("[[", self.at)
        self._step(2 if is_list else 1)
        *outer, last = self._keys()
        self._step(2 if is_list else 1)
        place: Place = ()
        for key in outer:
            place = (*place, key)
            # A header that goes on into a list of tables means the one begun last.
            place = (*place, self.lists[place]) if place in self.lists else place
        place = (*place, last)
        if is_list:
            number = self.lists[place] = self.lists.get(place, -1) + 1
            place = (*place, number)
        self.lines.setdefault(place, self.line)
        return place

    def _pair(self, table: Place) -> None:
        line = self.line
        place = table
        for key in self._keys():
            place = (*place, key)
            self.lines.setdefault(place, line)
        self._step(1)
        self._blanks()
        self._value(place)

    def _keys(self) -> "list[str]":
        found: list[str] = []
        while True:
            self._blanks()
            found.append(self._string() if self.text[self.at] in "\"'" else self._bare())
            self._blanks()
            if not self._sees("."):
                return found
            self._step(1)

    def _value(self, place: Place) -> None:
        self.lines.setdefault(place, self.line)
        character = self.text[self.at]
        if character in "\"'":
            self._string()
        elif character == "[":
            self._step(1)
            number = 0
            while self._skip() and not self._sees("]"):
                self._value((*place, number))
                number += 1
                self._comma()
            self._step(1)
        elif character == "{":
            self._step(1)
            while self._skip() and not self._sees("}"):
                self._pair(place)
                self._comma()
            self._step(1)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self._step(1)

    def _comma(self) -> None:
        if self._skip() and self._sees(","):
            self._step(1)

    def _bare(self) -> str:
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in _BARE:
            self._step(1)
        return self.text[begin : self.at]

    def _string(self) -> str:
        quote = self.text[self.at]
        end = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self._step(len(end))
        characters: list[str] = []
        while not self.text.startswith(end, self.at):
            character = self.text[self.at]
            if character == "\\" and quote == '"':
                self._step(1)
                character = _ESCAPES.get(self.text[self.at], self.text[self.at])
            characters.append(character)
            self._step(1)
        self._step(len(end))
        # Up to two quotes may stand right before the closing three.
        while len(end) == 3 and self._sees(quote):
            self._step(1)
        return "".join(characters)

    def _skip(self) -> bool:
        """Past blanks, ends of lines and comments. Whether anything is left."""
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                self.has_comments = True
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self._step(1)
            elif self.text[self.at] in " \t\n":
                self._step(1)
            else:
                return True
        return False

    def _after_blanks(self) -> int:
        at = self.at
        while self.text[at : at + 1] in (" ", "\t"):
            at += 1
        return at

    def _blanks(self) -> None:
        self.at = self._after_blanks()

    def _sees(self, character: str) -> bool:
        return self.text.startswith(character, self.at)

    def _step(self, characters: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + characters)
        self.at += characters
