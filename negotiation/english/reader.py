"""English to L: what a player typed, as one clear reading, several to choose from, or none.

A reading is claimed as clear only when every clause was understood or is known to say nothing, and
every name in it was used. What is merely spotted in a longer sentence is offered; it is claimed only where
`assured` finds it surely meant.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product, zip_longest
from typing import Final

from negotiation.diplomacy import Cvy, Hld, Mto, Sup, unit_of
from negotiation.english.answering import Answers
from negotiation.english.answers import BACKGROUND, TAKE_BACK, YES, inert
from negotiation.english.anyhow import together
from negotiation.english.assured import assured
from negotiation.english.clauses import CONDITIONAL, ENABLED, LIKEWISE, SPLITTING, VAGUE
from negotiation.english.consistent import fitting
from negotiation.english.context import Context
from negotiation.english.doubting import doubted
from negotiation.english.frames import Voice
from negotiation.english.leaning import MAX_TEXT
from negotiation.english.parts import Found, Part, Promise, Reading, Said, contradictory, several, shared_out, spoken
from negotiation.english.phrasebook import patterns
from negotiation.english.replying import replied
from negotiation.english.shorthand import written_out
from negotiation.english.spotting import Place, Token, UnitRef
from negotiation.english.tokens import joined, trimmed, united, unreal
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding, Verdict
from negotiation.english.weight import polite, remark, weightless
from negotiation.english.why import reason_asked
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Do,
    Propose,
    Reject,
    Utterance,
    Withdraw,
)

__all__ = ["MAX_CANDIDATES", "MAX_TEXT", "Candidate", "Understanding", "Verdict", "read"]


def read(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed."""
    understood = _Reader(text, context).understanding()
    return replied(text, understood, context, lambda supposed: _Reader(text, supposed).understanding())


