"""Hints beside the orders: missing orders, bounces, help, possible agreements.

Computed from what the viewer may see: the board, their own orders, their own deals. Nothing here forbids anything.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Final, Literal, TypeAlias

from adjudication.board import STANDARD, Province, province_of
from adjudication.names import place_name, region_phrase
from adjudication.notation import format_order
from adjudication.orders import Hold, Move, Order, Support
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power
from bots.hana.judge.guiding import guide_of
from bots.registry import GUIDE
from dipgame.games import convert, queries, talk
from dipgame.games.models import Game, Seat
from dipgame.games.players import hides_bots
from frontend.wire.state import Hint
from frontend.words import listed
from negotiation.diplomacy import Dmz, Pce
from negotiation.sense import parts_of

__all__ = ["guide_in", "hints_for", "hints_of", "shows_hints"]

_MOST: Final = 5
_MOST_CENTERS: Final = 2
_MOST_GUARDS: Final = 2

_Kind: TypeAlias = Literal["missing", "center", "guard", "bounce", "help", "agree", "done"]

Kept = frozenset[tuple[Power, Province]]
"""Powers that promised to stay out of a place."""


def shows_hints(seat: Seat, sight: queries.Sight) -> bool | None:
    """True or false as the person chose; None where none are offered.

    They are offered beside bots alone. Until they choose, hints are on where a guide plays, off elsewhere.
    """
    if seat.user is None or seat.game.status != Game.Status.RUNNING or hides_bots(seat.game):
        return None
    people = [each for each in sight.seats if each.user_id is not None or each.owner_id is not None]
    if [each.pk for each in people] != [seat.pk]:
        return None
    return seat.user.hints == "on" if seat.user.hints else any(each.bot == GUIDE for each in sight.seats)


def guide_in(seat: Seat | None, sight: queries.Sight) -> str:
    """Find the power that guides this seat's player; empty for none."""
    if seat is None or seat.game.status != Game.Status.RUNNING or hides_bots(seat.game):
        return ""
    guide = guide_of(convert.power_of(seat))
    return next((each.power for each in sight.seats if (each.power, each.bot) == (guide, GUIDE)), "")


def hints_for(
    seat: Seat,
    sight: queries.Sight,
    sheet: queries.Sheet,
    position: Position,
    *,
    left: int,
    supporters: Mapping[Province, Collection[Power]],
) -> list[Hint]:
    """Hints for this sheet; none where they are off.

    left: builds (+) or removals (-) still due. supporters: as in `hints_of`.
    """
    if not shows_hints(seat, sight):
        return []
    me = convert.power_of(seat)
    talkers = frozenset(each.power for each in sight.standings if each.talks and not each.is_out)
    written = [each.order for each in sheet.orders]
    kept = _kept(sight, me, position.centers_of(me))
    return hints_of(
        position, me, written, left=left, talkers=talkers, kept=kept, supporters=supporters, ready=sheet.ready
    )


def _kept(sight: queries.Sight, me: Power, centers: Collection[Province]) -> Kept:
    """Places of my deals with the powers that keep out.

    A peace keeps them out of my centers.
    """
    found: set[tuple[Power, Province]] = set()
    for agreement, _ in sight.in_force:
        for part in parts_of(talk.deal_of(agreement)):
            match part.content:
                case Dmz(powers=powers, provinces=places):
                    found |= set(product(powers, places))
                case Pce(powers=powers):
                    found |= set(product(powers, centers))
    return frozenset((power, place) for power, place in found if power != me)


