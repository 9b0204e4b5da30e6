"""What a bot hears of a message that nobody could read: its gist, and what it names."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from adjudication.powers import POWERS, Power, as_power
from negotiation.diplomacy import Ent, Opn, Scd, Tpc
from negotiation.english.context import words_of
from negotiation.gists.telling import Gist, gist_of
from negotiation.pieces import pieces_in
from negotiation.terms import (
    Agree,
    Belief,
    Courtesy,
    Desire,
    Do,
    Formula,
    Manner,
    Query,
    Utterance,
    Variable,
    Which,
    both,
)
from negotiation.topics import ASKING, OF_PLACES, OF_POWERS
from negotiation.trimming import trimmed

__all__ = ["is_of_places", "mumbled", "question_in"]


def mumbled(text: str, speaker: str, hearers: Collection[str]) -> Utterance:
    """What a bot hears of a message that was not understood: its gist, where the words tell one, and the pieces that it
    speaks of; of blame, thanks and the like the province or the third power that is named, of several the last."""
    to = tuple(hearers)
    if not any(letter.isalnum() for letter in text):
        return Courtesy(speaker, to, Manner.PUZZLED)
    me, text = as_power(speaker), _DIRECTION.sub("", trimmed(text))
    words, gist = words_of(text, me), gist_of(text)
    absent = [power for power in words.powers if power not in (speaker, *hearers)]
    kind = gist.kind if gist.probability >= _LIKELY else ""
    named = (*words.places, *absent) if kind in _OF_OTHERS else (*absent, *words.places)
    about = named[-1] if named else None
    if kind in ("demand", "tell", "offer", "rumour", "") and _REFUSES.match(text):
        kind = "balk"
    if kind in ("plans", "standing") and absent:
        kind, about = "opinion" if kind == "standing" else kind, absent[-1]
    asked = _asked(kind, me, to, about) if len(to) == 1 else None
    if asked is not None:
        return Query(speaker, to, asked)
    pieces = pieces_in(text, me, to) if to else ()
    plain = not pieces or gist.probability >= _SURE or is_of_places(gist)
    if kind in ASKING and plain and (question := question_in(text, gist, speaker, to)) is not None:
        return question
    if _OF_UNIT.search(text) and len(to) == 1 and len({*words.places}) == 1 and not absent:
        return Query(speaker, to, Desire(as_power(to[0]), Ent(as_power(to[0]), words.places[0])))
    manner = Manner(kind) if kind in _MANNERS else Manner.MUMBLE
    if not pieces or (manner in _POINTED and gist.probability >= _SURE):
        return Courtesy(speaker, to, manner, about)
    if gist.of(Manner.THREATEN, Manner.BLAME) >= _ANGRY:
        pieces = tuple(dict.fromkeys(_unasked(piece, to[0]) for piece in pieces))
    return Courtesy(speaker, to, manner if manner in _TOLD else Manner.MUMBLE, both(pieces))


def _unasked(piece: Formula, you: str) -> Formula:
    """What who threatens or blames does not ask the other one to take."""
    if isinstance(piece, Scd) and piece.power == you:
        return piece.centers[0]
    return piece.province if isinstance(piece, Ent) and piece.power == you else piece


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


def is_of_places(gist: Gist) -> bool:
    """Whether it is a question about the very places or powers that a text names, or what to do with them."""
    asked = gist.question
    return asked is not None and (asked[0] == Manner.ADVICE or asked[1] in OF_PLACES | OF_POWERS)


def question_in(text: str, gist: Gist, speaker: str, hearers: Sequence[str]) -> Courtesy | None:
    """The question about the game that a text of this gist asks, with what it names as far as that matters for it."""
    asked = gist.question
    if asked is None:
        return None
    manner, topic = Manner(asked[0]), asked[1]
    if manner is Manner.LOOK and _ASKING.search(text) is None:
        return None
    words = words_of(text, as_power(speaker))
    named: tuple[str, ...] = ()
    if topic in OF_PLACES:
        named = tuple(dict.fromkeys(words.places))[:_MOST_PLACES]
        if not named:
            return None
    elif topic in OF_POWERS:
        named = (*words.powers, *hearers[: "you" in text.lower().split()], speaker)[:1]
    return Courtesy(speaker, tuple(hearers), manner, Tpc(topic, named))


_ASKING: Final = re.compile(
    r"\?|\b(?:can|could|may|is|are|does|do|did|how|where|what|when|which|who|whose|whos|wheres|find)\b", re.IGNORECASE
)
"""What a question about the map has in it."""
_OF_UNIT: Final = re.compile(
    r"\b(?:what|where|which|why|how come|is|are|do|does|will)\b[^.!?]*\b(?:you|your|u|ur|that|this)\b[^.!?]*"
    r"\b(?:fleet|army|unit|boat|troops|ship)s?\b[^.!?]*\?",
    re.IGNORECASE,
)
"""A question about a unit of the other one's, where just one place is named."""
_MOST_PLACES: Final = 2
_REFUSES: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah)\b\W+\w|i(?:'?m| am|'?ll| will|'d| would)? (?:not|never|rather not) (?:going to |be )?"
    r"(?:join|help|fight|attack|ally|turn|work|team)|i won'?t (?:join|help|fight|attack|ally|turn|work|team))",
    re.IGNORECASE,
)
"""How one begins who declines."""
_LIKELY: Final = 0.3
"""How likely a gist has to be to count."""
_ANGRY: Final = 0.25
"""How likely a threat or blame has to be that nothing is offered."""
_SURE: Final = 0.5
"""How likely one is that is taken for what it is though a place or a power is named."""
_DIRECTION: Final = re.compile(
    r"\b(?:north|south|east|west)(?:ern)?\b(?!\s*(?:sea|atlantic|africa|coast|med|norw|of the map))", re.IGNORECASE
)
"""What is no short form of a sea where it stands alone."""
_MANNERS: Final = frozenset(str(manner) for manner in Manner)
_OF_OTHERS: Final = frozenset({"rumour", "opinion"})
"""Gists of messages that are about a power rather than a place."""
_POINTED: Final = frozenset(
    {
        *(Manner.APOLOGISE, Manner.BLAME, Manner.DENY, Manner.FORGIVE, Manner.GREET, Manner.FAREWELL, Manner.JEST),
        *(Manner.PRAISE, Manner.THANK, Manner.THREATEN, Manner.WELCOME),
    }
)
"""Gists that say more than what they name, where they are sure."""
_TOLD: Final = frozenset({Manner.RUMOUR, Manner.DEMAND, Manner.PLEAD, Manner.TELL, Manner.ASSURE, Manner.BALK})
"""Gists that say how what is named is meant."""
