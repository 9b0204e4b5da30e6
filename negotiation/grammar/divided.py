"""Makers for productions about getting, keeping and giving centers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from negotiation.grammar.saying import PRONOUNS, as_tuple
from negotiation.grounding.bodies import PARTNER, Body, Centers
from negotiation.words.entities import Place

__all__ = ["CENTERS"]


def _centers(p: tuple[Place, ...]) -> Body:
    return Centers((("", p),))


def _held(p: tuple[Place, ...]) -> Body:
    return Centers((("", p),), held=True)


def _centers_for(p: Place, q: tuple[Place, ...]) -> Body:
    return Centers((("", (p, *q)),))


def _given(p: tuple[Place, ...], who: str = "") -> Body:
    return Centers(((PRONOUNS.get(who, who) or PARTNER, p),), given=True)


def _traded(p: Any, q: Any) -> Body:
    return Centers(((PARTNER, as_tuple(p=p)), ("", as_tuple(q=q))))


def _received(p: Any, q: Any) -> Body:
    return Centers((("", p), (PARTNER, q)))


def _split(p: Place, q: Place) -> Body:
    return Centers((("me", (p,)), ("you", (q,))), split=True)


def _share(p: tuple[Place, ...], who: str = "me") -> tuple[tuple[str, tuple[Place, ...]], ...]:
    return ((PRONOUNS.get(who, who), p),)


def _two(s: Any, t: Any) -> Any:
    return None if s[-1][0] == t[0][0] and s[-1] == t[0] else (*s, *t)


def _shares(s: Any) -> Body:
    return Centers(s)


CENTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "held": _held,
    "centers": _centers,
    "centersfor": _centers_for,
    "given": _given,
    "traded": _traded,
    "received": _received,
    "split": _split,
    "share": _share,
    "two": _two,
    "shares": _shares,
}
"""By the name that a production gives its maker."""
