"""HANA with other weights, as the arena calls bots: `bots.tuning.players:threat=0.4,danger=-0.1`.

Weights that are not named are the standard ones; the name alone says how such a player plays, so that a log can be
played again.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from bots.hana.agent import FAST, Hana, warm
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights

__all__ = ["name_of", "weights_in"]

FIELDS = tuple(field.name for field in fields(Weights) if field.name != "net")


def name_of(changes: Mapping[str, float]) -> str:
    """The seat of a player whose weights differ from the standard ones in this."""
    return f"{__name__}:" + (",".join(f"{name}={value:g}" for name, value in sorted(changes.items())) or "standard")


def weights_in(text: str) -> Weights:
    """The weights of a name like `threat=0.4,danger=-0.1` or `standard`.

    Raises ValueError, which says what is wrong with it.
    """
    if text == "standard":
        return STANDARD_WEIGHTS
    changes: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name not in FIELDS:
            raise ValueError(f"There is no weight called '{name}'. The weights are {', '.join(FIELDS)}.")
        changes[name] = float(value)
    return replace(STANDARD_WEIGHTS, **changes)


def __getattr__(name: str) -> Callable[[], Hana]:
    try:
        weights = weights_in(name)
    except ValueError as problem:
        raise AttributeError(str(problem)) from None

    def make() -> Hana:
        warm()
        return Hana(strength=FAST, weights=weights)

    return make
