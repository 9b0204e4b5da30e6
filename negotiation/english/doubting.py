"""What was read word by word and is yet not surely meant: such a sentence is asked about, not claimed.

What kinds of sentences these are depends on what was read in them: `I would move P1 to P2` is advice, `I would stay
out of P1` an offer. `phrases/doubts.txt` says it by kind.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Cvy, Dmz, Drw, Ent, Hlp, Pce, Scd, Sup
from negotiation.english.context import Context
from negotiation.english.crossing import crossed
from negotiation.grounding.parts import Common, Found, Part, Promise, Reading, Said, only_hostile, shared_out
from negotiation.levels import subterms
from negotiation.terms import Desire, Do, Inform, Reject
from negotiation.words.phrasebook import patterns

__all__ = ["asked_about", "doubted"]

_PATTERNS: Final = patterns("doubts")
_SHARES: Final = re.compile(r"(?:and |, |plus )*(?:the )?[WJ]\d+(?: \S+){0,3}")
"""What may be one share more, though what somebody gets was not recognised."""

_MORE: Final = re.compile(
    r"(?:(?:and|,|then|plus|also|-|afterwards|after that) )*"
    r"(?:(?:i|you|we) (?:(?:will|can|could|should|then|also|both) )*)?"
    r"(?!go~b home|(?:move|go)~b (?:forwards?|on|ahead|from (?:here|there))(?: |$)|take~b it from)"
    r"(?:build|disband|retreat|remove|move|support|hold|convoy|attack|take|go|bounce|leave|give|cover)~b"
    r"(?= |$)"
)
"""What may be one order more."""


def doubted(text: str, question: bool, found: Found, left_out: Sequence[str], context: Context) -> bool:
    """Whether a sentence may well mean something else, or more. left_out: its parts that were not read, as tokens."""
    kinds = {kind for reading in found.alternatives for kind in _kinds(reading, context)}
    for kind in kinds:
        asked = _PATTERNS.get(f"{kind} ?") if question else None
        told = _PATTERNS.get(kind)
        if any(pattern is not None and pattern.search(text) is not None for pattern in (asked, told)):
            return True
    if ("news" in kinds and left_out) or any(_MORE.match(one) is not None for one in left_out):
        return True
    return "share" in kinds and any(_SHARES.fullmatch(one) is not None for one in left_out)


def asked_about(found: Found, text: str, question: bool, left_out: Sequence[str], context: Context) -> Found:
    """A sentence as it was read, not sure where it may mean something else."""
    crossing = found.alternatives and not found.answers and not question
    ways = [crossed(one, context.open_deals, context.speaker) for one in found.alternatives] if crossing else []
    refused = ways[0] if all(ways) and ways else []
    if refused:
        said = [(Said(Reject(context.speaker, context.hearers, deal)),) for deal in refused]
        return replace(found, alternatives=[*said, *found.alternatives], sure=False)
    return replace(found, sure=not doubted(text, question, found, left_out, context))


def _kinds(reading: Reading, context: Context) -> Iterator[str]:
    """What a reading is about, in the words of `phrases/doubts.txt`."""
    if not all(isinstance(part, Said) for part in reading):
        yield "deal"
    if reading and only_hostile(reading):
        yield "war"
    if reading and all(_yours(part, context.speaker) for part in reading):
        yield "yours"
    present = {context.speaker, *context.hearers}
    for part in reading:
        if shared_out(part):
            yield "share"
        if _ordered(part):
            yield "order"
        if isinstance(part, Promise) and part.agent == context.speaker and isinstance(part.content, Dmz):
            yield "zone"
        if (
            isinstance(part, Common)
            and not {one.power for one in subterms(part.content) if isinstance(one, Scd)} <= present
        ):
            yield "third"
        if isinstance(part, Common) and isinstance(part.content, Aly | Pce | Drw):
            yield "pact"
        if isinstance(part, Said) and isinstance(part.utterance, Inform):
            yield "wish" if isinstance(part.utterance.content, Desire) else "news"


def _ordered(part: Part) -> bool:
    return isinstance(part, Promise) and any(isinstance(term, Do | Ent | Hlp) for term in subterms(part.content))


def _yours(part: Part, me: Power) -> bool:
    """Whether only the others do something in it, for themselves."""
    terms = [] if isinstance(part, Said) else list(subterms(part.content))
    if isinstance(part, Common):
        return shared_out(part) and all(one.power != me for one in terms if isinstance(one, Scd))
    if not isinstance(part, Promise) or part.agent == me or not _ordered(part):
        return False
    actions = [one.action for one in terms if isinstance(one, Do)]
    helped = {one.helped for one in terms if isinstance(one, Hlp)}
    helped |= {one.action.unit.power for one in actions if isinstance(one, Sup)}
    helped |= {one.army.power for one in actions if isinstance(one, Cvy)}
    return me not in helped
