"""Orders in SUB, THX and ORD, with their notes and results."""

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.legality import refusal
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power, as_power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.seas import SEA_BIT, can_carry, mask_of
from daide.positions import place_in, place_tree, unit_tree
from daide.tokens import Tree

__all__ = [
    "GOOD",
    "NOTES",
    "Submitted",
    "order_tree",
    "read_order",
    "sea_way",
]

GOOD: Final = "MBV"
"""The note on an order that stands."""

NOTES: Final[Mapping[Reason, str]] = {
    Reason.WRONG_PHASE: "NRS",
    Reason.NO_UNIT: "NSU",
    Reason.FOREIGN_UNIT: "NYU",
    Reason.SAME_PLACE: "FAR",
    Reason.NOT_ADJACENT: "FAR",
    Reason.WRONG_TERRAIN: "FAR",
    Reason.COAST_NEEDED: "CST",
    Reason.WRONG_COAST: "CST",
    Reason.NO_ROUTE: "NSF",
    Reason.CONVOYS_OFF: "FAR",
    Reason.SUPPORTS_ITSELF: "FAR",
    Reason.SUPPORT_OUT_OF_REACH: "FAR",
    Reason.SUPPORTED_MISSING: "NSU",
    Reason.SUPPORTED_CANNOT: "FAR",
    Reason.NOT_AT_SEA: "NAS",
    Reason.CONVOY_NOWHERE: "FAR",
    Reason.NO_ARMY: "NSA",
    Reason.CONVOY_USELESS: "FAR",
    Reason.NOT_DISLODGED: "NRN",
    Reason.TO_ATTACKER: "NVR",
    Reason.OCCUPIED: "NVR",
    Reason.CONTESTED: "NVR",
    Reason.NOT_HOME: "HSC",
    Reason.NOT_OWNED: "YSC",
    Reason.NO_BUILD_DUE: "NMB",
    Reason.NO_REMOVAL_DUE: "NMR",
    Reason.TWICE: "ESC",
}
"""The note that says why an order is refused."""

_IN_BUILDS: Final[Mapping[Reason, str]] = {Reason.OCCUPIED: "ESC", Reason.WRONG_TERRAIN: "CST"}
_IN_RETREATS: Final[Mapping[Reason, str]] = {Reason.NOT_ADJACENT: "NVR", Reason.WRONG_TERRAIN: "NVR"}

_VERBS: Final = frozenset({"HLD", "MTO", "SUP", "CVY", "CTO", "RTO", "DSB", "BLD", "REM", "WVE"})


class Submitted:
    """An order as submitted: its tree, its value, its note.

    The value is None where none can be read.
    """

    __slots__ = ("note", "order", "tree")

    def __init__(self, tree: tuple[Tree, ...], order: Order | None, note: str) -> None:
        self.tree, self.order, self.note = tree, order, note


def read_order(
    tree: tuple[Tree, ...], power: Power, position: Position, rulebook: Rulebook = STANDARD_RULES
) -> Submitted:
    """Read a player's order and note on it.

    The note is `GOOD` where it may be given.

    Looks at this order alone. What a loose form leaves out is taken from the board.
    """
    try:
        owner, order = _order_in(tree, power, position)
    except _Noted as noted:
        return Submitted(tree, None, noted.note)
    if owner != power:
        return Submitted(tree, order, "NYU")
    return Submitted(tree, order, _note(position, power, order, rulebook, tree))


def _note(position: Position, power: Power, order: Order, rulebook: Rulebook, tree: tuple[Tree, ...]) -> str:
    why_not = refusal(position, power, order, rulebook)
    if why_not is None:
        return GOOD if not _route_is_broken(tree, position) else "NSF"
    kind = position.phase.kind
    if isinstance(order, Build) and kind == "A":
        if not STANDARD.provinces[province_of(order.region)].is_center:
            return "NSC"
        return _IN_BUILDS.get(why_not.reason, NOTES[why_not.reason])
    if kind == "R" and why_not.reason in _IN_RETREATS:
        return _IN_RETREATS[why_not.reason]
    if kind == "R" and isinstance(order, Retreat | Disband) and why_not.reason is Reason.FOREIGN_UNIT:
        return "NYU"
    return NOTES[why_not.reason]


