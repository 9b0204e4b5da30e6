"""The option generator (thesis, section 5.4): what a power could propose to a partner now.

Deals about orders are cut out of joint plans of all allies in reach; deals that last come from how the two stand to
each other and to third powers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.facts import next_to
from adjudication.powers import POWERS, Power
from bots.hana.attitude import Attitudes, attitude_to
from bots.hana.judge.board_state import SPAN, scaled
from bots.hana.judge.deals import DealOption, alliance, division, exchange, orders_deal, peace, target_of, zone
from bots.hana.judge.joint import JointPlan, fair_plan
from bots.hana.judge.phase_analysis import PhaseAnalysis
from bots.hana.judge.reach import closeness, reach_of
from bots.view import Agreement
from negotiation.diplomacy import Aly, Dmz, Pce, Scd
from negotiation.terms import Agree, And, Commits, Deal, Formula, group

__all__ = ["Options", "at_peace", "at_peace_with", "contents_of"]

_MOST_ALLIES: Final = 3
"""With so many others at most one joint plan is made."""
_DIVIDED: Final = 1902
"""The last year in which the unowned centers are divided."""


@dataclass(frozen=True, eq=False)
class Options:
    """Proposals open to `analysis.power` while these deals are in force.

    target: whom it means to attack, if anybody; there is no lasting deal with that one. effort: adjudications for each
    ally in the search for joint plans. caution: the trust that joint plans need, doubled. confidence: the least
    confidence in a joint plan now (definition 23). threshold: nu (5.4), what a joint plan must exceed as a measure;
    0: nothing.
    """

    analysis: PhaseAnalysis
    deals: tuple[Agreement, ...]
    attitudes: Attitudes
    target: Power | None
    effort: int
    caution: float = 0.0
    confidence: float = 0.0
    threshold: float = 0.0

    @property
    def me(self) -> Power:
        """The proposer."""
        return self.analysis.power

    def of(self, partner: Power) -> list[DealOption]:
        """Everything it could propose to a partner; that it is better than nothing is for others to say."""
        lasting = [] if partner == self.target else self._lasting(partner)
        return [*lasting, *self._orders(partner)]

    # ── deals about orders ────────────────────────────────────────────────────────────────────────

    @cached_property
    def allies(self) -> tuple[Power, ...]:
        """Those it is at peace with, can meet and trusts enough, nearest first."""
        near = {
            power: closeness(self.analysis.phase.position, self.me, power)
            for power in at_peace_with(self.me, self.deals)
        }
        held = {power: attitude_to(self.attitudes, power) for power in POWERS}
        found = [
            power
            for power in POWERS
            if near.get(power, 0.0) > 0 and held[power].talks and held[power].trust >= self.caution / 2
        ]
        return tuple(sorted(found, key=lambda power: -near[power])[:_MOST_ALLIES])

    @property
    def joint_plan(self) -> JointPlan | None:
        """The best joint plan of all allies; None when there is none better than what each would do alone."""
        held = tuple(sorted(self.attitudes.items()))
        return fair_plan(self.analysis, self.deals, held, self.allies, self.effort) if self.allies else None

    def _orders(self, partner: Power) -> list[DealOption]:
        if partner not in self.allies or self._has_exchange(partner):
            return []
        plan = self.joint_plan
        if plan is None or not self._is_ranked(plan):
            return []
        orders = exchange(self.analysis.phase, plan.orders, self.me, partner)
        brings = plan.gains[self.me], plan.gains[partner]
        offer = orders_deal(self.analysis.phase, self.me, partner, orders, brings)
        return [offer] if offer else []

    def _is_ranked(self, plan: JointPlan) -> bool:
        """True if a plan is one that options are cut from."""
        worth_it = not self.threshold or scaled(plan.gains[self.me] / SPAN) > self.threshold
        return worth_it and plan.confidence >= self.confidence

    def _has_exchange(self, partner: Power) -> bool:
        """True if the two have already agreed on orders for this phase."""
        return any(
            deal.phase == self.analysis.phase.position.phase
            and deal.powers == group((self.me, partner))
            and isinstance(deal.deal, Commits)
            and len(deal.deal.items) > 1
            for deal in self.deals
        )

    # ── deals that last ───────────────────────────────────────────────────────────────────────────

    def _lasting(self, partner: Power) -> list[DealOption]:
        if not at_peace(self.me, partner, self.deals):
            common = self.target is not None and self._reaches(partner, self.target)
            friends = at_peace_with(self.me, self.deals)
            against = self.target if common and self.target not in friends else None
            return [peace(self.me, partner), *([alliance(self.me, partner, against)] if against else [])]
        return [*self._zones(partner), *self._divisions(partner)]

    def _reaches(self, power: Power, other: Power) -> bool:
        position = self.analysis.phase.position
        return bool(
            reach_of(self.analysis.phase.position, power)
            & (reach_of(self.analysis.phase.position, other) | set(position.centers_of(other)))
        )

    def _zones(self, partner: Power) -> list[DealOption]:
        """An empty province without a center, between centers of the two."""
        position = self.analysis.phase.position
        if any(isinstance(content, Dmz) for content in self._agreed_with(partner)):
            return []
        shared = reach_of(self.analysis.phase.position, self.me) & reach_of(self.analysis.phase.position, partner)
        between = [
            province
            for province in sorted(shared)
            if province not in STANDARD.centers
            and position.unit_at(province) is None
            and _borders_center(province, position.centers_of(self.me))
            and _borders_center(province, position.centers_of(partner))
        ]
        return [zone(self.me, partner, between[:1])] if between else []

    def _divisions(self, partner: Power) -> list[DealOption]:
        """Unowned centers that both reach: those it means to go for are its own, the others the partner's."""
        position = self.analysis.phase.position
        if position.phase.year > _DIVIDED or any(isinstance(each, Scd) for each in self._agreed_with(partner)):
            return []
        free = sorted(
            center
            for center in reach_of(self.analysis.phase.position, self.me)
            & reach_of(self.analysis.phase.position, partner)
            if center in STANDARD.centers and center not in position.centers
        )
        if not free:
            return []
        expectation = self.analysis.expectation(self.deals, self.attitudes, self.analysis.strength.reply)
        goals = {target_of(code) for code in expectation.orders.values()}
        mine = [center for center in free if center in goals]
        return [division(self.me, partner, mine, [center for center in free if center not in goals])]

    def _agreed_with(self, partner: Power) -> list[Formula]:
        return [content for deal in self.deals if partner in deal.powers for content in contents_of(deal.deal)]


def contents_of(deal: Deal) -> tuple[Formula, ...]:
    """Contents of a deal, part by part."""
    contents = [deal.content] if isinstance(deal, Agree) else [commit.content for commit in deal.items]
    return tuple(part for each in contents for part in (each.items if isinstance(each, And) else (each,)))


def at_peace(one: Power, other: Power, deals: Sequence[Agreement]) -> bool:
    """True if the two have a peace or alliance in force."""
    return any(
        isinstance(content, Pce | Aly) and {one, other} <= set(content.powers)
        for deal in deals
        for content in contents_of(deal.deal)
    )


def at_peace_with(power: Power, deals: Sequence[Agreement]) -> tuple[Power, ...]:
    """All with whom the power is at peace."""
    return tuple(other for other in POWERS if other != power and at_peace(power, other, deals))


def _borders_center(province: Province, centers: Sequence[Province]) -> bool:
    return any(province in next_to(center) for center in centers)
