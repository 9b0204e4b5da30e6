"""Orders as text, both ways.

`format_order` writes the one form of `adjudication.written`, and `parse_order` reads it back to an equal
value, and what people type besides: `bre s par - pic`, `move the army in Paris to Burgundy`, `f eng c lon-bre`,
`A Lon-NTH-Nwy`, `smy f`. `divide` parts a list into orders.

What can go wrong:

    NotationError(ValueError)
     +-- MalformedOrder    no order can be made out, whatever the position
     +-- AmbiguousOrder    more than one order is meant; `.choices` names them
     +-- IllegalOrder      the position has no unit where the text needs one
"""

from adjudication.notation.errors import AmbiguousOrder, IllegalOrder
from adjudication.notation.lists import divide
from adjudication.notation.parsing import parse_order
from adjudication.written import MalformedOrder, NotationError, format_order, parse_unit

__all__ = [
    "AmbiguousOrder",
    "IllegalOrder",
    "MalformedOrder",
    "NotationError",
    "divide",
    "format_order",
    "parse_order",
    "parse_unit",
]
