"""Translate deals into the orders that would break them.

An order breaks a promise when `negotiation.compliance` would judge so, supposing that the others do what their promises
pin them to and hold otherwise. So a promised order bars all other orders of its unit, a promise not to do something
bars that, and peace, alliances, zones and divisions of centers bar what attacks, helps, enters or takes. A promise that
leaves open which unit keeps it is left to one that has nothing else to keep. What the board cannot show (draws,
promises for other times, orders that are not possible) bars nothing.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import dropwhile
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.board import province_of
from adjudication.encoding import (
    CENTERS,
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    POWER_INDEX,
    PROVINCE_AT,
    REGION_INDEX,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
    VIA,
)
from adjudication.orders import Convoy, Hold, Move, Order, Support
from adjudication.phase import Phase
from adjudication.powers import POWERS, Power
from bots.hana.search.problem import Movement
from bots.view import Agreement, LedgerLine, SeatView
from negotiation.compliance import Check, State, check_deal
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Pce, Scd, Unnamed, order_of
from negotiation.ledger import promises_of
from negotiation.terms import Agree, And, Commits, Do, Formula, Not, Then, both
from negotiation.unnamed import doer_of

__all__ = ["Pledge", "Pledges", "pledges_of", "standing"]

Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]

_NOWHERE: Final = -1
_SMALL: Final = 128
"""Regions and powers have numbers under this one."""


@dataclass(frozen=True, eq=False, slots=True)
class Pledge:
    """One promise that counts in this phase (definition 15: an action the agent is committed to, or more). One that
    lasts counts even where no order could break it now.

    partners: to whom the power gave it. breaks: bool, by legal order of the whole board (`phase.legal.codes`), true for
    the power's orders that break it.
    """

    power: Power
    partners: tuple[Power, ...]
    content: Formula
    agreement: Agreement
    breaks: Flags


@dataclass(frozen=True, eq=False)
class Pledges:
    """The promises of all powers that count in one movement phase, as the deals come."""

    phase: Movement
    pledges: tuple[Pledge, ...]

    def of(self, power: Power) -> tuple[Pledge, ...]:
        """Pledges of one power."""
        return tuple(pledge for pledge in self.pledges if pledge.power == power)

    @cached_property
    def barred(self) -> Flags:
        """By legal order, whether it breaks any promise of its power.

        A unit may be left without any other order, when promises contradict each other.
        """
        return self._any(self.pledges)

    @cached_property
    def pinned(self) -> dict[int, int]:
        """The one order left to a unit, code by column, for units with just one."""
        return {
            column: int(self.phase.legal.of(column)[~self.barred_of(column)][0])
            for column in map(int, np.flatnonzero(self._left == 1))
        }

    @cached_property
    def bent(self) -> frozenset[int]:
        """The columns of units with orders that break a promise, and others that do not."""
        return frozenset(np.flatnonzero((self._left > 0) & (self._left < np.diff(self.phase.legal.starts))).tolist())

    @cached_property
    def _left(self) -> Words:
        """By column, how many orders break no promise."""
        starts = self.phase.legal.starts
        return np.diff(np.concatenate([[0], np.cumsum(~self.barred)])[starts]).astype(np.int64)

    @property
    def bound(self) -> tuple[Power, ...]:
        """Powers with pledges, in the order of POWERS."""
        return tuple(power for power in POWERS if any(pledge.power == power for pledge in self.pledges))

    def barred_of(self, column: int) -> Flags:
        """By legal order of one unit, whether it breaks a promise."""
        starts = self.phase.legal.starts
        return self.barred[starts[column] : starts[column + 1]]

    def _any(self, pledges: Iterable[Pledge]) -> Flags:
        barred = np.zeros(len(self.phase.legal.codes), np.bool_)
        for pledge in pledges:
            barred |= pledge.breaks
        return barred


@lru_cache(maxsize=64)
def _remembered(phase: Movement, deals: tuple[Agreement, ...]) -> Pledges:
    board = _board_of(phase)
    found = [each for agreement in deals for each in _in_force(phase, agreement)]
    leaving = board.leaving(order for check, _ in found if (order := _promised_order(check)) is not None)
    pledges: dict[int, Pledge] = {}
    barred = board.none
    # Promises with a free choice of unit come last: they take a unit the others leave free.
    for index in sorted(range(len(found)), key=lambda index: isinstance(found[index][0].content, Hlp | Ent)):
        check, agreement = found[index]
        breaks = board.breaks(check.agent, check.content, leaving, barred)
        if breaks.any() or check.lasting:
            partners = tuple(power for power in agreement.powers if power != check.agent)
            pledges[index] = Pledge(check.agent, partners, check.content, agreement, breaks)
            barred = barred | breaks
    return Pledges(phase, tuple(pledges[index] for index in sorted(pledges)))


def pledges_of(phase: Movement, deals: Sequence[Agreement]) -> Pledges:
    """Pledges from these deals on everybody's units in this phase."""
    return _remembered(phase, tuple(deals))


