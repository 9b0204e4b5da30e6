"""Everything a message may mean: what the grammar reads, what is open and changes of it, what there is to say on the
board, open questions; and that it says nothing. The judge chooses.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Final

from negotiation.diplomacy import Ent, Hlp, turn_of
from negotiation.english.context import Context
from negotiation.english.frames import Voice
from negotiation.english.say_plans import PART
from negotiation.english.understanding import Candidate
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.grammar.beside import read_beside
from negotiation.grammar.reader import Ranked, ranked
from negotiation.judge.adjusting import which_adjustment
from negotiation.judge.asking import asked, either, reported
from negotiation.judge.edits import edits
from negotiation.judge.naming import Named, named_in
from negotiation.judge.parts import deals_of
from negotiation.judge.sayings import sayings
from negotiation.levels import FREE, level, subterms
from negotiation.pieces import deal_of, pieces_of
from negotiation.terms import (
    Accept,
    Agree,
    Commits,
    Courtesy,
    Deal,
    Do,
    Inform,
    Not,
    Propose,
    Reject,
)
from negotiation.words.phrasing import asks, sentences_in
from negotiation.words.spotting import Place, Table, UnitRef, spot

__all__ = ["Proposed", "Sentence", "Text", "candidates", "corrects"]

_FROM_GRAMMAR: Final = 8
"""Readings of the whole text that are looked at."""
_MOST_CLAUSES: Final = 5
_MOST_PARTS: Final = 4
_MOST_TIMED: Final = 4
"""Lists that are looked at with each time that is named."""
_LONGEST: Final = 400
_SHORT: Final = 200
"""Letters of a text that is read once more as if nobody saw the board."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a text may mean. sources: where that comes from, as features; unread: parts of the text it leaves out."""

    said: Candidate
    sources: tuple[str, ...]
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text. naming: true if it names a place, a unit or a power."""

    text: str
    naming: bool


@dataclass(frozen=True)
class Text:
    """A text in its context, with what every step needs of it, worked out once.

    parts: parts of it that were read, with what the grammar reads of them.
    """

    text: str
    context: Context
    parts: dict[str, Ranked] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def named(self) -> Named:
        """What it names and says around it."""
        return named_in(self.text, self.context)

    @cached_property
    def framed(self) -> Candidate:
        """Everything it may say in the very words of a bot."""
        if len(self.text) > MAX_CAREFUL:
            return ()
        voice = Voice(self.context.speaker, self.context.hearers, position=self.context.position)
        return tuple(parse_careful(self.text, voice))

    @cached_property
    def careful(self) -> Candidate:
        """Meaning in the very words of a bot, if that is clear."""
        found = self.framed
        whole = self.text.rstrip()[-1:] in ".?!" or PART in self.text
        return found if len(found) == 1 and (whole or isinstance(found[0], Courtesy)) else ()

    @cached_property
    def read(self) -> Ranked:
        """What the grammar reads of the whole."""
        return ranked(self.text, self.context)

    def part(self, part: str) -> Ranked:
        """Readings of a part of it by the grammar."""
        if part not in self.parts:
            self.parts[part] = ranked(part, self.context)
        return self.parts[part]

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, as typed; one that is said again right away counts once."""
        return tuple(Sentence(part, _names(part)) for part, _ in groupby(sentences_in(self.text[:_LONGEST])))

    @cached_property
    def beside(self) -> Candidate:
        """The open questions or the courtesy in it."""
        return read_beside(self.text, self.context, self.framed)


