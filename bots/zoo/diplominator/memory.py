"""Diplominator's memory of each power, and the enemy factor.

Source: Webb et al. (2008), 3.2. A power's chances are counted before orders are shown: the occasions on which it stood
next to us. Its attacks are its orders against us, those that bounced too. Both are summed over turns; their quotient is
the enemy factor. The paper remembers 15 turns and does not say whether these slide; here they do.

Invented: a chance is a unit that could have moved into a province with a unit of ours; an order against us is one that
would break a peace with us (`negotiation.lasting`), so a move into a place that our unit leaves is none.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from adjudication.board import STANDARD, province_of
from adjudication.phase import parse_phase
from adjudication.powers import POWERS, Power
from bots.agent import Memory
from bots.view import PastPhase, SeatView
from negotiation.diplomacy import Pce
from negotiation.lasting import breach

__all__ = ["MEMORY", "Account", "Encounter", "Mind", "Relation", "encounters", "recall"]

MEMORY: Final = 15
"""Movement phases that count; the paper found 15 to be optimal."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Attacks of a power on us in a turn, and its chances."""

    attacks: int = 0
    chances: int = 0


@dataclass(slots=True)
class Relation:
    """Relation with one power.

    speaks: it has said something to us. peace: it is a friend. stab: it was one, and is to be stabbed. asked: the
    year in which peace was last offered or agreed to, 0 for never. offers: how often we offered it. ended: the phase
    in which peace was taken back, "" for never.
    """

    speaks: bool = False
    peace: bool = False
    stab: bool = False
    asked: int = 0
    offers: int = 0
    ended: str = ""

    def end(self, phase: str) -> None:
        """Take peace back."""
        self.peace, self.ended = False, phase


@dataclass(slots=True)
class Account:
    """Account of one power at the banker's.

    balance: below 0 if the power owes us. asked: favours asked of it. helped: those of them that it did. turns: the
    turns that the friendship has lasted.
    """

    balance: float = 0.0
    asked: int = 0
    helped: int = 0
    turns: int = 0

    @property
    def rating(self) -> float:
        """Share of our requests that it fulfilled, one counted beforehand."""
        return (self.helped + 1) / (self.asked + 1)


@dataclass(slots=True)
class Mind:
    """All that a Diplominator remembers.

    turns: what each power did, by phase. stabbing: it tries to break away. accounts: the banker's. booked: the phase up
    to which accounts are settled, "" for none.
    """

    turns: dict[str, dict[Power, Encounter]] = field(default_factory=dict)
    powers: dict[Power, Relation] = field(default_factory=dict)
    stabbing: bool = False
    accounts: dict[Power, Account] = field(default_factory=dict)
    booked: str = ""

    def as_memory(self) -> dict[str, Any]:
        """JSON values; `recall` reads them."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values

    def enemy_factor(self, power: Power) -> float:
        """Attacks over chances; the attacks if there was no chance."""
        met = [turn[power] for turn in self.turns.values() if power in turn]
        attacks, chances = sum(each.attacks for each in met), sum(each.chances for each in met)
        return attacks / chances if chances else float(attacks)

    @property
    def friends(self) -> frozenset[Power]:
        """Powers at peace with us."""
        return frozenset(power for power, relation in self.powers.items() if relation.peace)

    def watch(self, view: SeatView) -> None:
        """Note the turns that count, and forget older ones."""
        movements = [past for past in view.history[-3 * MEMORY :] if past.position.phase.kind == "M"][-MEMORY:]
        phases = {str(past.position.phase): past for past in movements}
        self.turns = {
            phase: self.turns[phase] if phase in self.turns else encounters(past, view.power)
            for phase, past in phases.items()
        }


def recall(memory: Memory, power: Power) -> Mind:
    """Load the mind from memory; start fresh if missing or malformed."""
    try:
        mind = msgspec.convert(dict(memory), Mind)
        for phase in filter(None, (*mind.turns, mind.booked, *(each.ended for each in mind.powers.values()))):
            parse_phase(phase)
    except ValueError:
        mind = Mind()
    mind.powers = {other: mind.powers.get(other, Relation()) for other in POWERS if other != power}
    return mind


def encounters(past: PastPhase, power: Power) -> dict[Power, Encounter]:
    """Attacks and chances of every other power in a movement phase."""
    position = past.position
    ours = {unit.province for unit in position.units_of(power)}
    found: dict[Power, Encounter] = {}
    for other in POWERS:
        if other == power:
            continue
        chances = sum(
            not ours.isdisjoint(map(province_of, STANDARD.borders(unit.kind)[unit.region]))
            for unit in position.units_of(other)
        )
        pair = Pce((power, other))
        attacks = sum(
            one.power == other and breach(pair, other, one, position, past.outcomes) is not None
            for one in past.outcomes
        )
        if attacks or chances:
            found[other] = Encounter(attacks, chances)
    return found
