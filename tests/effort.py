"""Share of tests and of random examples in each kind of run."""

from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

__all__ = ["EXAMPLES", "examples", "files_of_variations", "in_part", "is_brief", "one_of", "variation"]

EXAMPLES: Final = {"brief": 10, "same": 40, "thorough": 250}
"""Examples of a property by profile: of `.ci/run`, of `make test`, of `make nightly`."""

_SHARES: Final = {"brief": 0.1, "thorough": 1.0}


def examples(many: int) -> int:
    """Number of trials in this kind of run.

    All of them at night, two in five with `make test`, one in ten with `.ci/run`.
    """
    return ceil(many * _SHARES.get(settings.get_current_profile_name(), 0.4))


def is_brief() -> bool:
    """True in `.ci/run`, which tries the least."""
    return settings.get_current_profile_name() == "brief"


def variation(*values: Any, id: str | None = None) -> Any:
    """Parameters of a case that another one nearly shows.

    As the same on a larger screen: `.ci/run` leaves it out.
    """
    return pytest.param(*values, marks=pytest.mark.variation, id=id)


def one_of(values: Iterable[Any]) -> list[Any]:
    """Make parameters of values: the first one, and the others as variations."""
    first, *others = values
    return [first, *map(variation, others)]


def in_part(cases: Sequence[Any], every: int = 10) -> list[Any]:
    """Split a corpus into two parameters: one case in so many, and a variation."""
    others = [case for number, case in enumerate(cases) if number % every]
    return [pytest.param(cases[::every], id="part"), variation(others, id="the others")]


def files_of_variations(tests: Iterable[pytest.Item]) -> set[Path]:
    """Files whose tests are all left out by `.ci/run`."""
    tests = list(tests)
    return {each.path for each in tests} - {each.path for each in tests if not each.get_closest_marker("variation")}