_CLAUSE: Final = re.compile(
    r"[,;:]\s+|\.\.+\s*|(?<=[.!?])\s+|\s+-+\s+|\n+|\s+(?=but\b|so\b|and then\b)|(?<=\blol)\s+|(?<=\bhaha)\s+"
)
_TURNS: Final = re.compile(
    r"(?:\b(?:no,? wait|wait,? no|no,? hang on|hang on|hold on|scratch (?:that|it)|nvm|never ?mind|no,? sorry|"
    r"sorry,? no|sry|soz|i mean|i meant|meant|(?:i )?should have said|pardon(?: me)?|excuse me|beg your pardon|"
    r"make that|(?<!\Wd )(?<!\bid )(?<!would )(?<!much )rather|no:|na|nah|nope|correction|instead|oops|whoops|wrong|"
    r"typo|forget (?:that|it)|my (?:mistake|bad)|er|uh|(?:sorry|wait)(?=, \w))\b|\*|"
    r"(?<=[.,!?;-] )(?:\w+ )?no+\b(?=[,.!])|(?<=\.\.)(?:\w+ )?no+\b(?=[,.! ]))\W*",
    re.IGNORECASE,
)
"""Where somebody corrects what was just said."""


def _names(text: str) -> bool:
    return any(value for value in spot(text, None).entities.values())


def candidates(text: Text) -> Iterator[Proposed]:
    """Every meaning of the text on its level of L, once for each source."""
    most = text.context.level
    if most >= FREE:
        return _candidates(text)
    return (one for one in _candidates(text) if all(level(said, timed=False) <= most for said in one.said))


def _candidates(text: Text) -> Iterator[Proposed]:
    context = text.context
    me, to = context.speaker, context.hearers
    read = text.read
    whole = list(zip(read.candidates, read.costs, strict=True))[:_FROM_GRAMMAR]
    for at, (said, cost) in enumerate(whole):
        yield Proposed(said, _of_cost("read", at, cost, read), read.unplaced if not at else ())
    if not read.candidates and context.position is not None and text.named.provinces and len(text.text) <= _SHORT:
        # Support that no unit on the board can give now, as that of any unit: it may be meant for later.
        anywhere = ranked(text.text, replace(context, position=None))
        for at, (said, cost) in enumerate(zip(anywhere.candidates[:3], anywhere.costs[:3], strict=True)):
            terms = [term for one in said for term in subterms(one)]
            if not any(isinstance(term, Do) or _holds_nowhere(term, context) for term in terms):
                yield Proposed(said, ("any", *_of_cost("read", at, cost, anywhere)), anywhere.unplaced)
    parts = list(_of_parts(text))
    yield from parts
    yield from _in_turn(text)
    known = [said for said, _ in whole[:4]] + [one.said for one in parts[:6]]
    for name, deals in (("open", context.open_deals), ("earlier", context.earlier), ("own", context.own_deals)):
        for deal in deals[:2]:
            if name != "own":
                yield Proposed((Accept(me, to, deal),), (name,))
                yield Proposed((Reject(me, to, deal),), (name,))
            for edit in edits(deal, known, text.named) if name != "earlier" else ():
                yield Proposed((Propose(me, to, edit.deal),), (f"edit {edit.how}", f"edit {name} {edit.how}"))
    if not context.open_deals:
        for deal in dict.fromkeys(_asked_for(known)):
            yield Proposed((Reject(me, to, deal),), ("unasked",))
    yield from _corrected(text, [one.said for one in parts if "head" in one.sources])
    if text.beside and not all(isinstance(one, Courtesy) for one in text.beside):
        yield Proposed(text.beside, ("beside",))
    for said in _timed(known, text.named):
        yield Proposed(said, ("timed",))
    if len(to) == 1:
        made = deal_of(pieces_of(text.text, me, to), me, to[0], context.position)
        if made is not None:
            yield Proposed((Propose(me, to, made),), ("pieces",))
    # The judge's weights know such deals by the name of what proposed them before.
    for said in deals_of(text.named):
        yield Proposed(said, ("listed",))
    if asks(text.text) or "asks" in text.named.themes:
        for one in asked(text.named):
            yield Proposed((one,), ("asked",))
    if _OR.search(text.text):
        for said in (*either(text.named), *which_adjustment(text.named)):
            yield Proposed(said, ("which",))
    for told in reported(text.named):
        yield Proposed((told,), ("reported",))
    for said in sayings(text.named):
        yield Proposed(said, ("board",))


