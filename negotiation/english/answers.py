"""Yes, no, thanks and the like: phrases that answer, and phrases that say nothing a bot needs."""

import re
from collections.abc import Iterator
from typing import Final

from negotiation.words.phrasebook import phrases

__all__ = [
    "BACKGROUND",
    "GREETINGS",
    "NO",
    "REASONS",
    "TAILS",
    "TAKE_BACK",
    "VOCATIVE",
    "YES",
    "inert",
    "reply",
    "untailed",
]

_PATTERNS: Final = {section: pattern for section, _, pattern in phrases("answers")}

YES: Final = re.compile(_PATTERNS["YES"])
NO: Final = re.compile(_PATTERNS["NO"])
TAKE_BACK: Final = re.compile(_PATTERNS["TAKE_BACK"])
GREETINGS: Final = re.compile(_PATTERNS["GREETINGS"])
"""What may stand before a clause without changing it."""

TAILS: Final = re.compile(_PATTERNS["TAILS"])
"""What may stand after a clause without changing it."""

REASONS: Final = re.compile(_PATTERNS["REASONS"])
"""Where a reason or purpose begins. What comes before may stand without it."""

BACKGROUND: Final = re.compile(_PATTERNS["BACKGROUND"])
"""How sentences begin that only describe."""

_TALK_AFTER: Final = re.compile(_PATTERNS["TALK_AFTER"])
"""What leaves the rest for later: `and then we see how it goes`."""

_THANKS: Final = re.compile(_PATTERNS["THANKS"])
_INERT_WORDS: Final = re.compile(
    r"(?:^| )(?:[PUJ]\d+|not|if|unless|but|only|(?!(?:have|agree|come|stand)~)[a-z]+~[bg])(?= |$)"
)


_REPLIES: Final = [(section, pattern) for section, _, pattern in phrases("replies")]


def _lines(section: str) -> Iterator[str]:
    return (pattern for name, pattern in _REPLIES if name == section)


def _reply(answer: str) -> re.Pattern[str]:
    before, tail, after = (next(_lines(name)) for name in (f"BEFORE_{answer}", "TAIL", f"NEXT_{answer}"))
    return re.compile(rf"{before}(?:{'|'.join(_lines(answer))}){tail}(?: $| (?={after} ))")


_REPLY_YES: Final = _reply("YES")
_REPLY_NO: Final = _reply("NO")
_STRENGTH: Final = re.compile(next(_lines("STRENGTH")))
"""How strongly something is meant, which changes no answer."""

VOCATIVE: Final = re.compile(next(_lines("VOCATIVE")))
"""Whom an answer calls: `absolutely, my friend`."""


def reply(clause: str) -> tuple[bool, int] | None:
    """Whether a clause that is an answer, or begins with one, says yes; and how many words of it are the answer."""
    text = clause + " "
    whole = [
        (match.end(), yes)
        for yes, pattern in ((False, _REPLY_NO), (True, _REPLY_YES))
        if (match := pattern.match(text))
    ]
    if whole:
        end, yes = max(whole)
        return yes, len(text[:end].split())
    for yes, pattern in ((False, NO), (True, YES)):
        match = pattern.match(text)
        if match is not None:
            return yes, len(match[0].split())
    plainer = _STRENGTH.sub("", f" {text}").strip()
    if plainer == clause:
        return None
    said = _whole(plainer)
    if said is not None:
        return said[0], len(clause.split())
    first, comma, _ = clause.partition(" , ")
    answer = reply(first) if comma else None
    return answer if answer is not None and answer[1] == len(first.split()) else None


def _whole(clause: str) -> tuple[bool] | None:
    """Whether a clause that is an answer and nothing else says yes."""
    text = clause + " "
    found = [yes for yes, pattern in ((False, _REPLY_NO), (True, _REPLY_YES)) if pattern.fullmatch(text)]
    return (found[0],) if len(found) == 1 else None


def inert(clause: str) -> bool:
    """Whether a clause asks, offers and answers nothing: greetings, thanks, talk about talk."""
    if _THANKS.match(clause) or _TALK_AFTER.fullmatch(clause):
        return True
    return GREETINGS.fullmatch(clause + " ") is not None or (
        _INERT_WORDS.search(clause) is None
        and len(clause.split()) <= (16 if clause.startswith("i ") else 12)
        and "W" not in clause
    )


def untailed(text: str) -> list[str]:
    """The text without what may follow a clause, the shortest first: `together` may belong to it or not."""
    shorter: list[str] = []
    match = TAILS.search(text)
    while match is not None and len(shorter) < _MAX_TAILS:
        shorter.append(text[: match.start()].strip())
        match = TAILS.search(text, match.start() + 1)
    return shorter


_MAX_TAILS: Final = 3