def _in_force(phase: Movement, agreement: Agreement) -> list[tuple[Check, Agreement]]:
    """The promises that count now: judged before any order is given, a due order counts as broken, the rest as kept."""
    checks = check_deal(agreement.deal, phase.position, (), phase.rulebook)
    return [
        (check, agreement)
        for check in checks
        if check.state in (State.KEPT, State.BROKEN) and check.agent in POWERS and _is_own(check.agent, check.content)
    ]


def _is_own(agent: Power, content: Formula) -> bool:
    """True if the power can keep the promise itself.

    Nobody can answer for another's orders.
    """
    match content:
        case Do() | Hlp() | Ent():
            return doer_of(content) == agent
        case Not(item):
            return _is_own(agent, item)
        case And(items):
            return any(_is_own(agent, item) for item in items)
        case _:
            return True


def _promised_order(check: Check) -> Order | None:
    return order_of(check.content.action)[1] if isinstance(check.content, Do) else None


@dataclass(frozen=True, eq=False, slots=True)
class _Board:
    """All legal orders of a phase in columns, one entry an order, and who is where; -1 where there is nothing.

    powers, here: the power (an index) and the province of the unit ordered. verb. target, region: the province into
    which the order brings a unit, and the region as written. helped, ward: the power and the province of the unit that
    a support or convoy is for. far: whether it is a move by convoy. units, owners: by province, whose unit stands
    there, and whose center it is.
    """

    powers: Words
    here: Words
    verb: Words
    target: Words
    region: Words
    helped: Words
    ward: Words
    far: Flags
    units: Words
    owners: Words

    def leaving(self, promised: Iterable[Order]) -> Flags:
        """By province, whether its unit promised to go elsewhere."""
        away = np.zeros(128, np.bool_)
        for order in promised:
            if isinstance(order, Move):
                away[REGION_INDEX[province_of(order.region)]] = True
        return away

    def breaks(self, agent: Power, content: Formula, leaving: Flags, barred: Flags) -> Flags:
        """The power's orders that break a promise; none when it could not be kept at all.

        barred: what breaks other promises, from which a unit yet to be chosen had better be free. `¬(x ∧ y)` is kept by
        the last part of it that the power itself can see to.
        """
        match content:
            case Do(action):
                order = order_of(action)[1]
                does = self._does(order)
                return self._of_unit(order) & ~does if does.any() else does
            case Not(Do(action)):
                return self._does(order_of(action)[1])
            case Hlp() | Ent():
                return self._left_to_one(self._keeps(content), barred)
            case Not(Hlp() | Ent() as item):
                return self._keeps(item)
            case Not(Not(item)):
                return self.breaks(agent, item, leaving, barred)
            case Not(And(items)):
                own = [item for item in items if _is_own(agent, item)]
                return self.breaks(agent, Not(own[-1]), leaving, barred) if own else self.none
            case _:
                return self._against(content, agent, leaving) & _is(self.powers, POWER_INDEX[agent])

    @property
    def none(self) -> Flags:
        """No order at all."""
        return np.zeros(len(self.verb), np.bool_)

    def _of_unit(self, order: Order) -> Flags:
        region = REGION_INDEX.get(province_of(getattr(order, "region", "")), _NOWHERE)
        return _is(self.here, region)

    def _does(self, order: Order) -> Flags:
        """The legal orders that do what was promised: coasts left open and the way of a move do not matter."""
        where = self._of_unit(order)
        match order:
            case Hold():
                return where & _is(self.verb, HOLD)
            case Move(_, _, target):
                return where & _is(self.verb, MOVE) & self._goes(target)
            case Support(_, _, _, supported, target):
                helped = where & _is(self.ward, REGION_INDEX.get(province_of(supported), _NOWHERE))
                if target is None:
                    return helped & _is(self.verb, SUPPORT_HOLD)
                return helped & _is(self.verb, SUPPORT_MOVE) & self._goes(province_of(target))
            case Convoy(_, _, army, target):
                helped = where & _is(self.ward, REGION_INDEX.get(army, _NOWHERE))
                return helped & _is(self.verb, CONVOY) & self._goes(target)
            case _:
                return self.none

    def _keeps(self, promise: Unnamed) -> Flags:
        """The legal orders that do what was promised without naming a unit, as `negotiation.unnamed.keeps` says."""
        place = REGION_INDEX[promise.province]
        own = _is(self.powers, POWER_INDEX[promise.power])
        if isinstance(promise, Ent):
            return own & _is(self.verb, MOVE) & _is(self.target, place)
        helps = own & _is(self.helped, POWER_INDEX[promise.helped])
        if promise.origin is not None:
            helps &= _is(self.ward, REGION_INDEX[promise.origin])
        into = _is(self.verb, SUPPORT_MOVE) & _is(self.target, place)
        stays = _is(self.verb, SUPPORT_HOLD) & _is(self.ward, place)
        return helps & (stays if promise.origin == promise.province else into | stays)

    def _left_to_one(self, keeps: Flags, barred: Flags) -> Flags:
        """All else that one unit could do that is to keep a promise: the first that can and may, rather without a
        convoy."""
        for able in (keeps & ~barred & ~self.far, keeps & ~barred, keeps):
            if able.any():
                return _is(self.here, int(self.here[able.argmax()])) & ~keeps
        return keeps

    def _goes(self, target: str) -> Flags:
        region = REGION_INDEX.get(target, _NOWHERE)
        return _is(self.target if len(target) == 3 else self.region, region)

    def _against(self, content: Formula, power: Power, leaving: Flags) -> Flags:
        match content:
            case Pce(powers):
                return self._attacks(powers, power, leaving)
            case Aly(powers, enemies):
                helps = _is_one(self.helped, [POWER_INDEX[enemy] for enemy in enemies])
                return self._attacks(powers, power, leaving) | helps
            case Dmz(powers, provinces):
                zone = [REGION_INDEX[province] for province in provinces]
                members = [_NOWHERE, *(POWER_INDEX[member] for member in powers)]
                enters = _is_one(self.target, zone) & _is_one(self.helped, members)
                return enters | (_is_one(self.here, zone) & ~_is(self.verb, MOVE))
            case Scd(taker, centers):
                goes = _is_one(self.target, [REGION_INDEX[center] for center in centers])
                return goes & ~_is(self.helped, POWER_INDEX[taker]) if power != taker else np.zeros_like(goes)
            case _:
                return self.none

    def _attacks(self, members: Sequence[Power], power: Power, leaving: Flags) -> Flags:
        """Orders into a province with a member's center, or a member's unit that has not promised to leave it."""
        attacks = self.none
        target = np.maximum(self.target, 0)
        for member in members:
            if member != power:
                index = POWER_INDEX[member]
                there = (_is(self.units[target], index) & ~leaving[target]) | _is(self.owners[target], index)
                attacks |= ~_is(self.target, _NOWHERE) & there & ~_is(self.helped, index)
        return attacks


