"""What a message means: a deal where there is one, else what is asked or said beside deals."""

import re
from collections.abc import Mapping
from typing import Final

from negotiation.doubting import speaks_against
from negotiation.english.context import Context, words_of
from negotiation.english.frames import Voice
from negotiation.english.tones import plain
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.gists.telling import LIGHT, Gist, gist_of, is_worded
from negotiation.grammar.beside import jests, read_beside
from negotiation.mumbling import is_of_places, mumbled, question_in, without_topic
from negotiation.pieces import deal_of, pieces_of, places_in
from negotiation.reader import likely_in, read
from negotiation.terms import (
    REMARKS,
    Accept,
    Answer,
    Commits,
    Courtesy,
    Inform,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
)
from negotiation.topics import ASKING
from negotiation.trimming import trimmed

__all__ = ["listen"]


def listen(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed.

    A deal that is read surely stands, unless its writer says that it was a joke. An open question is believed rather
    than a deal that is only offered; so is a courtesy, but for a few kind words that may agree to what is open.
    """
    text = trimmed(plain(text))
    careful = _careful(text, context)
    exact = careful if all(isinstance(one, Courtesy) for one in careful) else ()
    if exact and len(text.split()) > _FEW:
        return Understanding("clear", (exact,))
    understood = read(text, context)
    if not careful:
        understood = _likely(text, context, understood)
    clear = understood.verdict == "clear"
    at_length = clear and _agrees_at_length(text, understood)
    if at_length and not careful and gist_of(text).of("assent", "thank", "praise", "deal") < _NODS[0]:
        clear, at_length, understood = False, False, Understanding("none", (), understood.unplaced)
    if clear and not (jests(text) or _asks_why(text, understood) or at_length):
        return understood
    beside = exact
    if not beside and not any(_is_asked_for(text, each) for each in understood.candidates):
        beside = _asked_of_game(text, context, _unless_surely_else(text, read_beside(text, context), context))
    if not beside and not understood.candidates and gist_of(text).question is None:
        beside = _question_in(text, context)
    if not beside:
        if understood.verdict != "none":
            return understood
        return (
            _in_part(text, context)
            or _by_pieces(text, context)
            or _by_weights(text, context)
            or _by_gist(text, context, understood)
        )
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


def _careful(text: str, context: Context) -> tuple[Utterance, ...]:
    """What is said in the very words of a bot."""
    if not context.hearers or len(text) > MAX_CAREFUL:
        return ()
    found = parse_careful(text, Voice(context.speaker, context.hearers, position=context.position))
    return tuple(found) if len(found) == 1 else ()


def _in_part(text: str, context: Context) -> Understanding | None:
    """What is read where clauses are left out that name nothing and set no condition: offered, never claimed."""
    clauses = [clause for clause in _CLAUSE.split(text.strip()) if clause.strip()]
    named = [clause for clause in clauses if words_of(clause, context.speaker).naming]
    for kept in [named] if named else [[clause] for clause in clauses]:
        left = [clause for clause in clauses if clause not in kept]
        if not left or any(_CONDITION.search(clause) for clause in left):
            continue
        found = read(", ".join(kept), context)
        if any(speaks_against(text, each, context) or _takes_nothing_back(each, context) for each in found.candidates):
            continue
        if found.verdict == "clear" and (len(kept[0].split()) > _FEW or not _nods(found.candidates[0])):
            return Understanding("choose", found.candidates, tuple(left))
    return None


_CLAUSE: Final = re.compile(r"[,;]\s+|(?<=[.!?])\s+|\s+-+\s+")
_CONDITION: Final = re.compile(
    r"\b(?:if|unless|only|except|until|till|when|once|provided|but|although|however)\b", re.IGNORECASE
)
"""What may turn round or limit what stands beside it."""


def _by_pieces(text: str, context: Context) -> Understanding | None:
    """The deal that the pieces of a text make, where each of them is likely enough: offered."""
    gist = gist_of(text)
    if len(context.hearers) != 1 or gist.kind not in _DEALING or gist.of(*_DEALING) < _DEALT:
        return None
    if gist.of("deal", "offer") < _PLAINLY_DEALT and _CONDITION.search(text):
        return None
    pieces = pieces_of(text, context.speaker, context.hearers)
    deal = deal_of(pieces, context.speaker, context.hearers[0], context.position)
    if deal is None:
        return None
    return Understanding("choose", ((Propose(context.speaker, context.hearers, deal),),))


def _by_weights(text: str, context: Context) -> Understanding | None:
    """What the weights of all there is to say on the board find likely where no sentence was read: offered."""
    if context.position is None or len(text) > _LONGEST or gist_of(text).of(*_DEALING) < _DEALT:
        return None
    found = likely_in(text, context)
    offered = [
        one.candidate
        for one in found.said[:MAX_CANDIDATES]
        if one.probability >= _WORTH and not speaks_against(text, one.candidate, context)
    ]
    if (
        found.silence > _SILENT
        or not offered
        or found.said[0].probability < _FIRST
        or found.said[0].candidate != offered[0]
        or _nods(offered[0])
    ):
        return None
    return Understanding("choose", tuple(offered), (text,))


_DEALING: Final = ("deal", "offer", "demand", "plead", "assure", "tell")
_PLAINLY_DEALT: Final = 0.6
"""How likely it must be a deal that what may limit it is taken for a part of it."""
_DEALT: Final = 0.4
"""How likely such gists must be,"""
_SILENT: Final = 0.3
"""how likely it may be that nothing is said,"""
_FIRST: Final = 0.5
"""how likely the first reading must be,"""
_WORTH: Final = 0.1
"""and how likely others, to be offered."""
_LONGEST: Final = 200


def _by_gist(text: str, context: Context, unread: Understanding) -> Understanding:
    """What a text without names is about, where its words are sure enough to say so; else it is not understood."""
    asked = _asked_of_game(text, context, ())
    if asked:
        return Understanding("clear", (asked,))
    sure = gist_of(text).probability >= _CLAIMED and is_worded(text)
    if context.hearers and not words_of(text, context.speaker).naming and sure:
        heard = mumbled(text, context.speaker, context.hearers)
        if getattr(heard, "manner", None) is not Manner.MUMBLE:
            return Understanding("clear", ((without_topic(heard),),))
    return unread


def _asked_of_game(text: str, context: Context, beside: tuple[Utterance, ...]) -> tuple[Utterance, ...]:
    """The question about the game, where what was read beside deals is one, or nothing was and the words are sure."""
    told = beside[0] if len(beside) == 1 else None
    gist = gist_of(text)
    topical = isinstance(told, Courtesy) and told.manner in ASKING and told.about is None
    sure = not beside and gist.of(*ASKING) >= _CLAIMED
    if not context.hearers or not (topical or sure):
        return beside
    if gist.of(*ASKING) < _PLAINLY and not is_of_places(gist) and words_of(text, context.speaker).places:
        return ()
    question = question_in(text, gist, context.speaker, context.hearers)
    return beside if question is None else (question,)


def _likely(text: str, context: Context, understood: Understanding) -> Understanding:
    """Without readings that are only offered and not likely: by the weights of all there is to say nothing is said, and
    by those of gists the words are about something else; or it is a question that settles nothing."""
    if understood.verdict == "none" or (understood.verdict == "clear" and not _is_only_begun(text, understood)):
        return understood
    asked = _SENTENCE.split(text.strip())[-1]
    never = _BINDING if _asks_openly(asked) or _asks_for_reasons(text) else _SETTLING if _ASKED.match(asked) else ()
    gist, found = gist_of(text), likely_in(text, context)
    silence, likely = found.silence, {one.candidate: one.probability for one in found.said}
    names = words_of(text, context.speaker).naming
    long = len(text.split()) > _FEW
    left = tuple(
        each
        for each in understood.candidates
        if not (never and all(isinstance(one, never) for one in each))
        and not (_ASKS_YOU.match(asked) and any(_promises(one, context.speaker) for one in each))
        and (
            silence - max(_fits(gist, one, long=long) for one in each) <= _DOUBT
            # What no unit on the board can do is nothing the weights know to be said.
            or _is_asked_for(text, each)
        )
        and not (long and _nods(each) and gist.of(*_GISTS[type(each[0])]) < _NODS[names])
        and not speaks_against(text, each, context)
        and not (isinstance(each[0], Propose) and _asks_of_game(gist))
        and not _takes_nothing_back(each, context)
        and not (long and _is_kind(gist, each) and not _is_asked_for(text, each))
        and not (
            context.position and _is_many(text) and isinstance(each[-1], Propose) and likely.get(each, 0.0) < _RARELY
        )
    )
    if left == understood.candidates:
        return understood
    return Understanding("choose" if left else "none", left, understood.unplaced)


def _asks_of_game(gist: Gist) -> bool:
    """Whether it is rather a question about the rules, the page or the map than a proposal."""
    asks = gist.of(*ASKING)
    return asks >= _RATHER and asks > 2 * gist.of("deal", *_GISTS[Propose])


def _is_kind(gist: Gist, read_as: Candidate) -> bool:
    """Whether it is thanks or an apology that names something, rather than the deal or the news it is read as."""
    deal = gist.of("deal", "offer", "plead", "demand", "tell", "assure", "rumour", "balk", "opinion")
    return isinstance(read_as[0], Propose | Inform) and (gist.of(*_KINDLY) >= _KINDLY_SO or deal < _DEAL_SO)


_KINDLY: Final = ("thank", "apologise", "praise")
_KINDLY_SO: Final = 0.3
_DEAL_SO: Final = 0.25


def _takes_nothing_back(read_as: Candidate, context: Context) -> bool:
    return isinstance(read_as[0], Withdraw) and not context.own_deals


def _is_many(text: str) -> bool:
    return len(text.split()) > _MANY


def _is_only_begun(text: str, understood: Understanding) -> bool:
    """Whether a no is claimed of many words, which may have other things to say: a yes at length is asked about."""
    no = all(isinstance(one, Reject) for one in understood.candidates[0])
    return no and _is_many(text)


_MANY: Final = 8
_RARELY: Final = 0.02
"""How likely a proposal must be, of all there is to say, to be offered for so many words."""


def _nods(read_as: tuple[Utterance, ...]) -> bool:
    """Whether it is only a yes or a no, which at length has to be the gist, too."""
    return all(isinstance(one, _SETTLING) for one in read_as)


_NODS: Final = (0.15, 0.4)
"""How likely it must be that several words nod or shake their head, and that they do where they name something."""


def _fits(gist: Gist, read_as: Utterance, *, long: bool) -> float:
    """How likely the gist of a text is one of what is read. long: whether it has more words than a mere yes."""
    deal = () if long and isinstance(read_as, _SETTLING) else ("deal",)
    return gist.of(*deal, *_GISTS[type(read_as)])


def _is_asked_for(text: str, read_as: tuple[Utterance, ...]) -> bool:
    """Whether a text ends by asking the other one to do something, and is read as just that."""
    return _REQUESTS.match(_SENTENCE.split(text.strip())[-1]) is not None and all(
        isinstance(one, Propose)
        and isinstance(one.deal, Commits)
        and all(commit.agent in one.hearers for commit in one.deal.items)
        for one in read_as
    )


def _promises(said: Utterance, speaker: str) -> bool:
    """Whether it offers or promises what only the speaker does."""
    deal = said.deal if isinstance(said, Propose) else getattr(said, "content", None)
    return isinstance(deal, Commits) and all(commit.agent == speaker for commit in deal.items)


_GISTS: Final[Mapping[type, tuple[str, ...]]] = {
    Propose: ("offer", "plead", "demand"),
    Accept: ("assent", "thank", "praise"),
    Reject: ("balk", "wait"),
    Withdraw: ("balk",),
    Inform: ("tell", "rumour", "assure", "opinion"),
    Answer: ("tell", "assent", "balk", "opinion"),
    Query: ("plans", "opinion", "offer", "wonder"),
    Courtesy: (),
}
"""What a message is about that is read as an utterance of that kind."""
_DOUBT: Final = 0.5
"""How much likelier silence may be than such a gist that it is still offered."""


def _asks_openly(text: str) -> bool:
    """Whether a question begins as none does that proposes something: who, which, what is, why; not what about."""
    return _ASKS.match(text) is not None and _SUGGESTS.match(text) is None


def _asks_for_reasons(text: str) -> bool:
    return any(_WHY.search(each) and not _SUGGESTS.match(each) for each in _SENTENCE.split(text.strip()))


_WHY: Final = re.compile(r"^\W*(?:\w+\W+){0,4}(?:why|how come)\b[^.!]*\?", re.IGNORECASE)
_SETTLING: Final = (Accept, Reject, Answer)
_BINDING: Final = (Propose, *_SETTLING)
_SO: Final = r"^\W*(?:(?:so|and|but|then|well|ok|okay|hey|oh|um|hm+|dude|bro|man|wait|now)\b\W*)*"
_ASKS: Final = re.compile(_SO + r"(?:who|whom|whose|which|what|why|where|when|how|wtf)\b", re.IGNORECASE)
_ASKED: Final = re.compile(
    _SO + r"(?:is|are|am|do|does|did|can|could|should|shall|would|will|have|has|was|were)\b\W+\w+\W+\w+", re.IGNORECASE
)
"""A question, which settles nothing."""
_ASKS_YOU: Final = re.compile(
    _SO + r"(?:is|are|am|do|does|did|could|would|will|have|has|was|were)\b\W+(?:you|your|u)\b", re.IGNORECASE
)
"""A question about the other one, which promises nothing."""
_REQUESTS: Final = re.compile(
    _SO + r"(?:please\b\W+)?(?:can|could|will|would)(?:n't|nt)?\b\W+(?:you|u)\b"
    r"(?!\W+(?:please\W+)?(?:tell|explain|say|show))",
    re.IGNORECASE,
)
"""What the other one is asked to do, not to tell."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_SUGGESTS: Final = re.compile(
    _SO + r"(?:(?:what|how) (?:about|if|would you say|do you say|say you|say we|do you think|d'you say)"
    r"|what (?:are your thoughts|(?:would|do) you think|i (?:want|need|propose|suggest|offer))"
    r"|how (?:would|(?:do|does) (?:you|it|that|this) (?:feel|like|sound))"
    r"|why (?:don'?t|not|do not)|(?:when|where) (?:i|you|we))\b",
    re.IGNORECASE,
)


