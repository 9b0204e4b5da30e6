"""Refusals of the experiments' services; nothing has been changed then."""

__all__ = ["Refused"]


class Refused(Exception):  # noqa: N818 - an answer, not a fault of the program
    """The message says why, and what to do."""
