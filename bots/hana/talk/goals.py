"""Centers HANA says it is after."""

from adjudication.board import STANDARD, Province
from adjudication.facts import next_to
from adjudication.powers import Power
from bots.hana.talk.situation import Situation
from bots.hana.talk.story import story_of
from negotiation.terms import Desire

__all__ = ["centers_wished"]


def centers_wished(situation: Situation, partner: Power) -> list[Desire]:
    """Centers it wants within two turns, unowned ones first.

    None of the partner's or a friend's. First those it goes to, where it tells its plans; last those near the partner.
    """
    me, centers = situation.view.power, situation.view.position.centers
    reach, theirs = situation.reach(me), situation.reach(partner)
    goals = story_of(situation, partner).goals
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

    return wanted(reach) or wanted(situation.reach_soon)