def hints_of(
    position: Position,
    me: Power,
    orders: Sequence[Order],
    *,
    left: int = 0,
    talkers: frozenset[Power] = frozenset(),
    kept: Kept = frozenset(),
    supporters: Mapping[Province, Collection[Power]] | None = None,
    ready: bool = False,
) -> list[Hint]:
    """Hints for these orders on this board, the most urgent first.

    supporters: powers that promised to support an order just as it is written, by the province of its unit.
    """
    match position.phase.kind:
        case "A":
            return _of_winter(position, me, left)
        case "R":
            text = "A beaten unit goes to an empty place next to it. If there is none, it is disbanded."
            return [_hint("missing", text)] if not orders else []
        case _:
            return list(islice(_Board(position, me, orders, talkers, kept, supporters or {}, ready).hints(), _MOST))


def _of_winter(position: Position, me: Power, left: int) -> list[Hint]:
    units = "a unit" if abs(left) == 1 else f"{abs(left)} units"
    if left > 0:
        free = [place_name(home) for home in sorted(STANDARD.homes[me]) if _is_free_home(position, me, home)]
        return [_hint("missing", f"You have more centers than units: build {units}. Choose {listed(free, 'or')}.")]
    if left < 0:
        text = f"You have fewer centers than units: remove {units}. The one furthest from your centers helps you least."
        return [_hint("missing", text)]
    return []


def _is_free_home(position: Position, me: Power, home: Province) -> bool:
    return position.centers.get(home) == me and position.unit_at(home) is None


def _hint(kind: _Kind, text: str, *, order: str = "", power: Power | str = "") -> Hint:
    return {"kind": kind, "text": text, "order": order, "power": power}


