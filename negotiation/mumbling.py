"""What a bot hears of a message that nobody could read: its gist, and what it names."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from adjudication.board import Province
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Ent, Opn, Scd, Tpc
from negotiation.english.context import words_of
from negotiation.english.frames import Voice
from negotiation.gists.telling import Gist, gist_of
from negotiation.pieces import Piece, as_province, pieces_of, units_in
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
    kind = _kind_of(gist)
    if kind in ("demand", "tell", "offer", "rumour", "") and _REFUSES.match(text):
        kind = "balk"
    pieces = pieces_of(text, me, to) if to else []
    asked = _asked(text, kind, Voice(me, tuple(map(as_power, to))), absent, pieces) if len(to) == 1 else None
    if asked is not None:
        return Query(speaker, to, asked)
    heard = ("contact", "source") if kind in _HEARSAY else ("contact",)
    spoken = dict.fromkeys(piece.content for piece in pieces if piece.role in heard)
    pieces = [piece for piece in pieces if piece.role != "source"]
    if spoken and not any(piece.role in ("ask", "yours") for piece in pieces):
        return Courtesy(speaker, to, Manner.RUMOUR, both(spoken))
    plain = not pieces or gist.probability >= _SURE or is_of_places(gist)
    if kind in ASKING and plain and (question := question_in(text, gist, speaker, to)) is not None:
        return question
    manner = Manner(kind) if kind in _MANNERS else Manner.MUMBLE
    light = _lightest(gist) if manner is Manner.MUMBLE and not pieces else manner
    if light in _LIGHTLY and (not pieces or gist.probability >= _RATHER):
        return Courtesy(speaker, to, light)
    contents = dict.fromkeys(piece.content for piece in pieces)
    if not contents or (manner in _POINTED and gist.probability >= _RATHER):
        named = (*words.places, *absent) if kind in _OF_OTHERS else (*absent, *words.places)
        return Courtesy(speaker, to, manner, named[-1] if named else None)
    if gist.of(Manner.THREATEN, Manner.BLAME) >= _ANGRY:
        contents = dict.fromkeys(_unasked(content, to[0]) for content in contents)
    return Courtesy(speaker, to, manner if manner in _TOLD else Manner.MUMBLE, both(contents))


def _kind_of(gist: Gist) -> str:
    """What a message is taken for: nothing where nothing is likely, and no blame that is half as likely a jest."""
    kind, share = gist.kind, gist.probability
    if kind == Manner.BLAME and share < _SURE:
        kind = max((each for each in gist.shares if each != Manner.BLAME), key=lambda each: gist.shares[each])
        share = gist.shares[kind] + _MILDER
    return kind if share >= _LIKELY else ""


def _lightest(gist: Gist) -> Manner:
    """Small talk of some kind, where that is likelier than anything else of so many words."""
    light = max(_LIGHTLY, key=lambda manner: gist.shares.get(manner, 0.0))
    return light if gist.of(*_LIGHTLY) >= _CHATTY else Manner.MUMBLE


def _unasked(piece: Formula, you: str) -> Formula:
    """What who threatens or blames does not ask the other one to take."""
    if isinstance(piece, Scd) and piece.power == you:
        return piece.centers[0]
    return piece.province if isinstance(piece, Ent) and piece.power == you else piece


def _asked(text: str, kind: str, voice: Voice, absent: Sequence[str], pieces: Sequence[Piece]) -> Formula | None:
    """The question that a gist comes to, or a piece that asks something. absent: the third powers that are named."""
    me, you = voice.speaker, voice.hearers[0]
    if kind == "opinion" and not absent:
        kind = "standing"
    contact = any(piece.role == "contact" and piece.probability >= _SURE for piece in pieces)
    if contact:  # what is asked is whether the two talk
        return None
    places = [piece for piece in pieces if isinstance(piece.content, str)]
    if kind not in _ASKS_ELSE:
        feared = [piece for piece in places if piece.role == "ask" and piece.probability >= _SURE]
        if feared:
            return Desire(you, Ent(you, as_province(str(feared[0].content))))
    powers = [piece.content.power for piece in pieces if isinstance(piece.content, Opn)]
    if kind == "plans" and powers:
        return Which(Variable("?o"), Desire(powers[-1], Do(Variable("?o"))))
    if kind == "plans":
        stands = [place for place, sure in units_in(text, me, voice.hearers) if sure >= _SURE]
        if stands:  # where a unit goes is asked as whether it goes where it is
            return Desire(you, Ent(you, stands[-1]))
        goes = [place for piece in pieces for place in _place_of(piece, you)]
        return Desire(you, Ent(you, goes[0])) if goes else Which(Variable("?o"), Desire(you, Do(Variable("?o"))))
    if kind == "offer" and not places:
        return Which(Variable("?d"), Desire(you, Agree((min(me, you), max(me, you)), Variable("?d"))))
    if kind in ("opinion", "standing") and absent:
        power = powers[0] if powers else as_power(absent[-1])
        return Which(Variable("?s"), Belief(you, Opn(power, Variable("?s"))))  # type: ignore[arg-type]
    if kind == "standing":
        return Which(Variable("?s"), Belief(you, Opn(me, Variable("?s"))))  # type: ignore[arg-type]
    return None


def _place_of(piece: Piece, you: Power) -> Iterator[Province]:
    """The places that a piece speaks of, where it is not said that somebody else goes there."""
    content = piece.content
    if isinstance(content, str):
        yield as_province(content)
    elif isinstance(content, Scd) and content.power == you:
        yield from content.centers
    elif isinstance(content, Ent) and content.power == you:
        yield content.province


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
_MILDER: Final = 0.1
"""How much likelier anything else counts where it may be blame."""
_CHATTY: Final = 0.5
"""How likely small talk has to be, of all kinds together."""
_SURE: Final = 0.5
"""How likely a question is that is taken for what it is though a place or a power is named."""
_RATHER: Final = 0.4
"""The same of a remark."""
_DIRECTION: Final = re.compile(
    r"\b(?:north|south|east|west)(?:ern)?\b(?!\s*(?:sea|atlantic|africa|coast|med|norw|of the map))", re.IGNORECASE
)
"""What is no short form of a sea where it stands alone."""
_MANNERS: Final = frozenset(str(manner) for manner in Manner)
_OF_OTHERS: Final = frozenset({"rumour", "opinion"})
"""Gists of messages that are about a power rather than a place."""
_HEARSAY: Final = frozenset({Manner.RUMOUR, Manner.DOUBT})
"""Gists of what somebody else told: whether one has heard of that one is an answer."""
_ASKS_ELSE: Final = frozenset(
    {*ASKING, *(Manner.THREATEN, Manner.JEST, Manner.BLAME, Manner.BALK, Manner.MOOD), "deal"}
)
"""Gists of messages in which a fear for a place is not what is to be answered."""
_LIGHTLY: Final = frozenset(
    {Manner.JEST, Manner.CHAT, Manner.MOOD, Manner.SCORN, Manner.PRAISE, Manner.GREET, Manner.HUSH}
)
"""Gists that do not depend on what is named."""
_POINTED: Final = frozenset(
    {
        *(Manner.APOLOGISE, Manner.BLAME, Manner.DENY, Manner.FORGIVE, Manner.FAREWELL),
        *(Manner.THANK, Manner.THREATEN, Manner.WELCOME),
    }
)
"""Gists that say more than what they name, where they are sure."""
_TOLD: Final = frozenset(
    {
        *(Manner.RUMOUR, Manner.DEMAND, Manner.PLEAD, Manner.TELL, Manner.ASSURE, Manner.BALK),
        *(Manner.DOUBT, Manner.WONDER, Manner.THREATEN, Manner.BLAME),
    }
)
"""Gists that say how what is named is meant."""
