"""Addresses of the explorer, written and read."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.packed import position_word, read_word
from adjudication.position import ImpossiblePosition, Position, opening
from adjudication.powers import Power, as_power
from adjudication.written import parse_written
from bots.explorer.visits import columns_of

__all__ = ["BadLink", "explorer_link", "read_orders", "read_position", "read_power"]

_LONGEST: Final = 1_000
_BETWEEN: Final = ", "


class BadLink(ValueError):  # noqa: N818 - named after what was given
    """Raised with a sentence for the person who followed the link."""


def explorer_link(position: Position, power: Power | None = None, orders: Sequence[Order] = (), came: str = "") -> str:
    """The address of a position.

    came: the word of the position that one comes from.
    """
    asked = {} if position == opening() else {"at": position_word(position)}
    asked |= {} if power is None else {"power": power}
    asked |= {"orders": _BETWEEN.join(map(format_order, orders))} if orders else {}
    asked |= {"from": came} if came else {}
    return reverse("explorer") + (f"?{urlencode(asked)}" if asked else "")


def read_position(word: str) -> Position:
    """The position of an address; the opening for none. Raises BadLink."""
    try:
        return read_word(word) if word else opening()
    except ImpossiblePosition as error:
        raise BadLink(f"This link leads to no position: {error.reason}.") from None


def read_power(code: str, position: Position) -> Power | None:
    """The power of an address. Raises BadLink.

    None for none, and for one with nothing to order here.
    """
    try:
        power = as_power(code) if code else None
    except ValueError:
        raise BadLink("This link names a power that there is not.") from None
    return power if power in columns_of(position) else None


def read_orders(text: str, position: Position) -> list[Order]:
    """The orders of an address. Raises BadLink."""
    if len(text) > _LONGEST:
        raise BadLink("This link names more orders than there can be.")
    orders = [parse_written(each.strip(), position.phase.kind) for each in text.split(",") if each.strip()]
    if None in orders:
        raise BadLink("This link names orders that cannot be read.")
    return [order for order in orders if order is not None]
