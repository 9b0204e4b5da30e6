"""Asking for the reason of what was said: `why?`, `why not?`, `what is your reason for that?`.

Such a question names nothing; it is about what the hearer just refused, or else what it offers or promised. In L that
is to explain a wish (level 7). Where the level is lower, it is asked whether that is the wish (level 3).
"""

from negotiation.english.context import Context
from negotiation.terms import Agree, Deal, Desire, Explain, Not, Query, both
from negotiation.words.phrasebook import patterns

__all__ = ["reason_asked"]

_PATTERNS = patterns("why")
_EXPLAINING = 7
"""The level of L from which one can ask for explanations."""


def reason_asked(text: str, context: Context) -> Query | None:
    """The question for a reason that a sentence asks; None when it asks for none, or nothing was said to ask about."""
    refusing = _PATTERNS["NOT"].fullmatch(text) is not None
    if not (refusing or _PATTERNS["WHY"].fullmatch(text)) or len(context.hearers) != 1:
        return None
    deal = _asked_about(context, refusing)
    if deal is None:
        return None
    content = deal.content if isinstance(deal, Agree) else both(commit.content for commit in deal.items)
    hearer = context.hearers[0]
    if context.level < _EXPLAINING:
        return Query(context.speaker, context.hearers, Desire(hearer, content))
    wish = Desire(hearer, Not(content) if deal is context.refused else content)
    return Query(context.speaker, context.hearers, Explain(wish))


def _asked_about(context: Context, refusing: bool) -> Deal | None:
    """What the hearer refused, or else offers or promised."""
    if context.refused is not None or refusing:
        return context.refused
    return context.open_deals[0] if len(context.open_deals) == 1 else context.promises
