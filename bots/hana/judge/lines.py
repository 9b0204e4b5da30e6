"""Book openings a power may play now, as codes of legal orders."""

from collections.abc import Iterator
from functools import cache

from adjudication.batch import encode_order
from adjudication.notation import parse_order
from adjudication.phase import FIRST_PHASE
from adjudication.powers import Power
from bots.hana.judge.openings import BOOK, Opening
from bots.hana.search.problem import Movement

__all__ = ["lines"]


@cache
def _codes(orders: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(encode_order(parse_order(text)) for text in orders)


def lines(phase: Movement, power: Power, begun: frozenset[int]) -> Iterator[tuple[Opening, dict[int, int]]]:
    """The power's lines for a movement phase of 1901 with their legal orders, code by column. begun: what it ordered in
    spring; a fall goes on from a spring that was ordered just so."""
    when = phase.position.phase
    if when.year != FIRST_PHASE.year or when.kind != "M":
        return
    for line in BOOK:
        if line.power != power or (when.season == "F" and frozenset(_codes(line.spring)) != begun):
            continue
        wanted = _codes(line.spring if when.season == "S" else line.fall)
        orders = {
            int(column): code
            for column in phase.columns_of(power)
            for code in wanted
            if code in phase.legal.of(int(column))
        }
        if len(orders) == len(wanted) and orders:
            yield line, orders
