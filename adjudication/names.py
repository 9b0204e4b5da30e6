"""Words for places, as people write them: full names, old codes and short forms to province codes.

Codes are looked up first, then the short forms below, then anything that begins a word of a
province's name. Where that leaves more than one province, the caller is told which.
"""

import re
from functools import lru_cache
from typing import Final

from adjudication.board import STANDARD, Province, Region

__all__ = ["COAST_WORDS", "candidates", "coast_phrase", "place_name", "region_phrase"]

SHORT_FORMS: Final[dict[str, tuple[Province, ...]]] = {
    "AD": ("ADR",),
    "BAR SEA": ("BAR",),
    "BOT": ("GOB",),
    "CHANNEL": ("ECH",),
    "EME": ("EAS",),
    "EMED": ("EAS",),
    "EMS": ("EAS",),
    "ENG": ("ECH",),
    "HELIGOLAND": ("HEL",),
    "HELIGOLAND BIGHT": ("HEL",),
    "IRISH": ("IRI",),
    "LIV": ("LVN", "LVP"),
    "LIVO": ("LVN",),
    "LPL": ("LVP",),
    "LVO": ("LVN",),
    "LYO": ("GOL",),
    "LYONS": ("GOL",),
    "GULF OF LYONS": ("GOL",),
    "MARSEILLE": ("MAR",),
    "MID": ("MAO",),
    "NAT": ("NAO",),
    "NORTH ATLANTIC": ("NAO",),
    "NOR": ("NWG", "NWY"),
    "NORTH": ("NAF", "NAO", "NTH"),
    "NRG": ("NWG",),
    "NRW": ("NWY",),
    "NTS": ("NTH",),
    "NWS": ("NWG",),
    "PET": ("STP",),
    "ROMANIA": ("RUM",),
    "SAINT PETERSBURG": ("STP",),
    "SKAGERRACK": ("SKA",),
    "ST PETE": ("STP",),
    "TRL": ("TYR",),
    "TYN": ("TYS",),
    "TYRHENNIAN": ("TYS",),
    "TYROL": ("TYR",),
    "UKRANIA": ("UKR",),
    "WES MED": ("WES",),
    "WME": ("WES",),
    "WMED": ("WES",),
    "WMS": ("WES",),
}

COAST_WORDS: Final[dict[str, str]] = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}

_WORDS: Final[dict[Province, tuple[str, ...]]] = {
    code: tuple(re.split(r"[ -]", facts.name.upper())) for code, facts in STANDARD.provinces.items()
}
_NAMES: Final[dict[str, Province]] = {" ".join(words): code for code, words in _WORDS.items()}


@lru_cache(maxsize=4096)
def candidates(text: str) -> tuple[Province, ...]:
    """The provinces that capitals-and-spaces `text` may mean: one, several (ambiguous) or none.

    An exact code, short form or name wins over beginnings. Beginnings match word by word
    (`ENG CHANNEL`, `GULF OF BOTH`), of three letters or more.
    """
    if text in STANDARD.provinces:
        return (text,)
    if text in SHORT_FORMS:
        return SHORT_FORMS[text]
    if text in _NAMES:
        return (_NAMES[text],)
    given = text.split(" ")
    if len(text) < 3 or not all(given):
        return ()
    return tuple(
        code
        for code, words in _WORDS.items()
        if len(given) <= len(words) and all(word.startswith(part) for word, part in zip(words, given, strict=False))
    )


def place_name(region: Region) -> str:
    """For people: `Paris`, `St Petersburg (south coast)`."""
    name = STANDARD.provinces[region[:3]].name
    return f"{name} ({COAST_WORDS[region[4:]]})" if len(region) > 3 else name


def coast_phrase(province: Province) -> str:
    """The coasts to choose from, for people: `the north coast or the south coast`."""
    return " or ".join(f"the {COAST_WORDS[coast]}" for coast in STANDARD.provinces[province].coasts)


def region_phrase(region: Region) -> str:
    """A place in the middle of a sentence: `Paris`, `the North Sea`, `the south coast of Spain`."""
    facts = STANDARD.provinces[region[:3]]
    name = f"the {facts.name}" if facts.kind == "sea" else facts.name
    return f"the {COAST_WORDS[region[4:]]} of {name}" if len(region) > 3 else name
