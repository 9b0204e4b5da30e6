"""Proofs that orders reach a goal against all replies that can matter.

A reply matters if it changes what happens in the places involved: those where the goal is decided, those where an
acting unit stands, and those it acts on (where it goes, or where a support or convoy leads). So the units asked are
all foreign ones that stand in such a place, or have an order that acts on one: a step, a way by sea, a support, a
convoy. Each gets its hold, its orders that act on these places, and, if it stands in one, every move: it may leave.
Where a unit may leave to a place that another foreign unit fills, which is not asked itself, that one may leave before
it, but not a third before that. Everybody else holds. Every combination is adjudicated.

Where two powers order together, a center far from the others is a matter of its own: only orders count that touch it,
a foreign unit that may act on it, or what such orders touch.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes, encode_orders, legal_orders, resolve
from adjudication.encoding import (
    CONVOY,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    PROVINCES,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    Codes,
    decode_order,
)
from adjudication.orders import Order
from adjudication.position import Position
from bots.puzzles.goal import Goal, by_power, goal_places
from bots.puzzles.judging import reached

__all__ = ["MOST_REPLIES", "Problem", "Replies", "TooManyReplies", "acts_on"]

Words: TypeAlias = npt.NDArray[np.int64]

MOST_REPLIES: Final = 400_000
"""Combinations that are enumerated for one set of orders."""

_AT_ONCE: Final = 1 << 14
_DRAWN: Final = 1 << 12
"""Replies that are tried where there are too many to try them all."""


class TooManyReplies(ValueError):  # noqa: N818 - named after what was met
    """There are more combinations of replies than are tried."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} replies can matter, more than are tried")
        self.count = count


@lru_cache(maxsize=1 << 16)
def acts_on(code: int) -> int:
    """Number of the province that an order acts on."""
    verb = code & VERB
    if verb in (MOVE, SUPPORT_MOVE, CONVOY):
        return int(PROVINCE_AT[code >> TARGET_SHIFT & PART])
    shift = OTHER_SHIFT if verb == SUPPORT_HOLD else UNIT_SHIFT
    return int(PROVINCE_AT[code >> shift & PART])


@dataclass(frozen=True, eq=False, slots=True)
class Replies:
    """All combinations of some units' options."""

    columns: tuple[int, ...]
    options: tuple[Codes, ...]

    @property
    def count(self) -> int:
        """Number of combinations."""
        return prod(len(each) for each in self.options)

    def rows(self, base: Codes, numbers: Words) -> Codes:
        """The base with the replies of these numbers: int32 (numbers, units)."""
        rows = np.repeat(base[np.newaxis], len(numbers), axis=0)
        rest = numbers.copy()
        for column, options in zip(self.columns, self.options, strict=True):
            rows[:, column] = options[rest % len(options)]
            rest //= len(options)
        return rows


