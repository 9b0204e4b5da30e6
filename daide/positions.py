"""The board in messages: MDF, SCO, NOW, turns, units and places.

A turn is a phase: SPR and FAL are the moves, SUM and AUT the retreats after them, WIN the builds.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, cast

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.phase import Phase, PhaseKind, Season
from adjudication.position import Dislodged, Position, Unit
from adjudication.powers import POWERS, Power, as_power
from daide.tokens import Tree, flat

__all__ = [
    "MAP_NAME",
    "kind_token",
    "map_definition",
    "owners_message",
    "phase_in",
    "place_in",
    "place_tree",
    "position_in",
    "position_message",
    "turn_tree",
    "unit_in",
    "unit_tree",
]

MAP_NAME: Final = "standard"

_TURNS: Final[Mapping[tuple[Season, PhaseKind], str]] = MappingProxyType(
    {("S", "M"): "SPR", ("S", "R"): "SUM", ("F", "M"): "FAL", ("F", "R"): "AUT", ("W", "A"): "WIN"}
)
_PHASES: Final = {token: phase for phase, token in _TURNS.items()}


def turn_tree(phase: Phase) -> Tree:
    """A phase as a turn, `("SPR", 1901)`."""
    return (_TURNS[phase.season, phase.kind], phase.year)


def phase_in(tree: Tree) -> Phase:
    """The phase of a turn. Raises ValueError or TypeError for anything else."""
    match tree:
        case (str(season), int(year)) if season in _PHASES:
            return Phase(*_parts(season, year))
        case _:
            raise ValueError(f"{tree} is no turn")


def _parts(season: str, year: int) -> tuple[Season, int, PhaseKind]:
    of_year, kind = _PHASES[season]
    return of_year, year, kind


def kind_token(kind: UnitKind) -> str:
    """`AMY` or `FLT`."""
    return "AMY" if kind == "A" else "FLT"


def place_tree(region: Region) -> Tree:
    """A region, `"PAR"` or `("STP", "SCS")`."""
    return (province_of(region), f"{region[4:]}S") if len(region) > 3 else region


def place_in(tree: Tree) -> Region:
    """The region of a place; raises ValueError for anything else.

    Whether or not a unit can stand there.
    """
    match tree:
        case str(province) if province in STANDARD.provinces:
            return province
        case (str(province), str(coast)) if province in STANDARD.provinces and coast in _COASTS:
            return f"{province}/{coast[:2]}"
        case (str(province),) if province in STANDARD.provinces:
            return province
        case _:
            raise ValueError(f"{tree} is no place")


_COASTS: Final = frozenset({"NCS", "NEC", "ECS", "SEC", "SCS", "SWC", "WCS", "NWC"})


def unit_tree(unit: Unit) -> tuple[Tree, ...]:
    """A unit, `("RUS", "FLT", ("STP", "SCS"))`."""
    return (unit.power, kind_token(unit.kind), place_tree(unit.region))


def unit_in(tree: Tree) -> Unit:
    """A unit named in full; raises ValueError for anything else."""
    match tree:
        case (str(power), "AMY" | "FLT" as kind, place) if power in POWERS:
            return Unit(as_power(power), "A" if kind == "AMY" else "F", place_in(place))
        case _:
            raise ValueError(f"{tree} is no unit")


@cache
def map_definition() -> tuple[int, ...]:
    """The message MDF for the standard map."""
    homes: list[Tree] = [(power, *STANDARD.homes[power]) for power in POWERS]
    neutral = [center for center in STANDARD.centers if center not in STANDARD.home_of]
    others = [code for code, facts in sorted(STANDARD.provinces.items()) if not facts.is_center]
    borders = tuple(_borders(code) for code in sorted(STANDARD.provinces))
    return flat(("MDF", tuple(POWERS), ((*homes, ("UNO", *neutral)), tuple(others)), borders))


def _borders(province: Province) -> Tree:
    found: list[Tree] = []
    if STANDARD.provinces[province].kind != "sea":
        found.append(("AMY", *STANDARD.army_borders.get(province, ())))
    for region in STANDARD.fleet_regions(province):
        kind: Tree = ("FLT", f"{region[4:]}S") if len(region) > 3 else "FLT"
        found.append((kind, *map(place_tree, STANDARD.fleet_borders[region])))
    return (province, *found)


def owners_message(position: Position) -> tuple[Tree, ...]:
    """The message SCO."""
    owned: list[Tree] = [(power, *position.centers_of(power)) for power in POWERS if position.centers_of(power)]
    unowned = [center for center in STANDARD.centers if center not in position.centers]
    return ("SCO", *owned, *([("UNO", *unowned)] if unowned else []))


def position_message(position: Position) -> tuple[Tree, ...]:
    """The message NOW."""
    standing: list[Tree] = [unit_tree(unit) for unit in position.units]
    standing += [(*unit_tree(each.unit), "MRT", tuple(map(place_tree, each.retreats))) for each in position.dislodged]
    return ("NOW", turn_tree(position.phase), *standing)


def position_in(now: Sequence[Tree], owners: Sequence[Tree]) -> Position:
    """The board that NOW and SCO tell. Raises ValueError for anything else.

    Nobody tells where attackers came from and which provinces are contested: retreats are those that are told.
    """
    if len(now) < 2 or now[0] != "NOW" or not owners or owners[0] != "SCO":
        raise ValueError("a position is told by NOW and SCO")
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    for each in now[2:]:
        match each:
            case (power, kind, place, "MRT", tuple(retreats)):
                unit = unit_in((power, kind, place))
                dislodged.append(Dislodged(unit, "", tuple(sorted(map(place_in, retreats)))))
            case _:
                units.append(unit_in(each))
    centers = {center: as_power(power) for power, center in _owned(owners)}
    ordered = MappingProxyType(dict(sorted(centers.items())))
    return Position(phase_in(now[1]), tuple(sorted(units)), ordered, tuple(sorted(dislodged)))


def _owned(owners: Sequence[Tree]) -> list[tuple[Power, Province]]:
    found: list[tuple[Power, Province]] = []
    for each in owners[1:]:
        if not isinstance(each, tuple) or not each:
            raise ValueError(f"{each} is no owner with its centers")
        power, *centers = each
        if power != "UNO":
            found += [(cast(Power, power), place_in(center)) for center in centers]
    return found
