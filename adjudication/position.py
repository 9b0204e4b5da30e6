"""Positions: everything the rules need to know of a board at one phase, as one immutable value.

`position_as_dict` and `position_from_dict` are its JSON form:

    {"phase": "F1902R", "units": ["ENG F NTH", "RUS F STP/SC"], "centers": {"ENG": ["EDI"]},
     "dislodged": [{"unit": "GER A NWY", "from": "SWE", "retreats": ["FIN"]}], "contested": ["SKA"]}
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar, cast

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.names import either, places_named
from adjudication.names.table import KIND_WORDS, POWER_WORDS
from adjudication.phase import Phase, parse_phase
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power

__all__ = [
    "Dislodged",
    "ImpossiblePosition",
    "Position",
    "Unit",
    "make_unit",
    "opening",
    "position_as_dict",
    "position_from_dict",
    "unknown_power",
]


T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """An army or fleet of a power, standing in a region.

    `str()` gives `ENG F NTH`.
    """

    power: Power
    kind: UnitKind
    region: Region

    def __str__(self) -> str:
        return f"{self.power} {self.kind} {self.region}"

    @property
    def province(self) -> Province:
        return province_of(self.region)


_units: dict[tuple[Power, UnitKind, Region], Unit] = {}


def make_unit(power: Power, kind: UnitKind, region: Region) -> Unit:
    """The unit of these values, always one object.

    There are few, and they are made millions of times.
    """
    key = (power, kind, region)
    unit = _units.get(key)
    if unit is None:
        unit = _units[key] = Unit(power, kind, region)
    return unit


@dataclass(frozen=True, slots=True, order=True)
class Dislodged:
    """A unit beaten out of its place: the province its attacker came from, "" if not known, and where it may go."""

    unit: Unit
    origin: Province
    retreats: tuple[Region, ...]


@dataclass(frozen=True)
class Position:
    """The board at one phase.

    units: all undislodged units, sorted. centers: owner of each owned supply center (unowned ones
    are missing). dislodged: units that must retreat, only in retreat phases, sorted. contested:
    provinces left empty by a standoff in the movement just made, only in retreat phases.
    """

    phase: Phase
    units: tuple[Unit, ...]
    centers: Mapping[Province, Power] = field(hash=False)
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Province] = frozenset()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Searches cache their results by position and hash it again and again.
        return hash((self.phase, self.units, self.dislodged, self.contested))

    @cached_property
    def standing(self) -> Mapping[Province, Unit]:
        """The undislodged units by province."""
        return MappingProxyType({province_of(unit.region): unit for unit in self.units})

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Results that others keep with this position, by name.

        No part of its value.
        """
        return {}

    def unit_at(self, province: Province) -> Unit | None:
        """The undislodged unit in a province, or None."""
        return self.standing.get(province)

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """The power's undislodged units, sorted."""
        return self._units_by_power.get(power, ())

    @cached_property
    def _units_by_power(self) -> dict[Power, tuple[Unit, ...]]:
        return _by_power((unit.power, unit) for unit in self.units)

    def centers_of(self, power: Power) -> tuple[Province, ...]:
        """The power's supply centers, sorted."""
        return self._centers_by_power.get(power, ())

    @cached_property
    def _centers_by_power(self) -> dict[Power, tuple[Province, ...]]:
        return _by_power((power, center) for center, power in sorted(self.centers.items()))


def _by_power(owned: Iterable[tuple[Power, T]]) -> dict[Power, tuple[T, ...]]:
    found: dict[Power, list[T]] = {}
    for power, each in owned:
        found.setdefault(power, []).append(each)
    return {power: tuple(theirs) for power, theirs in found.items()}


def opening() -> Position:
    """The standard game at the start of Spring 1901."""
    units = [
        make_unit(power, kind, region)
        for power, texts in STANDARD.opening_units.items()
        for kind, region in [_kind_and_region(text) for text in texts]
    ]
    return Position(
        phase=parse_phase(STANDARD.opening_phase),
        units=tuple(sorted(units)),
        centers=MappingProxyType(dict(sorted(STANDARD.home_of.items()))),
    )


def _kind_and_region(text: str) -> tuple[UnitKind, Region]:
    return ("A" if text[0] == "A" else "F"), text[2:]


