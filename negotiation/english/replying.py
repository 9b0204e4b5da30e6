"""What a text may answer, where it is not sure what it answers: offered, never claimed."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from negotiation.diplomacy import Aly, Cvy, Dmz, Drw, Ent, Hld, Hlp, Mto, Pce, Scd, Sup
from negotiation.english.answers import reply
from negotiation.english.context import Context
from negotiation.english.phrasebook import patterns
from negotiation.english.recalling import serves
from negotiation.english.spotting import Place, Spotted, UnitRef, When
from negotiation.english.stances import leans, nods, stances
from negotiation.english.swapping import goals, members
from negotiation.english.tokens import joined
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Answer,
    Commits,
    Deal,
    Do,
    Formula,
    Inform,
    Not,
    Propose,
    Reject,
    Utterance,
    both,
)

__all__ = ["replied"]


def replied(
    spotted: Spotted, understood: Understanding, context: Context, again: Callable[[Context], Understanding]
) -> Understanding:
    """The understanding of a text, with what it may answer. again: reads the same text in another context."""
    found = _replied(spotted, understood, context, again)
    text = _said(spotted)
    if found.verdict == "clear":
        return _offered(found.candidates, understood) if _sorry(text, found, context) else found
    if _PLEASED.fullmatch(text) is None:
        return found
    return _offered([one for one in found.candidates if _fresh(one, context)], understood)


def _sorry(text: str, found: Understanding, context: Context) -> bool:
    """Whether a mere `sorry` is said after what was only typed: it refuses that, or excuses something else."""
    refused = [one.deal for one in found.candidates[0] if isinstance(one, Reject)]
    return _SORRY.fullmatch(text) is not None and any(deal in context.heard for deal in refused)


def _fresh(candidate: Candidate, context: Context) -> bool:
    """Whether what it answers was said just before: praise and thanks answer nothing older."""
    return all(one.deal in context.fresh for one in candidate if isinstance(one, Accept | Reject))


def _replied(
    spotted: Spotted, understood: Understanding, context: Context, again: Callable[[Context], Understanding]
) -> Understanding:
    if context.unanswered and understood.candidates:
        understood = _taken_up(understood, context, asked=_said(spotted).endswith("?"))
    elif not understood.candidates and context.perhaps and not context.open_deals:
        supposed = again(replace(context, open_deals=context.perhaps[:1], perhaps=(), doubtful=False))
        found = [one for one in supposed.candidates if _answers(one)]
        if found:
            return _offered(_both_sides(spotted, _for_others(found, context), context), understood)
    if not (understood.candidates or context.perhaps or context.open_deals or context.answered) and context.supposed:
        return _offered(_supposed(spotted, context), understood)
    if context.doubtful and not _said(spotted).endswith("?"):
        meant = _said_again(understood, context, again)
        if meant:
            return Understanding("clear", (meant,), understood.unplaced)
    answering = bool(understood.candidates) and all(map(_answers, understood.candidates))
    if (
        context.doubtful
        and answering
        and not (understood.verdict == "clear" and _restates(spotted, understood, context))
    ):
        mere = understood.verdict == "clear" and _POLITE_YES.match(_said(spotted)) is not None
        alone = _besides(understood.candidates[0], context) if mere else ()
        if alone:
            return replace(understood, candidates=(alone,))
        return _offered(_both_sides(spotted, _for_others(understood.candidates, context), context), understood)
    if context.doubtful and understood.verdict == "clear" and _extends(understood.candidates[0], context):
        return _offered([*understood.candidates, *_perhaps(spotted, context, context.open_deals, True)], understood)
    deals = (*context.open_deals, *context.perhaps)
    silent = context.answered and leans(_said(spotted)) is None
    if deals and not silent and len(understood.candidates) < MAX_CANDIDATES and understood.verdict != "clear":
        more = _perhaps(spotted, context, deals, bool(understood.candidates))
        if more:
            return replace(_offered([*understood.candidates, *more], understood), likely=understood.likely)
    return understood


def _besides(candidate: Candidate, context: Context) -> Candidate:
    """What is said after a yes to what was only heard, and perhaps not meant: `ok, I will support you then`."""
    answers = [one for one in candidate if isinstance(one, Accept | Reject | Answer)]
    polite = all(isinstance(one, Accept) and one.deal in context.heard for one in answers)
    return tuple(one for one in candidate if one not in answers) if polite else ()


def _supposed(spotted: Spotted, context: Context) -> list[Candidate]:
    """A plain yes or no to what may have been proposed by words that nobody could read."""
    text = _said(spotted)
    answer = reply(text)
    plain = answer is not None and answer[1] == len(text.split()) and not nods(text)
    yes = answer[0] if answer is not None and plain else None if leans(text) is not False else False
    if yes is None:
        return []
    told = Accept if yes else Reject
    return [(told(context.speaker, context.hearers, deal),) for deal in context.supposed]


def _answers(candidate: Candidate) -> bool:
    return any(isinstance(one, Accept | Reject | Answer) for one in candidate)


def _offered(candidates: Iterable[Candidate], understood: Understanding) -> Understanding:
    offered = tuple(dict.fromkeys(candidates))[:MAX_CANDIDATES]
    only_maybe = understood.verdict == "choose" and not understood.likely
    return Understanding("choose" if offered else "none", offered, understood.unplaced, () if only_maybe else offered)


def _for_others(candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Answers to a deal, the same answers to other deals, and what else is said without them."""
    first = candidates[0]
    alone = tuple(one for one in first if not isinstance(one, Accept | Reject | Answer))
    if alone:
        return [first, alone, *candidates[1:]]
    if isinstance(first[0], Answer) and context.perhaps:
        # What was asked for as a question may be what is agreed to.
        told = Reject if isinstance(first[0].content, Not) else Accept
        taken: list[Candidate] = [(told(context.speaker, context.hearers, deal),) for deal in context.perhaps[:2]]
        return [taken[0], *candidates, *taken[1:]]
    if not isinstance(first[0], Accept | Reject):
        return list(candidates)
    others: list[Candidate] = [(replace(first[0], deal=deal),) for deal in context.perhaps]
    doubled: list[Candidate] = [(first[0], *one) for one in others if context.perhaps[:1] == context.unanswered[:1]]
    parts: list[Candidate] = [(replace(first[0], deal=deal),) for deal in _pieces(first[0].deal, context)]
    found = [*candidates[:2], *parts[:1], *others[:1], *parts[1:], *doubled[:1], *others[1:]]
    return [one for one in found if len(one) < 2 or one[0] != one[1]]


