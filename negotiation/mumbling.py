"""What a bot hears of a message that nobody could read: its gist, and what it names."""

import re
from collections.abc import Collection
from typing import Final

from adjudication.powers import POWERS, Power, as_power
from negotiation.diplomacy import Opn
from negotiation.english.context import words_of
from negotiation.gists.telling import gist_of
from negotiation.terms import Agree, Belief, Courtesy, Desire, Do, Manner, Query, Utterance, Variable, Which

__all__ = ["mumbled"]


def mumbled(text: str, speaker: str, hearers: Collection[str]) -> Utterance:
    """What a bot hears of a message that was not understood: its gist, where the words tell one, and the province or
    the third power that is named in it, of several the last; else that something was said."""
    to = tuple(hearers)
    if not any(letter.isalnum() for letter in text):
        return Courtesy(speaker, to, Manner.PUZZLED)
    words = words_of(text, as_power(speaker))
    absent = [power for power in words.powers if power not in (speaker, *hearers)]
    about = next(reversed((*absent, *words.places)), None)
    gist = gist_of(text)
    kind = gist.kind if gist.probability >= _LIKELY else ""
    if kind in ("demand", "tell", "offer", "") and _REFUSES.match(text):
        kind = "balk"
    asked = _asked(kind, as_power(speaker), to, about) if len(to) == 1 else None
    if asked is not None:
        return Query(speaker, to, asked)
    manner = Manner(kind) if kind in _MANNERS else Manner.MUMBLE
    if manner is Manner.ADVICE and about in POWERS:
        manner = Manner.MUMBLE
    return Courtesy(speaker, to, Manner.MUMBLE if about is not None and manner in _NAMELESS else manner, about)


def _asked(kind: str, me: Power, to: tuple[str, ...], about: str | None) -> Which | None:
    """The open question that a gist comes to."""
    you = as_power(to[0])
    if kind == "plans" and about is None:
        return Which(Variable("?o"), Desire(you, Do(Variable("?o"))))
    if kind == "offer" and about is None:
        return Which(Variable("?d"), Desire(you, Agree((min(me, you), max(me, you)), Variable("?d"))))
    if kind == "opinion" and about in POWERS:
        return Which(Variable("?s"), Belief(you, Opn(as_power(about), Variable("?s"))))  # type: ignore[arg-type]
    if kind == "standing":
        return Which(Variable("?s"), Belief(you, Opn(me, Variable("?s"))))  # type: ignore[arg-type]
    return None


_REFUSES: Final = re.compile(r"^\W*(?:no|nope|nah)\b\W+\w", re.IGNORECASE)
_LIKELY: Final = 0.3
"""How likely a gist has to be to count."""
_MANNERS: Final = frozenset(str(manner) for manner in Manner)
_NAMELESS: Final = frozenset({Manner.CHAT, Manner.ASSENT, Manner.BALK, Manner.PERSON, Manner.GREET, Manner.PRAISE})
"""Gists that are doubtful where a place or a third power is named."""
