"""A sentence: every way to take it, with what it comes to and what that costs."""

from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any, Final

from negotiation.english.context import Context
from negotiation.grammar.binding import resolved
from negotiation.grammar.chart import PATIENCE
from negotiation.grammar.dialogue import parts_of
from negotiation.grammar.doubts import asked, oddness, time_doubt, times, when_said
from negotiation.grammar.meant import Here, Meant, meant
from negotiation.grammar.news_utterances import news_utterances, uncertain
from negotiation.grammar.reading import Item, Row, Sentence, rows
from negotiation.grammar.saying import Clause, Deal, Marked, News
from negotiation.grounding.bodies import Zone
from negotiation.grounding.ground import Ground
from negotiation.grounding.parts import Duty, Reading, Said, soft, spoken
from negotiation.terms import Commits, Implies, Inform
from negotiation.words.entities import Spotted, When

__all__ = ["OFFER", "SentenceReading", "Where", "sentence_readings", "typed"]

OFFER: Final = 6.5
"""What it may cost to be offered, where the text names a place or a power."""


@dataclass(frozen=True, slots=True)
class Where:
    """Ground a sentence is read on. named: the provinces in the text."""

    seen: Spotted
    ground: Ground
    context: Context
    named: frozenset[str]
    before: tuple[Any, ...] = ()
    """What was said in the sentences before."""
    patience: int = PATIENCE
    """Steps that the chart may take for each sentence."""


@dataclass(frozen=True, slots=True)
class SentenceReading:
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


def sentence_readings(sentence: Sentence, where: Where) -> list[SentenceReading]:
    """Every way to take a sentence."""
    found: list[SentenceReading] = []
    whole = rows(sentence.tokens, where.seen.entities, where.context.hearers, where.seen.text, where.patience)
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
    """True if something is withdrawn or refused, with nothing else attached."""
    ends = [one.end for one in row.items if isinstance(one.value, News) and one.value.kind in ("withdraw", "refusal")]
    return bool(ends) and not any(isinstance(one.value, Clause) and one.start in ends for one in row.items)


_ANSWERS: Final = ("yes", "no", "wont", "perhaps")


def _taken(row: Row, sentence: Sentence, where: Where) -> list[SentenceReading]:
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
            return [SentenceReading(cost + (0.6 if asked(where.context) else 0.0), nothing=True)]
        return [SentenceReading(cost, nothing=True, sure=True)] if idle and not row.skipped else []
    alternatives: list[list[Meant]] = []
    ifok = any(isinstance(one.value, Marked) and one.value.kind == "ifok" for one in row.items)
    due = times(said, sentence, where.seen, whole)
    for at, item in enumerate(said):
        there = replace(where, ground=replace(where.ground, later=due[at].later and bool(where.context.position)))
        value = _suggested(item.value) if ifok else item.value
        item_ = item._replace(value=value)
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
    values = tuple(one.value for one in said)
    points = any("'there'" in repr(one) for one in values)
    found: list[SentenceReading] = []
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
        own = any(isinstance(one, Duty) and one.agent == where.ground.speaker for one in parts)
        doubt += 0.5 if bare and own else 0.0
        doubt += _TWOFOLD if len({isinstance(one, Said) for one in parts}) > 1 else 0.0
        doubt += max((time_doubt(one.parts, when) for one, when in zip(each, due, strict=True)), default=0.0)
        found.append(
            SentenceReading(cost + doubt, parts, answers[0] if answers else "", unplaced, said=values, points=points)
        )
    return found


_TWOFOLD: Final = 0.3
"""What it costs that one sentence both tells or asks and proposes something."""


def _suggested(value: Any) -> Any:
    """Turn the speaker's plan into a suggestion the hearer may approve."""
    mine = isinstance(value, Clause) and value.subject == "me" and value.kind == "says"
    mine = mine and not any(isinstance(deed.body, Zone) and deed.body.both for deed in value.deeds)
    return replace(value, attitudes=("suggest", *value.attitudes)) if mine else value


def _means(item: Item, sentence: Sentence, where: Where, when: When, beside: tuple[Any, ...]) -> list[Meant]:
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
        return [Meant((Said(one),), doubt) for one in news_utterances(value, sentence.question, ground, context, when)]
    return meant(value, sentence.question, here)


def _conditional(news: News, context: Context, here: Here) -> list[Meant]:
    """`if W moves to P, I will …`: what others do, and what is promised then."""
    found: list[Meant] = []
    ground = here.ground
    for utterance in news_utterances(news.get("n"), False, ground, context, here.when):
        premise = getattr(getattr(utterance, "content", None), "content", None)
        for one in meant(Deal("counter", news.get("b")), False, here) if premise is not None else ():
            said = spoken(one.parts, ground)
            mine = [item for each in said for item in getattr(getattr(each, "deal", None), "items", ())]
            if mine and all(isinstance(part, Duty) for part in one.parts):
                told_ = Inform(ground.speaker, ground.hearers, Implies(premise, Commits(tuple(mine))))
                found.append(Meant((Said(told_),), one.doubt))
    return found


def typed(sentence: Sentence, seen: Spotted) -> str:
    """A sentence as it was typed."""
    return seen.text[sentence.tokens[0].start : sentence.tokens[-1].end]


def _unplaced(row: Row, sentence: Sentence, seen: Spotted) -> tuple[str, ...]:
    spans = [(sentence.tokens[start].start, sentence.tokens[end - 1].end) for start, end in row.reasons if end > start]
    return tuple(seen.text[start:end] for start, end in spans)
