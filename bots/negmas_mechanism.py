"""Deals of orders and zones as outcomes of NegMAS.

A mechanism for powers at one position.

A movement phase gives issues: for some units of each party an order to promise, or `free`; and one demilitarized zone,
or `none`. An outcome is one value for each, as text. Utilities are what a party may expect after the phase, so any
negotiator of NegMAS can play; an agreement becomes deals of L and the orders they force.

The worth of a position to a power, in supply centers: the centers it would own if the fall ended now, minus half a
center for each of its dislodged units, plus up to a quarter of a center for each unit, in proportion to DumbBot's worth
of its place. Units that promised nothing do what was guessed for them; all outcomes are judged by the same guesses.
An outcome whose orders break its own zone is worth a center less to each party than the worst of the others, so less
than no deal. NegMAS' negotiators draw from Python's global `random`; seed it to repeat a negotiation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, legal_orders, owners_after, resolve
from adjudication.board import Province
from adjudication.encoding import (
    FAR,
    MOVE,
    PART,
    PROVINCE_AT,
    PROVINCES,
    REGIONS,
    TARGET_SHIFT,
    VERB,
    VIA,
    decode_order,
)
from adjudication.orders import Order
from adjudication.outcomes import Outcome as OrderOutcome
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.written import format_order
from bots.values import dumbbot_values
from negotiation.diplomacy import Dmz, action_of
from negotiation.lasting import breach
from negotiation.terms import Agree, Commit, Commits, Deal, Do, both

try:
    from negmas import MappingUtilityFunction, make_issue, make_os
    from negmas.sao import SAOMechanism
except ImportError as error:
    raise ImportError("bots.negmas_mechanism needs: pip install 'dipgame-bots[negmas]'") from error

__all__ = ["FREE", "NO_ZONE", "DealMechanism", "Outcome"]

Outcome: TypeAlias = tuple[str, ...]
"""A value for each issue, in the order of the issues."""

_Codes: TypeAlias = npt.NDArray[np.int32]
_Floats: TypeAlias = npt.NDArray[np.float64]

FREE: Final = "free"
"""The value of a unit for which nothing is promised."""

NO_ZONE: Final = "none"

_PLACE_SHARE: Final = 0.25
_DISLODGED: Final = 0.5
_MOST_OUTCOMES: Final = 20_000
_CONTRADICTION: Final = 1.0
_ROUNDS: Final = 100


@dataclass(frozen=True, slots=True)
class _Issue:
    """A unit's column, and the orders it may promise."""

    column: int
    codes: tuple[int, ...]


