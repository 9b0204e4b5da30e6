"""The phrases of which a letter is made: powers to their reader, units and where they stand."""

from typing import Final

from adjudication.board import Region, UnitKind
from adjudication.names import region_phrase
from adjudication.position import Unit
from adjudication.powers import POWER_NAMES, Power

__all__ = ["ARTICLES", "genitive", "it_words", "object_of", "piece", "possessive", "subject", "unit_words"]

_KINDS: Final = {"A": "army", "F": "fleet"}
ARTICLES: Final = {"A": "an", "F": "a"}
"""Of an army and of a fleet."""


def subject(power: Power | None, reader: Power | None) -> str:
    return "Somebody" if power is None else "You" if power == reader else POWER_NAMES[power]


def object_of(power: Power | None, reader: Power | None) -> str:
    return "somebody" if power is None else "you" if power == reader else POWER_NAMES[power]


def possessive(power: Power, reader: Power | None) -> str:
    return "your" if power == reader else genitive(power)


def genitive(power: Power) -> str:
    return f"{POWER_NAMES[power]}'s"


def unit_words(unit: Unit) -> str:
    return piece(unit.kind, unit.region)


def piece(kind: UnitKind, region: Region) -> str:
    """`army in Paris`, `fleet on the south coast of Spain`."""
    return f"{_KINDS[kind]} {'on' if '/' in region else 'in'} {region_phrase(region)}"


def it_words(fate: str) -> str:
    """`; it retreated to Ruhr`, after a sentence that has another subject."""
    return f"; it{fate.removeprefix(' and')}" if fate else ""
