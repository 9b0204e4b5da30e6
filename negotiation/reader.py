"""English to L, as the site, the bots and the arena read it: by the grammar, and by the phrases beside it.

What both claim is claimed. Where the grammar only asks, or finds nothing, a claim of the phrases stands unless the
grammar has a reading that is likelier; what only the grammar claims is offered. `docs/grammar.md` has what this
measured.
"""

import re
from collections.abc import Sequence
from typing import Final

from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, words_of
from negotiation.english.reader import read as by_phrases
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.grammar.reader import MAX_TEXT, Ranked, ranked
from negotiation.printer import format_term
from negotiation.terms import Accept, Commits, Propose, Withdraw
from negotiation.words.spotting import spot

__all__ = ["read"]

_DEAR: Final = 1.4
"""What the grammar's best reading costs where it is no better than another of the phrases."""
_NEAR: Final = 0.2
"""So much dearer than its best may the grammar find an exchange that the phrases claim; it may be a condition, too."""

_FILLER: Final = (
    r"(?:\w{1,12}ly|just|also|so|very|still|only|even|now|then|again|please|much|more|most|quite|too|both|all|always"
    r"|far|would|will|am|do|was|be)\b\s*"
)
_FILLERS: Final = re.compile(rf"\b((?:{_FILLER}){{4}})(?:{_FILLER})+", re.IGNORECASE)
"""A long run of words that say little: the phrases take one such word after another in many ways."""

_LIMITED: Final = re.compile(
    r"\b(?:unless|until|except|without|only if|not this|no more|no longer|never|nobody|might|refuse|withdraw"
    r"|cancel|take back|(?:is|are) (?:over|off)|so much for|(?:do not|don['\u2019]?t) (?:want|trust|like|need))\b",
    re.IGNORECASE,
)
"""What limits, denies or takes back."""
_DEALS: Final = re.compile(r"\b(?:peace|truce|all(?:y|ies|iance)|dmz|draw|deal|offer|support|proposal)", re.IGNORECASE)


def read(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed."""
    found = _together(text, ranked(text, context), by_phrases(_FILLERS.sub(r"\1", text), context))
    found = _asked_about(found, context) if context.doubtful else found
    return _hinted_at(found, text, context) if context.hinted else found


def _together(text: str, found: Ranked, other: Understanding) -> Understanding:
    if other.verdict == "choose" and _limited(text):
        other = Understanding("none", (), other.unplaced)
    if not found.candidates or (other.verdict == "clear" and _stands(other.candidates[0], found)):
        return other
    # Who takes something back does not propose it.
    others = () if _takes_back(found.candidates[0]) else other.candidates
    offered = _offered(found.candidates[:1] if found.sure else found.candidates, others)
    likely = tuple(each for each in offered if each in found.candidates or each in other.likely)
    return Understanding("choose", offered, found.unplaced, likely)


def _takes_back(candidate: Candidate) -> bool:
    return all(isinstance(one, Withdraw) for one in candidate)


def _limited(text: str) -> bool:
    """Whether a sentence that speaks of a deal or names something limits, denies or takes back: what the phrases only
    offer may have left that out."""
    return any(
        _LIMITED.search(part) is not None and (_DEALS.search(part) is not None or bool(spot(part, None).entities))
        for part in re.split(r"[.!?\n]+", text[:MAX_TEXT])
    )


def _asked_about(found: Understanding, context: Context) -> Understanding:
    """The understanding where it is not sure what a yes is meant for: then it is asked about."""
    agrees = any(isinstance(one, Accept) for candidate in found.candidates[:1] for one in candidate)
    if found.verdict != "clear" or not agrees:
        return found
    others = [(Accept(context.speaker, context.hearers, deal),) for deal in context.earlier]
    offered = tuple(dict.fromkeys((*found.candidates, *others)))[:MAX_CANDIDATES]
    return Understanding("choose", offered, found.unplaced, offered)


def _hinted_at(found: Understanding, text: str, context: Context) -> Understanding:
    """The understanding where mere words named what may be meant by `there` or `him`: then it is asked about."""
    if found.verdict != "clear":
        return found
    said = {name.upper() for one in found.candidates[0] for name in re.findall(r"[a-z]+", format_term(one, DIPLOMACY))}
    named = words_of(text, context.speaker)
    if not said & context.hinted - {*named.places, *named.powers}:
        return found
    return Understanding("choose", found.candidates, found.unplaced, found.candidates)


def _stands(claim: Candidate, found: Ranked) -> bool:
    """Whether what the phrases claim is claimed, where the grammar has readings."""
    mine = [_whatever_order(each) for each in found.candidates]
    same = _whatever_order(claim)
    if found.sure or same not in mine:
        return same == mine[0] or (not found.sure and found.costs[0] >= _DEAR)
    slack = _NEAR if _is_exchange(claim) else 0.0
    return found.costs[mine.index(same)] <= found.costs[0] + slack or found.costs[0] >= _DEAR


def _is_exchange(candidate: Candidate) -> bool:
    return any(
        isinstance(one, Propose) and isinstance(one.deal, Commits) and len({each.agent for each in one.deal.items}) > 1
        for one in candidate
    )


def _whatever_order(candidate: Candidate) -> tuple[object, ...]:
    """The candidate with the promises of a deal as a set: which side is named first makes no difference."""
    return tuple(
        (type(one), one.speaker, one.hearers, frozenset(one.deal.items))
        if isinstance(one, Propose) and isinstance(one.deal, Commits)
        else one
        for one in candidate
    )


def _offered(mine: Sequence[Candidate], others: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The readings of the grammar, the third of them giving way to the best of the phrases."""
    best = mine[:MAX_CANDIDATES]
    if others and others[0] not in best:
        best = (*mine[: MAX_CANDIDATES - 1], others[0])
    return tuple(dict.fromkeys((*best, *mine, *others)))[:MAX_CANDIDATES]
