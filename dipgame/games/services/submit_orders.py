"""Write orders: each is checked, saved at once, and stays until it is replaced or cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.board import province_of
from adjudication.facts import exact
from adjudication.legality import refusal
from adjudication.notation import AmbiguousOrder, IllegalOrder, NotationError, divide, format_order, parse_order
from adjudication.options import needed_adjustments
from adjudication.orders import MovementOrder, Order
from adjudication.reasons import Reason
from dipgame.games import convert, events
from dipgame.games.errors import Ambiguous, Foreign, Illegal, Malformed, Refused
from dipgame.games.locks import OpenSheet, open_sheet
from dipgame.games.models import Seat

__all__ = ["Verdict", "submit_order", "submit_orders", "submit_text"]

MAX_TEXT = 200
MAX_LINES = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """One text and what came of it: the order that now stands, or why it does not."""

    text: str
    order: Order | None
    refused: Refused | None = None


def submit_order(seat: Seat, phase_name: str, text: str) -> Order:
    """Write one order, in place of the one its unit had. Returns the order as understood.

    In an adjustment phase as many orders stand as builds or removals are due; one for the same
    province replaces the other.

    Raises Malformed, Ambiguous, Illegal, Foreign, Late or NotRunning; then nothing has changed.
    """
    with open_sheet(seat, phase_name) as target:
        order = _write(target, text)
        target.sheet.save(update_fields=["orders", "changed_at"])
        events.sheet_changed(seat.pk, target.phase.name)
        return order


def submit_orders(seat: Seat, phase_name: str, texts: Sequence[str], *, anew: bool = False) -> list[Verdict]:
    """Write several orders: those that can stand are saved, each of the others says why it cannot.

    anew: in place of all that stood before.

    Raises Late, NotRunning or Malformed (the phase, or far too many lines) for all of them together.
    """
    if len(texts) > MAX_LINES:
        raise Malformed(f"These are {len(texts)} orders; send at most {MAX_LINES} at a time.")
    verdicts = []
    with open_sheet(seat, phase_name) as target:
        before: dict[str, str] = target.sheet.orders
        if anew:
            target.sheet.orders = {}
        for text in texts:
            try:
                verdicts.append(Verdict(text, _write(target, text)))
            except Refused as refused:
                verdicts.append(Verdict(text, None, refused))
        if target.sheet.orders != before:
            target.sheet.save(update_fields=["orders", "changed_at"])
            events.sheet_changed(seat.pk, target.phase.name)
    return verdicts


def submit_text(seat: Seat, phase_name: str, text: str) -> list[Verdict]:
    """Write the order, or the list of orders, that a person typed or pasted.

    Of a list, those that can stand are saved, and each of the others says why it cannot; a second order for the same
    unit is refused. Raises what `submit_order` raises for a text that is one order.
    """
    verdicts: list[Verdict] = []
    with open_sheet(seat, phase_name) as target:
        texts = divide(text, target.position.phase.kind, target.position, target.power) or [text]
        if len(texts) > MAX_LINES:
            raise Malformed(f"These are {len(texts)} orders; send at most {MAX_LINES} at a time.")
        ordered: dict[str, str] = {}
        for each in texts:
            try:
                verdicts.append(Verdict(each, _write(target, each, ordered)))
            except Refused as refused:
                if len(texts) == 1:
                    raise
                verdicts.append(Verdict(each, None, refused))
        if ordered:
            target.sheet.save(update_fields=["orders", "changed_at"])
            events.sheet_changed(seat.pk, target.phase.name)
    return verdicts


def _write(target: OpenSheet, text: str, ordered: dict[str, str] | None = None) -> Order:
    """Put the order that `text` says onto the sheet, not saved yet.

    ordered: the texts of the same list that stand already, by what they are for; a second one is refused.
    """
    order = _read(target, text)
    why_not = refusal(target.position, target.power, order, target.rulebook)
    if why_not is not None:
        raise Foreign(why_not.text) if why_not.reason is Reason.FOREIGN_UNIT else Illegal(why_not.text)
    order = _as_it_stands(target, order)
    kept: dict[str, str] = target.sheet.orders
    key = convert.order_key(order, kept)
    if ordered is not None and key in ordered:
        raise Malformed(f"The list has two orders for one unit: '{ordered[key]}' stands.")
    if target.position.phase.kind == "A" and key not in kept:
        _check_room(target, len(kept))
    target.sheet.orders = kept | {key: format_order(order)}
    if ordered is not None:
        ordered[key] = text
    return order


def _read(target: OpenSheet, text: str) -> Order:
    if not text.strip() or len(text) > MAX_TEXT:
        raise Malformed("An order looks like 'A PAR - BUR' or 'F NTH S A LON - BEL'.")
    try:
        return parse_order(text, target.position.phase.kind, target.position, target.power)
    except AmbiguousOrder as error:
        raise Ambiguous(str(error)) from None
    except IllegalOrder as error:
        raise Illegal(str(error)) from None
    except NotationError as error:
        raise Malformed(str(error)) from None


def _as_it_stands(target: OpenSheet, order: Order) -> Order:
    """A legal order with its units as they really stand: the rules forgive a wrong kind or coast, players are shown
    what will be carried out."""
    if not isinstance(order, MovementOrder):
        return order
    standing = target.position.standing
    return exact(order, standing[province_of(order.region)], standing)


def _check_room(target: OpenSheet, standing: int) -> None:
    """Raises Illegal when all builds or removals that are due have been ordered."""
    due = needed_adjustments(target.position, target.power)
    if standing >= abs(due):
        what = ("build" if due > 0 else "removal") + ("s" if abs(due) != 1 else "")
        raise Illegal(f"You have {abs(due)} {what} this winter, all ordered; take one of them back first.")
