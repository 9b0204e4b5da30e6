"""How a thing is said: who asks whom to do what is decided by the words in front, before anything else.

A prefix is matched at the start of a clause, on tokens with verb forms (`support~b`); what follows
must be a body. `forms` are the verb forms the body may begin with.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, cast

from negotiation.english.chains import Chain, chained
from negotiation.english.needing import Needing
from negotiation.grounding.moods import Act, Actor, Mood
from negotiation.words.lexicon import words
from negotiation.words.phrasebook import patterns, phrases

__all__ = ["announced", "moods"]


def _mood(section: str) -> Mood:
    act, actor, forms, *nouns = section.split()
    return Mood(cast(Act, act), cast(Actor, actor), forms.strip("-"), bool(nouns))


_COMPILED: Final = tuple((re.compile(pattern), _mood(section)) for section, _, pattern in phrases("moods"))
_NEEDING: Final = Needing((pattern for pattern, _ in _COMPILED), whole=True)
_LONGEST: Final = 24
_REMEMBERED: Final = 60
"""Characters of the longest prefix whose moods are remembered: no text that somebody typed is kept at any length."""
_VERB: Final = re.compile(r"(?:not )?(?:both |all |only |also |each )*(?:to )?([a-z]+)~([bsgd])(?: |$)")


def moods(clause: str) -> Iterator[tuple[Mood, str]]:
    """(mood, the rest) for every prefix that may begin the clause, longest first."""
    words_ = clause.split()
    limit = next((at for at, word in enumerate(words_) if word[0] in "PUWJ"), len(words_))
    neither = clause.startswith(("neither of us", "none of us"))
    limit = min(limit, _LONGEST, len(words_) - 1)
    chains = chained(" ".join(words_[:limit])) if limit > 0 else ()
    for size in range(limit, -1, -1):
        rest = " ".join(words_[size:])
        listed = [mood for mood in _moods_of(" ".join(words_[:size])) if _fits(mood, rest)]
        for mood in listed:
            yield mood, f"not {rest}" if neither else rest
        for mood, denied in _composed(chains, size) if not listed else ():
            if _fits(mood, rest) and not (denied and rest.startswith("not ")):
                yield mood, f"not {rest}" if denied else rest


def _composed(chains: Sequence[Chain], size: int) -> Iterator[tuple[Mood, bool]]:
    """Moods that no list has, of so many words in front; and whether they deny what follows."""
    for words_in_front, (act, actor, forms), denied in chains:
        if words_in_front == size:
            yield Mood(cast(Act, act), cast(Actor, actor), forms), denied


def _moods_of(prefix: str) -> tuple[Mood, ...]:
    """The moods a whole prefix stands for."""
    if not prefix:
        return (_BARE,)
    return _remembered(prefix) if len(prefix) <= _REMEMBERED else _matching(prefix)


def _matching(prefix: str) -> tuple[Mood, ...]:
    among = (_COMPILED[at] for at in _NEEDING.among(prefix))
    return tuple(dict.fromkeys(mood for pattern, mood in among if pattern.fullmatch(prefix)))


_remembered: Final = lru_cache(maxsize=4096)(_matching)


def _fits(mood: Mood, rest: str) -> bool:
    """Whether a body may begin like this in the mood."""
    verb = _VERB.match(rest)
    if verb is not None:
        return verb[2] in mood.forms or (mood.nouns and verb[1] in _NOUNS and verb[2] in "bs")
    return mood.nouns or rest[0] in "PU" or rest.startswith(_VERBLIKE)


_BARE: Final = Mood("bare", "", "b", nouns=True)
_VERBLIKE: Final = (
    "not ",
    "be ",
    "s ",
    "c ",
    "h ",
    "do ",
    "open ",
    "arrange ",
    "set up ",
    "plan ",
    "offer ",
    "cede ",
    "hand ",
    "self ",
    "remain ",
    "stick ",
    "target ",
    "backfill ",
)
_NOUNS: Final = words(
    "support help convoy bounce dmz demilitarize draw ally work team peace hold attack fight join move order"
)

_LISTS: Final = patterns("clauses")


def announced(text: str) -> Mood | None:
    """Whose orders the words in front of a list announce: `my moves :`, `i suggest this :`."""
    if _LISTS["OWN_LIST"].fullmatch(text):
        return Mood("plan", "me")
    return Mood("ask", "you") if _LISTS["ASKED_LIST"].fullmatch(text) else None
