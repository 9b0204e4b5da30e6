"""Positions and orders in a line, for tests."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from adjudication.engine import adjudicate
from adjudication.notation import format_order, parse_order, parse_unit
from adjudication.orders import Move, Order, Waive
from adjudication.outcomes import Outcome, Resolution
from adjudication.phase import parse_phase
from adjudication.position import Dislodged, Position
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["by_order", "moves_ok", "orders_from", "place", "play", "region_of"]


def place(
    phase: str,
    units: Iterable[str],
    centers: Mapping[str, Sequence[str]] | None = None,
    dislodged: Iterable[tuple[str, str, Sequence[str]]] = (),
) -> Position:
    """A position from texts: units `ENG F NTH`, centers by power, dislodged (unit, origin, retreats)."""
    owners = {center: as_power(power) for power, owned in (centers or {}).items() for center in owned}
    beaten = (Dislodged(parse_unit(unit), origin, tuple(retreats)) for unit, origin, retreats in dislodged)
    return Position(
        parse_phase(phase),
        tuple(sorted(parse_unit(unit) for unit in units)),
        MappingProxyType(owners),
        tuple(sorted(beaten)),
    )


def orders_from(position: Position, texts: Mapping[str, Sequence[str]]) -> dict[Power, list[Order]]:
    """Orders by power from texts."""
    kind = position.phase.kind
    return {as_power(power): [parse_order(text, kind, position) for text in given] for power, given in texts.items()}


def play(position: Position, texts: Mapping[str, Sequence[str]], rulebook: Rulebook = STANDARD_RULES) -> Resolution:
    """Adjudicate orders given as texts."""
    return adjudicate(position, orders_from(position, texts), rulebook)


def by_order(resolution: Resolution) -> dict[str, Outcome]:
    """Outcomes by `ENG F NTH - NWY`."""
    return {f"{each.power} {format_order(each.order)}": each for each in resolution.outcomes}


def moves_ok(resolution: Resolution) -> list[str]:
    """The moves that succeeded, sorted, without VIA."""
    return sorted(
        f"{each.power} {format_order(each.order)}".removesuffix(" VIA")
        for each in resolution.outcomes
        if isinstance(each.order, Move) and each.result == "ok"
    )


def region_of(order: Order) -> str:
    """Region of an order's unit; "" for a waive."""
    return "" if isinstance(order, Waive) else order.region
