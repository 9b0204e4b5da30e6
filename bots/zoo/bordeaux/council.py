"""Questions of the negotiator to the core.

The worth of a deal, whether a rumour is plausible, whose word will hold.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import province_of
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Order, Support
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.view import SeatView
from bots.zoo.bordeaux.core import solve
from bots.zoo.bordeaux.mind import Mind
from bots.zoo.bordeaux.question import Answer, NoOrderLeftError
from bots.zoo.bordeaux.treaties import Terms, asked_under, terms_of
from negotiation.terms import Deal

__all__ = ["Council"]

_SAMPLES: Final = 2


@dataclass(frozen=True, slots=True)
class Council:
    """Questions of one seat in one phase.

    seed: of the chance in comparisons, which all use the same.
    """

    view: SeatView
    mind: Mind
    seed: int
    width: int
    over: Callable[[], bool]

    @property
    def position(self) -> Position:
        """The position of the phase."""
        return self.view.position

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the game."""
        return self.view.rulebook

    @property
    def deals(self) -> list[tuple[Deal, Phase]]:
        """Deals in force, each with the phase in which it was made."""
        return [(each.deal, each.phase) for each in self.view.agreements]

    def terms(self, *more: Deal) -> Terms:
        """Terms of the deals in force, and of possible new ones."""
        made = [(deal, self.position.phase) for deal in more]
        return terms_of([*self.deals, *made], self.position, self.rulebook)

    def values(self, terms: Terms) -> dict[Power, float]:
        """Values under these terms, the mean of a few searches. Raises NoOrderLeftError."""
        total = dict.fromkeys(POWERS, 0.0)
        done = 0
        for sample in range(_SAMPLES):
            if sample and self.over():
                break
            found = self.ask(terms, self.width, Random(self.seed + sample))
            done += 1
            for power in POWERS:
                total[power] += found.values[power]
        return {power: each / done for power, each in total.items()}

    def ask(
        self, terms: Terms, width: int, rng: Random, seed: Mapping[Power, tuple[Order, ...]] | None = None
    ) -> Answer:
        """An answer of the core under these terms. Raises NoOrderLeftError."""
        question = asked_under(self.position, self.rulebook, terms, width, leagues=self.mind.leagues, seed=seed)
        return solve(question, rng, self.over)

    def gain(self, deal: Deal, before: Mapping[Power, float]) -> dict[Power, float] | None:
        """Gain of each power by a deal.

        None if it cannot be kept beside those in force.
        """
        try:
            after = self.values(self.terms(deal))
        except NoOrderLeftError:
            return None
        return {power: after[power] - before[power] for power in POWERS}

    def plausible(self, told: Mapping[Power, Sequence[Order]]) -> dict[Power, tuple[Order, ...]]:
        """The orders that a search does not change.

        It starts from all of them.
        """
        seed = {power: tuple(orders) for power, orders in told.items()}
        try:
            found = self.ask(self.terms(), self.width, Random(self.seed), seed)
        except NoOrderLeftError:
            return {}
        kept = {power: tuple(o for o in orders if o in found.orders.get(power, ())) for power, orders in seed.items()}
        return {power: orders for power, orders in kept.items() if orders}

    def reliable(self, loyalty: float) -> Terms:
        """The terms that will be kept.

        By others until what they win exceeds their reliability, by oneself until that exceeds loyalty.
        Where the deals cannot all be kept, none of its own is, peace included.
        """
        try:
            terms = self.terms()
            bound = self.values(terms)
        except NoOrderLeftError:
            return Terms()
        keepers = set(POWERS)
        for power in _bound_by(terms):
            if self.over():
                break  # who was not looked at keeps his word
            free = self.values(terms.only(frozenset(keepers - {power})))
            limit = loyalty if power == self.view.power else self.mind.of(power).estimate
            if free[power] - bound[power] > limit:
                keepers.discard(power)
        return terms.only(frozenset(keepers))

    def sober(self, terms: Terms) -> Terms:
        """The terms without help among allies that nobody promised."""
        forbidden = {power: list(orders) for power, orders in terms.forbidden.items()}
        for power in sorted({power for members in terms.leagues for power in members}):
            promised = terms.required.get(power, ())
            options = legal_orders(self.position, power, self.rulebook).values()
            forbidden.setdefault(power, []).extend(
                order
                for orders in options
                for order in orders
                if isinstance(order, Support | Convoy) and order not in promised and self._helps_other(order, power)
            )
        return replace(terms, forbidden={power: tuple(orders) for power, orders in forbidden.items()})

    def _helps_other(self, order: Support | Convoy, power: Power) -> bool:
        place = province_of(order.supported) if isinstance(order, Support) else order.army
        unit = self.position.unit_at(place)
        return unit is not None and unit.power != power


def _bound_by(terms: Terms) -> list[Power]:
    """Powers that promised anything."""
    members = {power for league in terms.leagues for power in league}
    return [
        power
        for power in POWERS
        if power in members or any(each.get(power) for each in (terms.zones, terms.required, terms.forbidden))
    ]
