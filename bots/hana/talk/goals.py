"""Centers HANA says it is after."""

from adjudication.batch.encoding import MOVE, VERB
from adjudication.board import STANDARD, Province
from adjudication.powers import Power
from bots.hana.judge.deals import target_of
from bots.hana.judge.reach import next_to
from bots.hana.talk.knowing import is_frank
from bots.hana.talk.situation import Situation
from negotiation.terms import Desire

__all__ = ["centers_wished"]


def centers_wished(situation: Situation, partner: Power) -> list[Desire]:
    """Centers it wants within two turns, unowned ones first.

    None of the partner's or a friend's. First those it goes to, where it tells its plans; last those near the partner.
    """
    me, centers = situation.view.power, situation.view.position.centers
    reach, theirs = situation.reach(me), situation.reach(partner)
    goals: set[Province] = set()
    if situation.moving and is_frank(situation, partner):
        orders = situation.thoughts.outlook(situation.deals, situation.attitudes).orders.values()
        goals = {target_of(code) for code in orders if code & VERB == MOVE}
    theirs = theirs.union(*map(next_to, theirs))

    def wanted(near: frozenset[Province]) -> list[Desire]:
        return [
            Desire(me, center)
            for center in sorted(
                near & set(STANDARD.centers),
                key=lambda each: (each not in goals, each in centers, each in theirs, each),
            )
            if centers.get(center) not in (me, partner)
            and center not in STANDARD.homes[partner]
            and centers.get(center) not in situation.friends
        ]

    return wanted(reach) or wanted(reach.union(*map(next_to, reach)))