def _route_is_broken(tree: tuple[Tree, ...], position: Position) -> bool:
    """True if the named sea way lacks a fleet."""
    match tree:
        case (_, "CTO", _, "VIA", tuple(seas)):
            return any(
                not isinstance(sea, str) or (unit := position.unit_at(sea)) is None or unit.kind != "F" for sea in seas
            )
        case _:
            return False


class _Noted(Exception):  # noqa: N818 - carries a note
    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


def _order_in(tree: tuple[Tree, ...], power: Power, position: Position) -> tuple[Power, Order]:
    """The power that orders, and the order. Raises _Noted."""
    match tree:
        case ("WVE",):
            return power, Waive()
        case (str(owner), "WVE") if owner in POWERS:
            return as_power(owner), Waive()
        case (ordered, "BLD"):
            built = _named(ordered, power)
            if built.kind is None:
                raise _Noted("CST")
            return built.power or power, Build(built.kind, _build_region(built.kind, built.region))
        case _:
            pass
    unit = _standing(tree[0], power, position, dislodged=tree[1] in ("RTO", "DSB"))
    kind, region = unit.kind, unit.region
    order: Order
    match tree[1:]:
        case ("HLD",):
            order = Hold(kind, region)
        case ("MTO", to):
            order = Move(kind, region, _target(kind, to))
        case ("CTO", to, *_):
            if kind == "F":
                raise _Noted("NSA")
            order = Move(kind, region, province_of(place_in(to)), via=True)
        case ("SUP", helped):
            other = _standing(helped, power, position, missing="NSU")
            order = Support(kind, region, other.kind, other.region)
        case ("SUP", helped, "MTO", to):
            other = _standing(helped, power, position, missing="NSU")
            order = Support(kind, region, other.kind, other.region, _target(other.kind, to))
        case ("CVY", army, "CTO", to):
            if kind == "A":
                raise _Noted("NSF")
            carried = _standing(army, power, position, missing="NSA")
            if carried.kind == "F":
                raise _Noted("NSA")
            order = Convoy(kind, region, carried.province, province_of(place_in(to)))
        case ("RTO", to):
            order = Retreat(kind, region, _target(kind, to))
        case ("DSB",):
            order = Disband(kind, region)
        case ("REM",):
            order = Remove(kind, region)
        case _:
            raise _Noted("NSU")
    return unit.power, order


def _target(kind: UnitKind, tree: Tree) -> Region:
    """Target of a unit; of an army without a coast."""
    region = place_in(tree)
    return province_of(region) if kind == "A" else region


def _build_region(kind: UnitKind, region: Region) -> Region:
    return province_of(region) if kind == "A" else region


class _Named:
    """A unit as named by an order; None for missing parts."""

    __slots__ = ("kind", "power", "region")

    def __init__(self, power: Power | None, kind: UnitKind | None, region: Region) -> None:
        self.power, self.kind, self.region = power, kind, region


def _named(tree: Tree, power: Power) -> _Named:
    parts: tuple[Tree, ...] = tree if isinstance(tree, tuple) else (tree,)
    if len(parts) == 2 and parts[1] not in STANDARD.provinces and parts[0] in STANDARD.provinces:
        return _Named(None, None, place_in(parts))  # (STP SCS)
    owner: Power | None = None
    kind: UnitKind | None = None
    for part in parts[:-1]:
        if part in POWERS:
            owner = as_power(str(part))
        else:
            kind = "A" if part == "AMY" else "F"
    return _Named(owner, kind, place_in(parts[-1]))


