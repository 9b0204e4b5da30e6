"""Rules above the judge: readings that are never claimed."""

import re
from itertools import pairwise
from typing import Final, Literal, TypeAlias, get_args

from negotiation.diplomacy import DIPLOMACY, Aly, Drw, Pce, Slo
from negotiation.english.understanding import Candidate
from negotiation.gists.telling import gist_of, is_worded
from negotiation.judge.candidates import Sentence, Text, corrects
from negotiation.judge.clues import is_illegal
from negotiation.judge.features import Choice
from negotiation.judge.left_out import BYSTANDER, NUMBER
from negotiation.levels import subterms
from negotiation.printer import format_term
from negotiation.terms import Accept, Agree, Commits, Inform, Propose, Query, Reject, Withdraw

__all__ = [
    "CLAIM_KINDS",
    "ClaimKind",
    "answers_by_asking",
    "asks_only",
    "binds",
    "claim_kind",
    "is_mocked",
    "is_small_talk",
    "is_supposed",
    "may_be_claimed",
    "settles",
]

ClaimKind: TypeAlias = Literal["asks", "sure", "answer", "other"]
CLAIM_KINDS: Final[tuple[ClaimKind, ...]] = get_args(ClaimKind)


_REFUSING: Final = frozenset({"balk", "jest", "scorn", "doubt", "threaten"})
"""What a sentence is about that refuses or mocks what stands beside it."""


def may_be_claimed(choice: Choice, text: Text) -> bool:
    """True unless a neighbouring sentence refuses or mocks it, no rule allows an order in it on this board, or it
    leaves a name, a number, a time, a negation or a condition unread, or takes a name from words nobody understood, or
    takes small talk for an answer."""
    unread = any(each != BYSTANDER for each in choice.lacks) or _leans_on_words(choice, text)
    unread = unread or _begins_later(choice, text) or _is_later(choice, text)
    refused = is_mocked(choice, text) or _is_corrected(choice, text) or _is_one_of_two(choice, text)
    chats = is_small_talk(text) and any(isinstance(one, Accept | Reject | Withdraw) for one in choice.said)
    return not (unread or refused or chats or is_illegal(choice.said, text.context))


def claim_kind(choice: Choice) -> ClaimKind:
    """How a reading came about, as far as that tells how sure it must be to be claimed.

    asks: it only asks; sure: the grammar reads the whole text so, nothing else as likely, and no sentence stands beside
    it that names nothing; answer: it only answers what is open; other: none of these.
    """
    if asks_only(choice.said):
        return "asks"
    sure = any(source.startswith("read sure 1") for source in choice.proposed.sources)
    sentences = choice.clues.text.sentences
    alone = len(sentences) == 1 or all(one.naming for one in sentences)
    if sure and alone and "read 0" in choice.proposed.sources:
        return "sure"
    return "answer" if all(isinstance(one, Accept | Reject | Withdraw) for one in choice.said) else "other"


def asks_only(said: Candidate) -> bool:
    """True if it only asks something."""
    return bool(said) and all(isinstance(one, Query) for one in said)


def binds(said: Candidate) -> bool:
    """True if it makes, takes or ends a deal, or promises something."""
    return any(
        isinstance(one, Propose | Accept | Reject | Withdraw)
        or (isinstance(one, Inform) and isinstance(one.content, Commits))
        for one in said
    )


def is_small_talk(text: Text) -> bool:
    """True if a text is about nothing of the game."""
    return gist_of(text.text).of("chat", "farewell", "jest", "mood") >= _SMALL


def answers_by_asking(choice: Choice, text: Text) -> bool:
    """True if a question is read as an answer."""
    answers = any(isinstance(one, Accept | Reject | Withdraw) for one in choice.said)
    return answers and text.text.rstrip().endswith("?")


_SMALL: Final = 0.7


def settles(said: Candidate) -> bool:
    """True if it answers a deal, or proposes a pact or end."""
    ends = (Pce, Aly, Drw, Slo)
    return any(
        isinstance(one, Accept | Reject | Withdraw)
        or (isinstance(one, Propose) and any(isinstance(part, ends) for part in subterms(one.deal)))
        for one in said
    )


def _begins_later(choice: Choice, text: Text) -> bool:
    """True if a pact is to begin later: until when it lasts can be said, from when on cannot."""
    pacts = any(isinstance(one, Propose) and isinstance(one.deal, Agree) for one in choice.said)
    return pacts and any(each.later for each in text.named.times)


