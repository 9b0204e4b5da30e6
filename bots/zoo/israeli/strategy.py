"""Strategies: orders with a purpose, and the profit that they promise.

Source: S. Kraus, D. Lehmann, E. Ephrati, "An Automated Diplomacy Player" (1989), section 3 and figure 4. An order of a
strategy is written `(loc1 op1 loc2 loc3 op2 space)`: `(ruml SUPP bull serl ATTACK Serbia)`, the army in Rumania
supports the army in Bulgaria into Serbia, to attack Serbia. A location is a province with `l` for an army, `c` for a
fleet on a coast, `s` for a fleet at sea.

The source does not say in which order a strategy has its three global profits. Figure 4 has 10388, 2135, 11567; only
mean, least, greatest fits these numbers. VALID is not explained: read here as the move of an army that fleets carry.
The rule of `purposed` is ours; it gives all purposes of figure 4. A coast of two (`stpc/nc`) is our addition.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power
from bots.values import reach_of

__all__ = [
    "Act",
    "MalformedStrategyError",
    "Purpose",
    "Strategy",
    "aim_of",
    "format_act",
    "format_strategy",
    "owner_of",
    "parse_act",
    "parse_strategy",
    "purposed",
]

Purpose: TypeAlias = Literal["DEFEND", "ATTACK"]

_AS_PRINTED: Final = {"NWY": "nor"}
"""Short names of the figures that are not ours."""

_OURS: Final = {short: code for code, short in _AS_PRINTED.items()}
_SPACES: Final = {facts.name: code for code, facts in STANDARD.provinces.items()}
_POWERS: Final = {name: power for power, name in POWER_NAMES.items()}


class MalformedStrategyError(ValueError):
    """A text is no strategy.

    The message says what is wrong and shows an example.
    """


@dataclass(frozen=True, slots=True)
class Act:
    """An order in a strategy.

    space: the province that it is to attack or defend.
    """

    order: MovementOrder
    purpose: Purpose
    space: Province

    @property
    def place(self) -> Province:
        """Province of the active unit."""
        return province_of(self.order.region)


@dataclass(frozen=True, slots=True)
class Strategy:
    """Orders of one power or of several together.

    mean, least, greatest: profit of all powers together. profits: mean profit of each power with a unit in it.
    A negative profit is a loss. The unit is that of the worth of places (`bots.values`).
    """

    acts: tuple[Act, ...]
    mean: int = 0
    least: int = 0
    greatest: int = 0
    profits: tuple[tuple[Power, int], ...] = ()

    def profit(self, power: Power) -> int:
        """Mean profit of a power; 0 without a unit in it."""
        return dict(self.profits).get(power, 0)

    def orders_of(self, power: Power, position: Position) -> tuple[MovementOrder, ...]:
        """Orders of a power's units."""
        return tuple(act.order for act in self.acts if owner_of(act, position) == power)


def owner_of(act: Act, position: Position) -> Power | None:
    """Power of the active unit; None if there is none."""
    unit = position.unit_at(act.place)
    return None if unit is None else unit.power


def aim_of(order: MovementOrder) -> Province:
    """Province that an order is for.

    Where its unit, or the helped one, will be.
    """
    match order:
        case Move():
            return province_of(order.target)
        case Support():
            return province_of(order.target or order.supported)
        case Convoy():
            return province_of(order.target)
        case Hold():
            return province_of(order.region)


def purposed(order: MovementOrder, position: Position, allies: Collection[Power]) -> Act:
    """An order with its purpose.

    It defends what stands still, and a center of the power whose unit goes there that others than the allies can enter
    next turn; else it attacks.
    """
    space = aim_of(order)
    stays = isinstance(order, Hold) or (isinstance(order, Support) and order.target is None)
    unit = position.unit_at(province_of(order.supported if isinstance(order, Support) else order.region))
    own = unit is not None and position.centers.get(space) == unit.power
    threatened = own and unit is not None and _threat(position, unit.power, allies, space)
    return Act(order, "DEFEND" if stays or threatened else "ATTACK", space)


def _threat(position: Position, power: Power, allies: Collection[Power], space: Province) -> bool:
    number = tuple(STANDARD.provinces).index(space)
    return bool(reach_of(position, power, allies).threat[:, number].any())


# ── as text ─────────────────────────────────────────────────────────────────────────────────────


