"""Results as the judge programs (nJudge) mailed them, a block a phase.

    Movement results for Fall of 1902.  (game.004)

    Austria: Army Galicia -> Rumania.  (*bounce*)
    Turkey: Fleet Black Sea SUPPORT Russian Army Sevastopol -> Rumania.  (*void*)

    The following units were dislodged:

    The French Army in Burgundy can retreat to Marseilles or Paris.

A judge refused illegal orders when they came, so their units have "No Order Processed". `judge_reader` reads it back.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.games.value import GameFileError, PlayedPhase, RecordedGame
from adjudication.legality import needed_adjustments
from adjudication.names import COAST_WORDS
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.outcomes import Outcome
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.reasons import Reason

__all__ = ["ADJECTIVES", "KIND_NAMES", "PHASE_NAMES", "SEASONS", "write"]

ADJECTIVES: Final[Mapping[Power, str]] = {
    "AUS": "Austrian",
    "ENG": "English",
    "FRA": "French",
    "GER": "German",
    "ITA": "Italian",
    "RUS": "Russian",
    "TUR": "Turkish",
}
KIND_NAMES: Final[Mapping[UnitKind, str]] = {"A": "Army", "F": "Fleet"}
PHASE_NAMES: Final = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
SEASONS: Final = {"S": "Spring", "F": "Fall", "W": "Winter"}
_COLUMN: Final = 11
_WORDS: Final[Mapping[Reason, str]] = {
    Reason.CUT: "cut",
    Reason.NO_CONVOY: "no convoy",
    Reason.CONVOY_BROKEN: "no convoy",
    Reason.PARADOX: "no convoy",
}


def write(game: RecordedGame) -> str:
    """The whole game in one text.

    Raises GameFileError where it does not begin with moves.
    """
    first = game.first
    if first.phase.kind != "M":
        raise GameFileError(str(first.phase), "a judge's text begins with moves, and this game does not")
    name = re.sub("[^a-z0-9]", "", game.name.lower())[:8] or "game"
    lines = [f":: Judge: DGME  Game: {name}  Variant: Standard", ""]
    lines += [f"Starting position for {SEASONS[first.phase.season]} of {first.phase.year}.", ""]
    lines += [f"{POWER_NAMES[unit.power]}: {_unit(unit)}." for power in POWERS for unit in first.units_of(power)]
    lines += ["", *_owners(first)]
    number = 0
    for phase, after in game.steps:
        if phase.position.phase.kind == "R" and not any(each.retreats for each in phase.position.dislodged):
            continue
        number += 1
        here = phase.position.phase
        title = f"{PHASE_NAMES[here.kind]} results for {SEASONS[here.season]} of {here.year}."
        lines += ["", f"{title}  ({name}.{number:03})", "", *_block(phase, after)]
        if here.season == "F" and after.phase.kind != "R":
            lines += ["", *_owners(after), *_counts(after)]
    return "\n".join([*lines, *_ending(game)]) + "\n"


def _block(phase: PlayedPhase, after: Position) -> Iterator[str]:
    match phase.position.phase.kind:
        case "M":
            yield from _moves(phase, after)
        case "R":
            yield from _retreats(phase)
        case "A":
            yield from _adjustments(phase)


def _moves(phase: PlayedPhase, after: Position) -> Iterator[str]:
    given = {province_of(order.region): (order, each) for order, each in _legal(phase.outcomes)}
    lost = [
        Unit(each.power, each.order.kind, each.order.region)
        for each in phase.outcomes
        if each.reason is Reason.NO_RETREAT and isinstance(each.order, Disband)
    ]
    beaten = sorted([*((each.unit, each.retreats) for each in after.dislodged), *((unit, ()) for unit in lost)])
    fates = {unit: "dislodged" if retreats else "destroyed" for unit, retreats in beaten}
    for power in POWERS:
        for unit in phase.position.units_of(power):
            order, outcome = given.get(unit.province, (None, None))
            words = [] if outcome is None else _flags(outcome)
            if unit in fates:
                words.append(fates[unit])
            told = f"{_unit(unit)}{_order(order, unit, phase.position)}."
            yield f"{POWER_NAMES[power]}: {told}" + (f"  (*{', '.join(words)}*)" if words else "")
    if beaten:
        yield from ("", "The following units were dislodged:", "")
    for unit, retreats in beaten:
        the = "the " if STANDARD.provinces[unit.province].kind == "sea" else ""
        ways = f"can retreat to {' or '.join(map(_place, retreats))}"
        end = ways if retreats else "with no valid retreats was destroyed"
        yield f"The {ADJECTIVES[unit.power]} {KIND_NAMES[unit.kind]} in {the}{_place(unit.region)} {end}."


def _legal(outcomes: Sequence[Outcome]) -> Iterator[tuple[MovementOrder, Outcome]]:
    for each in outcomes:
        counts = each.result != "illegal" and each.reason is not Reason.NO_ORDER
        if counts and isinstance(each.order, MovementOrder):
            yield each.order, each


def _flags(outcome: Outcome) -> list[str]:
    if outcome.result == "void" and isinstance(outcome.order, Support):
        return ["void"]
    if outcome.result != "fail" or outcome.reason is Reason.DISLODGED or isinstance(outcome.order, Convoy | Hold):
        return []
    return [_WORDS.get(outcome.reason, "bounce" if isinstance(outcome.order, Move) else "cut")]


def _order(order: MovementOrder | None, unit: Unit, position: Position) -> str:
    match order:
        case None:
            return ", No Order Processed"
        case Hold():
            return " HOLD"
        case Move(_, _, target, via):
            walks = target in STANDARD.borders(unit.kind).get(unit.region, ())
            seas = _sea_way(unit.province, province_of(target), position) if via or not walks else ()
            return "".join(f" -> {_place(place)}" for place in (*(seas if unit.kind == "A" else ()), target))
        case Support(_, _, kind, supported, target):
            goal = "" if target is None else f" -> {_place(target)}"
            return f" SUPPORT {_owner(supported, unit, position)}{KIND_NAMES[kind]} {_place(supported)}{goal}"
        case Convoy(_, _, army, target):
            return f" CONVOY {_owner(army, unit, position)}Army {_place(army)} -> {_place(target)}"


def _owner(place: Region, unit: Unit, position: Position) -> str:
    """The adjective of another power's unit."""
    other = position.unit_at(province_of(place))
    return "" if other is None or other.power == unit.power else f"{ADJECTIVES[other.power]} "


