"""Foresee broken promises and conflicting deals, before orders are carried out.

The definitions are those of `negotiation.compliance`: it judges the orders as if each were carried out. What others
will order is not known; they are taken to do what they promised, and to hold where they promised nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudication.board import Province, province_of
from adjudication.legality import refusal
from adjudication.orders import Order, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from negotiation.compliance import Check, State, check_deal
from negotiation.diplomacy import Aly, Ent, Hlp, Pce, Scd, order_of
from negotiation.terms import Deal, Do, Formula
from negotiation.unnamed import keeping_actions

__all__ = ["Asked", "Given", "Standing", "asked_by", "at_odds", "breaks", "contradicts", "promised_orders"]


@dataclass(frozen=True, slots=True)
class Given:
    """An order of one power. written: somebody wrote it; else it is what comes about without an order."""

    power: Power
    order: Order
    written: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """A deal in force. done: the places of its promises that are done with (`negotiation.ledger`). broken: who broke
    what of it in earlier phases."""

    deal: Deal
    done: frozenset[int] = frozenset()
    broken: frozenset[tuple[Power, Formula]] = frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """Demands of a deal before any orders.

    due: the orders promised for this phase that are possible.
    """

    standing: Standing
    checks: tuple[Check, ...]
    due: tuple[Given, ...]


def asked_by(standing: Standing, position: Position, rulebook: Rulebook = STANDARD_RULES) -> Asked:
    """Demands of a deal on everybody in the phase of `position`."""
    checks = check_deal(standing.deal, position, (), rulebook, standing.done, broken=standing.broken)
    due = tuple(
        Given(owner, order)
        for index, check in enumerate(checks)
        if index not in standing.done and check.state is State.BROKEN and isinstance(check.content, Do)
        for owner, order in [order_of(check.content.action)]
        if owner == check.agent and refusal(position, owner, order, rulebook) is None
    )
    return Asked(standing, checks, due)


def breaks(
    standing: Standing, power: Power, given: Sequence[Given], position: Position, rulebook: Rulebook = STANDARD_RULES
) -> dict[Order, Check]:
    """The orders of `power` that would break a promise it gave in this deal, each with the first one it breaks.

    given: all its orders, what its units do without one included, and what others are taken to order.
    """
    others = [one for one in given if one.power != power]
    mine = [one for one in given if one.power == power]

    def broken(orders: Sequence[Given]) -> dict[int, Check]:
        outcomes = _as_outcomes([*orders, *others])
        checks = check_deal(standing.deal, position, outcomes, rulebook, standing.done, broken=standing.broken)
        return {
            index: check
            for index, check in enumerate(checks)
            if index not in standing.done and check.agent == power and check.state is State.BROKEN
        }

    found: dict[Order, Check] = {}
    in_all = broken(mine)
    if not in_all:
        return found
    nothing = broken([])
    for one in mine:
        alone, without = broken([one]), broken([each for each in mine if each is not one])
        for index, check in in_all.items():
            # It breaks the promise by itself, or together with others: without it the promise would stand.
            by_itself = index in alone and (index not in nothing or alone[index].reason != nothing[index].reason)
            if by_itself or index not in without or _was_the_last(check, one, mine, position, rulebook):
                found.setdefault(one.order, check)
    return found


def _was_the_last(check: Check, one: Given, mine: Sequence[Given], position: Position, rulebook: Rulebook) -> bool:
    """True if the last able unit does something else."""
    if not isinstance(check.content, Hlp | Ent) or not all(each.written for each in mine):
        return False
    able = {_place(order_of(action)[1]) for action in keeping_actions(check.content, position, rulebook)}
    return _place(one.order) in able


def contradicts(
    new: Deal, old: Standing, power: Power, position: Position, rulebook: Rulebook = STANDARD_RULES
) -> Check | None:
    """The promise of `power` in force that it cannot keep beside a new deal; None where nothing is in the way.

    What lasts is compared with what lasts; of orders, those for the phase of `position` are, each with both deals.
    """
    asked = asked_by(Standing(new), position, rulebook)
    return at_odds(asked, asked_by(old, position, rulebook), power, position, rulebook)


def at_odds(
    new: Asked, old: Asked, power: Power, position: Position, rulebook: Rulebook = STANDARD_RULES
) -> Check | None:
    """`contradicts`, for deals of which it is known what they ask."""
    if not all(any(check.agent == power for check in asked.checks) for asked in (new, old)):
        return None
    for check in old.checks:
        if check.agent == power and check.lasting and _against(check.content, new.checks, power):
            return check
    others = [one for one in (*new.due, *old.due) if one.power != power]
    for one in new.due:
        if one.power == power and (found := breaks(old.standing, power, [one, *others], position, rulebook)):
            return found[one.order]
    for one in old.due:
        if one.power == power and breaks(new.standing, power, [one, *others], position, rulebook):
            return next(check for check in old.checks if _is_order(check, one.order))
    return None


def promised_orders(
    deal: Deal,
    power: Power,
    position: Position,
    rulebook: Rulebook = STANDARD_RULES,
    done: frozenset[int] = frozenset(),
) -> list[Order]:
    """The orders a power promises by a deal for the phase of `position`, as far as they are possible now."""
    asked = asked_by(Standing(deal, done), position, rulebook)
    return [one.order for one in asked.due if one.power == power]


def _against(content: Formula, new: Iterable[Check], power: Power) -> bool:
    """True if two lasting promises oppose each other over powers or centers."""
    for other in new:
        if other.agent != power or not other.lasting:
            continue
        match content, other.content:
            case (Pce() | Aly()) as mine, (Pce() | Aly()) as theirs:
                if _friends(mine, power) & _foes(theirs) or _foes(mine) & _friends(theirs, power):
                    return True
            case Scd() as mine, Scd() as theirs:
                if mine.power != theirs.power and set(mine.centers) & set(theirs.centers):
                    return True
    return False


def _friends(content: Pce | Aly, me: Power) -> set[Power]:
    return set(content.powers) - {me}


def _foes(content: Pce | Aly) -> set[Power]:
    return set(content.against) if isinstance(content, Aly) else set()


def _is_order(check: Check, order: Order) -> bool:
    return isinstance(check.content, Do) and order_of(check.content.action)[1] == order


def _place(order: Order) -> Province | None:
    return None if isinstance(order, Waive) else province_of(order.region)


def _as_outcomes(given: Iterable[Given]) -> list[Outcome]:
    """As if everything came about: what hinders an order cannot be known, and excuses nothing."""
    return [Outcome(one.power, one.order, "ok", Reason.MOVED if one.written else Reason.NO_ORDER) for one in given]