class ImpossiblePosition(ValueError):  # noqa: N818 - named after what was given
    """Something that cannot be a position: `field` says where (`units[3]`), `reason` why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


def position_as_dict(position: Position) -> dict[str, Any]:
    """The JSON form.

    `contested` is there in retreat phases only, powers without centers are left out.
    """
    data: dict[str, Any] = {
        "phase": str(position.phase),
        "units": [str(unit) for unit in position.units],
        "centers": {power: list(centers) for power in POWERS if (centers := position.centers_of(power))},
        "dislodged": [
            {"unit": str(each.unit), **({"from": each.origin} if each.origin else {}), "retreats": list(each.retreats)}
            for each in position.dislodged
        ],
    }
    if position.phase.kind == "R":
        data["contested"] = sorted(position.contested)
    return data


def position_from_dict(data: Mapping[str, Any]) -> Position:
    """Read the JSON form, the inverse of `position_as_dict`.

    centers, dislodged and contested may be missing. A dislodged unit without "retreats" may go
    wherever the rest of the position allows; one with them needs no "from". Other keys are not looked at. Raises
    ImpossiblePosition for anything that cannot stand on the board.
    """
    phase = _phase(data.get("phase"))
    texts = _texts(data.get("units"), "units")
    units = _placed([_unit(text, f"units[{index}]") for index, text in enumerate(texts)], "units")
    centers = _centers(data.get("centers", {}))
    contested = frozenset(
        _province(text, f"contested[{index}]")
        for index, text in enumerate(_texts(data.get("contested", []), "contested"))
    )
    given = data.get("dislodged", [])
    if not isinstance(given, list):
        raise ImpossiblePosition("dislodged", "must be a list")
    if data.get("retreats") and not given and phase.kind == "R":
        example = '{"unit": "FRA A BUR", "retreats": ["PAR"]}'
        raise ImpossiblePosition("retreats", f"units that must retreat stand in the list dislodged: {example}")
    for name, listed in (("dislodged", given), ("contested", contested)):
        if listed and phase.kind != "R":
            raise ImpossiblePosition(name, f"{phase} is not a retreat phase")
    occupied = {unit.province for unit in units}
    if both := sorted(occupied & contested):
        raise ImpossiblePosition("contested", f"{both[0]} is occupied, so it cannot be empty after a standoff")
    closed = occupied | contested
    dislodged = [_dislodged(each, f"dislodged[{index}]", closed) for index, each in enumerate(given)]
    _placed([each.unit for each in dislodged], "dislodged")
    return Position(phase, tuple(sorted(units)), centers, tuple(sorted(dislodged)), contested)


def _phase(text: object) -> Phase:
    if not isinstance(text, str):
        raise ImpossiblePosition("phase", "must be a text like S1901M")
    try:
        phase = parse_phase(text)
    except ValueError as error:
        raise ImpossiblePosition("phase", str(error)) from error
    if phase.year == 9999:
        raise ImpossiblePosition("phase", "the calendar ends before 9999")
    return phase


def _texts(value: object, field: str) -> list[str]:
    if not isinstance(value, list):
        raise ImpossiblePosition(field, "must be a list")
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise ImpossiblePosition(f"{field}[{index}]", "must be a text")
    return value


def _province(text: object, field: str) -> Province:
    if not isinstance(text, str) or text not in STANDARD.provinces:
        raise ImpossiblePosition(field, _unknown(text))
    return text


def _unknown(text: object) -> str:
    """Explain a code that no province has, and name the code that may be meant."""
    meant = places_named(text) if isinstance(text, str) and len(text) < 40 else ()
    codes = either([f"{code} ({STANDARD.provinces[code].name})" for code in meant]) if meant else ""
    return f"{_shown(text)} is not a province" + (f"; did you mean {codes}?" if codes else "")


def unknown_power(text: str) -> str:
    """Explain a code that no power has, and name the code that may be meant."""
    meant = POWER_WORDS.get(text.lower())
    return f"{_shown(text)} is not a power; " + (
        f"did you mean {meant}?" if meant else f"the powers are {', '.join(POWERS)}"
    )


def _unknown_region(text: str) -> str:
    """Explain a code that no region has: `STP-NC` may be `STP/NC`."""
    place, coast = text[:3], re.sub(r"[^A-Z]", "", text[3:].upper())[:2]
    coast = coast if len(coast) == 2 else f"{coast}C"
    if place in STANDARD.provinces and coast in STANDARD.provinces[place].coasts:
        return f"{_shown(text)} is not a region; did you mean {place}/{coast}?"
    return _unknown(text)


def _unit(text: object, field: str) -> Unit:
    """A unit in a region where such a unit can stand."""
    parts = text.split(" ") if isinstance(text, str) else []
    if len(parts) != 3:
        raise ImpossiblePosition(field, f"{_shown(text)} is not a unit; a unit looks like ENG F NTH")
    power, kind, region = parts
    if power not in POWER_NAMES:
        raise ImpossiblePosition(field, unknown_power(power))
    if kind not in ("A", "F"):
        meant = KIND_WORDS.get(kind.lower())
        hint = f"did you mean {meant}?" if meant else "it is A or F"
        raise ImpossiblePosition(field, f"{_shown(kind)} is not a kind of unit; {hint}")
    _check_region(kind, region, field)
    return make_unit(as_power(power), cast(UnitKind, kind), region)


def _check_region(kind: str, region: str, field: str) -> None:
    """Raise unless a unit of this kind can stand in the region."""
    province, _, coast = region.partition("/")
    facts = STANDARD.provinces.get(province)
    if facts is None:
        raise ImpossiblePosition(field, _unknown_region(region))
    if "/" in region and coast not in facts.coasts:
        raise ImpossiblePosition(field, f"{facts.name} has no coast {_shown(coast)}")
    if kind == "A" and facts.kind == "sea":
        raise ImpossiblePosition(field, f"an army cannot stand in the {facts.name}")
    if kind == "A" and coast:
        raise ImpossiblePosition(field, f"an army in {facts.name} stands on no coast of it")
    if kind == "F" and facts.kind == "inland":
        raise ImpossiblePosition(field, f"a fleet cannot stand in {facts.name}")
    if kind == "F" and facts.coasts and not coast:
        raise ImpossiblePosition(field, f"a fleet in {facts.name} stands on one coast: {', '.join(facts.coasts)}")


def _placed(units: Sequence[Unit], field: str) -> Sequence[Unit]:
    """The units, no two in one province."""
    taken: dict[Province, Unit] = {}
    for index, unit in enumerate(units):
        other = taken.setdefault(unit.province, unit)
        if other is not unit:
            raise ImpossiblePosition(f"{field}[{index}]", f"{unit} stands where {other} stands")
    return units


def _centers(value: object) -> Mapping[Province, Power]:
    if not isinstance(value, Mapping):
        raise ImpossiblePosition("centers", "must be an object of power to list of provinces")
    owners: dict[Province, Power] = {}
    for power, provinces in value.items():
        if power not in POWER_NAMES:
            raise ImpossiblePosition("centers", unknown_power(str(power)))
        for index, text in enumerate(_texts(provinces, f"centers.{power}")):
            field = f"centers.{power}[{index}]"
            province = _province(text, field)
            if not STANDARD.provinces[province].is_center:
                raise ImpossiblePosition(field, f"{province} is not a supply center")
            if province in owners:
                raise ImpossiblePosition(field, f"{province} is named twice")
            owners[province] = as_power(power)
    return MappingProxyType(dict(sorted(owners.items())))


def _dislodged(value: object, field: str, closed: Iterable[Province]) -> Dislodged:
    if not isinstance(value, Mapping):
        raise ImpossiblePosition(field, "must be an object with unit, from and retreats")
    unit = _unit(value.get("unit"), f"{field}.unit")
    origin = "" if value.get("from") is None else _province(value["from"], f"{field}.from")
    if not origin and "retreats" not in value:
        raise ImpossiblePosition(f"{field}.from", "say where the attacker came from, or give the retreats")
    neighbors = STANDARD.borders(unit.kind)[unit.region]
    open_places = [place for place in neighbors if province_of(place) not in closed]
    if "retreats" not in value:
        return Dislodged(unit, origin, tuple(place for place in open_places if province_of(place) != origin))
    retreats = _texts(value["retreats"], f"{field}.retreats")
    for index, place in enumerate(retreats):
        name = f"{field}.retreats[{index}]"
        _check_region(unit.kind, place, name)
        if place not in neighbors:
            raise ImpossiblePosition(name, f"{unit} cannot reach {place}")
        if place not in open_places:
            raise ImpossiblePosition(name, f"{place} is occupied or contested")
    return Dislodged(unit, origin, tuple(sorted(set(retreats))))


def _shown(value: object) -> str:
    text = f"'{value}'"
    return text if len(text) <= 40 else f"{text[:36]}...'"
