"""RandomNegotiator of Fabregues (2012), section 6.4 and annex: peace and alliances by the toss of a coin.

Only its talk is random: its orders are those of another bot, and it never thinks of what it agreed to.
"""

from dataclasses import dataclass, field
from random import Random

from bots.agent import Agent, Decision, Memory
from bots.blabbot import others_alive
from bots.dumbbot import DumbBot
from bots.talker import Talk
from bots.view import Said, SeatView
from negotiation.diplomacy import Aly, Offer, Pce
from negotiation.terms import Accept, Agree, Propose, Reject, group

__all__ = ["RandomNegotiator"]


@dataclass(frozen=True, slots=True)
class RandomNegotiator:
    """One coin decides whether to propose, others whom and what; one whether to accept.

    player: gives the orders.
    """

    player: Agent = field(default_factory=DumbBot)

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """The player's orders."""
        return self.player.decide(view, memory, rng, seconds)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """At every new turn a coin: nothing, or one proposal of peace or of an alliance to somebody."""
        others = others_alive(view.position, view.power)
        if view.position.phase.kind != "M" or not others or rng.random() < 0.5:
            return Talk(memory=memory)
        partner = rng.choice(others)
        pair = group((view.power, partner))
        enemies = [other for other in others if other != partner]
        offer: Offer = Pce((view.power, partner))
        if enemies and rng.random() < 0.5:
            offer = Aly((view.power, partner), (rng.choice(enemies),))
        return Talk((Propose(view.power, (partner,), Agree(pair, offer)),), memory)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """A coin for every proposal; to anything else it says nothing."""
        heard = message.utterance
        if not isinstance(heard, Propose) or view.power not in heard.hearers:
            return Talk(memory=memory)
        answer = Accept if rng.random() < 0.5 else Reject
        hearers = group({heard.speaker, *heard.hearers} - {view.power})
        return Talk((answer(view.power, hearers, heard.deal),), memory)
