"""Deals as constraints for the core."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from adjudication.batch import decode_order
from adjudication.board import province_of
from adjudication.encoding import CONVOY, MOVE, PART, PROVINCE_AT, REGION_INDEX, SUPPORT_MOVE, TARGET_SHIFT, VERB
from adjudication.legality import refusal
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Move, Order, Retreat, Support
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.hana.search.problem import Movement
from bots.zoo.bordeaux.question import Alliance, Question
from negotiation.compliance import is_due
from negotiation.diplomacy import Aly, Dmz, Drw, Pce, Scd, Slo, order_of
from negotiation.sense import Part, parts_of
from negotiation.terms import Deal, Do, Not

__all__ = ["Terms", "alliances_of", "asked_under", "terms_of"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Constraints of deals.

    leagues: powers that plan together. enemies: by league, its mortal enemies. zones, required, forbidden: as in
    `Question`. unclear: there are parts that the core cannot be told.
    """

    leagues: Mapping[frozenset[Power], frozenset[Power]] = field(default_factory=dict)
    zones: Mapping[Power, frozenset[str]] = field(default_factory=dict)
    required: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    forbidden: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    unclear: bool = False

    def only(self, powers: frozenset[Power]) -> "Terms":
        """The terms as far as they bind these powers."""
        return replace(
            self,
            leagues={members & powers: foes for members, foes in self.leagues.items() if len(members & powers) > 1},
            zones={power: zone for power, zone in self.zones.items() if power in powers},
            required={power: orders for power, orders in self.required.items() if power in powers},
            forbidden={power: orders for power, orders in self.forbidden.items() if power in powers},
        )


class _Draft:
    """Terms while they are collected."""

    def __init__(self, position: Position, rulebook: Rulebook) -> None:
        self.position, self.rulebook = position, rulebook
        self.leagues: dict[frozenset[Power], frozenset[Power]] = {}
        self.zones: dict[Power, set[str]] = {}
        self.required: dict[Power, list[Order]] = {}
        self.forbidden: dict[Power, list[Order]] = {}
        self.unclear = False

    def add(self, part: Part, made: Phase) -> None:
        """Take up one promise."""
        match part.content:
            case Pce(powers):
                self.spare(frozenset(powers))
            case Aly(powers, against):
                self.spare(frozenset(powers))
                members = frozenset(powers)
                self.leagues[members] = self.leagues.get(members, frozenset()) | (frozenset(against) - members)
            case Dmz(powers, provinces):
                for power in powers:
                    self.zones.setdefault(power, set()).update(provinces)
                    self.forbidden.setdefault(power, []).extend(self.staying(power, provinces))
            case Scd(owner, centers):
                for power in {*part.to, *([part.agent] if part.agent else [])} - {owner}:
                    self.zones.setdefault(power, set()).update(centers)
            case Do(action):
                self.deed(part, order_of(action), self.required, made)
            case Not(Do(action)):
                self.deed(part, order_of(action), self.forbidden, made)
            case Drw() | Slo():
                pass
            case _:
                self.unclear = True

    def deed(self, part: Part, given: tuple[Power, Order], into: dict[Power, list[Order]], made: Phase) -> None:
        """Take up an order promised for this phase, or forsworn."""
        power, order = given
        due = is_due(part.time, self.position) if part.time is not None else made == self.position.phase
        if not due:
            self.unclear = self.unclear or made == self.position.phase
        elif part.agent != power or refusal(self.position, power, order, self.rulebook) is not None:
            self.unclear = True
        else:
            orders = into.setdefault(power, [])
            if order not in orders:
                orders.append(order)

    def staying(self, power: Power, provinces: Collection[str]) -> Iterator[Order]:
        """All orders by which units of a power stay in these places."""
        if self.position.phase.kind == "M":
            for region, orders in legal_orders(self.position, power, self.rulebook).items():
                if province_of(region) in provinces:
                    yield from (order for order in orders if not isinstance(order, Move))

    def spare(self, powers: frozenset[Power]) -> None:
        """Forbid attacks among powers, and help for them."""
        for power in powers:
            others = powers - {power}
            theirs = {center for other in others for center in self.position.centers_of(other)}
            theirs |= {unit.province for other in others for unit in self.position.units_of(other)}
            self.forbidden.setdefault(power, []).extend(
                order
                for order in _attacks(self.position, power, theirs, self.rulebook)
                if not isinstance(order, Support | Convoy) or not self._serves(order, others)
            )

    def _serves(self, order: Support | Convoy, others: frozenset[Power]) -> bool:
        """True if the order helps one of these powers."""
        place = province_of(order.supported) if isinstance(order, Support) else order.army
        unit = self.position.unit_at(place)
        return unit is not None and unit.power in others

    def terms(self) -> Terms:
        """The terms collected."""
        return Terms(
            self.leagues,
            {power: frozenset(zone) for power, zone in self.zones.items()},
            {power: tuple(orders) for power, orders in self.required.items()},
            {power: tuple(orders) for power, orders in self.forbidden.items()},
            self.unclear,
        )


