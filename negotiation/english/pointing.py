"""A place that is only pointed at, `you can take it`, `move there`: read once more with what it may point at in it.

What comes of that is offered, never claimed.
"""

from collections.abc import Callable, Iterator
from typing import Final

from adjudication.board import STANDARD
from negotiation.english.context import Context
from negotiation.english.lexicon import words
from negotiation.english.phrasebook import patterns
from negotiation.english.spotting import Place, Spotted
from negotiation.english.swapping import goals
from negotiation.english.tokens import joined
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.terms import Accept, Inform, Propose, Reject

__all__ = ["pointed"]


def pointed(
    spotted: Spotted, understood: Understanding, context: Context, again: Callable[[str], Understanding]
) -> Understanding:
    """The understanding of a text, with what it says of a place spoken of before. again: reads another text."""
    if not context.lately or len(spotted.tokens) > _MAX_TOKENS:
        return understood
    text = joined(spotted.tokens)
    looked = _POINTING[:1] if understood.verdict == "clear" else _POINTING
    match = next(filter(None, (one.search(text) for one in looked)), None)
    if match is None:
        return understood
    at = text[: match.start("it")].count(" ")
    last = at + match["it"].count(" ")
    start, end = spotted.tokens[at].start, spotted.tokens[last].end
    way = _way(text[: match.start("it")].split()[-1]) if match["it"] == "there" else ""
    found: list[Candidate] = []
    named = {one.province for one in spotted.entities.values() if isinstance(one, Place)}
    others = match["it"].startswith("the other")
    for place in [one for one in salient(context) if not others or one not in named][:_MOST]:
        read = again(f"{spotted.text[:start]}{way}{STANDARD.provinces[place].name}{spotted.text[end:]}")
        found += [one for one in read.candidates if place in _about(one)][:_EACH]
    if not found:
        return understood
    known = understood.candidates
    first = [*known[:1], *found[:1]] if known and all(map(_answers, known)) else [*found[:2], *known[:1]]
    offered = tuple(dict.fromkeys([*first, *found, *known]))[:MAX_CANDIDATES]
    return Understanding("choose", offered, understood.unplaced, understood.likely)


def salient(context: Context) -> list[str]:
    """The provinces spoken of lately, the likeliest to be pointed at first: what was to be had or gone to, then what
    was only named."""
    found: dict[str, None] = {}
    for contents, places in context.lately:
        about = [goal for content in contents for goal in goals(content)]
        found.update(dict.fromkeys([*about, *places]))
    return list(found)


def _answers(candidate: Candidate) -> bool:
    return any(isinstance(one, Accept | Reject) for one in candidate)


def _way(before: str) -> str:
    """The word that `there` holds besides the place."""
    verb = before.partition("~")[0]
    return "" if verb in _ENTERING else "in " if verb in _STANDING else "into "


def _about(candidate: Candidate) -> Iterator[str]:
    for one in candidate:
        deal = one.deal if isinstance(one, Propose) else one.content if isinstance(one, Inform) else None
        if deal is not None:
            yield from goals(deal)


_MAX_TOKENS: Final = 30
_MOST: Final = 2
"""Places that are tried."""

_EACH: Final = 2
_STANDING: Final = words("be stay sit hold bounce build position other put again army fleet unit armies fleets units")
_ENTERING: Final = words("from of to into out up enter attack tap open over down dmz")
_PATTERNS: Final = patterns("pointing")
_POINTING: Final = (_PATTERNS["OTHER"], _PATTERNS["THING"], _PATTERNS["SPOT"])
