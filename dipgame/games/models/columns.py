"""A column for a term of a game, with the limits and words of its declaration (`bots.game_terms`)."""

from collections.abc import Callable
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from bots.game_terms import TERMS, Number, OneOf, YesNo

__all__ = ["column"]


def column(name: str, choices: Callable[[], list[tuple[Any, str]]] | None = None, **more: Any) -> Any:
    """The model field of a term. choices: by name, so that migrations need not change with the values. more: of a
    column that came later, `db_default`, for processes of the version before, which do not name it."""
    term = TERMS[name]
    words: dict[str, Any] = {"verbose_name": term.title.lower(), "help_text": term.about, **more}
    match term:
        case Number(default=default, least=least, most=most, optional=optional):
            made = models.PositiveSmallIntegerField if most < 2**15 else models.PositiveIntegerField
            limits = [MinValueValidator(least), MaxValueValidator(most)]
            return made(default=default, null=optional, blank=optional, validators=limits, **words)
        case OneOf(default=str() as default, options=options):
            return models.CharField(max_length=20, default=default, choices=choices, blank="" in options, **words)
        case OneOf(default=default):
            return models.PositiveSmallIntegerField(default=default, choices=choices, **words)
        case YesNo(default=default):
            return models.BooleanField(default=default, **words)
