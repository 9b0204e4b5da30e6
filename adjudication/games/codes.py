"""Other codes of three seas: ENG, LYO and BOT."""

import re
from typing import Final

__all__ = ["in_our_codes", "in_their_codes"]

_THEIRS: Final = {"ECH": "ENG", "GOL": "LYO", "GOB": "BOT"}
_OURS: Final = {theirs: ours for ours, theirs in _THEIRS.items()}


def in_their_codes(text: str) -> str:
    """The text, in capitals, with the codes of other programs."""
    return re.sub(r"\b(?:ECH|GOL|GOB)\b", lambda found: _THEIRS[found[0]], text)


def in_our_codes(text: str) -> str:
    """The text, in capitals, with our codes."""
    return re.sub(r"\b(?:ENG|LYO|BOT)\b", lambda found: _OURS[found[0]], text)
