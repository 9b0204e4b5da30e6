"""Check whether a deal makes sense: obvious faults, part by part.

Its value is not considered.

A deal without a fault may still be a bad one; one with a fault is neither to be proposed nor to be agreed to. What is
looked at: the deal, the board, and the deals in force that are known. Promises with a time of their own that is not now
are not compared with the board.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.orders import Convoy, Move, MovementOrder, Order, Support
from adjudication.position import Position
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from negotiation.compliance import State
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Mto, Pce, Scd, Slo, Sup, board_unit, order_of
from negotiation.foresight import Asked, Standing, asked_by, at_odds
from negotiation.ledger import Agreement
from negotiation.terms import Agree, And, Commit, Commits, Deal, Do, Formula, Not, Time
from negotiation.unnamed import doer_of, keeping_actions, keeps

__all__ = ["MOST_PARTS", "Fault", "Flaw", "Part", "faults", "parts_of"]

MOST_PARTS: Final = 3
"""Most promises in a sentence that a reader follows at once."""


class Flaw(StrEnum):
    """Faults of a part of a deal."""

    IMPOSSIBLE = "an order that cannot be given"
    VOID = "it would do nothing"
    CONTRADICTORY = "another part says otherwise"
    HARMFUL = "it harms one who agrees to it"
    HOME = "it gives a home center away"
    AGREED = "it is agreed already"
    AT_ODDS = "a deal in force says otherwise"
    OWNED = "they have it already"
    BOUNCE = "two would stand each other off"
    UNTOLD = "what it is to help is not said"
    LONG = "too much at once"


@dataclass(frozen=True, slots=True)
class Part:
    """One promise of a deal. agent: who makes it; None where all who agree do."""

    agent: Power | None
    to: tuple[Power, ...]
    content: Formula
    time: Time | None = None

    @property
    def deal(self) -> Deal:
        """The part as a deal of its own."""
        if self.agent is None:
            return Agree(self.to, self.content, self.time)
        return Commits((Commit(self.agent, self.to, self.content, self.time),))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a deal makes no sense. power: whose promise or whose harm it is. place: what is harmed. against: the deal in
    force, where one is."""

    flaw: Flaw
    content: Formula
    power: Power | None = None
    against: Agreement | None = None
    place: Province | None = None


def parts_of(deal: Deal) -> tuple[Part, ...]:
    """The single promises of a deal, in their order."""
    if isinstance(deal, Agree):
        to = tuple(map(as_power, deal.agents))
        return tuple(Part(None, to, content, deal.time) for content in _split(deal.content))
    return tuple(
        Part(as_power(commit.agent), tuple(map(as_power, commit.to)), content, commit.time)
        for commit in deal.items
        for content in _split(commit.content)
    )


def _split(content: Formula) -> Sequence[Formula]:
    return content.items if isinstance(content, And) else (content,)


def faults(
    deal: Deal,
    among: Sequence[Power],
    position: Position,
    rulebook: Rulebook = STANDARD_RULES,
    standing: Sequence[Agreement] = (),
) -> Iterator[Fault]:
    """Faults of a deal among these powers, the plainest first.

    standing: the deals in force that the caller knows of.
    """
    case = _Case(parts_of(deal), tuple(among), position, rulebook, tuple(standing))
    for look in _LOOKS:
        yield from look(case)


# ── what is looked at ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class _Case:
    """A deal beside the board and what is agreed."""

    parts: tuple[Part, ...]
    among: tuple[Power, ...]
    position: Position
    rulebook: Rulebook
    standing: tuple[Agreement, ...]
    _asked: dict[Deal, Asked] = field(default_factory=dict)

    def asked(self, deal: Deal) -> Asked:
        """Demands of a deal in this phase."""
        if deal not in self._asked:
            self._asked[deal] = asked_by(Standing(deal), self.position, self.rulebook)
        return self._asked[deal]

    @cached_property
    def orders(self) -> dict[Province, Order]:
        """Orders due by known deals, by the unit's province."""
        agreed = [part for agreement in self.standing for part in parts_of(agreement.deal)]
        return {
            province_of(order.region): order
            for part in (*agreed, *self.parts)
            if (order := self.order_now(part)) is not None and isinstance(order, MovementOrder)
        }

    def order_now(self, part: Part) -> Order | None:
        """The order a part promises for this phase, if it is one that can be given."""
        if not isinstance(part.content, Do):
            return None
        (check, *_) = self.asked(part.deal).checks
        return order_of(part.content.action)[1] if check.state is State.BROKEN else None

    def stays(self, place: Province, orders: dict[Province, Order]) -> bool:
        """True if a unit stands there and is not to leave."""
        return self.position.unit_at(place) is not None and not isinstance(orders.get(place), Move)


