"""A short name that may be meant for another province than the one it is the code of: `Rom` for Rumania.

Where only the other was spoken of, or the power whose home it is takes no part, both are offered.
"""

from collections.abc import Callable, Mapping
from typing import Final

from adjudication.board import STANDARD
from negotiation.english.context import Context
from negotiation.english.entities import Place, Spotted, UnitRef
from negotiation.english.pointing import salient
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding

__all__ = ["with_namesakes"]


def with_namesakes(
    spotted: Spotted, understood: Understanding, context: Context, again: Callable[[str], Understanding]
) -> Understanding:
    """The understanding of a text, with what it says of the other province of a name. again: reads another text."""
    text, spoken_of = spotted.text, salient(context)
    for token in reversed(spotted.tokens):
        named = spotted.entities.get(token.sym)
        place = named.place if isinstance(named, UnitRef) else named
        typed = text[token.start : token.end]
        other = _NAMESAKES.get(typed.lower()) if not typed.isupper() else None
        if other is None or not isinstance(place, Place):
            continue
        foreign = STANDARD.home_of.get(place.province) not in (None, context.speaker, *context.hearers)
        if foreign or (other in spoken_of and place.province not in spoken_of):
            text = f"{text[: token.start]}{STANDARD.provinces[other].name}{text[token.end :]}"
    found: list[Candidate] = list(again(text).candidates) if text != spotted.text else []
    if not found or found == list(understood.candidates):
        return understood
    offered = tuple(dict.fromkeys([*found[:2], *understood.candidates, *found]))[:MAX_CANDIDATES]
    return Understanding("choose", offered, understood.unplaced, offered)


_NAMESAKES: Final[Mapping[str, str]] = {"rom": "RUM", "tyr": "TYS", "liv": "LVN", "nor": "NTH"}
"""What else a short name is used for."""
