"""Places in words, for people: `Paris`, `the North Sea`, `the south coast of Spain`."""

from collections.abc import Sequence
from typing import Final

from adjudication.board import STANDARD, Province, Region

__all__ = ["COAST_WORDS", "coast_phrase", "either", "place_name", "region_phrase"]

COAST_WORDS: Final[dict[str, str]] = {
    "NC": "north coast",
    "SC": "south coast",
    "EC": "east coast",
    "WC": "west coast",
}


def place_name(region: Region) -> str:
    """Title of a place: `Paris`, `St Petersburg (south coast)`."""
    name = STANDARD.provinces[region[:3]].name
    return f"{name} ({COAST_WORDS[region[4:]]})" if len(region) > 3 else name


def coast_phrase(province: Province) -> str:
    """The coasts to choose from: `the north coast or the south coast`."""
    return " or ".join(f"the {COAST_WORDS[coast]}" for coast in STANDARD.provinces[province].coasts)


def region_phrase(region: Region) -> str:
    """A place in the middle of a sentence: `Paris`, `the North Sea`, `the south coast of Spain`."""
    facts = STANDARD.provinces[region[:3]]
    name = f"the {facts.name}" if facts.kind == "sea" else facts.name
    return f"the {COAST_WORDS[region[4:]]} of {name}" if len(region) > 3 else name


def either(names: Sequence[str]) -> str:
    """Several names to choose from: `Norway or the Norwegian Sea`."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