def _holds_nowhere(term: object, context: Context) -> bool:
    """True for support to hold where the helped side has no unit: it is meant into that place."""
    if not isinstance(term, Hlp) or term.origin != term.province or context.position is None:
        return False
    unit = context.position.unit_at(term.province)
    return unit is None or unit.power != term.helped


def _corrected(text: Text, heads: Sequence[Candidate]) -> Iterator[Proposed]:
    """Corrected readings of the same text.

    What stands before a correction, with one part changed by what is named after it.
    """
    me, to = text.context.speaker, text.context.hearers
    for said in heads[:2]:
        one = said[0] if len(said) == 1 else None
        deal = one.deal if isinstance(one, Propose) else one.content if isinstance(one, Inform) else None
        if isinstance(deal, Agree | Commits):
            for edit in edits(deal, (), text.named):
                told = Inform(me, to, edit.deal) if isinstance(one, Inform) else Propose(me, to, edit.deal)
                yield Proposed((told,), (f"edit {edit.how}", f"edit said {edit.how}"))


def _of_cost(source: str, at: int, cost: float, read: Ranked) -> tuple[str, ...]:
    step = sum(cost > one for one in _STEPS)
    found = [source, f"{source} {min(at, 3)}", f"{source} cost {step}", f"{source} cost {step} {min(at, 1)}"]
    if not at:
        found += [f"{source} sure {read.sure:d}{read.fair:d}", f"{source} unplaced {min(len(read.unplaced), 2)}"]
    if not at and read.sure and cost == 0:
        found.append(f"{source} careful")
    return tuple(found)


_STEPS: Final = (0.0, 0.3, 0.6, 1.0, 1.6, 2.5, 4.0)


def _of_parts(text: Text) -> Iterator[Proposed]:
    """What is read where some of the text is left out: clauses that name nothing, or what was corrected."""
    body = text.text[:_LONGEST].strip()
    if text.read.sure and text.read.costs[0] <= _STEPS[1]:
        return
    tried: dict[str, tuple[str, tuple[str, ...]]] = {}
    clauses = [part for part in _CLAUSE.split(body) if part and part.strip()]
    if len(set(clauses)) < len(clauses):
        return  # The same over and over has no part that tells more.
    named = [part for part in clauses if _names(part)]
    if len(clauses) > 1 and named and len(named) < len(clauses):
        tried[", ".join(named)] = ("named", tuple(part for part in clauses if part not in named))
    if len(text.sentences) > 1 and len(text.sentences) <= _MOST_CLAUSES:
        for one in text.sentences:
            tried.setdefault(one.text, ("sentence", tuple(x.text for x in text.sentences if x is not one)))
    for part in clauses if 1 < len(clauses) <= _MOST_CLAUSES else ():
        if len(part.split()) > 1:
            tried.setdefault(part, ("clause", tuple(x for x in clauses if x is not part)))
    for side, other in _alternatives(body, context=text.context):
        tried.setdefault(side, ("either", (other,)))
    turns = list(_TURNS.finditer(body))
    if turns:
        last = turns[-1]
        tail, head = body[last.end() :], body[: last.start()]
        for part, kind in ((tail, "tail"), (head, "head")):
            if len(part.split()) > 0:
                tried.setdefault(part, (kind, (head if kind == "tail" else tail,)))
    for part, (kind, left) in list(tried.items())[:_MOST_PARTS]:
        found = text.part(part)
        for at, (said, cost) in enumerate(zip(found.candidates[:2], found.costs[:2], strict=True)):
            yield Proposed(said, _of_cost(kind, at, cost, found), left)


def _in_turn(text: Text) -> Iterator[Proposed]:
    """Different things said by two sentences, as news and a question."""
    told: list[Candidate] = []
    for one in text.sentences:
        read = text.parts[one.text].candidates[:1] if one.text in text.parts else ()
        asked = read_beside(one.text, text.context, ()) if asks(one.text) and not read else ()
        found = (*read, *([asked] if asked else ()))
        for said in found:
            yield from (Proposed((*before, *said), ("sentence",)) for before in told if not _same_act(before, said))
        told += found