def format_act(act: Act) -> str:
    """`(ruml SUPP bull serl ATTACK Serbia)`"""
    order = act.order
    here = _location(order.kind, order.region)
    match order:
        case Hold():
            name, second, third = "HOLD", here, here
        case Move(kind, region, target, via):
            by_sea = via or target not in STANDARD.borders(kind)[region]
            name, second, third = ("VALID" if by_sea else "MOVE"), here, _location(kind, target)
        case Support(supported_kind=kind, supported=supported, target=goal):
            name, second, third = "SUPP", _location(kind, supported), _location(kind, goal or supported)
        case Convoy():
            name, second, third = "CON", _location("A", order.army), _location("A", order.target)
    return f"({here} {name} {second} {third} {act.purpose} {STANDARD.provinces[act.space].name})"


def parse_act(text: str) -> Act:
    """Read `format_act`. Raises MalformedStrategyError."""
    found = re.fullmatch(r"\((\S+) (MOVE|SUPP|CON|HOLD|VALID) (\S+) (\S+) (DEFEND|ATTACK) ([^()]+)\)", text.strip())
    if found is None or found[6] not in _SPACES:
        raise MalformedStrategyError(
            f"'{text:.80}' is no order of a strategy. Write it as '(ruml SUPP bull serl ATTACK Serbia)'."
        )
    # A support may leave open to which coast the helped fleet goes.
    open_coast = found[2] == "SUPP"
    kind, region = _place(found[1])
    (kind_2, region_2), (kind_3, region_3) = (_place(found[number], any_coast=open_coast) for number in (3, 4))
    goer = kind_2 if open_coast else "A" if found[2] == "CON" else kind
    if (kind_2, kind_3) != (goer, goer):
        raise MalformedStrategyError(
            f"'{text:.80}' has places of different units. Write it as '(nths CON lonl norl ATTACK Norway)'."
        )
    order: MovementOrder
    match found[2]:
        case "HOLD":
            order = Hold(kind, region)
        case "MOVE":
            order = Move(kind, region, region_3)
        case "VALID":
            order = Move(kind, region, region_3, region_3 in STANDARD.borders(kind)[region])
        case "SUPP":
            order = Support(kind, region, kind_2, region_2, None if region_2 == region_3 else region_3)
        case _:
            order = Convoy(kind, region, province_of(region_2), province_of(region_3))
    return Act(order, "DEFEND" if found[5] == "DEFEND" else "ATTACK", _SPACES[found[6]])


def format_strategy(strategy: Strategy) -> str:
    """A strategy as in figure 4, in one line."""
    profits = " ".join(f"({POWER_NAMES[power]} . {profit})" for power, profit in strategy.profits)
    acts = " ".join(map(format_act, strategy.acts))
    return f"(({acts}) ({strategy.mean} {strategy.least} {strategy.greatest} ({profits})))"


def parse_strategy(text: str) -> Strategy:
    """Read `format_strategy`, however it is broken into lines. Raises MalformedStrategyError."""
    plain = " ".join(text.split())
    number = r"(-?\d+)"
    found = re.fullmatch(rf"\(\s*\((.*)\) \({number} {number} {number} \(((?:\s*\(\w+ \. -?\d+\))*)\)\)\s*\)", plain)
    if found is None:
        raise MalformedStrategyError(
            f"'{plain:.80}' is no strategy. Write it as '((orders) (mean least greatest (…)))'."
        )
    acts = tuple(parse_act(each) for each in re.findall(r"\([^()]*\)", found[1]))
    profits = []
    for name, profit in re.findall(r"\((\w+) \. (-?\d+)\)", found[5]):
        if name not in _POWERS:
            raise MalformedStrategyError(f"'{name}' is no power. The powers are {', '.join(_POWERS)}.")
        profits.append((_POWERS[name], int(profit)))
    return Strategy(acts, int(found[2]), int(found[3]), int(found[4]), tuple(profits))


def _location(kind: UnitKind, region: Region) -> str:
    province = province_of(region)
    short = _AS_PRINTED.get(province, province.lower())
    at_sea = STANDARD.provinces[province].kind == "sea"
    return f"{short}{'l' if kind == 'A' else 's' if at_sea else 'c'}{region[3:].lower()}"


def _place(text: str, *, any_coast: bool = False) -> tuple[UnitKind, Region]:
    found = re.fullmatch(r"([a-z]{3})([lcs])((?:/[nesw]c)?)", text)
    code = _OURS.get(found[1], found[1].upper()) if found else ""
    kind: UnitKind = "A" if found and found[2] == "l" else "F"
    region = code + (found[3].upper() if found else "")
    places = STANDARD.borders(kind)
    if region not in places and not (any_coast and any(province_of(each) == region for each in places)):
        raise MalformedStrategyError(
            f"'{text:.20}' is no location. Write it as 'ruml' (army), 'sevc' or 'aegs' (fleet)."
        )
    return kind, region