def _pieces(deal: Deal, context: Context) -> list[Deal]:
    """What of a deal of several parts may be what an answer is meant for: what the speaker is to do, what the others
    are, and what is more than peace and alliances. Only of what was heard: a proposal in L is answered as a whole."""
    if deal not in context.heard:
        return []
    if isinstance(deal, Commits):
        mine = tuple(item for item in deal.items if item.agent == context.speaker)
        theirs = tuple(item for item in deal.items if item.agent != context.speaker)
        return [Commits(items) for items in (mine, theirs) if items and len(items) < len(deal.items)]
    items = deal.content.items if isinstance(deal.content, And) else ()
    exact = tuple(item for item in items if not isinstance(item, Aly | Pce | Drw))
    return [replace(deal, content=both(exact))] if exact and len(exact) < len(items) else []


def _fitting(spotted: Spotted, candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
    """The same, first those whose deal has the speaker do what the answer tells of: `done`, `changed to support`."""
    told = joined(spotted.tokens)
    wanted = (Hlp, Sup) if _SUPPORTED.search(told) else (Do, Ent, Hlp, Dmz, Not, Scd) if _WILL_DO.search(told) else ()
    return sorted(candidates, key=lambda one: not _asks(one, context.speaker, wanted)) if wanted else list(candidates)


def _both_sides(spotted: Spotted, candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
    """The same, and the other answer where the text gives that, too: `I'll try, but I can't promise`."""
    fitting = _fitting(spotted, candidates, context)
    deals = (*context.open_deals, *context.perhaps)
    told = [Accept if side else Reject for side in stances(_said(spotted))]
    other: list[Candidate] = [
        (kind(context.speaker, context.hearers, deals[0]),)
        for kind in told
        if deals and not any(isinstance(one, kind) for candidate in fitting for one in candidate)
    ]
    return [*fitting[:1], *other, *fitting[1:]]


def _asks(candidate: Candidate, speaker: str, wanted: tuple[type, ...]) -> bool:
    deals = [one.deal for one in candidate if isinstance(one, Accept | Reject)]
    mine = [item.content for deal in deals if isinstance(deal, Commits) for item in deal.items if item.agent == speaker]
    return any(isinstance(term, wanted) for content in mine for term in subterms(content))


_SUPPORTED: Final = re.compile(r"(?:^| )support(?:~\w)?(?= |$)")
_WILL_DO: Final = re.compile(
    r"(?:^| )(?:(?:will|can|shall|gonna) do|done|did|do~g|doing|on it|order~?\w?|orders|i (?:will|can)|entered|set"
    r"|moves?)(?= |$)"
)
"""How one says that one will do something oneself."""


def _restates(spotted: Spotted, understood: Understanding, context: Context) -> bool:
    """Whether a text names places, and all of them are places the deal is about: then it surely speaks of it, if the
    deal has one reading."""
    said = understood.candidates[0]
    if len(said) != 1 or len(context.open_deals) > 1 or not isinstance(said[0], Accept | Reject):
        return False
    places = (one.place if isinstance(one, UnitRef) else one for one in spotted.entities.values())
    named = {one.province for one in places if isinstance(one, Place)}
    about = set(goals(said[0].deal))
    actions = [one.action for one in subterms(said[0].deal) if isinstance(one, Do)]
    inner = [one.action for one in actions if isinstance(one, Sup)]
    units = [one.unit for one in (*actions, *inner) if isinstance(one, Mto | Hld | Sup | Cvy)]
    stands = {unit.region.province for unit in units}
    return bool(named) and about <= named <= about | stands


def _said_again(understood: Understanding, context: Context, again: Callable[[Context], Understanding]) -> Candidate:
    """The yes to what a text says in full: then nobody need guess what the yes is for. Empty when it is none."""
    agreeing = any(isinstance(one, Accept) for candidate in understood.candidates for one in candidate)
    if not agreeing:
        return ()
    told = again(replace(context, open_deals=(), own_deals=(), perhaps=(), unanswered=(), agreed=(), doubtful=False))
    said = told.candidates[0] if told.verdict == "clear" else ()
    wanted = [_content(one) for one in said]
    same = [deal for deal in dict.fromkeys((*context.open_deals, *context.perhaps)) if wanted == [_parties(deal)]]
    return (Accept(context.speaker, context.hearers, same[0]),) if len(same) == 1 else ()


def _content(said: Utterance) -> object:
    """What is proposed or told to be done, to be compared with a deal; None for anything else."""
    if isinstance(said, Propose):
        return _parties(said.deal)
    told = said.content if isinstance(said, Inform) else None
    return _parties(told) if isinstance(told, Commits) else None


def _parties(deal: Deal) -> object:
    """Who promises what in a deal, in whatever order and to whomever it is said."""
    if isinstance(deal, Commits):
        return frozenset((item.agent, item.content, item.time) for item in deal.items)
    return members(deal)


def _extends(candidate: Candidate, context: Context) -> bool:
    """Whether something is proposed that holds all of the open deal, and more: `yes, if you …`."""
    said = [set(subterms(one.deal)) for one in candidate if isinstance(one, Propose)]
    parts = {part for deal in context.open_deals[:1] for part in _parts(deal)}
    return bool(parts) and any(parts < terms for terms in said)


def _parts(deal: Deal) -> tuple[Formula, ...]:
    if isinstance(deal, Commits):
        return tuple(item.content for item in deal.items)
    return deal.content.items if isinstance(deal.content, And) else (deal.content,)


def _taken_up(understood: Understanding, context: Context, asked: bool) -> Understanding:
    """To propose what may be on the table may be to accept it, and is where it is not asked; what both have is the
    same either way."""
    if understood.verdict == "clear" and all(map(_shared, understood.candidates[0])):
        return understood
    found: list[Candidate] = []
    for candidate in understood.candidates:
        said = tuple(map(partial(_accepted, context), candidate))
        if understood.verdict == "clear" and not asked and not any(isinstance(one, Propose | Inform) for one in said):
            return replace(understood, candidates=(_only_taken_up(said, candidate, context),))
        found += [said, candidate] if said != candidate else [candidate]
    if len(found) == len(understood.candidates):
        return understood
    return _offered(found, understood)


def _shared(said: Utterance) -> bool:
    """Whether something is proposed that both do or have, which says the same as a yes to it would."""
    return isinstance(said, Propose) and isinstance(said.deal, Agree)


def _accepted(context: Context, said: Utterance) -> Utterance:
    """What was said or, where it says again what the others proposed, that it is accepted."""
    content = said.deal if isinstance(said, Propose) else said.content if isinstance(said, Inform) else None
    if not isinstance(content, Commits | Agree):
        return said
    known = next((deal for deal in context.unanswered if members(deal) == members(content)), None)
    return said if known is None else Accept(context.speaker, context.hearers, known)


def _only_taken_up(said: Candidate, before: Candidate, context: Context) -> Candidate:
    """Of what is accepted what was named; a yes before it is meant for that, and not for what was only heard else."""
    named = tuple(one for one, was in zip(said, before, strict=True) if one != was)
    return tuple(
        one for one in said if one in named or not (named and isinstance(one, Accept) and one.deal in context.heard)
    )


def _perhaps(spotted: Spotted, context: Context, deals: Sequence[Deal], known: bool) -> list[Candidate]:
    """Yes and no to what may be open, for words nobody could read; nothing for what is plainly no answer.

    known: what was said may be something else, and this is offered besides: only a yes or only a no.
    """
    text = _said(spotted)
    sides = stances(text) if len(text.split()) <= _MAX_STANCE else ()
    named = any(not isinstance(one, When) for one in spotted.entities.values())
    most = _MAX_NAMING if context.open_deals else 0 if named else _MAX_WORDS
    if not text or _NO_ANSWER.fullmatch(text) or (not sides and (len(text.split()) > most or "?" in text)):
        return []
    surely_open = context.open_deals and not (context.doubtful or context.perhaps or _TOLD.match(text))
    thanked = _THANKED.fullmatch(text) is not None
    helpful = [deal for at, deal in enumerate(deals) if thanked and _offered_help(deal, context, alone=not at)]
    deals = [*helpful, *(deal for deal in deals if deal not in helpful)]
    if not (surely_open or helpful or sides or _STANCE.search(text)):
        return []
    yes: list[Candidate] = [(Accept(context.speaker, context.hearers, deal),) for deal in deals[:2]]
    no: list[Candidate] = [(Reject(context.speaker, context.hearers, deal),) for deal in deals[:1]]
    refused = not sides[0] if sides else _DENYING.search(text) is not None
    if known or len(sides) == 1:
        return no if refused else yes[: len(yes) if not known else 1]
    return [*no, *yes] if refused else [*yes[:1], *no, *yes[1:]]


def _offered_help(deal: Deal, context: Context, alone: bool) -> bool:
    """Whether the others are to support the speaker in a deal; alone: or only they are to do something."""
    if alone and isinstance(deal, Commits) and all(item.agent != context.speaker for item in deal.items):
        return True
    return any(serves(term, context.speaker) for term in subterms(deal) if isinstance(term, Do | Hlp))


_POLITE_YES: Final = re.compile(
    r"(?:(?:oh|ah|hm+|well|haha|lol|,) )*(?:ok|okay|k|kk|yes|yeah|yea|ya|yep|yup|sure(?: thing)?|alright|all right"
    r"|right|cool|fine|great|good|nice|perfect|awesome|sounds?~? (?:good|great|fine)|of course"
    r"|no (?:problem|worries)|np) "
)
"""A yes that often only begins what one says oneself."""

_MAX_STANCE: Final = 50
_MAX_NAMING: Final = 14
_MAX_WORDS: Final = 9
_PATTERNS: Final = patterns("clauses")
_STANCES: Final = patterns("stances")
_SORRY: Final = _STANCES["SORRY"]
_NO_ANSWER: Final = _PATTERNS["NO_ANSWER"]
_STANCE: Final = _PATTERNS["STANCE"]
_THANKED: Final = _STANCES["THANKED"]
"""Thanks, which take a help that was offered."""
_PLEASED: Final = _PATTERNS["PLEASED"]
_TOLD: Final = _PATTERNS["TOLD"]
"""How one begins who tells something, and answers nothing."""

_DENYING: Final = re.compile(r"(?:^| )(?:not?|nah|never|sorry|can not|neither|nor|unfortunately|but|afraid)(?= |$)")


def _said(spotted: Spotted) -> str:
    return joined(spotted.tokens).rstrip(" .")
