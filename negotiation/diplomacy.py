"""The ontology of Diplomacy for L (Fabregues 2012, figures 4.11 and 6.7), and its bridge to the board.

Regions, units and orders of L name the unit's power and the kind of place; the orders of
`adjudication` name neither, so going from the board to L needs a position. Not in the thesis, ours:
`cvy` (convoys), `dmz` (a group keeps out of provinces), `scd` (who gets which centers), `drw` (a
draw), `slo` (a power wins alone), alliances without a named enemy, `hlp` and `ent`: a support and a
move for which nobody said with which unit, `opn`: what is thought of a power, and `tpc`: what a question
about the game is about. A predicate is an offer, a unit
("there is a unit of Russia in ...": the thesis says so in its text) or a province (held or wanted: the
thesis' level-8 example `Desire(ita, par)`).
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never, get_args

from adjudication import orders as board_orders
from adjudication.board import STANDARD, Province, province_of
from adjudication.orders import Order
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from adjudication.powers import POWERS, Power, as_power
from negotiation.ontology import INTEGER, Argument, Constructor, Names, Ontology
from negotiation.topics import TOPICS

__all__ = [
    "DIPLOMACY",
    "Action",
    "Aly",
    "Bld",
    "Cvy",
    "Dmz",
    "Drw",
    "Dsb",
    "Ent",
    "Hld",
    "Hlp",
    "Mto",
    "Offer",
    "Opn",
    "Pce",
    "Region",
    "RegionType",
    "Rem",
    "Rto",
    "Scd",
    "Slo",
    "Stance",
    "Sup",
    "Tpc",
    "Turn",
    "Unit",
    "Unnamed",
    "Wve",
    "action_of",
    "actor_of",
    "board_region",
    "board_unit",
    "order_of",
    "power_of",
    "region_of",
    "turn_of",
    "unit_of",
]

RegionType: TypeAlias = Literal["amy", "sea", "ncs", "ecs", "scs", "wcs"]
"""Kind of the unit in a region: an army, a fleet, or a fleet on the named coast."""

SeasonName: TypeAlias = Literal["spr", "sum", "fal", "aut", "win"]


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """`Region(mar, amy)`"""

    province: Province
    type: RegionType


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """`Unit(fra, Region(mar, amy))`"""

    power: Power
    region: Region


@dataclass(frozen=True, slots=True)
class Hld:
    unit: Unit


@dataclass(frozen=True, slots=True)
class Mto:
    unit: Unit
    region: Region


@dataclass(frozen=True, slots=True)
class Sup:
    """`sup(unit, hld(unit))` or `sup(unit, mto(unit, region))`"""

    unit: Unit
    action: Hld | Mto


@dataclass(frozen=True, slots=True)
class Cvy:
    """`cvy(fleet, army, region)`: the fleet carries the army to the region."""

    unit: Unit
    army: Unit
    region: Region


@dataclass(frozen=True, slots=True)
class Rto:
    unit: Unit
    region: Region


@dataclass(frozen=True, slots=True)
class Dsb:
    unit: Unit


@dataclass(frozen=True, slots=True)
class Bld:
    unit: Unit


@dataclass(frozen=True, slots=True)
class Rem:
    unit: Unit


@dataclass(frozen=True, slots=True)
class Wve:
    power: Power


Action: TypeAlias = Hld | Mto | Sup | Cvy | Rto | Dsb | Bld | Rem | Wve


def _sorted(self: object, *names: str) -> None:
    for name in names:
        object.__setattr__(self, name, tuple(sorted(set(getattr(self, name) or ()))))


@dataclass(frozen=True, slots=True)
class Pce:
    """Peace among powers."""

    powers: tuple[Power, ...]

    def __post_init__(self) -> None:
        _sorted(self, "powers")


@dataclass(frozen=True, slots=True)
class Aly:
    """An alliance of powers against powers; against nobody in particular when that is empty (ours)."""

    powers: tuple[Power, ...]
    against: tuple[Power, ...] = ()

    def __post_init__(self) -> None:
        _sorted(self, "powers", "against")


@dataclass(frozen=True, slots=True)
class Dmz:
    """The powers keep out of the provinces."""

    powers: tuple[Power, ...]
    provinces: tuple[Province, ...]

    def __post_init__(self) -> None:
        _sorted(self, "powers", "provinces")


@dataclass(frozen=True, slots=True)
class Scd:
    """The power gets the centers.

    A division of centers is a conjunction of these.
    """

    power: Power
    centers: tuple[Province, ...]

    def __post_init__(self) -> None:
        _sorted(self, "centers")


@dataclass(frozen=True, slots=True)
class Drw:
    """The game ends in a draw, of the powers or (when empty) of all who are left."""

    powers: tuple[Power, ...] = ()

    def __post_init__(self) -> None:
        _sorted(self, "powers")


@dataclass(frozen=True, slots=True)
class Slo:
    """The power wins alone."""

    power: Power


@dataclass(frozen=True, slots=True)
class Hlp:
    """The power supports the other one's unit into the province, or where it stands there, with whichever unit it can.

    origin: where that unit stands, if that was said; the province itself for support to hold.
    """

    power: Power
    helped: Power
    province: Province
    origin: Province | None = None


@dataclass(frozen=True, slots=True)
class Ent:
    """The power orders a unit into the province, whichever it likes."""

    power: Power
    province: Province


Stance: TypeAlias = Literal["trusted", "feared", "leading", "weak", "friend", "foe"]
"""Opinion that one power may have of another."""


@dataclass(frozen=True, slots=True)
class Opn:
    """Opinion of a power: trusted, feared, leading, weak, friend or foe."""

    power: Power
    stance: Stance


@dataclass(frozen=True, slots=True)
class Tpc:
    """Topic of a question about the game, as in `negotiation.topics`.

    named: the provinces or powers in it.
    """

    topic: str
    named: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", tuple(self.named or ()))


Offer: TypeAlias = Pce | Aly | Dmz | Scd | Drw | Slo | Hlp | Ent

Unnamed: TypeAlias = Hlp | Ent
"""Order that a power is to give with a unit of its own choice."""


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A time: `⟨spr, 1902⟩`."""

    season: SeasonName
    year: int


