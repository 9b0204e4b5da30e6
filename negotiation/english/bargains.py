"""Bargains and conditions: what each side gives for what the other does, and one thing or another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Bld, Ent, Hlp, Mto, Scd
from negotiation.english.answers import GREETINGS, YES
from negotiation.english.clauses import LIKEWISE, Clauses
from negotiation.english.gapping import gapped
from negotiation.english.tokens import inverted, joined, supposed, trimmed
from negotiation.english.weight import good_end
from negotiation.grounding.ground import Move
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import Common, Found, Part, Promise, Reading, Said, soft
from negotiation.terms import And, Commits, Desire, Do, Formula, Implies, Inform, Not, both
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Place, Token

__all__ = ["Bargains"]

_MAX_CLAUSE: Final = 60


class Bargains(Clauses):
    """One text being read in a context: what its sentences mean as a whole, with what they make it depend on."""

    def _counter(self, tokens: list[Token], question: bool) -> Found:
        """`ok, but only if you …`: the open deal with something added."""
        tokens = next((tokens[:at] for at in range(2, len(tokens)) if good_end(joined(tokens[at:]))), tokens)
        found = self._content(trimmed(tokens), question) or self._content_as(_ASKED, trimmed(tokens), question)
        if found is None:
            return Found([], (), False, (self._typed(tokens),))
        old = self._on_the_table()
        alternatives = [(*old, *(soft(part) for part in reading)) for reading in found.alternatives]
        return Found(alternatives, (), found.sure, found.dropped)

    def _on_the_table(self) -> Reading:
        """The parts of the open deal."""
        deal = self.context.open_deals[0]
        if isinstance(deal, Commits):
            return tuple(Promise(as_power(one.agent), one.content, one.time) for one in deal.items)
        return (Common(deal.content, tuple(map(as_power, deal.agents)), deal.time),)

    def _content(self, tokens: list[Token], question: bool) -> Found | None:
        if not tokens or len(tokens) > _MAX_CLAUSE:
            return None
        whole = self._clauses(tokens, question, None if question else self.header, {})
        if whole is not None:
            opposed = any(token.sym == "but" for token in tokens)
            trying = _TRYING.search(joined(tokens)) is not None
            if trying:
                whole.alternatives = [tuple(map(_tried, reading)) for reading in whole.alternatives]
            by = None if trying or self._says_now(tokens) else self.context.speaker
            whole.alternatives = [self._taken(self._shared_out(reading, opposed), by) for reading in whole.alternatives]
            if question:
                whole.alternatives = [tuple(map(self._wanted, reading)) for reading in whole.alternatives]
            whole.more = (*whole.more, *self._all_taken(whole.alternatives))
        if whole is not None and whole.sure and not whole.dropped:
            return whole
        return self._conditional(tokens, question) or whole or self._either(tokens, question)

    def _all_taken(self, readings: Sequence[Reading]) -> list[Reading]:
        """The readings with centers to be taken as orders, where that makes others of them."""
        return [one for one in map(self._taken, readings) if one not in readings]

    def _taken(self, reading: Reading, by: Power | None = None) -> Reading:
        """The reading with centers to be taken, by that power or anybody, as orders if there are orders in it.

        So if the speaker tells of taking them, and if they are to be taken this turn.
        """
        ordered = any(isinstance(part, Promise) and _moves(part.content) for part in reading)
        told = all(isinstance(part, Common) and part.taken and part.firm for part in reading)
        if not (ordered or told or by is None):
            return reading
        return tuple(order for part in reading for order in self._taking(part, by))

    def _taking(self, part: Part, by: Power | None) -> Reading:
        if not (isinstance(part, Common) and part.taken and isinstance(part.content, Scd)):
            return (part,)
        asked = by is None and not part.firm and part.content.power == self.context.speaker
        if by not in (None, part.content.power) or asked:
            return (part,)
        orders: list[Part] = []
        power = part.content.power
        for center in part.content.centers:
            moves = self.ground.actions(Move(None, Place(center)), (power,))
            if not moves and self.ground.position is not None:
                return (part,)
            units = {move.unit for move in moves if isinstance(move, Mto)}
            content = Do(moves[0]) if len(units) == len(moves) == 1 else Ent(power, center)
            orders.append(Promise(power, content, part.time, part.firm))
        return tuple(orders)

    def _says_now(self, tokens: Sequence[Token]) -> bool:
        """Whether the turn at hand is named: what is to be taken in it is to be ordered."""
        named = (self.text[one.start : one.end] for one in tokens if one.sym[:1] == "T")
        return any(map(_THIS_TURN.fullmatch, named))

    def _consented(self, tokens: list[Token], found: Found | None) -> Found | None:
        """`I will … if you are okay with that`: a plan that asks for consent is proposed."""
        if found is None or _CONSENT.search(joined(tokens)) is None:
            return found
        return replace(found, alternatives=[tuple(map(soft, reading)) for reading in found.alternatives])

    def _content_as(self, mood: Mood, tokens: list[Token], question: bool) -> Found | None:
        return self._clause(tokens, question, mood) if tokens else None

    def _conditional(self, tokens: list[Token], question: bool) -> Found | None:
        """`if A , B`, `as long as A , B`, `B if A`, `B in exchange for A`."""
        syms = [token.sym for token in tokens]
        first = _IF_FIRST.match(joined(tokens))
        opening = GREETINGS.match(f"{joined(tokens)} ") if syms[:1] == ["if"] else None
        if opening is not None and opening[0].endswith(", "):
            return None
        if first is not None:
            size = len(first[0].split())
            for cut in range(size + 1, len(tokens)):
                if syms[cut] in (
                    ",",
                    "then",
                    "i",
                    "we",
                    "you",
                    "would",
                    "can",
                    "will",
                    "could",
                    "-",
                    "that",
                    "it",
                    "let~b",
                    "there",
                    "this",
                    "they",
                    "he",
                ):
                    found = self._bargain(tokens[size:cut], trimmed(tokens[cut:]), question)
                    if found is not None:
                        return found
            return None
        text = joined(tokens)
        for match in _IF.finditer(text):
            at = text[: match.start()].count(" ") + (1 if match.start() else 0)
            size = len(match[0].split())
            if match[0].strip() == "for" and _MEANT_FOR.search(joined(tokens[:at])):
                continue
            if at and at + size < len(tokens):
                found = self._bargain(tokens[at + size :], trimmed(tokens[:at]), question)
                if found is not None and match[0].strip() == "before":
                    return replace(found, sure=False)  # What is to come later may be no more than a prospect.
                if found is not None:
                    return found
        return None

    def _bargain(self, condition: list[Token], promise: list[Token], question: bool) -> Found | None:
        condition = supposed(trimmed(condition))
        if not condition or not promise:
            return None
        if not _PRAISE.fullmatch(joined(promise)) and not YES.fullmatch(joined(promise) + " "):
            self._clauses(promise, question, None, {})
        if LIKEWISE.fullmatch(joined(condition)):
            return self._likewise(self._clauses(promise, question, None, {}))
        if LIKEWISE.fullmatch(joined(promise)):
            return self._likewise(self._clauses(condition, False, _ASKED, {}))
        if _AIM_OF_ADVICE.match(joined(condition)) is not None and joined(promise[:1]) == "you" and not question:
            advice = self._clauses(promise, question, None, {})
            if advice is not None and all(map(_is_order, chain.from_iterable(advice.alternatives))):
                return replace(advice, dropped=(*advice.dropped, self._typed(condition)))
        one = self._clauses(condition, False, _ASKED, {}) or self._clauses(inverted(condition), True, None, {})
        one = one or self._in_return(condition, promise, question)
        if one is None or not one.alternatives:
            return None
        if _PRAISE.fullmatch(joined(promise)):
            return one if not any(isinstance(part, Said) for reading in one.alternatives for part in reading) else None
        if self.context.open_deals and YES.fullmatch(joined(promise) + " "):
            return self._counter(condition, question)
        if _PLACES.fullmatch(joined(promise)) is not None:
            return self._paid(promise, one)
        stripped = next((v for v in self._stripped(promise) if v and self._clauses(v, question, None, {})), None)
        other = self._clauses(stripped, question, None, {}) if stripped else None
        if other is None and good_end(joined(promise)) and all(map(self._asked_of_hearer, one.alternatives)):
            return replace(one, dropped=(*one.dropped, self._typed(promise)))
        if other is None or not other.alternatives:
            return None
        alternatives: list[Reading] = []
        agreed = question or any(_AGREED.match(joined(part)) is not None for part in (condition, stripped or promise))
        for first, second in product(one.alternatives, other.alternatives):
            alternatives += self._exchange(first, second, agreed)
        if not alternatives:
            return None
        settled = not any(map(self._of_third, chain.from_iterable(one.alternatives)))
        sure, dropped = one.sure and other.sure and settled, (*one.dropped, *other.dropped)
        taken = self._all_taken(alternatives[:6])
        if not sure and taken:
            return Found([*taken[:1], *alternatives[:5]], (), sure, dropped)
        return Found(alternatives[:6], (), sure, dropped, more=tuple(taken))

    def _in_return(self, price: list[Token], promise: list[Token], question: bool) -> Found | None:
        """`I will … in exchange for P`: whoever promises gets the centers that are only named."""
        given = self._clauses(promise, question, None, {}) if _PLACES.fullmatch(joined(price)) else None
        parts = list(chain.from_iterable(given.alternatives)) if given is not None else []
        agents = {part.agent for part in parts if isinstance(part, Promise)}
        centers = self._centers_named(price)
        promised = len(agents) == 1 and all(isinstance(part, Promise) for part in parts)
        if not promised or not centers:
            return None
        return Found([(Common(Scd(agents.pop(), centers), self.ground.powers("we")),)])

    def _paid(self, price: list[Token], one: Found) -> Found | None:
        """`P in exchange for support into …`: whoever of the hearers does that gets the centers that are only named."""
        parts = list(chain.from_iterable(one.alternatives))
        agents = {part.agent for part in parts if isinstance(part, Promise)}
        centers = self._centers_named(price)
        if not centers or len(agents) != 1 or not all(map(self._asked_of_hearer, one.alternatives)):
            return None
        share = Common(Scd(agents.pop(), centers), self.ground.powers("we"))
        return replace(one, alternatives=[(*map(soft, reading), share) for reading in one.alternatives], sure=False)

    def _centers_named(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        """The provinces named, if all are centers."""
        places = [self.entities.get(token.sym) for token in tokens]
        named = tuple(place.province for place in places if isinstance(place, Place))
        return named if set(named) <= set(STANDARD.centers) else ()

    def _of_third(self, part: Part) -> bool:
        """Whether a condition is that somebody who is not there gets something: nobody here promises that."""
        content = part.content if isinstance(part, Common) else None
        return isinstance(content, Scd) and content.power not in self.ground.powers("we")

    def _asked_of_hearer(self, reading: Reading) -> bool:
        """Whether a condition is something that the hearers are to do."""
        return all(isinstance(part, Promise) and part.agent in self.context.hearers for part in reading)

    def _either(self, tokens: list[Token], question: bool) -> Found | None:
        """`P or Q`: one of two things, and the player says which."""
        for at, token in enumerate(tokens):
            if token.sym == "or" and 0 < at < len(tokens) - 1:
                one = self._clauses(tokens[:at], question, None, {})
                mood = self.last_mood
                again = gapped(tokens[:at], tokens[at + 1 :], self.entities)
                other = self._clauses(again, question, None, {}) if again is not None else None
                if one is not None and other is None:
                    other = self._clauses(tokens[at + 1 :], question, None, {})
                if other is None and one is not None:
                    other = self._clauses(tokens[at + 1 :], question, mood, {})
                if one is not None and other is not None:
                    return Found([*one.alternatives[:2], *other.alternatives[:2]], (), False)
        return None

    def _exchange(self, first: Reading, second: Reading, agreed: bool) -> list[Reading]:
        """What `if first, second` means: a deal, or a warning when neither side gains by it and none is to agree."""
        first, second = tuple(map(self._wanted, first)), tuple(map(self._wanted, second))
        promises = [part for part in (*first, *second) if isinstance(part, Promise | Common)]
        if len(promises) != len(first) + len(second):
            return []
        deal = tuple(soft(part) for part in (*first, *second))
        threat = all(_is_move(part) for part in promises) and len(promises) == 2
        unwanted = any(isinstance(part.content, Not) for part in first if isinstance(part, Promise))
        if (agreed or not threat) and (not unwanted or all(map(self.sides.favours, second))):
            return [deal]
        premise = both(tuple(part.content for part in first if isinstance(part, Promise | Common)))
        conclusion = both(tuple(part.content for part in second if isinstance(part, Promise | Common)))
        warning: Reading = (Said(Inform(self.context.speaker, self.context.hearers, Implies(premise, conclusion))),)
        return [warning] if unwanted else [deal, warning]

    def _shared_out(self, reading: Reading, opposed: bool) -> Reading:
        """`I would like P1 and you get P2`: what is wished for next to something to agree on is to be agreed on too.

        opposed: the one is said against the other, as in `I want P1, but …`, which only centers shared out get over.
        """
        shares = any(isinstance(part, Common) and isinstance(part.content, Scd) for part in reading)
        proposes = not opposed and any(isinstance(part, Common | Promise) and not part.firm for part in reading)
        return tuple(map(self._wanted, reading)) if shares or proposes else reading

    def _wanted(self, part: Part) -> Part:
        """`I want P` in a bargain asks for P."""
        said = part.utterance.content if isinstance(part, Said) and isinstance(part.utterance, Inform) else None
        if not isinstance(said, Desire) or said.agent != self.context.speaker or said.time is not None:
            return part
        places = said.content.items if isinstance(said.content, And) else (said.content,)
        named = tuple(place for place in places if isinstance(place, str))
        if len(named) != len(places):
            return part
        return Common(Scd(self.context.speaker, named), self.ground.powers("we"))


_MEANT_FOR: Final = re.compile(
    r"(?<= to )(?:[a-z]+(?:~b)? )?(?:[a-z]+ )?(?:support|cover|room|way|path|space|chance|shot|time|opening|set up"
    r"|ready|position|care)(?:~b)?$|(?:^| )(?:prepared?|fight|push|aim|go|try|ask|wait|look|hope)(?:~b)?$"
)
"""How a purpose ends before `for` says what it is for, which gives nothing in exchange."""

_TRYING: Final = re.compile(
    r"(?:^| )(?:try|trying|attempt|attempting) (?:to|and) (?!(?:get|give|let|leave|win)~b you(?= ))[a-z]+~b(?= |$)"
)
_THIS_TURN: Final = re.compile(
    r"(?:for |in |on )?this (?:turn|season|phase|round|move)|(?:right |for )?now", re.IGNORECASE
)
_PATTERNS: Final = patterns("clauses")
_ASKED: Final = Mood("ask", "you", "bgs", nouns=True)
_PRAISE: Final = _PATTERNS["PRAISE"]
_PLACES: Final = re.compile(r"P\d+(?: (?:and|,|&|/)(?: and)? P\d+)*")
_AGREED: Final = re.compile(
    r"(?:(?:then|also|maybe|,) )*(?:you (?:(?:will|would|are|do|also|all|both) )*"
    r"(?:agree|promise|willing|commit|could|can|accept|okay|ok|fine|happy|open to|ready|guarantee|pledge|swear)"
    r"|i (?:can|could|would|promise|agree))(?:~\w)?(?= )"
)
"""How one side of a bargain begins that is asked for or offered, and threatens nothing."""

_CONSENT: Final = re.compile(
    r"(?:^| )(?:if|assuming|provided|as long as|unless) "
    r"(?:(?:that|this|it|you) (?:is|are|would be|will be|do|sounds?|works?)(?: (?:all|also|not|perfectly))* ?"
    r"(?:ok|okay|fine|alright|cool|good|right|mind|object|happy|comfortable|for you|with you)"
    r"|you (?:agree|object|say so|like)|okay|ok)(?:~b)?(?= |$)"
)
"""What a plan is told with that the hearer is to agree to."""

_IF: Final = _PATTERNS["IF"]
_IF_FIRST: Final = _PATTERNS["IF_FIRST"]
_AIM_OF_ADVICE: Final = _PATTERNS["AIM_OF_ADVICE"]
"""What the speaker may do but does not say it will."""


def _moves(content: Formula) -> bool:
    """Whether what is promised is done by a unit on the board, not where units are built."""
    return isinstance(content, Ent | Hlp) or (isinstance(content, Do) and not isinstance(content.action, Bld))


def _is_order(part: Part) -> bool:
    return isinstance(part, Promise) and isinstance(part.content, Do)


def _is_move(part: Part) -> bool:
    return isinstance(part, Promise) and isinstance(part.content, Do) and isinstance(part.content.action, Mto)


def _tried(part: Part) -> Part:
    """What is to be tried for is to be taken."""
    return replace(part, taken=True) if isinstance(part, Common) else part
