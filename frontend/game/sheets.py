"""Sheets as the browser shows them.

Orders are sentences with warnings; then come missing orders and the redrawn layer.
"""

from collections.abc import Mapping
from typing import Final

from adjudication.orders import Waive
from adjudication.powers import Power
from adjudication.sentences import order_sentence
from dipgame.games import convert, queries
from dipgame.games.models import GamePhase, Seat
from frontend.board import Scene, render_layers
from frontend.game import advice
from frontend.game.hints import hints_for
from frontend.rows import row_words
from frontend.talk.word import Word, word_of
from frontend.wire.state import Missing, OverseenSheet, Overview, Sheet, WrittenOrder

__all__ = ["ORDERS_LAYER", "overview_of", "sheet_of"]

ORDERS_LAYER: Final = "layer-orders"


def sheet_of(seat: Seat | None, sight: queries.Sight | None = None) -> Sheet | None:
    """The seat's sheet in the phase now played; None when there is none to fill, or nothing to decide."""
    if seat is None:
        return None
    sight = sight or queries.Sight(seat.game, seat)
    row, sheet = sight.live, sight.sheet
    if row is None or sheet is None or not sheet.must_decide or str(sheet.phase) != row.name:
        return None
    return _shown(sheet, row, seat, sight)


def overview_of(sight: queries.Sight) -> Overview | None:
    """All powers' sheets in the live phase, for the game master.

    None for everybody else.
    """
    if not sight.sees_all:
        return None
    row = sight.live
    found = [(convert.power_of(seat), sheet) for seat, sheet in sight.all_sheets if sheet.must_decide]
    if row is None:
        return {"phase": "", "sheets": [], "drawing": ""}
    written = {power: [each.order for each in sheet.orders] for power, sheet in found}
    layers = render_layers(Scene(convert.position_of(row), orders=written), [ORDERS_LAYER])
    return {
        "phase": row.name,
        "sheets": [_overseen(power, sheet) for power, sheet in found],
        "drawing": layers[ORDERS_LAYER],
    }


def _overseen(power: Power, sheet: queries.Sheet) -> OverseenSheet:
    return {
        "power": power,
        "orders": [_order(each, {}, Word({}, {})) for each in sheet.orders],
        "missing": [unit.province for unit in sheet.missing],
        "adjustments": _left_to_write(sheet),
        "ready": sheet.ready,
    }


def _shown(sheet: queries.Sheet, row: GamePhase, seat: Seat, sight: queries.Sight) -> Sheet:
    position, power = convert.position_of(row), convert.power_of(seat)
    warnings = advice.notes(position, power, {each.key: each.order for each in sheet.orders})
    left = _left_to_write(sheet)
    orders = [each.order for each in sheet.orders]
    scene = Scene(position, orders={power: orders}, viewer=power)
    word = word_of(sight, power, row, orders, sheet.missing)
    return {
        "phase": str(sheet.phase),
        "kind": sheet.phase.kind,
        "orders": [_order(each, warnings, word) for each in sheet.orders],
        "missing": _missing(sheet, left, word),
        "adjustments": left,
        "ready": sheet.ready,
        "closes": row.closes_at.isoformat() if row.closes_at and sheet.ready else None,
        "breaking": list(word.promises),
        "drawing": render_layers(scene, [ORDERS_LAYER])[ORDERS_LAYER],
        "hints": hints_for(seat, sight, sheet, position, left=left, supporters=word.supporters),
    }


def _order(written: queries.SheetOrder, warnings: Mapping[str, str], word: Word) -> WrittenOrder:
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
        "breach": word.broken.get(written.key, ""),
        "remark": word.helped.get(written.key, ""),
    }


def _left_to_write(sheet: queries.Sheet) -> int:
    """Builds (+) or removals (-) that are due and not written yet."""
    due, written = sheet.adjustments, len(sheet.orders)
    return max(due - written, 0) if due > 0 else min(due + written, 0)


def _missing(sheet: queries.Sheet, left: int, word: Word) -> list[Missing]:
    if sheet.phase.kind == "A":
        return [{"unit": None, "region": None, "breach": ""}] * abs(left)
    return [
        {"unit": unit.province, "region": unit.region, "breach": word.broken.get(unit.province, "")}
        for unit in sheet.missing
    ]
