"""The rules that stand above the judge: what is never claimed, however likely it seems."""

import re
from typing import Final

from negotiation.diplomacy import DIPLOMACY
from negotiation.english.understanding import Candidate
from negotiation.gists.telling import gist_of
from negotiation.judge.candidates import Text, corrects
from negotiation.judge.clues import is_illegal
from negotiation.judge.features import Choice
from negotiation.printer import format_term
from negotiation.terms import Accept, Agree, Commits, Inform, Propose, Query, Reject, Withdraw

__all__ = ["asks_only", "binds", "may_be_claimed"]

_REFUSING: Final = frozenset({"balk", "jest", "scorn", "doubt", "threaten"})
"""What a sentence is about that refuses or mocks what stands beside it."""


def may_be_claimed(choice: Choice, text: Text) -> bool:
    """True unless a neighbouring sentence refuses or mocks it, no rule allows an order in it on this board, or it
    leaves a name, a number, a time, a negation or a condition unread, or takes a name from words nobody understood."""
    unread = choice.lacks or _leans_on_words(choice, text) or _begins_later(choice, text) or _is_later(choice, text)
    refused = _is_refused(choice, text) or _is_corrected(choice, text)
    return not (unread or refused or is_illegal(choice.said, text.context))


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


def _begins_later(choice: Choice, text: Text) -> bool:
    """True if a pact is to begin later: until when it lasts can be said, from when on cannot."""
    pacts = any(isinstance(one, Propose) and isinstance(one.deal, Agree) for one in choice.said)
    return pacts and any(each.later for each in text.named.times)


def _is_later(choice: Choice, text: Text) -> bool:
    """True if it agrees to what lasts, and the text names another time, or a number that is no time we know."""
    ends = {each.last or each.turn for each in text.named.times}
    deals = [one.deal for one in choice.said if isinstance(one, Accept) and isinstance(one.deal, Agree)]
    numbered = not ends and any(letter.isdigit() for letter in text.text)
    return (bool(ends) or numbered) and any(deal.time not in ends for deal in deals)


def _is_corrected(choice: Choice, text: Text) -> bool:
    """True if the text corrects itself, and what it means was read as if it did not."""
    if not corrects(text.text) or not any(isinstance(one, Propose | Accept | Inform) for one in choice.said):
        return False
    return not any(source in _OF_PARTS or source.startswith("edit") for source in choice.proposed.sources)


_OF_PARTS: Final = frozenset({"tail", "head", "sentence", "clause", "named"})
"""Sources that are read from a part of the text."""


def _is_refused(choice: Choice, text: Text) -> bool:
    if len(text.sentences) < 2 or not any(isinstance(one, Propose | Accept | Inform) for one in choice.said):
        return False
    if any(isinstance(one, Reject | Withdraw) for one in choice.said):
        return False
    return any(gist_of(one.text).kind in _REFUSING for one in text.sentences if not one.naming)


def _leans_on_words(choice: Choice, text: Text) -> bool:
    """True if it speaks of a place or power that only mere words before it named, or agrees to what such words may have
    meant."""
    context = text.context
    if context.doubtful and any(isinstance(one, Accept) for one in choice.said):
        return True
    said = {name.upper() for one in choice.said for name in re.findall(r"[a-z]+", format_term(one, DIPLOMACY))}
    return bool(said & context.hinted - {*text.named.provinces, *text.named.others})
