"""A busy fall: 35 units, convoys, bounces, cut and unmatched supports, five dislodged units.

Tests and `bench.board` draw it.
"""

from types import MappingProxyType

from adjudication.engine import adjudicate
from adjudication.notation import parse_order, parse_unit
from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import Power
from frontend.board import Scene

CENTERS: dict[Power, str] = {
    "ENG": "EDI LON LVP NWY BEL",
    "FRA": "PAR MAR BRE SPA POR",
    "GER": "BER KIE MUN HOL DEN",
    "ITA": "ROM NAP VEN TUN",
    "AUS": "VIE BUD TRI SER GRE",
    "RUS": "MOS WAR STP SEV SWE RUM",
    "TUR": "ANK CON SMY BUL",
}
ORDERS: dict[Power, list[str]] = {
    "ENG": ["A EDI - NWY", "F NTH C A EDI - NWY", "F NWY - SWE", "F ECH S A BEL", "A BEL H"],
    "FRA": ["F MAO - ECH", "A PAR S A BUR", "A BUR - MUN", "A MAR - PIE", "F BRE S F MAO - ECH"],
    "GER": ["F DEN S F NWY - SWE", "A MUN - BUR", "A RUH S A MUN - BUR", "A HOL - BEL", "F KIE - HEL"],
    "ITA": ["A VEN - TRI", "A TYR S A VEN - TRI", "F TYS - ION", "F ION - TYS"],
    "AUS": ["A VIE - GAL", "A BUD S A VIE - GAL", "A TRI S A SER", "A SER - BUL", "F GRE S A SER - BUL"],
    "RUS": ["A WAR - SIL", "A UKR - WAR", "F RUM S A SER - BUL", "A STP - NWY", "F SWE - SKA", "A GAL H"],
    "TUR": ["A BUL - RUM", "A CON - BUL", "A SMY - GRE VIA", "F AEG C A SMY - GRE", "F BLA S A BUL - RUM"],
}


def busy_fall() -> Scene:
    """The scene, with all outcomes."""
    units = sorted(parse_unit(f"{power} {' '.join(text.split()[:2])}") for power in ORDERS for text in ORDERS[power])
    centers = {center: power for power, codes in CENTERS.items() for center in codes.split()}
    position = Position(parse_phase("F1902M"), tuple(units), MappingProxyType(centers))
    orders = {power: [parse_order(text, "M", position) for text in texts] for power, texts in ORDERS.items()}
    return Scene(position, outcomes=adjudicate(position, orders).outcomes)
