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

_ARROW_BLOCKS: Final = ((0x2190, 0x2200), (0x2794, 0x27C0), (0x27F0, 0x2980), (0x2B00, 0x2C00), (0x1F800, 0x1F900))
_POINTS_RIGHT: Final = re.compile(r"(?!.*(?:LEFT|UPWARDS|DOWNWARDS|STROKE|THROUGH)).*\bRIGHTWARDS\b.*\bARROW")
_DASHES: Final = "-~\u2043\u2212\u2500\u30fc" + "".join(
    sign for sign in map(chr, range(0x2000, 0x3000)) if unicodedata.category(sign) == "Pd"
)
_HEADS: Final = ">\u00bb\u203a\u25b6\u25ba" + "".join(
    sign
    for first, after in _ARROW_BLOCKS
    for sign in map(chr, range(first, after))
    if _POINTS_RIGHT.match(unicodedata.name(sign, ""))
)
_ARROW: Final = re.compile(f"[{_DASHES}=]*[{_HEADS}]+|[{_DASHES}]+")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")
_MARKER: Final = re.compile(
    rf"\s*(?:[{_DASHES}*+\u2022\u00b7\u2023\u25e6\u25aa\u25cf\u2713\u2714\u2610\u2611{_HEADS}]+|\[[ x]?\]"
    r"|\(?#?\d{1,3}\s?[.):](?!\d)|[a-z]\)(?=\s)|(?:#?\d{1,3}|[ivx]{1,4}\.|[a-h]\.)\s+(?=(?:[AF]|army|fleet)\s))\s*",
    re.IGNORECASE,
)
_POWER: Final = re.compile(rf"\s*({'|'.join(map(re.escape, POWERS_NAMED))})\s*:", re.IGNORECASE)
_SIDES: Final = "NORTH(?:ERN)?|SOUTH(?:ERN)?|EAST(?:ERN)?|WEST(?:ERN)?|[NSEW]"
_COAST: Final = re.compile(
    rf"[/.]?\s?\(?\b({_SIDES})\.?\s?(?:COAST|CST|CS|C)\b\.?\)?|\(\s*({_SIDES})\s*\)|/\s*({_SIDES})\b(?!\.?\s?(?:SEA|ATL))"
)
_NOISE: Final = re.compile(r"[.,:;()\[\]'\"`*\u2018\u2019\u201c\u201d\s]+")
_TOKEN: Final = re.compile(r"[^\W\d_]+|/[NSEW]C|-")


def without_marker(text: str) -> str:
    """The text without the bullet or number in front of it."""
    return _MARKER.sub("", text, count=1) if _MARKER.match(text) else text


def tokenized(text: str, example: str) -> tuple[Power | None, list[str]]:
    """The power before a colon; capital words, dashes, coasts as `/NC`.

    Raises MalformedOrder for signs that no order has.

    example: how an order looks, for who wrote something else.
    """
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", unescape(text))).replace("_", " ")
    plain = without_marker(plain)
    leads = _POWER.match(plain)
    whose = POWERS_NAMED[leads[1].upper()] if leads else None
    plain = plain[leads.end() if leads else 0 :].upper()
    plain = _ARROW.sub(" - ", plain)
    plain = re.sub(r"\bMID - (?=ATL)", "MID ", re.sub(r"['\u2019]S\b", " ", re.sub(r"\s+", " ", plain)))
    plain = re.sub(r"\bOFF (?:THE )?BOARD\b", "OTB", plain)
    plain = _COAST.sub(lambda match: f" /{(match[1] or match[2] or match[3])[0]}C ", plain)
    plain = _NOISE.sub(" ", plain)
    if re.sub(_TOKEN, "", plain).strip():
        raise MalformedOrder(f"'{shortened(text)}' has characters that no order has. {example}")
    return whose, _TOKEN.findall(plain)