def _standing(tree: Tree, power: Power, position: Position, *, dislodged: bool = False, missing: str = "NSU") -> Unit:
    """Find the named unit on the board. Raises _Noted without one."""
    named = _named(tree, power)
    province = province_of(named.region)
    unit = position.unit_at(province)
    if dislodged:
        beaten = [each.unit for each in position.dislodged if each.unit.province == province]
        if not beaten and position.phase.kind == "R" and unit is not None and _is_meant(named, unit):
            raise _Noted("NRN")
        unit = beaten[0] if beaten else (None if position.phase.kind == "R" else unit)
    if unit is None or not _is_meant(named, unit):
        raise _Noted(missing)
    return unit


def _is_meant(named: _Named, unit: Unit) -> bool:
    if named.power not in (None, unit.power) or named.kind not in (None, unit.kind):
        return False
    return len(named.region) == 3 or named.region == unit.region


# ── from orders to messages ─────────────────────────────────────────────────────────────────────


def order_tree(
    power: Power, order: Order, position: Position, carriers: Iterable[Province] | None = None
) -> tuple[Tree, ...]:
    """An order as messages have it.

    carriers: the fleets at sea that carry the army of a move; None where it goes by land. Units that are helped are
    those on the board; where none stands there, it is an army of the same power.
    """
    if isinstance(order, Waive):
        return (power, "WVE")
    unit = unit_tree(Unit(power, order.kind, order.region))
    match order:
        case Hold():
            return (unit, "HLD")
        case Move(_, _, target, via):
            way = sea_way(order, position, carriers or ()) if carriers is not None or via else ()
            if way:
                return (unit, "CTO", province_of(target), "VIA", way)
            return (unit, "MTO", place_tree(target))
        case Support(_, _, kind, region, target):
            helped = unit_tree(_stands(position, power, kind, region))
            return (unit, "SUP", helped) if target is None else (unit, "SUP", helped, "MTO", province_of(target))
        case Convoy(_, _, army, target):
            return (unit, "CVY", unit_tree(_stands(position, power, "A", army)), "CTO", target)
        case Retreat(_, _, target):
            return (unit, "RTO", place_tree(target))
        case Disband():
            return (unit, "DSB")
        case Build():
            return (unit, "BLD")
        case Remove():
            return (unit, "REM")
        case _:
            assert_never(order)


def _stands(position: Position, power: Power, kind: UnitKind, region: Region) -> Unit:
    return position.unit_at(province_of(region)) or Unit(power, kind, region)


_ALL_SEAS: Final = frozenset(SEA_BIT)


def sea_way(order: Move, position: Position, carriers: Iterable[Province] = ()) -> tuple[str, ...]:
    """The seas of a shortest way of an army.

    Over these fleets, else over those that stand there, else over any; empty where no sea leads there.
    """
    start, end = province_of(order.region), province_of(order.target)
    at_sea = {unit.province for unit in position.units if unit.kind == "F" and unit.province in _ALL_SEAS}
    for seas in (frozenset(carriers), frozenset(at_sea), _ALL_SEAS):
        if can_carry(start, end, mask_of(seas)):
            return _shortest(start, end, seas)
    return ()


def _shortest(start: Province, end: Province, seas: frozenset[Province]) -> tuple[str, ...]:
    """A shortest way over these seas, one of which there is."""
    ways: list[tuple[str, ...]] = [(sea,) for sea in sorted(seas) if _touches(start, sea)]
    for way in ways:
        if _touches(end, way[-1]):
            return way
        ways += [
            (*way, sea) for sea in sorted(seas) if _touches(way[-1], sea) and all(sea not in each for each in ways)
        ]
    raise ValueError(f"no way by sea from {start} to {end}")


def _touches(province: Province, sea: Province) -> bool:
    regions = STANDARD.fleet_regions(province)
    return any(sea in STANDARD.fleet_borders[region] for region in regions)
