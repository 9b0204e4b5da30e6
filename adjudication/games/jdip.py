"""Games as XML of jDip: the specification `FORMAT_1_0` of its `XMLSerializer`.

    <game creator="..." specification="FORMAT_1_0">
      <variant name="Standard" version="1.0">...</variant>
      <turn season="Spring" phase="Movement" year="1901" resolved="true">
        <positions><position province="par"><unit power="France" type="army"/>...</position></positions>
        <orders><orderSet power="France"><order id="F.0.0" text="France: A par -&gt; bur"/></orderSet></orders>
        <results>...</results>
        <dislodgedUnits><dislodged location="mun" power="Germany" unitType="army" retreats="ruh kie"/></dislodgedUnits>

A turn has the board it begins with. Adjustments are of the fall. jDip 1.6 saves its objects of Java instead: no program
but itself can read those.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.games.codes import in_our_codes, in_their_codes
from adjudication.games.replay import Board, Replay, by_usual_rules, order_in
from adjudication.games.value import GameFileError, PlayedPhase, RecordedGame
from adjudication.games.xml_text import Element, load
from adjudication.orders import Build, Disband, Hold, Move, Order, Remove, Waive
from adjudication.outcomes import Outcome
from adjudication.phase import Phase, parse_phase
from adjudication.position import ImpossiblePosition, Position, Unit, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.written import format_order

__all__ = ["is_like", "read", "write"]

_POWERS: Final[Mapping[str, Power]] = {name.lower(): power for power, name in POWER_NAMES.items()}
_TYPES: Final[Mapping[UnitKind, str]] = {"A": "army", "F": "fleet"}
_KINDS: Final[Mapping[str, UnitKind]] = {"army": "A", "fleet": "F"}
_SEASONS: Final = {"S": "Spring", "F": "Fall", "W": "Fall"}
_PHASES: Final = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_VERBS: Final = {"H": "Hold", "S": "Support", "C": "Convoy"}


def is_like(text: str) -> bool:
    """True if this is XML with a game in it."""
    return text.lstrip()[:1] == "<" and "<game" in text[:2000]


# ── to XML ──────────────────────────────────────────────────────────────────────────────────────


def write(game: RecordedGame) -> str:
    """The game as one document, not compressed."""
    lines = [
        '<?xml version="1.0"?>',
        '<game creator="DipGame" creatorVersion="1" specification="FORMAT_1_0">',
        '  <variant name="Standard" version="1.0">',
        "    <victoryConditions>",
        '      <winningSupplyCenters value="18"/>',
        '      <yearsWithoutSCCapture value="0"/>',
        '      <maxGameLengthInYears value="0"/>',
        f'      <initialYear value="{game.first.phase.year}"/>',
        "    </victoryConditions>",
        "  </variant>",
        f"  <info><gameInfo><name>{escape(game.name)}</name></gameInfo></info>",
        "  <setup/>",
    ]
    for number, (phase, after) in enumerate(game.steps):
        lines += _turn(phase.position, 'resolved="true"')
        lines += _played(phase, after, number)
        lines.append("  </turn>")
    over = ' ended="true"' if game.ending else ""
    return "\n".join([*lines, *_turn(game.final, f'resolved="false"{over}'), "  </turn>", "</game>"]) + "\n"


def _turn(position: Position, state: str) -> Iterator[str]:
    phase = position.phase
    season, kind = _SEASONS[phase.season], _PHASES[phase.kind]
    yield f'  <turn season="{season}" phase="{kind}" year="{phase.year}" {state}>'
    yield "    <positions>"
    standing = [(unit.province, _unit(unit, "")) for unit in position.units]
    standing += [(each.unit.province, _unit(each.unit, ' dislodged="true"')) for each in position.dislodged]
    for province in sorted({*(place for place, _ in standing), *STANDARD.centers}):
        units = "".join(text for place, text in standing if place == province)
        center = STANDARD.provinces[province].is_center
        owners = f'<SC owner="{_owner(position.centers.get(province))}"' if center else ""
        owners += f' homePower="{_owner(STANDARD.home_of.get(province))}"/>' if center else ""
        yield f'      <position province="{_place(province)}">{units}{owners}</position>'
    yield "    </positions>"


def _unit(unit: Unit, more: str) -> str:
    coast = f' coast="{unit.region[4:].lower()}"' if len(unit.region) > 3 else ""
    return f'<unit power="{POWER_NAMES[unit.power]}" type="{_TYPES[unit.kind]}"{coast}{more}/>'


def _owner(power: Power | None) -> str:
    return "none" if power is None else POWER_NAMES[power]


def _place(region: Region) -> str:
    return in_their_codes(region).lower()


def _played(phase: PlayedPhase, after: Position, number: int) -> Iterator[str]:
    names: dict[tuple[Power, Order], str] = {}
    yield "    <orders>"
    for power, orders in phase.orders.items():
        yield f'      <orderSet power="{POWER_NAMES[power]}">'
        for order in orders:
            name = names[power, order] = f"{POWER_NAMES[power][0]}.{number}.{len(names)}"
            yield f'        <order id="{name}" text="{escape(_text(power, order))}"/>'
        yield "      </orderSet>"
    yield "    </orders>"
    yield "    <results>"
    for each in phase.outcomes:
        if name := names.get((each.power, each.order), ""):
            words = f'power="{POWER_NAMES[each.power]}" category="{_category(each)}" order="{name}"'
            yield f"      <orderResult {words}><message>{escape(each.text)}</message></orderResult>"
    yield "    </results>"
    yield "    <dislodgedUnits>"
    for beaten in after.dislodged if phase.position.phase.kind == "M" else ():
        where = f'location="{_place(beaten.unit.region)}" power="{POWER_NAMES[beaten.unit.power]}"'
        ways = " ".join(map(_place, beaten.retreats)) or "none"
        yield f'      <dislodged {where} unitType="{_TYPES[beaten.unit.kind]}" retreats="{ways}"/>'
    yield "    </dislodgedUnits>"


def _category(outcome: Outcome) -> str:
    if outcome.result == "illegal":
        return "VALIDATION_FAILURE"
    return "SUCCESS" if outcome.result == "ok" else "FAILURE"


def _text(power: Power, order: Order) -> str:
    """An order as jDip writes it."""
    name = POWER_NAMES[power]
    match order:
        case Build(kind, region) | Remove(kind, region):
            return f"{name}: {type(order).__name__} {kind} {_place(region)}"
        case Disband(kind, region):
            return f"{name}: {kind} {_place(region)} Disband"
        case Waive():
            return f"{name}: Waive build in {_place(STANDARD.homes[power][0])}"
        case Hold(kind, region):
            return f"{name}: {kind} {_place(region)} Hold"
        case Move(kind, region, target, via):
            return f"{name}: {kind} {_place(region)} -> {_place(target)}" + (" by Convoy" if via else "")
        case _:
            words = [_VERBS.get(word, word) for word in format_order(order).split(" ")]
            return f"{name}: {' '.join(_place(word) if word[:3] in _ALL else word for word in words)}".replace(
                " - ", " -> "
            )


_ALL: Final = frozenset(STANDARD.provinces)


# ── from XML ────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> RecordedGame:
    """Read a game.

    As of 2023, and by `classic` where a board differs. Raises GameFileError.
    """
    game = load(text)
    if game.name != "game":
        raise GameFileError("", f"this is a document <{game.name[:20]}>, not <game>; saves of jDip 1.6 cannot be read")
    for variant in game.all("variant"):
        if not variant.attributes.get("name", "").startswith("Standard"):
            raise GameFileError("variant", f"'{variant.attributes.get('name', '')[:40]}' is not Standard")
    turns = game.all("turn")
    if not turns:
        raise GameFileError("", "there is no <turn> in the game")
    name = next((each.text.strip() for each in game.all("info", "gameInfo", "name")), "")
    return by_usual_rules(lambda edition: _replayed(turns, edition).game(name))


def _replayed(turns: list[Element], edition: str) -> Replay:
    replay: Replay | None = None
    retreats: Mapping[Unit, frozenset[Region]] | None = None
    for turn in turns:
        phase = _phase(turn)
        board, beaten = _board(turn)
        if replay is None:
            replay = Replay(_first(phase, board, beaten), edition)
        given = [(_power(each.get("power"), each), each.all("order")) for each in turn.all("orders", "orderSet")]
        if not replay.reach(phase):
            if any(orders for _, orders in given):
                raise GameFileError(str(phase), f"by the rules the game is at {replay.position.phase} by then")
            continue
        replay.compare(Board(board.units, board.centers, retreats if phase.kind == "R" else None))
        if {each.unit for each in replay.position.dislodged} != beaten:
            raise GameFileError(str(phase), "its dislodged units do not follow from the orders before")
        if turn.attributes.get("resolved", "true") != "true":
            break
        orders = {
            power: [order_in(_order(each.get("text"), phase, power), replay.position, power) for each in orders]
            for power, orders in given
        }
        replay.play(orders)
        found = dict(_dislodged(each) for each in turn.all("dislodgedUnits", "dislodged"))
        retreats = found if turn.all("dislodgedUnits") else None
    if replay is None:
        raise GameFileError("", "there is no <turn> in the game")
    return replay


def _phase(turn: Element) -> Phase:
    kind = turn.get("phase")[:1].upper()
    season = "W" if kind == "A" else turn.get("season")[:1].upper()
    year = re.sub("[^0-9]", "", turn.get("year"))
    try:
        return parse_phase(f"{season}{year}{'A' if kind == 'B' else kind}")
    except ValueError as error:
        raise GameFileError(f"line {turn.line}", str(error)[:160]) from None


def _first(phase: Phase, board: Board, beaten: set[Unit]) -> Position:
    if beaten:
        raise GameFileError(str(phase), "a game cannot begin with retreats: the file does not say where to")
    data = {
        "phase": str(phase),
        "units": [str(unit) for unit in sorted(board.units)],
        "centers": {power: [at for at, owner in (board.centers or {}).items() if owner == power] for power in POWERS},
    }
    try:
        return position_from_dict(data)
    except ImpossiblePosition as error:
        raise GameFileError(f"{phase}, {error.field}", error.reason) from None


def _board(turn: Element) -> tuple[Board, set[Unit]]:
    """The board a turn begins with, and its dislodged units."""
    units: set[Unit] = set()
    beaten: set[Unit] = set()
    centers: dict[Province, Power] = {}
    for position in turn.all("positions", "position"):
        here = _region(position.get("province"), position)
        province = province_of(here)
        for each in position.all("unit"):
            coast = each.attributes.get("coast", "").upper()
            region = f"{province}/{coast}" if coast in STANDARD.provinces[province].coasts else here
            unit = Unit(_power(each.get("power"), each), _kind(each.get("type"), each), region)
            (beaten if each.attributes.get("dislodged") == "true" else units).add(unit)
        for center in position.all("SC"):
            if (owner := center.get("owner")) != "none":
                centers[province] = _power(owner, center)
    return Board(frozenset(units), MappingProxyType(centers)), beaten


def _dislodged(element: Element) -> tuple[Unit, frozenset[Region]]:
    region = _region(element.get("location"), element)
    unit = Unit(_power(element.get("power"), element), _kind(element.get("unitType"), element), region)
    ways = element.get("retreats").split()
    return unit, frozenset(_region(each, element) for each in ways if each not in ("none", "undefined"))


def _power(name: str, element: Element) -> Power:
    if name.lower() not in _POWERS:
        raise GameFileError(f"line {element.line}", f"'{name[:40]}' is not a power of the standard map")
    return _POWERS[name.lower()]


def _kind(name: str, element: Element) -> UnitKind:
    if name.lower() not in _KINDS:
        raise GameFileError(f"line {element.line}", f"'{name[:40]}' is not army or fleet")
    return _KINDS[name.lower()]


def _region(text: str, element: Element) -> Region:
    code, slash, coast = text.upper().partition("/")
    province = in_our_codes(code)
    if province not in STANDARD.provinces or (slash and coast not in STANDARD.provinces[province].coasts):
        raise GameFileError(f"line {element.line}", f"'{text[:40]}' is not a place of the standard map")
    return f"{province}{slash}{coast}"


_NAMED_FIRST: Final = re.compile(r"(?P<verb>Build|Remove|B|R) (?P<unit>[AF] \S+)|(?P<waive>Waive|W)\b.*", re.IGNORECASE)
_ORDER: Final = re.compile(
    r"(?P<unit>[AF] \S+) (?:(?P<alone>H|Holds?|D|Disbands?)"
    r"|-> (?P<way>.+)"
    r"|(?P<verb>S|Supports?|C|Convoys?) (?P<other>[AF] \S+)(?: -> (?P<to>\S+))?)",
    re.IGNORECASE,
)


def _order(text: str, phase: Phase, power: Power) -> str:
    """An order of jDip in our notation."""
    words = re.sub(r"^\w+: ", "", " ".join(text[:200].split()))
    first, order = _NAMED_FIRST.fullmatch(words), _ORDER.fullmatch(words)
    if first is not None:
        verb = "BUILD" if (first["verb"] or "").upper().startswith("B") else "REMOVE"
        return "WAIVE" if first["waive"] else f"{verb} {in_our_codes(first['unit'].upper())}"
    if order is None:
        raise GameFileError(f"{phase}, {POWER_NAMES[power]}", f"'{text[:60]}' is not an order as jDip writes it")
    unit = in_our_codes(order["unit"].upper())
    if order["alone"]:
        return f"{unit} H" if order["alone"][0] in "Hh" else f"DISBAND {unit}"
    if order["way"]:
        places = order["way"].removesuffix(" by Convoy").split(" -> ")
        walks = in_our_codes(places[-1].upper()) in STANDARD.army_borders.get(unit[2:], ())
        by_sea = (len(places) > 1 or order["way"].endswith(" by Convoy")) and walks
        return f"{unit} - {in_our_codes(places[-1].upper())}" + (" VIA" if by_sea else "")
    goal = f" - {in_our_codes(order['to'].upper())}" if order["to"] else ""
    return f"{unit} {order['verb'][0].upper()} {in_our_codes(order['other'].upper())}{goal}"
