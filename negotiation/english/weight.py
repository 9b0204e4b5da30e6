"""What a piece of a sentence weighs: whether it may be left out of what is said next to it.

A piece is weightless by what it lacks, not by being listed: it names nobody and no place that what stands next to it
does not name, it limits, denies and doubts nothing, and nobody acts, gives or asks for anything in it.
"""

import re
from collections.abc import Collection
from typing import Final

from negotiation.words.phrasebook import patterns

__all__ = [
    "about_you",
    "aim_first",
    "aside",
    "busy",
    "comment",
    "good_end",
    "own_need",
    "polite",
    "reason_first",
    "remark",
    "unpolite",
    "weightless",
]

_PATTERNS: Final = patterns("weight")
_LIMITS: Final = _PATTERNS["LIMITS"]
_ACTS: Final = _PATTERNS["ACTS"]
_IDLE: Final = _PATTERNS["IDLE"]
_POLITE: Final = _PATTERNS["POLITE"]
_OPINION: Final = _PATTERNS["OPINION"]
_REMARK: Final = _PATTERNS["REMARK"]
_OUTLOOK: Final = _PATTERNS["OUTLOOK"]
_GOOD_END: Final = _PATTERNS["GOOD_END"]
_NEEDS: Final = _PATTERNS["NEEDS"]
_BESIDE: Final = _PATTERNS["BESIDE"]
_OWN_NEED: Final = _PATTERNS["OWN_NEED"]
_AIM_FIRST: Final = _PATTERNS["AIM_FIRST"]
_ASIDE: Final = _PATTERNS["ASIDE"]
_BUSY: Final = _PATTERNS["BUSY"]
_ASKING: Final = _PATTERNS["ASKING"]
_ABOUT_YOU: Final = _PATTERNS["ABOUT_YOU"]
_REASON_FIRST: Final = _PATTERNS["REASON_FIRST"]
_CONDITIONAL: Final = patterns("clauses")["CONDITIONAL"]
_MATTERS: Final = patterns("clauses")["MATTERS"]
_IF: Final = re.compile(
    r" (?:(?:,|but|and|though|so|-|or|only ask|no|without|worries|problem|pressure|rush) )*"
    r"(?:if|unless|only if|assuming|provided|as long as|so long as) "
)
_ASKED: Final = re.compile(
    r"(?:^| )(?:if|unless|only|except|until|provided|or|either|instead(?! of )|(?:can|could|will|would) you)(?= |$)"
)
_TIME: Final = re.compile(r" T\d+(?!\S)")
_NAME: Final = re.compile(r"(?<!\S)[PUWJT]\d+(?!\S)")


def weightless(text: str, known: Collection[str] = ()) -> bool:
    """Whether a clause may be left out. known: the names that may stand in it."""
    timeless = _TIME.sub("", text)
    if not set(_NAME.findall(timeless)) <= set(known):
        return False
    if _OPINION.fullmatch(timeless) is not None or _OUTLOOK.fullmatch(timeless) is not None:
        return True
    idle = _IDLE.sub("", text)
    return _LIMITS.search(idle) is None and _ACTS.search(idle) is None


def polite(text: str) -> bool:
    """Whether a condition leaves the hearer free and asks for nothing: `if you are okay with that`."""
    return _POLITE.fullmatch(text) is not None


def unpolite(text: str) -> str | None:
    """A clause without the polite conditions at its end; None when there is none."""
    for match in _IF.finditer(text):
        if match.start() and _all_polite(text[match.start() + 1 :]):
            return text[: match.start()].strip(" ,")
    return None


def _all_polite(text: str) -> bool:
    """Whether a text is one polite condition, or several."""
    if polite(text):
        return True
    return any(polite(text[: one.start()]) and _all_polite(text[one.start() + 1 :]) for one in _IF.finditer(text, 3))


def reason_first(text: str) -> bool:
    """Whether a clause before the main one gives a reason for it, and neither limits nor asks for anything itself."""
    return _REASON_FIRST.fullmatch(text) is not None and _ASKED.search(text) is None


def aim_first(text: str) -> bool:
    """Whether a clause before the main one only says what for: `to stop W1`."""
    return _AIM_FIRST.fullmatch(text) is not None


def aside(text: str) -> bool:
    """Whether a clause after a deal only asks for more talk, or for silence: `but please do not tell W1`."""
    return _ASIDE.fullmatch(text) is not None


def busy(text: str) -> bool:
    """Whether a clause only tells what goes on meanwhile: `while we deal with W1`."""
    return _BUSY.fullmatch(text) is not None


def own_need(text: str) -> bool:
    """Whether a clause tells what the speaker must see to itself, the reason for what comes next to it."""
    return _OWN_NEED.fullmatch(text) is not None


def remark(text: str) -> bool:
    """Whether a sentence only remarks on what is said next to it: `that way he cannot take P1`, `W1 is busy`."""
    if _NEEDS.fullmatch(text) is not None or _BESIDE.fullmatch(text) is not None:
        return True
    return _REMARK.fullmatch(text) is not None and _ASKING.search(text) is None


def comment(text: str) -> bool:
    """Whether a clause after a deal remarks on it, and neither limits nor adds anything."""
    if _CONDITIONAL.search(text) is not None or _MATTERS.search(text) is not None:
        return _BESIDE.fullmatch(text) is not None
    return remark(text)


def about_you(text: str) -> bool:
    """Whether a condition only tells whom what follows is for: `if you are worried about W1`."""
    return _ABOUT_YOU.fullmatch(text) is not None


def good_end(text: str) -> bool:
    """Whether what follows a condition only says what good it would do: `if you …, we should win easily`."""
    return _GOOD_END.fullmatch(text) is not None
