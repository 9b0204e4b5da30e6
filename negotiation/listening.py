"""What a message means: a deal where there is one, else what is asked or said beside deals."""

import re
from typing import Final

from negotiation.english.context import Context, words_of
from negotiation.english.frames import Voice
from negotiation.english.tones import plain
from negotiation.english.understanding import MAX_CANDIDATES, Understanding
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.gists.telling import LIGHT, gist_of
from negotiation.grammar.beside import jests, read_beside
from negotiation.mumbling import mumbled
from negotiation.reader import read
from negotiation.terms import (
    REMARKS,
    Accept,
    Answer,
    Courtesy,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
)

__all__ = ["listen"]


def listen(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed.

    A deal that is read surely stands, unless its writer says that it was a joke. An open question is believed rather
    than a deal that is only offered; so is a courtesy, but for a few kind words that may agree to what is open.
    """
    text = plain(text)
    exact = _courtesy(text, context)
    if exact and len(text.split()) > _FEW:
        return Understanding("clear", (exact,))
    understood = _unless_gist(text, context, read(text, context))
    clear = understood.verdict == "clear"
    at_length = clear and _agrees_at_length(text, understood)
    if clear and not (jests(text) or _asks_why(text, understood) or at_length):
        return understood
    beside = exact or _unless_surely_else(text, read_beside(text, context))
    if not beside and not understood.candidates and not _is_apart(text):
        beside = _question_in(text, context)
    if not beside:
        return _by_gist(text, context, understood) if understood.verdict == "none" else understood
    if at_length and not jests(text):
        threat = isinstance(beside[0], Courtesy) and beside[0].manner is Manner.THREATEN
        return Understanding("choose", (beside, *understood.candidates)) if threat else understood
    if clear and not jests(text):
        return Understanding("choose", (*understood.candidates, beside))
    leans = context.open_deals and _may_agree(text, beside[0])
    if understood.candidates and (leans or _is_remark(beside[0])):
        offered = (*understood.candidates[: MAX_CANDIDATES - 1], beside)
        return Understanding("choose", offered, understood.unplaced)
    return Understanding("clear", (beside,))


def _courtesy(text: str, context: Context) -> tuple[Utterance, ...]:
    """A courtesy in the very words of a bot."""
    if not context.hearers or len(text) > MAX_CAREFUL:
        return ()
    found = parse_careful(text, Voice(context.speaker, context.hearers, position=context.position))
    return tuple(found) if len(found) == 1 and isinstance(found[0], Courtesy) else ()


def _by_gist(text: str, context: Context, unread: Understanding) -> Understanding:
    """What a text without names is about, where its words are sure enough to say so; else it is not understood."""
    if context.hearers and not words_of(text, context.speaker).naming and gist_of(text).probability >= _CLAIMED:
        heard = mumbled(text, context.speaker, context.hearers)
        if getattr(heard, "manner", None) is not Manner.MUMBLE:
            return Understanding("clear", ((heard,),))
    return unread


def _unless_gist(text: str, context: Context, understood: Understanding) -> Understanding:
    """Without readings that are only offered, where the words are rather about something else than a deal."""
    if understood.verdict != "choose":
        return understood
    left = understood.candidates
    never = _BINDING if _asks_openly(text) else _SETTLING if _ASKED.match(text) else ()
    if never:
        left = tuple(each for each in left if not all(isinstance(one, never) for one in each))
    left = tuple(each for each in left if not _settles_elsewhere(text, context, each))
    if left and not _TO_YOU.search(text) and _is_apart(text):
        left = ()
    settles = bool(left) and all(isinstance(one, _SETTLING) for one in left[0])
    if left and (settles or not words_of(text, context.speaker).naming) and _is_rather_else(text, left[0]):
        left = ()
    if left == understood.candidates:
        return understood
    return Understanding("choose" if left else "none", left, understood.unplaced)


def _settles_elsewhere(text: str, context: Context, read_as: tuple[Utterance, ...]) -> bool:
    """Whether a yes or a no is read where only places are named that the deal in question does not hold."""
    places = words_of(text, context.speaker).places
    deals = [repr(each.deal) for each in read_as if isinstance(each, Accept | Reject)]
    return bool(places and deals) and not any(place in deal for place in places for deal in deals)


def _is_rather_else(text: str, read_as: tuple[Utterance, ...]) -> bool:
    """Whether the gist of a text is something else than what it would be read as."""
    gist = gist_of(text)
    if not all(isinstance(each, _SETTLING) for each in read_as):
        return gist.probability >= _SURELY and gist.kind not in _OPEN
    kept = frozenset({"deal"}) if text.rstrip().endswith("?") else _MAY_AGREE
    return gist.probability >= _RATHER and gist.kind not in kept


def _asks_openly(text: str) -> bool:
    """Whether a question begins as none does that proposes something: who, which, what is, why; not what about."""
    return _ASKS.match(text) is not None and _SUGGESTS.match(text) is None


_SETTLING: Final = (Accept, Reject, Answer)
_BINDING: Final = (Propose, *_SETTLING)
_SO: Final = r"^\W*(?:(?:so|and|but|then|well|ok|okay|hey|oh|um|hm+|dude|bro|man|wait|now)\b\W*)*"
_ASKS: Final = re.compile(_SO + r"(?:who|whom|whose|which|what|why|where|when|how|wtf)\b", re.IGNORECASE)
_ASKED: Final = re.compile(
    _SO + r"(?:is|are|am|do|does|did|can|could|should|shall|would|will|have|has|was|were)\b\W+\w+\W+\w+", re.IGNORECASE
)
"""A question, which settles nothing."""
_SUGGESTS: Final = re.compile(
    _SO + r"(?:(?:what|how) (?:about|if|would you say|do you say|say you|say we|do you think|d'you say)"
    r"|what (?:are your thoughts|(?:would|do) you think|i (?:want|need|propose|suggest|offer))"
    r"|how (?:would|(?:do|does) (?:you|it|that|this) (?:feel|like|sound))"
    r"|why (?:don'?t|not|do not)|(?:when|where) (?:i|you|we))\b",
    re.IGNORECASE,
)


def _unless_surely_else(text: str, beside: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """Without a courtesy that the words speak against: then it is its gist that counts."""
    if _BARE.match(text):
        return ()
    if len(beside) != 1 or len(text.split()) <= 2 or jests(text):
        return beside
    gist = gist_of(text)
    if isinstance(beside[0], Query):
        asks_for_deal = getattr(beside[0].content, "variable", "") == "?d"
        plans = asks_for_deal and gist.kind == "plans" and gist.probability >= _RATHER
        return () if plans or _is_apart(text) else beside
    if not isinstance(beside[0], Courtesy):
        return beside
    light = beside[0].manner is Manner.GREET and gist.kind in (*LIGHT, "here", "person")
    sure, unlikely = (
        _LIGHTLY if beside[0].manner in (*LIGHT, Manner.WONDER) and gist.kind not in LIGHT else (_SURE, _UNLIKELY)
    )
    overruled = not light and gist.probability >= sure and gist.shares.get(beside[0].manner, 0.0) <= unlikely
    return () if overruled else beside


def _is_apart(text: str) -> bool:
    gist = gist_of(text)
    return gist.kind in _APART and gist.probability >= _SURE


_TO_YOU: Final = re.compile(r"\b(?:you|your|u|ur|we|our|us|let'?s)\b", re.IGNORECASE)
_BARE: Final = re.compile(r"^\W*(?:and )?(?:who|when|where|which|how)(?: one| exactly)?\W*$", re.IGNORECASE)
"""Half a question."""
_APART: Final = frozenset({"advice", "screen", "rules", "bot", "mood", "person"})
"""What is no question to a power at war."""


def _question_in(text: str, context: Context) -> tuple[Utterance, ...]:
    """The open question that a message ends or begins with, where what stands beside it names nothing."""
    parts = [part for part in re.split(r"[,;:]|\bbut\b", text, flags=re.IGNORECASE) if part.strip()]
    for asked in dict.fromkeys((parts[-1], parts[0])) if len(parts) > 1 else ():
        rest = " ".join(part for part in parts if part is not asked)
        found = read_beside(asked, context) if not words_of(rest, context.speaker).naming else ()
        if found and isinstance(found[0], Query):
            return found
    return ()


_RATHER: Final = 0.4
"""How likely a gist has to be where the reader offers a yes or a no instead,"""
_SURELY: Final = 0.7
"""and where it offers something else."""
_OPEN: Final = frozenset({"deal", "assent", "balk", "offer", "plans", "opinion", "wait", "thank", "praise"})
"""Gists of messages that may well be what the reader offers."""
_CLAIMED: Final = 0.5
"""How likely a gist has to be that one is told to be understood so."""
_MAY_AGREE: Final = frozenset({"deal", "assent", "balk", "wait", "thank"})
_SURE: Final = 0.55
"""How likely another gist has to be that a courtesy is given up for it,"""
_UNLIKELY: Final = 0.06
"""and how little likely the courtesy;"""
_LIGHTLY: Final = (0.35, 0.2)
"""the same of a nod, a greeting or small talk."""


def _may_agree(text: str, said: Utterance) -> bool:
    """`Thanks!`, `Great move`: a few kind words, which may be a yes to what is open."""
    return isinstance(said, Courtesy) and said.manner in _KIND and len(text.split()) <= _FEW


def _is_remark(said: Utterance) -> bool:
    """`Ok`, `no way`, `really?`: which may be meant for what is open."""
    return isinstance(said, Courtesy) and said.manner in REMARKS


_KIND: Final = (Manner.THANK, Manner.PRAISE, Manner.FORGIVE)
_FEW: Final = 3


def _agrees_at_length(text: str, understood: Understanding) -> bool:
    """`Fine. Then it is war.`, which begins like a yes."""
    return len(text.split()) > _FEW and all(isinstance(each, Accept) for each in understood.candidates[0])


def _asks_why(text: str, understood: Understanding) -> bool:
    """`Why not?`, which agrees or asks."""
    return text.rstrip().endswith("?") and isinstance(understood.candidates[0][0], Accept)
