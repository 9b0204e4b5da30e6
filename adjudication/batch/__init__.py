"""Movement phases over arrays: thousands of order sets at a time, for bots that search.

Compiled by numba at the first call and kept on disk. Only `adjudication.fast` and `adjudication.env`
import this package, so whoever does not search never waits for it. `docs/kernel.md` shows how to use it.
"""

from adjudication.batch.boards import Boards
from adjudication.batch.layout import Outcomes
from adjudication.batch.resolving import (
    IllegalRow,
    LegalOrders,
    encode_orders,
    legal_orders,
    legal_orders_at,
    owners_after,
    policies_of,
    resolve,
    resolve_retreats,
    retreat_orders,
)
from adjudication.encoding import decode_order, encode_order

__all__ = [
    "Boards",
    "IllegalRow",
    "LegalOrders",
    "Outcomes",
    "decode_order",
    "encode_order",
    "encode_orders",
    "legal_orders",
    "legal_orders_at",
    "owners_after",
    "policies_of",
    "resolve",
    "resolve_retreats",
    "retreat_orders",
]
