"""Figures of one game, by player, pair and phase.

By player: `VARIABLES`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from adjudication.powers import POWERS, Power, as_power
from bots.arena.game import Record
from bots.experiment.file.declaration import PARTS_OF_KEPT
from bots.experiment.results import is_drawn, leaders_of

__all__ = ["PAIRS", "Counts", "Figures", "figures_of", "phase_counts", "phase_pairs", "value_of"]

Counts: TypeAlias = dict[str, float]
"""Figures by the name of their variable."""

PAIRS: Final[Mapping[str, str]] = {
    "attacks": "attacks of the one on the other",
    "supports": "supports and convoys of the one for the other",
    "deals": "deals that both are part of",
    "kept": "promises of the one to the other that were kept to their end, or still stand at the game's",
    "standing": "those of them that still stand at the game's end",
    "broken": "promises of the one to the other that were broken",
}
"""Figures of two players in one game."""

_MOVE: Final = re.compile(r"[AF] (\S+) - (\w+)")
_HELP: Final = re.compile(r"[AF] \S+ [SC] [AF] (\w+)")
_SPEAKER: Final = re.compile(r"\w+\((\w+)")


@dataclass(frozen=True, slots=True)
class Figures:
    """One game. players: the label of each power's player. of: figures of each power. between: figures of each two, by
    "ONE OTHER", zeros left out. years: how many were begun."""

    session: str
    number: int
    players: Mapping[Power, str]
    of: Mapping[Power, Counts]
    between: Mapping[str, Counts]
    winner: Power | None
    years: int

    def value(self, power: Power, variable: str) -> float | None:
        """A figure of one player; None for a part of `kept` that an earlier version did not count."""
        return value_of(self.of[power], variable)

    @property
    def faults(self) -> int:
        """Of all its bots."""
        return sum(int(counts.get("faults", 0)) for counts in self.of.values())

    def as_dict(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Figures":
        return cls(**values)


def value_of(counts: Counts, variable: str) -> float | None:
    """A player's figure; None for a part of `kept` that an earlier version did not count."""
    if variable in PARTS_OF_KEPT and "standing" not in counts:
        return None
    return counts.get(variable, 0)


def figures_of(record: Record) -> Figures:
    """The figures of a record as it stands in an experiment's log."""
    of: dict[Power, Counter[str]] = {power: Counter() for power in POWERS}
    between: dict[tuple[Power, Power], Counter[str]] = {}
    leaders = leaders_of(record)
    for phase in record["phases"]:
        for power, counts in phase_counts(phase).items():
            of[power].update(counts)
        for one, other, kind in phase_pairs(phase):
            between.setdefault((one, other), Counter())[kind] += 1
    for said in record.get("ending", {}).get("talk", ()):
        for power, words in _said_counts(said):
            of[power].update(words)
    for promise in record["standing"]:
        of[promise["power"]].update((promise["state"], "standing"))
        for one, other, kind in _promised(promise):
            between.setdefault((one, other), Counter()).update((kind, "standing"))
    units = Counter(unit.split()[0] for unit in record["final"]["units"])
    for power in POWERS:
        centers = record["centers"][power]
        of[power].update(
            {
                "first": float(Fraction(power in leaders, len(leaders))),
                "solo": int(record["winner"] == power),
                "drawn": int(is_drawn(record) and power in leaders),
                "centers": centers,
                "units": units[power],
                "alive": int(bool(centers or units[power])),
                "faults": sum(record["faults"].get(power, {}).values()),
                "standing": 0,
            }
        )
    return Figures(
        session=record["session"],
        number=record["game"],
        players=dict(record["players"]),
        of={power: dict(counts) for power, counts in of.items()},
        between={f"{one} {other}": dict(counts) for (one, other), counts in sorted(between.items())},
        winner=record["winner"],
        years=len({phase["phase"][1:5] for phase in record["phases"]}),
    )


def phase_counts(phase: Record) -> dict[Power, Counter[str]]:
    """Counts of each power in one phase.

    moves, successes, attacks, helped, messages, proposals, deals, kept, fulfilled, standing, broken, void, betrayed.
    standing is 0: it is counted at the game's end.
    """
    found: dict[Power, Counter[str]] = {power: Counter(standing=0) for power in POWERS}
    if phase["phase"].endswith("M"):
        succeeded = {outcome["order"] for outcome in phase["outcomes"] if outcome["result"] == "ok"}
        for power, orders in phase["orders"].items():
            for order in orders:
                if _MOVE.match(order):
                    found[power]["moves"] += 1
                    found[power]["successes"] += order in succeeded
        for one, _, kind in phase_pairs(phase):
            if kind in ("attacks", "supports"):
                found[one]["attacks" if kind == "attacks" else "helped"] += 1
    for said in phase.get("talk", ()):
        for power, counts in _said_counts(said):
            found[power].update(counts)
    for deal in phase.get("deals", ()):
        if deal["made"] == phase["phase"]:
            for power in deal["powers"]:
                found[power]["deals"] += 1
    for promise in phase.get("promises", ()):
        found[promise["power"]][promise["state"]] += 1
        found[promise["power"]]["fulfilled"] += promise["state"] == "kept"
        if promise["state"] == "broken":
            for power in promise["powers"]:
                found[power]["betrayed"] += power != promise["power"]
    return found


def phase_pairs(phase: Record) -> list[tuple[Power, Power, str]]:
    """(one, other, kind) for everything one did to another in a phase; kinds are those of `PAIRS`."""
    found: list[tuple[Power, Power, str]] = []
    if phase["phase"].endswith("M"):
        holders, owners = _holders(phase), _owners(phase)
        for power, orders in phase["orders"].items():
            for order in orders:
                if move := _MOVE.match(order):
                    hit = {holders.get(move[2]), owners.get(move[2])} - {None, power}
                    found += [(power, other, "attacks") for other in POWERS if other in hit]
                elif help_ := _HELP.match(order):
                    other = holders.get(help_[1])
                    if other is not None and other != power:
                        found.append((power, other, "supports"))
    for deal in phase.get("deals", ()):
        if deal["made"] == phase["phase"]:
            found += [(one, other, "deals") for one in deal["powers"] for other in deal["powers"] if one != other]
    for promise in phase.get("promises", ()):
        found += _promised(promise)
    return found


def _said_counts(said: str) -> Iterator[tuple[Power, Mapping[str, int]]]:
    """The speaker of an utterance in L, and what it counts for."""
    speaker = _SPEAKER.match(said)
    power = speaker[1].upper() if speaker else ""
    if power in POWERS:
        yield as_power(power), {"messages": 1, "proposals": int(said.startswith("propose("))}


def _promised(promise: Record) -> list[tuple[Power, Power, str]]:
    one, kind = promise["power"], promise["state"]
    return [(one, other, kind) for other in promise["powers"] if other != one] if kind in PAIRS else []


def _holders(phase: Record) -> dict[str, Power]:
    units = (unit.split() for unit in phase["units"])
    return {region.partition("/")[0]: owner for owner, _, region in units}


def _owners(phase: Record) -> dict[str, Power]:
    return {center: owner for owner, centers in phase["centers"].items() for center in centers}
