"""Interpret answers to open proposals: yes, no, counter-offer, repetition."""

from collections.abc import Sequence
from dataclasses import replace

from adjudication.powers import as_power
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Mto, Pce, Sup
from negotiation.english.context import Context
from negotiation.english.understanding import Candidate
from negotiation.grounding.anyhow import any_unit
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import Common, Duty, Part, Reading, Said, merged, once, soft, specific, spoken
from negotiation.levels import subterms
from negotiation.terms import Accept, Agree, And, Answer, Commits, Deal, Do, Not, Reject, Utterance

__all__ = ["answering", "parts_of", "without_helped"]


def answering(parts: Reading, kinds: Sequence[str], ground: Ground, context: Context) -> Candidate:
    """Utterances of these parts and answers, given the open proposals.

    kinds: answers as "yes", "no", "wont", "perhaps".

    A deal said again is a yes to it, its denial a no; a yes that asks for more is a counter-offer.
    """
    answers = tuple(dict.fromkeys(one for kind in kinds for one in _answer(kind, context)))
    parts = _unrepeated(parts)
    if any(isinstance(part, Duty | Common) and not getattr(part, "firm", False) for part in parts):
        parts = tuple(soft(part) for part in parts)
        parts = specific(merged(once(parts)))
    if answers and isinstance(answers[0], Reject):
        deal = answers[0].deal
        parts = tuple(
            part
            for part in parts
            if not isinstance(part, Said) and getattr(part, "content", None) != getattr(deal, "content", 0)
        )
        if _refuses(parts, deal) or {getattr(part, "content", None) for part in parts} == _contents(deal):
            parts = ()
    if answers and isinstance(answers[0], Answer) and any(isinstance(part, Duty | Common) for part in parts):
        answers = ()
    if context.open_deals and not answers and _refuses(parts, context.open_deals[0]):
        return (Reject(context.speaker, context.hearers, context.open_deals[0]),)
    if context.open_deals and parts and _repeats(parts, context):
        yes = (Accept(context.speaker, context.hearers, context.open_deals[0]),)
        return yes if not answers or answers == yes else (*answers, *spoken(parts, ground))
    parts = tuple(_in_full(part, context) for part in parts)
    if answers and isinstance(answers[0], Accept):
        parts = tuple(part for part in parts if not _repeats((part,), context))
        deals = [part for part in parts if isinstance(part, Duty | Common)]
        if deals and len(deals) == len(parts) and _asks_more(deals, context):
            return spoken((*parts_of(answers[0].deal), *map(soft, deals)), ground)
    return (*answers, *spoken(parts, ground))


def without_helped(parts: Reading, context: Context) -> Reading:
    """The parts without a move that is only told, where the other side is asked to support it: that names it."""
    helped: set[object] = set()
    for part in parts:
        content = part.content if isinstance(part, Duty) and part.agent != context.speaker else None
        if isinstance(content, Do) and isinstance(content.action, Sup):
            helped.add(content.action.action)
        elif isinstance(content, Hlp) and content.helped == context.speaker:
            helped.add(content.province)
    return tuple(
        part
        for part in parts
        if not (
            isinstance(part, Duty)
            and part.firm
            and part.agent == context.speaker
            and (
                (isinstance(part.content, Do) and part.content.action in helped)
                or (isinstance(part.content, Ent) and part.content.province in helped)
            )
        )
    )


def _unrepeated(parts: Reading) -> Reading:
    """The parts without those that another says more exactly: a unit that moves, a zone for both sides."""
    contents = [part.content for part in parts if isinstance(part, Duty | Common)]
    moves = {
        (one.action.unit.power, one.action.region.province)
        for one in contents
        if isinstance(one, Do) and isinstance(one.action, Mto)
    }
    zones = [one for one in contents if isinstance(one, Dmz)]
    return tuple(
        part
        for part in parts
        if not (
            isinstance(part, Duty)
            and (
                (isinstance(part.content, Ent) and (part.content.power, part.content.province) in moves)
                or (
                    isinstance(part.content, Dmz)
                    and any(
                        set(part.content.powers) < set(one.powers) and set(part.content.provinces) <= set(one.provinces)
                        for one in zones
                    )
                )
            )
        )
    )


