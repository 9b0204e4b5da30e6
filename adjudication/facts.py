"""Facts about an order that hold on every board, worked out once.

Worked out once per order and remembered, so that adjudicating a phase is mostly looking up. An
order is looked up in its exact form, naming its unit (and a supported unit) as they really stand;
`exact` puts it into that form, forgiving a wrong kind or coast (DATC 4.B.5, 4.C.1, 4.C.2).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, assert_never

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudication.outcomes import Outcome
from adjudication.position import Unit
from adjudication.powers import Power
from adjudication.reasons import Reason

__all__ = [
    "CONVOY",
    "HOLD",
    "MOVE",
    "PROVINCE_OF",
    "SUPPORT",
    "OrderFacts",
    "exact",
    "facts_of",
    "known_facts",
    "next_to",
    "reachable_provinces",
    "reachable_regions",
]

HOLD: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3

PROVINCE_OF: Final[dict[Region, Province]] = {
    **{code: code for code in STANDARD.provinces},
    **{f"{code}/{coast}": code for code, facts in STANDARD.provinces.items() for coast in facts.coasts},
}
"""The province of every region. Looking it up is quicker than cutting it out."""


class OrderFacts:
    """An exact movement order and all that can be said of it without a position. Never changed.

    verb: HOLD, MOVE, SUPPORT or CONVOY.
    source: the ordered unit's province.
    target: where a move or the supported or convoyed move goes; for a support to hold, the
        supported unit's province; for a hold, the source.
    other: the supported or convoyed unit's province, "" otherwise.
    landing: the region a move ends in.
    coast: the coast a support insists on, as a region, else "".
    kind, region: the ordered unit as the order names it; other_kind, other_region the supported one.
    walks, sails: whether the moving (or supported) unit could go directly; whether, being an army
        between two coasts, it could go by sea.
    via: a move marked VIA.
    refusal: why no board allows the order, else None.
    plain: legal wherever its unit stands (and, for a support, the supported unit too).
    carried_out, outcomes: outcomes of this order already made, by power when it came about, else by
        power and (reason, by). They are values, so one of each is enough.
    """

    __slots__ = (
        "carried_out",
        "coast",
        "kind",
        "landing",
        "order",
        "other",
        "other_kind",
        "other_region",
        "outcomes",
        "plain",
        "refusal",
        "region",
        "sails",
        "source",
        "target",
        "to_hold",
        "verb",
        "via",
        "walks",
    )

    def __init__(self, order: MovementOrder) -> None:
        self.order = order
        self.kind: UnitKind = order.kind
        self.region: Region = order.region
        self.other_kind: UnitKind | None = None
        self.other_region: Region = ""
        self.source: Province = _same(order.region)
        self.target: Province = self.source
        self.other: Province = ""
        self.landing: Region = order.region
        self.coast: Region = ""
        self.walks = self.sails = self.via = self.to_hold = False
        self.carried_out: dict[Power, Outcome] = {}
        self.outcomes: dict[tuple[Power, tuple[Reason, tuple[Province, ...]]], Outcome] = {}
        self.verb = HOLD
        self.refusal: Reason | None = None
        match order:
            case Hold():
                pass
            case Move():
                self._move(order)
            case Support():
                self._support(order)
            case Convoy():
                self._convoy(order)
            case _:  # pragma: no cover - mypy proves it
                assert_never(order)
        alone = self.verb == HOLD or (self.verb == MOVE and self.walks and not self.via)
        self.plain = self.refusal is None and (alone or (self.verb == SUPPORT and (self.to_hold or self.walks)))

    def _move(self, order: Move) -> None:
        self.verb = MOVE
        self.target = _same(order.target)
        self.via = order.via and order.kind == "A"
        self.walks, self.sails, landings = _ways(order.kind, order.region, order.target)
        if self.source == self.target:
            self.refusal = Reason.SAME_PLACE
        elif not (self.walks or self.sails):
            self.refusal = _why_unreachable(order.kind, order.region, order.target)
        elif len(landings) > 1:
            self.refusal = Reason.COAST_NEEDED
        else:
            self.landing = landings[0]

    def _support(self, order: Support) -> None:
        self.verb = SUPPORT
        self.other = _same(order.supported)
        self.other_kind, self.other_region = order.supported_kind, order.supported
        self.to_hold = order.target is None
        self.target = self.other if order.target is None else _same(order.target)
        if self.other == self.source:
            self.refusal = Reason.SUPPORTS_ITSELF
        elif self.target not in reachable_provinces(order.kind, order.region):
            self.refusal = Reason.SUPPORT_OUT_OF_REACH
        elif order.target is not None:
            self.walks, self.sails, landings = _ways(order.supported_kind, order.supported, order.target)
            if self.other == self.target or not (self.walks or self.sails):
                self.refusal = Reason.SUPPORTED_CANNOT
            elif order.supported_kind == "F" and "/" in order.target:
                self.coast = landings[0]

    def _convoy(self, order: Convoy) -> None:
        self.verb = CONVOY
        self.other = _same(order.army)
        self.target = _same(order.target)
        provinces = STANDARD.provinces
        if order.kind == "A" or provinces[self.source].kind != "sea":
            self.refusal = Reason.NOT_AT_SEA
        elif order.army == order.target:
            self.refusal = Reason.SAME_PLACE
        elif provinces[order.army].kind != "coast" or provinces[order.target].kind != "coast":
            self.refusal = Reason.CONVOY_NOWHERE


_known: Final[dict[object, OrderFacts]] = {}
_MOST_KNOWN: Final = 1 << 17


def facts_of(order: MovementOrder) -> OrderFacts:
    """The facts of an order as it is written; orders that differ in form only have facts of their own."""
    facts = _known.get(order)
    if facts is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        facts = _known[order] = OrderFacts(order)
    return facts


known_facts: Final[Callable[[object], OrderFacts | None]] = _known.get
"""The facts of an order met before; None for any other and for what is no movement order."""


def _same(place: Region) -> Province:
    """The province of a place, the board's own string, so that looking it up again is quick."""
    return PROVINCE_OF.get(place) or province_of(place)


