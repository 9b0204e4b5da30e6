"""HANA's talk about third powers: warnings, and questions about fears.

Sparingly, and the more gladly the chattier it is; those whose strategy goes by information ask more often. What others
promised it is not passed on.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.batch import decode_order
from adjudication.encoding import MOVE, VERB
from adjudication.powers import POWERS, Power
from bots.hana.judge.deals import target_of
from bots.hana.judge.strategy import strategy_of
from bots.hana.talk.situation import Situation
from negotiation.compliance import State
from negotiation.diplomacy import Opn, action_of
from negotiation.terms import Belief, Do, Inform, Not, Query, Utterance

__all__ = ["accusations", "gossip"]

_AT_ONCE: Final = 3
"""Accusations in a phase."""
_CHANCE: Final = 0.4
"""Chance that the chattiest character gossips when a phase opens."""
_LIKELY: Final = 0.5
"""The degree above which an attack is worth a warning."""
_OPEN: Final = 0.2
"""The degree from which one would like to know."""


def accusations(situation: Situation) -> Sequence[Utterance]:
    """Of who broke its word to it in the last year, to everybody else it negotiates with: that it is not to be trusted;
    to each once in a game, and to a few in a phase."""
    view, me = situation.view, situation.view.power
    before = [past.position.phase for past in view.history if past.position.phase.kind == "M"][-2:]
    traitors = dict.fromkeys(
        line.agent for line in view.ledger if line.state is State.BROKEN and line.agent != me and line.judged in before
    )
    said = [
        Inform(me, (partner,), Belief(me, Not(Opn(traitor, "trusted"))))
        for traitor in traitors
        for partner in situation.partners
        if partner != traitor and situation.attitude(partner).talks
    ]
    told = {each.utterance for each in view.talk if each.utterance.speaker == me}
    return [each for each in said if each not in told][:_AT_ONCE]


def gossip(situation: Situation, said: list[Utterance]) -> list[Utterance]:
    """One warning or one question to a friend to whom nothing was said just now; mostly nothing."""
    luck = situation.rng.random()
    chatty = luck < _CHANCE * situation.personality.chattiness
    strategy = strategy_of(situation.personality.strategy)
    curious = luck < _CHANCE * (situation.personality.chattiness + strategy.weight("information", 1.0))
    if not curious:
        return []
    spoken_to = {hearer for utterance in said for hearer in utterance.hearers}
    friends = [power for power in situation.friends if power in situation.partners and power not in spoken_to]
    for friend in friends:
        for utterance in (*(_warnings(situation, friend) if chatty else ()), *_questions(situation, friend)):
            return [utterance]
    return []


def _warnings(situation: Situation, friend: Power) -> Iterator[Utterance]:
    """Likely orders against the friend."""
    me = situation.view.power
    for degree, power, code in _attacks_on(situation, friend):
        if degree > _LIKELY:
            yield Inform(me, (friend,), Belief(me, _order(situation, power, code)))


def _questions(situation: Situation, friend: Power) -> Iterator[Utterance]:
    """Possible orders against me, by a power near the friend."""
    me = situation.view.power
    for degree, power, code in _attacks_on(situation, me):
        if _OPEN <= degree <= _LIKELY and power != friend and situation.reach(power) & situation.reach(friend):
            yield Query(me, (friend,), _order(situation, power, code))


def _attacks_on(situation: Situation, victim: Power) -> list[tuple[float, Power, int]]:
    """Moves of third powers into the victim's centers: degree, power and order, the likeliest first."""
    view, phase, beliefs = situation.view, situation.analysis.phase, situation.analysis.beliefs
    centers = set(view.position.centers_of(victim))
    found = [
        (degree, power, code)
        for power in POWERS
        if power not in {victim, view.power}
        for column in map(int, phase.columns_of(power))
        for degree, code in zip(beliefs.of_group(column).tolist(), phase.legal.of(column).tolist(), strict=True)
        if degree >= _OPEN and code & VERB == MOVE and target_of(code) in centers
    ]
    return sorted(found, reverse=True)


def _order(situation: Situation, power: Power, code: int) -> Do:
    return Do(action_of(power, decode_order(code), situation.view.position))
