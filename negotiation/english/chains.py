"""The words in front of a thing read atom by atom: whose doing it is, and how it is meant, follows from them together.

An attitude (`i was hoping`, `it would be great if`, `do you think`) may come first, then who does it, then what of
doing it (`could`, `will need to`, `are willing to`), with small words anywhere: so `i was wondering if you would maybe
be willing to` need not be listed. `phrases/chains.txt` has the atoms, by the states they lead from and to:

begin: nothing but openings. clause: an attitude was said, and whose doing it is follows. asked: a question's
auxiliary was said. who: somebody was named. base, doing: the thing itself follows, as `support` or as `supporting`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from negotiation.words.phrasebook import phrases

__all__ = ["Chain", "Meant", "chained", "introduced", "led"]

Meant: TypeAlias = tuple[str, str, str]
"""(act, actor, verb forms), as in `moods.Mood`."""

Chain: TypeAlias = tuple[int, Meant, bool]
"""(how many words, what they mean, whether they deny what follows): `i do not think you should`."""

_Features: TypeAlias = frozenset[str]
_Place: TypeAlias = tuple[int, str, _Features]

_PEOPLE: Final = ("me", "you", "we")


def _atoms() -> Iterator[tuple[str, str, _Features, re.Pattern[str]]]:
    """(from, to, features, pattern): what an atom leads from and to."""
    sections: dict[str, list[str]] = {}
    for section, _, pattern in phrases("chains"):
        sections.setdefault(section, []).append(f"(?:{pattern})")
    for section, listed in sections.items():
        froms, to, *features = section.split()
        compiled = re.compile(rf"(?:{'|'.join(listed)})(?= )")
        for start in froms.split(","):
            yield start, to, frozenset(features), compiled


_ATOMS: Final = tuple(_atoms())
_LEADING: Final = {
    state: tuple(atom for atom in _ATOMS if atom[0] in (state, "any"))
    for state in ("begin", "clause", "asked", "who", "base", "doing")
}
_SHORT: Final = 60
"""Characters of the longest words that are remembered: no text that somebody typed is kept at any length."""

_MOST: Final = 200
"""Ways to read the words in front that are looked at."""


def chained(words: str) -> tuple[Chain, ...]:
    """Every beginning of the words that leads to a thing, longest first."""
    return _remembered(words) if len(words) <= _SHORT else _chained(words)


def _chained(words: str) -> tuple[Chain, ...]:
    found: dict[Chain, None] = {}
    for at, state, features in _ways(text := f"{words} ", "begin"):
        meant = _meant(state, features)
        if at and meant is not None:
            found[text.count(" ", 0, at), meant, "not" in features] = None
    return tuple(sorted(found, key=lambda one: (-one[0], one[1:])))


_remembered: Final = lru_cache(maxsize=4096)(_chained)


def introduced(text: str) -> tuple[str, bool]:
    """A clause from the unit that it is about on, and whether the words before hope for or suggest what it does.

    The clause as it is where anything else stands before a unit: `i was hoping P1 could` begins with P1.
    """
    words = text.split(" ")
    at = next((at for at, word in enumerate(words) if word[0] in "PUWJ" and word[1:].isdigit()), 0)
    if not at or words[at][0] not in "PU":
        return text, False
    front = " ".join(words[:at])
    for end, state, features in _ways(f"{front} ", "begin"):
        if end == len(front) + 1 and state in ("begin", "clause") and "not" not in features:
            return " ".join(words[at:]), bool(features & {"hope", "suggest", "wonder"})
    return text, False


def led(words: str) -> Iterator[tuple[int, str]]:
    """(how many words, act) for every way to say what a unit is to do, longest first; the unit is named before them.

    plan: it will. can: it is able to, or should. could: it would if that is wanted. might: nothing to rely on.
    """
    if words == "to" or words.startswith("to "):
        yield 1, "plan"
    found: dict[int, str] = {}
    for at, state, features in _ways(text := f"{words} ", "who"):
        if at and state == "base":
            shaky = (
                "might" in features or ("should" in features and features & {"able", "would"}) or features == {"would"}
            )
            found[text.count(" ", 0, at)] = (
                "might" if shaky else "plan" if features <= {"will", "shall", "want"} else "can"
            )
            if not shaky and features & {"could", "would", "ready"}:
                found[text.count(" ", 0, at)] = "could"
    for size in sorted(found, reverse=True):
        yield size, found[size]


def _ways(text: str, state: str) -> set[_Place]:
    """Every place that atoms lead to in a text which begins in the state."""
    seen: set[_Place] = set()
    waiting: list[_Place] = [(0, state, frozenset())]
    while waiting and len(seen) < _MOST:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        at, state, features = place
        for _, to, more, pattern in _LEADING[state]:
            match = pattern.match(text, at)
            if match is not None and match.end() > at:
                waiting.append((match.end() + 1, state if to == "same" else to, features | more))
    return seen


def _meant(state: str, features: _Features) -> Meant | None:
    """The mood of words that have led here."""
    who = next((person for person in _PEOPLE if person in features), "")
    if not who:
        return None
    act = {"me": _of_me, "you": _of_you, "we": _of_us}[who](state, features)
    if act is None:
        return None
    if state == "doing":
        return act, who, "g"
    if state == "base":
        return act, who, "b"
    if state == "who" and "inverted" not in features:
        return act, who, "bd" if features & {"if", "wonder"} else "b"
    return None


def _of_me(state: str, features: _Features) -> str | None:
    """What is said of the speaker's own doing: offered, told, wished for, or only thought of."""
    if "not" in features:
        return None
    if features & {"inverted", "query", "wonder", "suggest"}:
        return "offer"
    if features & {"hope", "want"}:
        return "wish"
    if "might" in features or ("should" in features and features & {"able", "would"}):
        return "might"
    if features & {"ready", "could"}:
        return "offer"
    if "would" in features:
        return "offer" if features & {"able", "can"} or state == "doing" else "would"
    if features & {"can", "able"}:
        return "can"
    return "plan" if features & {"will", "should"} or (state == "who" and "think" in features) else None


def _of_you(state: str, features: _Features) -> str | None:
    """What is said of the hearer's doing: asked for, or asked about."""
    if "inverted" in features:
        return "ask" if "should" not in features else None
    if "wonder" in features:
        if "will" in features and ("shall" not in features or "opinion" in features):
            return "query"
        return "ask" if features & {"can", "could", "would", "might", "ready", "want", "able", "shall"} else None
    if features & {"suggest", "hope"}:
        return "ask"
    if "not" in features:
        return "ask" if "should" in features else None
    if features & {"will", "would", "might", "foreseen"}:
        return None
    return "ask" if features & {"can", "could", "should", "want"} else None


def _of_us(state: str, features: _Features) -> str | None:
    """What is said of what both do: proposed, however it is said, unless it is only foreseen."""
    if features & {"suggest", "hope", "wonder", "inverted"}:
        return "joint"
    if "not" in features:
        return "joint" if "should" in features else None
    if "would" in features or state == "doing":
        return None
    return "joint" if features & {"can", "could", "should", "want", "might", "ready", "think"} else None
