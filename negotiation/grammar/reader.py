"""English to L: what a player typed, as one clear reading, several to choose from, or none."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any, Final, TypeGuard

from adjudication.powers import POWERS, Power
from negotiation.diplomacy import Ent, Scd
from negotiation.english.context import Context
from negotiation.english.frames import Voice
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding, is_beside
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.grammar.binding import resolved
from negotiation.grammar.chart import NEVER
from negotiation.grammar.dialogue import answering, parts_of
from negotiation.grammar.meant import Meant, meant
from negotiation.grammar.reading import Item, Row, Sentence, lexemes, rows, sentences
from negotiation.grammar.saying import Deal, Marked, News
from negotiation.grammar.told import told, uncertain
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import (
    Common,
    Part,
    Promise,
    Reading,
    Said,
    contradictory,
    soft,
    spoken,
)
from negotiation.levels import subterms
from negotiation.terms import (
    Agree,
    And,
    Commits,
    Do,
    Implies,
    Inform,
    Not,
    Propose,
    Utterance,
)
from negotiation.words.entities import Entity, Place, Spotted, Token, UnitRef, When
from negotiation.words.lexicon import words
from negotiation.words.shorthand import written_out
from negotiation.words.spotting import spot

__all__ = ["CLAIM", "CLOSE", "MAX_TEXT", "Ranked", "ranked", "read", "weighed"]

MAX_TEXT: Final = 2_000

CLAIM: Final = 1.0
"""What a reading may cost at most to be claimed."""
OFFER: Final = 6.5
"""What it may cost to be offered, where the text names a place or a power."""
NAMELESS: Final = 3.0
"""What it may cost to be offered elsewhere."""
CLOSE: Final = 0.35
"""Readings that cost no more than this above the best are as likely."""


@dataclass(frozen=True, slots=True)
class _Where:
    """What a sentence is read against. named: the provinces that the text names."""

    seen: Spotted
    ground: Ground
    context: Context
    named: frozenset[str]
    before: tuple[Any, ...] = ()
    """What was said in the sentences before."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to take a sentence, with what it comes to."""

    cost: float
    parts: Reading = ()
    answer: str = ""
    unplaced: tuple[str, ...] = ()
    nothing: bool = False
    said: tuple[Any, ...] = ()
    sure: bool = False
    """Whether it is known to say nothing: talk from end to end."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """What the whole message may mean, the cheapest first, with what each costs and what it leaves unplaced."""

    costs: Mapping[Candidate, float]
    unplaced: Mapping[Candidate, tuple[str, ...]]
    silence: float
    """What it costs to take all of it as talk that says nothing."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a text may mean, the likeliest first, with what each costs and what of the text the first leaves out.

    sure: whether the first may be claimed.
    """

    candidates: tuple[Candidate, ...] = ()
    costs: tuple[float, ...] = ()
    unplaced: tuple[str, ...] = ()
    sure: bool = False


def read(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed."""
    found = ranked(text, context)
    if found.sure:
        return Understanding("clear", found.candidates[:1], found.unplaced)
    offered = found.candidates[:MAX_CANDIDATES]
    return Understanding("choose" if offered else "none", offered, found.unplaced, offered)


def ranked(text: str, context: Context) -> Ranked:
    """Every way to understand a message that is worth offering, the likeliest first."""
    if not context.hearers:
        return Ranked(unplaced=(text,) if text.strip() else ())
    careful = _careful(text, context)
    if careful:
        return Ranked((careful,), (0.0,), sure=True)
    return _judged(text, _read(text, context))


def weighed(text: str, context: Context) -> Mapping[Candidate, float]:
    """Every reading of a message with what it costs, the cheapest first: why it is claimed, offered or left alone."""
    return _read(text, context).costs


def _read(text: str, context: Context) -> _Weighed:
    seen = spot(text[:MAX_TEXT], context.position.phase if context.position is not None else None)
    ground = _ground(seen, context)
    where = _Where(seen, ground, context, frozenset(_places(seen.entities.values())))
    whole: list[list[_Way]] = []
    for sentence in sentences(_written(seen)):
        ways = sorted(_ways(sentence, where), key=lambda way: way.cost)
        answers = bool(context.open_deals) and any(way.answer for way in ways)
        whole.append([*ways[:6], *_silent(sentence, seen, answers)])
        where = replace(where, before=(*where.before, *(ways[0].said if ways else ())))
    names = any(not isinstance(one, When) for one in seen.entities.values())
    return _weighed(text, whole, ground, context, OFFER if names else NAMELESS)


