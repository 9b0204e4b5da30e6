"""Typed orders on the kernel: the reference's results, several times as fast.

The compiled kernel decides a movement phase and says why, as integers; what is left for Python is to
look up orders, outcomes and units made before. Whatever the kernel leaves to the reference, and every
other phase, is decided by `adjudication.engine` and `adjudication.options`. Tests hold both to each
other, in every reason and in every order of things.

Needs numba, as `adjudication.batch` does: for bots and programs that adjudicate thousands of phases.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from operator import getitem
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication import engine, options
from adjudication.batch.compiling import compiling_alone
from adjudication.batch.explaining import HEAD, POWER_SHIFT, explain, hash_orders, list_legal_orders
from adjudication.batch.layout import MAX_UNITS
from adjudication.batch.resolving import encode_facts, policies_of
from adjudication.batch.whys import REASONS, why_parts
from adjudication.board import Province, Region
from adjudication.encoding import RANKED, UNITS, Codes, decode_order, unit_numbers
from adjudication.facts import OrderFacts
from adjudication.numbers import POWER_INDEX, REGIONS
from adjudication.orders import Disband, Hold, MovementOrder, Order
from adjudication.outcomes import Outcome, Resolution
from adjudication.position import Dislodged, Position
from adjudication.powers import POWERS, Power
from adjudication.reasons import RESULT_OF, Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["adjudicate", "legal_orders"]

_Words = npt.NDArray[np.int64]

_unit: Final = UNITS.__getitem__

_MOST_WRITTEN: Final = 1 << 14
_MOST_OUTCOMES: Final = 1 << 5


class _Written(dict[int, Outcome]):
    """A power's order as it is written, with its outcomes so far, by why.

    code: its integer with the power above, -1 if the kernel cannot read it.
    """

    __slots__ = ("code", "order")

    def __init__(self, power: Power, order: Order) -> None:
        self.order = order
        self.code = -1
        if isinstance(order, MovementOrder):
            with suppress(KeyError):  # a place that is on no board
                facts = OrderFacts(order)
                if facts.refusal is None:
                    self.code = POWER_INDEX[power] << POWER_SHIFT | encode_facts(facts)

    def __missing__(self, why: int) -> Outcome:
        reason, power, places = _parts(why)
        outcome = Outcome(power, self.order, RESULT_OF[reason], reason, places)
        if len(self) < _MOST_OUTCOMES:
            self[why] = outcome
        return outcome


_by_value: Final[dict[tuple[Power, Order], _Written]] = {}

_by_identity: Final[dict[Power, dict[int, _Written]]] = {power: {} for power in POWERS}
"""Orders read so far by power and the identity of the object, which each entry keeps: quicker than by value."""


def _read(power: Power, order: Order) -> _Written:
    """Look up an order, or read it when first met."""
    written = _by_value.get((power, order))
    if written is None:
        if len(_by_value) >= _MOST_WRITTEN:
            _by_value.clear()
            for known in _by_identity.values():
                known.clear()
        written = _by_value[power, order] = _by_identity[power][id(order)] = _Written(power, order)
    return written


@lru_cache(maxsize=1 << 12)
def _parts(why: int) -> tuple[Reason, Power, tuple[Province, ...]]:
    reason, power, regions = why_parts(why)
    return REASONS[reason], POWERS[power], tuple(REGIONS[region] for region in regions)


@cache
def _prepare() -> None:
    """Compile, or load what was compiled; once for each process."""
    with compiling_alone():
        none = np.zeros(0, np.int64)
        explain(none, 0, _rules(STANDARD_RULES))
        list_legal_orders(none, True, hash_orders())


@lru_cache(maxsize=64)
def _rules(rulebook: Rulebook) -> _Words:
    by_sea_open = rulebook.convoyed_origin == "open"
    return np.array([*policies_of(rulebook), rulebook.convoys, by_sea_open], np.int64)


def adjudicate(
    position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook = STANDARD_RULES
) -> Resolution:
    """Resolve the position's phase, exactly as `adjudication.engine.adjudicate` does."""
    if position.phase.kind == "M":
        resolution = _movement(position, orders, rulebook)
        if resolution is not None:
            return resolution
    return engine.adjudicate(position, orders, rulebook)


