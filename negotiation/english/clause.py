"""One clause: what it means when everything in it fits, with its time and without the reason given with it."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from adjudication.powers import as_power
from negotiation.diplomacy import Ent, Turn
from negotiation.english.answers import REASONS, TAILS, untailed
from negotiation.english.context import Context
from negotiation.english.meaning import NOW, Meaning
from negotiation.english.tokens import joined, trimmed
from negotiation.english.weight import unpolite
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import (
    Found,
    Part,
    Promise,
    Reading,
    Said,
    aimless,
    said_in_time,
    soft,
)
from negotiation.terms import Desire, Do, Inform
from negotiation.words.phrasebook import patterns
from negotiation.words.spotting import Token, When

__all__ = ["NOW", "SEVERAL", "Clause"]

SEVERAL: Final = When(Turn("spr", 0))
"""Stands for more than one time in a clause: then nobody knows what is for when."""


class Clause(Meaning):
    """One text being read in a context: what each of its clauses means taken alone."""

    def __init__(self, text: str, context: Context) -> None:
        super().__init__(text, context)
        self.tries = 0

    header: Mood | None = None
    """What the sentence before announced a list of orders as."""

    def _typed(self, tokens: Sequence[Token]) -> str:
        return self.text[tokens[0].start : tokens[-1].end] if tokens else ""

    def _clause(self, tokens: list[Token], question: bool, inherited: Mood | None) -> Found | None:
        """One clause that is understood wholly, perhaps without the reason given with it."""
        plain, when = self._without_times(tokens)
        if not plain:
            return None
        text = self._addressed(joined(plain))
        if when is SEVERAL:
            return self._without_reason(text, tokens, plain, question, inherited)
        found = self._meaning(text, question, inherited, when)
        if found is not None:
            return Found(_offered(found, text), sure=self._surely(found, when))
        tailless = untailed(text)
        shorter = tailless[0] if tailless else text
        if (kind := unpolite(text)) is not None:
            tailless = [*tailless, kind, *untailed(kind)]
        for candidate in dict.fromkeys(
            (_TOO.sub("", text), shorter, _without_fillers(text), TAILS.sub("", _without_fillers(shorter)), *tailless)
        ):
            if candidate and candidate != text:
                found = self._meaning(candidate, question, inherited, when)
                if found is not None:
                    return Found(_offered(found, text), sure=self._surely(found, when))
        return self._without_reason(text, tokens, plain, question, inherited)

    def _without_reason(
        self, text: str, tokens: list[Token], plain: list[Token], question: bool, inherited: Mood | None
    ) -> Found | None:
        """What a clause means without the reason or purpose at its end, and without the time of that."""
        for match in REASONS.finditer(text + " "):
            ends = text[: match.start()].count(" ") + 1
            _, when = self._without_times(
                [one for one in tokens if ends >= len(plain) or one.start < plain[ends].start]
            )
            if when is SEVERAL:
                continue
            head, tail = text[: match.start()].strip(" ,"), text[match.start() :]
            if tail.startswith(" as well as ") or (tail.startswith(" to ") and _FEELING.search(head)):
                continue
            heads = dict.fromkeys((TAILS.sub("", _without_fillers(head)).strip(" ,"), TAILS.sub("", head), head))
            readings = ((one, self._meaning(one, question, inherited, when)) for one in heads if one)
            head, found = next(((one, found) for one, found in readings if found is not None), (head, None))
            limits = _EXCEPT if tail.startswith(_BECAUSE) else _LIMITS
            if found is not None and self._ordering(tail):
                continue
            aimed = _NAMED_AIM.match(tail) is not None and any(map(aimless, chain.from_iterable(found or ())))
            if found is not None and (aimed or limits.search(text[len(head) :])):
                return Found(found, sure=False, dropped=(self._typed(tokens),))
            if found is not None:
                kept = _offered(found, text)
                return Found(
                    kept, (), self._surely(found, when), (self._typed(plain[len(text[: match.start()].split()) :]),)
                )
        return None

    def _surely(self, found: list[Reading], when: When) -> bool:
        """Whether a clause just understood can be relied on, in what it says and for when."""
        act = self.last_mood.act if self.last_mood is not None else ""
        return said_in_time(found, when) and act != "might" and not (act == "can" and all(map(self.sides.gains, found)))

    def _ordering(self, tail: str) -> bool:
        """Whether what would be left out holds more than a reason: another order or request."""
        pieces = [piece.strip(" ,") for piece in re.split(r" (?:,|and|;|but|then) ", f" {tail} ")[1:]]
        pieces = [piece for piece in pieces if _ENABLED.match(piece) is None]
        given = _GIVEN.sub("", tail).strip()
        return _OWN_GIVEN.match(given) is not None or any(
            piece and (_BIDS.match(piece) is not None or self._meaning(piece, False, None, NOW)) for piece in pieces
        )

    def _without_times(self, tokens: Sequence[Token]) -> tuple[list[Token], When]:
        kept = [token for token in tokens if not isinstance(self.entities.get(token.sym), When)]
        times = {when for token in tokens if isinstance(when := self.entities.get(token.sym), When)}
        named = times - {NOW}
        if len(named) > 1 or (NOW in times and any(when.later for when in named)):
            return trimmed(kept), SEVERAL
        return trimmed(kept), named.pop() if named else NOW

    def _addressed(self, text: str) -> str:
        """`France can have P`, said to France, is `you can have P`."""
        match = _NAMED_SUBJECT.match(text)
        if match is not None and self.entities.get(match[1]) in self.context.hearers:
            return f"you{text[len(match[1]) :]}"
        match = _NAMED_ASKED.match(text)
        if match is not None and self.entities.get(match[2]) in self.context.hearers:
            verb = {"is": "are", "does": "do"}.get(match[1], match[1])
            return f"{verb} you{text[match.end() :]}"
        return text


_PATTERNS: Final = patterns("clauses")
_NAMED_SUBJECT: Final = _PATTERNS["NAMED_SUBJECT"]
_ENABLED: Final = re.compile(
    r"(?:so )?(?:that )?(?:you|i|we) (?:should|will|would|could|might|may)(?: \w+)? be (?:able|free|in a position) to "
)
"""What comes of an order for somebody, which nobody is asked to do."""

_FEELING: Final = re.compile(r"(?:happy|glad|sad|pleased|thrilled|delighted|sorry|mad|relieved)$")
_TOO: Final = re.compile(
    r" (?:or not|or no|or something|or what|too|as well|also|then|though|please|instead|again|soon|here)$"
)
_NAMED_ASKED: Final = _PATTERNS["NAMED_ASKED"]
_FILLERS: Final = _PATTERNS["FILLERS"]
_GIVEN: Final = re.compile(r"^ *(?:as|because|since|cause|so|while|for)(?: that)? ")
_OWN_GIVEN: Final = re.compile(r"i (?:will|am|shall) (?:be )?(?:go~g to )?[a-z]+~[bg] .*[PU]\d")
"""An order of the speaker's own that is told as the reason for what is asked."""

