"""State of a conversation: a fold over what two powers said.

Open questions of both sides, names last mentioned, what was refused and why. The same words give the same state.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from typing import Any, Final, TypeAlias

from adjudication.board import STANDARD
from adjudication.powers import POWERS, Power
from bots.hana.judge.proposals import contents_of
from negotiation.diplomacy import Region, Tpc, Unit
from negotiation.terms import (
    Accept,
    Answer,
    Courtesy,
    Deal,
    Formula,
    Inform,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
)

__all__ = ["Dialogue", "Refusal", "dialogue_of", "keeps_back", "leaves_open", "names_in", "with_name"]

_MOST: Final = 12
"""Names that are kept."""
_UNSETTLED: Final = frozenset({Manner.EVADE, Manner.WAIT, Manner.PUZZLED, Manner.HERE, Manner.GREET, Manner.CHAT})
"""Courtesies that leave a question open."""
Asked: TypeAlias = Query | Propose


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused deal.

    by: who refused it; reason: what was said right after it, None without.
    """

    by: Power
    deal: Deal
    reason: Inform | Answer | Courtesy | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """State of the talk of `me` with `partner`.

    owed: questions of the partner without an answer, the oldest first. evaded: it said that it does not tell something.
    awaited: its own questions. asked: the partner's last question or proposal, answered or not. answer: what was said
    to it. mentions: provinces and powers, the last one first. listed: those in its own last message. refusals: the
    oldest first.
    """

    me: Power
    partner: Power
    owed: tuple[Query, ...] = ()
    evaded: bool = False
    awaited: tuple[Query, ...] = ()
    asked: Asked | None = None
    answer: Utterance | None = None
    mentions: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    def after(self, said: Utterance) -> "Dialogue":
        """The state after one more utterance of the two."""
        names = tuple(dict.fromkeys(name for name in names_in(said) if name not in (self.me, self.partner)))
        mentions = tuple(dict.fromkeys((*names, *self.mentions)))[:_MOST]
        state = replace(self, mentions=mentions)
        return state._mine(said, names) if said.speaker == self.me else state._theirs(said)

    def _mine(self, said: Utterance, names: tuple[str, ...]) -> "Dialogue":
        state = replace(self, listed=names or self.listed)
        if isinstance(said, Query):
            return replace(state, awaited=(*self.awaited, said))
        if isinstance(said, Reject):
            return replace(state, refusals=(*self.refusals, Refusal(self.me, said.deal)), answer=said)
        if keeps_back(said):
            state = replace(state, evaded=True)
        if not isinstance(said, Propose | Withdraw):
            state = state._explained(said)
        if not leaves_open(said) and not isinstance(said, Withdraw):
            first = state.owed or state.answer is None
            answer = said if first or isinstance(said, Answer) else state.answer
            state = replace(state, owed=(), answer=answer)
        return state

    def _theirs(self, said: Utterance) -> "Dialogue":
        match said:
            case Query():
                return replace(self, owed=(*self.owed, said), asked=said, answer=None)
            case Propose():
                return replace(self, asked=said, answer=None, awaited=())
            case Reject():
                return replace(self, refusals=(*self.refusals, Refusal(self.partner, said.deal)), awaited=())
            case Courtesy():
                return self
            case _:
                return replace(self._explained(said), awaited=())

    def _explained(self, said: Utterance) -> "Dialogue":
        """Keep what follows a refusal as its reason."""
        if not self.refusals or not isinstance(said, Inform | Answer | Courtesy):
            return self
        *earlier, last = self.refusals
        if last.reason is not None or last.by != said.speaker or (isinstance(said, Courtesy) and said.about is None):
            return self
        return replace(self, refusals=(*earlier, replace(last, reason=said)))

    def refused(self, by: Power) -> Refusal | None:
        """The last refusal of one of the two."""
        return next((each for each in reversed(self.refusals) if each.by == by), None)


def leaves_open(said: Utterance) -> bool:
    """True if it answers no question: evasions, greetings, small talk."""
    return isinstance(said, Courtesy) and (said.manner in _UNSETTLED or keeps_back(said))


def keeps_back(said: Utterance) -> bool:
    """True if it says that it does not tell something."""
    about = said.about if isinstance(said, Courtesy) else None
    kept = isinstance(about, Tpc) and about.topic == "plansunit"
    return kept or (isinstance(said, Courtesy) and said.manner is Manner.EVADE)


def dialogue_of(me: Power, partner: Power, said: Iterable[Utterance]) -> Dialogue:
    """Fold what was said between the two, the oldest first."""
    return reduce(Dialogue.after, said, Dialogue(me, partner))


def names_in(term: object) -> Iterator[str]:
    """Provinces and powers in a term, in their order."""
    match term:
        case Region(province=province):
            yield province
        case Unit(region=region):
            yield region.province
        case Tpc(named=named):
            yield from named
        case Propose(deal=deal) | Accept(deal=deal) | Reject(deal=deal):
            for content in contents_of(deal):
                yield from names_in(content)
        case Inform(content=content) | Answer(content=content) | Query(content=content):
            yield from names_in(content)
        case Courtesy(about=about):
            yield from names_in(about)
        case str():
            if term in STANDARD.provinces or term in POWERS:
                yield term
        case tuple():
            for each in term:
                yield from names_in(each)
        case _ if is_dataclass(term):
            for field in fields(term):
                yield from names_in(getattr(term, field.name))
        case _:
            pass


def with_name(content: Formula, name: str, keep: Iterable[str]) -> Formula | None:
    """Content about another place or power; None without one to replace.

    keep: names that are not replaced, the two who talk.
    """
    place = name in STANDARD.provinces
    old = [each for each in names_in(content) if (each in STANDARD.provinces) is place and each not in set(keep)]
    if not old or name in old:
        return None
    return _replaced(content, old[-1], name)  # type: ignore[no-any-return]


def _replaced(term: Any, old: str, new: str) -> Any:
    """A copy with one name for another; units stay as they are."""
    match term:
        case str():
            return new if term == old else term
        case Region(province=province, type=kind):
            return replace(term, province=new, type=kind if kind == "amy" else "sea") if province == old else term
        case Unit():
            return term
        case tuple():
            found = tuple(_replaced(each, old, new) for each in term)
            return tuple(sorted(found)) if found != term and all(isinstance(each, str) for each in found) else found
        case _ if is_dataclass(term) and not isinstance(term, type):
            return replace(term, **{each.name: _replaced(getattr(term, each.name), old, new) for each in fields(term)})
        case _:
            return term
