"""Errors of the talk.

TalkError
├── MalformedTermError      the text is not a term of L: says where, and what was expected there
├── LevelTooHighError       the term is above the level the game allows
└── ProtocolRefusedError    the term may not be said now: says which rule, and what may be said
"""

__all__ = ["LevelTooHighError", "MalformedTermError", "ProtocolRefusedError", "TalkError"]


class TalkError(ValueError):
    """Anything wrong with an utterance. `str()` is a sentence for people."""


class MalformedTermError(TalkError):
    """The text is not a term of L.

    position: offset of the first character that cannot be, `len(text)` when the text ends too early.
    expected: what could have stood there, in words, sorted.
    """

    def __init__(self, message: str, text: str, position: int, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
        self.expected = expected

    @property
    def line(self) -> int:
        """The line of the place, from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the place, from 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    @property
    def pointer(self) -> str:
        """The line of the place with a mark under it, for a terminal."""
        line = self.text.split("\n")[self.line - 1]
        start = max(0, self.column - 61)
        return f"{line[start : start + 120]}\n{' ' * (self.column - 1 - start)}^"


class LevelTooHighError(TalkError):
    """The term needs level `needed`; the game allows levels up to `allowed`."""

    def __init__(self, needed: int, allowed: int) -> None:
        super().__init__(f"This needs language level {needed}; this game allows levels up to {allowed}.")
        self.needed = needed
        self.allowed = allowed


class ProtocolRefusedError(TalkError):
    """The protocol does not allow this utterance now.

    `rule` is the rule, `allowed` the acts allowed now.
    """

    def __init__(self, message: str, rule: str, allowed: tuple[str, ...]) -> None:
        super().__init__(message)
        self.rule = rule
        self.allowed = allowed
