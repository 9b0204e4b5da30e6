"""Bodies from text: `phrases/bodies.txt` says how each is said, a maker what it then is.

A body is matched as a whole or not at all: every name in it is used. Patterns see the tokens of
`spotting` with the verbs' forms left out (`support`, not `support~g`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from negotiation.english.make_orders import ORDER_MAKERS
from negotiation.english.make_pacts import PACT_MAKERS, whole_division
from negotiation.english.named import Make, NoPlaceError, Values
from negotiation.english.needing import Needing
from negotiation.grounding.bodies import Body
from negotiation.words.phrasebook import phrases

__all__ = ["MAKERS", "bodies", "every", "loosely"]

MAKERS: Final[Mapping[str, Make]] = {**ORDER_MAKERS, **PACT_MAKERS}
_PLACELESS: Final = frozenset(
    [
        "peace",
        "alliance",
        "pair_alliance",
        "trio",
        "attack",
        "each_attack",
        "draw",
        "solo",
        "waive",
        "home_zone",
        "build_kind",
    ]
)
"""What may be said without the name of a place or unit."""

_COMPILED: Final = tuple(
    (re.compile(pattern), MAKERS[key], key in _PLACELESS) for _, key, pattern in phrases("bodies") if key
)
_NEEDING: Final = Needing((pattern for pattern, _, _ in _COMPILED), whole=True)
_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")


def bodies(text: str, values: Values) -> Iterator[Body]:
    """All readings of a body that use every word of it."""
    yield from dict.fromkeys(body for body in _made(text, values) if body is not None)


def _made(text: str, values: Values) -> Iterator[Body | None]:
    placed = _PLACED.search(text) is not None
    if placed:
        yield _or_none(lambda: whole_division(text, values))
    for pattern, make, placeless in map(_COMPILED.__getitem__, _NEEDING.among(text)):
        match = pattern.fullmatch(text) if placed or placeless else None
        if match is not None:
            yield _or_none(partial(make, match, values))


def loosely(pattern: re.Pattern[str], make: Make, text: str, values: Values) -> tuple[int, Body] | None:
    """Where in a text a pattern finds a body first, and the body; None when it finds none."""
    match = pattern.search(text)
    body = _or_none(partial(make, match, values)) if match is not None else None
    return None if match is None or body is None else (match.start(), body)


def every(
    pattern: re.Pattern[str], make: Make, text: str, values: Values, most: int
) -> Iterator[tuple[int, int, Body]]:
    """Where a pattern finds a body, from where to where; overlapping finds as well, `most` of them."""
    at = 0
    for _ in range(most):
        match = pattern.search(text, at)
        if match is None:
            return
        body = _or_none(partial(make, match, values))
        if body is not None:
            yield match.start(), match.end(), body
        at = match.start() + 1


def _or_none(made: Callable[[], Body | None]) -> Body | None:
    try:
        return made()
    except NoPlaceError:
        return None