def _impossible(case: _Case) -> Iterator[Fault]:
    """Orders that cannot be given in this phase, and promises nobody who agrees can see to."""
    for part in case.parts:
        content = part.content.item if isinstance(part.content, Not) else part.content
        doer = doer_of(content)
        able = {part.agent} if part.agent else set(part.to)
        checks = case.asked(part.deal).checks
        if doer not in {None, *able} or any(check.state is State.VOID for check in checks):
            yield Fault(Flaw.IMPOSSIBLE, part.content, doer)
        elif isinstance(part.content, Pce | Aly) and not _alive(case, part.content):
            yield Fault(Flaw.IMPOSSIBLE, part.content)


def _alive(case: _Case, content: Pce | Aly) -> bool:
    position, powers = case.position, {*content.powers, *getattr(content, "against", ())}
    return len(content.powers) > 1 and all(position.units_of(each) or position.centers_of(each) for each in powers)


def _fits(goal: Region | None, aim: Region | None) -> bool:
    """True if the help fits the unit's destination, or its hold.

    A named coast must match.
    """
    if goal is None or aim is None:
        return goal is aim
    return goal == aim or (province_of(goal) == province_of(aim) and goal == province_of(goal))


def _void(case: _Case) -> Iterator[Fault]:
    """Help for what is not to happen, two of one power into one place, or a way that its own unit blocks."""
    orders = case.orders
    for part in case.parts:
        order, giver = case.order_now(part), doer_of(part.content)
        match order:
            case Support(supported=ward, target=goal) if (helped := orders.get(province_of(ward))) is not None:
                aim = helped.target if isinstance(helped, Move) else None
                if not _fits(goal, aim):
                    yield Fault(Flaw.VOID, part.content, giver)
            case Convoy(army=army, target=goal) if (carried := orders.get(army)) is not None:
                if not isinstance(carried, Move) or province_of(carried.target) != province_of(goal):
                    yield Fault(Flaw.VOID, part.content, giver)
            case Move(target=goal):
                place = province_of(goal)
                unit = case.position.unit_at(place)
                blocked = unit is not None and unit.power == giver and place in orders and case.stays(place, orders)
                if blocked:
                    yield Fault(Flaw.VOID, part.content, giver)
        if isinstance(part.content, Scd):
            if set(part.content.centers) <= set(case.position.centers_of(part.content.power)):
                yield Fault(Flaw.OWNED, part.content, part.content.power)
            if not set(part.content.centers) <= set(STANDARD.centers):
                yield Fault(Flaw.IMPOSSIBLE, part.content, part.content.power)


def _bounced(case: _Case) -> Iterator[Fault]:
    """Moves that go to one place, or past each other, as things are told."""
    orders = case.orders
    for part in case.parts:
        order = case.order_now(part)
        if not isinstance(order, Move):
            continue
        here, goal = province_of(order.region), province_of(order.target)
        for place, other in orders.items():
            there = province_of(other.target) if isinstance(other, Move) else None
            if place != here and (there == goal or (place == goal and there == here)):
                yield Fault(Flaw.BOUNCE, part.content, doer_of(part.content))


def _untold(case: _Case) -> Iterator[Fault]:
    """Help for a move or a hold of which nothing is said, here or in a deal in force."""
    orders = case.orders
    for part in case.parts:
        order = case.order_now(part)
        ward = province_of(order.supported) if isinstance(order, Support) else getattr(order, "army", None)
        if ward is not None and ward not in orders and getattr(order, "target", None) is not None:
            yield Fault(Flaw.UNTOLD, part.content, doer_of(part.content))


def _contradictory(case: _Case) -> Iterator[Fault]:
    """Parts that cannot be kept together."""
    for index, part in enumerate(case.parts):
        if isinstance(part.content, Aly) and set(part.content.against) & {*case.among, *part.content.powers}:
            yield Fault(Flaw.CONTRADICTORY, part.content)
        for other in case.parts[index + 1 :]:
            if _excludes(part.content, other.content) or _at_odds(part.deal, other.deal, case):
                yield Fault(Flaw.CONTRADICTORY, other.content, doer_of(other.content))


def _excludes(one: Formula, other: Formula) -> bool:
    """True if two promises exclude each other.

    One denies the other, or a center or a unit's order goes to two.
    """
    if one == Not(other) or other == Not(one):
        return True
    if isinstance(one, Scd) and isinstance(other, Scd):
        return one.power != other.power and bool(set(one.centers) & set(other.centers))
    return isinstance(one, Do) and isinstance(other, Do) and one != other and _unit(one) == _unit(other) is not None


def _unit(content: Do) -> object:
    return getattr(content.action, "unit", None)


def _at_odds(new: Deal, old: Deal, case: _Case) -> bool:
    return any(_opposed(new, old, power, case) for power in case.among)