def _written(seen: Spotted) -> list[Token]:
    return written_out(list(seen.tokens), seen.entities)


def _careful(text: str, context: Context) -> Candidate:
    if len(text) > MAX_CAREFUL:
        return ()
    found = parse_careful(text, Voice(context.speaker, context.hearers, position=context.position))
    return (found[0],) if len(found) == 1 and not is_beside(found[0]) else ()


def _places(values: Iterable[Entity]) -> Iterable[str]:
    for one in values:
        place = one.place if isinstance(one, UnitRef) else one
        if isinstance(place, Place):
            yield place.province


def _ground(seen: Spotted, context: Context) -> Ground:
    present = {context.speaker, *context.hearers}
    powers = [power for power in POWERS if power in seen.entities.values() and power not in present]
    spoken_of = context.third or next(iter(context.absent), None)
    third = powers[0] if len(powers) == 1 else spoken_of
    ground = Ground(context.speaker, context.hearers, context.position, third)
    if context.position is not None:
        return ground
    kinds: dict[str, set[str]] = {}
    owners: dict[str, set[Power]] = {}
    for one in seen.entities.values():
        if isinstance(one, UnitRef) and one.place is not None:
            kinds.setdefault(one.place.province, set()).update({one.kind} - {""})
            whose = ground.powers(one.owner) if one.owner else ()
            owners.setdefault(one.place.province, set()).update(whose if len(whose) == 1 else ())
    return replace(
        ground,
        told={
            province: (
                "".join(kinds[province]) if len(kinds[province]) == 1 else "",
                next(iter(owners[province])) if len(owners[province]) == 1 else None,
            )
            for province in kinds
        },
    )


# ── a sentence ──────────────────────────────────────────────────────────────────────────────────


def _ways(sentence: Sentence, where: _Where) -> list[_Way]:
    found: list[_Way] = []
    for row in rows(sentence.tokens, where.seen.entities, where.context.hearers, where.seen.text):
        if row.cost > OFFER + 1:
            break
        found.extend(_taken(row, sentence, where))
    return found


def _silent(sentence: Sentence, seen: Spotted, answers: bool) -> list[_Way]:
    """A sentence taken to say nothing, which costs by what it holds; never one that limits or takes back.

    answers: whether it may be an answer to what is open.
    """
    lexed = lexemes(sentence.tokens, seen.entities, (), seen.text)
    syms = {token.sym.partition("~")[0] for token in sentence.tokens}
    names = sum(one.keys[:1] in _NAMES for one in lexed)
    denies = sum(one.skip >= NEVER for one in lexed) - names
    if syms & _LIMITS or (denies and (names or syms & _POINTING or any(one.keys == ("@T",) for one in lexed))):
        return []
    deeds = sum("~" in token.sym for token in sentence.tokens)
    doubts = 0.9 if denies or syms & _DOUBTS else 0.0
    asked = 0.5 if answers or (names and sentence.question) else 0.0
    cost = min(1.4, 0.15 + 0.2 * names + 0.1 * deeds) + doubts + asked
    return [_Way(cost, unplaced=(_typed(sentence, seen),), nothing=True)]


_NAMES: Final = (("@P",), ("@U",), ("@W",), ("@J",), ("@N",))
_LIMITS: Final = words("if unless until except without otherwise else either or")
"""What no sentence that is passed over may have."""
_POINTING: Final = words("that it this them so these those deal serious seriously anything everything")
"""What, denied in a sentence of its own, may take back what another says."""
_DOUBTS: Final = words("actually joke kid kidding sarcasm serious later")
"""Words of a sentence that may take back what is said next to it."""
_ANSWERS: Final = ("yes", "no", "wont", "perhaps")


