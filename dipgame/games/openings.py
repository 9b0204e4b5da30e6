"""Openings by name: what a power's orders of spring 1901 are called.

The lines of the bots' book go first, each by its own orders; `openings.toml` names the rest by some of its orders.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from adjudication.powers import Power
from bots.hana.judge.openings import BOOK

__all__ = ["LINES", "OPENINGS", "family", "opening_of", "openings_of"]

_LONGEST: Final = 60
_ROWS: Final = tomllib.loads(Path(__file__).with_name("openings.toml").read_text("utf-8"))["opening"]
LINES: Final[tuple[tuple[Power, str, frozenset[str]], ...]] = (
    *((line.power, line.name, frozenset(line.spring)) for line in BOOK),
    *((row["power"], row["name"], frozenset(row["orders"])) for row in _ROWS),
)
"""Openings: power, name, and required orders; the first that fits counts."""


def opening_of(power: Power, orders: Iterable[str]) -> str:
    """Name of the opening a power played in spring 1901.

    "" if unnamed.
    """
    given = frozenset(orders)
    return next((name for whose, name, wanted in LINES if whose == power and wanted <= given), "")


def openings_of(given: Iterable[tuple[Power, str]]) -> dict[Power, str]:
    """Names of all openings, from each power's written orders."""
    orders = defaultdict[Power, list[str]](list)
    for power, order in given:
        orders[power].append(order)
    return {power: opening_of(power, theirs) for power, theirs in orders.items()}


def family(name: str) -> str:
    """The opening without its variation."""
    return name.partition(",")[0]


def _by_power() -> dict[Power, dict[str, tuple[str, ...]]]:
    found: dict[Power, dict[str, tuple[str, ...]]] = {}
    for power, name, _ in LINES:
        if len(name) > _LONGEST:
            raise ValueError(f"{name} is longer than {_LONGEST} characters.")
        names = found.setdefault(power, {})
        whole = family(name)
        names[whole] = (*names.get(whole, ()), name) if name not in names.get(whole, ()) else names[whole]
        if name != whole:
            names[name] = (name,)
    return found


OPENINGS: Final[Mapping[Power, Mapping[str, tuple[str, ...]]]] = _by_power()
"""By power, every opening and every variation, and the names that are found by it: an opening finds its variations."""