def parts_of(deal: Deal) -> Reading:
    """A deal as parts, to be put together with others."""
    if isinstance(deal, Agree):
        return (Common(deal.content, tuple(map(as_power, deal.agents)), deal.time),)
    return tuple(Duty(as_power(item.agent), item.content, item.time) for item in deal.items)


def _contents(deal: Deal) -> set[object]:
    return {part.content for part in parts_of(deal) if isinstance(part, Duty | Common)}


def _refuses(parts: Reading, deal: Deal) -> bool:
    """True if the parts only decline something of the deal."""
    if isinstance(deal, Agree) and isinstance(deal.content, Aly) and len(parts) == 1:
        spared = getattr(parts[0], "content", None)
        return isinstance(spared, Pce) and set(spared.powers) <= {getattr(parts[0], "agent", ""), *deal.content.against}
    items = deal.items if isinstance(deal, Commits) else ()
    wanted = {any_unit(item.content) for item in items} | {item.content for item in items}
    return len(parts) == 1 and all(
        isinstance(part, Duty) and isinstance(part.content, Not) and part.content.item in wanted for part in parts
    )


def _asks_more(parts: Sequence[Duty | Common], context: Context) -> bool:
    """True if a request makes a yes a counter-offer."""
    return any(isinstance(part, Duty) and part.agent != context.speaker for part in parts)


def _in_full(part: Part, context: Context) -> Part:
    """An alliance against nobody, where one of the same against somebody is on the table, as that."""
    if not isinstance(part, Common) or not isinstance(part.content, Aly) or part.content.against:
        return part
    for deal in context.open_deals:
        for term in subterms(deal):
            if isinstance(term, Aly) and term.powers == part.content.powers:
                return replace(part, content=term)
    return part


def _repeats(parts: Reading, context: Context) -> bool:
    """True if the parts only repeat the open deal.

    For all, or for the speaker's side of it.
    """
    deal, mine = context.open_deals[0], context.speaker
    if isinstance(deal, Agree):
        wanted = {deal.content, *(deal.content.items if isinstance(deal.content, And) else ())}
        wanted |= {Dmz((mine,), one.provinces) for one in subterms(deal) if isinstance(one, Dmz)}
        wanted |= {Aly(one.powers) for one in subterms(deal) if isinstance(one, Aly)}
        own = wanted
    else:
        wanted = {item.content for item in deal.items}
        own = {item.content for item in deal.items if item.agent == mine} or wanted
    wanted |= {any_unit(one) for one in wanted}
    own |= {any_unit(one) for one in own}
    loose = {replace(one, origin=None) for one in wanted if isinstance(one, Hlp)}
    contents = [getattr(part, "content", None) for part in parts]
    return all(one in wanted | loose for one in contents) and any(one in own | loose for one in contents)


def _keeps_from(deal: Deal, context: Context) -> bool:
    """True if the deal asks the speaker only for abstentions.

    Then `I won't` agrees.
    """
    if isinstance(deal, Agree):
        contents = deal.content.items if isinstance(deal.content, And) else (deal.content,)
    else:
        contents = tuple(item.content for item in deal.items if item.agent == context.speaker)
    return bool(contents) and all(isinstance(one, Dmz | Not) for one in contents)


def _answer(kind: str, context: Context) -> tuple[Utterance, ...]:
    if kind == "perhaps":
        return ()
    deal: Deal
    if context.open_deals:
        deal = context.open_deals[0]
        kept = kind == "wont" and _keeps_from(deal, context)
        answer = Accept if kind == "yes" or kept else Reject
        return (answer(context.speaker, context.hearers, deal),)
    if context.open_query is not None:
        query = context.open_query
        denied = query.item if isinstance(query, Not) else Not(query)
        return (Answer(context.speaker, context.hearers, query if kind == "yes" else denied),)
    return ()
