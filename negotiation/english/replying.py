"""What a text may answer, where it is not sure what it answers: offered, never claimed."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from negotiation.english.context import Context
from negotiation.english.phrasebook import patterns
from negotiation.english.spotting import Place, Spotted, When, spot
from negotiation.english.swapping import goals, members
from negotiation.english.tokens import joined
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.terms import Accept, Deal, Propose, Reject

__all__ = ["replied"]


def replied(
    text: str, understood: Understanding, context: Context, again: Callable[[Context], Understanding]
) -> Understanding:
    """The understanding of a text, with what it may answer. again: reads the text in another context."""
    if context.unanswered and understood.candidates:
        understood = _taken_up(understood, context)
    elif not understood.candidates and context.perhaps and not context.open_deals:
        supposed = again(replace(context, open_deals=context.perhaps[:1], perhaps=(), doubtful=False))
        found = [one for one in supposed.candidates if _answers(one)]
        if found:
            return _offered(_for_others(found, context.perhaps), understood)
    if context.doubtful and understood.verdict == "clear" and _answers(understood.candidates[0]):
        first = understood.candidates[0]
        if not (len(first) == 1 and isinstance(first[0], Accept | Reject) and _restates(text, first[0].deal)):
            return _offered(_for_others(understood.candidates, context.perhaps), understood)
    deals = (*context.open_deals, *context.perhaps)
    if understood.verdict == "choose" and context.perhaps and all(map(_bare, understood.candidates)):
        return _offered([*understood.candidates, *_for_others(understood.candidates[:1], context.perhaps)], understood)
    if not understood.candidates and deals:
        return _offered(_perhaps(spot(text, None), context, deals), understood)
    return understood


def _answers(candidate: Candidate) -> bool:
    return any(isinstance(one, Accept | Reject) for one in candidate)


def _bare(candidate: Candidate) -> bool:
    return len(candidate) == 1 and isinstance(candidate[0], Accept | Reject)


def _offered(candidates: Iterable[Candidate], understood: Understanding) -> Understanding:
    offered = tuple(dict.fromkeys(candidates))[:MAX_CANDIDATES]
    return Understanding("choose", offered, understood.unplaced, offered) if offered else understood


def _for_others(candidates: Iterable[Candidate], deals: Iterable[Deal]) -> list[Candidate]:
    """Answers to a deal, the same answers to other deals, and what else is said without them."""
    found = list(candidates)
    first = found[0]
    if len(first) == 1 and isinstance(first[0], Accept | Reject):
        others: list[Candidate] = [(replace(first[0], deal=deal),) for deal in deals]
        found += others
        if len(others) == 1 and others[0] != first:
            found.append((first[0], *others[0]))
    alone = tuple(one for one in first if not isinstance(one, Accept | Reject))
    return [*found[:1], alone, *found[1:]] if alone else found


def _restates(text: str, deal: Deal) -> bool:
    """Whether a text names places, and all of them are places the deal is about: then it surely speaks of it."""
    named = {one.province for one in spot(text, None).entities.values() if isinstance(one, Place)}
    return bool(named) and named <= set(goals(deal))


def _taken_up(understood: Understanding, context: Context) -> Understanding:
    """To propose what may be on the table may be to accept it."""
    found: list[Candidate] = []
    for candidate in understood.candidates:
        said = tuple(_accepted(one, context) if isinstance(one, Propose) else one for one in candidate)
        found += [said, candidate] if said != candidate else [candidate]
    if len(found) == len(understood.candidates):
        return understood
    return _offered(found, understood)


def _accepted(said: Propose, context: Context) -> Propose | Accept:
    known = next((deal for deal in context.unanswered if members(deal) == members(said.deal)), None)
    return said if known is None else Accept(said.speaker, said.hearers, known)


def _perhaps(spotted: Spotted, context: Context, deals: Sequence[Deal]) -> list[Candidate]:
    """Yes and no to what may be open, for few words nobody could read; nothing for what is plainly no answer."""
    text = joined(spotted.tokens).rstrip(" .")
    named = {one.province if isinstance(one, Place) else one for one in spotted.entities.values()}
    named -= {one for one in named if isinstance(one, When)}
    if not text or len(text.split()) > _MAX_WORDS or "?" in text or _NO_ANSWER.fullmatch(text) or named:
        return []
    yes: list[Candidate] = [(Accept(context.speaker, context.hearers, deal),) for deal in deals[:2]]
    no: list[Candidate] = [(Reject(context.speaker, context.hearers, deal),) for deal in deals[:1]]
    return [*no, *yes] if _DENYING.search(text) else [*yes[:1], *no, *yes[1:]]


_MAX_WORDS: Final = 9
_PATTERNS: Final = patterns("clauses")
_NO_ANSWER: Final = _PATTERNS["NO_ANSWER"]
_DENYING: Final = re.compile(r"(?:^| )(?:not?|nah|never|sorry|can not|neither|nor|unfortunately|but|afraid)(?= |$)")