class DealMechanism(SAOMechanism):  # type: ignore[misc]  # NegMAS has no types
    """Alternating offers of deals between powers at a position.

    parties: two powers or more. units: how many units of each party may promise an order; orders: how many orders each
    has to choose from; zones: how many provinces may be kept empty. Those are taken that help the parties most,
    each judged as a deal by itself. guesses: how many guesses of all orders utilities are means of; seed: of these.
    Other arguments go to `SAOMechanism`, as `n_steps` (100 rounds, if no `time_limit` is given).

    Raises ValueError for a phase without movement, fewer than two parties, a party without units, and more than 20,000
    outcomes.
    """

    def __init__(
        self,
        position: Position,
        parties: Sequence[Power],
        *,
        units: int = 2,
        orders: int = 3,
        zones: int = 3,
        guesses: int = 16,
        seed: int = 0,
        rulebook: Rulebook = STANDARD_RULES,
        **options: Any,
    ) -> None:
        _check(position, parties, units, orders, zones)
        self.position = position
        self.parties: tuple[Power, ...] = tuple(parties)
        self._forecast = _Forecast(position, self.parties, guesses, seed, rulebook)
        self._issues = _best_orders(self._forecast, units, orders)
        self._zones = _best_zones(self._forecast, zones)
        named = [make_issue([FREE, *map(_text, each.codes)], self._unit(each)) for each in self._issues]
        space = make_os([*named, make_issue([NO_ZONE, *self._zones], "zone")])
        self._outcomes: list[Outcome] = list(product(*(list(issue.values) for issue in space.issues)))
        promised = [self._promised(outcome) for outcome in self._outcomes]
        self._worth = self._forecast.worth(promised)
        breaks = _breaks(position, self.parties, self._issues, self._zones)
        contradictory = np.array(
            [any((*each, zone) in breaks for each in columns.items()) for columns, zone in promised]
        )
        self._worth[contradictory] = self._worth[~contradictory].min(axis=0) - _CONTRADICTION
        if options.get("time_limit") is None:
            options.setdefault("n_steps", _ROUNDS)
        super().__init__(outcome_space=space, **options)

    def __repr__(self) -> str:
        # That of NegMAS writes the mechanism's fields, which name the mechanism.
        return f"DealMechanism({self.position.phase}, {'-'.join(self.parties)}, {len(self._outcomes)} outcomes)"

    __str__ = __repr__

    def ufun(self, power: Power) -> Any:
        """The utility function of a party, in supply centers.

        Its reserved value is the worth without a deal.

        Raises ValueError for a power that is no party.
        """
        party = self._party(power)
        worth = self._worth[:, party].tolist()
        # The first outcome promises nothing, so it is worth what no agreement is.
        return MappingUtilityFunction(
            dict(zip(self._outcomes, worth, strict=True)), reserved_value=worth[0], outcome_space=self.outcome_space
        )

    def deals(self, outcome: Outcome) -> tuple[Deal, ...]:
        """The outcome as deals of L.

        The promises of orders are one deal, the zone another; the empty outcome is none. If the orders break the zone,
        one of the two deals cannot be kept.
        """
        columns, zone = self._promised(outcome)
        commits: list[Commit] = []
        for power in self.parties:
            others = tuple(other for other in self.parties if other != power)
            done = [
                Do(action_of(power, decode_order(code), self.position))
                for column, code in columns.items()
                if self.position.units[column].power == power
            ]
            if done:
                commits.append(Commit(power, others, both(done)))
        found: list[Deal] = [Commits(tuple(commits))] if commits else []
        if zone is not None:
            found.append(Agree(self.parties, Dmz(self.parties, (zone,))))
        return tuple(found)

    def orders(self, outcome: Outcome) -> dict[Power, list[Order]]:
        """The orders that the outcome forces, by party."""
        columns, _ = self._promised(outcome)
        found: dict[Power, list[Order]] = {power: [] for power in self.parties}
        for column, code in columns.items():
            found[self.position.units[column].power].append(decode_order(code))
        return found

    def _party(self, power: Power) -> int:
        if power not in self.parties:
            raise ValueError(f"{power} takes no part; the parties are {', '.join(self.parties)}")
        return self.parties.index(power)

    def _unit(self, issue: _Issue) -> str:
        return str(self.position.units[issue.column])

    def _promised(self, outcome: Outcome) -> "_Promised":
        """The orders by column, and the zone."""
        if len(outcome) != len(self._issues) + 1:
            raise ValueError(f"an outcome has {len(self._issues) + 1} values, not {len(outcome)}")
        columns: dict[int, int] = {}
        for issue, value in zip(self._issues, outcome, strict=False):
            if value != FREE:
                codes = {_text(code): code for code in issue.codes}
                if value not in codes:
                    raise ValueError(f"{value!r} is not a value of {self._unit(issue)}")
                columns[issue.column] = codes[value]
        zone = outcome[-1]
        if zone != NO_ZONE and zone not in self._zones:
            raise ValueError(f"{zone!r} is not a zone here")
        return columns, None if zone == NO_ZONE else zone


_Promised: TypeAlias = tuple[Mapping[int, int], Province | None]


class _Forecast:
    """Guesses of all orders, and worth under a deal."""

    def __init__(
        self, position: Position, parties: tuple[Power, ...], guesses: int, seed: int, rulebook: Rulebook
    ) -> None:
        self.position, self.parties, self.rulebook = position, parties, rulebook
        self.boards = Boards.of([position])
        self.legal = legal_orders(self.boards, 0, rulebook)
        self.place_worth = {power: _place_worth(position, power) for power in POWERS}
        self.guesses = self._guess(np.random.default_rng(seed), guesses)

    def worth(self, promised: Sequence[_Promised]) -> _Floats:
        """Mean worth of the position after the phase: float64 (deals, parties)."""
        rows = np.concatenate([self._under(columns, zone) for columns, zone in promised])
        outcomes = resolve(self.boards, rows, trusted=True, rulebook=self.rulebook)
        owners = owners_after(self.boards, outcomes)
        found = np.empty((len(promised), len(self.parties)))
        for index, power in enumerate(self.parties):
            mine = [column for column, unit in enumerate(self.position.units) if unit.power == power]
            beaten = outcomes.attackers[:, mine] >= 0
            fleets = self.boards.fleets[0, mine].astype(np.int64)
            places = self.place_worth[power][fleets, outcomes.after[:, mine]]
            worth = (owners == POWERS.index(power)).sum(axis=1) - _DISLODGED * beaten.sum(axis=1)
            worth = worth + _PLACE_SHARE * np.where(beaten, 0, places).sum(axis=1)
            found[:, index] = worth.reshape(len(promised), -1).mean(axis=1)
        return found

    def _guess(self, chance: np.random.Generator, guesses: int) -> _Codes:
        """Guessed orders of every unit: int32 (guesses, units).

        Holds and steps, likelier to places of more worth.
        """
        rows = np.empty((guesses, self.boards.width), np.int32)
        for column, unit in enumerate(self.position.units):
            codes = self.legal.of(column)
            steps = codes[(codes & VERB <= MOVE) & (codes & (VIA | FAR) == 0)]
            here = self.boards.regions[0, column]
            places = np.where(steps & VERB == MOVE, steps >> TARGET_SHIFT & PART, here)
            weights = self.place_worth[unit.power][int(unit.kind == "F"), places] ** 2 + 1e-6
            rows[:, column] = chance.choice(steps, guesses, p=weights / weights.sum())
        return rows

    def _under(self, columns: Mapping[int, int], zone: Province | None) -> _Codes:
        """The guesses with the promised orders.

        Units of the parties hold rather than enter the zone.
        """
        rows = self.guesses.copy()
        if zone is not None:
            kept_out = np.array([unit.power in self.parties for unit in self.position.units])
            enters = (rows & VERB == MOVE) & (PROVINCE_AT[rows >> TARGET_SHIFT & PART] == PROVINCES.index(zone))
            holds = np.array([self.legal.of(column)[0] for column in range(self.boards.width)], np.int32)
            rows = np.where(enters & kept_out, holds, rows).astype(np.int32)
        for column, code in columns.items():
            rows[:, column] = code
        return rows


