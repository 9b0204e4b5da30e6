"""Sentences that are understood and come near one that was not: the likeliest of what there is to say."""

from itertools import islice

from negotiation.english.context import Context
from negotiation.english.writer import can_be_said, write
from negotiation.grounding.swapping import members
from negotiation.judge.candidates import Text
from negotiation.judge.judging import judged
from negotiation.levels import level
from negotiation.terms import Implies, Inform, Propose, Utterance

__all__ = ["nearest"]


def nearest(text: str, context: Context, most: int = 3, highest: int = 8) -> list[str]:
    """At most so many sentences in the writer's own words, the nearest first, of no level above `highest`.

    What is agreed already or lies on the table is not proposed again.
    """
    if not context.hearers:
        return []
    there = {members(deal) for deal in (*context.agreed, *context.open_deals, *context.own_deals)}
    ranked, _ = judged(Text(text, context))
    alone = (each.choice.said[0] for each in ranked if len(each.choice.said) == 1)
    terms = (term for term in alone if not _threatens(term))
    new = (term for term in terms if not isinstance(term, Propose) or members(term.deal) not in there)
    told = (write(term) for term in new if level(term) <= highest and can_be_said((term,)))
    return list(islice(dict.fromkeys(told), most))


def _threatens(term: Utterance) -> bool:
    return isinstance(term, Inform) and isinstance(term.content, Implies)
