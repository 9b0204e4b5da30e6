"""Which readings that are only offered a text speaks against: a move to where it says that nobody goes, half of a deal
whose other half is left out, an order that stands under an `if`.

It is held to the pieces of the text (`negotiation.pieces`): what is only offered would else be taken for all of it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from adjudication.board import Province
from negotiation.diplomacy import Aly, Cvy, Dmz, Ent, Hld, Hlp, Mto, Pce, Scd, Sup
from negotiation.english.context import Context, words_of
from negotiation.english.understanding import Candidate
from negotiation.levels import subterms
from negotiation.pieces import pieces_in
from negotiation.terms import Agree, And, Commits, Deal, Do, Formula, Inform, Not, Propose

__all__ = ["speaks_against"]

_PEACEABLE: Final = re.compile(
    r"peac|truce|pact|treat|aggress|\bnap\b|cease|fight|war\b|attack|hurt|harm|stab|enem|friend|alone|quiet|calm|border|"
    r"alli|ally|together|deal|agree|hostil|neutral|bygones|fresh|start over|get along|trouble|trust|betray|\bcool\b|"
    r"good\b|hit\b|jump|backs?\b|safe",
    re.IGNORECASE,
)
"""What speaks of peace in some way."""
_ALLIED: Final = re.compile(
    r"against|together|\balli|\bally|team|gang|join|attack|fight|help|support|versus|\bvs\b|both|squash|crush|carve|split|"
    r"stop|jump|\bhit\b|\bgo\b|going|take|kill|side|partner|us\b|\bwe\b|juggernaut|lepanto|duo|2v1|finish|beat|turn on|"
    r"gun for|work",
    re.IGNORECASE,
)
"""What speaks of an alliance in some way."""
_IF: Final = re.compile(r"\b(?:if|unless|supposing|suppose)\b", re.IGNORECASE)


def speaks_against(text: str, read_as: Candidate, context: Context) -> bool:
    """Whether a text says something else than a reading of it that proposes something, or tells what one will do."""
    if not context.hearers:
        return False
    told = [one.content for one in read_as if isinstance(one, Inform)]
    deals = [one.deal for one in read_as if isinstance(one, Propose)]
    if not deals and not told:
        return False
    asked = {place: piece for piece in pieces_in(text, context.speaker, context.hearers) for place in _places(piece)}
    if any(_joins_orders(deal) for deal in deals) and _IF.search(text):
        return True
    if any(_is_premise(deal, text, context) for deal in deals):
        return True
    if any(isinstance(asked.get(place), Dmz) for term in (*deals, *told) for place in _gone_to(term)):
        return True
    if not deals:
        return False
    terms = [term for deal in deals for term in _terms(deal)]
    for kind, words in ((Pce, _PEACEABLE), (Aly, _ALLIED)):
        if any(isinstance(term, kind) for term in terms) and not words.search(text):
            return True
    kept = {place for term in terms if isinstance(term, Dmz) for place in term.provinces}
    if any(isinstance(asked[place], str | Scd | Ent) for place in kept & set(asked)):
        return True
    shared = [(term.power, place) for term in terms if isinstance(term, Scd) for place in term.centers]
    if any(isinstance(piece := asked.get(place), Scd) and piece.power != power for power, place in shared):
        return True
    named = {place for term in terms for place in _places(term)}
    if _EITHER.search(text) and not named.issuperset(asked):
        return True
    return any(place not in named and _is_between(piece, context) for place, piece in asked.items())


def _is_between(piece: Formula, context: Context) -> bool:
    """Whether a piece says what one of the two does or gets."""
    doers = piece.powers if isinstance(piece, Dmz) else (piece.power,) if isinstance(piece, Scd | Hlp | Ent) else ()
    return not {context.speaker, *context.hearers}.isdisjoint(doers)


_EITHER: Final = re.compile(r"\bor\b[^.!?]*\?", re.IGNORECASE)
"""A question of one thing or another."""
_PREMISE: Final = re.compile(
    r"\b(?:if|unless|supposing|suppose)\b(?:(?!\bi(?:'ll| will|'d| would)\b)[^,;:.!?])*", re.IGNORECASE
)
"""A condition, up to where something else begins."""


def _is_premise(deal: Deal, text: str, context: Context) -> bool:
    """Whether all that a deal asks of the other ones stands under an `if`, and nothing is given for it."""
    if not isinstance(deal, Commits) or any(item.agent == context.speaker for item in deal.items):
        return False
    places = {place for term in _terms(deal) for place in _places(term)}
    found = [words_of(each[0], context.speaker).places for each in _PREMISE.finditer(text)]
    return bool(places) and any(places & set(each) for each in found)


def _joins_orders(deal: Deal) -> bool:
    """Whether an order is agreed on together with something else, which a condition never is."""
    return isinstance(deal, Agree) and isinstance(deal.content, And) and any(isinstance(x, Do) for x in subterms(deal))


def _terms(term: Formula) -> Iterator[Formula]:
    """The term and everything inside it, orders with what they help."""
    for inner in subterms(term):
        yield inner
        action = getattr(inner, "action", None)
        while action is not None:
            yield action
            action = getattr(action, "action", None)


def _gone_to(deal: Formula) -> Iterator[Province]:
    """Where somebody goes in a deal."""
    denied = {each for term in subterms(deal) if isinstance(term, Not) for each in _terms(term)}
    for term in _terms(deal):
        if isinstance(term, Mto) and term not in denied:
            yield term.region.province


def _places(piece: Formula) -> Iterable[Province]:
    """The provinces that a term is about, where units come from among them."""
    match piece:
        case str():
            return (piece,)
        case Dmz(_, places) | Scd(_, places):
            return places
        case Ent(_, place):
            return (place,)
        case Hlp(_, _, place, origin):
            return (place,) if origin is None else (place, origin)
        case Mto(unit, region):
            return (unit.region.province, region.province)
        case Sup(unit) | Hld(unit) | Cvy(unit):
            return (unit.region.province,)
        case _:
            return ()
