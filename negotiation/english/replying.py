"""What a text may answer, where it is not sure what it answers: offered, never claimed."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from negotiation.english.context import Context
from negotiation.english.swapping import members
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.terms import Accept, Deal, Propose, Reject

__all__ = ["replied"]


def replied(understood: Understanding, context: Context, again: Callable[[Context], Understanding]) -> Understanding:
    """The understanding of a text, with what it may answer. again: reads the text in another context."""
    if context.perhaps:
        understood = _taken_up(understood, context)
    if not understood.candidates and context.perhaps and not context.open_deals:
        supposed = again(replace(context, open_deals=context.perhaps[:1], perhaps=(), doubtful=False))
        found = [one for one in supposed.candidates if _answers(one)]
        return _offered(_for_others(found, context.perhaps), understood) if found else understood
    if context.doubtful and understood.verdict == "clear" and _answers(understood.candidates[0]):
        return _offered(_for_others(understood.candidates, context.perhaps), understood)
    return understood


def _answers(candidate: Candidate) -> bool:
    return any(isinstance(one, Accept | Reject) for one in candidate)


def _offered(candidates: Iterable[Candidate], understood: Understanding) -> Understanding:
    offered = tuple(dict.fromkeys(candidates))[:MAX_CANDIDATES]
    return Understanding("choose", offered, understood.unplaced, offered)


def _for_others(candidates: Iterable[Candidate], deals: Iterable[Deal]) -> list[Candidate]:
    """Answers to a deal, and the same answers to other deals."""
    found = list(candidates)
    first = found[0]
    if len(first) == 1 and isinstance(first[0], Accept | Reject):
        others: list[Candidate] = [(replace(first[0], deal=deal),) for deal in deals]
        found += others
        if len(others) == 1 and others[0] != first:
            found.append((first[0], *others[0]))
    return found


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
    known = next((deal for deal in context.perhaps if members(deal) == members(said.deal)), None)
    return said if known is None else Accept(said.speaker, said.hearers, known)
