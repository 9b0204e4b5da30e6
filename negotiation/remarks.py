"""Remarks: dialogue act and names of a message that says nothing in L, as bots are told."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from adjudication.board import Province
from adjudication.position import Position
from adjudication.powers import Power, as_power
from negotiation.danger import asked_of_board
from negotiation.diplomacy import Ent, Mto, Opn, Region, Scd, Tpc, Unit, unit_of
from negotiation.english.context import Context, words_of
from negotiation.english.frames import Voice
from negotiation.gists.roles import roles_in
from negotiation.gists.telling import LIGHT, Gist, gist_of, is_worded
from negotiation.grammar.beside import jests
from negotiation.grammar.opened import MANNERS, QUESTIONS, open_question
from negotiation.heard import parted
from negotiation.pieces import Piece, as_province, pieces_of, places_in, units_in
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
from negotiation.topics import ASKING, MAY_NAME, OF_PLACES, OF_POWERS, REMARKED
from negotiation.words.phrasing import (
    BARE,
    CORRECTS,
    FOLLOWS,
    HIM,
    HOW,
    LOOKING,
    REFUSES,
    WHEN,
    WHICH,
    asks,
    asks_why,
    learner_question,
    trimmed,
    without_directions,
)

__all__ = ["Remark", "follow_up", "mumbled", "remark_of"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A message without a deal and without a question in L.

    for_bots: as they hear it. for_people: as they read it, without its topic; None if the words are not sure enough.
    """

    for_bots: Utterance
    for_people: Utterance | None = None


def remark_of(text: str, beside: Sequence[Utterance], context: Context, *, exact: bool = False) -> Remark:
    """The remark that a text is. beside: the courtesy that was read in it, if one was; exact: it is all of the text."""
    if (asked := asked_of_board(text, context)) is not None:
        return Remark(asked)
    if (question := learner_question(text)) is not None:
        manner, topic = question
        return Remark(Courtesy(context.speaker, context.hearers, Manner(manner), Tpc(topic)))
    if context.advised and asks_why(text):
        return Remark(Courtesy(context.speaker, context.hearers, Manner.WONDER))
    follow = follow_up(text, context)
    if follow is not None:
        return Remark(follow)
    told = beside if exact else _asked_of_game(text, context, _unless_surely_else(text, beside, context))
    if told and isinstance(told[0], Courtesy):
        return Remark(_with_topic(told[0], text), told[0])
    heard = mumbled(text, context.speaker, context.hearers, context.position, third=context.third)
    known = not words_of(text, context.speaker).naming and is_worded(text)
    sure = known and gist_of(text).probability >= _CLAIMED and getattr(heard, "manner", None) is not Manner.MUMBLE
    return Remark(heard, without_topic(heard) if sure and isinstance(heard, Courtesy) else None)


def follow_up(text: str, context: Context) -> Courtesy | None:
    """A follow-up: a name or half a question.

    Names are `and Picardy?`, `no, I meant Holland`; half questions `which one?`, `when?`.
    """
    if len(context.hearers) != 1:
        return None
    for pattern, topic in ((WHICH, "puzzledwhich"), (WHEN, "puzzledwhen"), (HOW, "puzzledhow")):
        if pattern.match(text):
            return Courtesy(context.speaker, context.hearers, Manner.PUZZLED, Tpc(topic))
    half = FOLLOWS.match(text) or CORRECTS.match(text)
    name = half["name"].strip() if half is not None else ""
    words = [one.word for one in roles_in(name, (context.speaker, *context.hearers))] if name else []
    if len(words) != 1 or (words[0].start, words[0].end) != (0, len(name)) or len(words[0].named) != 1:
        return None
    return Courtesy(context.speaker, context.hearers, Manner.WONDER, Tpc("whatof", words[0].named))


def _with_topic(said: Utterance, text: str) -> Utterance:
    """Add the topic of its words to a remark about nothing, if it has more than a few."""
    if not isinstance(said, Courtesy) or said.about is not None or said.manner in ASKING:
        return said
    if len(text.split()) <= _FEW:
        return said
    topic = gist_of(text).topic_of(said.manner)
    return said if not topic else replace(said, about=Tpc(f"{said.manner}{topic}"))


def without_topic(said: Utterance) -> Utterance:
    """Remove the topic, which is for bots, as people read the remark."""
    return replace(said, about=parted(said.about)[1]) if isinstance(said, Courtesy) else said


