"""What HANA thinks of a movement phase: foresight once, then plans under any set of deals (seed, sections 5.3 and 5.4).

`think` is a pure function of what is seen and a seed; talk and orders of a phase share what it gives. Samples, starting
plans and draws are the same for every set of deals, so the difference of two outlooks is the difference the deals make.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from adjudication.batch.encoding import Codes
from adjudication.board import Province
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.hana.pledges import Pledge, Pledges, pledges_of
from bots.hana.search.near import units_near
from bots.hana.search.plans import POPULATION, PlanSearch, RankedPlan
from bots.hana.search.problem import MOST_PROMISES, Concerns, Movement
from bots.hana.tempering import Crowd, obeying, tempered
from bots.hana.world.attitude import Attitude, Attitudes, attitude_to
from bots.hana.world.beliefs import Beliefs
from bots.hana.world.minds import Guess, foresee
from bots.hana.worth import STANDARD_WEIGHTS, Weights
from bots.view import Agreement, SeatView
from negotiation.diplomacy import Aly, Dmz, Pce, Scd

__all__ = ["FAST", "STANDARD", "Breach", "Outlook", "Strength", "Thoughts", "think"]


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard HANA thinks.

    rate: adjudications for each second it is given; a fraction of what one core does, so that a busy machine keeps up.
    most: adjudications for a phase, whatever the time; beyond this more of them hardly help.
    profiles: samples of the others' orders in the search.
    finalists: samples by which the last population is judged once more.
    foresight: adjudications for each power's own plans.
    reply: adjudications for each deal that is weighed, beyond judging the best plans there are.
    """

    rate: int = 150_000
    most: int = 30_000
    profiles: int = 16
    finalists: int = 64
    foresight: int = 1_500
    reply: int = 1_600


STANDARD: Final = Strength()
FAST: Final = Strength(most=4_000, finalists=32, foresight=320, reply=640)
"""For thousands of games in the arena."""

_SLICE: Final = 4_000
"""Adjudications between two looks at the clock."""
_SEEDS: Final = 20
_KEEP: Final = 9.0
"""The price, in centers, at which nobody breaks a promise."""
_HONEST: Final = Attitude(trust=1.0, price=_KEEP)
"""How another is taken to stand to all when one asks what a deal would bring it."""
_TRUSTED: Final = 0.5
"""Who is trusted so far and promised peace is no danger."""
_GENEROSITY: Final = 0.5
"""What a partner's center counts while joint plans are sought: plans at its cost are no use, it would not agree."""
_MOST_PARTNERS: Final = 8
"""Units of others that joint plans may ask something of."""
_MOST_OUTLOOKS: Final = 256
"""Outlooks remembered for a phase."""
_GLANCE: Final = 8
"""Of the plans there are, so many are judged anew for a deal that is only weighed."""
_OTHERS_PLANS: Final = 12
"""Plans kept for another power."""
_MY_PLANS: Final = 4
"""How many of my best plans another may expect."""

