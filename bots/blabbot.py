"""BlabBot: peace with everybody who will have it, and DumbBot's orders with friends left mostly alone.

The idea is John Newbury's (DAIDE, 2003), as Webb et al. (2008), section 2.3.3, tell it: it offers peace to all; the
centers of those who accept weigh a lot less, and their units frighten it no more. It never thinks
ill of a friend again, whatever the friend does. At peace with all who are left it proposes a draw or, by its other
policy, forgets all friendship and plays like DumbBot.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal

from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.agent import Decision, Memory
from bots.dumbbot import orders_by
from bots.talker import Talk
from bots.values import dumbbot_values
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import Aly, Drw, Pce
from negotiation.terms import Accept, Agree, Deal, Propose, Reject, Utterance, group

__all__ = ["BlabBot", "others_alive"]


@dataclass(frozen=True, slots=True)
class BlabBot:
    """Its memory is `{"friends": [...]}`: powers it once made peace or an alliance with.

    at_peace: its policy when all others are friends: `draw` or `war`.
    """

    at_peace: Literal["draw", "war"] = "draw"

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """DumbBot's orders, by values in which friends count for little."""
        friends = _friends(view, memory)
        at_war = self.at_peace == "war" and set(others_alive(view.position, view.power)) <= friends
        values = dumbbot_values(view.position, view.power, frozenset() if at_war else friends)
        return Decision(orders_by(values, view, rng), {"friends": sorted(friends)})

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Every spring: peace to each who is no friend yet or, with nobody left to ask, a draw to all."""
        friends = _friends(view, memory)
        if view.position.phase.season != "S" or view.position.phase.kind != "M":
            return Talk(memory=memory)
        others = others_alive(view.position, view.power)
        strangers = [other for other in others if other not in friends]
        said: list[Utterance] = [
            Propose(view.power, (other,), Agree(group((view.power, other)), Pce((view.power, other))))
            for other in strangers
        ]
        if others and not strangers and self.at_peace == "draw":
            said.append(Propose(view.power, others, Agree(group((view.power, *others)), Drw())))
        return Talk(tuple(said), {"friends": sorted(friends)})

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Yes to peace, to alliances that are not against a friend, and to a draw among friends; no to the rest."""
        friends = _friends(view, memory)
        after = {"friends": sorted(friends)}
        heard = message.utterance
        if not isinstance(heard, Propose) or view.power not in heard.hearers:
            return Talk(memory=after)
        warlike = self.at_peace == "war" and isinstance(getattr(heard.deal, "content", None), Drw)
        answer = Accept if _welcome(heard.deal, view, friends) and not warlike else Reject
        # To all who heard the proposal, so that everybody knows how it stands.
        hearers = group({heard.speaker, *heard.hearers} - {view.power})
        return Talk((answer(view.power, hearers, heard.deal),), after)


def others_alive(position: Position, power: Power) -> tuple[Power, ...]:
    """The other powers with a unit or a center, in alphabetical order."""
    alive = {unit.power for unit in position.units} | set(position.centers.values())
    return tuple(other for other in POWERS if other in alive and other != power)


def _friends(view: SeatView, memory: Memory) -> frozenset[Power]:
    made = {other for agreement in view.agreements for other in _allied(agreement, view.power)}
    return frozenset({*memory.get("friends", ()), *made})


def _allied(agreement: Agreement, power: Power) -> Iterable[Power]:
    deal = agreement.deal
    if isinstance(deal, Agree) and isinstance(deal.content, Pce | Aly) and power in deal.content.powers:
        return (other for other in deal.content.powers if other != power)
    return ()


def _welcome(deal: Deal, view: SeatView, friends: frozenset[Power]) -> bool:
    if not isinstance(deal, Agree):
        return False
    match deal.content:
        case Pce():
            return view.power in deal.content.powers
        case Aly():
            return view.power in deal.content.powers and not friends & set(deal.content.against)
        case Drw():
            return set(others_alive(view.position, view.power)) <= friends
        case _:
            return False
