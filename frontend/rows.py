"""Orders in the few words that fit a row of a list: the place, set bold, and what its unit does."""

from typing import assert_never

from adjudication.board import Region
from adjudication.names import place_name
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive

__all__ = ["row_words", "unit_name"]

_KIND_WORDS = {"A": "Army", "F": "Fleet"}
_BUILD_WORDS = {"A": "builds an army", "F": "builds a fleet"}


def unit_name(kind: str, region: Region) -> str:
    """`Army Paris`, `Fleet Spain (south coast)`."""
    return f"{_KIND_WORDS[kind]} {place_name(region)}"


def row_words(order: Order) -> tuple[str, str]:
    """`("Paris", "supports Marseilles to Burgundy")`. Whole sentences are `adjudication.sentences`' business."""
    match order:
        case Waive():
            return "", "A build is left unused"
        case Hold():
            words = "holds"
        case Move():
            words = f"to {place_name(order.target)}{' by sea' if order.via else ''}"
        case Support():
            goal = "" if order.target is None else f" to {place_name(order.target)}"
            words = f"supports {place_name(order.supported)}{goal}"
        case Convoy():
            words = f"convoys {place_name(order.army)} to {place_name(order.target)}"
        case Retreat():
            words = f"retreats to {place_name(order.target)}"
        case Disband():
            words = "disbands"
        case Build():
            words = _BUILD_WORDS[order.kind]
        case Remove():
            words = "is removed"
        case _:
            assert_never(order)
    return place_name(order.region), words
