"""Rows to values of the rules and back: the only place that does so."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from django.db import DatabaseError
from django.db.models import Model

from adjudication.engine import adjudicate
from adjudication.notation import format_order, parse_order
from adjudication.orders import Order, Waive
from adjudication.outcomes import Outcome, outcome_from_dict
from adjudication.phase import Phase, PhaseKind, parse_phase
from adjudication.position import Position, opening, position_as_dict, position_from_dict
from adjudication.powers import Power, as_power
from adjudication.rulebook import EDITIONS, Rulebook
from bots.view import PastPhase
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase

_log = logging.getLogger(__name__)
_Value = TypeVar("_Value")
_Otherwise = TypeVar("_Otherwise")

__all__ = [
    "order_key",
    "orders_of",
    "orders_of_sheet",
    "orders_on",
    "orders_row",
    "outcomes_of",
    "past_phase",
    "phase_of",
    "position_of",
    "position_row",
    "power_of",
    "readable",
    "rulebook_of",
]


def readable(row: Model, read: Callable[[], _Value], otherwise: _Otherwise) -> _Value | _Otherwise:
    """Read a row; return `otherwise` and log if it cannot be read.

    Rows may be written by other versions or by hand: a bad one must not break a page or a phase.
    """
    try:
        return read()
    except DatabaseError:
        raise
    except Exception:
        _log.exception("%s %s cannot be read and is left out", row._meta.label, row.pk)
        return otherwise


def rulebook_of(game: Game) -> Rulebook:
    """The rules the game is played by: its edition, with its own last year."""
    return replace(EDITIONS[game.edition], draw_year=game.end_year)


def power_of(seat: Seat) -> Power:
    """The power a seat plays."""
    return as_power(seat.power)


def phase_of(row: GamePhase) -> Phase:
    """Phase of the row."""
    return parse_phase(row.name)


def position_of(row: GamePhase) -> Position:
    """The board at the beginning of the phase; made once for each row that was read. Where it cannot be read, it is
    what the orders before make of the board before."""
    kept: tuple[dict[str, Any], Position] | None = row.__dict__.get("_board")
    if kept is None or kept[0] is not row.position:
        board = readable(row, lambda: position_from_dict(row.position), None)
        kept = row.__dict__["_board"] = (row.position, _replayed(row) if board is None else board)
    return kept[1]


def _replayed(row: GamePhase) -> Position:
    earlier = GamePhase.objects.filter(game_id=row.game_id, index__lt=row.index).select_related("game")
    before = earlier.order_by("index").last()
    if before is None:
        return opening()
    return adjudicate(position_of(before), orders_of(before), rulebook_of(before.game)).next


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
    read = {key: readable(sheet, lambda key=key: parse_order(orders[key], kind), None) for key in sorted(orders)}  # type: ignore[misc]
    return {key: order for key, order in read.items() if order is not None}


def orders_of(row: GamePhase) -> dict[Power, tuple[Order, ...]]:
    """The orders of everybody who has a sheet in the phase, as they stand."""
    sheets = SeatPhase.objects.filter(phase=row).select_related("seat").defer("memory", "talk_memory").order_by()
    return orders_on(sheets, phase_of(row).kind)


def orders_on(sheets: Iterable[SeatPhase], kind: PhaseKind) -> dict[Power, tuple[Order, ...]]:
    """Orders on these sheets by power; seats were read along."""
    rows = sorted(sheets, key=lambda sheet: sheet.seat.power)
    return {power_of(sheet.seat): tuple(orders_of_sheet(sheet, kind).values()) for sheet in rows}


def outcomes_of(row: GamePhase) -> tuple[Outcome, ...]:
    """Outcomes of all orders of a resolved phase; empty before."""
    kind = phase_of(row).kind
    return readable(row, lambda: tuple(outcome_from_dict(each, kind) for each in row.outcomes or ()), ())


def past_phase(row: GamePhase) -> PastPhase:
    """A resolved phase as a value."""
    return PastPhase(position_of(row), outcomes_of(row))
