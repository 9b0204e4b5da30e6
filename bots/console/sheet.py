"""Sheet of orders of a phase, filled in by typed lines."""

from collections.abc import Iterable, Iterator
from typing import Final

from adjudication.board import Province, Region, province_of
from adjudication.legality import refusal
from adjudication.names import places_named
from adjudication.notation import NotationError, divide, format_order, parse_order
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.sentences import order_sentence
from bots.view import SeatView

__all__ = ["Sheet"]

_UNTOLD: Final = {"M": "will hold", "R": "will disband", "A": ""}


class Sheet:
    """Orders given so far. Reading a line changes it and never raises."""

    def __init__(self, view: SeatView) -> None:
        self.position, self.power, self.rulebook = view.position, view.power, view.rulebook
        self.kind = view.position.phase.kind
        self.legal = legal_orders(view.position, view.power, view.rulebook)
        self.due = needed_adjustments(view.position, view.power) if self.kind == "A" else 0
        self.given: dict[Province, Order] = {}
        self.waived = 0

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders given."""
        return (*self.given.values(), *[Waive()] * self.waived)

    @property
    def missing(self) -> list[Region]:
        """Units without an order; none in adjustments."""
        return [] if self.kind == "A" else [region for region in self.legal if province_of(region) not in self.given]

    def read(self, line: str) -> Iterator[str]:
        """Take the orders of a line; reply to each in a sentence."""
        for text in divide(line, self.kind, self.position, self.power) or [line]:
            try:
                order = parse_order(text, self.kind, self.position, self.power)
            except NotationError as problem:
                yield f"{problem} Write an order like '{self.example}', or ? for what is legal."
                continue
            refused = refusal(self.position, self.power, order, rulebook=self.rulebook)
            if refused is not None:
                yield f"{refused.text} {self._advice(order)}"
            elif self._is_too_much(order):
                adjustments = "adjustment is" if abs(self.due) == 1 else "adjustments are"
                yield f"Only {abs(self.due)} {adjustments} due; 'cancel' and a place takes one back."
            else:
                self._note(order)
                yield f"{format_order(order)}: {order_sentence(order)}"

    def cancel(self, place: str) -> str:
        """Take back the order of the unit in a place, or all."""
        if not place:
            self.given, self.waived = {}, 0
            return "All orders are taken back."
        for province in places_named(place):
            order = self.given.pop(province, None)
            if order is not None:
                return f"Taken back: {format_order(order)}."
        return f"There is no order for '{place}'. Your orders are {self.told or 'none'}."

    def choices(self, place: str) -> Iterator[str]:
        """Legal orders of the unit in a place.

        Without one, the places that may be asked for.
        """
        provinces = places_named(place) if place else ()
        regions = [region for region in self.legal if province_of(region) in provinces]
        if not regions:
            if place:
                yield f"You have nothing to order in '{place}'."
            if not self.legal:
                return
            yield f"? and one of these places lists what is legal there: {', '.join(self.legal)}."
        for region in regions:
            yield from map(format_order, self.legal[region])

    @property
    def told(self) -> str:
        """The orders in one line."""
        return ", ".join(map(format_order, self.orders))

    @property
    def summary(self) -> str:
        """Sentences on what is left to order and what happens without."""
        if self.kind == "A":
            left = abs(self.due) - len(self.orders)
            what, else_ = ("build", "is left unused") if self.due > 0 else ("removal", "is decided by the rules")
            return f"{left} more {what}{'s' if left > 1 else ''} due; without an order it {else_}." if left else ""
        return f"Without an order, {', '.join(self.missing)} {_UNTOLD[self.kind]}." if self.missing else ""

    @property
    def example(self) -> str:
        """A legal order in standard notation."""
        orders = next(iter(self.legal.values()))
        return format_order(orders[min(1, len(orders) - 1)])

    def _advice(self, order: Order) -> str:
        place = "" if isinstance(order, Waive) else province_of(order.region)
        mine: Iterable[str] = map(province_of, self.legal)
        return f"? {place} lists what is legal there." if place in mine else f"You order {', '.join(self.legal)}."

    def _is_too_much(self, order: Order) -> bool:
        if self.kind != "A":
            return False
        replaced = not isinstance(order, Waive) and province_of(order.region) in self.given
        return len(self.orders) >= abs(self.due) and not replaced

    def _note(self, order: Order) -> None:
        if isinstance(order, Waive):
            self.waived += 1
        else:
            self.given[province_of(order.region)] = order