class Problem:
    """A movement phase with a goal of one power or two."""

    def __init__(self, position: Position, goal: Goal) -> None:
        self.position = position
        self.boards = Boards.of([position])
        count = len(position.units)
        legal = legal_orders(self.boards)
        self.codes = [legal.of(column).tolist() for column in range(count)]
        self.places = [int(PROVINCE_AT[region]) for region in self.boards.regions[0, :count]]
        self.column_at = {place: column for column, place in enumerate(self.places)}
        self.reach = [frozenset(map(acts_on, codes)) for codes in self.codes]
        self.holds: Codes = np.array([codes[0] for codes in self.codes], np.int32)
        self._ask(goal)

    def _ask(self, goal: Goal) -> None:
        units = self.position.units
        self.goal = goal
        self.mine = [column for column, unit in enumerate(units) if unit.power in goal.sides]
        self.foreign = [column for column, unit in enumerate(units) if unit.power not in goal.sides]

    def about(self, goal: Goal) -> "Problem":
        """A problem with another goal in this phase."""
        other = copy(self)
        other.__dict__.pop("at_stake", None)
        other._ask(goal)
        return other

    @cached_property
    def at_stake(self) -> frozenset[int]:
        """Numbers of the provinces where the goal is decided."""
        return frozenset(PROVINCES.index(place) for place in goal_places(self.goal, self.position))

    def row_of(self, orders: Sequence[Order]) -> Codes:
        """A row from orders of the goal's sides; everybody else holds."""
        owned = by_power(self.position, orders)
        return encode_orders(self.position, {power: owned.get(power, []) for power in self.goal.sides})

    def orders_of(self, row: Codes, columns: Collection[int]) -> list[Order]:
        """Orders of some columns of a row, holds left out."""
        return [decode_order(int(row[c])) for c in sorted(columns) if row[c] & VERB != HOLD]

    def involved(self, row: Codes) -> frozenset[int]:
        """Numbers of the provinces involved in a set of orders."""
        acting = {c: (self.places[c], acts_on(int(row[c]))) for c in self.mine if row[c] & VERB != HOLD}
        if self.goal.partner:
            return self._linked(acting)
        return self.at_stake.union(*acting.values())

    def _linked(self, acting: dict[int, tuple[int, int]]) -> frozenset[int]:
        """Places of those acting units that may matter to the goal.

        acting: where each stands, and the place it acts on.
        """
        places = set(self.at_stake)
        while True:
            acted_on = places | {self.places[c] for c in self.foreign if not places.isdisjoint(self.reach[c])}
            linked = [column for column, (stands, target) in acting.items() if stands in places or target in acted_on]
            if not linked:
                return frozenset(places)
            for column in linked:
                places.update(acting.pop(column))

    def replies(self, row: Codes) -> Replies:
        """Replies that can matter to a set of orders."""
        places = self.involved(row)
        entered = {acts_on(int(row[c])) for c in self.mine if row[c] & VERB == MOVE}
        asked = {
            column: options
            for column in self.foreign
            if len(options := self._options(column, places, row)) > 1 or self.places[column] in places
        }
        for column in list(asked):
            if self.places[column] in entered and self.goal.kind in ("keep", "stop"):
                for target in (acts_on(code) for code in asked[column] if code & VERB == MOVE):
                    blocker = self.column_at.get(target)
                    if blocker is not None and blocker in self.foreign and blocker not in asked:
                        asked[blocker] = [code for code in self.codes[blocker] if code & VERB in (HOLD, MOVE)]
        asked = self._without_void(asked, row)
        columns = tuple(column for column in sorted(asked) if len(asked[column]) > 1)
        return Replies(columns, tuple(np.array(asked[column], np.int32) for column in columns))

    def _options(self, column: int, places: Collection[int], row: Codes) -> list[int]:
        stands = self.places[column] in places
        return [
            code
            for code in self.codes[column]
            if code & VERB == HOLD or acts_on(code) in places or (stands and code & VERB == MOVE)
        ]

    def _without_void(self, asked: Mapping[int, list[int]], row: Codes) -> dict[int, list[int]]:
        """Leave out supports and convoys of what nobody does here."""
        return {column: [code for code in codes if self._is_meant(code, asked, row)] for column, codes in asked.items()}

    def _is_meant(self, code: int, asked: Mapping[int, list[int]], row: Codes) -> bool:
        verb = code & VERB
        if verb not in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
            return True
        other = self.column_at[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])]
        meant = asked[other] if other in asked else [int(row[other])]
        if verb == SUPPORT_HOLD:
            return any(each & VERB != MOVE for each in meant)
        return any(each & VERB == MOVE and acts_on(each) == acts_on(code) for each in meant)

    def count(self, row: Codes) -> int:
        """Number of replies that can matter, to each half of a deal."""
        if self.goal.kind == "deal":
            return sum(self.about(half).replies(row).count for half in self.goal.halves)
        return self.replies(row).count

    def refutation(
        self, row: Codes, chance: np.random.Generator | None = None, most: int = MOST_REPLIES
    ) -> Codes | None:
        """Find a reply against which the orders miss the goal.

        None if there is none: then they are proven. Raises TooManyReplies for more than `most`, where none of some that
        are drawn does.
        """
        replies = self.replies(row)
        if replies.count > most:
            rows = self._drawn(replies, row, chance or np.random.default_rng(0))
            missed = self.missed(rows)
            if missed.any():
                return np.asarray(rows[int(np.argmax(missed))])
            raise TooManyReplies(replies.count)
        for numbers in _in_parts(replies.count, chance):
            rows = replies.rows(row, numbers)
            missed = self.missed(rows)
            if missed.any():
                return np.asarray(rows[int(np.argmax(missed))])
        return None

    def _drawn(self, replies: Replies, row: Codes, chance: np.random.Generator) -> Codes:
        """Draw replies by chance, half of them orders that press the goal."""
        rows = np.repeat(row[np.newaxis], _DRAWN, axis=0)
        for column, options in zip(replies.columns, replies.options, strict=True):
            pressing = np.array([code for code in options.tolist() if acts_on(code) in self.at_stake], np.int32)
            rows[:, column] = chance.choice(options, _DRAWN)
            if len(pressing):
                rows[::2, column] = chance.choice(pressing, (_DRAWN + 1) // 2)
        return rows

    def resolve(self, rows: Codes) -> Outcomes:
        """Resolve order sets."""
        return resolve(self.boards, rows, trusted=True)

    def missed(self, rows: Codes) -> npt.NDArray[np.bool_]:
        """True for each order set that misses the goal: bool (rows,)."""
        return ~reached(self.goal, self.boards, self.resolve(np.ascontiguousarray(rows)))


def _in_parts(count: int, chance: np.random.Generator | None) -> Iterator[Words]:
    """All numbers below count, after a few drawn by chance.

    Most wrong orders fail against one of those."""
    if count > _AT_ONCE // 4:
        yield (chance or np.random.default_rng(0)).integers(0, count, 1024)
    for first in range(0, count, _AT_ONCE):
        yield np.arange(first, min(first + _AT_ONCE, count))