def _attacks(position: Position, power: Power, places: set[str], rulebook: Rulebook) -> list[Order]:
    """The power's legal orders by which anybody enters one of these places."""
    if position.phase.kind == "R":
        options = legal_orders(position, power, rulebook).values()
        return [o for orders in options for o in orders if isinstance(o, Retreat) and province_of(o.target) in places]
    if position.phase.kind != "M" or not position.units_of(power):
        return []
    legal = Movement.of(position, rulebook).legal
    columns = Movement.of(position, rulebook).columns_of(power)
    codes = np.concatenate([legal.of(int(column)) for column in columns])
    numbers = np.array([REGION_INDEX[place] for place in sorted(places)], np.int64)
    enters = np.isin(codes & VERB, (MOVE, SUPPORT_MOVE, CONVOY))
    enters &= np.isin(PROVINCE_AT[codes >> TARGET_SHIFT & PART], numbers)
    return [decode_order(int(code)) for code in codes[enters]]


def terms_of(deals: Iterable[tuple[Deal, Phase]], position: Position, rulebook: Rulebook) -> Terms:
    """Constraints of deals in the phase of `position`.

    deals: each with the phase in which it was made.
    """
    draft = _Draft(position, rulebook)
    for deal, made in deals:
        for part in parts_of(deal):
            draft.add(part, made)
    return draft.terms()


def alliances_of(position: Position, terms: Terms, leagues: Iterable[frozenset[Power]] = ()) -> tuple[Alliance, ...]:
    """All powers on the board, divided into alliances.

    Those of the terms, then those supposed, then each alone. Of leagues that overlap the first counts.
    """
    alive = [power for power in POWERS if position.units_of(power) or position.centers_of(power)]
    found: list[Alliance] = []
    taken: set[Power] = set()
    for members, foes in [*terms.leagues.items(), *((league, frozenset[Power]()) for league in leagues)]:
        living = members & set(alive)
        if len(living) > 1 and not living & taken:
            found.append(Alliance(living, foes & set(alive)))
            taken |= living
    return (*found, *(Alliance(frozenset({power})) for power in alive if power not in taken))


def asked_under(
    position: Position,
    rulebook: Rulebook,
    terms: Terms,
    width: int,
    *,
    leagues: Iterable[frozenset[Power]] = (),
    seed: Mapping[Power, tuple[Order, ...]] | None = None,
) -> Question:
    """A question to the core under these terms.

    leagues: alliances supposed among others.
    """
    forbidden = {power: list(orders) for power, orders in terms.forbidden.items()}
    for power, orders in terms.required.items():
        # What was promised goes before what only lasts.
        forbidden[power] = [order for order in forbidden.get(power, []) if order not in orders]
    return Question(
        position,
        alliances_of(position, terms, leagues),
        width,
        zones=terms.zones,
        required=terms.required,
        forbidden={power: tuple(orders) for power, orders in forbidden.items()},
        seed=seed or {},
        rulebook=rulebook,
    )