def _unless_surely_else(text: str, beside: tuple[Utterance, ...], context: Context) -> tuple[Utterance, ...]:
    """Without a courtesy that the words speak against: then it is its gist that counts."""
    if _BARE.match(text):
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
        return () if plans or (gist.question is not None and gist.of(*ASKING) >= _SURE) else beside
    if not isinstance(beside[0], Courtesy):
        return beside
    light = beside[0].manner is Manner.GREET and gist.kind in (*LIGHT, "here") and gist.question is None
    sure, unlikely = (
        _LIGHTLY if beside[0].manner in (*LIGHT, Manner.WONDER) and gist.kind not in LIGHT else (_SURE, _UNLIKELY)
    )
    share = gist.shares.get(beside[0].manner, 0.0)
    told_at_length = _is_many(text) and beside[0].manner in _BRIEF
    overruled = not light and ((gist.probability >= sure and share <= unlikely) or (told_at_length and share <= _NEVER))
    return () if overruled else beside


def _names_places(text: str, context: Context) -> bool:
    """Whether it speaks of places, and not only of where a unit stands."""
    return any(places_in(piece.content) for piece in pieces_of(text, context.speaker, context.hearers))


_BARE: Final = re.compile(r"^\W*(?:and )?(?:who|when|where|which|how)(?: one| exactly)?\W*$", re.IGNORECASE)
"""Half a question."""


