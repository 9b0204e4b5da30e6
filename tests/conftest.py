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

PURE: Final = frozenset({"adjudication", "negotiation", "bots", "daide"})
"""Rooms without Django, by the names of their tests' folders."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell: commands that tests begin and interrupt would not hear it either.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, however slow the machine; --hypothesis-profile=thorough has more, explore others.
properties.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
properties.register_profile("same", properties.get_profile("explore"), derandomize=True, max_examples=40)
properties.register_profile("thorough", properties.get_profile("same"), max_examples=250)
properties.load_profile("same")


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
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Exempt everything loaded so far from garbage collection."""
    gc.collect()
    gc.freeze()
