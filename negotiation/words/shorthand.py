"""Orders written one after another with little between them, as `bul gre ser s` or `A Bud S Ser Gre Tri - Alb`.

Where a row of names and order letters can be taken in one way only, what was left out is put in: dashes, commas, and
the move that support is for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Final

from adjudication.board import STANDARD, UnitKind, province_of
from negotiation.words.entities import Entity, Place, Token, UnitRef

__all__ = ["written_out"]

_LETTERS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("-", "to", "into"), "-"),
    **dict.fromkeys(("s", "support~b", "support~s"), "s"),
    **dict.fromkeys(("c", "convoy~b", "convoy~s"), "c"),
    **dict.fromkeys(("h", "hold~b", "hold~s"), "h"),
    **dict.fromkeys((",", "and", "&", "+", ";", "/", "then"), ","),
    **dict.fromkeys(("it", "that"), "i"),
    "by": "b",
}
_NAME: Final = re.compile(r"[PU]\d+")
_LONGEST: Final = 40
"""Tokens of the longest row that is looked at."""

_FIRST: Final = ("sN-N", "sNN", "sNh", "sN", "cN-N", "cNN")
_ORDERS: Final = ("N-NsbN", "NNsbN", "NsN-N", "NsNN", "NcN-N", "NcNN", "NsNh", "NsN", "N-N", "Nsi", "NN", "Nh", "Ns")
"""Patterns of orders: N a name, b `by`, i `it`. The first of a row may leave out its unit."""

_ELLIPTIC: Final = ("Ns", "Nsi")
"""Support for the order before it."""

_GOING: Final = ("-", "to", "into")
_ANNOUNCING: Final = ("do", "doing", "order~b", "order~g")
"""Words that announce orders, which then need no other mark."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to take a row. whole: nothing was left out."""

    orders: tuple[tuple[Token, ...], ...]
    whole: bool


def written_out(tokens: list[Token], entities: Mapping[str, Entity]) -> list[Token]:
    """The tokens with every row of orders among them written in full."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and _letter(tokens[end]):
            end += 1
        row, told = tokens[at:end], at > 0 and tokens[at - 1].sym in _ANNOUNCING
        found += _in_full(row, entities, told) if 2 < len(row) <= _LONGEST or told else row
        found += tokens[end : end + 1]
        at = end + 1
    return found


def _letter(token: Token) -> str:
    return "N" if _NAME.fullmatch(token.sym) else _LETTERS.get(token.sym, "")


def _in_full(row: list[Token], entities: Mapping[str, Entity], told: bool) -> list[Token]:
    """The row as orders with commas between them; as it is where nothing is missing or it is not sure what."""
    letters = "".join(map(_letter, row))
    if letters.count("N") < 2 or not (told or set("-sch") & set(letters)):
        return row
    ways = list(islice(_ways(row, letters, entities), 3))
    if len(ways) != 1 or ways[0].whole:
        return row
    comma = replace(row[0], sym=",", start=row[-1].end, end=row[-1].end)
    return [token for order in ways[0].orders for token in (comma, *order)][1:]


def _ways(
    row: Sequence[Token],
    letters: str,
    entities: Mapping[str, Entity],
    moved: tuple[Token, ...] = (),
    first: bool = True,
) -> Iterator[_Way]:
    """Every way to take the row as orders; moved: from where to where the last order before it goes."""
    begins = len(letters) - len(letters.lstrip(","))
    row, letters = row[begins:], letters[begins:]
    if not letters:
        yield _Way((), not first)
        return
    for order in (*_FIRST, *_ORDERS) if first else _ORDERS:
        rest = letters[len(order) :]
        if not letters.startswith(order) or (order in _ELLIPTIC and rest and not rest.startswith(",")):
            continue
        said = row[: len(order)]
        full = _written(order, said, moved, entities)
        if not full:
            continue
        moving = full[0][-3:] if len(full[0]) > 2 and full[0][-2].sym in _GOING else moved
        served = said[:1] if order == "Nh" else moving
        for way in _ways(row[len(order) :], rest, entities, tuple(served), False):
            parted = begins > 0 or first
            yield _Way((*full, *way.orders), way.whole and parted and len(full) == 1 and full[0] == tuple(said))


def _written(
    order: str, said: Sequence[Token], moved: tuple[Token, ...], entities: Mapping[str, Entity]
) -> tuple[tuple[Token, ...], ...]:
    """An order as whole orders; none where it cannot be meant."""
    names = [one for one in said if _letter(one) == "N"]
    dash = replace(said[-1], sym="-", start=said[-1].start, end=said[-1].start)
    if order.endswith("sbN"):
        move = (names[0], dash, names[1])
        serves = replace(said[-1], sym="s", start=said[-1].end, end=said[-1].end)
        return (move, (names[2], serves, *move)) if _near(names[0], names[1], entities) else ()
    if order in _ELLIPTIC:
        return ((*said[:2], *moved),) if moved else ()
    if not order.endswith("NN"):
        return (tuple(said),)
    return ((*said[:-1], dash, said[-1]),) if _near(names[-2], names[-1], entities) else ()


def _near(one: Token, other: Token, entities: Mapping[str, Entity]) -> bool:
    """True if some unit can go from one to the other."""
    places = [_province(entities[name.sym]) for name in (one, other)]
    return places[1] in _around(places[0])


def _province(entity: Entity) -> str:
    place = entity.place if isinstance(entity, UnitRef) else entity
    return place.province if isinstance(place, Place) else ""


@cache
def _around(province: str) -> frozenset[str]:
    kinds: tuple[UnitKind, ...] = ("A", "F")
    return frozenset(
        province_of(other)
        for kind in kinds
        for region, others in STANDARD.borders(kind).items()
        if province_of(region) == province
        for other in others
    )
