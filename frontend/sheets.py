"""My sheet as the browser shows it: orders as sentences with warnings, what is missing, and the redrawn layer."""

from collections.abc import Mapping
from typing import Final

from adjudication.orders import Waive
from adjudication.sentences import order_sentence
from dipgame.games import convert, queries
from dipgame.games.models import GamePhase, Seat
from frontend import advice
from frontend.boardview import Scene, render_layers
from frontend.frames import Missing, Sheet, WrittenOrder
from frontend.rows import row_words

__all__ = ["ORDERS_LAYER", "sheet_of"]

ORDERS_LAYER: Final = "layer-orders"


def sheet_of(seat: Seat | None) -> Sheet | None:
    """The seat's sheet in the phase now played; None when there is none to fill."""
    if seat is None:
        return None
    row = queries.live_phase(seat.game)
    sheet = queries.order_sheet(seat)
    if row is None or sheet is None or str(sheet.phase) != row.name:
        return None
    return _shown(sheet, row, seat)


def _shown(sheet: queries.Sheet, row: GamePhase, seat: Seat) -> Sheet:
    position, power = convert.position_of(row), convert.power_of(seat)
    warnings = advice.notes(position, power, {each.key: each.order for each in sheet.orders})
    left = _left_to_write(sheet)
    orders = [each.order for each in sheet.orders]
    scene = Scene(position, orders={power: orders}, viewer=power)
    return {
        "phase": str(sheet.phase),
        "kind": sheet.phase.kind,
        "orders": [_order(each, warnings) for each in sheet.orders],
        "missing": _missing(sheet, left),
        "adjustments": left,
        "ready": sheet.ready,
        "drawing": render_layers(scene, [ORDERS_LAYER])[ORDERS_LAYER],
    }


def _order(written: queries.SheetOrder, warnings: Mapping[str, str]) -> WrittenOrder:
    order = written.order
    place, words = row_words(order)
    return {
        "text": written.text,
        "unit": written.key,
        "region": written.region,
        "kind": None if isinstance(order, Waive) else order.kind,
        "place": place,
        "words": words,
        "sentence": order_sentence(order),
        "note": warnings.get(written.key, ""),
    }


def _left_to_write(sheet: queries.Sheet) -> int:
    """Builds (+) or removals (-) that are due and not written yet."""
    due, written = sheet.adjustments, len(sheet.orders)
    return max(due - written, 0) if due > 0 else min(due + written, 0)


def _missing(sheet: queries.Sheet, left: int) -> list[Missing]:
    if sheet.phase.kind == "A":
        return [{"unit": None, "region": None}] * abs(left)
    return [{"unit": unit.province, "region": unit.region} for unit in sheet.missing]
