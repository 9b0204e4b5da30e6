"""Orders and units in their one written form, both ways.

    A PAR - BUR        A PAR - BUR VIA      A PAR H          A PAR S A MAR
    A PAR S A MAR - BUR                     F NTH C A LON - BEL
    A PAR - GAS (in a retreat phase)        DISBAND A PAR
    BUILD F STP/NC     REMOVE A PAR         WAIVE

`adjudication.notation` reads what people type besides.
"""

import re
from functools import lru_cache
from typing import Final, cast

from adjudication.board import STANDARD, Region, UnitKind
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.phase import PhaseKind
from adjudication.position import Unit
from adjudication.powers import POWER_NAMES, as_power

__all__ = ["MalformedOrder", "NotationError", "format_order", "parse_unit", "parse_written", "shortened"]


class NotationError(ValueError):
    """Text that is not one order.

    `str()` is a sentence for the person who typed it.
    """


class MalformedOrder(NotationError):  # noqa: N818 - named after what was given
    """No order can be made out of the text."""


def format_order(order: Order) -> str:
    """Write an order in the form described above. `parse_written` is the inverse."""
    match order:
        case Hold(kind, region):
            return f"{kind} {region} H"
        case Move(kind, region, target, via):
            return f"{kind} {region} - {target} VIA" if via else f"{kind} {region} - {target}"
        case Support(kind, region, supported_kind, supported, target):
            text = f"{kind} {region} S {supported_kind} {supported}"
            return text if target is None else f"{text} - {target}"
        case Convoy(kind, region, army, target):
            return f"{kind} {region} C A {army} - {target}"
        case Retreat(kind, region, target):
            return f"{kind} {region} - {target}"
        case Disband(kind, region):
            return f"DISBAND {kind} {region}"
        case Build(kind, region):
            return f"BUILD {kind} {region}"
        case Remove(kind, region):
            return f"REMOVE {kind} {region}"
        case Waive():
            return "WAIVE"


_REGIONS: Final[frozenset[Region]] = frozenset(STANDARD.provinces) | {
    f"{code}/{coast}" for code, facts in STANDARD.provinces.items() for coast in facts.coasts
}
_LONGEST: Final = len("F STP/NC S F STP/NC - STP/NC")
"""Letters of the longest order. Longer texts are not remembered."""

_PLACE: Final = "[A-Z]{3}(?:/[NSEW]C)?"
_FORM: Final = re.compile(
    rf"(?P<kind>[AF]) (?P<region>{_PLACE}) "
    rf"(?:(?P<hold>H)|- (?P<target>{_PLACE})(?P<via> VIA)?"
    rf"|S (?P<kind2>[AF]) (?P<supported>{_PLACE})(?: - (?P<into>{_PLACE}))?"
    r"|C A (?P<army>[A-Z]{3}) - (?P<landing>[A-Z]{3}))"
)
_NAMED_FIRST: Final = re.compile(rf"(?P<verb>BUILD|REMOVE|DISBAND) (?P<kind>[AF]) (?P<region>{_PLACE})")


def parse_written(text: str, phase_kind: PhaseKind) -> Order | None:
    """Read an order in exactly the written form; None if the text is anything else.

    `X - Y` is a retreat in a retreat phase and a move in every other.
    """
    return _parsed(text, phase_kind) if len(text) <= _LONGEST else None


@lru_cache(maxsize=1 << 16)
def _parsed(text: str, phase_kind: PhaseKind) -> Order | None:
    match = _FORM.fullmatch(text)
    if match is None:
        return _named_first(text, phase_kind)
    kind = cast(UnitKind, match["kind"])
    region = match["region"]
    places = (region, match["target"], match["supported"], match["into"], match["army"], match["landing"])
    if any(place is not None and place not in _REGIONS for place in places):
        return None
    if match["hold"]:
        return Hold(kind, region)
    if match["target"]:
        if phase_kind == "R":
            return None if match["via"] else Retreat(kind, region, match["target"])
        return Move(kind, region, match["target"], match["via"] is not None)
    if match["supported"]:
        return Support(kind, region, cast(UnitKind, match["kind2"]), match["supported"], match["into"])
    return Convoy(kind, region, match["army"], match["landing"])


def _named_first(text: str, phase_kind: PhaseKind) -> Order | None:
    """The orders that begin with their verb.

    A unit is removed in an adjustment phase and disbanded in every other.
    """
    if text == "WAIVE":
        return Waive()
    match = _NAMED_FIRST.fullmatch(text)
    if match is None or match["region"] not in _REGIONS:
        return None
    kind, region = cast(UnitKind, match["kind"]), match["region"]
    if match["verb"] == "BUILD":
        return Build(kind, region)
    return Remove(kind, region) if phase_kind == "A" else Disband(kind, region)


def parse_unit(text: str) -> Unit:
    """Read a unit like `ENG F NTH`. Raises MalformedOrder for anything else."""
    parts = text.split() if len(text) < 99 else []
    if len(parts) != 3 or parts[0] not in POWER_NAMES or parts[1] not in ("A", "F") or parts[2] not in _REGIONS:
        raise MalformedOrder(f"'{shortened(text)}' is not a unit. A unit looks like ENG F NTH or RUS F STP/SC.")
    return Unit(as_power(parts[0]), cast(UnitKind, parts[1]), parts[2])


def shortened(text: str) -> str:
    """The text, cut to 60 characters."""
    return text if len(text) <= 60 else f"{text[:57]}..."
