"""Texts that need more than themselves to be an order."""

from adjudication.written import NotationError

__all__ = ["AmbiguousOrder", "IllegalOrder"]


class AmbiguousOrder(NotationError):  # noqa: N818 - named after what was given
    """The text may mean several orders; `choices` are the words to choose from."""

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class IllegalOrder(NotationError):  # noqa: N818
    """The text needs a unit where the position has none."""