def _taken(row: Row, sentence: Sentence, where: _Where) -> list[_Way]:
    when = _when(sentence, where.seen)
    ground = replace(where.ground, later=when.later and where.context.position is not None)
    where = replace(where, ground=ground)
    unplaced = _unplaced(row, sentence, where.seen)
    answers = [one.value.kind for one in row.items if isinstance(one.value, Marked) and one.value.kind in _ANSWERS]
    said = [one for one in row.items if not isinstance(one.value, Marked)]
    cost = row.cost
    if len(set(answers)) > 1 or (answers == ["no"] and not said and row.skipped and not _asked(where.context)):
        return []
    if not said and not answers:
        felt = any(one.value.kind == "feel" for one in row.items)
        idle = felt or (row.reasons and not any(token.sym == "," for token in sentence.tokens))
        return [_Way(cost, nothing=True, sure=True)] if idle and not row.skipped else []
    alternatives: list[list[Meant]] = []
    for at, item in enumerate(said):
        ways = _means(item, sentence, where, when, tuple(one.value for one in said[:at]))
        if not ways:
            return []
        alternatives.append(ways)
    asked = any(isinstance(one.value, Marked) and one.value.kind == "ifok" for one in row.items)
    begun = min((item.start for item in said), default=0)
    unsaid = any(isinstance(one.value, Marked) and one.value.kind == "no" and one.start > begun for one in row.items)
    unsaid = unsaid and not where.context.open_deals and where.context.open_query is None
    found: list[_Way] = []
    for each in islice(product(*alternatives), 16):
        parts = tuple(part for one in each for part in one.parts)
        if asked:
            parts = tuple(map(soft, parts))
        doubt = sum(one.doubt for one in each)
        doubt += 1.2 if answers and sentence.question else 0.0
        doubt += 1.2 if unsaid else 0.0
        doubt += _time_doubt(parts, when)
        values = tuple(one.value for one in said)
        found.append(_Way(cost + doubt, parts, answers[0] if answers else "", unplaced, said=values))
    return found


def _asked(context: Context) -> bool:
    return bool(context.open_deals) or context.open_query is not None


def _means(item: Item, sentence: Sentence, where: _Where, when: When, beside: tuple[Any, ...]) -> list[Meant]:
    ground, context, named = where.ground, where.context, where.named
    value = resolved(item, sentence, where.seen, context, (*where.before, *beside))
    if value is None:
        return []
    if isinstance(value, News) and value.kind == "third":
        return _conditional(value, ground, context, when, named)
    if isinstance(value, Deal) and value.kind == "counter" and context.open_deals:
        table = parts_of(context.open_deals[0])
        return [Meant((*table, *one.parts), one.doubt) for one in meant(value, sentence.question, ground, when, named)]
    if isinstance(value, News):
        doubt = 1.2 if uncertain(value) else 0.0
        return [Meant((Said(one),), doubt) for one in told(value, sentence.question, ground, context, when)]
    return meant(value, sentence.question, ground, when, named)


def _conditional(news: News, ground: Ground, context: Context, when: When, named: frozenset[str]) -> list[Meant]:
    """`if W moves to P, I will …`: what others do, and what is promised then."""
    found: list[Meant] = []
    for utterance in told(news.get("n"), False, ground, context, when):
        premise = getattr(getattr(utterance, "content", None), "content", None)
        for one in meant(Deal("counter", news.get("b")), False, ground, when, named) if premise is not None else ():
            said = spoken(one.parts, ground)
            mine = [item for each in said for item in getattr(getattr(each, "deal", None), "items", ())]
            if mine and all(isinstance(part, Promise) for part in one.parts):
                told_ = Inform(ground.speaker, ground.hearers, Implies(premise, Commits(tuple(mine))))
                found.append(Meant((Said(told_),), one.doubt))
    return found


def _time_doubt(parts: Reading, when: When) -> float:
    contents = [part.content for part in parts if isinstance(part, Promise | Common)]
    orders = [isinstance(part.item if isinstance(part, Not) else part, Do) for part in contents]
    someday = when.later and (when.turn is None or not all(orders))
    return 1.5 if someday or (when.limit and any(orders)) else 0.0


def _when(sentence: Sentence, seen: Spotted) -> When:
    times = [one for token in sentence.tokens if isinstance(one := seen.entities.get(token.sym), When)]
    return times[0] if times else When()


def _typed(sentence: Sentence, seen: Spotted) -> str:
    return seen.text[sentence.tokens[0].start : sentence.tokens[-1].end]


