"""English to L: what a player typed, as one clear reading, several to choose from, or none.

A reading is claimed as clear only when every clause was understood or is known to say nothing, and
every name in it was used. What is merely spotted in a longer sentence is offered; it is claimed only where
`assured` finds it surely meant.
"""

import re
from collections.abc import Sequence
from typing import Final

from adjudication.powers import as_power
from negotiation.diplomacy import Cvy, Hld, Mto, Sup, unit_of
from negotiation.english.answers import YES
from negotiation.english.clauses import LIKEWISE
from negotiation.english.combining import Combining
from negotiation.english.company import in_company
from negotiation.english.context import Context
from negotiation.english.crossing import crossed
from negotiation.english.frames import Voice
from negotiation.english.leaning import MAX_TEXT
from negotiation.english.tokens import (
    carried_on,
    granted,
    joined,
    same_kind,
    trimmed,
    uncalled,
    united,
    unreal,
    yes_apart,
)
from negotiation.english.trust import trusted
from negotiation.english.understanding import MAX_CANDIDATES, Candidate, Understanding, Verdict, is_beside
from negotiation.english.writer import MAX_CAREFUL, parse_careful
from negotiation.grounding.parts import (
    Found,
    Promise,
    Reading,
    Said,
    contradictory,
    several,
)
from negotiation.levels import subterms
from negotiation.terms import (
    Commits,
    Do,
    Inform,
    Propose,
    Utterance,
)
from negotiation.words.phrasebook import patterns
from negotiation.words.shorthand import written_out
from negotiation.words.spotting import Token

__all__ = ["MAX_CANDIDATES", "MAX_TEXT", "Candidate", "Understanding", "Verdict", "read", "read_by_rules"]


def read(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed."""
    reader = _Reader(text, context)
    understood = reader.understanding()
    return understood if reader.formal else trusted(reader.spotted, understood, context)


def read_by_rules(text: str, context: Context) -> Understanding:
    """What a message may mean by its words, however unlikely that is: what later sentences may lean on."""
    return _Reader(text, context).understanding()


class _Reader(Combining):
    formal: bool = False
    """Whether the text is in the writer's careful English, which means what it says."""

    def understanding(self) -> Understanding:
        if not self.context.hearers:
            return Understanding("none", (), (self.text,) if self.text.strip() else ())
        careful = self._careful(self.whole)
        self.formal = bool(careful) and self._standing(careful)
        if self.formal:
            return Understanding("clear", (careful,))
        free = self._free()
        if careful and free.verdict == "none":
            self.formal = True
            return Understanding("clear", (careful,))
        return free

    def _careful(self, text: str) -> Candidate:
        """What the text says in the writer's careful English; empty when it is not that, or may refuse what is open."""
        if len(text) > MAX_CAREFUL:
            return ()
        voice = Voice(self.context.speaker, self.context.hearers, position=self.context.position)
        found = parse_careful(text, voice)
        if len(found) != 1 or is_beside(found[0]):
            return ()
        crosses = crossed(_promises(found[0]), self.context.open_deals, self.context.speaker)
        return () if crosses else (found[0],)

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
        mixed = len({type(one) for one in candidates[0]}) > 1 or any(map(several, candidates[0]))
        sure = sure and not (self._names_either() and mixed)
        clear = sure and len(candidates) == 1 and not self._kind_lost(candidates[0])
        if answers and not clear and any(one.guessed for one in found) and answers not in candidates:
            candidates = [answers, *candidates]
        if clear:
            return Understanding("clear", tuple(candidates), tuple(unplaced))
        offered = self._with_more(candidates, told)[:MAX_CANDIDATES]
        return Understanding("choose", tuple(offered), tuple(unplaced), tuple(candidates[:MAX_CANDIDATES]))

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
        return [(self._in_few_forms(one), asked) for one, asked in apart]

    def _in_few_forms(self, tokens: list[Token]) -> list[Token]:
        """The tokens of a sentence, what can be said in several ways being said in one."""
        told = unreal(granted(in_company(written_out(same_kind(uncalled(tokens), self.entities), self.entities))))
        return carried_on(yes_apart(told) if self.context.open_deals else told)

    def _yes_apart(self, tokens: list[Token], question: bool) -> list[tuple[list[Token], bool]]:
        """`yes, can you …?`: an answer and a question, two sentences."""
        at = next((at for at, token in enumerate(tokens) if token.sym in (",", "-")), 0)
        after = at + 1 + (joined(tokens[at + 1 : at + 2]) in ("and", "but", "so"))
        asks = at and question and _ASKING.match(joined(tokens[after:])) is not None
        if not asks or not self.context.open_deals or YES.fullmatch(f"{joined(tokens[:at])} ") is None:
            return [(tokens, question)]
        return [(tokens[:at], False), (tokens[after:], True)]


_ASKING: Final = re.compile(r"(?:can|could|would|will|are|do|how|what (?:about|if))(?= |$)")
"""How a question begins that may follow a yes; who asks what is to be done has not agreed to it yet."""

_PATTERNS: Final = patterns("clauses")
_UNNAMED: Final = _PATTERNS["UNNAMED"]
_SPEAKING: Final = frozenset(("i", "we", "you", "he", "she", "they", "me", "us", "yes", "no"))


def _promises(said: Utterance) -> Reading:
    """What somebody promises in an utterance that promises nothing else."""
    content = said.deal if isinstance(said, Propose) else said.content if isinstance(said, Inform) else None
    items = content.items if isinstance(content, Commits) else ()
    return tuple(Promise(as_power(item.agent), item.content) for item in items)


def _without_echoes(found: Sequence[Found]) -> list[Found]:
    """Without sentences that were not understood and mention nothing but what others say for sure."""
    certain = {part for one in found if one.sure and len(one.alternatives) == 1 for part in one.alternatives[0]}
    return [one for one in found if not one.offers or not all(set(reading) <= certain for reading in one.alternatives)]


def _orders(utterances: Candidate) -> list[Do]:
    return [term for utterance in utterances for term in subterms(utterance) if isinstance(term, Do)]


def _continues(tokens: Sequence[Token]) -> bool:
    """Whether a text goes on with what another said, about whoever that was about: `and take P1`."""
    syms = [token.sym for token in tokens]
    return syms[0] in ("and", "or") and syms[1:2] != [] and syms[1].endswith("~b") and _OWN.isdisjoint(syms)


_OWN: Final = frozenset(["me", "my", "us", "our"])
