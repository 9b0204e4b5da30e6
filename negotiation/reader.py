"""English to L, as the site, the bots and the arena read it: by the grammar, and in the light of what was said before.

What may mean something else there is asked about: a yes after mere words, `there` and `him` where only they named
somebody, own orders that cross what was asked for. Where the grammar finds nothing, it may be one of two things.
"""

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from adjudication.board import STANDARD
from negotiation.diplomacy import DIPLOMACY, Hlp
from negotiation.english.context import Context, words_of
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding
from negotiation.grammar.crossing import crossed
from negotiation.grammar.reader import MAX_TEXT, Ranked, ranked, understood
from negotiation.grammar.reader import read as by_grammar
from negotiation.levels import level, subterms
from negotiation.likely.naming import Named, named_in
from negotiation.likely.ranking import Likelihoods, likeliest
from negotiation.printer import format_term
from negotiation.terms import (
    Accept,
    Commits,
    Do,
    Implies,
    Inform,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
)
from negotiation.words.spotting import spot

__all__ = ["MAX_TEXT", "likely_in", "read"]


def read(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed."""
    by_cost = ranked(text, context)
    found = understood(by_cost)
    if found.verdict == "none":
        return _one_by_one(text, context) or _by_any_unit(text, context) or found
    claim, me = by_cost.candidates[0], context.speaker
    refused = [(Reject(me, context.hearers, deal),) for deal in crossed(claim, context.open_deals, me)]
    if refused and by_cost.sure:
        return _asked((*refused, claim), found)
    careful = by_cost.sure and by_cost.costs[0] == 0
    weighed = None if careful else _weighed(text, context, by_cost)
    if weighed is not None and not _may_claim(by_cost, weighed, text, context):
        return _without_reverse(_likeliest(weighed, context, by_cost, found))
    if refused:
        return _asked((*refused, claim), found)
    if context.doubtful and any(isinstance(one, Accept) for one in claim):
        return _asked((claim, *((Accept(me, context.hearers, deal),) for deal in context.earlier)), found)
    clear = Understanding("clear", (claim,), found.unplaced)
    return _asked((claim,), found) if _leans_on_words(claim, text, context) else clear


def _asked(offered: Iterable[Candidate], found: Understanding) -> Understanding:
    return Understanding("choose", tuple(dict.fromkeys(offered))[:MAX_CANDIDATES], found.unplaced)


@dataclass(frozen=True, slots=True)
class _Bound:
    """How likely a reading must be to be claimed, of all there is to say, and how likely it may be that nothing is."""

    likely: float
    silence: float


_SURE: Final = _Bound(0.9, 0.5)
"""Of what the grammar reads at little cost, and in one way. Careful English, which costs nothing, is the writer's."""
_FAIR: Final = _Bound(0.98, 0.2)
"""Of all else it reads. Both are chosen where less than one claim in a hundred is wrong of wordings that nothing was
learnt from."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    named: Named
    likely: Likelihoods
    claim: float
    """How likely the grammar's best reading is."""

    def within(self, bound: _Bound) -> bool:
        return self.claim >= bound.likely and self.likely.silence <= bound.silence


def _weighed(text: str, context: Context, by_cost: Ranked) -> _Weighed:
    named = named_in(text, context)
    found = likeliest(named, dict(zip(by_cost.candidates, by_cost.costs, strict=True)))
    return _Weighed(named, found, _likelihood(by_cost.candidates[0], text, context, found))


def _likelihood(claim: Candidate, text: str, context: Context, found: Likelihoods) -> float:
    """How likely a reading is, by all else there is to say on the board.

    The same deeds for each other count as the same, be it as an exchange or under a condition: that the grammar tells.
    What speaks of places that stand in what is open, but neither in the text nor in the claim, counts for nothing.
    """
    named = {*words_of(text, context.speaker).places, *_provinces(claim)}
    offers = (Propose(context.speaker, context.hearers, deal) for deal in context.open_deals)
    elsewhere = _provinces(offers) - named
    rivals = [one for one in found.said if not elsewhere & _provinces(one.candidate)]
    likely = sum(one.probability for one in rivals if _deeds(one.candidate) == _deeds(claim))
    every = sum(one.probability for one in rivals)
    return likely / every if every else 0.0


def _may_claim(by_cost: Ranked, weighed: _Weighed, text: str, context: Context) -> bool:
    """Whether what the grammar reads is likely enough to be meant, by all else there is to say on the board."""
    if by_cost.sure and (weighed.within(_SURE) or _changes_nothing(by_cost.candidates[0], text, context)):
        return True
    return by_cost.fair and not by_cost.unplaced and context.position is not None and weighed.within(_FAIR)


def likely_in(text: str, context: Context) -> Likelihoods:
    """How likely the text means what, of all there is to say on this board, and how likely it says nothing."""
    by_cost = ranked(text, context)
    named = named_in(text, context)
    return likeliest(named, dict(zip(by_cost.candidates, by_cost.costs, strict=True)))


def _changes_nothing(claim: Candidate, text: str, context: Context) -> bool:
    """Whether a claim proposes only what the speaker has on the table already, or asks in words that name nothing, so
    that the board has nothing to say to it: `why not?`"""
    if all(isinstance(said, Propose) and said.deal in context.own_deals for said in claim):
        return True
    named = words_of(text, context.speaker)
    return all(isinstance(said, Query) for said in claim) and not (named.places or named.powers)


def _provinces(said: Iterable[Utterance]) -> set[str]:
    """The provinces that are named in what is said."""
    return _names(said) & set(STANDARD.provinces)


def _names(said: Iterable[Utterance]) -> set[str]:
    """The codes of all that is named in what is said, among other words of L."""
    return {name.upper() for one in said for name in re.findall(r"[a-z]+", format_term(one, DIPLOMACY))}


def _deeds(candidate: Candidate) -> Hashable:
    """What is to be done by whom in an exchange, or under a condition and in return; of all else, the whole."""
    match candidate:
        case (Propose(deal=Commits(items=items)),) if len({item.agent for item in items}) > 1:
            return frozenset(item.content for item in items)
        case (Inform(content=Implies(premise=premise, conclusion=Commits(items=items))),):
            return frozenset((premise, *(item.content for item in items)))
        case _:
            return candidate


def _likeliest(weighed: _Weighed, context: Context, by_cost: Ranked, found: Understanding) -> Understanding:
    """What the text may mean, the likeliest first; the grammar's best reading is always among it, and where that is an
    answer it comes before the contrary one."""
    named, likely = weighed.named, weighed.likely
    if context.position is None or not (named.places or named.powers or context.open_deals):
        return _asked(by_cost.candidates, found)
    best = [one.candidate for one in likely.said if all(level(said) <= context.level for said in one.candidate)]
    shown = best[:MAX_CANDIDATES]
    if by_cost.candidates[0] not in shown:
        shown[MAX_CANDIDATES - 1 :] = [by_cost.candidates[0]]
    if any(isinstance(one, Accept | Reject) for one in by_cost.candidates[0]):
        shown.sort(key=lambda each: each != by_cost.candidates[0])
    return _asked(shown, found)


def _without_reverse(found: Understanding) -> Understanding:
    """The understanding where the likeliest reading takes something back: then none proposes it."""
    if not all(isinstance(one, Withdraw) for one in found.candidates[0]):
        return found
    return _asked((each for each in found.candidates if not any(isinstance(one, Propose) for one in each)), found)


def _one_by_one(text: str, context: Context) -> Understanding | None:
    """Each of two names with an `or` between them, read as if it stood alone: L knows no alternatives."""
    if len(text) > _SHORT or " or " not in text.lower():
        return None
    seen = spot(text, None)
    for one, either, other in zip(seen.tokens, seen.tokens[1:], seen.tokens[2:], strict=False):
        if either.sym == "or" and one.sym in seen.entities and other.sym in seen.entities:
            texts = (text[: one.end] + text[other.end :], text[: one.start] + text[other.start :])
            ways = [by_grammar(each, context) for each in texts]
            return _asked((way.candidates[0] for way in ways), ways[0]) if all(way.candidates for way in ways) else None
    return None


def _by_any_unit(text: str, context: Context) -> Understanding | None:
    """Support that no unit on the board can give, as that of any unit: offered, for it may be meant for later."""
    if context.position is None or len(text) > _SHORT or not words_of(text, context.speaker).places:
        return None
    found = by_grammar(text, replace(context, position=None))
    offered = tuple(each for each in found.candidates if _names_no_unit(each))
    return _asked(offered, found) if offered else None


_SHORT: Final = 200
"""Characters of a text that is read once more as if nobody saw the board."""


def _names_no_unit(candidate: Candidate) -> bool:
    terms = [term for said in candidate for term in subterms(said)]
    return any(isinstance(term, Hlp) for term in terms) and not any(isinstance(term, Do) for term in terms)


def _leans_on_words(claim: Candidate, text: str, context: Context) -> bool:
    """Whether a claim speaks of a place or power that the text does not name, and mere words before it did."""
    if not context.hinted:
        return False
    named = words_of(text, context.speaker)
    return bool(_names(claim) & context.hinted - {*named.places, *named.powers})