def _unplaced(row: Row, sentence: Sentence, seen: Spotted) -> tuple[str, ...]:
    spans = [(sentence.tokens[start].start, sentence.tokens[end - 1].end) for start, end in row.reasons if end > start]
    return tuple(seen.text[start:end] for start, end in spans)


# ── the whole message ───────────────────────────────────────────────────────────────────────────


def _together(whole: Sequence[Sequence[_Way]]) -> list[tuple[_Way, ...]]:
    """The cheapest ways to take all sentences together."""
    found: list[tuple[_Way, ...]] = [()]
    for ways in whole:
        longer = [(*one, way) for one in found for way in ways]
        found = sorted(longer, key=lambda one: sum(way.cost for way in one))[:_MOST]
    return found if whole else []


_MOST: Final = 40


def _weighed(text: str, whole: Sequence[Sequence[_Way]], ground: Ground, context: Context, most: float) -> _Weighed:
    found: dict[Hashable, tuple[float, Candidate, tuple[str, ...]]] = {}
    silence = NEVER
    for each in _together(whole):
        cost = sum(way.cost for way in each)
        if all(way.sure for way in each):
            silence = min(silence, cost)
        parts = tuple(dict.fromkeys(part for way in each for part in way.parts))
        candidate = answering(parts, [way.answer for way in each if way.answer], ground, context)
        if not candidate:
            continue
        if any(map(contradictory, candidate)) or any(map(_shared_twice, candidate)):
            cost += 1.0
        if text.count("\n") > 1 and len({part.agent for way in each for part in way.parts if _is_order(part)}) > 1:
            cost += 0.4
        if context.position is None and _KIND.search(text) and _unnamed(candidate):
            cost += 1.0
        same = (_contents(candidate), *((type(one), type(getattr(one, "deal", None))) for one in candidate))
        if cost < (found[same][0] if same in found else most):
            found[same] = (cost, candidate, tuple(one for way in each for one in way.unplaced))
    ranked = sorted(found.values(), key=lambda one: one[0])
    return _Weighed({one: cost for cost, one, _ in ranked}, {one: unplaced for _, one, unplaced in ranked}, silence)


def _is_order(part: Part) -> TypeGuard[Promise]:
    return isinstance(part, Promise) and isinstance(part.content, Do)


def _shared_twice(utterance: Utterance) -> bool:
    """Whether a center is to go to two powers."""
    shares = {(term.power, center) for term in subterms(utterance) if isinstance(term, Scd) for center in term.centers}
    return len({center for _, center in shares}) < len(shares)


def _contents(candidate: Candidate) -> frozenset[Hashable]:
    """What is said, thing by thing: a deal is the same whichever part is named first."""
    found: set[Hashable] = set()
    for utterance in candidate:
        deal = getattr(utterance, "deal", None)
        if isinstance(deal, Agree) and isinstance(deal.content, And):
            found |= {(type(utterance), deal.time, item) for item in deal.content.items}
        elif isinstance(deal, Agree):
            found.add((type(utterance), deal.time, deal.content))
        elif isinstance(deal, Commits):
            found |= {(type(utterance), item.time, item.content) for item in deal.items}
        elif isinstance(utterance, Inform) and isinstance(utterance.content, Commits):
            found |= {(Propose, item.time, item.content) for item in utterance.content.items}
        else:
            found.add(utterance)
    return frozenset(found)


def _judged(text: str, weighed: _Weighed) -> Ranked:
    rest = (text[MAX_TEXT:],) if text[MAX_TEXT:].strip() else ()
    costs = weighed.costs
    if not costs:
        return Ranked(unplaced=(*(text.strip().rstrip(".?!") for _ in (1,) if text.strip()), *rest))
    best = next(iter(costs))
    close = [one for one in costs if costs[one] <= costs[best] + CLOSE and not _contents(one) < _contents(best)]
    sure = costs[best] <= min(CLAIM, weighed.silence) and len(close) == 1 and not rest
    return Ranked(tuple(costs), tuple(costs.values()), (*weighed.unplaced[best], *rest), sure)


_KIND: Final = re.compile(r"\b(?:fleet|army|armie|navy|boat|ship)s?\b", re.IGNORECASE)
"""Says what kind of unit is meant, which no promise of any unit would."""


def _unnamed(candidate: Candidate) -> bool:
    return any(isinstance(term, Ent) for utterance in candidate for term in subterms(utterance))
