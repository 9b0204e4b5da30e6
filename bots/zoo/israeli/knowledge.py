"""The Prime Minister: personality, and relations of the powers.

Source: Fabregues (2012), 2.5, for the personality and the Secretary; Kraus, Lehmann, Ephrati (1989), section 3, for
relations that are reassessed each season. How they are reassessed is ours: from the orders of the last phases and from
promises kept and broken. All of it follows from the view; only what the Diplomat keeps to itself is remembered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from adjudication.board import Province, province_of
from adjudication.facts import reachable_provinces
from adjudication.orders import Move, Support
from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from bots.hana.judge.reach import places_of
from bots.view import PastPhase, SeatView
from bots.zoo.deals import standing_of
from negotiation.compliance import State
from negotiation.diplomacy import Aly, Dmz, Pce
from negotiation.foresight import asked_by
from negotiation.sense import parts_of

__all__ = ["NEUTRAL", "Knowledge", "Personality", "adjoining", "knowledge_of"]

_PHASES: Final = 8
"""Movement phases that relations are read from."""

_FADES: Final = 0.75
_ATTACK: Final = -0.3
_SUPPORT: Final = 0.3
_BROKEN: Final = -0.6
_KEPT: Final = 0.1
_BOND: Final = {"cooperation": 0.5, "non-aggression": 0.3}
_FRIEND: Final = 0.2
_STRONG: Final = 0.5


@dataclass(frozen=True, slots=True)
class Personality:
    """From 0 to 1 each.

    aggressiveness: how much more enemies' centers are worth. willingness: to change its plans for a suggestion.
    loyalty: 1 never breaks an agreement with a power that keeps its word.
    """

    aggressiveness: float = 0.5
    willingness: float = 0.5
    loyalty: float = 0.7

    def __post_init__(self) -> None:
        for name in ("aggressiveness", "willingness", "loyalty"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"The {name} of a personality is from 0 to 1, not {getattr(self, name)}.")


NEUTRAL: Final = Personality()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Relations of powers and the agreements in force.

    relations: from -1 (enemies) to 1 (friends).

    bonds: kind of general agreement between the Diplomat and others. closed: places that a power promised not to enter.
    partners: powers with any agreement in force that keep their word.
    distrusted: who broke a promise to the Diplomat more often than it kept one.
    """

    me: Power
    relations: Mapping[tuple[Power, Power], float]
    bonds: Mapping[Power, str]
    against: frozenset[tuple[Power, Power]]
    """Pairs of an ally and an enemy that it agreed to fight with the Diplomat."""
    closed: Mapping[Power, frozenset[Province]]
    distrusted: frozenset[Power]
    partners: frozenset[Power]

    def relation(self, one: Power, other: Power) -> float:
        """The relation of two powers."""
        return self.relations.get((min(one, other), max(one, other)), 0.0)

    def are_friends(self, one: Power, other: Power) -> bool:
        """True if the relation is good."""
        return self.relation(one, other) >= _FRIEND

    def are_enemies(self, one: Power, other: Power) -> bool:
        """True if the relation is bad."""
        return self.relation(one, other) <= -_FRIEND

    def is_strong(self, other: Power) -> bool:
        """True if the Diplomat has a very strong agreement with a power."""
        return other in self.bonds and self.relation(self.me, other) >= _STRONG

    @property
    def friends(self) -> frozenset[Power]:
        """Powers with a general agreement in force that keep their word."""
        return frozenset(self.bonds) - self.distrusted


def knowledge_of(view: SeatView) -> Knowledge:
    """Assess relations and agreements from a view."""
    me, position = view.power, view.position
    relations = dict(_deeds(view.history[-4 * _PHASES :]))
    bonds: dict[Power, str] = {}
    against: set[tuple[Power, Power]] = set()
    closed: dict[Power, set[Province]] = {}
    partners: set[Power] = set()
    for agreement in view.agreements:
        if me in agreement.powers:
            partners |= set(agreement.powers) - {me}
        for check in asked_by(standing_of(view, agreement), position, view.rulebook).checks:
            if check.lasting and isinstance(check.content, Dmz):
                closed.setdefault(check.agent, set()).update(check.content.provinces)
        for part in parts_of(agreement.deal):
            content = part.content
            if isinstance(content, Pce | Aly) and me in content.powers:
                kind = "cooperation" if isinstance(content, Aly) else "non-aggression"
                for other in content.powers:
                    if other != me and bonds.get(other) != "cooperation":
                        bonds[other] = kind
                    if other != me and isinstance(content, Aly):
                        against.update((other, enemy) for enemy in content.against)
    for other, kind in bonds.items():
        _add(relations, me, other, _BOND[kind])
    kept, broken = _words(view)
    for power in POWERS:
        if power != me:
            _add(relations, me, power, _KEPT * min(kept.get(power, 0), 3) + _BROKEN * broken.get(power, 0))
    distrusted = frozenset(power for power in POWERS if broken.get(power, 0) > kept.get(power, 0) / 2)
    alive = {unit.power for unit in position.units} | set(position.centers.values())
    return Knowledge(
        me,
        {pair: max(-1.0, min(1.0, value)) for pair, value in relations.items()},
        {power: kind for power, kind in bonds.items() if power in alive},
        frozenset(against),
        {power: frozenset(places) for power, places in closed.items()},
        distrusted,
        frozenset(partners) - distrusted,
    )


def _words(view: SeatView) -> tuple[dict[Power, int], dict[Power, int]]:
    """Promises to the Diplomat that each power kept and broke."""
    kept: dict[Power, int] = {}
    broken: dict[Power, int] = {}
    for line in view.ledger:
        if line.agent != view.power and view.power in line.powers:
            counts = kept if line.state is State.KEPT else broken if line.state is State.BROKEN else {}
            counts[line.agent] = counts.get(line.agent, 0) + 1
    return kept, broken


def _add(relations: dict[tuple[Power, Power], float], one: Power, other: Power, value: float) -> None:
    pair = (min(one, other), max(one, other))
    relations[pair] = relations.get(pair, 0.0) + value


@lru_cache(maxsize=32)
def _deeds(history: tuple[PastPhase, ...]) -> dict[tuple[Power, Power], float]:
    """Relations by what was ordered: attacks and supports, the newest counting most."""
    relations: dict[tuple[Power, Power], float] = {}
    phases = [phase for phase in history if phase.position.phase.kind == "M"][-_PHASES:]
    for age, phase in enumerate(reversed(phases)):
        weight = _FADES**age
        for outcome in phase.outcomes:
            order = outcome.order
            if isinstance(order, Move):
                harmed = _owners(phase.position, province_of(order.target))
                for other in harmed - {outcome.power}:
                    _add(relations, outcome.power, other, _ATTACK * weight)
            elif isinstance(order, Support):
                unit = phase.position.unit_at(province_of(order.supported))
                if unit is not None and unit.power != outcome.power:
                    _add(relations, outcome.power, unit.power, _SUPPORT * weight)
    return relations


def _owners(position: Position, province: Province) -> set[Power]:
    """Powers that an attack on a province harms.

    The one that stands there, and the owner of the center.
    """
    unit, owner = position.unit_at(province), position.centers.get(province)
    return {as_power(power) for power in (unit.power if unit else None, owner) if power is not None}


@lru_cache(maxsize=256)
def adjoining(position: Position, one: Power, other: Power) -> int:
    """Number of units next to the other power's units or centers."""
    marks = places_of(position, other)
    return sum(not marks.isdisjoint(reachable_provinces(unit.kind, unit.region)) for unit in position.units_of(one))
