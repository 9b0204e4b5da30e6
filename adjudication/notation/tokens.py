"""Typed orders as tokens: words in capitals, dashes, and coasts as `/NC`."""

import re
import unicodedata
from html import unescape
from typing import Final

from adjudication.names.table import ADJECTIVES, POWER_WORDS
from adjudication.powers import Power
from adjudication.written import MalformedOrder, shortened

__all__ = ["POWERS_NAMED", "tokenized", "without_marker"]

POWERS_NAMED: Final[dict[str, Power]] = {
    word.upper(): power for words in (POWER_WORDS, ADJECTIVES) for word, power in words.items()
}
"""Words for powers, in capitals."""

_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2e3a\u30fc\ufe58\ufe63\uff0d~"
_HEADS: Final = (
    ">\u2192\u21d2\u21a6\u21fe\u27a1\u2794\u2799\u279c\u279d\u279e\u27a4\u27f6\u27f9\u2b62\u00bb\u203a\u25b6\u25ba"
)
_ARROW: Final = re.compile(f"[{_DASHES}=]*[{_HEADS}]+|[{_DASHES}]+")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")
_MARKER: Final = re.compile(
    r"\s*(?:[*\u2022\u00b7\u2023\u25e6\u25aa\u25cf\u2013\u2014+-]|\(?#?\d{1,3}\s?[.):](?!\d)|[a-z]\)(?=\s))\s*",
    re.IGNORECASE,
)
_POWER: Final = re.compile(rf"\s*(?:{'|'.join(map(re.escape, POWERS_NAMED))})\s*:", re.IGNORECASE)
_SIDES: Final = "NORTH(?:ERN)?|SOUTH(?:ERN)?|EAST(?:ERN)?|WEST(?:ERN)?|[NSEW]"
_COAST: Final = re.compile(
    rf"[/.]?\s?\(?\b({_SIDES})\.?\s?(?:COAST|CST|C)\b\.?\)?|\(\s*({_SIDES})\s*\)|/\s*({_SIDES})\b(?!\.?\s?(?:SEA|ATL))"
)
_NOISE: Final = re.compile(r"[.,:;_()'\"`*\u2018\u2019\u201c\u201d\s]+")
_TOKEN: Final = re.compile(r"[^\W\d_]+|/[NSEW]C|-")


def without_marker(text: str) -> str:
    """The text without the bullet or number in front of it."""
    return _MARKER.sub("", text, count=1) if _MARKER.match(text) else text


def tokenized(text: str, example: str) -> list[str]:
    """Capital words, dashes, and coasts as `/NC`.

    Raises MalformedOrder for signs that no order has.

    example: how an order looks, for who wrote something else.
    """
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", unescape(text)))
    plain = _POWER.sub("", without_marker(plain), count=1).upper()
    plain = _ARROW.sub(" - ", plain)
    plain = re.sub(r"\bMID - (?=ATL)", "MID ", re.sub(r"['\u2019]S\b", " ", re.sub(r"\s+", " ", plain)))
    plain = _COAST.sub(lambda match: f" /{(match[1] or match[2] or match[3])[0]}C ", plain)
    plain = _NOISE.sub(" ", plain)
    if re.sub(_TOKEN, "", plain).strip():
        raise MalformedOrder(f"'{shortened(text)}' has characters that no order has. {example}")
    return _TOKEN.findall(plain)
