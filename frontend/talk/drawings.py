"""A proposal on the map: its orders as a layer over the board, and who could support a unit of mine.

Nothing here is secret: the orders come from the page that asks, the position is everybody's.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from adjudication.board import province_of
from adjudication.legality import refusal
from adjudication.notation import NotationError, format_order, parse_order
from adjudication.options import legal_orders
from adjudication.orders import Hold, Move, Order, Support, Waive
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from adjudication.sentences import order_sentence
from frontend.board.ink import as_text, group
from frontend.board.ordermarks import Written, draw_orders
from frontend.rows import unit_name
from frontend.wire.page import Drawing, Helper, Helpers

__all__ = ["MOST_ORDERS", "NotAnOffer", "drawing_of", "helpers_of", "read_offered"]

MOST_ORDERS: Final = 34
"""Orders of one proposal: as many as there are units."""


class NotAnOffer(ValueError):  # noqa: N818 - it says what is wrong with the request
    """The request names no orders; the message says what is wrong."""


def read_offered(texts: Sequence[str], position: Position) -> list[tuple[Power, Order]]:
    """Orders written with their power, `GER A MUN S A PAR - BUR`. Raises NotAnOffer."""
    if len(texts) > MOST_ORDERS:
        raise NotAnOffer(f"A proposal has at most {MOST_ORDERS} orders.")
    return [_read(text, position) for text in texts]


def _read(text: str, position: Position) -> tuple[Power, Order]:
    code, _, order = text.partition(" ")
    power = next((each for each in POWERS if each == code), None)
    if power is None:
        raise NotAnOffer(f"'{code[:20]}' is no power.")
    # A proposal may be about moves while retreats or builds are played.
    for kind in dict.fromkeys((position.phase.kind, "M")):
        try:
            return power, parse_order(order, kind, position)
        except NotationError as error:
            fault = error
    raise NotAnOffer(str(fault))


def drawing_of(
    position: Position, orders: Iterable[tuple[Power, Order]], denied: Iterable[tuple[Power, Order]]
) -> Drawing:
    """`{"drawing": "<g id=layer-offer>…", "words": "…"}`; orders that shall not be given bear a cross."""
    written = [Written(power, order) for power, order in orders]
    written += [Written(power, order, "void", f"Not: {order_sentence(order)}") for power, order in denied]
    layer = group("layer orders offer", *draw_orders(written, position), id="layer-offer")
    return {"drawing": as_text(layer), "words": " ".join(one.text or order_sentence(one.order) for one in written)}


def helpers_of(
    position: Position, power: Power, text: str, rulebook: Rulebook, silent: Collection[Power] = ()
) -> Helpers:
    """The units of other powers that could support an order of mine, as the menu shows them.

    A unit that does not move is helped to hold. silent: those whom it is no use to ask.
    Raises NotAnOffer for what is no legal order of mine.
    """
    try:
        order = parse_order(text, "M", position)
    except NotationError as error:
        raise NotAnOffer(str(error)) from None
    if position.phase.kind != "M" or isinstance(order, Waive):
        raise NotAnOffer("Only moves can be supported.")
    why_not = refusal(position, power, order, rulebook)
    if why_not is not None:
        raise NotAnOffer(why_not.text)
    helped: Order = order if isinstance(order, Move) else Hold(order.kind, order.region)
    helpers: list[Helper] = [
        {
            "power": other,
            "unit": province_of(region),
            "name": unit_name(support.kind, region),
            "text": format_order(support),
        }
        for other in POWERS
        if other != power and other not in silent
        for region, options in legal_orders(position, other, rulebook).items()
        for support in options
        if isinstance(support, Support) and _helps(support, helped)
    ]
    return {"helpers": helpers, "words": order_sentence(helped)}


def _helps(support: Support, order: Order) -> bool:
    match order:
        case Move():
            return support.supported == order.region and support.target == order.target
        case Hold():
            return support.supported == order.region and support.target is None
        case _:
            return False