class _Reader(Answers):
    # ── the whole message ───────────────────────────────────────────────────────────────────────

    def understanding(self) -> Understanding:
        if not self.context.hearers:
            return Understanding("none", (), (self.text,) if self.text.strip() else ())
        careful = self._careful(self.whole)
        if careful and self._standing(careful):
            return Understanding("clear", (careful,))
        free = self._free()
        if careful and free.verdict == "none":
            return Understanding("clear", (careful,))
        return free

    def _careful(self, text: str) -> Candidate:
        """What the text says in the writer's careful English; empty when it is not that."""
        if len(text) > MAX_CAREFUL:
            return ()
        voice = Voice(self.context.speaker, self.context.hearers, position=self.context.position)
        found = parse_careful(text, voice)
        return (found[0],) if len(found) == 1 else ()

    def _standing(self, utterances: Candidate) -> bool:
        """Whether every unit that is to act now stands where it was said to stand, as far as is known."""
        position = self.context.position
        if position is None:
            return True
        units = {unit_of(unit) for unit in position.units} | {unit_of(one.unit) for one in position.dislodged}
        return all(
            term.action.unit in units
            for utterance in utterances
            for term in subterms(utterance)
            if isinstance(term, Do) and isinstance(term.action, Mto | Hld | Sup | Cvy) and term.time is None
        )

    def _free(self) -> Understanding:
        found: list[Found] = []
        offers: list[Reading] = []
        told: list[Found] = []
        unplaced: list[str] = []
        sure, talk = not self._quoted() and _UNNAMED.search(joined(self.spotted.tokens)) is None, False
        for sentence, question in self._sentences():
            announced = self._announced(sentence)
            if announced is not None:
                self.header = announced
                continue
            said = self._careful(self._typed(sentence) + ("?" if question else ".")) if len(sentence) > 3 else ()
            if said and self._standing(said):
                found.append(Found([tuple(Said(one) for one in said)]))
                self.last_move = next((one.action for one in _orders(said) if isinstance(one.action, Mto)), None)
                continue
            if found and LIKEWISE.fullmatch(joined(trimmed(sentence))):
                same = self._likewise(found[-1])
                found[-1:] = [] if same is None else [same]
                continue
            one = self._sentence(sentence, question)
            if one is None or (found and self._says_yes_again(one, found[-1], joined(trimmed(sentence)))):
                continue
            if not one.alternatives and not one.answers:
                unplaced.extend(one.dropped)
                talk = talk or one.talk
                sure = sure and (one.sure or one.talk)
                offers.extend(one.offers)
                told.append(one)
                continue
            other = sentence[0].sym == "or" and bool(found)
            sure = sure and not other and (bool(found) or not _continues(sentence))
            found.append(one)
            told.append(one)
            unplaced.extend(one.dropped)
        found = _without_echoes(found)
        answers = tuple(answer for one in found for answer in one.answers)
        sure = sure and all(one.sure for one in found)
        if self.rest.strip():
            unplaced.append(self.rest)
            sure = False
        candidates = self._combined(found)
        if not candidates and offers:
            sure = False
            candidates = self._combined([Found(list(dict.fromkeys(offers)))])
        if not candidates:
            offered = self._with_more([], told)[:MAX_CANDIDATES]
            return Understanding("choose" if offered else "none", tuple(offered), tuple(unplaced))
        candidates = [one for one in candidates if not any(map(contradictory, one))] or candidates
        if any(map(contradictory, candidates[0])):
            sure = False
            candidates = [candidate for one in found for candidate in self._combined([one])] or candidates
        sure = sure and not (self._names_either() and any(map(several, candidates[0])))
        clear = sure and len(candidates) == 1 and not self._leans_on_words()
        if answers and not clear and any(one.guessed for one in found) and answers not in candidates:
            candidates = [answers, *candidates]
        if clear:
            return Understanding("clear", tuple(candidates), tuple(unplaced))
        offered = self._with_more(candidates, told)[:MAX_CANDIDATES]
        likely = () if self._leans_on_words() else tuple(candidates[:MAX_CANDIDATES])
        return Understanding("choose", tuple(offered), tuple(unplaced), likely)

    def _with_more(self, candidates: list[Candidate], told: list[Found]) -> list[Candidate]:
        """The candidates, and what else the sentences may say: all of them together, or each alone."""
        whole = [replace(one, alternatives=[*(one.alternatives or one.offers), *one.more]) for one in told]
        whole = [one for one in whole if one.alternatives or one.answers]
        more = self._combined(whole) if len(whole) > 1 else []
        more = more[:1] + [
            alone for one in zip_longest(*(self._combined([one]) for one in whole)) for alone in one if alone
        ]
        kept = [one for one in more if not any(map(contradictory, one))]
        return list(dict.fromkeys([*candidates[:1], *kept[:1], *candidates[1:2], *kept[1:], *candidates[2:]]))

    def _names_either(self) -> bool:
        """Whether the text has an `or` between names or clauses: one of them is meant, nobody knows which."""
        syms = [token.sym for token in self.spotted.tokens]
        return any(sym == "or" and syms[at + 1 : at + 2] not in (["not"], ["no"]) for at, sym in enumerate(syms))

    def _quoted(self) -> bool:
        said = re.search(r"[\"“”](.*\w.*)[\"“”]|^>", self.text)
        if said is None or said[1] is None:
            return said is not None
        inside = [one.sym for one in self.spotted.tokens if said.start(1) <= one.start < said.end(1)]
        return any(one in self.entities or one in _SPEAKING or one.endswith("~b") for one in inside)

    def _combined(self, found: Sequence[Found]) -> list[Candidate]:
        candidates: dict[Candidate, None] = {}
        answers = tuple(dict.fromkeys(answer for one in found for answer in one.answers))
        if any(isinstance(one, Accept) for one in answers) and any(isinstance(one, Reject) for one in answers):
            answers = answers[-1:]
        combined: list[Reading] = [()]
        for one in found:
            pairs = islice(product(combined, one.alternatives or [()]), _MAX_COMBINED)
            combined = [tuple(_without_repeats([*said, *more])) for said, more in pairs]
            if self.ground.position is None:
                combined = fitting(combined)
        certain = all(one.sure for one in found)
        least = [one for one in combined if certain and all(set(one) <= set(other) for other in combined)]
        free = not least and _KIND.search(self.text) is None
        if free and not any(self._repeats([one]) for one in combined):
            combined = list(together(combined, self._named_places()))
        for parts in least or combined:
            flat = self._unrepeated(parts, answers)
            if any(map(shared_out, flat)):
                flat = tuple(map(self._wanted, flat))
            said = tuple(map(self._taken_up, spoken(flat, self.ground)))
            said = tuple(one for one in said if one not in answers)
            if not answers and flat and self._repeats([flat]):
                said = (Accept(self.context.speaker, self.context.hearers, self.context.open_deals[0]),)
            if self._is_counter(said) and all(isinstance(answer, Reject) for answer in answers):
                utterances = said
            else:
                utterances = (*answers, *said)
            if utterances:
                candidates[utterances] = None
        return list(candidates)

    def _says_yes_again(self, one: Found, before: Found, text: str) -> bool:
        """Whether a sentence after a yes only tells, in other words, what was agreed to: `sure. bouncing!`."""
        if not one.guessed or one.sure or not any(isinstance(answer, Accept) for answer in before.answers):
            return False
        told = one.alternatives or one.offers
        return any(self._repeats([reading]) for reading in told) if told else _DOING_SO.fullmatch(text) is not None

    def _named_places(self) -> frozenset[str]:
        """The provinces that the text names."""
        places = (one.place if isinstance(one, UnitRef) else one for one in self.spotted.entities.values())
        return frozenset(one.province for one in places if isinstance(one, Place))

    def _unrepeated(self, parts: Reading, answers: Sequence[Utterance]) -> Reading:
        """Without what the accepted deal already says: `Sure. I will support you`."""
        if not any(isinstance(answer, Accept) for answer in answers):
            return parts
        return tuple(part for part in parts if not self._repeats([(part,)], partly=True))

    def _is_counter(self, said: Sequence[Utterance]) -> bool:
        return any(isinstance(one, Propose) for one in said)

    def _sentences(self) -> list[tuple[list[Token], bool]]:
        sentences: list[tuple[list[Token], bool]] = []
        current: list[Token] = []
        for token in united(self.spotted.tokens):
            if token.sym in (".", "?"):
                if current:
                    sentences.append((current, token.sym == "?"))
                elif sentences and token.sym == "?":
                    sentences[-1] = (sentences[-1][0], True)
                current = []
            else:
                current.append(token)
        if current:
            sentences.append((current, False))
        apart = [one for sentence in sentences for one in self._yes_apart(*sentence)]
        return [(unreal(written_out(one, self.entities)), asked) for one, asked in apart]

    def _yes_apart(self, tokens: list[Token], question: bool) -> list[tuple[list[Token], bool]]:
        """`yes, can you …?`: an answer and a question, two sentences."""
        at = next((at for at, token in enumerate(tokens) if token.sym in (",", "-")), 0)
        after = at + 1 + (joined(tokens[at + 1 : at + 2]) in ("and", "but", "so"))
        asks = at and question and joined(tokens[after : after + 1]) in _ASKING
        if not asks or not self.context.open_deals or YES.fullmatch(f"{joined(tokens[:at])} ") is None:
            return [(tokens, question)]
        return [(tokens[:at], False), (tokens[after:], True)]

    # ── one sentence ────────────────────────────────────────────────────────────────────────────

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
            found = self._content(variant, question)
            if found is not None and found.sure:
                left_out = [joined(self._within(one)) for one in found.dropped]
                return replace(found, sure=not doubted(joined(tokens), question, found, left_out, self.context))
            if found is not None:
                return found
        text = joined(variants[-1])
        if _JEST.search(text) is not None:
            return Found([], (), False, (self._typed(tokens),))
        if (inert(joined(tokens)) or inert(text)) and not (self.text.isascii() and _MATTERS.search(text)):
            hinted = tuple(self._more(variants[-1], question, [])) if self.text.isascii() else ()
            answered = self._answered_at_last(tokens) if not question else None
            return answered or (Found([], more=hinted) if hinted else None)
        spotted = self._spotted(variants[-1], question)
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
            more = tuple(self._more(variants[-1], question, spotted)) if _BETWEEN_US.search(text) else ()
            return Found([], (), True, dropped, tuple(spotted), more=more)
        if not spotted and _NAMED.search(text) is None and _WEIGHTY.search(text) is None:
            return Found([], (), False, dropped, talk=True, more=tuple(self._more(variants[-1], question, spotted)))
        looked = self._more(variants[-1], question, spotted) if len(spotted) < MAX_CANDIDATES else []
        more = tuple(one for one in looked if one not in spotted)
        asking = any(_ASKS_PLAN.fullmatch(one) for one in (text, joined(tokens)))
        if asking and CONDITIONAL.search(text.partition("whether")[2]) is None:
            return Found([], (), True, dropped, tuple(spotted), more=more)
        if self._background(text, bool(spotted)) or SPLITTING.fullmatch(text) is not None:
            return Found([], (), True, dropped, tuple(spotted), more=more)
        untimed, when = self._without_times(variants[-1])
        said = text if when.turn or when.last or when.later else joined(untimed)
        plainly = not _LET_KNOW.match(joined(tokens)) and not _NO_DEAL.search(joined(tokens))
        if plainly and assured(said, spotted, self.entities, (self.context.speaker, *self.context.hearers)):
            guess = Found(spotted, (), True, dropped)
            if not doubted(joined(tokens), question, guess, (), self.context):
                return guess
        return Found(
            spotted, (), False, dropped, tuple(spotted) if self._tells(tokens) else (), guessed=True, more=more
        )

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


