"""This phase's conversations of a power, derived from the view.

Bots remember only what the view does not show: what they meant to say and could not, or have not said yet.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from adjudication.powers import Power, as_power
from bots.hana.judge.deals import DealOption
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.dialogue import Dialogue, dialogue_of
from bots.view import Agreement, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Floor, floor_of, given_promise
from negotiation.levels import FREE
from negotiation.parley import present
from negotiation.parser import parse
from negotiation.terms import Accept, Deal, Formula, Propose, Reject, Utterance, Withdraw

__all__ = ["MOST_ANSWERS", "Conversation", "deal_spoken_of", "deals_spoken_of", "ever_asked", "ever_spoke"]

MOST_ANSWERS: Final = 12
"""Most messages of a power to one other in a phase."""
_MOST_FREELY: Final = 40
"""Most messages in a phase of a game with plain text."""
_MOST_EXCHANGES: Final = 4
"""Proposals and answers to them between two powers, after which the time to negotiate is over."""
_MOST_REFUSALS: Final = 2
"""Refusals of one proposal before it is met with silence."""


@dataclass(frozen=True, eq=False)
class Conversation:
    """The talk of this phase between `view.power` and `partner`."""

    view: SeatView
    partner: Power

    @cached_property
    def said(self) -> tuple[Utterance, ...]:
        """Utterances between the two, oldest first, also before other hearers."""
        pair = {self.view.power, self.partner}
        return tuple(
            said for said in _lately(self.view) if said.speaker in pair and pair <= {said.speaker, *said.hearers}
        )

    @cached_property
    def _floor(self) -> Floor:
        return _floor(self.view)

    @cached_property
    def state(self) -> Dialogue:
        """Open questions, mentions and refusals of the two."""
        return dialogue_of(self.view.power, self.partner, self.said)

    @cached_property
    def mine(self) -> tuple[Utterance, ...]:
        """Utterances of the power itself."""
        return tuple(each for each in self.said if each.speaker == self.view.power)

    @cached_property
    def theirs(self) -> tuple[Utterance, ...]:
        """Utterances of the partner."""
        return tuple(each for each in self.said if each.speaker == self.partner)

    @cached_property
    def open_proposal(self) -> Propose | None:
        """The newest proposal on the table between the two."""
        found = [table.proposal for table in self._floor.tables if table.lies_between(self.view.power, self.partner)]
        return found[-1] if found else None

    @cached_property
    def on_table(self) -> tuple[Deal, ...]:
        """The deals on the table between the two."""
        return tuple(
            table.proposal.deal for table in self._floor.tables if table.lies_between(self.view.power, self.partner)
        )

    @property
    def may_propose(self) -> bool:
        """True if the power may propose something now.

        The protocol allows it, and nothing that only the two know is open: where a protocol allows several open
        proposals, one after the other is enough.
        """
        alone = self.open_proposal is None or len(self.open_proposal.hearers) > 1
        return alone and "propose" in self._floor.allowed(self.view.power, (self.partner,))

    @property
    def left(self) -> float:
        """Share of the time to negotiate left, counted in messages."""
        return self._left(0)

    @property
    def left_after_answer(self) -> float:
        """Share of the time left once the power has answered."""
        return self._left(1)

    def _left(self, more: int) -> float:
        deals = sum(isinstance(each, Propose | Reject | Withdraw) for each in self.said)
        return max(0.0, 1.0 - (deals + more + 1) / _MOST_EXCHANGES)

    @cached_property
    def proposed(self) -> Counter[Deal]:
        """The power's proposals, counted."""
        return Counter(each.deal for each in self.mine if isinstance(each, Propose))

    @property
    def offered(self) -> tuple[Formula, ...]:
        """Contents it proposed and nobody refused, newest first: still meant."""
        return tuple(
            content
            for deal in reversed(self.proposed)
            if not self.refused[deal] and deal not in self.refused_by_them
            for content in contents_of(deal)
        )

    @property
    def proposed_alone(self) -> int:
        """Number of deals proposed to the partner alone."""
        alone = {each.deal for each in self.mine if isinstance(each, Propose) and len(each.hearers) == 1}
        return len(alone)

    @cached_property
    def refused(self) -> Counter[Deal]:
        """Deals the power refused, counted."""
        return Counter(each.deal for each in self.mine if isinstance(each, Reject))

    @cached_property
    def refused_by_them(self) -> frozenset[Deal]:
        """Deals the partner refused this year, not to be repeated."""
        year = self.view.position.phase.year
        said = (each.utterance for each in takewhile(lambda each: each.phase.year == year, reversed(self.view.talk)))
        return frozenset(each.deal for each in said if isinstance(each, Reject) and each.speaker == self.partner)

    def is_haggling(self, deal: Deal) -> bool:
        """True if the partner repeats an often refused request."""
        return self.refused[deal] >= _MOST_REFUSALS

    @property
    def is_over(self) -> bool:
        """True if enough was said in this phase."""
        return len(self.mine) >= (_MOST_FREELY if self.view.level >= FREE else MOST_ANSWERS)

    def has_said(self, utterance: Utterance) -> bool:
        """True if the power already said exactly this."""
        return utterance in self.mine

    def since(self, heard: Utterance) -> tuple[Utterance, ...]:
        """Utterances after the last occurrence of one: they crossed with it."""
        after = tuple(takewhile(lambda each: each != heard, reversed(self.said)))
        return after[::-1] if heard in self.said else ()

    @property
    def has_told(self) -> bool:
        """True if the power already promised something unasked."""
        return any(given_promise(each) for each in self.mine)

    def was_said_before(self, utterance: Utterance) -> bool:
        """True if the partner repeats something other than a proposal.

        It was answered, or not, the first time.
        """
        return not isinstance(utterance, Propose) and self.theirs.count(utterance) > 1

    def is_new(self, offer: DealOption) -> bool:
        """True if neither proposed or refused the same, for any time."""
        same = set(contents_of(offer.deal))
        return all(set(contents_of(deal)) != same for deal in (*self.proposed, *self.refused, *self.refused_by_them))


