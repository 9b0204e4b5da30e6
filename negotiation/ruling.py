"""What is never claimed, however sure it was read, and what stands beside a courtesy."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.legality import refusal
from adjudication.reasons import Reason
from negotiation.diplomacy import order_of, turn_of
from negotiation.english.context import Context, words_of
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding, is_beside
from negotiation.gists.telling import gist_of
from negotiation.grammar.beside import jests, read_beside
from negotiation.levels import subterms
from negotiation.listening import listen
from negotiation.terms import Accept, Agree, Commits, Deal, Do, Inform, Propose, Query, Reject, Withdraw

__all__ = ["ruled"]

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_REFUSING: Final = frozenset({"balk", "jest", "scorn", "threaten"})
"""What a sentence is about that refuses or mocks what stands beside it."""
_LIMITS: Final = re.compile(
    r"\d|\b(?:if|unless|except|provided|supposing|otherwise|not|never|no|none|nobody|without|cannot)\b|n't\b",
    re.IGNORECASE,
)
_MOCKING: Final = re.compile(
    r"^\W*(?:(?:lol|haha|ha|yeah|oh|um|well|sorry|thanks|but)\W+)*(?:"
    r"no|nope|nah|never|not|as if|right|dream on|you wish|in your dreams|keep dreaming|fat chance|forget it|"
    r"forget that|nice try|spare me|very funny|good one|hilarious|"
    r"over my dead body|when hell|pull the other|tell me another|get lost|pass|hard pass|i'?d rather|i would rather|"
    r"you must be|you'?ve got to be|are you (?:kidding|serious|joking)|with you|from you|after what)\b",
    re.IGNORECASE,
)
"""How one begins who refuses or mocks what was just named."""


def ruled(text: str, context: Context) -> Understanding:
    """What a text is understood as, where what must never be claimed is only offered: what a neighbouring sentence
    refuses or mocks, an order that no rule allows on this board, and what leaves a number, a negation or a condition
    unread. A courtesy displaces no deal, no answer and no withdrawal."""
    found = listen(text, context)
    if jests(text):
        return found
    if not found.candidates or _is_courteous(found):
        said = _beside_courtesies(text, context)
        found = found if said is None else said
    if found.verdict != "clear" or not any(isinstance(one, Accept | Propose | Inform) for one in found.candidates[0]):
        return found
    claim = found.candidates[0]
    if _is_refused(text, claim, context):
        offered = dict.fromkeys((*_refusals(claim, context), claim))
        return Understanding("choose", tuple(offered)[:MAX_CANDIDATES], found.unplaced)
    if _is_illegal(claim, context) or any(_LIMITS.search(part) for part in found.unplaced):
        return Understanding("choose", (claim,), found.unplaced)
    return found


def _is_courteous(found: Understanding) -> bool:
    return found.verdict == "clear" and all(
        is_beside(one) and not isinstance(one, Query) for one in found.candidates[0]
    )


def _beside_courtesies(text: str, context: Context) -> Understanding | None:
    """What the rest says where a greeting or the like stands beside it, if that is surely something."""
    sentences = [each for each in _SENTENCE.split(text.strip()) if each]
    if not 1 < len(sentences) <= _MOST:
        return None
    rest = [each for each in sentences if not (not words_of(each, context.speaker).naming and _greets(each, context))]
    if not rest or len(rest) == len(sentences):
        return None
    found = listen(" ".join(rest), context)
    binds = (Accept, Reject, Withdraw, Propose)
    surely = found.verdict == "clear" and any(isinstance(one, binds) for one in found.candidates[0])
    return found if surely else None


_MOST: Final = 4


def _greets(sentence: str, context: Context) -> bool:
    read = read_beside(sentence, context)
    return bool(read) and gist_of(sentence).kind in _KIND and not isinstance(read[0], Query)


_KIND: Final = frozenset({"greet", "thank", "farewell", "praise", "apologise", "chat"})


def _is_refused(text: str, claim: Candidate, context: Context) -> bool:
    """True if a sentence beside the one that names the deal refuses or mocks it."""
    sentences = [each for each in _SENTENCE.split(text.strip()) if each]
    if len(sentences) < 2 or any(isinstance(one, Reject | Withdraw) for one in claim):
        return False
    beside = [each for each in sentences if not words_of(each, context.speaker).naming]
    if any(_MOCKING.match(each) for each in beside if each != sentences[0]):
        return True
    return any(gist_of(each).kind in _REFUSING for each in beside)


def _refusals(claim: Sequence[object], context: Context) -> Iterator[Candidate]:
    """That what is on the table is refused, else what was named."""
    deals: Sequence[Deal] = context.open_deals or [one.deal for one in claim if isinstance(one, Propose)]
    yield from ((Reject(context.speaker, context.hearers, deal),) for deal in deals)


def _is_illegal(claim: Candidate, context: Context) -> bool:
    """True if it proposes or promises an order for now that no rule allows on this board."""
    position = context.position
    if position is None:
        return False
    now = turn_of(position.phase)
    for one in claim:
        deal = one.deal if isinstance(one, Propose) else getattr(one, "content", None)
        if not isinstance(deal, Agree | Commits):
            continue
        times = {deal.time} if isinstance(deal, Agree) else {item.time for item in deal.items}
        for term in subterms(deal) if times <= {None, now} else ():
            if isinstance(term, Do) and term.time in (None, now):
                power, order = order_of(term.action)
                refused = refusal(position, power, order)
                if refused is not None and refused.reason is not Reason.WRONG_PHASE:
                    return True
    return False
