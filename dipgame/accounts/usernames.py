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

__all__ = ["GUEST", "NAME_VALIDATORS", "WHO_LEFT", "refuse_reserved"]

GUEST: Final = "Guest"
"""Prefix of guests' names, reserved for them."""

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


NAME_VALIDATORS: Final[list[Callable[[str], None]]] = [
    RegexValidator(
        r"^\w(?:[\w .'-]*[\w.])?\Z",
        "A name is made of letters, digits, spaces, dots, dashes and apostrophes, and begins with a letter or a digit.",
    ),
    refuse_reserved,
]
