"""Which readings that are only offered a text speaks against: a move to where it says that nobody goes, half of a deal
whose other half is left out, an order that stands under an `if`.

It is held to the pieces of the text (`negotiation.pieces`): what is only offered would else be taken for all of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudication.board import Province
from adjudication.powers import Power
from negotiation.diplomacy import Aly, Cvy, Dmz, Ent, Hld, Hlp, Mto, Pce, Scd, Sup
from negotiation.english.context import Context, words_of
from negotiation.english.understanding import Candidate
from negotiation.levels import children, subterms
from negotiation.pieces import Piece, pieces_of
from negotiation.terms import Agree, And, Commits, Deal, Do, Formula, Inform, Not, Propose, Query

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
    """Whether a text says something else than a reading of it that proposes, asks or tells something."""
    if not context.hearers:
        return False
    told = [one.content for one in read_as if isinstance(one, Inform | Query)]
    deals = [one.deal for one in read_as if isinstance(one, Propose)]
    if not deals and not told:
        return False
    pieces = pieces_of(text, context.speaker, context.hearers)
    if any(_is_unlike(term, pieces, context) for term in (*deals, *told)):
        return True
    if any(_makes_no_sense(term, context) or _fights_another(term, pieces) for term in (*deals, *told)):
        return True
    asks = {
        place
        for piece in pieces
        if piece.role == "ask" and piece.probability >= _SURE
        for place in _places(piece.content)
    }
    if any(place in asks for deal in deals for place, _ in _fitting(deal, context, denied=False)):
        return True
    if not deals:
        return False
    if any(_joins_orders(deal) for deal in deals) and _IF.search(text):
        return True
    if any(_is_premise(deal, text, context) for deal in deals):
        return True
    terms = [term for deal in deals for term in _terms(deal)]
    for kind, words in ((Pce, _PEACEABLE), (Aly, _ALLIED)):
        if any(isinstance(term, kind) for term in terms) and not words.search(text):
            return True
    asked = {place: piece.content for piece in pieces for place in _places(piece.content)}
    named = {place for term in terms for place in _places(term)}
    if _EITHER.search(text) and not named.issuperset(asked):
        return True
    return any(place not in named and _is_between(piece, context) for place, piece in asked.items())


def _makes_no_sense(term: Formula, context: Context) -> bool:
    """Whether one unit has two orders, or a power helps a third one into a center of its own."""
    orders = [each.action for each in _terms(term) if isinstance(each, Do) and hasattr(each.action, "unit")]
    if len({each.unit for each in orders}) < len(set(orders)):
        return True
    centers = context.position.centers if context.position is not None else {}
    return any(
        isinstance(each, Sup)
        and isinstance(each.action, Mto)
        and centers.get(each.action.region.province) == each.unit.power
        and each.action.unit.power not in (each.unit.power, context.speaker)
        for each in orders
    )


def _fights_another(term: Formula, pieces: Sequence[Piece]) -> bool:
    """Whether it is about an alliance against none of those whom the text would have fought."""
    fought = {
        power
        for piece in pieces
        if piece.role == "against" and piece.probability >= _SURE and isinstance(piece.content, Aly)
        for power in piece.content.against
    }
    pacts = [each for each in subterms(term) if isinstance(each, Aly) and each.against]
    return bool(fought and pacts) and all(fought.isdisjoint(pact.against) for pact in pacts)


def _is_unlike(term: Formula, pieces: Sequence[Piece], context: Context) -> bool:
    """Whether it has somebody go to a place, or keep out, of which the text rather says another thing."""
    roles = {place: piece.role for piece in pieces if piece.probability >= _SURE for place in _places(piece.content)}
    return any(place in roles and roles[place] not in fit for place, fit in _fitting(term, context, denied=False))


_SURE: Final = 0.5
"""How likely the role of a place has to be that it counts against a reading."""
_ANYHOW: Final = frozenset({"about", "from"})
"""Roles that fit whatever is read."""


def _fitting(term: Formula, context: Context, *, denied: bool) -> Iterator[tuple[Province, frozenset[str]]]:
    """Each place that somebody goes to, has or keeps out of, with the roles that fit that."""
    match term:
        case Not(item):
            yield from _fitting(item, context, denied=not denied)
        case Dmz(powers, places):
            yield from ((place, _kept(powers, context)) for place in places)
        case Scd(power, places):
            yield from ((place, _gone(power, context, denied)) for place in places)
        case Ent(power, place):
            yield place, _gone(power, context, denied)
        case Hlp(power, _, place):
            yield place, _ANYHOW | {"help" if power in context.hearers else "aid", "mine", "yours"}
        case Do(action=Mto(unit, region)):
            yield region.province, _gone(unit.power, context, denied)
        case Do(action=Sup(_, Mto(_, region))):
            yield region.province, _ANYHOW | {"help", "aid", "mine", "yours", "third"}
        case _:
            for inner in children(term):
                yield from _fitting(inner, context, denied=denied)


def _gone(power: Power, context: Context, denied: bool) -> frozenset[str]:
    if denied:
        return _kept((power,), context)
    if power == context.speaker:
        return _ANYHOW | {"mine", "aid", "help"}
    return _ANYHOW | ({"yours", "ask", "aid", "help"} if power in context.hearers else {"third"})


def _kept(powers: Sequence[Power], context: Context) -> frozenset[str]:
    mine, yours = context.speaker in powers, any(power in context.hearers for power in powers)
    return _ANYHOW | {"both"} | ({"spare"} if mine else set()) | ({"ours", "ask"} if yours else set())


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