def _is(column: Words, number: int) -> Flags:
    return np.asarray(column == number, np.bool_)


def _is_one(column: Words, numbers: Sequence[int]) -> Flags:
    """Mask of a column's values that are among these numbers.

    The column holds small numbers, or _NOWHERE.
    """
    wanted = np.zeros(_SMALL + 1, np.bool_)  # the last is _NOWHERE's
    wanted[numbers] = True
    return np.asarray(wanted[column], np.bool_)


@lru_cache(maxsize=16)
def _board_of(phase: Movement) -> _Board:
    boards, legal = phase.boards, phase.legal
    codes = legal.codes.astype(np.int64)
    unit = np.repeat(np.arange(len(legal.starts) - 1), np.diff(legal.starts))
    places = PROVINCE_AT[boards.regions[0]]
    powers = boards.powers[0].astype(np.int64)
    units = np.full(_SMALL, _NOWHERE, np.int64)
    units[places] = powers
    owners = np.full(128, _NOWHERE, np.int64)
    owners[[REGION_INDEX[center] for center in CENTERS]] = boards.owners[0]
    verb = codes & VERB
    region = codes >> TARGET_SHIFT & PART
    brings = (verb == MOVE) | (verb == SUPPORT_MOVE) | (verb == CONVOY)
    helps = (verb == SUPPORT_HOLD) | (verb == SUPPORT_MOVE) | (verb == CONVOY)
    ward = np.where(helps, PROVINCE_AT[codes >> OTHER_SHIFT & PART], _NOWHERE)
    return _Board(
        powers=powers[unit],
        here=places[unit],
        verb=verb,
        target=np.where(brings, PROVINCE_AT[region], _NOWHERE),
        region=np.where(brings, region, _NOWHERE),
        helped=np.where(helps, units[np.maximum(ward, 0)], _NOWHERE),
        ward=ward,
        far=(verb == MOVE) & (codes & (FAR | VIA) != 0),
        units=units,
        owners=owners,
    )


