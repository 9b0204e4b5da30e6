"""Trim polite openings and foreign-language remarks from a message."""

import re
from typing import Final

__all__ = ["trimmed"]


def trimmed(text: str) -> str:
    """The text without what it is not about."""
    return _PREFACE.sub("", _LANGUAGE.sub("my language", text)) or text


_PREFACE: Final = re.compile(
    r"^\W*(?:"
    r"(?:so+rry|pardon me|excuse me|forgive me|apologies)\b[^,.!?]*\b(?:question|asking|ask|bother\w*)\b"
    r"[^,.!?\w]*[,.!]?\s*(?:but\s+)?"
    r"|(?:silly|stupid|dumb|quick|honest|serious|random|noob) question\W*(?:but\s+)?"
    r"|[^,.!?]{0,60}\bi hope you(?:'ll| will)? (?:forgive|don'?t mind|excuse) (?:me )?(?:for )?asking "
    r"(?:if|whether)?\s*"
    r")",
    re.IGNORECASE,
)
_LANGUAGE: Final = re.compile(
    r"\b(?:my|the only|speak(?: a little| no| good| bad)?) (?:english|french|german|italian|russian|turkish)\b"
    r"(?! \w*(?:fleet|arm|unit|friend))",
    re.IGNORECASE,
)
