"""Saved games of the package `diplomacy` (PyPI).

Its `to_saved_game_format` writes one JSON object:

    {"id": "...", "map": "standard", "rules": [], "phases": [{"name": "S1901M", "state": {...},
     "orders": {"FRANCE": ["A PAR - BUR"]}, "results": {"A PAR": ["bounce"]}, "messages": []}]}

Three seas have other codes than ours. A unit without a way to retreat is off the board before the retreats, so phases
with nothing else are left out. A game that is over ends with the phase COMPLETED, whose note names the winners.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.games.codes import in_our_codes, in_their_codes
from adjudication.games.json_text import listed, load, mapping, text_in
from adjudication.games.replay import Board, Replay, board_of, by_usual_rules, order_in
from adjudication.games.value import Ending, GameFileError, PlayedPhase, RecordedGame
from adjudication.legality import needed_adjustments
from adjudication.orders import Build, Disband, Move, Order, Remove, Retreat, Waive
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.position import ImpossiblePosition, Position, Unit, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.reasons import Reason
from adjudication.written import format_order

__all__ = ["read", "write"]

_NAMES: Final[dict[Power, str]] = {power: name.upper() for power, name in POWER_NAMES.items()}
_POWERS: Final[dict[str, Power]] = {name: power for power, name in _NAMES.items()}
_OVER: Final = "COMPLETED"
_VICTORY: Final = "Victory by: "
_DRAW: Final = "Draw"
"""Note of a draw with fewer than two survivors: to the package, one name alone is the winner's."""

_WORDS: Final[Mapping[Reason, str]] = {
    Reason.NO_CONVOY: "no convoy",
    Reason.CONVOY_BROKEN: "disrupted",
    Reason.PARADOX: "disrupted",
    Reason.CUT: "cut",
}
"""Results of a legal order that failed, where they are not `bounce`."""


def write(game: RecordedGame) -> str:
    """The game as one line.

    Hashes of positions and their provinces of influence, which the package adds when it saves, are left out.
    """
    entries = [_entry(each, after) for each, after in game.steps if not _is_left_out(each.position)]
    if game.ending != "solo":
        entries.append(_phase(game.final, {}, {}))
    if game.ending:
        entries.append(_phase(game.final, {}, {}, _note(game)))
    data = {"id": game.name or "game", "map": "standard", "rules": [], "phases": entries}
    return json.dumps(data) + "\n"


def _note(game: RecordedGame) -> str:
    """The package's words for the end.

    Of a draw they name the sharers, at least two.
    """
    if game.winner is not None:
        return _VICTORY + game.winner
    sharers = game.sharers if len(game.sharers) > 1 else _survivors(game.final)
    return _VICTORY + ", ".join(sharers) if len(sharers) > 1 else _DRAW


def _is_left_out(position: Position) -> bool:
    return position.phase.kind == "R" and not any(each.retreats for each in position.dislodged)


def _survivors(position: Position) -> list[Power]:
    return [power for power in POWERS if position.units_of(power) or position.centers_of(power)]


def _entry(phase: PlayedPhase, after: Position) -> dict[str, Any]:
    results: dict[str, list[str]] = {}
    for each in phase.outcomes:
        if not isinstance(each.order, Waive):
            results.setdefault(in_their_codes(f"{each.order.kind} {each.order.region}"), []).extend(_result(each))
    for beaten in after.dislodged if phase.position.phase.kind == "M" else ():
        results.setdefault(_unit(beaten.unit), []).append("dislodged")
    return _phase(phase.position, phase.orders, results)


def _phase(
    position: Position, orders: Mapping[Power, tuple[Order, ...]], results: Mapping[str, list[str]], note: str = ""
) -> dict[str, Any]:
    name = _OVER if note else str(position.phase)
    beaten = [] if note else [each for each in position.dislodged if each.retreats]
    units = {
        power: [_unit(unit) for unit in position.units_of(power)]
        + [f"*{_unit(each.unit)}" for each in beaten if each.unit.power == power]
        for power in POWERS
    }
    retreats: dict[Power, dict[str, list[str]]] = {power: {} for power in POWERS}
    for each in beaten:
        retreats[each.unit.power][_unit(each.unit)] = [in_their_codes(place) for place in each.retreats]
    state = {
        "name": name,
        "note": note,
        "map": "standard",
        "rules": [],
        "units": _named(units),
        "retreats": _named(retreats),
        "centers": _named({power: list(position.centers_of(power)) for power in POWERS}),
        "homes": _named({power: list(STANDARD.homes[power]) for power in POWERS}),
        "civil_disorder": _named(dict.fromkeys(POWERS, 0)),
        "builds": _named({power: _builds(position, power) for power in POWERS}),
    }
    written = {power: [_order(order) for order in orders.get(power, ())] for power in POWERS}
    return {"name": name, "state": state, "orders": _named(written), "results": dict(results), "messages": []}