def standing(view: SeatView) -> tuple[Agreement, ...]:
    """The agreements of a view that still bind its power: those that nobody has broken yet.

    Who breaks one sets the others free; the ledger goes on to list what they promised. Of `x ; y` what is done with is
    left out.
    """
    found = []
    ledger: dict[tuple[Phase, tuple[Power, ...]], list[LedgerLine]] = {}
    for line in view.ledger:
        ledger.setdefault((line.made, line.powers), []).append(line)
    for agreement in view.agreements:
        lines = _lines_of(agreement, ledger.get((agreement.phase, agreement.powers), []), view)
        if not any(line.state is State.BROKEN for line in lines):
            found.append(_without(agreement, {line.content for line in lines if not line.lasting}))
    return tuple(found)


def _lines_of(agreement: Agreement, lines: list[LedgerLine], view: SeatView) -> list[LedgerLine]:
    """Ledger lines about an agreement.

    lines: those made in its phase by its powers.
    """
    promises = promises_of(agreement.deal, view.position, view.rulebook) if lines else ()
    promised = [(promise.agent, promise.content) for promise in promises]
    return [line for line in lines if (line.agent, line.content) in promised]


def _without(agreement: Agreement, done: Collection[Formula]) -> Agreement:
    """The agreement with its sequences begun where they stand."""
    deal = agreement.deal
    if isinstance(deal, Agree):
        return replace(agreement, deal=replace(deal, content=_rest(deal.content, done)))
    items = tuple(replace(commit, content=_rest(commit.content, done)) for commit in deal.items)
    return replace(agreement, deal=Commits(items))


def _rest(content: Formula, done: Collection[Formula]) -> Formula:
    match content:
        case And(items):
            return both(_rest(item, done) for item in items)
        case Then(items):
            left = tuple(dropwhile(lambda item: item in done, items)) or items[-1:]
            return Then(left) if len(left) > 1 else left[0]
        case _:
            return content
