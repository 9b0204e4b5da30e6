"""The clauses of a sentence: lists, greetings and what may be left out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from negotiation.diplomacy import Dmz
from negotiation.english.answers import BACKGROUND, GREETINGS, NO, YES, inert
from negotiation.english.clause import NOW, SEVERAL, Clause
from negotiation.english.consistent import chained, fitting, moved_out
from negotiation.english.gapping import begins_order, begins_turn, gapped, left_by, provinces
from negotiation.english.guess import guesses
from negotiation.english.joints import OPEN_ENDED, running
from negotiation.english.moods import announced
from negotiation.english.telling import tells
from negotiation.english.tokens import joined, trimmed, without_greeting
from negotiation.english.weight import (
    about_you,
    aim_first,
    aside,
    busy,
    comment,
    own_need,
    polite,
    reason_first,
    remark,
    weightless,
)
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import Common, Found, Promise, Reading, shared_out
from negotiation.words.lexicon import words
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Token

__all__ = ["CONDITIONAL", "ENABLED", "LIKEWISE", "SPLITTING", "VAGUE", "Clauses"]

_MAX_TRIES: Final = 400


class Clauses(Clause):
    """One text being read in a context: how its clauses hang together."""

    def _stripped(self, tokens: Sequence[Token]) -> Iterable[list[Token]]:
        """The sentence, then without its greeting, then without the name it calls, and so on."""
        current = list(tokens)
        for _ in range(6):
            yield current
            shorter = self._without_vocative(current)
            shorter = without_greeting(current) if shorter is None else shorter
            if shorter is None:
                return
            current = shorter
            if not current:
                yield current
                return

    def _without_vocative(self, tokens: Sequence[Token]) -> list[Token] | None:
        names = [self.entities.get(token.sym) for token in tokens[:1]]
        if names and names[0] in self.context.hearers:
            after = [token.sym for token in tokens[1:3]]
            called = not after or after[0] in (",", ":", "-", ";") or after[0] in _AFTER_NAME or after[1:] == ["you"]
            if called:
                return trimmed(tokens[1:])
        last = self.entities.get(tokens[-1].sym) if len(tokens) > 2 and tokens[-2].sym in (",", "-") else None
        return trimmed(tokens[:-1]) if last in self.context.hearers else None

    def _announced(self, tokens: Sequence[Token]) -> Mood | None:
        """How a sentence that only announces orders wants them taken: `I suggest that you order:`."""
        colon = " :" if tokens[-1].sym == ":" else ""
        variants = self._stripped(self._without_times(tokens)[0])
        return next((mood for one in variants if (mood := announced(f"{joined(one)}{colon}"))), None)

    def _likewise(self, found: Found | None) -> Found | None:
        """`I will stay out of P if you do`: both stay out."""
        if found is None:
            return None
        we = self.ground.powers("we")
        both_ways: list[Reading] = []
        for reading in found.alternatives:
            parts = [
                Common(Dmz(we, part.content.provinces), we, part.time)
                for part in reading
                if isinstance(part, Promise) and isinstance(part.content, Dmz)
            ]
            both_ways += [tuple(parts)] if len(parts) == len(reading) else []
        return Found(both_ways, (), found.sure, found.dropped) if both_ways else None

    def _clauses(
        self,
        tokens: list[Token],
        question: bool,
        inherited: Mood | None,
        memo: dict[tuple[int, int, str], "Found | None"],
    ) -> Found | None:
        """A clause, or clauses joined by commas and conjunctions; every one must be understood or inert."""
        tokens = trimmed(tokens)
        if not tokens:
            return None
        key = (tokens[0].start, tokens[-1].end, inherited.act if inherited else "")
        if key in memo:
            return memo[key]
        self.tries += 1
        if self.tries > _MAX_TRIES:
            return None
        memo[key] = None
        found = self._clause(tokens, question, inherited)
        if found is None or found.dropped:
            found = self._joined_clauses(tokens, question, inherited, memo) or found
        memo[key] = found
        return found

    def _joined_clauses(
        self,
        tokens: list[Token],
        question: bool,
        inherited: Mood | None,
        memo: dict[tuple[int, int, str], "Found | None"],
    ) -> Found | None:
        for at in range(len(tokens) - 1, 0, -1):
            running_on = self._runs_on(tokens, at)
            next_order = begins_order(tokens, at, self.entities) or begins_turn(tokens, at)
            if tokens[at].sym not in _JOINTS and not running_on and not next_order:
                continue
            left, right = trimmed(tokens[:at]), trimmed(tokens[at if running_on or next_order else at + 1 :])
            if tokens[at].sym == ":" and _PAST_LIST.search(joined(left)) is not None:
                continue
            if _REPORTS.match(joined(left)) is not None and right and right[0].sym in _GO_ON:
                continue
            header = announced(f"{joined(left)} :") if tokens[at].sym == ":" else None
            if header is not None and right:
                return self._clauses(right, question, header, {})
            if tokens[at].sym == "and" and right and _PAIRED.search(joined([*left, tokens[at], right[0]])) is not None:
                continue
            if right and (tokens[at].sym, right[0].sym) in _NO_JOINT:
                continue
            follows = _FOLLOWS.match(joined(tokens[at:])) is not None and bool(left) and tells(joined(left))
            if right and not follows and _AIM.match(joined(tokens[at:])) is not None:
                continue
            if (
                not running_on
                and "," not in (tokens[at].sym, tokens[at - 1].sym)
                and tokens[at].sym != "but"
                and left[-1:]
                and left[-1].sym in OPEN_ENDED
            ):
                continue
            if _OR_ELSE.match(joined(right)) is not None:
                continue
            if not left or not right:
                continue
            first, told = self._first(left, question, inherited), list[Reading]()
            opens = first is None and SPLITTING.fullmatch(joined(left)) is not None and not _lists(left, right)
            if first is not None and LIKEWISE.fullmatch(joined(right)):
                return self._likewise(first)
            idle_left = tokens[at].sym in _PAUSES and right[0].sym in _STARTS and own_need(joined(left))
            if opens or idle_left or (tokens[at].sym == "," and aim_first(joined(left))):
                first = Found([], dropped=(self._typed(left),))
            elif right[0].sym != "to" and self._says_nothing(left) and (first is None or first.dropped):
                first = Found([])
            elif first is None and self._only_tells(left, "," if running_on else tokens[at].sym, right):
                first = Found([], dropped=(self._typed(left),))
            elif (
                first is None
                and self._apart(left, tokens[at].sym, right)
                and not _lists(left, right)
                and self._tells(left)
            ):
                first, told = Found([], dropped=(self._typed(left),)), self._guessed(left, question=False)
            elif first is None or first.dropped:
                continue
            if first.alternatives and ENABLED.match(f" {joined(tokens[at:])}") is not None:
                return replace(first, dropped=(*first.dropped, self._typed(right)))
            mood = self.last_mood if first.alternatives else inherited
            again = gapped(left, right, self.entities) if first.alternatives else None
            rest = self._clauses(again, question, inherited, {}) if again is not None else None
            rest = rest or self._next_turn(first, left, right, question, mood)
            rest = rest or self._clauses(right, question, mood, memo)
            rest = rest or self._stripped_clauses(right, question, mood, memo)
            if rest is None and first.alternatives and polite(joined(right)):
                return first
            if first.alternatives and (aside(joined(right)) or (tokens[at].sym == "while" and busy(joined(right)))):
                return replace(first, dropped=(*first.dropped, self._typed(right)))
            idle = (
                rest is None
                and first.alternatives
                and inert(joined(right))
                and not (CONDITIONAL.search(joined(right)) or _MATTERS.search(joined(right)))
            )
            if idle and _PLEDGE.match(joined(right)) is None:
                return first if _names_nobody(right) else replace(first, sure=False)
            if rest is None and first.alternatives and tokens[at].sym in _REMARKING and comment(joined(right)):
                return replace(first, dropped=(*first.dropped, self._typed(right)))
            if rest is None and first.alternatives and not _lists(left, right) and self._describes(right):
                doubted = tokens[at].sym == "but" and any(token.sym in _NEVER for token in right)
                doubted = doubted or _MATTERS.search(joined(right)) is not None
                remarked = tokens[at].sym != "but" and remark(joined(right))
                doubted = doubted and not remarked and not weightless(joined(right))
                doubted = doubted or (_PLEDGE.match(joined(right)) is not None and VAGUE.match(joined(right)) is None)
                dropped = (self._typed(tokens[at:] if tokens[at].sym != "," else right),)
                return replace(first, sure=first.sure and not doubted, dropped=dropped)
            if rest is None or not all(set(one) <= set(rest.alternatives[0]) for one in told):
                continue
            if opens and not all(map(any, (map(shared_out, reading) for reading in rest.alternatives))):
                continue
            leaves = _LEAVING.match(joined(right)) is not None
            pairs = [
                a if leaves and moved_out(a, b) else (*a, *b)
                for a, b in product(first.alternatives or [()], rest.alternatives)
            ]
            if self.ground.position is None:
                pairs = fitting(pairs)
            timed = self._without_times(right)[1].turn is not None
            later = "then" in (tokens[at].sym, right[0].sym) and any(map(chained, pairs)) and not timed
            return Found(pairs[:6], (), first.sure and rest.sure and not later, (*first.dropped, *rest.dropped))
        return None

    def _next_turn(
        self, first: Found, left: Sequence[Token], right: list[Token], question: bool, mood: Mood | None
    ) -> Found | None:
        """What a clause says of a later turn than the one before it, on the board as the orders before leave it."""
        position, when = self.ground.position, self._without_times(right)[1]
        later = when.later and when.turn is not None and when != self._without_times(left)[1]
        if position is None or not first.alternatives or not (later or right[0].sym == "then"):
            return None
        board = left_by(position, first.alternatives[0], provinces(right, self.entities))
        if board == position:
            return None
        ground, meanings = self.ground, self.meanings
        self.ground, self.meanings = replace(ground, position=board), {}
        found = self._clauses(right, question, mood, {})
        self.ground, self.meanings = ground, meanings
        return found

    def _apart(self, left: Sequence[Token], joint: str, right: Sequence[Token]) -> bool:
        """Whether what comes after a joint is a clause of its own, and not more of the description before it."""
        if joint not in _PAUSES or right[0].sym in _SEQUELS:
            return False
        if joint == "and" and (len(left) == 1 or right[0].sym.endswith("~g")):
            return False
        said = joined(left)
        if joint == "and" and _THINKING.fullmatch(said) is not None:
            return False
        return right[0].sym in _STARTS or _GOVERNING.search(said) is None

    def _only_tells(self, left: Sequence[Token], joint: str, right: Sequence[Token]) -> bool:
        """Whether what comes before a joint describes, or gives the reason for what comes after it."""
        if joint == "," and (reason_first(joined(left)) or about_you(joined(left)) or _NOT_THIS.match(joined(left))):
            return True
        if (joint == ":" and weightless(joined(left))) or (_REMARKED.match(joined(left)) and remark(joined(left))):
            return True
        return self._apart(left, joint, right) and not _lists(left, right) and self._describes(left)

    def _runs_on(self, tokens: list[Token], at: int) -> bool:
        """Whether a clause begins here with no comma before it: after a greeting, or a reason that was given first."""
        begins, left = running(tokens, at), tokens[:at]
        if begins == "tells" and left[0].sym in _TIMED:
            return False
        return bool(begins) and (reason_first(joined(left)) or (begins == "asks" and self._says_nothing(left)))

    def _says_nothing(self, tokens: list[Token]) -> bool:
        """Whether a clause only greets, calls or, with nothing to answer, agrees."""
        text = joined(tokens) + " "
        open_ = self.context.open_deals or self.context.open_query is not None
        if [] in self._stripped(tokens) or GREETINGS.fullmatch(text) is not None or polite(text.strip()):
            return True
        if open_:
            return False
        answer = YES.fullmatch(text) or NO.fullmatch(text)
        return answer is not None or (inert(joined(tokens)) and not _MATTERS.search(text))

    def _first(self, tokens: list[Token], question: bool, inherited: Mood | None) -> Found | None:
        """The clause before a joint, perhaps with a greeting in front."""
        for variant in self._stripped(tokens):
            found = self._clause(variant, question, inherited) if variant else None
            if found is not None:
                return found
        return None

    def _stripped_clauses(
        self,
        tokens: list[Token],
        question: bool,
        inherited: Mood | None,
        memo: dict[tuple[int, int, str], "Found | None"],
    ) -> Found | None:
        for variant in list(self._stripped(tokens))[1:]:
            found = self._clauses(variant, question, inherited, memo) if variant else None
            if found is not None:
                return found
        return None

    def _describes(self, tokens: Sequence[Token]) -> bool:
        """Whether a clause only describes: it asks and offers nothing, and mentions nothing to agree on."""
        text = _AFTERWARDS.sub("", joined(tokens))
        wished = _WISHED.match(text) is not None and any(re.fullmatch(r"[PU]\d+", one.sym) for one in tokens)
        if wished:
            return False
        if weightless(text):
            return True
        if CONDITIONAL.search(text) is not None:
            return False
        if _MUSING.match(text) is not None or VAGUE.match(text) is not None:
            return True
        if _ASKED_OF.search(text) is not None:
            return False
        told = BACKGROUND.match(text) is not None or inert(text)
        return told and not self._guessed(tokens, question=False)

    @staticmethod
    def _tells(tokens: Sequence[Token]) -> bool:
        """Whether a clause states something that neither limits nor denies what else is said."""
        text = joined(tokens)
        return BACKGROUND.match(text) is not None and not CONDITIONAL.search(text) and not _DENIES.search(text)

    def _guessed(self, tokens: Sequence[Token], question: bool, before: Mood | None = None) -> list[Reading]:
        """Readings of what the sentence mentions."""
        kept, when = self._without_times(tokens)
        when = NOW if when is SEVERAL else when
        simple = self.plainly(joined(kept))
        said = self.pactly(simple) if simple else ""
        return guesses(self._there(said), question, self.entities, (self.ground, when), before)


# ── words ───────────────────────────────────────────────────────────────────────────────────────

_PATTERNS: Final = patterns("clauses")
_JOINTS: Final = words("( ; in , & - while plus ) + then : and so but")
_NO_JOINT: Final = frozenset(
    {("in", "order~b"), ("but", "then"), ("so", "long"), ("so", "far"), ("in", "exchange"), ("in", "return")}
)
"""Where a joint only seems to be one, or tells why not."""

_PAIRED: Final = re.compile(
    r"(?:^|(?<!\S)(?:that|think|if|hope|hoping|so|and|maybe|perhaps|then|suggest|propose|,|about|both|believe|feel|guess"
    r"|when|because|while|whether|wish|between|but) )(?:you and (?:i|me)|(?:me|i) and you)$"
)
"""`you and i`, who do something together."""

_AIM: Final = re.compile(
    r"so (?:that (?=can|could|may|might)|(?:that )?(?:i|we|you|they|he|it) "
    r"(?:(?:then|really|both|all|also|just|each|finally|actually|safely|at least) )*"
    r"(?:can|could|may|might|am able|are able) )"
)
_FOLLOWS: Final = re.compile(r"so (?:i|we) (?:(?:can|could|may|might) )(?!not |never |finally )")
"""How a clause begins that is no aim where what stands before it only tells something: `W1 is away, so I could …`."""

_PAUSES: Final = words(", ; . and so but -")
"""What may stand between a description and what is asked or offered."""

_GO_ON: Final = words("you i we he she they")
"""How a report may go on after `and` or a comma."""

_TIMED: Final = words("after while though although even despite")
_NOT_THIS: Final = re.compile(
    r"(?:instead of|rather than) (?:you )?(?:[a-z]+~g|(?:the |your )?[PU]\d+) (?!.*(?:^| )(?:if|unless)(?= ))"
)
"""How a clause begins that names what is not to be done, before what is."""

_NEVER: Final = words("not never no nobody nothing too")
_REMARKING: Final = words(", ; - and so (")  # between a deal and a remark on it
_SEQUELS: Final = words("to then")
_MATTERS: Final = _PATTERNS["MATTERS"]
_PLEDGE: Final = _PATTERNS["PLEDGE"]
"""What promises something that was not understood, and so is more than talk."""

_THINKING: Final = _PATTERNS["THINKING"]
_WISHED: Final = _PATTERNS["WISHED"]
_GOVERNING: Final = _PATTERNS["GOVERNING"]
_STARTS: Final = words("you i we can could would will let~b how shall do please if are peace alliance truce and")
_AFTER_NAME: Final = words("i you we please let~b how what shall hi hello hey would~ any thank thanks want are")
LIKEWISE: Final = _PATTERNS["LIKEWISE"]
CONDITIONAL: Final = _PATTERNS["CONDITIONAL"]
SPLITTING: Final = _PATTERNS["SPLITTING"]
"""That something is to be shared out, said before how."""

_PAST_LIST: Final = _PATTERNS["PAST_LIST"]
_REPORTS: Final = _PATTERNS["REPORTS"]
_DENIES: Final = _PATTERNS["DENIES"]
_AFTERWARDS: Final = _PATTERNS["AFTERWARDS"]
_ASKED_OF: Final = re.compile(r"(?<!\S)(?:you (?:should|must|need to|ought to)|let~b us|please)(?!\S).* [PUW]\d")
"""What is asked for with names, however it begins."""

_REMARKED: Final = re.compile(r"(?:which|that|this) (?:way )?[a-z]+(?:~s)? |i (?:already|currently) have~b ")
_LEAVING: Final = re.compile(
    r"(?:i |you |we )?(?:will |can |then |so )*(?:withdraw|leave|vacate|pull~b back|get~b out)(?:~b)? "
)
"""How a clause begins that says that somebody goes, not that nobody comes."""

_OR_ELSE: Final = re.compile(
    r"or (?:maybe |perhaps |else |alternatively |, )*(?:you|i|we|can|could|let~b|how about|what if)(?= )"
)
"""How the other of two proposals begins, which is not to be had besides the first."""

ENABLED: Final = re.compile(
    r" (?:, )?(?:so|which means)(?: that)?(?: then)? you (?:should|will|would|might|may|could)(?: \w+)? be able to .*"
)
"""What comes of an order for the hearer, told after it."""

_MUSING: Final = _PATTERNS["MUSING"]
VAGUE: Final = _PATTERNS["VAGUE"]


def _names_nobody(tokens: Sequence[Token]) -> bool:
    return not any(token.sym[0] == "W" and token.sym[1:].isdigit() for token in tokens)


def _lists(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether the joint between is inside a list of names: `with France and Austria`."""
    first = next((token.sym for token in right if token.sym != "then"), "")
    kind = first[:1] if first[1:].isdigit() else ""
    return left[-1].sym[:1] == kind or (len(right) == 1 and bool(kind) and left[-1].sym[1:].isdigit())