def _named(by_power: Mapping[Power, Any]) -> dict[str, Any]:
    return {_NAMES[power]: value for power, value in by_power.items()}


def _builds(position: Position, power: Power) -> dict[str, Any]:
    count = needed_adjustments(position, power) if position.phase.kind == "A" else 0
    free = [home for home in STANDARD.homes[power] if position.centers.get(home) == power]
    homes = [home for home in free if position.unit_at(home) is None] if count > 0 else []
    return {"count": count, "homes": homes}


def _unit(unit: Unit) -> str:
    return in_their_codes(f"{unit.kind} {unit.region}")


def _order(order: Order) -> str:
    match order:
        case Retreat(kind, region, target):
            return in_their_codes(f"{kind} {region} R {target}")
        case Disband(kind, region) | Remove(kind, region):
            return in_their_codes(f"{kind} {region} D")
        case Build(kind, region):
            return in_their_codes(f"{kind} {region} B")
        case Move(kind, region, target, _) if kind == "A" and not _walks(order):
            return in_their_codes(f"{kind} {region} - {target} VIA")
        case _:
            return in_their_codes(format_order(order))


def _walks(order: Move) -> bool:
    return order.target in STANDARD.army_borders.get(order.region, ())


def _result(outcome: Outcome) -> list[str]:
    """Name an outcome in the package's words.

    None for a movement that came about, an empty one for an adjustment.
    """
    adjusts = isinstance(outcome.order, Build | Remove)
    if outcome.result in ("void", "illegal") or (outcome.result == "fail" and adjusts):
        return ["void"]
    if outcome.reason is Reason.DISLODGED:
        return []
    if outcome.reason is Reason.NO_RETREAT:
        return ["dislodged", "disband"]
    if outcome.reason is Reason.RETREATS_MET:
        return ["bounce", "disband"]
    if outcome.result == "fail":
        return [_WORDS.get(outcome.reason, "bounce")]
    if isinstance(outcome.order, Disband):
        return ["disband"]
    return [""] if adjusts else []


def read(text: str) -> RecordedGame:
    """Read a saved game of the standard map.

    Messages and results are not looked at: orders are carried out by our rules and must lead to every board of the
    file. A removal the package chose for a power that ordered none may need the rules of 2000, so a game that does not
    hold together by those of 2023 is tried by `classic`. Raises GameFileError.
    """
    data = load(text)
    entries = [mapping(each, f"phases[{index}]") for index, each in enumerate(listed(data.get("phases"), "phases"))]
    if data.get("map", "standard") != "standard":
        raise GameFileError("map", f"the game is played on '{str(data['map'])[:40]}'; only standard is known here")
    return by_usual_rules(lambda edition: _game(data, entries, edition))


def _game(data: Mapping[str, Any], entries: list[Mapping[str, Any]], edition: str) -> RecordedGame:
    played = [each for each in entries if each.get("name") not in ("FORMING", _OVER)]
    over = [each for each in entries if each.get("name") == _OVER]
    if not played:
        raise GameFileError("phases", "no phase of the game is in the file")
    replay = Replay(_position(played[0]), edition)
    for index, each in enumerate(played):
        here = text_in(each, "name", None)
        try:
            phase = parse_phase(here)
        except ValueError as error:
            raise GameFileError(f"phases[{index}].name", str(error)[:160]) from None
        given = _given(each, here)
        if not replay.reach(phase):
            if any(given.values()):
                raise GameFileError(here, f"by the rules the game is at {replay.position.phase} by then")
            continue
        replay.compare(_board(each, here))
        is_last = each is played[-1]
        if is_last and (not over or (not any(given.values()) and _is_same(replay.position, over[-1]))):
            break
        orders = {power: [_order_of(text, replay.position, power) for text in texts] for power, texts in given.items()}
        replay.play(orders)
    if over:
        replay.compare(Board(_board(over[-1], _OVER).units, _board(over[-1], _OVER).centers))
    return replay.game(text_in(data, "id", ""), *_ending(over))