Over: TypeAlias = Callable[[], bool]
T = TypeVar("T")


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise that the best plan breaks, knowingly. gain: what that brings over the best plan found that keeps it, in
    centers; it is more than the price."""

    pledge: Pledge
    gain: float
    price: float


@dataclass(frozen=True, eq=False, slots=True)
class Outlook:
    """What a power may hope for while certain deals are in force.

    utility: of the best complete plan (f_UC, 5.8), in centers, prices of broken promises paid. orders: that plan, code
    by column. breaches: the promises it breaks. ranking: the plans there are, best first. uncertainty: H of the beliefs
    reviewed by the deals (5.6).
    """

    utility: float
    orders: Mapping[int, int]
    breaches: tuple[Breach, ...]
    ranking: tuple[RankedPlan, ...]
    uncertainty: float


class Thoughts:
    """Everything a power thinks in one movement phase; made by `think`.

    Of the same phase, power, guess, strength, weights and seed come the same thoughts, in whatever order one asks.
    """

    def __init__(  # noqa: PLR0917
        self, phase: Movement, power: Power, guess: Guess, strength: Strength, weights: Weights, seed: int
    ) -> None:
        rng = Random(seed)
        self.phase, self.power, self.strength, self.weights = phase, power, strength, weights
        self.foresight = foresee(phase, strength.foresight)
        self._guess = guess
        self._crowd = Crowd(self.foresight, guess, strength.profiles, rng)
        self._jury = Crowd(self.foresight, guess, strength.finalists, rng)
        self._seed = rng.getrandbits(64)
        self._base = self._search(self._crowd.profiles, Concerns())
        self._base.seed(self._base.plans_from(self.foresight.orders[0, :_SEEDS]))
        self._outlooks: dict[object, Outlook] = {}
        self._values: dict[object, float] = {}
        self._others: dict[Power, Codes] = {}
        self._further: dict[Hashable, Any] = {}

    @cached_property
    def beliefs(self) -> Beliefs:
        """The degree of every legal order of every unit (5.1), as foreseen before any deal."""
        return self.foresight.beliefs(self._guess)

    def beliefs_under(self, deals: Sequence[Agreement], attitudes: Attitudes) -> Beliefs:
        """Beliefs reviewed by what the others promised, as far as they are trusted."""
        return tempered(self.beliefs, pledges_of(self.phase, deals), self._trust(attitudes))

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` gives, done once for a key and then remembered; it has to follow from the thoughts and the key
        alone. For whoever thinks further, so that each message of a phase does not begin anew."""
        if key not in self._further:
            if len(self._further) >= _MOST_OUTLOOKS:
                self._further.pop(next(iter(self._further)))
            self._further[key] = work()
        found: T = self._further[key]
        return found

    def samples(self, deals: Sequence[Agreement], attitudes: Attitudes) -> Codes:
        """The samples by which plans are judged, everybody's orders, with deals in force: int32 (samples, units)."""
        return self._crowd.under(pledges_of(self.phase, deals), self._trust(attitudes), self.beliefs)

    def outlook(
        self,
        deals: Sequence[Agreement],
        attitudes: Attitudes,
        effort: int | None = None,
        over: Over = _never,
    ) -> Outlook:
        """The best complete plan when deals hold as far as trust goes, its own breaches priced (section 5.4's state
        after a deal). With no effort given: as for orders, to the full strength and judged by fresh samples; else the
        best plans there are and so many adjudications more. Compare only outlooks of the same effort. over: says when
        the time is up; then the outlook is what was found till then, and not remembered.
        """
        key = (tuple(deals), tuple(sorted(attitudes.items())), effort)
        if key not in self._outlooks:
            found = self._look(pledges_of(self.phase, deals), attitudes, effort, over)
            if over():
                return found
            if len(self._outlooks) >= _MOST_OUTLOOKS:
                self._outlooks.pop(next(iter(self._outlooks)))
            self._outlooks[key] = found
        return self._outlooks[key]

    def joint(
        self,
        partners: Sequence[Power],
        deals: Sequence[Agreement],
        attitudes: Attitudes,
        effort: int | None = None,
    ) -> list[RankedPlan]:
        """Joint plans (definition 22), best first by what they bring me: complete for me, with orders of the partners'
        units near mine that they can give without breaking a deal, each of which I gain by."""
        self._warm(_never)
        pledges = pledges_of(self.phase, deals)
        concerns = self._concerns(pledges, attitudes)
        columns = units_near(self.phase, self.power, partners, _MOST_PARTNERS)
        profiles = self._crowd.under(pledges, self._trust(attitudes), self.beliefs)
        shared = {**concerns.regards, **{power: max(concerns.regards.get(power, 0), _GENEROSITY) for power in partners}}
        seeking = self._search(profiles, replace(concerns, regards=shared), columns)
        seeking.seed(self._starts(pledges))
        seeking.run(self.strength.reply * 3 if effort is None else effort)
        judging = self._search(profiles, concerns, columns)
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
        self._warm(_never)
        return self._value(power, after) - self._value(power, before)

    def _look(self, pledges: Pledges, attitudes: Attitudes, effort: int | None, over: Over) -> Outlook:
        self._warm(over)
        trust = self._trust(attitudes)
        search = self._search(self._crowd.under(pledges, trust, self.beliefs), self._concerns(pledges, attitudes))
        search.seed(self._starts(pledges, POPULATION if effort is None else _GLANCE))
        if effort is not None:
            self._run(search, effort, over)
        else:
            if pledges.pledges or any(search.concerns.regards.values()):
                self._run(search, self.strength.most // 2, over)
            search.judge_by(self._jury.under(pledges, trust, self.beliefs))
        search, breaches = self._weighed(search, pledges)
        ranking = tuple(search.ranking())
        uncertainty = tempered(self.beliefs, pledges, trust).uncertainty()
        return Outlook(ranking[0].utility, search.best, breaches, ranking, uncertainty)

    def _weighed(self, search: PlanSearch, pledges: Pledges) -> tuple[PlanSearch, tuple[Breach, ...]]:
        """What the best plan breaks. A promise of which a second look finds that breaking it gains no more than its
        price is kept after all: then the plans are those of a search in which it costs too much to think of."""
        own = pledges.of(self.power)[-MOST_PROMISES:]
        while True:
            breaches = []
            for bit in search.broken_by_best():
                price = search.concerns.promises[bit][1]
                keeping = self._search(search.scene.profiles, _kept(search.concerns, bit))
                keeping.seed(np.concatenate([self._starts(pledges), search.population]))
                keeping.run(self.strength.reply)
                gain = float(search.utilities.max() + price - keeping.utilities.max())
                if gain <= price < _KEEP:
                    search = keeping
                    break
                breaches.append(Breach(own[bit], gain, price))
            else:
                return search, tuple(breaches)

    def _value(self, power: Power, deals: Sequence[Agreement]) -> float:
        """What another power may hope for under the deals it is part of."""
        known = tuple(deal for deal in deals if power in deal.powers)
        if (power, known) not in self._values:
            pledges = pledges_of(self.phase, known)
            search = PlanSearch(
                self.phase,
                power,
                self._seen_from(pledges),
                Random(self._seed),
                weights=self.weights,
                concerns=_concerns(pledges, power, dict.fromkeys(POWERS, _HONEST)),
                size=_OTHERS_PLANS,
            )
            plans = self._plans_of(power)
            search.seed(plans)
            if pledges.of(power):
                search.seed(self._kept_plans(search, plans, pledges))
            search.run(self.strength.reply)
            if len(self._values) >= _MOST_OUTLOOKS:
                self._values.pop(next(iter(self._values)))
            self._values[power, known] = float(search.utilities.max())
        return self._values[power, known]

    def _plans_of(self, power: Power) -> Codes:
        """The best plans of another power, found once against what it may foresee: int32 (plans, its units)."""
        if power not in self._others:
            search = PlanSearch(
                self.phase,
                power,
                self._seen_from(pledges_of(self.phase, ())),
                Random(self._seed),
                weights=self.weights,
                size=_OTHERS_PLANS,
            )
            search.seed(search.plans_from(self.foresight.plans[: 2 * self.foresight.orders.shape[1] : 8]))
            search.run(self.strength.reply * 2)
            self._others[power] = search.population
        return self._others[power]

    def _seen_from(self, pledges: Pledges) -> Codes:
        """The samples as another sees them: my units follow my best plans, and everybody keeps to the deals."""
        rows = self._crowd.under(pledges, {}, self.beliefs).copy()
        mine = self._base.genes.columns
        best = np.argsort(-self._base.utilities, kind="stable")[:_MY_PLANS]
        rows[:, mine] = self._base.population[best[np.arange(len(rows)) % len(best)]]
        if pledges.of(self.power):
            rows = obeying(rows, mine, pledges, self.beliefs)
        return rows

    def _starts(self, pledges: Pledges, most: int = POPULATION) -> Codes:
        """The best plans there are, and the same made to keep my promises, none twice: int32 (plans, my units)."""
        best = np.argsort(-self._base.utilities, kind="stable")[:most]
        plans = self._base.population[best]
        if pledges.of(self.power):
            plans = np.concatenate([self._kept_plans(self._base, plans, pledges), plans])
        first = {plan.tobytes(): index for index, plan in reversed(list(enumerate(plans)))}
        return plans[sorted(first.values())]

    def _kept_plans(self, search: PlanSearch, plans: Codes, pledges: Pledges) -> Codes:
        columns = search.genes.columns[: search.genes.mine]
        rows = np.zeros((len(plans), self.phase.boards.width), np.int32)
        rows[:, columns] = plans[:, : search.genes.mine]
        return obeying(rows, columns, pledges, self.beliefs)[:, columns]

    def _search(self, profiles: Codes, concerns: Concerns, partners: tuple[int, ...] = ()) -> PlanSearch:
        return PlanSearch(
            self.phase,
            self.power,
            profiles,
            Random(self._seed),
            partners=partners,
            weights=self.weights,
            concerns=concerns,
        )

    def _warm(self, over: Over) -> None:
        self._run(self._base, self.strength.most - self._base.asked, over)

    @staticmethod
    def _run(search: PlanSearch, effort: int, over: Over) -> None:
        while effort > 0 and not over():
            search.run(min(_SLICE, effort))
            effort -= _SLICE

    def _trust(self, attitudes: Attitudes) -> dict[Power, float]:
        return {power: attitude_to(attitudes, power).trust for power in POWERS if power != self.power}

    def _concerns(self, pledges: Pledges, attitudes: Attitudes) -> Concerns:
        others = [power for power in POWERS if power != self.power]
        return _concerns(pledges, self.power, {power: attitude_to(attitudes, power) for power in others})


def _concerns(pledges: Pledges, power: Power, attitudes: Attitudes) -> Concerns:
    """What counts for a power beside the board: its own promises at their price, and those who promised it peace."""
    own = pledges.of(power)[-MOST_PROMISES:]
    position = pledges.phase.position
    prices = [sum(attitude_to(attitudes, partner).price for partner in pledge.partners) for pledge in own]
    spared = [_spared(position, power, pledge) for pledge, price in zip(own, prices, strict=True) if price > 0]
    return Concerns(
        regards={other: attitude.regard for other, attitude in attitudes.items()},
        spared=frozenset().union(*spared),
        friends=frozenset(
            pledge.power
            for pledge in pledges.pledges
            if isinstance(pledge.content, Pce | Aly)
            and power in pledge.content.powers
            and attitude_to(attitudes, pledge.power).trust >= _TRUSTED
        ),
        promises=tuple((pledge.breaks, price) for pledge, price in zip(own, prices, strict=True)),
        agreed=tuple(pledges.pinned.values()),
        barred=pledges.barred,
    )


def _spared(position: Position, power: Power, pledge: Pledge) -> frozenset[Province]:
    """The centers that a promise which lasts leaves to others."""
    match pledge.content:
        case Pce(powers) | Aly(powers):
            return frozenset(center for other in powers if other != power for center in position.centers_of(other))
        case Scd(_, provinces) | Dmz(_, provinces):
            return frozenset(provinces)
        case _:
            return frozenset()


def _kept(concerns: Concerns, bit: int) -> Concerns:
    promises = [(breaks, _KEEP if index == bit else price) for index, (breaks, price) in enumerate(concerns.promises)]
    return replace(concerns, promises=tuple(promises))


@lru_cache(maxsize=16)
def _thoughts(  # noqa: PLR0917
    position: Position,
    rulebook: Rulebook,
    power: Power,
    guess: tuple[tuple[Power, tuple[float, ...]], ...],
    strength: Strength,
    weights: Weights,
    seed: int,
) -> Thoughts:
    return Thoughts(Movement.of(position, rulebook), power, dict(guess), strength, weights, seed)


def think(view: SeatView, guess: Guess, strength: Strength, seed: int, weights: Weights = STANDARD_WEIGHTS) -> Thoughts:
    """The thoughts of a power that has units, in a movement phase; those of the last few are remembered."""
    known = tuple((power, tuple(guess[power])) for power in POWERS if power in guess)
    return _thoughts(view.position, view.rulebook, view.power, known, strength, weights, seed)
