"""Test HANA's stalemate lines: `python -m bench.stalemates [games] [skill of the attacker]`.

Each siege lasts five years.

Those inside have the line's units and a few more, those outside the other centers, as one power. A game is kept when no
center of the line was lost, and ends early when those inside win.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.engine import adjudicate
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.agent import Hana, Strength, warm
from bots.hana.judge.stalemates import LINES, Line
from bots.skills import SKILLS
from bots.view import Agreement, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula

__all__ = ["SIEGES", "Siege", "play_siege"]

YEARS: Final = 5
_VICTORY: Final = 18


@dataclass(frozen=True, slots=True)
class Siege:
    """A line with those inside and outside. centers, places: by power inside what it owns and where its units stand.
    more: units behind the line, those of the attacker, and of a third power, with the power in front."""

    name: str
    line: str
    foe: Power
    centers: Mapping[str, str]
    places: Mapping[str, str]
    more: tuple[str, ...]

    @property
    def row(self) -> Line:
        """The line itself."""
        return next(line for line in LINES if line.name == self.line)

    @property
    def inside(self) -> tuple[Power, ...]:
        """Powers inside the line."""
        return tuple(sorted(map(as_power, self.centers)))

    def start(self) -> Position:
        """The position the siege begins with."""
        standing = {place: as_power(power) for power, places in self.places.items() for place in places.split()}
        units = [
            Unit(standing.get(place, self.inside[0]), order.kind, order.region)
            for place, order in self.row.orders.items()
        ]
        more = [text.split() for text in self.more]
        units += [Unit(as_power(power), "A" if kind == "A" else "F", region) for power, kind, region in more]
        owners = {center: as_power(power) for power, centers in self.centers.items() for center in centers.split()}
        third = {
            unit.province: unit.power
            for unit in units
            if unit.power not in {*self.inside, self.foe} and unit.province in STANDARD.centers
        }
        centers = {center: {**third, **owners}.get(center, self.foe) for center in STANDARD.centers}
        return Position(parse_phase("S1910M"), tuple(sorted(units)), MappingProxyType(centers))


def _of(power: str, units: str) -> tuple[str, ...]:
    return tuple(f"{power} {unit}" for unit in units.split(", "))


_NORTHERNERS: Final = (
    "F MAO, A POR, A GAS, A BUR, A MUN, A BOH, A GAL, A UKR, A WAR, A SIL, A RUH, A PAR, F ECH, F IRI, A LVN, F NAO"
)
_SOUTHERNERS: Final = (
    "F WES, F NAF, F SPA/SC, A MAR, A TYR, A BOH, A GAL, A UKR, A SEV, A VIE, A PIE, F TUN, A BUD, F GOL, F TYS, A VEN"
)
_SOUTH: Final = "MAR SPA TUN ROM NAP VEN TRI VIE BUD SER GRE BUL RUM CON ANK SMY"
_NORTH: Final = "POR BRE PAR LON LVP EDI BEL HOL KIE BER MUN DEN NWY SWE STP WAR"

SIEGES: Final = {
    siege.name: siege
    for siege in (
        Siege(
            "South, alone",
            "South",
            "GER",
            {"TUR": f"{_SOUTH} SEV"},
            {},
            (*_of("TUR", "F TYS, A GRE, A SER"), *_of("GER", f"{_NORTHERNERS}, A MOS")),
        ),
        Siege(
            "South, three in league",
            "South",
            "GER",
            {"ITA": "SPA MAR TUN ROM NAP VEN SMY", "AUS": "TRI VIE BUD SER", "TUR": "GRE BUL RUM SEV CON ANK"},
            {"ITA": "NAF WES SPA GOL MAR PIE VEN", "AUS": "TYR VIE BUD", "TUR": "RUM BUL SEV BLA"},
            ("AUS A SER", *_of("TUR", "A GRE, F TYS"), *_of("GER", f"{_NORTHERNERS}, A MOS")),
        ),
        Siege(
            "South without Sevastopol, alone",
            "South without Sevastopol",
            "GER",
            {"TUR": _SOUTH},
            {},
            (*_of("TUR", "F TYS, A SER"), *_of("GER", f"{_NORTHERNERS}, A SEV"), "FRA A EDI"),
        ),
        Siege(
            "North, alone",
            "North",
            "TUR",
            {"ENG": f"{_NORTH} MOS"},
            {},
            (*_of("ENG", "A KIE, F GOB, F ECH"), *_of("TUR", f"{_SOUTHERNERS}, A RUM")),
        ),
        Siege(
            "North, two in league",
            "North",
            "TUR",
            {"ENG": "POR BRE PAR LON LVP EDI", "GER": "BEL HOL NWY KIE BER MUN DEN SWE WAR MOS STP"},
            {"ENG": "MAO POR IRI GAS BRE BUR", "GER": "MUN RUH SIL BER WAR PRU MOS STP"},
            (*_of("GER", "A KIE, A NWY, F BAL"), *_of("TUR", f"{_SOUTHERNERS}, A RUM")),
        ),
        Siege(
            "St Petersburg, alone",
            "St Petersburg",
            "TUR",
            {"ENG": _NORTH},
            {},
            (*_of("ENG", "A KIE, F ECH"), *_of("TUR", f"{_SOUTHERNERS}, A MOS"), "ITA A SMY"),
        ),
    )
}
"""Lines under attack, by name."""


def play_siege(siege: Siege, seed: int, inside: Strength, outside: Strength, years: int = YEARS) -> tuple[str, str]:
    """Play a siege: "kept", "won" or "lost", and when.

    inside, outside: how hard they think; third powers think as hard as those outside.
    """
    position, rng = siege.start(), Random(f"{siege.name} {seed}")
    memories: dict[Power, dict[str, Any]] = {}
    deals = _league(siege, position)
    last = position.phase.year + years
    while position.phase.year < last:
        given: dict[Power, tuple[Order, ...]] = {}
        for power in sorted({unit.power for unit in position.units} | set(position.centers.values())):
            view = SeatView(power, position, STANDARD_RULES, agreements=deals if power in siege.inside else ())
            hana = Hana(strength=inside if power in siege.inside else outside)
            decision = hana.decide(view, memories.get(power, {}), Random(rng.getrandbits(48)), 60)
            given[power], memories[power] = decision.orders, dict(decision.memory)
        position = adjudicate(position, given, STANDARD_RULES).next
        lost = [center for center in siege.row.centers if position.centers.get(center) not in siege.inside]
        if lost:
            return "lost", f"{position.phase} {' '.join(sorted(lost))}"
        if any(len(position.centers_of(power)) >= _VICTORY for power in siege.inside):
            return "won", str(position.phase)
    return "kept", str(position.phase)


def _league(siege: Siege, position: Position) -> tuple[Agreement, ...]:
    """The alliance of those inside."""
    if len(siege.inside) == 1:
        return ()
    all_ = " ".join(power.lower() for power in siege.inside)
    deal: Any = parse_formula(f"Agree([{all_}], aly([{all_}], {siege.foe.lower()}))", DIPLOMACY)
    return (Agreement(position.phase, siege.inside, deal),)


def main(games: int = 6, attacker: str = "strong") -> None:
    """Print a line for each siege and skill of those inside."""
    warm()
    print(f"of {games} games of {YEARS} years against {attacker}")
    for siege in SIEGES.values():
        for name, skill in SKILLS.items():
            ends = [play_siege(siege, seed, skill.strength, SKILLS[attacker].strength) for seed in range(games)]
            count = {how: sum(end == how for end, _ in ends) for how in ("kept", "won", "lost")}
            lost = "; ".join(when for end, when in ends if end == "lost")
            print(
                f"{siege.name:34}{name:8}{count['kept']:3} kept{count['won']:3} won{count['lost']:3} lost {lost}",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 6, *sys.argv[2:3])
