"""What an answer or a pointing word may be meant for, as far as it can be known from what was said."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Bld, Cvy, Dmz, Ent, Hlp, Mto, Scd, Sup, Unit, actor_of
from negotiation.english.remarks import Remark
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Agree,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Formula,
    Inform,
    Propose,
    Query,
    Reject,
    Utterance,
)

__all__ = ["absent", "lately", "meant", "serves", "supposed", "topics", "turns_since"]


def topics(remarks: Iterable[Remark], present: Collection[Power]) -> tuple[str | None, Power | None, frozenset[str]]:
    """The place and the third power spoken of last; and which of them, `place` or `third`, only words name."""
    place: str | None = None
    third: Power | None = None
    hinted: set[str] = set()
    for remark in remarks:
        said = (*remark.said, *remark.likely[:1])
        about = next((found for one in reversed(said) if (found := _place(one))), None)
        whom = next((found for one in reversed(said) if (found := _third(one, present))), None)
        places, powers = (remark.heard.places, remark.heard.powers) if remark.heard else ((), ())
        absent = [one for one in powers if one not in present]
        if about is not None:
            place, hinted = about, hinted - {"place"}
        elif places:
            place, hinted = places[-1], hinted | {"place"}
        if whom is not None:
            third, hinted = whom, hinted - {"third"}
        elif absent and absent[-1] != third:
            third, hinted = absent[-1], hinted | {"third"}
    return place, third, frozenset(hinted)


def meant(remarks: Iterable[Remark], others: Sequence[Power]) -> tuple[tuple[Deal, ...], bool, tuple[Deal, ...]]:
    """What a yes to the others may be meant for besides the open deal, the likeliest first; whether it may well be;
    and what of it are earlier proposals.

    That are earlier proposals nobody answered and, of what was only heard, plans, second readings, and what was just
    agreed: who writes line by line says yes more than once.
    """
    found = _Meant(others)
    for remark in remarks:
        found.take(remark)
    return tuple(dict.fromkeys(found.deals))[:_MAX_PERHAPS], found.doubtful, tuple(dict.fromkeys(found.unanswered))


def supposed(remarks: Sequence[Remark], speaker: Power, others: Sequence[Power]) -> tuple[Deal, ...]:
    """What a plain yes may be meant for after typed words that were not understood, the likeliest first: an alliance
    against whom the words name, or what was spoken of before."""
    if not remarks or remarks[-1].heard is None:
        return ()
    named: list[Power] = []
    turn = False
    for remark in reversed(remarks):
        if turn and remark.speaker not in others:
            break
        turn = turn or remark.speaker in others
        named += remark.heard.powers if remark.heard is not None and turn else ()
    third = [power for power in dict.fromkeys(named) if power not in (speaker, *others)]
    both = tuple(sorted((speaker, *others[:1])))
    allied = [Agree(both, Aly(both, (power,))) for power in third] if len(third) == 1 else []
    spoken = [deal for remark in reversed(remarks) for deal in remark.deals]
    return tuple(dict.fromkeys((*allied, *spoken)))[:_MAX_SUPPOSED]


def lately(remarks: Sequence[Remark]) -> tuple[tuple[tuple[Formula, ...], tuple[str, ...]], ...]:
    """What was spoken of, remark by remark, the last first: orders, help, zones, centers and alliances that were
    understood, and the provinces that words name."""
    found = []
    for remark in reversed(remarks[-_LATELY:]):
        terms = (term for said in (*reversed(remark.said), *remark.likely) for term in subterms(said))
        others = (term for deal in (remark.heard.others if remark.heard else ()) for term in subterms(deal))
        known = (term for term in (*terms, *others) if isinstance(term, Do | Ent | Hlp | Aly | Dmz | Scd))
        places = remark.heard.places[::-1] if remark.heard is not None else ()
        found.append((tuple(dict.fromkeys(known)), tuple(dict.fromkeys(places))))
    return tuple(found)


def absent(remarks: Sequence[Remark], present: Collection[Power]) -> tuple[Power, ...]:
    """The powers not among those present that were spoken of lately, the last one first."""
    found: dict[Power, None] = {}
    for remark in reversed(remarks[-_LATELY:]):
        named = remark.heard.powers[::-1] if remark.heard is not None else ()
        pacts = (term for said in (*remark.said, *remark.likely) for term in subterms(said) if isinstance(term, Aly))
        found.update(dict.fromkeys((*named, *(as_power(power) for pact in pacts for power in pact.against))))
    return tuple(power for power in found if power not in present)


def turns_since(remarks: Sequence[Remark], speaker: Power) -> list[int]:
    """For every remark how often the speaker has had the word since, the turn that is going on included."""
    turns: list[int] = []
    since, last = 0, ""
    for remark in reversed(remarks):
        since += remark.speaker == speaker and last != speaker
        last = remark.speaker
        turns.append(since)
    return turns[::-1]


@dataclass(slots=True)
class _Meant:
    """What a yes may be meant for, while a dialogue is gone through.

    latest: the readings of the others' last proposal. pressed: it is theirs, and nobody answered it. left: the one who
    is asked spoke of something else since. proposer: whose the last proposal is.
    """

    others: Sequence[Power]
    deals: list[Deal] = field(default_factory=list)
    unanswered: list[Deal] = field(default_factory=list)
    latest: tuple[Deal, ...] = ()
    doubtful: bool = False
    pressed: bool = False
    left: bool = False
    proposer: str | None = None

    def take(self, remark: Remark) -> None:
        theirs, heard = remark.speaker in self.others, remark.heard
        if theirs and heard is not None:
            self.deals = [*heard.others, *self.deals]
            self.doubtful = (
                self.doubtful or heard.told or heard.asked or remark.speaker != (self.proposer or remark.speaker)
            )
        for ways in remark.readings:
            deals = tuple(one.deal for one in ways if isinstance(one, Propose))
            if deals:
                self._propose(deals, remark, len(ways) > 1)
            if isinstance(ways[0], Accept | Reject):
                self._answer(ways[0], heard is not None, ways is remark.likely)
            elif heard is not None and theirs and isinstance(ways[0], Inform | Query):
                self._tell(ways[0])
        self.pressed = self.pressed and theirs
        self.left = bool(self.latest) and (self.left or not theirs)
        self.doubtful = self.doubtful or (self.left and theirs and heard is not None)

    def _propose(self, deals: tuple[Deal, ...], remark: Remark, unclear: bool) -> None:
        theirs, heard, before = remark.speaker in self.others, remark.heard, self.latest
        self.deals, self.unanswered = [*self.latest, *self.deals], [*self.latest, *self.unanswered]
        self.latest = deals if theirs else ()
        again = len(deals) == 1 and deals == before
        self.doubtful = (self.pressed and not again) or unclear or (heard is not None and not remark.said)
        self.pressed, self.left, self.proposer = theirs, False, remark.speaker

    def _answer(self, said: Accept | Reject, heard: bool, guessed: bool) -> None:
        agreed = [said.deal] if isinstance(said, Accept) and heard else []
        if heard and guessed:
            self.deals, self.latest = [*agreed, *self.latest, *self.deals], ()
        else:
            left = [deal for deal in (*self.latest, *self.deals) if deal != said.deal]
            self.deals, self.latest = [*agreed, *left], ()
            self.unanswered = [deal for deal in self.unanswered if deal != said.deal]

    def _tell(self, said: Inform | Query) -> None:
        if isinstance(said, Query):
            asked = said.content
            helping = isinstance(asked, Desire) and serves(asked.content, said.speaker)
            if isinstance(asked, Desire) and helping:
                self.deals = [Commits((Commit(asked.agent, (said.speaker,), asked.content),)), *self.deals]
            self.doubtful = True
        elif isinstance(said.content, Commits):
            self.deals, self.doubtful = [said.content, *self.deals], True


def serves(content: Formula, power: str) -> bool:
    """Whether doing this supports a unit of the power."""
    action = content.action if isinstance(content, Do) else content
    helped = action.helped if isinstance(action, Hlp) else action.action.unit.power if isinstance(action, Sup) else None
    return helped == power


_LATELY: Final = 6
"""How many remarks are looked at for what is meant."""

_MAX_SUPPOSED: Final = 2
_MAX_PERHAPS: Final = 4
"""How many deals an answer may be meant for that are not surely open."""


def _third(utterance: Utterance, present: Collection[Power]) -> Power | None:
    for term in subterms(utterance):
        content = getattr(term, "content", None)
        if isinstance(content, Aly) and content.against:
            return content.against[0]
    for term in subterms(utterance):
        agents = [term.agent] if isinstance(term, Desire) else [actor_of(term.action)] if isinstance(term, Do) else []
        for agent in agents:
            if agent not in present:
                return as_power(agent)
    return None


def _place(utterance: Utterance) -> str | None:
    """The province an utterance was about: the last place something goes to."""
    found: str | None = None
    for term in subterms(utterance):
        if isinstance(term, Do):
            action = term.action
            if isinstance(action, Mto):
                found = action.region.province
            elif isinstance(action, Sup):
                found = action.action.region.province if isinstance(action.action, Mto) else _stands(action.action.unit)
            elif isinstance(action, Cvy):
                found = action.region.province
            elif isinstance(action, Bld):
                found = _stands(action.unit)
        elif isinstance(term, Dmz):
            found = term.provinces[0]
        elif isinstance(term, Scd):
            found = term.centers[0]
        elif isinstance(term, Ent | Hlp):
            found = term.province
        elif isinstance(term, Desire) and isinstance(term.content, str):
            found = term.content
    return found


def _stands(unit: Unit) -> str:
    return unit.region.province
