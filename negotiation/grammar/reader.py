"""English to L: what a player typed, as one clear reading, several to choose from, or none."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any, Final, TypeGuard

from adjudication.powers import POWERS, Power
from negotiation.diplomacy import Aly, Ent, Scd
from negotiation.english.context import Context
from negotiation.english.frames import Voice
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding, is_beside
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.grammar.binding import resolved
from negotiation.grammar.chart import NEVER
from negotiation.grammar.dialogue import answering, parts_of, without_helped
from negotiation.grammar.doubts import asked, oddness, silence, time_doubt, times, when_said
from negotiation.grammar.meant import Here, Meant, meant
from negotiation.grammar.reading import Item, Row, Sentence, rows, sentences
from negotiation.grammar.saying import Clause, Deal, Marked, News
from negotiation.grammar.told import told, uncertain
from negotiation.grounding.bodies import Zone
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import (
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
    Propose,
    Utterance,
)
from negotiation.words.entities import Entity, Place, Spotted, Token, UnitRef, When
from negotiation.words.shorthand import written_out
from negotiation.words.spotting import spot

__all__ = ["CLAIM", "CLOSE", "MAX_TEXT", "Ranked", "ranked", "read", "understood", "weighed"]

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
    points: bool = False
    """Whether it points at what was said before: `support that`."""


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
    return understood(ranked(text, context))


def understood(found: Ranked) -> Understanding:
    """What a page makes of it: one reading, some to choose from, or none."""
    if found.sure:
        return Understanding("clear", found.candidates[:1], found.unplaced)
    offered = found.candidates[:MAX_CANDIDATES]
    return Understanding("choose" if offered else "none", offered, found.unplaced)


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
        best = ways[0].cost if ways and ways[0].parts else NEVER
        passed = silence(sentence, seen, answers, max(0.0, _WELL - best))
        nothing = [] if passed >= NEVER else [_Way(passed, unplaced=(_typed(sentence, seen),), nothing=True)]
        whole.append([*ways[:6], *nothing])
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
    whole = rows(sentence.tokens, where.seen.entities, where.context.hearers, where.seen.text)
    undone = any(_undoes(row) for row in whole[:1])
    if whole and any(
        getattr(one.value, "kind", "") == "feel" and isinstance(one.value, Marked) for one in whole[0].items
    ):
        whole = whole[:1]  # `So much for our peace` proposes none.
    for row in whole:
        if undone and not _undoes(row):
            continue  # Who takes something back does not propose it.
        if row.cost > OFFER + 1:
            break
        found.extend(_taken(row, sentence, where))
    return found


def _undoes(row: Row) -> bool:
    """Whether something is taken back or refused, and nothing else is said right with it."""
    ends = [one.end for one in row.items if isinstance(one.value, News) and one.value.kind in ("withdraw", "refusal")]
    return bool(ends) and not any(isinstance(one.value, Clause) and one.start in ends for one in row.items)


_WELL: Final = 0.9
"""A sentence read for less than this says something."""
_ANSWERS: Final = ("yes", "no", "wont", "perhaps")


def _taken(row: Row, sentence: Sentence, where: _Where) -> list[_Way]:
    if any(isinstance(one.value, Marked) and one.value.kind == "tag" for one in row.items):
        sentence = replace(sentence, question=False)  # `…, what about you?`
    whole = when_said(sentence.tokens, where.seen)
    unplaced = _unplaced(row, sentence, where.seen)
    answers = [one.value.kind for one in row.items if isinstance(one.value, Marked) and one.value.kind in _ANSWERS]
    said = [one for one in row.items if not isinstance(one.value, Marked)]
    cost = row.cost
    if len(set(answers)) > 1 or (answers == ["no"] and not said and row.skipped and not asked(where.context)):
        return []
    if not said and not answers:
        felt = any(one.value.kind == "feel" for one in row.items)
        idle = felt or (row.reasons and not any(token.sym == "," for token in sentence.tokens))
        if not idle and row.items and not row.reasons and not row.skipped:
            return [_Way(cost + (0.6 if asked(where.context) else 0.0), nothing=True)]
        return [_Way(cost, nothing=True, sure=True)] if idle and not row.skipped else []
    alternatives: list[list[Meant]] = []
    ifok = any(isinstance(one.value, Marked) and one.value.kind == "ifok" for one in row.items)
    due = times(said, sentence, where.seen, whole)
    for at, item in enumerate(said):
        there = replace(where, ground=replace(where.ground, later=due[at].later and bool(where.context.position)))
        value = _suggested(item.value) if ifok else item.value
        item_ = replace(item, value=value)
        ways = _means(item_, sentence, there, due[at], tuple(one.value for one in said[:at]))
        if not ways:
            return []
        alternatives.append(ways)
    kinds = {one.value.kind for one in row.items if isinstance(one.value, Marked)}
    reasons = [{token.sym.partition("~")[0] for token in sentence.tokens[start:end]} for start, end in row.reasons]
    serves = "foryou" in kinds or any({"help", "you"} <= one for one in reasons)
    pleads = any(token.sym in ("please", "pls", "plz") for token in sentence.tokens)
    bare = pleads and all(isinstance(one.value, Clause) and one.value.kind in ("noun", "bids") for one in said)
    begun = min((item.start for item in said), default=0)
    unsaid = any(isinstance(one.value, Marked) and one.value.kind == "no" and one.start > begun for one in row.items)
    unsaid = unsaid and not where.context.open_deals and where.context.open_query is None
    found: list[_Way] = []
    cost += oddness(row, sentence, where.context)
    for each in islice(product(*alternatives), 16):
        parts = tuple(part for one in each for part in one.parts)
        if ifok or serves:
            parts = tuple(map(soft, parts))
        doubt = sum(one.doubt for one in each)
        doubt += 1.2 if answers and sentence.question else 0.0
        doubt += 0.5 if answers and not said and len(row.skipped) > 3 else 0.0
        doubt += 1.2 if unsaid else 0.0
        doubt += 1.2 if whole.later and answers == ["yes"] else 0.0
        own = any(isinstance(one, Promise) and one.agent == where.ground.speaker for one in parts)
        doubt += 0.5 if bare and own else 0.0
        doubt += _TWOFOLD if len({isinstance(one, Said) for one in parts}) > 1 else 0.0
        doubt += max((time_doubt(one.parts, when) for one, when in zip(each, due, strict=True)), default=0.0)
        values = tuple(one.value for one in said)
        points = any("'there'" in repr(one) for one in values)
        found.append(_Way(cost + doubt, parts, answers[0] if answers else "", unplaced, said=values, points=points))
    return found


_TWOFOLD: Final = 0.3
"""What it costs that one sentence both tells or asks and proposes something."""


def _suggested(value: Any) -> Any:
    """What the speaker will do, as suggested: the hearer is asked whether it is all right."""
    mine = isinstance(value, Clause) and value.subject == "me" and value.kind == "says"
    mine = mine and not any(isinstance(deed.body, Zone) and deed.body.both for deed in value.deeds)
    return replace(value, attitudes=("suggest", *value.attitudes)) if mine else value


def _means(item: Item, sentence: Sentence, where: _Where, when: When, beside: tuple[Any, ...]) -> list[Meant]:
    ground, context = where.ground, where.context
    value = resolved(item, sentence, where.seen, context, (*where.before, *beside))
    if value is None:
        return []
    timed = any(isinstance(where.seen.entities.get(token.sym), When) for token in sentence.tokens)
    here = Here(ground, when, where.named, timed)
    if isinstance(value, News) and value.kind == "third":
        return _conditional(value, context, replace(here, timed=False))
    if isinstance(value, Deal) and value.kind == "counter" and context.open_deals:
        table = parts_of(context.open_deals[0])
        return [Meant((*table, *one.parts), one.doubt) for one in meant(value, sentence.question, here)]
    if isinstance(value, News):
        doubt = 1.2 if uncertain(value) else 0.0
        return [Meant((Said(one),), doubt) for one in told(value, sentence.question, ground, context, when)]
    return meant(value, sentence.question, here)


def _conditional(news: News, context: Context, here: Here) -> list[Meant]:
    """`if W moves to P, I will …`: what others do, and what is promised then."""
    found: list[Meant] = []
    ground = here.ground
    for utterance in told(news.get("n"), False, ground, context, here.when):
        premise = getattr(getattr(utterance, "content", None), "content", None)
        for one in meant(Deal("counter", news.get("b")), False, here) if premise is not None else ():
            said = spoken(one.parts, ground)
            mine = [item for each in said for item in getattr(getattr(each, "deal", None), "items", ())]
            if mine and all(isinstance(part, Promise) for part in one.parts):
                told_ = Inform(ground.speaker, ground.hearers, Implies(premise, Commits(tuple(mine))))
                found.append(Meant((Said(told_),), one.doubt))
    return found


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
        answers = [way.answer for way in each if way.answer]
        candidate = answering(parts, answers, ground, context)
        if not candidate:
            continue
        alone = without_helped(parts, context) if any(way.points for way in each) else parts
        if alone != parts:
            # `I go to P. Can you support that?`: is the support asked for, or both agreed on?
            cost += 0.8
            shorter = answering(alone, answers, ground, context)
            found.setdefault((_contents(shorter), "alone"), (cost + 0.1, shorter, ()))
        if len(each) > 1 and any(way.answer == "perhaps" for way in each):
            cost += 1.0
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


def _says_less(one: Candidate, other: Candidate) -> bool:
    """Whether all of a reading is in another: what it says, or an alliance without its enemies."""
    whole = _contents(other)
    allied = {
        (kind, time, replace(item, against=()))
        for kind, time, item in (one for one in whole if isinstance(one, tuple))
        if isinstance(item, Aly)
    }
    return _contents(one) < whole | allied and _contents(one) != whole


def _judged(text: str, weighed: _Weighed) -> Ranked:
    rest = (text[MAX_TEXT:],) if text[MAX_TEXT:].strip() else ()
    costs = weighed.costs
    if not costs:
        return Ranked(unplaced=(*(text.strip().rstrip(".?!") for _ in (1,) if text.strip()), *rest))
    best = next(iter(costs))
    close = [one for one in costs if costs[one] <= costs[best] + CLOSE and not _says_less(one, best)]
    quoted = re.search(r"^\s*>", text, re.MULTILINE) is not None
    sure = costs[best] <= min(CLAIM, weighed.silence) and len(close) == 1 and not rest and not quoted
    return Ranked(tuple(costs), tuple(costs.values()), (*weighed.unplaced[best], *rest), sure)


_KIND: Final = re.compile(r"\b(?:fleet|army|armie|navy|boat|ship)s?\b", re.IGNORECASE)
"""Says what kind of unit is meant, which no promise of any unit would."""


def _unnamed(candidate: Candidate) -> bool:
    return any(isinstance(term, Ent) for utterance in candidate for term in subterms(utterance))