def mumbled(
    text: str,
    speaker: str,
    hearers: Collection[str],
    position: Position | None = None,
    *,
    third: Power | None = None,
) -> Utterance:
    """Remark for a message that was not understood: gist, topic and pieces, as far as its words tell.

    Blame, thanks and the like keep the province or the third power that is named, of several the last. position: the
    board, for units that are asked about. third: the power that `him` stands for.
    """
    to = tuple(hearers)
    if not any(letter.isalnum() for letter in text):
        return Courtesy(speaker, to, Manner.PUZZLED)
    if jests(text):
        return _with_topic(Courtesy(speaker, to, Manner.JEST), text)
    me, text = as_power(speaker), without_directions(trimmed(text))
    words, gist = words_of(text, me), gist_of(text)
    absent = [power for power in words.powers if power not in (speaker, *hearers)]
    him = third is not None and not words.naming and len(to) == 1 and HIM.search(text) is not None
    absent += [third] if third is not None and him else []
    if not words.naming and not is_worded(text) and gist.probability < _SURE:
        return Courtesy(speaker, to, Manner.MUMBLE)
    pieces = pieces_of(text, me, to) if to else []
    kind = _kind_of(gist, asks=asks(text), named=bool(pieces))
    if kind in ("demand", "tell", "offer", "rumour", "") and REFUSES.match(text):
        kind = "balk"
    topic = kind + gist.topic_of(kind) if gist.topic_of(kind) else ""
    if topic == "chatnoise" and not pieces:
        return Courtesy(speaker, to, Manner.MUMBLE)
    asked_kind = REMARKED[topic] if topic else kind if kind != "deal" else ""
    if him and kind == "standing":
        return Query(speaker, to, open_question("opinion", me, as_power(to[0]), third))
    voice = Voice(me, tuple(map(as_power, to)), position=position)
    asked = _asked(text, kind, asked_kind, voice, absent, pieces) if len(to) == 1 else None
    if asked is not None:
        return Query(speaker, to, asked)
    if topic:
        return _of_topic(topic, kind, pieces, speaker, to)
    heard = ("contact", "source") if kind in _HEARSAY else ("contact",)
    spoken = dict.fromkeys(piece.content for piece in pieces if piece.role in heard)
    pieces = [piece for piece in pieces if piece.role != "source"]
    if spoken and not any(piece.role in ("ask", "yours") for piece in pieces):
        return Courtesy(speaker, to, Manner.RUMOUR, both(spoken))
    plain = not pieces or gist.probability >= _SURE or is_of_places(gist)
    if kind in ASKING and plain and (question := question_in(text, gist, speaker, to)) is not None:
        return question
    manner = Manner(kind) if kind in MANNERS else Manner.MUMBLE
    light = _lightest(gist) if manner is Manner.MUMBLE and not pieces else manner
    if light in _LIGHTLY and (not pieces or gist.probability >= _RATHER):
        return _with_topic(Courtesy(speaker, to, light), text)
    contents = dict.fromkeys(piece.content for piece in pieces)
    if not contents or (manner in _POINTED and gist.probability >= _RATHER):
        named = (*words.places, *absent) if kind in _OF_OTHERS else (*absent, *words.places)
        return Courtesy(speaker, to, manner, named[-1] if named else None)
    if gist.of(Manner.THREATEN, Manner.BLAME) >= _ANGRY:
        contents = dict.fromkeys(_unasked(content, to[0]) for content in contents)
    return Courtesy(speaker, to, manner if manner in _TOLD else Manner.MUMBLE, both(contents))


def _of_topic(topic: str, kind: str, pieces: Sequence[Piece], speaker: str, to: Sequence[str]) -> Courtesy:
    """A remark on a topic, with the pieces that it names."""
    manner = Manner(kind) if kind in MANNERS else Manner.MUMBLE
    contents = dict.fromkeys(piece.content for piece in pieces)
    if manner in (Manner.THREATEN, Manner.BLAME):
        contents = dict.fromkeys(_unasked(content, to[0]) for content in contents)
    return Courtesy(speaker, tuple(to), manner, both((Tpc(topic), *contents)))


def _kind_of(gist: Gist, *, asks: bool, named: bool) -> str:
    """Kind of a message; empty if none is likely.

    Blame gives way to a jest half as likely. A text that asks nothing is no question, one without names no bargain.
    """
    never = {*(() if asks else _QUESTIONS), *(() if named else ("deal",))}
    shares = {kind: share for kind, share in gist.shares.items() if kind not in never}
    kind = max(shares, key=lambda each: shares[each])
    share = shares[kind]
    if kind == Manner.BLAME and share < _SURE:
        kind = max((each for each in shares if each != Manner.BLAME), key=lambda each: shares[each])
        share = shares[kind] + _MILDER
    return kind if share >= (_LIKELY if named else _GUESSED) else ""


