"""What a bot hears of a message that nobody could read: its gist, and what it names."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from adjudication.powers import POWERS, Power, as_power
from negotiation.diplomacy import Ent, Opn, Tpc
from negotiation.english.context import words_of
from negotiation.gists.telling import Gist, gist_of
from negotiation.terms import Agree, Belief, Courtesy, Desire, Do, Formula, Manner, Query, Utterance, Variable, Which
from negotiation.topics import ASKING, OF_PLACES, OF_POWERS

__all__ = ["mumbled", "question_in"]


def mumbled(text: str, speaker: str, hearers: Collection[str]) -> Utterance:
    """What a bot hears of a message that was not understood: its gist, where the words tell one, and the province or
    the third power that is named in it, of several the last; else that something was said."""
    to = tuple(hearers)
    if not any(letter.isalnum() for letter in text):
        return Courtesy(speaker, to, Manner.PUZZLED)
    words = words_of(_DIRECTION.sub("", text), as_power(speaker))
    absent = [power for power in words.powers if power not in (speaker, *hearers)]
    gist = gist_of(text)
    kind = gist.kind if gist.probability >= _LIKELY else ""
    named = (*words.places, *absent) if kind in _OF_OTHERS else (*absent, *words.places)
    about = named[-1] if named else None
    if kind in ("demand", "tell", "offer", "") and _REFUSES.match(text):
        kind = "balk"
    if kind == "plans" and absent:
        about = absent[-1]
    asked = _asked(kind, as_power(speaker), to, about) if len(to) == 1 else None
    if asked is not None:
        return Query(speaker, to, asked)
    if kind in ASKING and (question := question_in(text, gist, speaker, to)) is not None:
        return question
    manner = Manner(kind) if kind in _MANNERS else Manner.MUMBLE
    if manner is Manner.ADVICE and about in POWERS:
        manner = Manner.MUMBLE
    doubtful = about is not None and manner in _NAMELESS and gist.probability < _SURE
    return Courtesy(speaker, to, Manner.MUMBLE if doubtful else manner, about)


def _asked(kind: str, me: Power, to: tuple[str, ...], about: str | None) -> Formula | None:
    """The question that a gist comes to."""
    you = as_power(to[0])
    if kind == "plans" and about in POWERS:
        return Which(Variable("?o"), Desire(as_power(about), Do(Variable("?o"))))
    if kind == "plans":
        return Desire(you, Ent(you, about)) if about else Which(Variable("?o"), Desire(you, Do(Variable("?o"))))
    if kind == "offer" and (about is None or about in POWERS):
        return Which(Variable("?d"), Desire(you, Agree((min(me, you), max(me, you)), Variable("?d"))))
    if kind == "opinion" and about in POWERS:
        return Which(Variable("?s"), Belief(you, Opn(as_power(about), Variable("?s"))))  # type: ignore[arg-type]
    if kind == "standing":
        return Which(Variable("?s"), Belief(you, Opn(me, Variable("?s"))))  # type: ignore[arg-type]
    return None


def question_in(text: str, gist: Gist, speaker: str, hearers: Sequence[str]) -> Courtesy | None:
    """The question about the game that a text of this gist asks, with what it names as far as that matters for it."""
    asked = gist.question
    if asked is None:
        return None
    manner, topic = Manner(asked[0]), asked[1]
    words = words_of(text, as_power(speaker))
    named: tuple[str, ...] = ()
    if topic in OF_PLACES:
        named = tuple(dict.fromkeys(words.places))[:_MOST_PLACES]
        if not named:
            return None
    elif topic in OF_POWERS:
        named = (*words.powers, *hearers[: "you" in text.lower().split()], speaker)[:1]
    return Courtesy(speaker, tuple(hearers), manner, Tpc(topic, named))


_MOST_PLACES: Final = 2
_REFUSES: Final = re.compile(r"^\W*(?:no|nope|nah)\b\W+\w", re.IGNORECASE)
_LIKELY: Final = 0.3
"""How likely a gist has to be to count."""
_SURE: Final = 0.5
"""How likely one is that is taken for what it is though a place or a power is named."""
_DIRECTION: Final = re.compile(
    r"\b(?:north|south|east|west)(?:ern)?\b(?!\s*(?:sea|atlantic|africa|coast|med|norw|of the map))", re.IGNORECASE
)
"""What is no short form of a sea where it stands alone."""
_MANNERS: Final = frozenset(str(manner) for manner in Manner)
_OF_OTHERS: Final = frozenset({"rumour", "opinion"})
"""Gists of messages that are about a power rather than a place."""
_NAMELESS: Final = frozenset(
    {Manner.CHAT, Manner.ASSENT, Manner.BALK, Manner.PERSON, Manner.GREET, Manner.PRAISE, Manner.PUZZLED}
)
"""Gists that are doubtful where a place or a third power is named."""
