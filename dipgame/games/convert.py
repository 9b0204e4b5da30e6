"""Rows to values of the rules and back: the only place that does so."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from adjudication.notation import format_order, parse_order
from adjudication.orders import Order, Waive
from adjudication.outcomes import Outcome, Reason
from adjudication.phase import Phase, PhaseKind, parse_phase
from adjudication.position import Position, position_as_dict, position_from_dict
from adjudication.powers import Power, as_power
from adjudication.rulebook import EDITIONS, Rulebook
from bots.view import PastPhase
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase

__all__ = [
    "order_key",
    "orders_of_sheet",
    "orders_row",
    "outcomes_of",
    "outcomes_row",
    "past_phase",
    "phase_of",
    "position_of",
    "position_row",
    "power_of",
    "rulebook_of",
]


def rulebook_of(game: Game) -> Rulebook:
    """The rules the game is played by: its edition, with its own last year."""
    return replace(EDITIONS[game.edition], draw_year=game.end_year)


def power_of(seat: Seat) -> Power:
    """The power a seat plays."""
    return as_power(seat.power)


def phase_of(row: GamePhase) -> Phase:
    """Which phase the row is about."""
    return parse_phase(row.name)


def position_of(row: GamePhase) -> Position:
    """The board at the beginning of the phase."""
    return position_from_dict(row.position)


def position_row(position: Position) -> dict[str, Any]:
    """The JSON that `position_of` reads."""
    return position_as_dict(position)


def order_key(order: Order, taken: Iterable[str] = ()) -> str:
    """Under which key a sheet keeps the order: its province, or the first free `WAIVE n` for a waived build.

    No province ever holds two units that may be ordered in the same phase, so this is one key per unit.
    """
    if isinstance(order, Waive):
        keys = set(taken)
        return next(key for number in range(1, len(keys) + 2) if (key := f"WAIVE {number}") not in keys)
    return order.region[:3]


def orders_row(orders: Iterable[Order]) -> dict[str, str]:
    """The JSON a sheet keeps orders in; a later order to the same unit replaces the earlier one."""
    row: dict[str, str] = {}
    for order in orders:
        row[order_key(order, row)] = format_order(order)
    return row


def orders_of_sheet(sheet: SeatPhase, kind: PhaseKind) -> dict[str, Order]:
    """A sheet's orders by their key, in the order of the keys."""
    orders: Mapping[str, str] = sheet.orders
    return {key: parse_order(orders[key], kind) for key in sorted(orders)}


def outcomes_row(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """The JSON that `outcomes_of` reads."""
    return [
        {
            "power": outcome.power,
            "order": format_order(outcome.order),
            "result": outcome.result,
            "reason": outcome.reason.value,
            "by": list(outcome.by),
        }
        for outcome in outcomes
    ]


def outcomes_of(row: GamePhase) -> tuple[Outcome, ...]:
    """What became of every order of a resolved phase; empty before."""
    kind = phase_of(row).kind
    return tuple(
        Outcome(
            power=as_power(each["power"]),
            order=parse_order(each["order"], kind),
            result=each["result"],
            reason=Reason(each["reason"]),
            by=tuple(each["by"]),
        )
        for each in row.outcomes or ()
    )


def past_phase(row: GamePhase) -> PastPhase:
    """A resolved phase as a value."""
    return PastPhase(position_of(row), outcomes_of(row))