def _lightest(gist: Gist) -> Manner:
    """Small talk of some kind, where that is likelier than anything else of so many words."""
    light = max(_LIGHTLY, key=lambda manner: gist.shares.get(manner, 0.0))
    return light if gist.of(*_LIGHTLY) >= _CHATTY else Manner.MUMBLE


def _unasked(piece: Formula, you: str) -> Formula:
    """In a threat or blame, "you take X" is no request: keep only X."""
    if isinstance(piece, Scd) and piece.power == you:
        return piece.centers[0]
    return piece.province if isinstance(piece, Ent) and piece.power == you else piece


def _asked(  # noqa: PLR0917
    text: str, kind: str, asks: str, voice: Voice, absent: Sequence[str], pieces: Sequence[Piece]
) -> Formula | None:
    """The question that a gist comes to, or a piece that asks something. asks: the kind of that question, none where it
    is answered as a remark; absent: the third powers that are named."""
    me, you = voice.speaker, voice.hearers[0]
    if asks == "opinion" and not absent:
        asks = "standing"
    contact = any(piece.role == "contact" and piece.probability >= _SURE for piece in pieces)
    if contact:  # what is asked is whether the two talk
        return None
    places = [piece for piece in pieces if isinstance(piece.content, str)]
    if kind == Manner.RUMOUR:
        said = [piece for piece in pieces if piece.role in ("yours", "ask") and piece.probability >= _SURE]
        goes = [place for piece in said for place in _place_of(piece, you)]
        return Desire(you, Ent(you, goes[0])) if goes else None
    if kind not in _ASKS_ELSE:
        feared = [piece for piece in places if piece.role == "ask" and piece.probability >= _SURE]
        if feared:
            return Desire(you, Ent(you, as_province(str(feared[0].content))))
    powers = [piece.content.power for piece in pieces if isinstance(piece.content, Opn)]
    if asks in QUESTIONS and asks != "plans":
        return open_question(asks, me, you, next(iter((*powers, *map(as_power, absent[-1:]))), None))
    if asks == "plans" and powers:
        return Which(Variable("?o"), Desire(powers[-1], Do(Variable("?o"))))
    if asks == "plans":
        stands = [place for place, sure in units_in(text, me, voice.hearers) if sure >= _SURE]
        if (unit := _unit_at(stands, voice)) is not None:
            return Which(Variable("?r"), Do(Mto(unit, cast(Region, Variable("?r")))))
        goes = [place for piece in pieces for place in _place_of(piece, you)]
        return Desire(you, Ent(you, goes[0])) if goes else Which(Variable("?o"), Desire(you, Do(Variable("?o"))))
    if asks == "offer" and not places:
        return Which(Variable("?d"), Desire(you, Agree((min(me, you), max(me, you)), Variable("?d"))))
    if asks in ("opinion", "standing") and absent:
        power = powers[0] if powers else as_power(absent[-1])
        return Which(Variable("?s"), Belief(you, Opn(power, Variable("?s"))))  # type: ignore[arg-type]
    if asks == "standing":
        return Which(Variable("?s"), Belief(you, Opn(me, Variable("?s"))))  # type: ignore[arg-type]
    return None


def _unit_at(places: Sequence[Province], voice: Voice) -> Unit | None:
    """The last unit of who reads that stands in one of the places."""
    found = [voice.position.unit_at(place) for place in places] if voice.position is not None else []
    return next((unit_of(unit) for unit in reversed(found) if unit is not None and unit.power in voice.hearers), None)


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
    """True if it asks about the very places or powers that a text names, or what to do with them."""
    asked = gist.question
    return asked is not None and (asked[0] == Manner.ADVICE or asked[1] in OF_PLACES | OF_POWERS | MAY_NAME)


def question_in(text: str, gist: Gist, speaker: str, hearers: Sequence[str]) -> Courtesy | None:
    """The question about the game that a text of this gist asks, with what it names as far as that matters for it."""
    asked = gist.question
    if asked is None:
        return None
    manner, topic = Manner(asked[0]), asked[1]
    if manner is Manner.LOOK and LOOKING.search(text) is None:
        return None
    words = words_of(text, as_power(speaker))
    named: tuple[str, ...] = ()
    if topic in OF_PLACES | MAY_NAME:
        named = tuple(dict.fromkeys(words.places))[:_MOST_PLACES]
        if not named and topic in OF_PLACES:
            return None
    elif topic in OF_POWERS:
        named = (*words.powers, *hearers[: "you" in text.lower().split()], speaker)[:1]
    return Courtesy(speaker, tuple(hearers), manner, Tpc(topic, named))


