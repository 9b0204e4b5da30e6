"""Share of random trials made in every run; the night runs all."""

from math import ceil
from typing import Final

from hypothesis import settings

__all__ = ["examples"]

_THOROUGH: Final = 250
_SHARE: Final = 0.4


def examples(many: int) -> int:
    """So many of them: all with --hypothesis-profile=thorough, two in five in every run."""
    return many if settings.default is not None and settings.default.max_examples >= _THOROUGH else ceil(many * _SHARE)
