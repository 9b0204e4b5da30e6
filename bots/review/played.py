"""A movement phase as it was played, and with other orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes, decode_order, encode_orders, owners_after, resolve
from adjudication.board import Province
from adjudication.encoding import CENTERS, Codes
from adjudication.engine import adjudicate
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.hana.foresee.minds import foresee
from bots.hana.foresee.pledges import Pledges, pledges_of
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import NO_SIDE_INTERESTS, Movement, SideInterests
from bots.hana.search.worth import Weights
from bots.review.chances import chances_of
from bots.review.ending import first_places, has_open_retreat, owners_settled, retreats_made
from bots.swarm.playing import play_until
from bots.view import Agreement
from negotiation.compliance import State, check_deal
from negotiation.terms import Formula

__all__ = ["DEAR", "EFFORT", "LEARNT", "SAMPLES", "Breach", "Phase", "Played", "is_much", "places_in", "points"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]

LEARNT: Final = Weights(net="standard")

SAMPLES: Final = 24
"""Order sets of the others that are foreseen."""

EFFORT: Final = 1500
"""Adjudications of a search against the orders given."""

_FORESIGHT: Final = 300
_LUCKS: Final = 32
_TURNS: Final = 3
"""Movement phases that simple bots play on, the one reviewed included."""
DEAR: Final = 9.0
"""Centers of learnt worth that a broken promise costs in a search for honest orders."""
_MUCH: Final = 0.2
"""Share of a power's chance that a moment is about, at least."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise that `power` broke in a phase.

    to: those it was given to. reason: a sentence of the ledger.
    """

    power: Power
    to: tuple[Power, ...]
    reason: str
    deal: Agreement


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a finished game: the board and all orders.

    deals: those in force. breaches: promises broken in it.
    """

    position: Position
    orders: Mapping[Power, Sequence[Order]]
    deals: tuple[Agreement, ...] = ()
    breaches: tuple[Breach, ...] = ()