_ASKING: Final = ("can", "could", "would", "will", "are", "do", "what", "how")
"""How a question begins that may follow a yes."""

_KIND: Final = re.compile(r"\b(?:fleet|army|armie|navy|boat|ship)s?\b", re.IGNORECASE)
"""Says what kind of unit is meant, which no promise of any unit would."""

_MAX_COMBINED: Final = 24
"""Ways to take a whole message that are looked at."""

_PATTERNS: Final = patterns("clauses")
_THANKING: Final = re.compile(r"(?:many )?(?:thanks|thank you|thx|ty) for ")
_MATTERS: Final = _PATTERNS["MATTERS"]
_WILLED: Final = _PATTERNS["WILLED"]
_NEGATED: Final = re.compile(r"(?:^| )(?:not|never|no longer)(?= |$)")
_GENERAL: Final = _PATTERNS["GENERAL"]
_NO_DEAL: Final = _PATTERNS["NO_DEAL"]
"""Habits, what was or could have been, praise and threats, in the words of a deal."""

_UNNAMED: Final = _PATTERNS["UNNAMED"]
_NEITHER: Final = _PATTERNS["NEITHER"]
_WISHED: Final = _PATTERNS["WISHED"]
_NAMED: Final = re.compile(r"(?<!\S)[PUWJT]\d|~[bg](?!\S)")
_WEIGHTY: Final = _PATTERNS["WEIGHTY"]
_DOING_SO: Final = re.compile(
    r"(?:and |so )?(?:i (?:am|will be|will) )?(?:(?:just|now|already|also) )*"
    r"(?:support|bounce|move|order|convoy|attack|go|do|enter|chang)"
    r"(?:~[gb]|ing)(?: (?:it|that|so|now|then|there|in|orders?|order~[bs]|right away|as we speak))*"
)
_JEST: Final = re.compile(
    r"(?:^| )(?:kidding|jok(?:e|ing)|jk|sarcas(?:m|tic)|ironic(?:ally)?|rhetorical|hypothetical(?:ly)?"
    r"|not (?:a |being |very |too )*serious|just (?:messing|teasing|playing with you)|pulling your leg)(?= |$)"
    r"|^(?:but |and )?(?:i (?:really |still |kind of )?doubt (?:it|that|so)|probably not|guess not|unlikely)$"
)
"""What is not meant, or not believed."""