def _is_later(choice: Choice, text: Text) -> bool:
    """True if it agrees to what lasts, and the text names another time, or a number that is no time we know."""
    ends = {each.last or each.turn for each in text.named.times}
    deals = [one.deal for one in choice.said if isinstance(one, Accept) and isinstance(one.deal, Agree)]
    numbered = not ends and NUMBER.search(text.text) is not None
    return (bool(ends) or numbered) and any(deal.time not in ends for deal in deals)


def _is_corrected(choice: Choice, text: Text) -> bool:
    """True if the text corrects itself, and what it means was read as if it did not."""
    if not corrects(text.text) or not any(isinstance(one, Propose | Accept | Inform) for one in choice.said):
        return False
    return not any(source in _OF_PARTS or source.startswith("edit") for source in choice.proposed.sources)


_OF_PARTS: Final = frozenset({"tail", "head", "sentence", "clause", "named"})
"""Sources that are read from a part of the text."""


def is_supposed(choice: Choice, text: Text) -> bool:
    """True if the text only supposes what it proposes.

    `If A moves, will B hold?` asks; `if you move, then fine` asks for nothing.
    """
    deals = [one.deal for one in choice.said if isinstance(one, Propose)]
    if deals and "?" in text.text and _SUPPOSED.match(text.text) is not None:
        return True
    lone = all(isinstance(deal, Commits) and _is_theirs(deal, text) for deal in deals)
    return bool(deals) and lone and _IF_YOU.match(text.text) is not None


def _is_theirs(deal: Commits, text: Text) -> bool:
    return len(deal.items) == 1 and deal.items[0].agent in text.context.hearers


_IF_YOU: Final = re.compile(r"\W*if (?:you|u)\b(?! (?:could|would|can|please|want|like))", re.IGNORECASE)
_SUPPOSED: Final = re.compile(r"\W*if\b[^,?]*(?:,[^,?]*)?\bwill\b(?! (?:you|i|we|u)\b)[^?]*\?", re.IGNORECASE)


def _is_one_of_two(choice: Choice, text: Text) -> bool:
    """True if it proposes one side of a question with an `or`."""
    return "?" in text.text and _OR.search(text.text) is not None and any(isinstance(x, Propose) for x in choice.said)


_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)


def is_mocked(choice: Choice, text: Text) -> bool:
    """True if a neighbouring sentence refuses or mocks what it proposes, accepts or tells."""
    return _is_refused(choice, text) or _is_echoed(choice, text)


def _is_refused(choice: Choice, text: Text) -> bool:
    if len(text.sentences) < 2 or not any(isinstance(one, Propose | Accept | Inform) for one in choice.said):
        return False
    if any(isinstance(one, Reject | Withdraw) for one in choice.said):
        return False
    return any(gist_of(one.text).kind in _REFUSING for one in text.sentences if not one.naming)


def _is_echoed(choice: Choice, text: Text) -> bool:
    """True if a short question names it, a remark beside: `Peace?

    You wish.`
    """
    if not any(isinstance(one, Propose) for one in choice.said):
        return False
    pairs = [*pairwise(text.sentences), *pairwise(reversed(text.sentences))]
    return any(_only_names(one.text) and not beside.naming and _mocks(beside) for one, beside in pairs)


def _only_names(sentence: str) -> bool:
    """True for a short question without a verb that asks."""
    words = re.findall(r"[a-z']+", sentence.lower())
    ends = sentence.rstrip("!").endswith(("?", "..."))
    return ends and len(words) <= _ECHO and _ASKING.isdisjoint(words)


def _mocks(sentence: Sentence) -> bool:
    """True unless it welcomes what is named or is no word."""
    return is_worded(sentence.text) and gist_of(sentence.text).kind not in _WELCOMING


_ECHO: Final = 6
"""Words of a question that only names what was proposed."""
_ASKING: Final = frozenset(
    [
        "can",
        "could",
        "would",
        "will",
        "shall",
        "should",
        "do",
        "are",
        "is",
        "may",
        "want",
        "care",
        "fancy",
        "how",
        "what",
        "let's",
        "lets",
        "let",
        "please",
    ]
)
_WELCOMING: Final = frozenset({"offer", "deal", "plead", "thank", "greet", "farewell", "demand"})


def _leans_on_words(choice: Choice, text: Text) -> bool:
    """True if it speaks of a place or power that only mere words before it named, or agrees to what such words may have
    meant."""
    context = text.context
    if context.doubtful and any(isinstance(one, Accept) for one in choice.said):
        return True
    said = {name.upper() for one in choice.said for name in re.findall(r"[a-z]+", format_term(one, DIPLOMACY))}
    return bool(said & context.hinted - {*text.named.provinces, *text.named.others})