def _opposed(new: Deal, old: Deal, power: Power, case: _Case) -> bool:
    """True if the power could not keep both deals.

    Promises that leave the unit open are tried with every unit.
    """

    def excludes(deal: Deal) -> bool:
        return at_odds(case.asked(deal), case.asked(old), power, case.position, case.rulebook) is not None

    return excludes(new) or any(
        isinstance(part.content, Hlp | Ent)
        and part.time is None
        and part.content.power == power
        and bool(found := [Do(action) for action in keeping_actions(part.content, case.position, case.rulebook)])
        and all(excludes(Commits((Commit(power, part.to, each),))) for each in found)
        for part in parts_of(new)
    )


def _harmful(case: _Case) -> Iterator[Fault]:
    """Faults that harm a power who agrees.

    Its centers given away or entered, its units attacked.
    """
    orders = case.orders
    for part in case.parts:
        for power in case.among:
            for place in (place for taker, place in _taken(part.content) if taker != power):
                if place in STANDARD.homes[power]:
                    yield Fault(Flaw.HOME, part.content, power, place=place)
                elif _is_held(place, power, case, orders):
                    yield Fault(Flaw.HARMFUL, part.content, power, place=place)
            if isinstance(part.content, Dmz) and power in part.content.powers:
                left = (place for place in part.content.provinces if place in STANDARD.homes[power])
                yield from (Fault(Flaw.HOME, part.content, power, place=place) for place in left)
            if isinstance(part.content, Slo) and part.content.power != power:
                yield Fault(Flaw.HARMFUL, part.content, power)


def _is_held(place: Province, power: Power, case: _Case, orders: dict[Province, Order]) -> bool:
    unit = case.position.unit_at(place)
    attacked = unit is not None and unit.power == power and case.stays(place, orders)
    return attacked or case.position.centers.get(place) == power


def _taken(content: Formula) -> Iterator[tuple[Power, Province]]:
    """Powers and the places they are to enter by a promise."""
    match content:
        case Do(action=Mto() as move) | Do(action=Sup(action=Mto() as move)):
            yield move.unit.power, move.region.province
        case Do(action=action) if (order := order_of(action)[1]) and isinstance(order, Convoy):
            yield board_unit(action.army).power, order.target
        case Hlp(_, helped, province, origin) if origin != province:
            yield helped, province
        case Ent(power, province):
            yield power, province
        case Scd(power, centers):
            yield from ((power, center) for center in centers)
        case _:
            pass


# ── beside what is agreed ───────────────────────────────────────────────────────────────────────


def _agreed(case: _Case) -> Iterator[Fault]:
    """Faults of repeating a deal in force among these powers."""
    for part, agreement in ((part, each) for part in case.parts for each in case.standing):
        known = set(part.to) | ({part.agent} if part.agent else set())
        if known <= set(agreement.powers) and any(_says(old, part, case) for old in parts_of(agreement.deal)):
            yield Fault(Flaw.AGREED, part.content, part.agent, agreement)


def _says(old: Part, new: Part, case: _Case) -> bool:
    """True if keeping one part keeps the other."""
    match old.content, new.content:
        case ((Pce(members) | Aly(members)), Pce(powers)):
            return set(powers) <= set(members)
        case Aly(members, enemies), Aly(powers, against):
            return set(powers) <= set(members) and set(against) <= set(enemies)
        case Dmz(members, zone), Dmz(powers, provinces):
            return set(powers) <= set(members) and set(provinces) <= set(zone)
        case Scd(power, centers), Scd(taker, wanted):
            return power == taker and set(wanted) <= set(centers)
        case Do(action), (Hlp() | Ent() as promise) if case.order_now(old) is not None:
            owner, order = order_of(action)
            return owner == promise.power and keeps(promise, order, case.position)
        case Do(), Do():
            return old.content == new.content and case.order_now(old) is not None
        case _:
            return old.content == new.content and isinstance(new.content, Hlp | Ent)


def _opposing(case: _Case) -> Iterator[Fault]:
    """Faults of conflicting with a deal in force."""
    for agreement in case.standing:
        for power in sorted(set(agreement.powers) & set(case.among)):
            for part in case.parts:
                if _opposed(part.deal, agreement.deal, power, case):
                    yield Fault(Flaw.AT_ODDS, part.content, power, agreement)


def _long(case: _Case) -> Iterator[Fault]:
    if len(case.parts) > MOST_PARTS:
        yield Fault(Flaw.LONG, case.parts[MOST_PARTS].content)


_Look: TypeAlias = Callable[[_Case], Iterator[Fault]]
_LOOKS: Final[tuple[_Look, ...]] = (
    _impossible,
    _harmful,
    _contradictory,
    _void,
    _agreed,
    _opposing,
    _bounced,
    _untold,
    _long,
)
"""In this order."""