def ever_spoke(view: SeatView) -> frozenset[Power]:
    """The other powers that said something in this game."""
    return frozenset(as_power(speaker) for speaker in {each.utterance.speaker for each in view.talk} - {view.power})


def ever_asked(view: SeatView) -> frozenset[Power]:
    """The powers to which this one said something in this game."""
    mine = (each.utterance for each in view.talk if each.utterance.speaker == view.power)
    return frozenset(as_power(hearer) for said in mine for hearer in said.hearers)


def deals_spoken_of(view: SeatView, said: Iterable[str]) -> list[Agreement]:
    """The deals that may come to be by what the power said in this phase: its proposals on the table, and what
    is not in the view yet. said: its utterances so far, in L."""
    phase, heard = view.position.phase, set(_lately(view))
    waiting = [each for text in said if (each := parse(text, DIPLOMACY)) not in heard]
    proposed = [table.proposal for table in _floor(view).tables if table.proposal.speaker == view.power]
    return [
        Agreement(phase, present(each), deal)
        for each in (*proposed, *waiting)
        if (deal := deal_spoken_of(each)) is not None
    ]


def deal_spoken_of(said: Utterance) -> Deal | None:
    """The deal that may come to be by an utterance."""
    return said.deal if isinstance(said, Propose | Accept) else given_promise(said)


def _lately(view: SeatView) -> list[Utterance]:
    """Utterances of this phase, oldest first."""
    phase = view.position.phase
    return [each.utterance for each in takewhile(lambda said: said.phase == phase, reversed(view.talk))][::-1]


def _floor(view: SeatView) -> Floor:
    """Open proposals of this phase that the power witnessed."""
    floor = floor_of(view.protocol)
    for utterance in _lately(view):
        try:
            floor, _ = floor.said(utterance)
        except ProtocolRefusedError:  # cannot be: it was said; but what was settled out of hearing may look so
            continue
    return floor
