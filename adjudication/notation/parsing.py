"""Texts to orders: what is left out or shared by several places is taken from the board."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import facts_of
from adjudication.legality import refusal
from adjudication.names import either, region_phrase
from adjudication.notation.cursor import CODES_SHARED, Shared
from adjudication.notation.errors import AmbiguousOrder
from adjudication.notation.reader import Reader
from adjudication.orders import Build, Convoy, Move, MovementOrder, Order, Retreat, Support, Waive
from adjudication.phase import PhaseKind
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.written import NotationError, parse_written

__all__ = ["parse_order"]

_MOST_WAYS = 64


def parse_order(
    text: str, phase_kind: PhaseKind = "M", position: Position | None = None, power: Power | None = None
) -> Order:
    """Read the order that `text` means in a phase of this kind.

    With a position, what is left out is taken from it: a unit's kind, the coast a fleet stands on. Without one every
    unit needs its kind. A short name that several places share is the one that `power` (or the power of the unit)
    may order there, also where it is the code of one of them: in `F TYR - NAP` it is the Tyrrhenian Sea. Whether the
    order is legal is not looked at otherwise: an army may be told to swim, and `legality.refusal` says why it will not.

    `X - Y` is a retreat in a retreat phase and a move in every other, so a `Move` comes back as a
    `Move` unless `phase_kind` is "R", and a `Retreat` as a `Retreat` only if it is.

    Raises MalformedOrder, AmbiguousOrder or IllegalOrder, each with a sentence for the writer.
    """
    written = parse_written(text, phase_kind)
    if written is not None and (position is None or not any(code in text for code in CODES_SHARED)):
        return written
    return _Typed(text, phase_kind, position, power).order()


@dataclass(slots=True)
class _Typed:
    """A text, and every order that it may mean."""

    text: str
    phase_kind: PhaseKind
    position: Position | None
    power: Power | None
    shared: list[Shared] = field(default_factory=list)

    def order(self) -> Order:
        first = self._read(())
        if not self.shared:
            if isinstance(first, NotationError):
                raise first
            return first
        return self._chosen(list(self._ways(first)))

    def _read(self, picks: tuple[Province, ...]) -> Order | NotationError:
        reader = Reader(self.text, self.phase_kind, self.position, self.power, picks)
        try:
            return reader.order()
        except NotationError as error:
            return error
        finally:
            if not picks:
                self.shared = reader.shared

    def _ways(self, first: Order | NotationError) -> Iterator[tuple[tuple[Province, ...], Order]]:
        """The orders that the text may mean, each with the places its shared names then stand for."""
        if prod(len(each.provinces) for each in self.shared) > _MOST_WAYS and isinstance(first, NotationError):
            raise first
        wrong = None
        found = False
        for picks in islice(product(*(each.provinces for each in self.shared)), _MOST_WAYS):
            order = self._read(picks)
            if isinstance(order, NotationError):
                wrong = wrong or order
            else:
                found = True
                yield picks, order
        if wrong is not None and not found:
            raise wrong

    def _chosen(self, ways: list[tuple[tuple[Province, ...], Order]]) -> Order:
        """The order that kinds of units and the rules allow.

        Else the one whose unit is there, else the one of a code. Raises AmbiguousOrder.
        """
        for allowed in (_is_possible, self._allowed, self._stands):
            ways = [way for way in ways if allowed(way[1])] or ways
        for index, shared in enumerate(self.shared):
            if shared.by_code:
                ways = [way for way in ways if way[0][index] == shared.provinces[0]] or ways
        if len({order for _, order in ways}) == 1:
            return ways[0][1]
        for index, shared in enumerate(self.shared):
            places = tuple(sorted({picks[index] for picks, _ in ways}))
            if len(places) > 1:
                names = either([region_phrase(place) for place in places])
                raise AmbiguousOrder(f"'{shared.phrase}' may be {names}. Say which.", places)
        raise AssertionError("orders that differ name different places")

    def _allowed(self, order: Order) -> bool:
        if self.position is None:
            return not isinstance(order, MovementOrder) or facts_of(order).refusal is None
        power = self.power or self._power_of(order)
        return power is not None and refusal(self.position, power, order) is None

    def _stands(self, order: Order) -> bool:
        return self._power_of(order) in ([self.power] if self.power else STANDARD.homes)

    def _power_of(self, order: Order) -> Power | None:
        """The power that has a unit there, or for a build the home."""
        if isinstance(order, Waive) or self.position is None:
            return None
        province = province_of(order.region)
        if isinstance(order, Build):
            return STANDARD.home_of.get(province)
        dislodged = (each.unit for each in self.position.dislodged if each.unit.province == province)
        unit = next(dislodged, None) or self.position.unit_at(province)
        return None if unit is None else unit.power


def _is_possible(order: Order) -> bool:
    """True if no army is or goes to sea, no fleet inland."""
    kinds = {getattr(order, "region", None): getattr(order, "kind", None)}
    match order:
        case Move() | Retreat():
            kinds[order.target] = order.kind
        case Support():
            kinds |= {order.supported: order.supported_kind, order.target: order.supported_kind}
        case Convoy():
            kinds |= {order.army: "A", order.target: "A"}
        case _:
            pass
    return not any(
        STANDARD.provinces[province_of(region)].kind == ("sea" if kind == "A" else "inland")
        for region, kind in kinds.items()
        if region is not None and kind is not None
    )