@dataclass(frozen=True)
class _Board:
    """A movement phase with my orders."""

    position: Position
    me: Power
    orders: Sequence[Order]
    talkers: frozenset[Power]
    kept: Kept
    supporters: Mapping[Province, Collection[Power]]
    ready: bool

    def hints(self) -> Iterator[Hint]:
        if self.ready:
            return
        missing = [unit for unit in self.mine if unit.province not in self.written]
        if missing:
            names = listed([place_name(unit.province) for unit in missing])
            what = "has no order. It holds unless you give it one" if len(missing) == 1 else "have no orders. They hold"
            yield _hint("missing", f"{names} {what}.")
        yield from islice(self._centers(missing), _MOST_CENTERS)
        yield from islice(self._unguarded(), _MOST_GUARDS)
        for move in self.moves:
            yield from self._of_move(move)
        if not missing and not any(map(self._is_at_risk, self.moves)):
            yield _hint("done", "Every unit has an order. Press Ready when you have said all you want to say.")

    @property
    def mine(self) -> list[Unit]:
        return sorted(self.position.units_of(self.me))

    @property
    def written(self) -> Mapping[Province, Order]:
        return {province_of(order.region): order for order in self.orders if not _has_no_unit(order)}  # type: ignore[union-attr]

    @property
    def moves(self) -> list[Move]:
        return [order for order in self.orders if isinstance(order, Move)]

    # ── centers in reach ────────────────────────────────────────────────────────────────────────

    def _centers(self, missing: Iterable[Unit]) -> Iterator[Hint]:
        """Centers nobody owns, next to units without an order.

        A unit about to win the center it stands on stays there.
        """
        taken = {province_of(move.target) for move in self.moves}
        for unit in missing:
            if self._wins_by_staying(unit):
                continue
            for region in sorted(_neighbours(unit)):
                place = province_of(region)
                free = place in STANDARD.centers and place not in self.position.centers and place not in taken
                if free and self.position.unit_at(place) is None:
                    taken.add(place)
                    order = format_order(Move(unit.kind, unit.region, region))
                    yield _hint("center", f"{_name(unit)} can go to {place_name(place)}, a free center.", order=order)
                    break

    def _wins_by_staying(self, unit: Unit) -> bool:
        here = unit.province
        is_fall = self.position.phase.season == "F"
        return is_fall and here in STANDARD.centers and self.position.centers.get(here) != self.me

    def _unguarded(self) -> Iterator[Hint]:
        """My centers that these orders leave empty beside foreign units."""
        going = {province_of(move.region): province_of(move.target) for move in self.moves}
        guarded = {going.get(unit.province, unit.province) for unit in self.mine}
        for place in sorted(self.position.centers_of(self.me)):
            units = [] if place in guarded else self._comers(place)
            if units and self._holder(place) is None:
                who = listed([f"{POWER_NAMES[unit.power]} from {region_phrase(unit.province)}" for unit in units], "or")
                text = f"{place_name(place)} is your center, and no unit of yours will stand there: {who} could enter."
                yield _hint("guard", text)

    # ── moves that bounce ───────────────────────────────────────────────────────────────────────

    def _strength(self, move: Move) -> int:
        there, here = province_of(move.target), province_of(move.region)
        return (
            1
            + len(self.supporters.get(here, ()))
            + sum(
                isinstance(order, Support)
                and province_of(order.supported) == here
                and order.target is not None
                and province_of(order.target) == there
                for order in self.orders
            )
        )

    def _rivals(self, place: Province) -> list[Power]:
        """Other powers that could go there and did not promise not to."""
        return sorted({unit.power for unit in self._comers(place)}, key=lambda power: POWER_NAMES[power])

    def _comers(self, place: Province) -> list[Unit]:
        """Units of those powers that can go there."""
        return [
            unit
            for unit in self.position.units
            if unit.power != self.me and (unit.power, place) not in self.kept and _reaches(unit, place)
        ]

    def _holder(self, place: Province) -> Power | None:
        unit = self.position.unit_at(place)
        return None if unit is None or unit.power == self.me else unit.power

    def _is_at_risk(self, move: Move) -> bool:
        place = province_of(move.target)
        return self._strength(move) == 1 and bool(self._holder(place) or self._rivals(place))

    def _of_move(self, move: Move) -> Iterator[Hint]:
        place = province_of(move.target)
        if not self._is_at_risk(move) or move.target not in _neighbours_of(move):
            return
        name, holder, rivals = place_name(place), self._holder(place), self._rivals(place)
        here = place_name(province_of(move.region))
        if holder is not None:
            why = f"would bounce while {POWER_NAMES[holder]} stays there: one against one. Add a support."
            yield _hint("bounce", f"{here} to {name} {why}")
        else:
            who = listed([POWER_NAMES[power] for power in rivals], "or")
            yield _hint("bounce", f"{here} to {name} would bounce if {who} went there, too.")
        yield from islice(self._helpers(move), 1)
        partner = next((power for power in ([holder] if holder else rivals) if power in self.talkers), None)
        if partner is not None:
            whom = POWER_NAMES[partner]
            wish = f"to let you have {name}" if holder else f"to stay out of {name}, or to support you there"
            yield _hint("agree", f"You could ask {whom} {wish}.", power=partner)

    def _helpers(self, move: Move) -> Iterator[Hint]:
        """Own units without a move that could support this one."""
        here, place = province_of(move.region), province_of(move.target)
        for unit in self.mine:
            order = self.written.get(unit.province)
            if unit.province in (here, place) or not (order is None or isinstance(order, Hold)):
                continue
            if _reaches(unit, place):
                support = Support(unit.kind, unit.region, move.kind, move.region, move.target)
                text = f"{_name(unit)} could support {place_name(here)} into {place_name(place)}."
                yield _hint("help", text, order=format_order(support))


def _has_no_unit(order: Order) -> bool:
    return not hasattr(order, "region")


def _name(unit: Unit) -> str:
    return f"Your {'army' if unit.kind == 'A' else 'fleet'} in {place_name(unit.province)}"


def _neighbours(unit: Unit) -> Iterable[str]:
    return STANDARD.borders(unit.kind).get(unit.region, ())


def _neighbours_of(move: Move) -> Iterable[str]:
    return STANDARD.borders(move.kind).get(move.region, ())


def _reaches(unit: Unit, place: Province) -> bool:
    return any(province_of(region) == place for region in _neighbours(unit))
