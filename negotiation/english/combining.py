"""What the sentences of a text say together: each way to take them is a candidate."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product, zip_longest
from typing import Final

from negotiation.diplomacy import Ent
from negotiation.english.consistent import fitting
from negotiation.english.sentence import Sentence
from negotiation.english.understanding import Candidate
from negotiation.grounding.anyhow import together
from negotiation.grounding.parts import (
    Common,
    Found,
    Part,
    Promise,
    Reading,
    contradictory,
    once,
    shared_out,
    spoken,
)
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Propose,
    Reject,
    Utterance,
)
from negotiation.words.spotting import Place, UnitRef

__all__ = ["Combining"]


class Combining(Sentence):
    """One text being read in a context: what its sentences come to."""

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

    def _kind_lost(self, candidate: Candidate) -> bool:
        """Whether the text says what kind of unit goes that nobody knows the place of, and the reading does not."""
        unseen = self.ground.position is None and _KIND.search(self.text) is not None
        return unseen and any(isinstance(term, Ent) for utterance in candidate for term in subterms(utterance))

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
            flat = once(self._unrepeated(parts, answers))
            if any(map(shared_out, flat)):
                flat = tuple(map(self._wanted, flat))
            said = tuple(map(self._taken_up, spoken(flat, self.ground)))
            said = tuple(one for one in said if one not in answers)
            if not answers and flat and not self._surely_shared(flat) and self._repeats([flat]):
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

    def _surely_shared(self, parts: Reading) -> bool:
        """Whether what both are to have is better proposed: it is asked for, or not surely on the table."""
        asked = self.context.doubtful or self.text.rstrip().endswith("?")
        return asked and all(isinstance(part, Common) for part in parts)

    def _is_counter(self, said: Sequence[Utterance]) -> bool:
        return any(isinstance(one, Propose) for one in said)


_KIND: Final = re.compile(r"\b(?:fleet|army|armie|navy|boat|ship)s?\b", re.IGNORECASE)
"""Says what kind of unit is meant, which no promise of any unit would."""

_MAX_COMBINED: Final = 24
"""Ways to take a whole message that are looked at."""

_DOING_SO: Final = re.compile(
    r"(?:and |so )?(?:i (?:am|will be|will) )?(?:(?:just|now|already|also) )*"
    r"(?:support|bounce|move|order|convoy|attack|go|do|enter|chang)"
    r"(?:~[gb]|ing)(?: (?:it|that|so|now|then|there|in|orders?|order~[bs]|right away|as we speak))*"
)


def _without_repeats(parts: Sequence[Part]) -> list[Part]:
    """Each promise once; said both as news and as an offer it is an offer."""
    kept: dict[object, Part] = {}
    for part in parts:
        key = (part.agent, part.content, part.time) if isinstance(part, Promise) else part
        if key not in kept or (isinstance(part, Promise) and not part.firm):
            kept[key] = part
    return list(kept.values())