_NAMES: Final = re.compile(r"(?<!\S)[PU]\d")
_ASKS_PLAN: Final = _PATTERNS["ASKS_PLAN"]
"""A question for what the hearer has in mind, which proposes nothing."""

_SPEAKING: Final = frozenset(("i", "we", "you", "he", "she", "they", "me", "us", "yes", "no"))
_BETWEEN_US: Final = re.compile(r"(?<!\S)(?:us|we|our|together|both of)(?!\S)")
_LET_KNOW: Final = re.compile(r"(?:.* )?(?:let~b me know|tell me|would~? love to hear|hear from you)(?: |$)")
_WONDERED: Final = _PATTERNS["WONDERED"]
"""A question that asks for no yes."""


def _without_echoes(found: Sequence[Found]) -> list[Found]:
    """Without sentences that were not understood and mention nothing but what others say for sure."""
    certain = {part for one in found if one.sure and len(one.alternatives) == 1 for part in one.alternatives[0]}
    return [one for one in found if not one.offers or not all(set(reading) <= certain for reading in one.alternatives)]


def _orders(utterances: Candidate) -> list[Do]:
    return [term for utterance in utterances for term in subterms(utterance) if isinstance(term, Do)]


def _without_repeats(parts: Sequence[Part]) -> list[Part]:
    """Each promise once; said both as news and as an offer it is an offer."""
    kept: dict[object, Part] = {}
    for part in parts:
        key = (part.agent, part.content, part.time) if isinstance(part, Promise) else part
        if key not in kept or (isinstance(part, Promise) and not part.firm):
            kept[key] = part
    return list(kept.values())


def _continues(tokens: Sequence[Token]) -> bool:
    """Whether a text goes on with what another said, about whoever that was about: `and take P1`."""
    syms = [token.sym for token in tokens]
    return syms[0] in ("and", "or") and syms[1:2] != [] and syms[1].endswith("~b") and _OWN.isdisjoint(syms)


_OWN: Final = frozenset(["me", "my", "us", "our"])


def _after_thanks(tokens: Sequence[Token]) -> list[list[Token]]:
    """What follows `thanks for the offer, …`, where an answer may stand."""
    at = next((at for at, token in enumerate(tokens) if token.sym in (",", "but")), None)
    if at is None or _THANKING.match(joined(tokens)) is None:
        return []
    rest = trimmed(tokens[at + 1 :])
    return [rest[1:] if rest and rest[0].sym == "but" else rest]
