"""Sentences that are understood and come near one that was not: the likeliest of what there is to say.

Only those are taken that the reader understands in one way.
"""

from itertools import islice
from typing import Final

from negotiation.english.context import Context
from negotiation.english.writer import write
from negotiation.grounding.swapping import members
from negotiation.levels import level
from negotiation.likely.naming import named_in
from negotiation.likely.ranking import likeliest
from negotiation.reader import read
from negotiation.terms import Propose

__all__ = ["nearest"]

_MOST_READ: Final = 12
"""Sentences that are tried on the reader, the costly part."""


def nearest(text: str, context: Context, most: int = 3, highest: int = 8) -> list[str]:
    """At most so many sentences, the nearest first, each understood in one way and of no level above `highest`.

    What is agreed already or lies on the table is not proposed again.
    """
    if not context.hearers:
        return []
    there = {members(deal) for deal in (*context.agreed, *context.open_deals, *context.own_deals)}
    terms = (term for one in likeliest(named_in(text, context), {}).said for term in one.candidate)
    new = (term for term in terms if not isinstance(term, Propose) or members(term.deal) not in there)
    told = (write(term) for term in new if level(term) <= highest)
    clear = (each for each in islice(dict.fromkeys(told), _MOST_READ) if read(each, context).verdict == "clear")
    return list(islice(clear, most))