def _same_act(before: Candidate, said: Candidate) -> bool:
    """True if both do the same, or either is a courtesy."""
    acts = [{type(one) for one in each} for each in (before, said)]
    return Courtesy in acts[0] | acts[1] or not acts[0].isdisjoint(acts[1])


def _alternatives(text: str, context: Context) -> Iterator[tuple[str, str]]:
    """The text with either side of its `or`, and the other side."""
    position = context.position
    table = None if position is None else Table(position, (context.speaker, *context.hearers))
    seen = spot(text, None if position is None else position.phase, table)
    named = [token for token in seen.tokens if isinstance(seen.entities.get(token.sym), Place | UnitRef)]
    found = list(_OR.finditer(text))
    if len(found) != 1:
        return
    begin, end = found[0].span()
    before = next((token for token in reversed(named) if token.end <= begin), None)
    after = next((token for token in named if token.start >= end), None)
    if before is not None and after is not None and _is_near(text[before.end : begin], text[end : after.start]):
        yield text[: before.end] + text[after.end :], text[after.start : after.end]
        yield text[: before.start] + text[after.start :], text[before.start : before.end]
        return
    for part, left in ((text[:begin], text[end:]), (text[end:], text[:begin])):
        if len(part.split()) > 1:
            yield part.strip(" ,"), left.strip(" ,")


_OR: Final = re.compile(r"(?<!\s)(?:\s*,)?\s+or\s+", re.IGNORECASE)


def _is_near(before: str, after: str) -> bool:
    """True if only little words stand between two places and their `or`."""
    return not before.strip() and all(word.lower() in _LITTLE for word in after.split())


_LITTLE: Final = frozenset({"to", "in", "into", "the", "maybe", "even", "perhaps", "from", "my", "your"})


def corrects(text: str) -> bool:
    """True if somebody corrects what was just said."""
    return any(found.start() for found in _TURNS.finditer(text))


def _timed(known: Sequence[Candidate], named: Named) -> Iterator[Candidate]:
    """What was read without a time, with each that is named."""
    lasts = list(dict.fromkeys(one.last for one in named.times if one.last is not None))
    dues = list(dict.fromkeys(one.turn for one in named.times if one.turn is not None))
    position = named.context.position
    now = turn_of(position.phase) if position is not None else None
    for said in known:
        if len(said) == 1 and isinstance(said[0], Propose):
            deal = said[0].deal
            for time in dict.fromkeys((*lasts, *dues)):
                if time == now and _orders_alone(deal):
                    continue  # An order is due now anyway.
                if isinstance(deal, Agree):
                    yield (replace(said[0], deal=replace(deal, time=time)),)
                else:
                    lasting = [not isinstance(item.content, Do | Hlp | Ent) for item in deal.items]
                    for only in (False, True) if any(lasting) and not all(lasting) else (False,):
                        items = tuple(
                            replace(item, time=time) if lasts or not only else item
                            for item, lasts in zip(deal.items, lasting, strict=True)
                        )
                        yield (replace(said[0], deal=Commits(items)),)


def _orders_alone(deal: Deal) -> bool:
    """True if all that is promised are orders."""
    return isinstance(deal, Commits) and all(isinstance(item.content, Do) for item in deal.items)


def _asked_for(known: Sequence[Candidate]) -> Iterable[Deal]:
    """The deals that were read, and those whose denial was: `I won't support you` refuses to."""
    for said in known:
        for one in said:
            if isinstance(one, Propose):
                yield one.deal
            deal = one.content if isinstance(one, Inform) else getattr(one, "deal", None)
            if isinstance(deal, Commits) and all(isinstance(item.content, Not) for item in deal.items):
                yield Commits(tuple(replace(item, content=item.content.item) for item in deal.items))  # type: ignore[attr-defined]