_BIDS: Final = re.compile(r"(?:then |also |please |maybe )*(?:use|support|convoy|hold)(?:~b)? .*[PU]\d")
"""How one more order begins, however it goes on."""

_NAMED_AIM: Final = re.compile(r" to .*(?<!\S)(?:W\d+|him|her|them)(?!\S)")
_LIMITS: Final = _PATTERNS["LIMITS"]
_BECAUSE: Final = (" because ", " since ", " cause ")
_EXCEPT: Final = re.compile(r"(?:^| )(?:unless|only|but|except|until|instead|, if)(?= |$)")
"""What limits a deal after the reason for it; an `if` in a reason belongs to the reason."""


_FOR_YOU: Final = _PATTERNS["FOR_YOU"]


def _offered(found: list[Reading], text: str) -> list[Reading]:
    """Readings of a clause: what is done for the hearer's sake or only if it likes is offered, not just told."""
    if _FOR_YOU.search(text) is None:
        return found
    return [tuple(soft(_promised(part)) for part in reading) for reading in found]


def _promised(part: Part) -> Part:
    """What one would like to do oneself, as a promise; any other part as it is."""
    if not isinstance(part, Said) or not isinstance(part.utterance, Inform):
        return part
    said, speaker = part.utterance.content, part.utterance.speaker
    if not isinstance(said, Desire) or said.agent != speaker or not isinstance(said.content, Do | Ent):
        return part
    return Promise(as_power(speaker), said.content, said.time)


def _without_fillers(text: str) -> str:
    return _FILLERS.sub("", text).strip()
