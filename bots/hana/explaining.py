"""Reasons: for people in the journal, a sentence; in talk, what it fears from the other or means to do itself."""

from typing import Final

from adjudication.batch import decode_order
from adjudication.batch.encoding import MOVE, VERB
from adjudication.powers import POWER_NAMES, Power
from bots.hana.negotiation.deals import target_of
from bots.hana.situation import Situation, Verdict
from negotiation.diplomacy import action_of
from negotiation.terms import Belief, Desire, Do, Formula

__all__ = ["because", "reason_for"]

_FEARED: Final = 0.15
"""The degree from which an attack is given as a reason."""


def because(verdict: Verdict, partner: Power) -> str:
    """Why a deal was agreed to, proposed or refused."""
    gains = f"It brings me {verdict.gain:+.2f} centers and {POWER_NAMES[partner]} {verdict.theirs:+.2f}"
    compared = "above" if verdict.is_good else "not above"
    return f"{gains}; that is worth {verdict.value:.2f}, {compared} the {verdict.level:.2f} I aim for now."


def reason_for(situation: Situation, partner: Power) -> Formula | None:
    """What stands between it and the partner: their likeliest move against it, else a move of its own into what is
    theirs or wanted by both. None when there is nothing of the kind."""
    view, me = situation.view, situation.view.power
    if not situation.moving:
        return None
    phase, beliefs = situation.thoughts.phase, situation.thoughts.beliefs
    mine = set(view.position.centers_of(me)) | {unit.province for unit in view.position.units_of(me)}
    feared: tuple[float, int] = 0.0, 0
    for column in map(int, phase.columns_of(partner)):
        for degree, code in zip(beliefs.of_group(column).tolist(), phase.legal.of(column).tolist(), strict=True):
            if code & VERB == MOVE and target_of(code) in mine and degree > max(feared[0], _FEARED):
                feared = degree, code
    if feared[1]:
        return Belief(me, Do(action_of(partner, decode_order(feared[1]), view.position)))
    theirs = set(view.position.centers_of(partner))
    plan = situation.thoughts.outlook(situation.deals, situation.attitudes, situation.thoughts.strength.reply).orders
    for code in plan.values():
        if code & VERB == MOVE and target_of(code) not in theirs and target_of(code) in situation.reach(partner):
            return Desire(me, Do(action_of(me, decode_order(code), view.position)))
    return None
