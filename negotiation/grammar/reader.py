"""English to L: every reading of a text that the grammar offers, with what it costs."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, TypeGuard

from adjudication.powers import POWERS, Power
from negotiation.diplomacy import Aly, Ent, Scd
from negotiation.english.context import Context
from negotiation.english.understanding import Candidate
from negotiation.grammar.chart import NEVER, PATIENCE
from negotiation.grammar.dialogue import answering, without_helped
from negotiation.grammar.doubts import silence
from negotiation.grammar.reading import sentences
from negotiation.grammar.sentence_readings import OFFER, SentenceReading, Where, sentence_readings, typed
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import Duty, Part, contradictory
from negotiation.levels import subterms
from negotiation.terms import Agree, And, Commits, Do, Inform, Propose, Utterance
from negotiation.words.entities import Entity, Place, Spotted, Token, UnitRef, When
from negotiation.words.phrasing import KIND
from negotiation.words.shorthand import written_out
from negotiation.words.spotting import Table, spot

__all__ = ["CLAIM", "CLOSE", "MAX_TEXT", "MOST_WORDS", "Ranked", "ranked"]

MAX_TEXT: Final = 1_000
"""Characters that are read, as many as a message may have; what comes after them is left unplaced."""
MOST_WORDS: Final = 256
"""Words and marks of a sentence that is read. Ours have 72 at most, a thousand letters of English some 230."""

CLAIM: Final = 1.0
"""Highest cost of a reading that is claimed, if it is likely as well."""
FAIR: Final = 2.0
"""Its highest cost where nothing else is likely."""
NAMELESS: Final = 3.0
"""Its highest cost to be offered where the text names no place and no power."""
_WELL: Final = 0.9
"""A sentence read for less than this says something."""
CLOSE: Final = 0.35
"""Readings that cost no more than this above the best are as likely."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Possible meanings of a message with costs and unplaced words, cheapest first."""

    costs: Mapping[Candidate, float]
    unplaced: Mapping[Candidate, tuple[str, ...]]
    silence: float
    """Cost of taking all of it as talk that says nothing."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Ranked meanings of a text, with costs and the first's unplaced words.

    sure: whether the first may be claimed if it is likely as well. fair: whether it may be if hardly anything else is
    likely, though it is dear.
    """

    candidates: tuple[Candidate, ...] = ()
    costs: tuple[float, ...] = ()
    unplaced: tuple[str, ...] = ()
    sure: bool = False
    fair: bool = False


def ranked(text: str, context: Context) -> Ranked:
    """Every way to understand a message that is worth offering, the likeliest first."""
    if not context.hearers:
        return Ranked(unplaced=(text,) if text.strip() else ())
    best = _judged(text, _read(text, context))
    others = [_judged(text, _read(text, context, choice)) for choice in range(1, _seen(text, context).open)]
    return _either(best, others) if others else best


def _either(best: Ranked, others: Sequence[Ranked]) -> Ranked:
    """Meanings of a text with an ambiguous place.

    None is sure, unless all agree.
    """
    if all(one.candidates[:1] == best.candidates[:1] for one in others):
        return best
    costs: dict[Candidate, float] = {}
    for one in (best, *others):
        for candidate, cost in zip(one.candidates, one.costs, strict=True):
            costs.setdefault(candidate, cost)
    ordered = sorted(costs, key=costs.__getitem__)
    return Ranked(tuple(ordered), tuple(costs[one] for one in ordered), best.unplaced if best.candidates else ())


def _seen(text: str, context: Context, choice: int = 0) -> Spotted:
    position = context.position
    if position is None:
        return spot(text[:MAX_TEXT], None)
    return spot(text[:MAX_TEXT], position.phase, Table(position, (context.speaker, *context.hearers), choice))


def _read(text: str, context: Context, choice: int = 0) -> _Weighed:
    seen = _seen(text, context, choice)
    ground = _ground(seen, context)
    where = Where(seen, ground, context, frozenset(_places(seen.entities.values())))
    whole: list[list[SentenceReading]] = []
    parted = sentences(_written(seen))
    where = replace(where, patience=PATIENCE // max(1, len(parted) // 2))
    for sentence in parted:
        found = sentence_readings(sentence, where) if len(sentence.tokens) <= MOST_WORDS else []
        ways = sorted(found, key=lambda way: way.cost)
        answers = bool(context.open_deals) and any(way.answer for way in ways)
        best = ways[0].cost if ways and ways[0].parts else NEVER
        passed = silence(sentence, seen, answers, max(0.0, _WELL - best))
        nothing = [] if passed >= NEVER else [SentenceReading(passed, unplaced=(typed(sentence, seen),), nothing=True)]
        whole.append([*ways[:6], *nothing])
        where = replace(where, before=(*where.before, *(ways[0].said if ways else ())))
    names = any(not isinstance(one, When) for one in seen.entities.values())
    return _weighed(text, whole, ground, context, OFFER if names else NAMELESS)


def _written(seen: Spotted) -> list[Token]:
    return written_out(list(seen.tokens), seen.entities)


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


# ── the whole message ───────────────────────────────────────────────────────────────────────────


def _together(whole: Sequence[Sequence[SentenceReading]]) -> list[tuple[SentenceReading, ...]]:
    """The cheapest ways to take all sentences together."""
    found: list[tuple[float, tuple[SentenceReading, ...]]] = [(0.0, ())]
    for ways in whole:
        longer = [(cost + way.cost, (*one, way)) for cost, one in found for way in ways]
        found = sorted(longer, key=itemgetter(0))[:_MOST]
    return [one for _, one in found] if whole else []


_MOST: Final = 40


def _weighed(
    text: str, whole: Sequence[Sequence[SentenceReading]], ground: Ground, context: Context, most: float
) -> _Weighed:
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
        if context.position is None and KIND.search(text) and _unnamed(candidate):
            cost += 1.0
        same = (_contents(candidate), *((type(one), type(getattr(one, "deal", None))) for one in candidate))
        if cost < (found[same][0] if same in found else most):
            found[same] = (cost, candidate, tuple(one for way in each for one in way.unplaced))
    ranked = sorted(found.values(), key=lambda one: one[0])
    return _Weighed({one: cost for cost, one, _ in ranked}, {one: unplaced for _, one, unplaced in ranked}, silence)


def _is_order(part: Part) -> TypeGuard[Duty]:
    return isinstance(part, Duty) and isinstance(part.content, Do)


def _shared_twice(utterance: Utterance) -> bool:
    """True if a center is to go to two powers."""
    shares = {(term.power, center) for term in subterms(utterance) if isinstance(term, Scd) for center in term.centers}
    return len({center for _, center in shares}) < len(shares)


def _contents(candidate: Candidate) -> frozenset[Hashable]:
    """Contents of a candidate, independent of the order of parts."""
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
    """True if all of a reading is in another.

    All it says, or an alliance without its enemies.
    """
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
    whole = not rest and not quoted
    sure = whole and costs[best] <= min(CLAIM, weighed.silence) and len(close) == 1
    fair = whole and costs[best] <= FAIR and len(close) == 1
    return Ranked(tuple(costs), tuple(costs.values()), (*weighed.unplaced[best], *rest), sure, fair)


def _unnamed(candidate: Candidate) -> bool:
    return any(isinstance(term, Ent) for utterance in candidate for term in subterms(utterance))
