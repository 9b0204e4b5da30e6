"""Ground of a reader: speaker, hearers and board.

The board decides who does what.

A sketch is an order as it was said, with whatever was left out missing. `Ground.actions` completes
it: it returns every action that fits, none when nothing does, and never invents a unit when the
position is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

from adjudication.board import STANDARD, UnitKind, province_of
from adjudication.position import Position, opening
from adjudication.position import Unit as BoardUnit
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Action, Bld, Cvy, Dsb, Hld, Mto, Region, Rem, Rto, Sup, Unit, Wve, region_of, unit_of
from negotiation.words.spotting import Place, UnitRef

__all__ = ["Build", "Convoy", "Disband", "Ground", "Hold", "Move", "Retreat", "Sketch", "Support", "Waive"]


@dataclass(frozen=True, slots=True)
class Move:
    unit: UnitRef | None
    target: Place


@dataclass(frozen=True, slots=True)
class Support:
    """helped without a place: any unit of its owner that can go to the target. target None: to hold.

    held: holding was said, so that it is not for a unit that goes there.
    """

    helper: UnitRef | None
    helped: UnitRef
    target: Place | None
    held: bool = False


@dataclass(frozen=True, slots=True)
class Convoy:
    fleet: UnitRef | None
    army: UnitRef
    target: Place


@dataclass(frozen=True, slots=True)
class Hold:
    unit: UnitRef | None


@dataclass(frozen=True, slots=True)
class Retreat:
    unit: UnitRef | None
    target: Place


@dataclass(frozen=True, slots=True)
class Build:
    """kind "": of either kind. place None: in any home center of whoever builds."""

    kind: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Disband:
    unit: UnitRef | None


@dataclass(frozen=True, slots=True)
class Waive:
    pass


Sketch: TypeAlias = Move | Support | Convoy | Hold | Retreat | Build | Disband | Waive


@cache
def _opening() -> Position:
    return opening()


@dataclass(frozen=True)
class Ground:
    """Speaker, hearers, and the position if known.

    later: the talk is of a turn to come.

    anyway: what nobody can order now may be meant all the same, by any unit.
    """

    speaker: Power
    hearers: tuple[Power, ...]
    position: Position | None = None
    third: Power | None = None
    later: bool = False
    anyway: bool = False
    told: Mapping[str, tuple[str, Power | None]] = field(default_factory=dict, hash=False)
    """Province -> (kind or "", whose) of the units that were named with it, where no position is known."""

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    def powers(self, who: str) -> tuple[Power, ...]:
        """Powers meant by `me`, `you`, `we`, `they` or a code.

        None if unknown.
        """
        match who:
            case "me":
                return (self.speaker,)
            case "you":
                return self.hearers
            case "we":
                return tuple(sorted({self.speaker, *self.hearers}))
            case "they":
                return (self.third,) if self.third else ()
            case "" | "partner" | "own":  # `support to Bulgaria`: the unit of whoever it is said to or by, if that fits
                return ()
            case _:
                return (as_power(who),)

    def centers(self, power: Power) -> tuple[str, ...]:
        """The power's centers; those it began with when the position is not known."""
        return tuple(sorted(self._board.centers_of(power)))

    # ── units ───────────────────────────────────────────────────────────────────────────────────

    @property
    def _board(self) -> Position:
        return self.position if self.position is not None else _opening()

    def _all_units(self) -> Iterable[BoardUnit]:
        for dislodged in self._board.dislodged:
            yield dislodged.unit
        yield from self._board.units

    def standing(self, province: str) -> BoardUnit | None:
        """The unit in the province, if the position is known."""
        return self.position.unit_at(province) if self.position is not None else None

    def named(self, ref: UnitRef | None, actors: Sequence[Power], target: Place | None = None) -> list[Unit]:
        """Units a mention may mean, of one of the actors (of anybody, when there are none)."""
        if ref is not None and ref.owner:
            owners: Sequence[Power] = self.powers(ref.owner)
            if actors and not set(owners) & set(actors):
                return []
            owners = [power for power in owners if not actors or power in actors]
        else:
            owners = actors
        if ref is None or ref.place is None:
            kind = ref.kind if ref is not None else ""
            return [
                unit_of(unit)
                for unit in self._all_units()
                if unit.power in owners and (not kind or unit.kind == kind) and not self._assumed(unit)
            ]
        return self._at(ref, ref.place, owners, target)

    def _assumed(self, unit: BoardUnit) -> bool:
        """Without a position nothing is known of units that were not named by their place."""
        return self.position is None

    def _at(self, ref: UnitRef, place: Place, owners: Sequence[Power], target: Place | None) -> list[Unit]:
        if self.position is None and place.province in self.told:
            kind_told, owner = self.told[place.province]
            if owner is not None and owner not in owners and (owners or not ref.owner):
                if owners:
                    return []
                owners = [owner]
            ref = replace(ref, kind=ref.kind or kind_told)
        there = [unit for unit in self._all_units() if unit.province == place.province]
        found = next((unit for unit in there if unit.power in owners), there[0] if there else None)
        fits = found is not None and (not owners or found.power in owners)
        if found is not None and fits and (self.position is not None or self._as_begun(ref, found, place, target)):
            present = (self.speaker, *self.hearers)
            begun = unit_of(found)
            if self.position is not None or found.power in present:
                return [begun]
            return [begun, *(Unit(power, begun.region) for power in present if not owners)]
        if self.position is not None and not self.later:
            return []
        kind = self._kind(ref.kind, place, target)
        if kind is None:
            return []
        if not owners:
            home = STANDARD.home_of.get(place.province)
            present = (self.speaker, *self.hearers)
            owners = [home] if home in present else list(present) if home is None and self.position is None else []
        region = f"{place.province}/{place.coast}" if place.coast and kind == "F" else place.province
        return [Unit(power, region_of(kind, region)) for power in owners]

    def _as_begun(self, ref: UnitRef, unit: BoardUnit, place: Place, target: Place | None) -> bool:
        """True if a unit may have stood there at the start.

        Without a known position.
        """
        by_sea = target is not None and bool(target.coast)
        if ref.kind not in ("", unit.kind) or (by_sea and unit.kind == "A"):
            return False
        return bool(ref.kind) or self._kind(unit.kind, place, target) is not None

    @staticmethod
    def _kind(said: str, place: Place, target: Place | None) -> UnitKind | None:
        """The kind of a unit nobody can see: what was said, or what can go there; armies first, but to a coast."""
        either: list[UnitKind] = ["F", "A"] if target is not None and target.coast else ["A", "F"]
        kinds: list[UnitKind] = either if not said else ["A" if said == "A" else "F"]
        for kind in kinds:
            regions = [place.province] if kind == "A" else STANDARD.fleet_regions(place.province)
            if kind == "A" and place.province not in STANDARD.army_borders:
                continue
            if not regions:
                continue
            near = {province_of(other) for region in regions for other in STANDARD.borders(kind).get(region, ())}
            if target is None or target.province in near:
                return kind
        for kind in kinds:
            if target is not None and kind == "A" and _coastal(place.province) and _coastal(target.province):
                return kind
        return None

    @staticmethod
    def shores(unit: Unit) -> set[str]:
        """The provinces beside a fleet."""
        return {province_of(other) for other in STANDARD.fleet_borders.get(unit.region.province, ())}

    # ── moves ───────────────────────────────────────────────────────────────────────────────────

    def _targets(self, unit: Unit, place: Place, direct: bool) -> list[Region]:
        """The regions of the place a unit can go to; an army may also go by sea unless `direct`."""
        kind: UnitKind = "A" if unit.region.type == "amy" else "F"
        province = unit.region.province
        if province == place.province:
            return []
        if kind == "A":
            near = place.province in STANDARD.army_borders.get(province, ())
            by_sea = not direct and _coastal(province) and _coastal(place.province)
            return [Region(place.province, "amy")] if near or by_sea else []
        starts = [region for region in STANDARD.fleet_regions(province) if region_of("F", region) == unit.region]
        starts = starts or list(STANDARD.fleet_regions(province))
        reached = {other for start in starts for other in STANDARD.fleet_borders.get(start, ())}
        regions = sorted(region for region in reached if province_of(region) == place.province)
        if place.coast:
            regions = [region for region in regions if region.endswith(place.coast)]
        return [region_of("F", region) for region in regions]

    def _reaching(self, ref: UnitRef | None, actors: Sequence[Power], place: Place) -> list[tuple[Unit, list[Region]]]:
        """Units that can go to the place, nearest way first: those that border it, else those that could be carried."""
        units = self.named(ref, actors, place)
        for direct in (True, False):
            found = [(unit, targets) for unit in units if (targets := self._targets(unit, place, direct))]
            if not direct and (ref is None or ref.place is None):
                return []
            if found:
                return found
        return []

    # ── sketches ────────────────────────────────────────────────────────────────────────────────

    def actions(self, sketch: Sketch, actors: Sequence[Power]) -> list[Action]:
        """Every action that fits the sketch; the unit that acts belongs to one of the actors, or to anyone if none."""
        match sketch:
            case Move() if self._is_retreating(sketch, actors):
                return self._retreats(Retreat(sketch.unit, sketch.target), actors)
            case Move():
                reaching = self._reaching(sketch.unit, actors, sketch.target)
                return [Mto(unit, region) for unit, regions in reaching for region in regions]
            case Support():
                return list(self._supports(sketch, actors))
            case Convoy():
                return list(self._convoys(sketch, actors))
            case Hold():
                return [Hld(unit) for unit in self.named(sketch.unit, actors)]
            case Retreat():
                return self._retreats(sketch, actors)
            case Build():
                return self._builds(sketch, actors)
            case Disband():
                remove = self.position is not None and self.position.phase.kind == "A"
                units = self.named(sketch.unit, actors)
                return (
                    [Rem(unit) for unit in units] if remove else [Dsb(unit) for unit in self._dislodged(units) or units]
                )
            case Waive():
                return [Wve(power) for power in actors]

    def _supports(self, sketch: Support, actors: Sequence[Power]) -> Iterable[Action]:
        if sketch.target is None:
            for helped in self.named(sketch.helped, ()):
                for helper in self._beside(sketch.helper, actors, Place(helped.region.province), helped):
                    yield Sup(helper, Hld(helped))
            return
        owners = self.powers(sketch.helped.owner)
        for helped, regions in self._others_first(self._reaching(sketch.helped, owners, sketch.target), actors):
            region = regions[0] if len(regions) == 1 else Region(sketch.target.province, "sea")
            for helper in self._beside(sketch.helper, actors, sketch.target, helped):
                yield Sup(helper, Mto(helped, region))

    @staticmethod
    def _others_first(
        reaching: Sequence[tuple[Unit, list[Region]]], actors: Sequence[Power]
    ) -> Sequence[tuple[Unit, list[Region]]]:
        """Those that somebody else has, of which one speaks more, before those of whoever acts."""
        return sorted(reaching, key=lambda one: len(actors) == 1 and one[0].power == actors[0])

    def _beside(self, ref: UnitRef | None, actors: Sequence[Power], target: Place, helped: Unit) -> Iterable[Unit]:
        """Units other than the helped one that could themselves go to the province."""
        anywhere = Place(target.province)
        for unit in self.named(ref, actors, anywhere):
            if unit.region.province != helped.region.province and self._targets(unit, anywhere, True):
                yield unit

    def _convoys(self, sketch: Convoy, actors: Sequence[Power]) -> Iterable[Action]:
        for army in self.named(sketch.army, self.powers(sketch.army.owner), sketch.target):
            if army.region.type != "amy" or not _coastal(army.region.province) or not _coastal(sketch.target.province):
                continue
            for fleet in self.named(sketch.fleet or UnitRef(kind="F"), actors):
                at_sea = STANDARD.provinces[fleet.region.province].kind == "sea"
                near = province_of(army.region.province) in STANDARD.fleet_borders.get(
                    fleet.region.province, ()
                ) or any(
                    province_of(other) in (army.region.province, sketch.target.province)
                    for other in STANDARD.fleet_borders.get(fleet.region.province, ())
                )
                if fleet.region.type != "amy" and at_sea and (near or sketch.fleet is not None):
                    yield Cvy(fleet, army, Region(sketch.target.province, "amy"))

    def _retreats(self, sketch: Retreat, actors: Sequence[Power]) -> list[Action]:
        if self.position is not None and self.position.phase.kind != "R":
            return []
        units = self._dislodged(self.named(sketch.unit, actors))
        return [Rto(unit, region) for unit in units for region in self._targets(unit, sketch.target, True)]

    def _is_retreating(self, sketch: Move, actors: Sequence[Power]) -> bool:
        """True if what moves was dislodged and must retreat now."""
        return self.position is not None and bool(self._retreats(Retreat(sketch.unit, sketch.target), actors))

    def _dislodged(self, units: list[Unit]) -> list[Unit]:
        """Those of the units that were dislodged, where that is known."""
        if self.position is None:
            return units
        loose = {unit_of(one.unit) for one in self.position.dislodged}
        return [unit for unit in units if unit in loose]

    def _builds(self, sketch: Build, actors: Sequence[Power]) -> list[Action]:
        if sketch.place is None:
            homes = [center for center, home in sorted(STANDARD.home_of.items()) if home in actors]
            return [one for home in homes for one in self._builds(replace(sketch, place=Place(home)), actors)]
        home = STANDARD.home_of.get(sketch.place.province)
        if home is None or (actors and home not in actors):
            return []
        built = [Bld(Unit(home, region_of("A", sketch.place.province)))] if sketch.kind != "F" else []
        if sketch.kind != "A":
            regions = STANDARD.fleet_regions(sketch.place.province)
            if sketch.place.coast:
                regions = tuple(region for region in regions if region.endswith(sketch.place.coast))
            built += [Bld(Unit(home, region_of("F", region))) for region in regions]
        return list(built)


def _coastal(province: str) -> bool:
    return STANDARD.provinces[province].kind == "coast"
