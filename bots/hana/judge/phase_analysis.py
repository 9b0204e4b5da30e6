"""HANA's analysis of a movement phase, under any set of deals.

Foresight is computed once (thesis, sections 5.3, 5.4).

`think` is a pure function of what is seen and a seed; talk and orders of a phase share what it gives.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from adjudication.encoding import Codes
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.agent import Memory
from bots.hana.attitude import Attitudes
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.lately import Lately, lately_of
from bots.hana.foresee.minds import Foresight, Guess
from bots.hana.foresee.pledges import pledges_of
from bots.hana.foresee.recalling import guess_in
from bots.hana.foresee.tempering import tempered
from bots.hana.judge.expectation import Expectation, look
from bots.hana.judge.habits import NO_HABITS, Habits, habits_of
from bots.hana.judge.others import Others
from bots.hana.judge.phase_basis import Over, PhaseBasis, never, trust_in
from bots.hana.judge.strength import Strength
from bots.hana.search.near import units_near
from bots.hana.search.plans import RankedPlan
from bots.hana.search.problem import Movement
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights
from bots.view import Agreement, SeatView

__all__ = ["PhaseAnalysis", "phase_analysis_of", "think"]

_GENEROSITY: Final = 0.5
"""Weight of a partner's center while joint plans are sought: it would not agree to plans at its cost."""
_MOST_PARTNERS: Final = 8
"""Units of others that joint plans may ask something of."""
_MOST_KEPT: Final = 256
"""Expectations, and what others think further, remembered for a phase."""

T = TypeVar("T")


class PhaseAnalysis:
    """Everything a power thinks in one movement phase; made by `think`.

    Of the same phase, power, guess, strength, weights and seed come the same analysis, in whatever order one asks.
    """

    def __init__(self, basis: PhaseBasis) -> None:
        self._basis = basis
        self._others = Others(basis)
        self._kept: dict[Hashable, Any] = {}

    @property
    def phase(self) -> Movement:
        """The phase that is thought of."""
        return self._basis.phase

    @property
    def power(self) -> Power:
        """The power whose analysis it is."""
        return self._basis.power

    @property
    def strength(self) -> Strength:
        """Effort of the analysis."""
        return self._basis.strength

    @property
    def weights(self) -> Weights:
        """Weights by which positions are judged."""
        return self._basis.weights

    @property
    def foresight(self) -> Foresight:
        """Foreseen orders of each power under each mind."""
        return self._basis.foresight

    @property
    def beliefs(self) -> Beliefs:
        """The degree of every legal order of every unit (5.1), as foreseen before any deal."""
        return self._basis.beliefs

    def beliefs_under(self, deals: Sequence[Agreement], attitudes: Attitudes) -> Beliefs:
        """Beliefs reviewed by what the others promised, as far as they are trusted."""
        return tempered(self.beliefs, pledges_of(self.phase, deals), trust_in(attitudes, self.power))

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Result of `work`, computed once per key.

        It must depend on the analysis and the key alone. It lets further analysis continue instead of starting over at
        each message of a phase.
        """
        if key not in self._kept:
            self._keep(key, work())
        found: T = self._kept[key]
        return found

    def samples(self, deals: Sequence[Agreement], attitudes: Attitudes) -> Codes:
        """The samples by which plans are judged, everybody's orders, with deals in force: int32 (samples, units)."""
        return self._basis.samples(pledges_of(self.phase, deals), attitudes)

    def expectation(
        self,
        deals: Sequence[Agreement],
        attitudes: Attitudes,
        effort: int | None = None,
        over: Over = never,
    ) -> Expectation:
        """The best complete plan when deals hold as far as trust goes, its own breaches priced (section 5.4's state
        after a deal). With no effort given: as for orders, to the full strength and judged by fresh samples; else the
        best plans there are and so many adjudications more. Compare only expectations of the same effort. over: says
        when the time is up; then the expectation is what was found till then, and not remembered.
        """
        key = (Expectation, tuple(deals), tuple(sorted(attitudes.items())), effort)
        if key not in self._kept:
            found = look(self._basis, pledges_of(self.phase, deals), attitudes, effort, over)
            if over():
                return found
            self._keep(key, found)
        kept: Expectation = self._kept[key]
        return kept

    def joint(
        self,
        partners: Sequence[Power],
        deals: Sequence[Agreement],
        attitudes: Attitudes,
        effort: int | None = None,
    ) -> list[RankedPlan]:
        """Joint plans (definition 22), best first by what they bring me: complete for me, with orders of the partners'
        units near mine that they can give without breaking a deal, each of which I gain by."""
        basis = self._basis
        basis.warm()
        pledges = pledges_of(self.phase, deals)
        interests = basis.interests(pledges, attitudes)
        columns = units_near(self.phase, self.power, partners, _MOST_PARTNERS)
        profiles = basis.samples(pledges, attitudes)
        shared = {
            **interests.regards,
            **{power: max(interests.regards.get(power, 0), _GENEROSITY) for power in partners},
        }
        seeking = basis.search(profiles, replace(interests, regards=shared), columns)
        seeking.seed(basis.starts(pledges))
        seeking.run(self.strength.reply * 3 if effort is None else effort)
        judging = basis.search(profiles, interests, columns)
        judging.seed(seeking.population)
        judging.void_useless()
        ranking = judging.ranking(self.beliefs_under(deals, attitudes))
        joint = {
            tuple(sorted(plan.orders.items())): plan for plan in ranking if not plan.orders.keys().isdisjoint(columns)
        }
        return list(joint.values())

    def gain_of(self, power: Power, before: Sequence[Agreement], after: Sequence[Agreement]) -> float:
        """An estimate of what a deal brings to another power, in centers: its best plan with the deals after, less that
        with the deals before; supposing that everybody keeps to them and that I play what I would without them."""
        return self._others.hope(power, after) - self._others.hope(power, before)

    def _keep(self, key: Hashable, found: object) -> None:
        if len(self._kept) >= _MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = found


@lru_cache(maxsize=16)
def _analysis(  # noqa: PLR0917
    position: Position,
    rulebook: Rulebook,
    power: Power,
    guess: tuple[tuple[Power, tuple[float, ...]], ...],
    strength: Strength,
    weights: Weights,
    seed: int,
    habits: Habits,
    lately: Lately,
) -> PhaseAnalysis:
    phase = Movement.of(position, rulebook)
    return PhaseAnalysis(PhaseBasis(phase, power, dict(guess), strength, weights, seed, habits, lately))


def think(  # noqa: PLR0917
    view: SeatView,
    guess: Guess,
    strength: Strength,
    seed: int,
    weights: Weights = STANDARD_WEIGHTS,
    character: str = "",
) -> PhaseAnalysis:
    """The analysis of a power that has units, in a movement phase; those of the last few are remembered. character:
    whose habits it has among plans that are close; "" takes the best one."""
    known = tuple((power, tuple(guess[power])) for power in POWERS if power in guess)
    habits = habits_of(view, character) if character else NO_HABITS
    lately = lately_of(view.history)
    return _analysis(view.position, view.rulebook, view.power, known, strength, weights, seed, habits, lately)


def phase_analysis_of(
    view: SeatView, memory: Memory, strength: Strength, weights: Weights = STANDARD_WEIGHTS, character: str = ""
) -> PhaseAnalysis:
    """Analysis of this movement phase.

    memory: as `recalled` gave it, before or after JSON.
    """
    return think(view, guess_in(memory), strength, memory["seed"][1], weights, character)