class Played:
    """A movement phase in arrays, with orders given and foreseen.

    until: the last year of the game; None for no such year. before: chances after the movement before this one; None
    where it is the first. retreats: orders of the retreats after it.
    """

    def __init__(
        self,
        phase: Phase,
        rulebook: Rulebook,
        until: int | None,
        before: Mapping[Power, float] | None = None,
        retreats: Sequence[Order] = (),
    ) -> None:
        self.phase = phase
        self.movement = Movement.of(phase.position, rulebook)
        self.until = until
        self._retreats = retreats_made(retreats)
        self._alone: dict[Power, PlanSearch] = {}
        self.given: Codes = encode_orders(phase.position, phase.orders, rulebook)[np.newaxis]
        self.outcomes = self.resolve(self.given)
        self.chances: Numbers = self.chances_of(self.outcomes)[0]
        self.owners = self.settled(self.outcomes)[0]
        self.before = self._standing() if before is None else np.array([before[power] for power in POWERS])

    @property
    def name(self) -> str:
        """`F1903M`."""
        return str(self.phase.position.phase)

    @property
    def is_fall(self) -> bool:
        """True if centers are counted after this phase."""
        return self.phase.position.phase.season == "F"

    @property
    def is_last_year(self) -> bool:
        """True in the game's last year."""
        return self.until is not None and self.phase.position.phase.year >= self.until

    @property
    def is_end(self) -> bool:
        """True if the game ends with this phase, whatever was ordered."""
        return self.is_fall and self.is_last_year

    @property
    def powers(self) -> list[Power]:
        """Powers with units."""
        present = set(self.movement.boards.powers[0].tolist())
        return [power for number, power in enumerate(POWERS) if number in present]

    def columns(self, power: Power) -> Words:
        """Columns of a power's units."""
        return self.movement.columns_of(power)

    def _standing(self) -> Numbers:
        """Chances on the board as it stands."""
        boards = self.movement.boards
        found: Numbers = chances_of(boards, boards.regions, np.full_like(boards.regions, -1), self.until)[0]
        return found

    def resolve(self, rows: Codes) -> Outcomes:
        """Resolve order sets, int32 (rows, units)."""
        return resolve(self.movement.boards, rows, rulebook=self.movement.rulebook, trusted=True)

    def owners_of(self, outcomes: Outcomes) -> npt.NDArray[np.int8]:
        """Owners after the moves, if the year ended then: int8 (rows, 34)."""
        return owners_after(self.movement.boards, outcomes)

    def settled(self, outcomes: Outcomes) -> npt.NDArray[np.int8]:
        """Owners after the moves and the retreats made: int8 (rows, 34)."""
        return owners_settled(self.movement, outcomes, self._retreats)

    def is_open(self, outcomes: Outcomes, row: int, power: int) -> bool:
        """True if some unknown retreat could change a power's centers."""
        return has_open_retreat(self.movement, outcomes, row, self._retreats, power)

    def chances_of(self, outcomes: Outcomes) -> Numbers:
        """Chance of each power after each row: float64 (rows, 7).

        Where the game ends with this phase, its share of the first place.
        """
        if self.is_end:
            return first_places(self.settled(outcomes))
        board, rows = self.movement.boards, np.zeros(len(outcomes.after), np.int64)
        boards = Boards(
            board.regions[rows], board.powers[rows], board.fleets[rows], board.counts[rows],
            board.owners[rows], board.turns[rows],
        )  # fmt: skip
        return chances_of(boards, outcomes.after, outcomes.attackers, self.until)

    @cached_property
    def foreseen(self) -> Codes:
        """Order sets as our bots foresee them: int32 (SAMPLES, units)."""
        return foresee(self.movement, _FORESIGHT, SAMPLES).profiles({}, SAMPLES, Random(self.name))

    @cached_property
    def pledges(self) -> Pledges:
        """Promises in force."""
        return pledges_of(self.movement, self.phase.deals)

    def honest(self, power: Power) -> SideInterests:
        """Interests of a power that breaks no promise."""
        own = self.pledges.of(power)
        return SideInterests(promises=tuple((each.breaks, DEAR) for each in own)) if own else NO_SIDE_INTERESTS

    def search(
        self, power: Power, profiles: Codes, interests: SideInterests, partners: Sequence[int] = ()
    ) -> PlanSearch:
        """A search of a power's orders, begun with those it gave."""
        found = PlanSearch(
            self.movement,
            power,
            profiles,
            Random(f"{self.name} {power}"),
            partners=tuple(partners),
            weights=LEARNT,
            interests=interests,
        )
        found.seed(found.plans_from(self.given))
        return found

    def alone(self, power: Power) -> PlanSearch:
        """The search of a power's honest orders, the others' as given."""
        if power not in self._alone:
            self._alone[power] = self.search(power, self.given, self.honest(power))
            self._alone[power].run(EFFORT)
        return self._alone[power]

    def broken(self, power: Power, row: Codes) -> set[tuple[int, Formula]]:
        """Promises that a power breaks by an order set, int32 (units,).

        By the number of the deal and what was promised, as the ledger judges it.
        """
        deals = [(number, each.deal) for number, each in enumerate(self.phase.deals) if power in each.powers]
        if not deals:
            return set()
        orders: dict[Power, list[Order]] = {each: [] for each in POWERS}
        for unit, code in zip(self.phase.position.units, row.tolist(), strict=True):
            orders[unit.power].append(decode_order(code))
        rules = self.movement.rulebook
        outcomes = adjudicate(self.phase.position, orders, rules).outcomes
        return {
            (number, check.content)
            for number, deal in deals
            for check in check_deal(deal, self.phase.position, outcomes, rules)
            if check.agent == power and check.state is State.BROKEN
        }

    def with_orders(self, orders: Mapping[int, int], rows: Codes | None = None) -> Codes:
        """Order sets with other orders for some columns.

        rows: those given, if nothing is said.
        """
        changed = (self.given if rows is None else rows).copy()
        for column, code in orders.items():
            changed[:, column] = code
        return changed

    def among(self, power: Power, orders: Mapping[int, int]) -> Codes:
        """The others as foreseen, the power as it ordered, with changes.

        int32 (SAMPLES, units).
        """
        rows = self.foreseen.copy()
        columns = self.columns(power)
        rows[:, columns] = self.given[0, columns]
        return self.with_orders(orders, rows)

    def later(self, rows: Codes) -> Numbers:
        """Mean centers after simple bots played on.

        They play for a year, or to the game's end. float64 (rows, 7).
        """
        turns = _TURNS if not self.is_last_year else 1 + (not self.is_fall)
        lucks = np.array([[Random(f"{self.name} {luck}").getrandbits(64)] for luck in range(_LUCKS)], np.uint64)
        many = np.repeat(rows, _LUCKS, axis=0)
        boards, outcomes = play_until(self.phase.position, many, turns, np.concatenate([lucks] * len(rows)))
        owners = owners_after(boards, outcomes)
        counts = np.stack([(owners == power).sum(axis=1) for power in range(len(POWERS))], axis=1)
        return np.asarray(counts.reshape(len(rows), _LUCKS, -1).mean(axis=1), np.float64)

    def holding(self, power: Power, changes: Mapping[int, int], place: Province) -> int:
        """Number of foreseen order sets in which the power has a center.

        It orders as given but for the changes.
        """
        owners = self.owners_of(self.resolve(self.among(power, changes)))
        return int((owners[:, CENTERS.index(place)] == POWERS.index(power)).sum())

    def texts(self, row: Codes, columns: Sequence[int]) -> list[str]:
        """Orders of columns as text."""
        return [format_order(decode_order(int(row[column]))) for column in columns]

    def changed(self, orders: Mapping[int, int]) -> dict[int, int]:
        """Those of the orders that are not as given."""
        return {column: code for column, code in orders.items() if self.given[0, column] != code}


def is_much(more: float, less: float) -> bool:
    """True if the greater chance loses a good part of itself.

    A power that comes in first nearly surely either way has lost little.
    """
    return more - less >= _MUCH * more


def points(chances: Numbers) -> list[int]:
    """Chances in whole percent."""
    return [round(100 * float(each)) for each in chances]


def places_in(owned: npt.NDArray[np.bool_]) -> list[Province]:
    """Centers by a flag each."""
    return [center for center, flag in zip(CENTERS, owned, strict=True) if flag]
