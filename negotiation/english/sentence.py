"""One sentence of a text: an answer, a deal, or talk."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from negotiation.english.answering import Answers
from negotiation.english.answers import BACKGROUND, TAKE_BACK, inert
from negotiation.english.assured import surely_meant
from negotiation.english.clauses import CONDITIONAL, ENABLED, SPLITTING, VAGUE
from negotiation.english.doubting import asked_about, doubted
from negotiation.english.tokens import joined, trimmed
from negotiation.english.understanding import MAX_CANDIDATES
from negotiation.english.weight import polite, remark, weightless
from negotiation.english.why import reason_asked
from negotiation.grounding.parts import (
    Found,
    Reading,
    Said,
)
from negotiation.terms import (
    Withdraw,
)
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Token

__all__ = ["Sentence"]


class Sentence(Answers):
    """One text being read in a context: what each of its sentences says."""

    def _sentence(self, tokens: list[Token], question: bool) -> Found | None:
        """None: says nothing. Without alternatives and answers: not understood."""
        tokens = trimmed(tokens)
        if not tokens:
            return None
        if self._take_back(tokens):
            return Found([], (Withdraw(self.context.speaker, self.context.hearers),))
        variants = list(self._stripped(tokens))
        asked = next(filter(None, (reason_asked(joined(variant), self.context) for variant in variants)), None)
        if asked is not None:
            # Where something is open as well, `why not` may be a yes.
            answered = self._answered(variants[-1], question)
            also = [tuple(map(Said, answered.answers))] if answered is not None and answered.answers else []
            return Found([(Said(asked),), *also], (), not also)
        for variant in (*variants, *_after_thanks(tokens)) if _NEITHER.fullmatch(joined(tokens)) is None else ():
            answered = self._answered(variant, question) if variant else None
            if answered is not None:
                return answered
        for variant in variants if _NO_DEAL.search(ENABLED.sub("", joined(tokens))) is None else ():
            if not variant:
                return None
            found = self._consented(tokens, self._content(variant, question))
            if found is not None and found.sure:
                left_out = [joined(self._within(one)) for one in found.dropped]
                found = asked_about(found, joined(tokens), question, left_out, self.context)
            if found is not None and not found.sure and _proposed(found) and self._holds_nothing(variant):
                return Found([], (), True, (self._typed(tokens),))
            if found is not None:
                return found if found.sure else self._with_less_likely(found, variant, question)
        text = joined(variants[-1])
        looked_at = [] if any(map(self._holds_nothing, variants)) else variants[-1]
        if _JEST.search(text) is not None:
            return Found([], (), False, (self._typed(tokens),))
        if (inert(joined(tokens)) or inert(text)) and not (self.text.isascii() and _MATTERS.search(text)):
            hinted = tuple(self._more(looked_at, question, [])) if self.text.isascii() else ()
            answered = self._answered_at_last(tokens) if not question else None
            return answered or (Found([], more=hinted) if hinted else None)
        spotted = self._spotted(looked_at, question)
        dropped = (self._typed(tokens),)
        unsure = self._half_answered(variants) if question and not spotted else None
        if unsure is not None:
            return unsure
        unsure = self._answered_at_last(tokens) if not question and not spotted else None
        if unsure is not None:
            return unsure
        if question and not spotted and _WONDERED.fullmatch(text):
            return Found([], (), True, dropped)
        if not question and any(weightless(one) or remark(one) or polite(one) for one in (text, joined(tokens))):
            more = tuple(self._more(looked_at, question, spotted)) if _BETWEEN_US.search(text) else ()
            return Found([], (), True, dropped, tuple(spotted), more=more)
        if not spotted and _NAMED.search(text) is None and _WEIGHTY.search(text) is None:
            return Found([], (), False, dropped, talk=True, more=tuple(self._more(looked_at, question, spotted)))
        looked = self._more(looked_at, question, spotted) if len(spotted) < MAX_CANDIDATES else []
        more = tuple(one for one in looked if one not in spotted)
        asking = any(_ASKS_PLAN.fullmatch(one) for one in (text, joined(tokens)))
        if asking and CONDITIONAL.search(text.partition("whether")[2]) is None:
            return Found([], (), True, dropped, tuple(spotted), more=more)
        meant = self._surely_meant(tokens, variants, question, spotted)
        if meant is not None:
            return meant
        if self._background(text, bool(spotted)) or SPLITTING.fullmatch(text) is not None:
            return Found([], (), True, dropped, tuple(spotted), more=more)
        return Found(
            spotted, (), False, dropped, tuple(spotted) if self._tells(tokens) else (), guessed=True, more=more
        )

    def _with_less_likely(self, found: Found, tokens: list[Token], question: bool) -> Found:
        """What was read but is unsure, with what else the sentence may hold offered after it."""
        if len(found.alternatives) >= MAX_CANDIDATES:
            return found
        looked = self._more(tokens, question, found.alternatives)
        more = dict.fromkeys((*found.more, *looked))
        return replace(found, more=tuple(one for one in more if one not in found.alternatives))

    def _surely_meant(
        self, tokens: list[Token], variants: Sequence[list[Token]], question: bool, spotted: list[Reading]
    ) -> Found | None:
        """What a sentence was guessed to say, where it is surely meant."""
        whole = joined(tokens)
        if not spotted or _LET_KNOW.match(whole) or _NO_DEAL.search(whole):
            return None
        texts: list[str] = []
        for variant in (variants[-1], variants[0]):
            untimed, when = self._without_times(variant)
            texts.append(joined(variant if when.turn or when.last or when.later else untimed))
        present = (self.context.speaker, *self.context.hearers)
        if not surely_meant(texts, spotted, self.entities, present, lambda one: self._background(one, mentions=True)):
            return None
        guess = Found(spotted, (), True, (self._typed(tokens),))
        return guess if not doubted(whole, question, guess, (), self.context) else None

    @staticmethod
    def _background(text: str, mentions: bool) -> bool:
        """Whether a sentence only describes; mentions: it names something that could be agreed on."""
        if VAGUE.match(text) is not None:
            return CONDITIONAL.search(text) is None
        if _GENERAL.fullmatch(text) is not None:
            return not mentions
        if _MATTERS.search(text) is not None and _NEGATED.search(text) is not None:
            return False
        told = BACKGROUND.match(text) if _WISHED.match(text) is None or _NAMES.search(text) is None else None
        return told is not None and CONDITIONAL.search(text) is None and not (mentions and _WILLED.search(text))

    def _within(self, typed: str) -> list[Token]:
        """The tokens of a part of the text."""
        start = self.text.find(typed)
        return [one for one in self.spotted.tokens if start <= one.start and one.end <= start + len(typed)]

    def _take_back(self, tokens: Sequence[Token]) -> bool:
        return bool(self.context.own_deals) and TAKE_BACK.match(joined(tokens)) is not None


_PATTERNS: Final = patterns("clauses")
_THANKING: Final = re.compile(r"(?:many )?(?:thanks|thank you|thx|ty) for ")
_MATTERS: Final = _PATTERNS["MATTERS"]
_WILLED: Final = _PATTERNS["WILLED"]
_NEGATED: Final = re.compile(r"(?:^| )(?:not|never|no longer)(?= |$)")
_GENERAL: Final = _PATTERNS["GENERAL"]
_NO_DEAL: Final = _PATTERNS["NO_DEAL"]
"""Habits, what was or could have been, praise and threats, in the words of a deal."""

_NEITHER: Final = _PATTERNS["NEITHER"]
_WISHED: Final = _PATTERNS["WISHED"]
_NAMED: Final = re.compile(r"(?<!\S)[PUWJT]\d|~[bg](?!\S)")
_WEIGHTY: Final = _PATTERNS["WEIGHTY"]
_JEST: Final = re.compile(
    r"(?:^| )(?:kidding|jok(?:e|ing)|jk|sarcas(?:m|tic)|ironic(?:ally)?|rhetorical|hypothetical(?:ly)?"
    r"|not (?:a |being |very |too )*serious|just (?:messing|teasing|playing with you)|pulling your leg)(?= |$)"
    r"|^(?:but |and )?(?:i (?:really |still |kind of )?doubt (?:it|that|so)|probably not|guess not|unlikely)$"
)
"""What is not meant, or not believed."""

_NAMES: Final = re.compile(r"(?<!\S)[PU]\d")
_ASKS_PLAN: Final = _PATTERNS["ASKS_PLAN"]
"""A question for what the hearer has in mind, which proposes nothing."""

_BETWEEN_US: Final = re.compile(r"(?<!\S)(?:us|we|our|together|both of)(?!\S)")
_LET_KNOW: Final = re.compile(r"(?:.* )?(?:let~b me know|tell me|would~? love to hear|hear from you)(?: |$)")
_WONDERED: Final = _PATTERNS["WONDERED"]
"""A question that asks for no yes."""


def _proposed(found: Found) -> bool:
    """Whether all that was read is something to agree on."""
    return not any(isinstance(part, Said) for reading in found.alternatives for part in reading)


def _after_thanks(tokens: Sequence[Token]) -> list[list[Token]]:
    """What follows `thanks for the offer, …`, where an answer may stand."""
    at = next((at for at, token in enumerate(tokens) if token.sym in (",", "but")), None)
    if at is None or _THANKING.match(joined(tokens)) is None:
        return []
    rest = trimmed(tokens[at + 1 :])
    return [rest[1:] if rest and rest[0].sym == "but" else rest]