def _is_same(position: Position, entry: Mapping[str, Any]) -> bool:
    board, here = _board(entry, _OVER), board_of(position)
    return board.units == here.units and board.centers == here.centers


def _ending(over: list[Mapping[str, Any]]) -> tuple[Ending, Power | None, list[Power]]:
    note = str(mapping(over[-1].get("state"), _OVER).get("note", "")) if over else ""
    names = note.removeprefix(_VICTORY).split(", ") if note.startswith(_VICTORY) else []
    winners = [power for power in POWERS if power in names]
    if len(winners) == 1:
        return "solo", winners[0], []
    return ("draw" if winners or note == _DRAW else ""), None, winners


def _given(entry: Mapping[str, Any], here: str) -> dict[Power, list[str]]:
    """Texts of orders by power."""
    given: dict[Power, list[str]] = {}
    for name, texts in mapping(entry.get("orders", {}), f"{here}, orders").items():
        lines = [] if texts is None else listed(texts, f"{here}, orders of {name[:20]}")
        if not all(isinstance(each, str) for each in lines):
            raise GameFileError(f"{here}, orders of {name[:20]}", "an order must be a text")
        given[_power(name, here)] = lines
    return given


def _power(name: str, here: str) -> Power:
    if name not in _POWERS:
        raise GameFileError(here, f"'{name[:40]}' is not a power; the powers are {', '.join(_POWERS)}")
    return _POWERS[name]


_ORDER: Final = re.compile(
    r"(?P<unit>[AF] [A-Z]{3}(?:/[NSEW]C)?) (?:(?P<verb>[BDR])(?: (?P<to>\S+))?|- (?P<via>\S+) VIA)"
)


def _order_of(text: str, position: Position, power: Power) -> Order:
    ours = in_our_codes(text)
    match = _ORDER.fullmatch(ours)
    if match is not None:
        unit, to = match["unit"], match["to"]
        if match["verb"] == "B":
            ours = f"BUILD {unit}"
        elif match["verb"] == "D":
            ours = f"DISBAND {unit}"
        elif match["verb"] == "R" and to:
            ours = f"{unit} - {to}"
        elif match["via"] and match["via"] not in STANDARD.army_borders.get(unit[2:], ()):
            ours = f"{unit} - {match['via']}"
    return order_in(ours, position, power)


def _position(entry: Mapping[str, Any]) -> Position:
    """The board the file begins with."""
    name = text_in(entry, "name", None)
    board = _board(entry, name)
    data = {
        "phase": name,
        "units": [str(unit) for unit in sorted(board.units)],
        "centers": {power: [at for at, owner in (board.centers or {}).items() if owner == power] for power in POWERS},
        "dislodged": [
            {"unit": str(unit), "retreats": sorted(places)} for unit, places in sorted((board.retreats or {}).items())
        ],
    }
    try:
        return position_from_dict(data)
    except ImpossiblePosition as error:
        raise GameFileError(f"{name[:20]}, {error.field}", error.reason) from None


def _board(entry: Mapping[str, Any], here: str) -> Board:
    state = mapping(entry.get("state"), f"{here}, state")
    units: set[Unit] = set()
    centers: dict[str, Power] = {}
    retreats: dict[Unit, frozenset[str]] = {}
    for name, texts in mapping(state.get("units"), f"{here}, units").items():
        power = _power(name, here)
        units |= {_unit_of(each, power, here) for each in listed(texts, f"{here}, units") if str(each)[:1] != "*"}
    for name, places in mapping(state.get("centers"), f"{here}, centers").items():
        power = _power(name, here)
        centers |= {in_our_codes(str(place)): power for place in listed(places, f"{here}, centers")}
    for name, ways in mapping(state.get("retreats", {}), f"{here}, retreats").items():
        power = _power(name, here)
        for text, places in mapping(ways, f"{here}, retreats").items():
            unit = _unit_of(text, power, here)
            retreats[unit] = frozenset(in_our_codes(str(place)) for place in listed(places, f"{here}, retreats"))
    return Board(frozenset(units), centers, retreats)


def _unit_of(text: object, power: Power, here: str) -> Unit:
    kind, _, region = in_our_codes(str(text)[:20]).partition(" ")
    if kind == "A" and region in STANDARD.army_borders:
        return Unit(power, "A", region)
    if kind == "F" and region in STANDARD.fleet_borders:
        return Unit(power, "F", region)
    raise GameFileError(here, f"'{str(text)[:20]}' is not a unit; a unit looks like A PAR or F STP/SC")
