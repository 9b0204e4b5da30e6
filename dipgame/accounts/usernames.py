"""Refuse reserved names."""

from collections.abc import Callable
from functools import cache
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from adjudication.powers import POWER_NAMES
from bots.persons import NAMES
from bots.registry import BOTS
from dipgame.accounts.looks import look_of

__all__ = [
    "GUEST",
    "KEPT_NAME_VALIDATORS",
    "LONGEST_NAME",
    "MARK",
    "NAME_VALIDATORS",
    "WHO_LEFT",
    "refuse_reserved",
    "without_mark",
]

LONGEST_NAME: Final = 30
"""Characters of the longest name."""

GUEST: Final = "Guest"
"""Prefix of guests' names, reserved for them."""

MARK: Final = " (bot)"
"""End of the name of every bot's account. `NAME_VALIDATORS` refuse it to people."""

WHO_LEFT: Final = "A player who left"
"""The name of everybody who deleted their account, and of nobody else."""


@cache
def _reserved() -> frozenset[str]:
    """Looks of the reserved names.

    Computed at first use: the table of confusable letters is large, and most processes never need it.
    """
    known = ("admin", "administrator", "moderator", "staff", "dipgame", "system", "bot", "everyone", "nobody", WHO_LEFT)
    bots = (name for bot in BOTS.values() for name in (bot.name, bot.title, bot.alias) if name)
    return frozenset(map(look_of, (*known, *POWER_NAMES.values(), *bots, *NAMES)))


def refuse_reserved(name: str) -> None:
    """Raises ValidationError for names that would be mistaken for a power, a bot, a guest or the site itself, or that
    look like such a one."""
    look = look_of(name)
    if look in _reserved() or look.startswith(look_of(GUEST)):
        raise ValidationError("Please choose another name: this one could be mistaken for a power, a bot or the site.")


def without_mark(name: str) -> str:
    """The name of a bot's account as its owner typed it."""
    return name.removesuffix(MARK)


_MADE_OF: Final = (
    "A name is made of letters, digits, spaces, dots, dashes and apostrophes, and begins with a letter or a digit."
)

NAME_VALIDATORS: Final[list[Callable[[str], None]]] = [
    RegexValidator(r"^\w(?:[\w .'-]*[\w.])?\Z", _MADE_OF),
    refuse_reserved,
]
"""For names that people type."""

KEPT_NAME_VALIDATORS: Final[list[Callable[[str], None]]] = [
    RegexValidator(r"^\w(?:[\w .'-]*[\w.])?(?: \(bot\))?\Z", _MADE_OF),
    refuse_reserved,
]
"""For names of all accounts, those of bots with their mark."""
