"""Fixtures of the tests of games."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from bots.registry import Bot, also_on_offer


@pytest.fixture
def put_on_offer() -> Iterator[Callable[..., None]]:
    """Puts these bots on offer beside the usual ones until the test is over."""
    with ExitStack() as until_the_end:

        def put(*bots: Bot) -> None:
            until_the_end.enter_context(also_on_offer(*bots))

        yield put
