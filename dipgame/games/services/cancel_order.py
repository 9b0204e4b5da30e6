"""Somebody takes an order back."""

import re
from typing import Final

from adjudication.board import STANDARD
from dipgame.games import events
from dipgame.games.errors import Malformed
from dipgame.games.locks import open_sheet
from dipgame.games.models import Seat

__all__ = ["cancel_order"]

_UNIT: Final = re.compile(r"(?:[AF] )?([A-Z]{3})(?:/[NSEW]C)?|(WAIVE(?: [1-9][0-9]?)?)")


def cancel_order(seat: Seat, phase_name: str, unit: str) -> bool:
    """Take back the order of the unit in `unit` (`PAR`, `STP/SC`, `F STP/SC`; `WAIVE` for a waived build).

    Returns whether there was one: cancelling twice is no error.
    Raises Malformed, Late or NotRunning; then nothing has changed.
    """
    match = _UNIT.fullmatch(unit.strip().upper())
    if match is None or (match[1] and match[1] not in STANDARD.provinces):
        raise Malformed("To cancel an order name the province of its unit, such as PAR or STP.")
    with open_sheet(seat, phase_name) as target:
        kept: dict[str, str] = target.sheet.orders
        key = match[1] or match[2]
        if key == "WAIVE":
            key = max((each for each in kept if each.startswith("WAIVE")), default=key)
        if key not in kept:
            return False
        target.sheet.orders = {each: text for each, text in kept.items() if each != key}
        target.sheet.save(update_fields=["orders", "changed_at"])
        events.sheet_changed(seat.pk, target.phase.name)
    return True