def _place_worth(position: Position, power: Power) -> _Floats:
    """DumbBot's worth of places, 0 to 1: float64 (army or fleet, region)."""
    worth = dumbbot_values(position, power).worth
    most = max(worth.values())
    found = np.zeros((2, 128))
    for (kind, region), value in worth.items():
        found[int(kind == "F"), REGIONS.index(region)] = max(value, 0) / max(most, 1)
    return found


def _best_orders(forecast: _Forecast, units: int, orders: int) -> list[_Issue]:
    """Units of each party, and their orders, as issues.

    Those that help the parties most in sum.
    """
    found: list[_Issue] = []
    for power in forecast.parties:
        rated: list[tuple[float, _Issue]] = []
        for column, unit in enumerate(forecast.position.units):
            if unit.power == power:
                codes = forecast.legal.of(column).tolist()
                helps = forecast.worth([({column: code}, None) for code in codes]).sum(axis=1)
                best = np.argsort(-helps, kind="stable")[:orders]
                rated.append((float(helps[best[0]]), _Issue(column, tuple(codes[index] for index in best))))
        rated.sort(key=lambda each: (-each[0], each[1].column))
        found += sorted((issue for _, issue in rated[:units]), key=lambda issue: issue.column)
    return found


def _best_zones(forecast: _Forecast, zones: int) -> list[Province]:
    """Empty provinces that two parties can enter.

    Those first whose emptiness is worth most to the parties in sum.
    """
    candidates = sorted(_contestable(forecast))
    if not candidates or not zones:
        return []
    helps = forecast.worth([({}, province) for province in candidates]).sum(axis=1)
    return [candidates[index] for index in np.argsort(-helps, kind="stable")[:zones]]


def _contestable(forecast: _Forecast) -> Iterator[Province]:
    entrants: dict[Province, set[Power]] = {}
    for column, unit in enumerate(forecast.position.units):
        for code in forecast.legal.of(column).tolist():
            if unit.power in forecast.parties and code & VERB == MOVE and not code & (VIA | FAR):
                entrants.setdefault(PROVINCES[PROVINCE_AT[code >> TARGET_SHIFT & PART]], set()).add(unit.power)
    for province, powers in entrants.items():
        if len(powers) > 1 and forecast.position.unit_at(province) is None:
            yield province


def _breaks(
    position: Position, parties: tuple[Power, ...], issues: Sequence[_Issue], zones: Sequence[Province]
) -> set[tuple[int, int, Province]]:
    """Columns and orders with the zones that they break.

    An order breaks a zone that it enters, or that it helps a party's unit to enter.
    """
    found: set[tuple[int, int, Province]] = set()
    for issue, zone in product(issues, zones):
        for code in issue.codes:
            one = OrderOutcome(position.units[issue.column].power, decode_order(code), "ok", Reason.MOVED)
            if breach(Dmz(parties, (zone,)), one.power, one, position, (one,)) is not None:
                found.add((issue.column, code, zone))
    return found


def _text(code: int) -> str:
    return format_order(decode_order(code))


def _check(position: Position, parties: Sequence[Power], units: int, orders: int, zones: int) -> None:
    if position.phase.kind != "M":
        raise ValueError(f"{position.phase} is not a movement phase: there is nothing to promise")
    if len(set(parties)) != len(parties) or len(parties) < 2:
        raise ValueError("parties: two powers or more, each once")
    for power in parties:
        if not position.units_of(power):
            raise ValueError(f"parties: {power} has no unit")
    if min(units, orders) < 1 or zones < 0:
        raise ValueError("units and orders must be 1 or more, zones 0 or more")
    outcomes = (orders + 1) ** (units * len(parties)) * (zones + 1)
    if outcomes > _MOST_OUTCOMES:
        raise ValueError(f"{outcomes} outcomes are more than {_MOST_OUTCOMES}: fewer units, orders or zones")