def _asked_of_game(text: str, context: Context, beside: Sequence[Utterance]) -> Sequence[Utterance]:
    """The question about the game, where what was read beside deals is one, or nothing was and the words are sure."""
    told = beside[0] if len(beside) == 1 else None
    gist = gist_of(text)
    topical = isinstance(told, Courtesy) and told.manner in ASKING and not isinstance(told.about, Tpc)
    sure = not beside and gist.of(*ASKING) >= _CLAIMED
    if not context.hearers or not (topical or sure):
        return beside
    if gist.of(*ASKING) < _PLAINLY and not is_of_places(gist) and words_of(text, context.speaker).places:
        return ()
    question = question_in(text, gist, context.speaker, context.hearers)
    return beside if question is None else (question,)


def _unless_surely_else(text: str, beside: Sequence[Utterance], context: Context) -> Sequence[Utterance]:
    """Without a courtesy that the words speak against: then it is its gist that counts."""
    if BARE.match(text):
        return ()
    if len(beside) != 1 or len(text.split()) <= 2:
        return beside
    gist = gist_of(text)
    if jests(text):  # also who threatens or leaves may laugh
        return () if gist.kind not in (*LIGHT, Manner.MOOD) and gist.probability >= _RATHER else beside
    if isinstance(beside[0], Query):
        asks_for_deal = getattr(beside[0].content, "variable", "") == "?d"
        plans = asks_for_deal and gist.kind == "plans" and gist.probability >= _RATHER
        chooses = asks_for_deal or getattr(beside[0].content, "variable", "") == "?p"
        if chooses and words_of(text, context.speaker).places and _names_places(text, context):
            return ()
        return () if plans or (gist.question is not None and gist.of(*ASKING) >= _ELSE) else beside
    if not isinstance(beside[0], Courtesy):
        return beside
    light = beside[0].manner is Manner.GREET and gist.kind in (*LIGHT, "here") and gist.question is None
    sure, unlikely = (
        _TOUCH if beside[0].manner in (*LIGHT, Manner.WONDER) and gist.kind not in LIGHT else (_ELSE, _UNLIKELY)
    )
    share = gist.shares.get(beside[0].manner, 0.0)
    told_at_length = _is_many(text) and beside[0].manner in _BRIEF
    overruled = not light and ((gist.probability >= sure and share <= unlikely) or (told_at_length and share <= _NEVER))
    return () if overruled else beside


def _names_places(text: str, context: Context) -> bool:
    """True if it speaks of places, and not only of the place of a unit."""
    return any(places_in(piece.content) for piece in pieces_of(text, context.speaker, context.hearers))


def _is_many(text: str) -> bool:
    return len(text.split()) > _MANY


_FEW: Final = 5
"""Words of a remark that has no topic."""
_MOST_PLACES: Final = 2
_QUESTIONS: Final = frozenset({"plans", "opinion", "standing", Manner.WONDER})
"""Gists of what is asked."""
_LIKELY: Final = 0.25
"""Least probability of a gist."""
_GUESSED: Final = 0.15
"""Least probability of a gist if nothing is named that could be spoken of."""
_ANGRY: Final = 0.25
"""Probability of a threat or blame from which nothing is offered."""
_MILDER: Final = 0.1
"""Bonus of any other gist where blame is possible."""
_CHATTY: Final = 0.5
"""Least probability of small talk, all kinds together."""
_SURE: Final = 0.5
"""Probability of a question that counts although a place or a power is named."""
_RATHER: Final = 0.4
"""Probability of a remark that counts although a place or a power is named."""
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
_MANY: Final = 8
_PLAINLY: Final = 0.75
"""Least probability that a text with places asks about the game, not about these places."""
_CLAIMED: Final = 0.5
"""Least probability of a gist that is shown to the writer."""
_ELSE: Final = 0.45
"""Least probability of another gist for which a courtesy is dropped."""
_UNLIKELY: Final = 0.1
"""Most probability of a courtesy that is dropped for another gist."""
_BRIEF: Final = frozenset(
    {
        *(Manner.APOLOGISE, Manner.GREET, Manner.FAREWELL, Manner.JEST, Manner.THANK, Manner.PRAISE, Manner.DOUBT),
        *(Manner.HERE, Manner.FORGIVE),
    }
)
"""Manners that are brief: a long text about something else is none of them."""
_NEVER: Final = 0.03
"""Most probability of a courtesy of many words that is dropped, whatever else they are about."""
_TOUCH: Final = (0.35, 0.2)
"""Both limits for a nod, a greeting or small talk: of the other gist, and of the courtesy."""