def exact(order: MovementOrder, unit: Unit, standing: Mapping[Province, Unit]) -> MovementOrder:
    """The order with its unit, and a supported unit, named as they really stand.

    unit: the unit in the order's province. standing: all units by province. A supported province
    that is empty stays as it was written.
    """
    kind, region = unit.kind, unit.region
    if isinstance(order, Support):
        other = standing.get(province_of(order.supported))
        if other is not None and (other.kind != order.supported_kind or other.region != order.supported):
            return Support(kind, region, other.kind, other.region, order.target)
    if kind == order.kind and region == order.region:
        return order
    return replace(order, kind=kind, region=region)


def reachable_regions(kind: UnitKind, region: Region) -> tuple[Region, ...]:
    """Regions such a unit can step to.

    None if it cannot stand there itself.
    """
    return STANDARD.borders(kind).get(region, ())


@lru_cache(maxsize=512)
def reachable_provinces(kind: UnitKind, region: Region) -> frozenset[Province]:
    """The provinces such a unit can step into, on any coast: what it may support (DATC 6.B.4)."""
    return frozenset(province_of(neighbor) for neighbor in reachable_regions(kind, region))


@lru_cache(maxsize=128)
def next_to(province: Province) -> frozenset[Province]:
    """The provinces that an army or a fleet could reach from this one."""
    return frozenset(
        province_of(other)
        for borders in (STANDARD.borders("A"), STANDARD.borders("F"))
        for region, others in borders.items()
        if province_of(region) == province
        for other in others
    )


def _ways(kind: UnitKind, region: Region, target: Region) -> tuple[bool, bool, tuple[Region, ...]]:
    """Ways to a target: by step, by convoy, and landing regions.

    An army's coast is ignored (DATC 4.B.6). A fleet's target without a coast may be any coast it
    can reach.
    """
    province = province_of(target)
    if kind == "A":
        provinces = STANDARD.provinces
        walks = province in reachable_regions("A", region)
        sails = provinces[province].kind == "coast" == provinces[province_of(region)].kind
        return walks, sails and province_of(region) != province, (province,)
    neighbors = reachable_regions("F", region)
    landings = tuple(place for place in neighbors if place == target or (place[:3] == target))
    return bool(landings), False, landings


def _why_unreachable(kind: UnitKind, region: Region, target: Region) -> Reason:
    ground = STANDARD.provinces[province_of(target)].kind
    if ground == ("sea" if kind == "A" else "inland"):
        return Reason.WRONG_TERRAIN
    if kind == "F" and province_of(target) in reachable_provinces(kind, region):
        return Reason.WRONG_COAST
    return Reason.NOT_ADJACENT
