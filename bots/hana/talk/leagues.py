"""Leagues: three against one, and who of them gets what.

Proposed when each of the three is expected to gain by it.

When one of those who were asked says no, the other is asked alone.
"""

from collections.abc import Iterator
from typing import Final

from adjudication.powers import Power
from bots.hana.foresee.winning import prospect_of, stoppers_of
from bots.hana.judge.board_state import BEYOND, relief
from bots.hana.judge.deals import DealOption, alliance, target_of
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import closeness
from bots.hana.talk.explaining import because
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import leader
from negotiation.diplomacy import Aly, Scd
from negotiation.terms import Agree, Deal, Reject, Utterance, both, group

__all__ = ["ask_the_other", "propose_league"]

_MEMBERS: Final = 2
"""Members of a league beside the proposer."""
_SHARE: Final = 2
"""Most centers of the enemy promised to one member."""
_TRUST: Final = 0.5
_COST: Final = 0.1
"""Centers that a share may cost a member who gains by the league."""


def propose_league(situation: Situation) -> list[Utterance]:
    """A league to two others, or the division of what is to be won by one there is; often nothing."""
    if not situation.free or not situation.moving:
        return []
    for offer in (*_divisions(situation), *_leagues(situation)):
        if _is_good_for_all(situation, offer):
            return situation.propose(offer, because(situation.judge(offer), offer.partner))
    return []


def ask_the_other(situation: Situation, heard: Reject) -> list[Utterance]:
    """After a no to a league of its own: the same to the other alone, where that is good."""
    me = situation.view.power
    pacts = [content for content in contents_of(heard.deal) if isinstance(content, Aly) and me in content.powers]
    for pact in pacts:
        for other in (power for power in pact.powers if power not in {me, heard.speaker}):
            talk = situation.talk_with(other)
            offer = alliance(me, other, pact.against[0])
            if talk.proposed[heard.deal] and talk.is_new(offer) and situation.would_propose(offer):
                return situation.propose(offer, "The third did not want to join us.")
    return []


def _leagues(situation: Situation) -> Iterator[DealOption]:
    """With two others against somebody too strong, or whom it means to attack: those who can do most about what who is
    about to win would take, and then those who are nearest to the enemy. While somebody is, there is no other enemy."""
    position, me = situation.view.position, situation.view.power
    winner = prospect_of(position).winner
    early = position.phase.year == 1901
    other = None if early or winner not in {None, me} else situation.target
    for enemy in dict.fromkeys((leader(situation), other)):
        if enemy is None or enemy in situation.friends:
            continue
        can = {power: _can_do(situation, power, enemy) for power in (me, *situation.partners)}
        if not any(can[me]):
            continue
        found = [power for power in can if any(can[power]) and power not in {me, enemy}]
        found = [power for power in found if situation.attitude(power).trust >= _TRUST]
        members = sorted(found, key=lambda power: can[power], reverse=True)[:_MEMBERS]
        if len(members) == _MEMBERS:
            agents = group((me, *members))
            deal = Agree(agents, Aly(agents, (enemy,)))  # type: ignore[arg-type]
            yield DealOption(me, members[0], deal, "alliance", among=tuple(members))


def _can_do(situation: Situation, power: Power, enemy: Power) -> tuple[float, float]:
    """Means against the enemy: resistance to it, and closeness."""
    position = situation.view.position
    return stoppers_of(position, enemy).get(power, 0.0), closeness(position, power, enemy)


def _divisions(situation: Situation) -> Iterator[DealOption]:
    """Divisions of a league's spoils: centers in reach, by turns."""
    me = situation.view.power
    for agreement in situation.deals:
        for pact in contents_of(agreement.deal):
            if not isinstance(pact, Aly) or len(pact.powers) <= _MEMBERS or me not in pact.powers or not pact.against:
                continue
            shares = _shares(situation, pact)
            members = tuple(power for power in pact.powers if power != me)
            if len(shares) > 1:
                parts = both(Scd(power, tuple(centers)) for power, centers in sorted(shares.items()))
                yield DealOption(me, members[0], Agree(agreement.powers, parts), "division", among=members)


def _shares(situation: Situation, pact: Aly) -> dict[Power, list[str]]:
    expectation = situation.analysis.expectation(
        situation.deals, situation.attitudes, situation.analysis.strength.reply
    )
    goals = {target_of(code) for code in expectation.orders.values()}
    shares: dict[Power, list[str]] = {}
    for center in sorted(situation.view.position.centers_of(pact.against[0]), key=lambda each: each not in goals):
        able = [power for power in pact.powers if center in situation.reach(power)]
        able = [power for power in able if len(shares.get(power, ())) < _SHARE]
        if able:
            mine = center in goals and situation.view.power in able
            taker = situation.view.power if mine else min(able, key=lambda power: len(shares.get(power, ())))
            shares.setdefault(taker, []).append(center)
    return shares


def _is_good_for_all(situation: Situation, offer: DealOption) -> bool:
    """True if a league's offer is new, sensible and profitable for all.

    A share of what a league wins may cost a little, and need not be better than what it aspires to.
    """
    talks = [situation.talk_with(power) for power in offer.among]
    if not all(talk.may_propose and not talk.is_over and talk.is_new(offer) for talk in talks):
        return False
    verdict, divides = situation.judge(offer), offer.kind == "division"
    if not (verdict.gain > 0 if divides else verdict.is_good) or any(situation.faults(offer)):
        return False
    return all(_gain(situation, offer, power) > (-_COST if divides else 0) for power in offer.among)


def _gain(situation: Situation, offer: DealOption, power: Power) -> float:
    """Gain of another member in centers: now, and beyond the phase."""
    position = situation.view.position
    after = (*situation.deals, offer.agreement(position.phase))
    enemies = _enemies(offer.deal)
    near = max((closeness(position, power, enemy) for enemy in enemies), default=1.0)
    lasting = BEYOND[offer.kind] * near + relief(offer, power, position)
    return situation.analysis.gain_of(power, situation.deals, after) + lasting


def _enemies(deal: Deal) -> set[Power]:
    return {enemy for content in contents_of(deal) if isinstance(content, Aly) for enemy in content.against}
