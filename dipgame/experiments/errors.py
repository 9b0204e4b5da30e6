"""What a service of experiments answers when it will not do as asked; nothing has been changed then."""

__all__ = ["Refused"]


class Refused(Exception):  # noqa: N818 - an answer, not a fault of the program
    """The message says why, and what to do."""