def _sea_way(start: Province, goal: Province, position: Position) -> tuple[Province, ...]:
    """A shortest way over seas with fleets; empty where there is none."""
    fleets = {unit.province for unit in position.units if STANDARD.provinces[unit.province].kind == "sea"}
    ways: list[tuple[Province, ...]] = [()]
    for way in ways:
        places = [way[-1]] if way else list(STANDARD.fleet_regions(start))
        near = {province_of(each) for place in places for each in STANDARD.fleet_borders.get(place, ())}
        if way and goal in near:
            return way
        ways += [(*way, sea) for sea in sorted(near & fleets)]
        fleets -= near
    return ()


def _retreats(phase: PlayedPhase) -> Iterator[str]:
    given = {
        province_of(each.order.region): each
        for each in phase.outcomes
        if each.result != "illegal" and isinstance(each.order, Retreat | Disband)
    }
    for beaten in phase.position.dislodged:
        if not beaten.retreats:
            continue
        outcome = given.get(beaten.unit.province)
        if outcome is None or outcome.reason is Reason.NOT_RETREATED:
            told = ", No Order Processed (DISBAND)"
        elif isinstance(outcome.order, Retreat):
            told = f" -> {_place(outcome.order.target)}"
            told += "" if outcome.result == "ok" else " (*bounce, destroyed*)"
        else:
            told = " DISBAND"
        kind = f"{KIND_NAMES[beaten.unit.kind]:5}"
        yield f"{_column(beaten.unit.power)}{kind} {_place(beaten.unit.region)}{told}."


def _adjustments(phase: PlayedPhase) -> Iterator[str]:
    for power in POWERS:
        mine = [each for each in phase.outcomes if each.power == power and each.result == "ok"]
        unused = sum(each.reason is Reason.NOT_BUILT for each in mine)
        for each in mine:
            if told := _adjustment(each.order, each.reason):
                yield f"{_column(power)}{told}."
        if unused:
            yield f"{_column(power)}{unused} unused build{'s' if unused > 1 else ''} pending."


def _adjustment(order: Order, reason: Reason) -> str:
    match order:
        case Build(kind, region):
            return f"Builds {'an army' if kind == 'A' else 'a fleet'} in {_place(region)}"
        case Remove(kind, region):
            the = "the " if STANDARD.provinces[province_of(region)].kind == "sea" else ""
            unit = f"the {KIND_NAMES[kind].lower()} in {the}{_place(region)}"
            return f"Removes {unit}" if reason is Reason.REMOVED else f"Defaults, removing {unit}"
        case Waive() if reason is Reason.WAIVED:
            return "Build waived"
        case _:
            return ""


def _owners(position: Position) -> Iterator[str]:
    yield from ("Ownership of supply centers:", "")
    for power in POWERS:
        if centers := sorted(map(_place, position.centers_of(power))):
            yield f"{_column(power)}{', '.join(centers)}."
    if unowned := [_place(center) for center in STANDARD.centers if center not in position.centers]:
        yield f"{'Unowned:':{_COLUMN}}{', '.join(sorted(unowned))}."


def _counts(position: Position) -> Iterator[str]:
    yield ""
    for power in POWERS:
        centers, units = len(position.centers_of(power)), len(position.units_of(power))
        due = needed_adjustments(position, power)
        change = f"{'Removes' if due < 0 else 'Builds '} {abs(due):2} unit{'' if abs(due) == 1 else 's'}."
        plurals = "center" if centers == 1 else "centers", "Unit" if units == 1 else "Units"
        yield f"{_column(power)}{centers:2} Supply {plurals[0]}, {units:2} {plurals[1]}:  {change}"


def _ending(game: RecordedGame) -> Iterator[str]:
    if game.ending == "draw":
        sharers = game.sharers or [power for power in POWERS if game.final.units_of(power)]
        names = [POWER_NAMES[power] for power in sharers]
        between = f" between {', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else ""
        yield from ("", f"The game was declared a draw{between}.")
    elif game.ending == "conceded" and game.winner is not None:
        yield from ("", f"The game was conceded to {POWER_NAMES[game.winner]}.")
    elif game.ending == "solo":
        yield from ("", "The game is over.  Thank you for playing.")


def _unit(unit: Unit) -> str:
    return f"{KIND_NAMES[unit.kind]} {_place(unit.region)}"


def _place(region: Region) -> str:
    name = STANDARD.provinces[province_of(region)].name
    return f"{name} ({COAST_WORDS[region[4:]]})" if len(region) > 3 else name


def _column(power: Power) -> str:
    return f"{POWER_NAMES[power] + ':':{_COLUMN}}"
