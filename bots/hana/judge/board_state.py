"""Negotiation states in Diplomacy (thesis, definition 24): measures by the plan search, estimates of its sums.

Measures are in [0, 1], so utilities are told relative to the phase's opening: 0.5 is what the power expected then
without further deals, and `SPAN` centers more are three quarters of the way to 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import tanh
from types import MappingProxyType
from typing import Final

from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.attitude import Attitudes, attitude_to
from bots.hana.foresee.winning import relief_of
from bots.hana.judge.deals import DealOption, Kind, bounced
from bots.hana.judge.expectation import Expectation
from bots.hana.judge.phase_analysis import PhaseAnalysis
from bots.hana.judge.reach import closeness, reach_of
from bots.hana.search.plans import RankedPlan
from bots.view import Agreement
from negotiation.diplomacy import Aly, Dmz, Ent
from negotiation.sense import parts_of
from negotiation.terms import Commit, Commits, both, group

__all__ = ["BEYOND", "FAR", "SPAN", "BoardState", "relief", "scaled"]

SPAN: Final = 0.05
"""The gain, in centers, that takes a measure from 0.5 to 0.5 + 0.5 tanh 1 = 0.88."""

BEYOND: Final[Mapping[Kind, float]] = MappingProxyType(
    {"peace": 0.3, "alliance": 0.35, "zone": 0.1, "division": 0.05, "orders": 0.1, "other": 0.0}
)
"""Value of a lasting deal beyond the current phase, in centers, between powers that could meet everywhere: the plan
search looks one phase ahead."""

FAR: Final = 0.25
"""Closeness assumed for powers that cannot meet yet."""


@dataclass(frozen=True, eq=False, slots=True)
class BoardState:
    """A power's prospects under certain deals.

    A `bots.hana.judge.negotiation_state.State` of offers.

    zero: the expectation to compare with. beyond: what lasting deals made since are worth later, in centers. theirs:
    what the deals made since bring to the partners, in centers; fairness: what that counts for the power itself.
    planned: what it gains by a joint plan that it knows and the expectation does not; None without one.
    confidence_least: joint plans of less confidence are not ranked now (definition 23).
    """

    analysis: PhaseAnalysis
    deals: tuple[Agreement, ...]
    attitudes: Attitudes
    zero: Expectation
    fairness: float = 0.0
    beyond: float = 0.0
    theirs: float = 0.0
    planned: float | None = None
    confidence_least: float = 0.0

    @classmethod
    def of(
        cls,
        analysis: PhaseAnalysis,
        deals: tuple[Agreement, ...],
        attitudes: Attitudes,
        fairness: float = 0.0,
        confidence_least: float = 0.0,
    ) -> "BoardState":
        """The state with the deals there are."""
        zero = analysis.expectation(deals, attitudes, analysis.strength.reply)
        return cls(analysis, deals, attitudes, zero, fairness, confidence_least=confidence_least)

    @property
    def expectation(self) -> Expectation:
        """Expectation of the power under the deals."""
        return self.analysis.expectation(self.deals, self.attitudes, self.analysis.strength.reply)

    @property
    def gain(self) -> float:
        """Gain of the power from the deals made since, in centers."""
        if self.planned is not None:
            return self.planned + self.beyond
        return self.expectation.utility + self.beyond - self.zero.utility

    @property
    def worth(self) -> float:
        """Gain, plus the partners' gains weighted by fairness."""
        return self.gain + self.fairness * self.theirs

    def information(self) -> float:
        """f_H (5.7): the share of certainty when the ranked plan is carried out that settles most of what is open."""
        doubts = self.analysis.beliefs_under(self.deals, self.attitudes).doubts()
        plans = (*self.expectation.ranking, *self._joint())
        settled = max((sum(float(doubts[column]) for column in plan.orders) for plan in plans), default=0.0)
        return 1.0 - (float(doubts.sum()) - settled) / len(doubts)

    def independence(self) -> float:
        """f_UC (5.8): the expected utility of its best own plan, given the deals."""
        return scaled(self.worth / SPAN)

    def opportunity(self) -> float:
        """f_UJ (5.9): the same with the help of whoever could be talked to."""
        best = max((plan.utility for plan in self._joint()), default=self.expectation.utility)
        return scaled((best - self.expectation.utility + self.worth) / SPAN)

    def confidence(self) -> float:
        """f_C (5.10), over joint plans: a plan of its own asks nothing of others and is certain anyway."""
        return max((plan.confidence for plan in self._joint()), default=1.0)

    def _joint(self) -> list[RankedPlan]:
        """Ranked joint plans that it is confident of."""
        partners = tuple(power for power in self.attitudes if attitude_to(self.attitudes, power).talks)
        held = tuple(sorted(self.attitudes.items()))
        plans = self.analysis.once(
            ("joint", self.deals, held), lambda: self.analysis.joint(partners, self.deals, self.attitudes)
        )
        return [plan for plan in plans if plan.confidence >= self.confidence_least]

    def contested(self, option: DealOption) -> "BoardState":
        """State to compare an offered zone with: refused, the partner goes there."""
        phase, partner = self.analysis.phase, option.partner
        offered = (part.content for part in parts_of(option.deal) if isinstance(part.content, Dmz))
        zone = {place for each in offered if partner in each.powers for place in each.provinces}
        meeting = bounced(option.deal)
        entered = sorted((zone if meeting is None else {meeting}) & reach_of(phase.position, partner))
        if not entered:
            return self
        goes = Commits((Commit(partner, (self.analysis.power,), both(Ent(partner, place) for place in entered)),))
        refused = Agreement(phase.position.phase, group((self.analysis.power, partner)), goes)  # type: ignore[arg-type]
        zero = self.analysis.expectation((*self.deals, refused), self.attitudes, self.analysis.strength.reply)
        return replace(self, zero=zero)

    def after(self, option: DealOption, theirs: float | None = None) -> "BoardState":
        """next(s, δ): the deal in force; what it lets expect is tempered by trust inside the expectation.

        theirs: what it brings the partner, in centers; without it, what the offer says, or an estimate.
        """
        deals = (*self.deals, option.agreement(self.analysis.phase.position.phase))
        trust = attitude_to(self.attitudes, option.partner).trust
        planned, promised = option.brings or (None, None)
        theirs = promised if theirs is None else theirs
        if theirs is None:
            theirs = self.analysis.gain_of(option.partner, self.deals, deals)
        position, me = self.analysis.phase.position, self.analysis.power
        lasting = BEYOND[option.kind] * max(closeness(position, me, option.partner), FAR)
        return replace(
            self,
            deals=deals,
            beyond=self.beyond + (lasting + relief(option, me, position)) * trust,
            theirs=self.theirs + lasting + relief(option, option.partner, position) + theirs,
            planned=planned,
        )


def relief(option: DealOption, power: Power, position: Position) -> float:
    """Value of an alliance against the likely winner, in centers."""
    if option.kind != "alliance":
        return 0.0
    pacts = (part.content for part in parts_of(option.deal))
    return relief_of(position, power, {enemy for pact in pacts if isinstance(pact, Aly) for enemy in pact.against})


def scaled(gain: float) -> float:
    """A gain, in spans, as a measure in [0, 1]."""
    return 0.5 + 0.5 * tanh(gain)