_UNIT: Final = Argument("unit")
_REGION: Final = Argument("region")
_SOME_POWERS: Final = Argument("power", many=True)
_PROVINCE_TEXTS: Final = {code.lower(): code for code in sorted(STANDARD.provinces)}
_COAST_TYPES: Final[dict[str, RegionType]] = {"NC": "ncs", "EC": "ecs", "SC": "scs", "WC": "wcs"}
_COASTS: Final[dict[RegionType, str]] = {region_type: coast for coast, region_type in _COAST_TYPES.items()}

DIPLOMACY: Final = Ontology(
    name="Diplomacy",
    names=(
        Names("power", {power.lower(): power for power in POWERS}),
        Names("province", _PROVINCE_TEXTS),
        # `flt` is how the thesis' chapter 4 writes the type that its chapter 6 calls `sea`.
        Names("regionType", {text: text for text in ("amy", "sea", *_COAST_TYPES.values())} | {"flt": "sea"}),
        Names("stance", {stance: stance for stance in get_args(Stance)}),
        Names("topic", {topic: topic for topic in TOPICS}),
        Names("season", {season: season for season in ("spr", "sum", "fal", "aut", "win")}),
    ),
    constructors=(
        Constructor("Region", "region", (Argument("province"), Argument("regionType")), Region),
        Constructor("Unit", "unit", (Argument("power"), _REGION), Unit),
        Constructor("hld", "holding", (_UNIT,), Hld),
        Constructor("mto", "moving", (_UNIT, _REGION), Mto),
        Constructor("sup", "order", (_UNIT, Argument("supported")), Sup),
        Constructor("cvy", "order", (_UNIT, _UNIT, _REGION), Cvy, extension=True),
        Constructor("rto", "order", (_UNIT, _REGION), Rto),
        Constructor("dsb", "order", (_UNIT,), Dsb),
        Constructor("bld", "order", (_UNIT,), Bld),
        Constructor("rem", "order", (_UNIT,), Rem),
        Constructor("wve", "order", (Argument("power"),), Wve),
        Constructor("pce", "offer", (_SOME_POWERS,), Pce),
        Constructor("aly", "offer", (_SOME_POWERS, Argument("power", many=True, optional=True)), Aly),
        Constructor("dmz", "offer", (_SOME_POWERS, Argument("province", many=True)), Dmz, extension=True),
        Constructor("scd", "offer", (Argument("power"), Argument("province", many=True)), Scd, extension=True),
        Constructor("drw", "offer", (Argument("power", many=True, optional=True),), Drw, extension=True),
        Constructor("slo", "offer", (Argument("power"),), Slo, extension=True),
        Constructor(
            "hlp",
            "offer",
            (Argument("power"), Argument("power"), Argument("province"), Argument("province", optional=True)),
            Hlp,
            extension=True,
        ),
        Constructor("opn", "opinion", (Argument("power"), Argument("stance")), Opn, extension=True),
        Constructor(
            "tpc", "question", (Argument("topic"), Argument("named", many=True, optional=True)), Tpc, extension=True
        ),
        Constructor("ent", "offer", (Argument("power"), Argument("province")), Ent, extension=True),
        Constructor("", "time", (Argument("season"), Argument(INTEGER)), Turn),
    ),
    sorts={
        "agent": ("power",),
        "action": ("order",),
        "order": ("holding", "moving"),
        "supported": ("holding", "moving"),
        "named": ("province", "power"),
        "predicate": ("offer", "unit", "province", "opinion", "question"),
    },
    words={
        "power": f"a power ({', '.join(power.lower() for power in POWERS)})",
        "province": "a province (adr, aeg, alb, …)",
        "regionType": "a region type (amy, sea, ncs, ecs, scs, wcs)",
        "stance": f"a stance ({', '.join(get_args(Stance))})",
        "topic": "a topic",
        "season": "a season (spr, sum, fal, aut, win)",
        "predicate": "an offer",
        "action": "an order",
        "agent": "a power",
    },
    anyone="power",
    variables={
        "?p": "power",
        "?c": "province",
        "?r": "region",
        "?u": "unit",
        "?o": "action",
        "?d": "predicate",
        "?s": "stance",
    },
)


