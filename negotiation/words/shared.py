"""Names that several places share, as `liv`: the order decides, then where the units of those who talk are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.position import Position, Unit
from adjudication.powers import Power
from negotiation.words.entities import Entity, Place, Raw

__all__ = ["Table", "decide_shared"]

_KINDS: Final[Mapping[str, UnitKind]] = {"a": "A", "army": "A", "f": "F", "fleet": "F"}
_GOING: Final = ("-", "to", "into")


@dataclass(frozen=True, slots=True)
class Table:
    """The board, and who talks about it. choice: which of the places is taken where board and units do not decide."""

    position: Position
    players: tuple[Power, ...]
    choice: int = 0


def decide_shared(tokens: Sequence[Raw], entities: dict[str, Entity], table: Table) -> int:
    """Put the place that is meant for each shared name; returns how many may be meant where that is left open."""
    most = 1
    for at, token in enumerate(tokens):
        if not token.among:
            continue
        meant = _of_the_order(tokens, at, entities, table) or _near(token.among, table) or token.among
        most = max(most, len(meant))
        entities[token.sym] = Place(meant[min(table.choice, len(meant) - 1)])
    return most


def _of_the_order(tokens: Sequence[Raw], at: int, entities: Mapping[str, Entity], table: Table) -> tuple[Province, ...]:
    """The places that the unit of the order can stand in, or go to; none where no order is written."""
    among = tokens[at].among
    if at > 1 and tokens[at - 1].sym in _GOING and (origin := _province(tokens[at - 2], entities)):
        unit = table.position.unit_at(origin)
        kinds = (unit.kind,) if unit is not None else _kinds(tokens, at - 2)
        by_itself = _among_those(among, (province for kind in kinds for province in _around(kind, origin)))
        return by_itself or _among_those(among, (province for kind in kinds for province in _standing(kind)))
    going = at + 2 < len(tokens) and tokens[at + 1].sym in _GOING
    target = _province(tokens[at + 2], entities) if going else ""
    kinds = _kinds(tokens, at)
    if not target and len(kinds) > 1:
        return ()
    units = [unit for province in among if (unit := table.position.unit_at(province)) and unit.kind in kinds]
    return tuple(unit.province for unit in units if not target or target in _reach(unit))


def _kinds(tokens: Sequence[Raw], at: int) -> tuple[UnitKind, ...]:
    """The kind of unit that stands before a place, or both."""
    before = [token.sym for token in tokens[max(0, at - 2) : at] if token.sym not in ("in", "at")]
    kind = _KINDS.get(before[-1]) if before else None
    return (kind,) if kind is not None else ("A", "F")


def _near(among: Sequence[Province], table: Table) -> tuple[Province, ...]:
    """The places that a unit of those who talk stands in, or can be in after two moves."""
    units = [unit for power in table.players for unit in table.position.units_of(power)]
    return _among_those(among, (province for unit in units for province in _within_two(unit.kind, unit.region)))


def _province(token: Raw, entities: Mapping[str, Entity]) -> Province:
    place = entities.get(token.sym)
    return place.province if isinstance(place, Place) else ""


def _reach(unit: Unit) -> frozenset[Province]:
    """Provinces a unit can reach by itself."""
    return frozenset(map(province_of, STANDARD.borders(unit.kind)[unit.region]))


@cache
def _within_two(kind: UnitKind, region: Region) -> frozenset[Province]:
    borders = STANDARD.borders(kind)
    return frozenset(
        map(province_of, (region, *borders[region], *(far for one in borders[region] for far in borders[one])))
    )


@cache
def _around(kind: UnitKind, origin: Province) -> frozenset[Province]:
    """Provinces a unit of a kind could reach from a province."""
    borders = STANDARD.borders(kind)
    return frozenset(
        province_of(other) for region in borders if province_of(region) == origin for other in borders[region]
    )


@cache
def _standing(kind: UnitKind) -> frozenset[Province]:
    """Provinces a unit of a kind may stand in."""
    return frozenset(map(province_of, STANDARD.borders(kind)))


def _among_those(among: Sequence[Province], those: Iterable[Province]) -> tuple[Province, ...]:
    found = set(those)
    return tuple(province for province in among if province in found)
