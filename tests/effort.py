"""Share of tests and trials in every run; the night has all."""

from math import ceil
from typing import Any, Final

import pytest
from hypothesis import settings

__all__ = ["at_night", "examples"]

_THOROUGH: Final = 250
_SHARE: Final = 0.4


def examples(many: int) -> int:
    """So many of them: all with --hypothesis-profile=thorough, two in five in every run."""
    return many if settings.default is not None and settings.default.max_examples >= _THOROUGH else ceil(many * _SHARE)


def at_night(*values: Any, id: str | None = None) -> Any:
    """Parameters of a case that another nearly shows.

    As the same on a larger screen: `make nightly` runs it, and whoever runs its file.
    """
    return pytest.param(*values, marks=pytest.mark.night, id=id)
