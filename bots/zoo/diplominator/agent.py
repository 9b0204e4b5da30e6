"""Diplominator: DumbBot with friends, until it is large enough to stab.

Source: Webb et al. (2008), chapters 3 to 6. It offers peace to all. A friend's home centers are worth less to it
(absolute weights, 5.3.1); that friend's units and its centers elsewhere count as anybody's. Peace with a power whose
enemy factor exceeds a threshold is taken back. At 10 centers it ends all friendships within itself and values the
homes of its former friends higher; below 9 it gives that up and asks for peace again. Its loop (5.2) works off the
messages that came in, sends its own, waits, and gives orders when talk has died down. Here the game does that, and
the three functions the paper means to be replaced are `outgoing`, `incoming` and `orders`.

The paper leaves open, and here it is:

- The threshold, and how much homes are lowered and raised: the fields of `Diplominator`.
- Peace is offered to a power once a year, and at once by one that repents. Who never says a word is asked three
  times.
- While it stabs it offers no peace and agrees to none. It tells nobody that a friendship is over.
- An alliance is peace, unless it is against a friend. All else is rejected.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.powers import Power, as_power
from bots.agent import Agent, Decision, Memory
from bots.blabbot import others_alive
from bots.dumbbot import orders_by
from bots.talker import Talk
from bots.values import Values, dumbbot_values
from bots.view import Said, SeatView
from bots.zoo.diplominator.memory import Mind, recall
from negotiation.diplomacy import Aly, Pce
from negotiation.terms import Accept, Agree, Deal, Propose, Reject, Utterance, group

__all__ = ["Diplominator", "Mute", "offer_of_peace"]

PATIENCE: Final = 3
"""Offers of peace to a power that never said a word."""
_BEGIN: Final = (0, 0)


@dataclass(frozen=True)
class Diplominator:
    """Its memory is a `Mind`.

    threshold: the enemy factor above which a power is no friend. stab_at: centers with which it stabs its friends.
    repents_below: centers below which it stops. friend_percent, stab_percent: what the homes of friends, and of those
    it stabs, are worth.
    """

    threshold: float = 0.3
    stab_at: int = 10
    repents_below: int = 9
    friend_percent: int = 10
    stab_percent: int = 200

    # ── the three functions ──

    def outgoing(self, view: SeatView, mind: Mind, rng: Random, to: Collection[Power]) -> Iterable[Utterance]:
        """Offers of peace to these powers."""
        for other in to:
            relation, year = mind.powers[other], view.position.phase.year
            answers = relation.speaks or relation.offers < PATIENCE
            if answers and relation.asked != year and not relation.peace and self.wants_peace(mind, other):
                relation.asked, relation.offers = year, relation.offers + 1
                yield Propose(view.power, (other,), offer_of_peace(view.power, other))

    def incoming(self, view: SeatView, mind: Mind, heard: Propose) -> bool:
        """True to accept a peace or an alliance, with wanted friends only."""
        content = heard.deal.content if isinstance(heard.deal, Agree) else None
        if not isinstance(content, Pce | Aly) or view.power not in content.powers:
            return False
        others = set(content.powers) - {view.power}
        against = set(content.against) if isinstance(content, Aly) else set[Power]()
        if not others or not all(self.wants_peace(mind, other) for other in others):
            return False
        if against & (mind.friends | {view.power}):
            return False
        for other in others:  # no offer of the same on top
            mind.powers[other].asked = view.position.phase.year
        return True

    def orders(self, view: SeatView, mind: Mind, rng: Random) -> tuple[Order, ...]:
        """DumbBot's orders by its values."""
        return orders_by(self.values(view, mind), view, rng)

    # ── what the game asks ──

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide.

        Takes some milliseconds, whatever `seconds` allows.
        """
        mind = self.mind(view, memory)
        return Decision(self.orders(view, mind, rng), mind.as_memory())

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Send what is to be said."""
        mind = self.mind(view, memory)
        if view.position.phase.kind != "M":
            return Talk((), mind.as_memory())
        said = tuple(self.outgoing(view, mind, rng, others_alive(view.position, view.power)))
        return Talk(said, mind.as_memory())

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a proposal, then say more to its speaker."""
        mind = self.mind(view, memory)
        heard, said = message.utterance, list[Utterance]()
        if isinstance(heard, Propose) and view.power in heard.hearers:
            answer = Accept if self.incoming(view, mind, heard) else Reject
            # To all who heard the proposal, so that everybody knows how it stands.
            said.append(answer(view.power, group({heard.speaker, *heard.hearers} - {view.power}), heard.deal))
        if isinstance(heard, Propose | Accept | Reject) and view.position.phase.kind == "M":
            said += self.outgoing(view, mind, rng, (as_power(heard.speaker),))
        return Talk(tuple(said), mind.as_memory())

    # ── what it thinks of the others ──

    def mind(self, view: SeatView, memory: Memory) -> Mind:
        """Recall its mind, with all that happened since."""
        mind = recall(memory, view.power)
        mind.watch(view)
        phase = str(view.position.phase)
        for said in takewhile(lambda each: each.phase == view.position.phase, reversed(view.talk)):
            if said.utterance.speaker != view.power:
                mind.powers[as_power(said.utterance.speaker)].speaks = True
        self._make_peace(view, mind)
        for power in mind.friends:
            if mind.enemy_factor(power) > self.threshold:
                mind.powers[power].end(phase)
        centers = len(view.position.centers_of(view.power))
        if centers >= self.stab_at:
            mind.stabbing = True
            for power in mind.friends:
                mind.powers[power].stab = True
                mind.powers[power].end(phase)
        elif mind.stabbing and centers < self.repents_below:
            mind.stabbing = False
            for relation in mind.powers.values():
                relation.stab, relation.asked = False, 0
        return mind

    def wants_peace(self, mind: Mind, power: Power) -> bool:
        """True if it neither stabs nor fears the power."""
        return not mind.stabbing and mind.enemy_factor(power) <= self.threshold

    def values(self, view: SeatView, mind: Mind) -> Values:
        """DumbBot's values, with homes of friends lowered, of the stabbed raised."""
        percents: dict[Province, int] = {}
        for power in others_alive(view.position, view.power):
            relation = mind.powers[power]
            if relation.peace or relation.stab:
                percent = self.friend_percent if relation.peace else self.stab_percent
                percents |= dict.fromkeys(STANDARD.homes[power], percent)
        return dumbbot_values(view.position, view.power, percents=percents)

    def _make_peace(self, view: SeatView, mind: Mind) -> None:
        """Note peace that was made after it was last taken back."""
        for agreement in view.agreements:
            deal = agreement.deal
            if not isinstance(deal, Agree) or not isinstance(deal.content, Pce | Aly):
                continue
            if view.power not in deal.content.powers or mind.stabbing:
                continue
            for power in set(deal.content.powers) - {view.power}:
                relation = mind.powers[power]
                ended = parse_phase(relation.ended).sort_key if relation.ended else _BEGIN
                relation.peace = relation.peace or agreement.phase.sort_key > ended


@dataclass(frozen=True, slots=True)
class Mute:
    """The orders of a bot that talks, without its talk."""

    agent: Agent

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """The agent's orders."""
        return self.agent.decide(view, memory, rng, seconds)


def offer_of_peace(power: Power, other: Power) -> Deal:
    """Peace between two powers, in L."""
    pair = group((power, other))
    return Agree(pair, Pce((power, other)))
