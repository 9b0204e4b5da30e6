"""Positions as text that people read and write, both ways.

    Fall 1902, retreats
    France: A MUN, F STP/NC; centers MUN, PAR, STP
    Germany: no units; centers BER
    Germany retreats: A MUN from BUR to BER, TYR
    Contested: SKA

A power without units and centers is left out. Places, powers and seasons may be written as people write them:
`france: army munich`. The JSON form of `adjudication.position` is read, too.
"""

import json
import re
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.names import places_named
from adjudication.names.table import KIND_WORDS, POWER_WORDS
from adjudication.phase import SEASON_NAMES, Phase, parse_phase
from adjudication.position import ImpossiblePosition, Position, Unit, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS

__all__ = ["format_position", "parse_position"]

_STAGES: Final = {"M": "", "R": ", retreats", "A": ""}


def format_position(position: Position) -> str:
    """Write a position in the form described above. `parse_position` is the inverse."""
    phase = position.phase
    lines = [f"{phase.turn}{_STAGES[phase.kind]}"]
    for power in POWERS:
        units = ", ".join(_unit(unit) for unit in position.units_of(power))
        centers = ", ".join(position.centers_of(power))
        if units or centers:
            lines.append(f"{POWER_NAMES[power]}: {units or 'no units'}" + (f"; centers {centers}" if centers else ""))
    for each in position.dislodged:
        origin = f" from {each.origin}" if each.origin else ""
        ways = ", ".join(each.retreats) or "nowhere"
        lines.append(f"{POWER_NAMES[each.unit.power]} retreats: {_unit(each.unit)}{origin} to {ways}")
    if position.contested:
        lines.append(f"Contested: {', '.join(sorted(position.contested))}")
    return "\n".join(lines) + "\n"


def parse_position(text: str) -> Position:
    """Read a position.

    Raises ImpossiblePosition, which says what cannot be read or cannot stand.
    """
    if text.lstrip().startswith("{"):
        return _from_json(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise ImpossiblePosition("phase", "the first line is a season and a year, as Spring 1901")
    data: dict[str, Any] = {"phase": str(_phase(lines[0])), "units": [], "centers": {}, "dislodged": []}
    for line in lines[1:]:
        _read_line(line, data)
    if not data["dislodged"]:
        del data["dislodged"]
    return position_from_dict(data)


def _unit(unit: Unit) -> str:
    return f"{unit.kind} {unit.region}"


def _from_json(text: str) -> Position:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ImpossiblePosition("position", "this is not JSON") from None
    return position_from_dict(data)


def _phase(line: str) -> Phase:
    """`Spring 1901`, `fall 1902, retreats` or `S1901M`."""
    match = _TURN.fullmatch(line)
    if match is None:
        try:
            return parse_phase(line.upper())
        except ValueError:
            words = f"'{line[:40]}' is not a season and a year; begin with a line as Spring 1901 or Fall 1902, retreats"
            raise ImpossiblePosition("phase", words) from None
    season = "F" if match["season"].lower() == "autumn" else match["season"][0].upper()
    kind = "A" if season == "W" else "R" if match["retreats"] else "M"
    return parse_phase(f"{season}{match['year']}{kind}")


_TURN: Final = re.compile(
    rf"(?P<season>{'|'.join([*SEASON_NAMES.values(), 'Autumn'])}) (?P<year>[0-9]{{1,4}})(?P<retreats>, ?retreats)?",
    re.IGNORECASE,
)


def _read_line(line: str, data: dict[str, Any]) -> None:
    head, colon, rest = line.partition(":")
    words = head.lower().split()
    if not colon or not words:
        raise ImpossiblePosition("units", f"'{line[:40]}' is not a line about a power, as France: A PAR, F BRE")
    if words == ["contested"]:
        data["contested"] = [_region(each) for each in _parts(rest)]
        return
    power = POWER_WORDS.get(words[0])
    if power is None or words[1:] not in ([], ["retreats"]):
        raise ImpossiblePosition(
            "units", f"'{head[:40]}' is not a power; the powers are {', '.join(POWER_NAMES.values())}"
        )
    if words[1:]:
        data["dislodged"].append(_retreat(power, rest))
        return
    units, _, centers = rest.partition(";")
    if units.strip().lower() not in ("no units", "none", ""):
        data["units"] += [f"{power} {_placed(each)}" for each in _parts(units)]
    if centers.strip():
        data["centers"].setdefault(power, []).extend(_region(each) for each in _parts(_CENTERS.sub("", centers)))


_CENTERS: Final = re.compile(r"^\s*(?:supply )?centers?\b:?", re.IGNORECASE)


def _retreat(power: str, rest: str) -> dict[str, Any]:
    match = _RETREAT.fullmatch(rest.strip())
    if match is None:
        raise ImpossiblePosition("dislodged", f"'{rest.strip()[:40]}' is not a retreat, as A MUN from BUR to BER, TYR")
    found: dict[str, Any] = {"unit": f"{power} {_placed(match['unit'])}"}
    if match["origin"]:
        found["from"] = _region(match["origin"])
    if match["ways"]:
        ways = match["ways"].strip()
        found["retreats"] = [] if ways.lower() == "nowhere" else [_region(each) for each in _parts(ways)]
    return found


_RETREAT: Final = re.compile(r"(?P<unit>.+?)(?:\s+from\s+(?P<origin>.+?))?(?:\s+to\s+(?P<ways>.+))?", re.IGNORECASE)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _placed(text: str) -> str:
    """`A PAR` out of `army paris`; other text stays as it is."""
    kind, _, place = text.partition(" ")
    return f"{KIND_WORDS.get(kind.lower()) or kind.upper()} {_region(place)}"


def _region(text: str) -> str:
    """`STP/NC` out of `st petersburg/nc`; other text as it is."""
    place, slash, coast = text.strip().partition("/")
    code = place.strip().upper()
    if code not in STANDARD.provinces:
        named = places_named(place.strip()) if len(place) < 40 else ()
        code = named[0] if len(named) == 1 else code
    return f"{code}{slash}{coast.strip().upper()}"