def _question_in(text: str, context: Context) -> tuple[Utterance, ...]:
    """The open question that a message ends or begins with, where what stands beside it names nothing."""
    parts = [part for part in re.split(r"[,;:]|\bbut\b", text, flags=re.IGNORECASE) if part.strip()]
    if _names_places(text, context):
        return ()
    for asked in dict.fromkeys((parts[-1], parts[0])) if len(parts) > 1 else ():
        rest = " ".join(part for part in parts if part is not asked)
        found = read_beside(asked, context) if not words_of(rest, context.speaker).naming else ()
        if found and isinstance(found[0], Query):
            return found
    return ()


_PLAINLY: Final = 0.75
"""How likely a text that names places has to be a question about the game that is not about these."""
_RATHER: Final = 0.4
"""How likely a gist has to be where the reader offers a question instead."""
_CLAIMED: Final = 0.5
"""How likely a gist has to be that one is told to be understood so."""
_SURE: Final = 0.45
"""How likely another gist has to be that a courtesy is given up for it,"""
_UNLIKELY: Final = 0.1
"""and how little likely the courtesy;"""
_BRIEF: Final = frozenset(
    {
        *(Manner.APOLOGISE, Manner.GREET, Manner.FAREWELL, Manner.JEST, Manner.THANK, Manner.PRAISE, Manner.DOUBT),
        *(Manner.HERE, Manner.FORGIVE),
    }
)
"""What is not said in many words that are about something else;"""
_NEVER: Final = 0.03
"""how little likely one of many words, whatever else they are about;"""
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
