"""Orders and their fates as marks on the board.

Move: solid arrow, dashed and over the fleets that carry it when it goes by sea. Support: dashed, ending on the
supported arrow at three quarters of it, or as a dashed ring about the unit helped to hold. Convoy: waves
under the fleet. Retreat: thin arrow. Build: ghost with a plus. Removal: minus. What failed bears a cross.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, assert_never

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.notation import format_order
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, UnitOrder, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.reasons import Result
from adjudication.sentences import order_sentence
from frontend.board.arrows import Curve, arrow_curve, clear_curve, through
from frontend.board.geometry import GEOMETRY, Point
from frontend.board.ink import Group, circle, described, group, path, placed, token_group
from frontend.board.lands import neighbours
from frontend.board.scene import Scene
from frontend.board.tokens import TOKEN_RADIUS, cross_mark, flag, minus_mark, plus_mark, token

__all__ = ["Nearness", "Written", "decided", "draw_fallen", "draw_orders", "remembered", "written_in"]

Nearness: TypeAlias = Literal["own", "near", "far"]

_SUPPORT_SHARE: Final = 0.75
_START_GAP: Final = TOKEN_RADIUS + 4
_OCCUPIED_GAP: Final = TOKEN_RADIUS + 8
_EMPTY_GAP: Final = 7.0
_RING_RADIUS: Final = TOKEN_RADIUS + 5
_TIP: Final = "M4 0-10 7-7 0-10-7Z"
_THIN_TIP: Final = "M2 0-7 4.4-5 0-7-4.4Z"
_CORNER: Final = (17.0, -15.0)
_WAVES: Final = "M-15 13.5q3.75-4.4 7.5 0t7.5 0 7.5 0 7.5 0"


@dataclass(frozen=True, slots=True)
class Written:
    """One order to draw: whose, what, what became of it if that is known, and how near it is to the viewer."""

    power: Power
    order: Order
    result: Result | None = None
    text: str = ""
    nearness: Nearness | None = None

    @property
    def failed(self) -> bool:
        return self.result is not None and self.result != "ok"


def written_in(scene: Scene) -> tuple[Written, ...]:
    """All orders the scene shows: the decided ones, else those still standing open."""
    if scene.outcomes:
        return decided(scene.outcomes)
    return tuple(Written(power, order) for power, orders in scene.orders.items() for order in orders)


def decided(outcomes: Iterable[Outcome]) -> tuple[Written, ...]:
    """Outcomes in the form in which they are drawn."""
    return tuple(Written(one.power, one.order, one.result, one.text) for one in outcomes)


def remembered(scene: Scene) -> tuple[Written, ...]:
    """The outcomes of the turn before, each `own`, `near` or `far` from the viewer; all `near` for who only watches.

    Near is what begins in a province of the viewer's units and centers, or ends in one of them or beside it.
    """
    viewer = scene.viewer
    units = {unit.province for unit in scene.position.units if unit.power == viewer}
    home = units | {center for center, power in scene.position.centers.items() if power == viewer}
    around = home.union(*(neighbours(province) for province in home))

    def nearness(one: Written) -> Nearness:
        if viewer is None or isinstance(one.order, Waive):
            return "near"
        if one.power == viewer:
            return "own"
        return "near" if province_of(one.order.region) in home or _end(one.order) in around else "far"

    return tuple(replace(one, nearness=nearness(one)) for one in decided(scene.memory))


def _end(order: UnitOrder) -> Province:
    """The province an order is about: where it leads, else where its unit stands."""
    match order:
        case Move() | Retreat():
            return province_of(order.target)
        case Support():
            return province_of(order.target or order.supported)
        case Convoy():
            return order.target
        case _:
            return province_of(order.region)


def draw_orders(written: Sequence[Written], position: Position) -> list[Group]:
    """A group for each order, moves first so that supports end on top of their arrows."""
    sheet = _Sheet.of(written, position)
    ranked = sorted(written, key=lambda one: not isinstance(one.order, Move | Retreat))
    return [mark for one in ranked if (mark := sheet.draw(one)) is not None]


def draw_fallen(written: Sequence[Written], position: Position) -> list[Group]:
    """A flag on every unit of the position that the moves of this phase dislodged."""
    return [placed(point, "fallen", token_group(flag())) for point in _fallen(written, position)]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """All orders of a picture: to draw one, its neighbours must be known."""

    occupied: frozenset[Province]
    tokens: tuple[Point, ...]
    moves: Mapping[Province, Move]
    convoys: Mapping[tuple[Province, Province], frozenset[Province]]
    curves: dict[tuple[UnitKind, Region, Region], Curve] = field(default_factory=dict)

    @classmethod
    def of(cls, written: Sequence[Written], position: Position) -> "_Sheet":
        convoys: dict[tuple[Province, Province], set[Province]] = {}
        for one in written:
            if isinstance(one.order, Convoy):
                convoys.setdefault((one.order.army, one.order.target), set()).add(one.order.region)
        return cls(
            occupied=frozenset(unit.province for unit in position.units),
            tokens=tuple(GEOMETRY.unit_point(unit.kind, unit.region) for unit in position.units),
            moves={province_of(one.order.region): one.order for one in written if isinstance(one.order, Move)},
            convoys={route: frozenset(fleets) for route, fleets in convoys.items()},
        )

    def draw(self, one: Written) -> Group | None:
        match one.order:
            case Move() as move:
                curve = self.move_curve(move.kind, move.region, move.target)
                if self._carriers(move.kind, move.region, move.target):
                    return self._labelled(one, "move", *self._sea_route(curve, move.target, one.failed))
                return self._labelled(one, "move", *_arrow(self._trimmed(curve, move.target), one.failed))
            case Hold() as hold:
                point = GEOMETRY.unit_point(hold.kind, hold.region)
                corner = placed(point, "failed", token_group(placed(_CORNER, "offset", cross_mark())))
                return self._labelled(one, "hold", _ring(point, "ring"), *([corner] if one.failed else []))
            case Support() as support:
                return self._support(one, support)
            case Convoy() as convoy:
                return self._convoy(one, convoy)
            case Retreat() as retreat:
                start = GEOMETRY.dislodged_point(retreat.kind, retreat.region)
                curve = arrow_curve(start, GEOMETRY.unit_point(retreat.kind, retreat.target))
                return self._labelled(one, "retreat", *_arrow(curve.trimmed(9, _EMPTY_GAP), one.failed, _THIN_TIP))
            case Build() as build:
                point = GEOMETRY.unit_point(build.kind, build.region)
                ghost = placed(point, "ghost", token_group(token(build.kind), plus_mark()))
                return self._labelled(one, "build", ghost, *_cross_at(point, one.failed))
            case Remove() as remove:
                point = GEOMETRY.unit_point(remove.kind, remove.region)
                return self._labelled(one, "remove", placed(point, "sign-place", token_group(minus_mark())))
            case Disband() as disband:
                point = GEOMETRY.dislodged_point(disband.kind, disband.region)
                return self._labelled(one, "disband", placed(point, "sign-place", token_group(minus_mark())))
            case Waive():
                return None
            case _:
                assert_never(one.order)

    def move_curve(self, kind: UnitKind, region: Region, target: Region) -> Curve:
        """The way of a move, over the fleets that offer to carry it where the army cannot walk."""
        key = kind, region, target
        if key not in self.curves:
            self.curves[key] = self._move_curve(kind, region, target)
        return self.curves[key]

    def _move_curve(self, kind: UnitKind, region: Region, target: Region) -> Curve:
        start, end = GEOMETRY.unit_point(kind, region), GEOMETRY.unit_point(kind, target)
        fleets = self._carriers(kind, region, target)
        if fleets:
            return through([start, *(GEOMETRY.unit_point("F", fleet) for fleet in fleets), end])
        opposite = self.moves.get(province_of(target))
        met = opposite is not None and province_of(opposite.target) == province_of(region)
        return clear_curve(start, end, self.tokens, TOKEN_RADIUS + 5, both_ways=met)

    def _carriers(self, kind: UnitKind, region: Region, target: Region) -> tuple[Province, ...]:
        """The fleets that carry this move; none where it goes by land, or where they do not connect."""
        move = self.moves.get(province_of(region))
        by_land = target in STANDARD.borders(kind).get(region, ())
        if kind != "A" or (by_land and not (move is not None and move.via)):
            return ()
        return self._route(province_of(region), province_of(target))

    def _route(self, start: Province, target: Province) -> tuple[Province, ...]:
        """A shortest chain of the fleets that convoy from start to target; empty if they do not connect."""
        fleets = self.convoys.get((start, target), frozenset())
        ends = {province_of(region) for region in _shores(target)}
        queue: deque[tuple[Province, ...]] = deque(
            [(fleet,) for fleet in sorted(fleets & {province_of(region) for region in _shores(start)})]
        )
        seen = {chain[0] for chain in queue}
        while queue:
            chain = queue.popleft()
            if chain[-1] in ends:
                return chain
            for step in sorted(fleets & set(STANDARD.fleet_borders.get(chain[-1], ())) - seen):
                seen.add(step)
                queue.append((*chain, step))
        return ()

    def _sea_route(self, curve: Curve, target: Region, failed: bool) -> list[Group]:
        """An arrow from fleet to fleet that leaves the fleets themselves free."""
        *legs, last = curve.split()
        cut = [leg.trimmed(_START_GAP, _START_GAP) for leg in legs] + [self._trimmed(last, target)]
        data = " ".join(leg.path() for leg in cut)
        return [_strokes(data, "dashed"), _head(cut[-1]), *_cross_at(cut[-1].at(0.5), failed)]

    def _trimmed(self, curve: Curve, target: Region) -> Curve:
        return curve.trimmed(_START_GAP, _OCCUPIED_GAP if province_of(target) in self.occupied else _EMPTY_GAP)

    def _support(self, one: Written, support: Support) -> Group:
        start = GEOMETRY.unit_point(support.kind, support.region)
        if support.target is None:
            end = GEOMETRY.unit_point(support.supported_kind, support.supported)
            curve = arrow_curve(start, end, bend=0.06).trimmed(_START_GAP, _RING_RADIUS + 2)
            strokes = _strokes(curve.path(), "dashed"), _ring(end, "ring dashed")
            return self._labelled(one, "support-hold", *strokes, *_cross_on(curve, one.failed))
        move = self.moves.get(province_of(support.supported))
        same = move is not None and province_of(move.target) == province_of(support.target)
        goal = move.target if move is not None and same else support.target
        arrow = self._trimmed(self.move_curve(support.supported_kind, support.supported, goal), goal)
        curve = arrow_curve(start, arrow.at(_SUPPORT_SHARE), bend=0.06).trimmed(_START_GAP, 0)
        knot = placed(curve.points[-1], "knot", token_group(circle(3.6, "tip")))
        return self._labelled(
            one, "support-move", _strokes(curve.path(), "dashed"), knot, *_cross_on(curve, one.failed)
        )

    def _convoy(self, one: Written, convoy: Convoy) -> Group:
        here = GEOMETRY.unit_point(convoy.kind, convoy.region)
        waves = placed(here, "waves", token_group(_strokes(_WAVES)))
        corner = placed(here, "failed", token_group(placed(_CORNER, "offset", cross_mark())))
        parts = [waves, *([corner] if one.failed else [])]
        move = self.moves.get(convoy.army)
        if move is None or province_of(move.target) != convoy.target:
            ends = GEOMETRY.unit_point("A", convoy.army), GEOMETRY.unit_point("A", convoy.target)
            curve = through([ends[0], here, ends[1]]).trimmed(_START_GAP, _EMPTY_GAP)
            parts.insert(0, group("way", *_arrow(curve, False, _THIN_TIP, "dashed")))
        return self._labelled(one, "convoy", *parts)

    def _labelled(self, one: Written, css: str, *parts: Group) -> Group:
        text = format_order(one.order)
        attributes = {"data-order": text, "data-power": one.power, "data-result": one.result or "open"}
        marks = [css, one.power.lower(), one.result or "open", *([one.nearness] if one.nearness else [])]
        made = group(f"order {' '.join(marks)}", *parts)
        made.attribs.update(attributes)
        described(made, one.text or order_sentence(one.order))
        return made


def _fallen(written: Sequence[Written], position: Position) -> list[Point]:
    """Places where this phase's moves dislodged a unit.

    Another unit came in and it did not get out.
    """
    gone = {province_of(one.order.region) for one in written if isinstance(one.order, Move) and one.result == "ok"}
    taken = {province_of(one.order.target) for one in written if isinstance(one.order, Move) and one.result == "ok"}
    return [GEOMETRY.unit_point(unit.kind, unit.region) for unit in position.units if unit.province in taken - gone]


def _strokes(data: str, css: str = "solid") -> Group:
    """A line in the power's colour on an ink edge on a pale casing: legible on every tint, light and dark."""
    return group(css, path(data, "casing"), path(data, "outline"), path(data, "line"))


def _arrow(curve: Curve, failed: bool, tip: str = _TIP, css: str = "solid") -> list[Group]:
    return [_strokes(curve.path(), css), _head(curve, tip), *_cross_on(curve, failed)]


def _head(curve: Curve, tip: str = _TIP) -> Group:
    return placed(curve.points[-1], "head", token_group(path(tip, "tip", transform=f"rotate({curve.heading(1):.0f})")))


def _ring(point: Point, css: str) -> Group:
    r = _RING_RADIUS
    return placed(point, css, token_group(_strokes(f"M{r} 0A{r} {r} 0 1 1-{r} 0A{r} {r} 0 1 1 {r} 0Z")))


def _cross_on(curve: Curve, failed: bool) -> list[Group]:
    return _cross_at(curve.at(0.5), failed)


def _cross_at(point: Point, failed: bool) -> list[Group]:
    return [placed(point, "failed", token_group(cross_mark()))] if failed else []


def _shores(province: Province) -> list[Region]:
    """The regions a fleet beside this province's coasts may stand in."""
    return [step for region in STANDARD.fleet_regions(province) for step in STANDARD.fleet_borders[region]]
