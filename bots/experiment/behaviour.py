"""Conduct of one power in one game, from its record.

Proposals, promises, kept and broken, attacks and pardons.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudication.powers import Power
from bots.arena.game import Record
from bots.experiment.results import leaders_of

__all__ = ["Conduct", "conduct_of"]

_MOVE: Final = re.compile(r"[AF] \S+ - (\w+)")
_HELP: Final = re.compile(r"[AF] \S+ [SC] [AF] (\w+)")
_DRAW: Final = re.compile(r"\bdrw\b")
_PROPOSAL: Final = re.compile(r"propose\((\w+),")


@dataclass(frozen=True, slots=True)
class Conduct:
    """One power in one game.

    centers: at the end. most: nobody had more. solo: it won outright. faults: how often something of it was not
    allowed, late, or a crash. turns: movement phases in which it gave orders. proposals: made by it. deals: those it is
    part of, proposals accepted and promises given. fulfilled: its promises kept to their end. standing: those still
    standing at the game's end. broken: those it broke. attacks: its moves to a province with a foreign unit, or to a
    foreign center. on_partners: those of them on a power with which it had a deal in force, a draw aside, when the
    order was given. helped: its supports and
    convoys for foreign units. betrayals: promises to it, of
    deals it was part of, that another power broke. forgiven: those after which it made a deal with that power again.
    """

    power: Power
    centers: int
    most: bool
    solo: bool
    faults: int
    turns: int = 0
    proposals: int = 0
    deals: int = 0
    fulfilled: int = 0
    standing: int = 0
    broken: int = 0
    attacks: int = 0
    on_partners: int = 0
    helped: int = 0
    betrayals: int = 0
    forgiven: int = 0

    @property
    def kept(self) -> int:
        """Promises that it did not break: kept to their end, or standing at the game's."""
        return self.fulfilled + self.standing


def conduct_of(power: Power, record: Record) -> Conduct:
    """Conduct of a power according to an arena record."""
    phases = record["phases"]
    attacks = [hit for phase in phases for hit in _attacks(power, phase)]
    promises = [each for phase in phases for each in phase.get("promises", ())]
    states = [promise["state"] for promise in promises if promise["power"] == power]
    betrayals = [
        (index, promise["power"])
        for index, phase in enumerate(phases)
        for promise in phase.get("promises", ())
        if promise["state"] == "broken" and promise["power"] != power and power in promise["powers"]
    ]
    made = [(index, deal) for index, phase in enumerate(phases) for deal in _made(power, phase)]
    return Conduct(
        power,
        centers=record["centers"][power],
        most=power in leaders_of(record),
        solo=record["winner"] == power,
        faults=sum(record["faults"].get(power, {}).values()),
        turns=sum(phase["phase"].endswith("M") and power in phase["orders"] for phase in phases),
        proposals=sum(_proposes(power, said) for phase in phases for said in phase.get("talk", ())),
        deals=len(made),
        fulfilled=states.count("kept"),
        standing=sum(promise["power"] == power for promise in record["standing"]),
        broken=states.count("broken"),
        attacks=len(attacks),
        on_partners=sum(attacks),
        helped=sum(_helps(power, phase) for phase in phases),
        betrayals=len(betrayals),
        forgiven=sum(any(index > when and breaker in deal for index, deal in made) for when, breaker in betrayals),
    )


def _attacks(power: Power, phase: Record) -> Iterator[bool]:
    """For each attack of the power in this phase, whether it was on a partner."""
    if not phase["phase"].endswith("M"):
        return
    partners = {
        other
        for deal in phase.get("deals", ())
        if power in deal["powers"] and not _DRAW.search(deal["deal"])
        for other in deal["powers"]
    }
    for order in phase["orders"].get(power, ()):
        if move := _MOVE.match(order):
            attacked = _owners_of(move[1], phase) - {power}
            if attacked:
                yield bool(attacked & partners)


def _helps(power: Power, phase: Record) -> int:
    helped = (_HELP.match(order) for order in phase["orders"].get(power, ()))
    return sum(found is not None and power not in _units_in(found[1], phase) for found in helped)


def _owners_of(province: str, phase: Record) -> set[str]:
    """Those who have a unit in a province, or to whom its center belongs."""
    return _units_in(province, phase) | {owner for owner, centers in phase["centers"].items() if province in centers}


def _units_in(province: str, phase: Record) -> set[str]:
    """Owners of units in a province."""
    units = (unit.split() for unit in phase["units"])
    return {owner for owner, _, region in units if region.partition("/")[0] == province}


def _made(power: Power, phase: Record) -> Iterator[list[str]]:
    for deal in phase.get("deals", ()):
        if deal["made"] == phase["phase"] and power in deal["powers"]:
            yield deal["powers"]


def _proposes(power: Power, said: str) -> bool:
    proposal = _PROPOSAL.match(said)
    return proposal is not None and proposal[1] == power.lower()