def legal_orders(
    position: Position, power: Power, rulebook: Rulebook = STANDARD_RULES
) -> dict[Region, tuple[Order, ...]]:
    """All legal orders of a power, exactly as by `adjudication.options.legal_orders`.

    Those of a movement phase are listed for all powers at once and kept with the position.
    """
    if position.phase.kind == "M":
        kept = position.kept.get("legal orders")
        if kept is None or kept[0] != rulebook.convoys:
            kept = position.kept["legal orders"] = rulebook.convoys, _listed(position, rulebook.convoys)
        if kept[1] is not None:
            return kept[1].get(power, {}).copy()
    return options.legal_orders(position, power, rulebook)


def _numbers(position: Position) -> list[int] | None:
    """The units by number; None if unknown or too many."""
    _prepare()
    try:
        numbers = unit_numbers(position.units)
    except KeyError:
        return None
    return numbers if len(numbers) <= MAX_UNITS else None


def _movement(position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook) -> Resolution | None:
    """Resolve a movement phase; None to ask the reference."""
    numbers = _numbers(position)
    if numbers is None or not orders.keys() <= POWER_INDEX.keys():
        return None
    written = [
        known(id(order)) or _read(power, order)
        for power, given in orders.items()
        for known in (_by_identity[power].get,)
        for order in given
    ]
    words = np.array(numbers + [each.code for each in written], np.int64)
    found: list[int] = explain(words, len(numbers), _rules(rulebook)).tolist()
    if found[0]:
        return None
    _, unordered, standing, beaten = found[:HEAD]
    at = HEAD + len(written)
    outcomes = list(map(getitem, written, found[HEAD:at]))
    if unordered:
        end = at + 2 * unordered
        for number, why in zip(found[at:end:2], found[at + 1 : end : 2], strict=True):
            unit = _unit(number)
            outcomes.append(_read(unit.power, Hold(unit.kind, unit.region))[why])
        at = end
    units = tuple(map(_unit, found[at : at + standing]))
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Province] = frozenset()
    if beaten:
        dislodged, lost, contested = _retreats(found[at + standing :], beaten)
        outcomes += lost
    return Resolution(tuple(outcomes), engine.next_position(position, units, dislodged, contested))


def _retreats(found: Sequence[int], beaten: int) -> tuple[tuple[Dislodged, ...], list[Outcome], frozenset[Province]]:
    """The dislodged, the outcomes of those without retreats, the contested provinces."""
    dislodged: list[Dislodged] = []
    lost: list[Outcome] = []
    at = 0
    for _ in range(beaten):
        number, origin, ways = found[at : at + 3]
        at += 3 + ways
        unit = _unit(number)
        if ways:
            places = tuple(RANKED[rank] for rank in found[at - ways : at])
            dislodged.append(Dislodged(unit, RANKED[origin], places))
        else:
            disband = Disband(unit.kind, unit.region)
            lost.append(Outcome(unit.power, disband, "ok", Reason.NO_RETREAT, (RANKED[origin],)))
    return tuple(sorted(dislodged)), lost, frozenset(RANKED[rank] for rank in found[at:])


def _listed(position: Position, convoys: bool) -> dict[Power, dict[Region, tuple[Order, ...]]] | None:
    """List legal orders by power; None to ask the reference."""
    numbers = _numbers(position)
    if numbers is None:
        return None
    codes, orders = _orders()
    found = list_legal_orders(np.array(numbers, np.int64), convoys, codes)
    if not len(found):
        return None
    count = len(numbers)
    starts: list[int] = found[: count + 1].tolist()
    legal = tuple(orders[found[count + 1 :]].tolist())
    listed: dict[Power, dict[Region, tuple[Order, ...]]] = {power: {} for power in POWERS}
    for unit, start, end in zip(position.units, starts, starts[1:], strict=False):
        listed[unit.power][unit.region] = legal[start:end]
    return listed


@cache
def _orders() -> tuple[Codes, npt.NDArray[np.object_]]:
    """Hash table of orders: their integers, and they themselves."""
    codes = hash_orders()
    orders = np.full(len(codes), None, object)
    for place in np.flatnonzero(codes >= 0):
        orders[place] = decode_order(int(codes[place]))
    return codes, orders