_SEASONS: Final[dict[tuple[str, str], SeasonName]] = {
    ("S", "M"): "spr",
    ("S", "R"): "sum",
    ("F", "M"): "fal",
    ("F", "R"): "aut",
    ("W", "A"): "win",
}


def turn_of(phase: Phase) -> Turn:
    """The time of a phase: sum and aut are the retreats of spring and fall."""
    return Turn(_SEASONS[phase.season, phase.kind], phase.year)


def region_of(kind: str, region: str) -> Region:
    """`("F", "STP/SC")` -> `Region("STP", "scs")`."""
    if kind == "A":
        return Region(province_of(region), "amy")
    return Region(province_of(region), _COAST_TYPES[region[4:]] if len(region) > 3 else "sea")


def unit_of(unit: BoardUnit) -> Unit:
    """A unit on the board as a unit of L."""
    return Unit(unit.power, region_of(unit.kind, unit.region))


def board_unit(unit: Unit) -> BoardUnit:
    """A unit of L as one on the board, whether or not it stands there."""
    return BoardUnit(unit.power, "A" if unit.region.type == "amy" else "F", board_region(unit.region))


def board_region(region: Region) -> str:
    """`Region("STP", "scs")` -> `"STP/SC"`."""
    coast = _COASTS.get(region.type)
    return f"{region.province}/{coast}" if coast else region.province


def actor_of(action: Action | Unnamed) -> Power:
    """The power whose unit, named or not, carries the action out."""
    return action.power if isinstance(action, Wve | Unnamed) else action.unit.power


def order_of(action: Action) -> tuple[Power, Order]:
    """The order a power would write to do this."""
    if isinstance(action, Wve):
        return action.power, board_orders.Waive()
    unit = board_unit(action.unit)
    kind, region = unit.kind, unit.region
    order: Order
    match action:
        case Hld():
            order = board_orders.Hold(kind, region)
        case Mto():
            order = board_orders.Move(kind, region, board_region(action.region))
        case Sup():
            helped = board_unit(action.action.unit)
            target = board_region(action.action.region) if isinstance(action.action, Mto) else None
            order = board_orders.Support(kind, region, helped.kind, helped.region, target)
        case Cvy():
            order = board_orders.Convoy(kind, region, action.army.region.province, action.region.province)
        case Rto():
            order = board_orders.Retreat(kind, region, board_region(action.region))
        case Dsb():
            order = board_orders.Disband(kind, region)
        case Bld():
            order = board_orders.Build(kind, region)
        case Rem():
            order = board_orders.Remove(kind, region)
        case _:
            assert_never(action)
    return action.unit.power, order


def action_of(power: Power, order: Order, position: Position) -> Action:
    """An order as an action of L. Raises ValueError when the unit it helps is not in the position."""
    if isinstance(order, board_orders.Waive):
        return Wve(power)
    unit = Unit(power, region_of(order.kind, order.region))
    match order:
        case board_orders.Hold():
            return Hld(unit)
        case board_orders.Move():
            return Mto(unit, region_of(order.kind, order.target))
        case board_orders.Support():
            helped = _standing(position, province_of(order.supported))
            if order.target is None:
                return Sup(unit, Hld(helped))
            return Sup(unit, Mto(helped, region_of(order.supported_kind, order.target)))
        case board_orders.Convoy():
            return Cvy(unit, _standing(position, order.army), Region(order.target, "amy"))
        case board_orders.Retreat():
            return Rto(unit, region_of(order.kind, order.target))
        case board_orders.Disband():
            return Dsb(unit)
        case board_orders.Build():
            return Bld(unit)
        case board_orders.Remove():
            return Rem(unit)
        case _:
            assert_never(order)


def _standing(position: Position, province: Province) -> Unit:
    unit = position.unit_at(province)
    if unit is None:
        raise ValueError(f"there is no unit in {STANDARD.provinces[province].name}")
    return unit_of(unit)


def power_of(agent: str) -> Power:
    """An agent of L as a power.

    Raises ValueError for the agent variable.
    """
    return as_power(agent)
