"""Fixtures of all tests, and in which way they run.

Tests of the pure rooms run without Django where nothing else is asked for; else `tests.site` comes along, with the
cast, whole games, and a real Redis.
"""

import gc
import signal
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as properties

from tests.effort import EXAMPLES, files_of_variations

PURE: Final = frozenset({"adjudication", "negotiation", "bots", "daide"})
"""Rooms without Django, by the names of their tests' folders."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell: commands that tests begin and interrupt would not hear it either.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, however slow the machine; --hypothesis-profile says how many, explore has others.
properties.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
for name, most in EXAMPLES.items():
    properties.register_profile(name, properties.get_profile("explore"), derandomize=True, max_examples=most)
properties.load_profile("same")


# Modules and tests all stay: looking for garbage among them took a fifth of the time of their collection.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Load Django and the site's fixtures, unless all tests are pure.

    Before pytest-django, which then keeps tests from a database that they do not ask for.
    """
    here = Path(__file__).parent
    asked = [config.invocation_params.dir / each.partition("::")[0] for each in config.args]
    if all(
        path.is_relative_to(here) and {*path.relative_to(here).parts[:1]} <= PURE and path != here for path in asked
    ):
        return
    import tests.ready  # noqa: F401
    from tests import site

    config.pluginmanager.register(site, "tests.site")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with slow tests; refuse a file with nothing but variations."""
    are_whole = not config.getoption("lf", default=False) and not any("::" in each for each in config.args)
    if are_whole and (left_out := files_of_variations(items)):
        raise pytest.UsageError(f"Each file keeps a test that is no variation: {', '.join(map(str, sorted(left_out)))}")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Exempt all loaded modules from garbage collection, then collect seldom."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
