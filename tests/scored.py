"""A corpus as one test: every case is judged, and what does not hold is told together, with the score."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

__all__ = ["each_of"]

Test = Callable[..., None]
_TOLD = 40
"""So many cases are told with why they do not hold; of the others only the names."""


def each_of(
    cases: Iterable[Any] | Callable[[], Iterable[Any]], name: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Have a test judge all of these cases, given as its first argument; its other arguments stay pytest's.

    cases: or what makes them, where that takes a while: it is called when the test runs.
    name: what a case is called where it does not hold. A case that raises is one that does not hold.
    """

    def judged(test: Test) -> Test:
        def whole(**given: Any) -> None:
            corpus = list(cases() if callable(cases) else cases)
            assert corpus, "a corpus without cases holds always"
            wrong: list[str] = []
            for case in corpus:
                try:
                    test(case, **given)
                except Exception as error:
                    wrong.append(f"{name(case)}: {type(error).__name__} {error}" if len(wrong) < _TOLD else name(case))
            if wrong:
                pytest.fail(f"{len(corpus) - len(wrong)} of {len(corpus)} hold\n" + "\n".join(wrong), pytrace=False)

        whole.__name__, whole.__doc__, whole.__module__ = test.__name__, test.__doc__, test.__module__
        _, *others = inspect.signature(test).parameters.values()
        whole.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        whole.pytestmark = getattr(test, "pytestmark", [])  # type: ignore[attr-defined]
        return whole

    return judged
