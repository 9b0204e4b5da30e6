"""Reader of results as the judge programs mailed them.

One text has all mails of a game; what stands between the results is passed over.

Lines a mail program has broken are joined. Every unit of a movement phase stands in a line of its own, which is how
boards are compared; dislodged units, owners of centers, and the words `(*bounce*)` and `(*dislodged*)` are, too.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.games.judge import ADJECTIVES, KIND_NAMES, PHASE_NAMES, SEASONS
from adjudication.games.replay import Board, Replay, by_usual_rules, order_in
from adjudication.games.value import Ending, GameFileError, RecordedGame
from adjudication.names import COAST_WORDS
from adjudication.names.places import plain
from adjudication.names.table import PLACE_NAMES
from adjudication.orders import Disband, Move, Order
from adjudication.phase import Phase, parse_phase
from adjudication.position import ImpossiblePosition, Position, Unit, opening, position_from_dict
from adjudication.powers import POWER_NAMES, Power
from adjudication.reasons import Reason

__all__ = ["is_like", "read"]

_HEAD: Final = re.compile(
    r"(?P<kind>Movement|Retreat|Adjustment)s?\s+(?:results|orders)\s+for\s+(?P<season>Spring|Fall|Autumn|Winter)\s+of\s+"
    r"(?P<year>[0-9]{1,4})",
    re.IGNORECASE,
)
_START: Final = re.compile(
    r"Starting positions?\s+for\s+(?P<season>Spring|Fall|Autumn)\s+of\s+(?P<year>[0-9]{1,4})", re.IGNORECASE
)
_JUDGE: Final = re.compile(r":: ?Judge:? \S* ?Game:? (?P<game>\S+) Variant:? (?P<variant>.*)", re.IGNORECASE)
_OF_POWER: Final = re.compile(r"(?P<power>[A-Z][a-z]+):\s*(?P<rest>\S.*)")
_FLAGS: Final = re.compile(r"\(\*(?P<words>[^*]*)\*\)")
_DISLODGED: Final = re.compile(
    r"The (?P<of>\w+) (?P<kind>Army|Fleet) in (?:the )?(?P<place>.+?) "
    r"(?:can retreat to (?P<ways>.+)|with no valid retreats.*|was destroyed)",
    re.IGNORECASE,
)
_DRAWN: Final = re.compile(r"declared a draw between (?P<names>[A-Z][A-Za-z, ]+)")
_DRAWN_BY_ALL: Final = "The game was declared a draw."
"""A line of its own; in letters of players the words may stand, too."""
_CONCEDED: Final = re.compile(r"conceded to (?P<name>[A-Z][a-z]+)")
_OWNERS: Final = re.compile(r"ownership of supply cent", re.IGNORECASE)
_BEATEN: Final = re.compile(r"the following units were dislodged", re.IGNORECASE)
_OTHER: Final = re.compile(r"the next phase|the deadline|the game |game |::|date:|subject:|from:|to:", re.IGNORECASE)
_BEGINNINGS: Final = (_OF_POWER, _HEAD, _START, _OWNERS)
_LONGEST: Final = 500
_MOST_PARTS: Final = 20
"""Characters of a line that are read, and lines that may be joined to one."""

_POWERS: Final[Mapping[str, Power]] = {name: power for power, name in POWER_NAMES.items()}
_OF: Final[Mapping[str, Power]] = {word: power for power, word in ADJECTIVES.items()}
_ADJECTIVE: Final = re.compile(rf"(?:{'|'.join(ADJECTIVES.values())}) (?=Army|Fleet)")
_COASTS: Final = {words: code for code, words in COAST_WORDS.items()}


def is_like(text: str) -> bool:
    """True if results or a starting position are in the text."""
    return _HEAD.search(text) is not None or _START.search(text) is not None


@dataclass(slots=True)
class _Block:
    """Lines about a phase.

    number: of the first line. units: of each unit or adjustment. beaten: of dislodged units. owners: of centers.
    """

    number: int
    units: list[tuple[Power, str]] = field(default_factory=list)
    beaten: list[str] = field(default_factory=list)
    owners: list[tuple[str, str]] = field(default_factory=list)


def read(text: str) -> RecordedGame:
    """Read a game from its first moves on.

    It begins with the opening, or with a starting position that the text has. As of 2023, and by `classic` where a
    board differs. Raises GameFileError.
    """
    start, blocks = _blocks(text)
    if not blocks and start is None:
        raise GameFileError("", "there are no results of a phase, as 'Movement results for Spring of 1901.'")
    judge = next((match for _, line in _whole_lines(text) if (match := _JUDGE.match(line))), None)
    if judge is not None and not judge["variant"].lower().startswith("standard"):
        raise GameFileError("Variant", f"'{judge['variant'][:40].strip()}' is not Standard, the only map known here")
    name = judge["game"] if judge is not None else ""
    ending, winner, sharers = _ending(text)
    return by_usual_rules(lambda edition: _played(start, blocks, edition).game(name, ending, winner, sharers))


def _ending(text: str) -> tuple[Ending, Power | None, list[Power]]:
    joined = " ".join(text.split())
    drawn, conceded = _DRAWN.search(joined), _CONCEDED.search(joined)
    if drawn is not None:
        names = re.split(r", | and ", drawn["names"])
        return "draw", None, [_POWERS[each] for each in names if each in _POWERS]
    if any(line.strip(" >\t") == _DRAWN_BY_ALL for line in text.splitlines()):
        return "draw", None, []
    if conceded is not None and conceded["name"] in _POWERS:
        return "conceded", _POWERS[conceded["name"]], []
    return "", None, []


def _blocks(text: str) -> tuple[tuple[Phase, _Block] | None, dict[Phase, _Block]]:
    """The starting position, and the results of each phase in order.

    Of several results of one phase the last count.
    """
    start: tuple[Phase, _Block] | None = None
    blocks: dict[Phase, _Block] = {}
    block: _Block | None = None
    part = "units"
    for number, line in _whole_lines(text):
        head, begin = _HEAD.match(line), _START.match(line)
        if head is not None:
            block = blocks[_phase(head["season"], head["year"], head["kind"], number)] = _Block(number)
            part = "units"
        elif begin is not None:
            block = _Block(number)
            start, part = (_phase(begin["season"], begin["year"], "Movement", number), block), "units"
        elif block is None:
            continue
        elif _OWNERS.match(line):
            part = "owners"
        elif _BEATEN.match(line):
            part = "beaten"
        elif _OTHER.match(line):
            part = "other"
        elif part == "beaten" and line.startswith("The "):
            block.beaten.append(line)
        elif (match := _OF_POWER.fullmatch(line)) is not None:
            _take(block, part, match["power"], match["rest"], number)
    return start, dict(sorted(blocks.items(), key=lambda each: each[0].sort_key))


def _take(block: _Block, part: str, power: str, rest: str, number: int) -> None:
    if part == "owners" and (power in _POWERS or power == "Unowned") and not rest[0].isdigit():
        block.owners.append((power, rest))
    elif part == "units":
        if power not in _POWERS:
            raise GameFileError(f"line {number}", f"'{power[:20]}' is not a power; the powers are {', '.join(_POWERS)}")
        block.units.append((_POWERS[power], rest))


def _whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, those joined that a mail program broke."""
    parts: list[str] = []
    first = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        words = " ".join(line[:_LONGEST].split()).lstrip("> ")
        begins = not words or words.startswith(("The ", "::")) or any(each.match(words) for each in _BEGINNINGS)
        if begins:
            if parts:
                yield first, " ".join(parts)
            parts, first = [words] if words else [], number
        elif not parts:
            parts, first = [words], number
        elif len(parts) < _MOST_PARTS:
            parts.append(words)


def _phase(season: str, year: str, kind: str, number: int) -> Phase:
    letters = {name.lower(): letter for letter, name in SEASONS.items()} | {"autumn": "F"}
    kinds = {name.lower(): letter for letter, name in PHASE_NAMES.items()}
    letter = "W" if kinds[kind.lower()] == "A" else letters[season.lower()]
    try:
        return parse_phase(f"{letter}{int(year)}{kinds[kind.lower()]}")
    except ValueError as error:
        raise GameFileError(f"line {number}", str(error)) from None


def _played(start: tuple[Phase, _Block] | None, blocks: Mapping[Phase, _Block], edition: str) -> Replay:
    replay = Replay(opening() if start is None else _first(*start), edition)
    for phase, block in blocks.items():
        if not replay.reach(phase):
            raise GameFileError(str(phase), f"by the rules the game is at {replay.position.phase} by then")
        position = replay.position
        if phase.kind == "M":
            units = [_unit_in(text, power, phase) for power, text in block.units]
            replay.compare(Board(frozenset(units)))
        orders: dict[Power, list[Order]] = {}
        for power, text in block.units:
            if (written := _order_text(text, phase)) is not None:
                orders.setdefault(power, []).append(order_in(written, position, power))
        replay.play(orders)
        _compare(replay, phase, block)
    return replay


def _first(phase: Phase, block: _Block) -> Position:
    centers: dict[str, list[Province]] = {}
    for name, texts in block.owners:
        if name in _POWERS:
            centers[_POWERS[name]] = _places(texts, phase)
    if not block.owners:
        centers = {power: list(homes) for power, homes in STANDARD.homes.items()}
    units = [str(_unit_in(text, power, phase)) for power, text in block.units]
    try:
        return position_from_dict({"phase": str(phase), "units": units, "centers": centers})
    except ImpossiblePosition as error:
        raise GameFileError(f"starting position, {error.field}", error.reason) from None


def _compare(replay: Replay, phase: Phase, block: _Block) -> None:
    """Raise GameFileError where the text tells another result than the rules."""
    after = replay.position
    owners = {
        place: _POWERS[name] for name, texts in block.owners if name in _POWERS for place in _places(texts, phase)
    }
    centers = MappingProxyType(owners) if block.owners else None
    if phase.kind != "M":
        replay.compare(Board(frozenset(after.units), centers))
        return
    beaten = dict(_dislodged(line, phase) for line in block.beaten)
    replay.compare(Board(frozenset(after.units), centers, beaten if after.phase.kind == "R" or beaten else None))
    moved = {each.order for each in replay.last_outcomes if isinstance(each.order, Move) and each.result == "ok"}
    arrived = {(order.region, province_of(order.target)) for order in moved}
    dislodged = {each.unit.province for each in after.dislodged} | {
        province_of(each.order.region)
        for each in replay.last_outcomes
        if each.reason is Reason.NO_RETREAT and isinstance(each.order, Disband)
    }
    for power, text in block.units:
        unit, flags = _unit_in(text, power, phase), _flags_of(text)
        goes = re.search(r"-> ", text) is not None and " SUPPORT " not in text and " CONVOY " not in text
        came = any(region == unit.region for region, _ in arrived)
        if goes and came == bool(flags):
            raise GameFileError(str(phase), f"{unit} {'fails' if flags else 'moves'} in the file, not by the rules")
        if (unit.province in dislodged) != bool({"dislodged", "destroyed"} & flags):
            told = "is" if unit.province not in dislodged else "is not"
            raise GameFileError(str(phase), f"{unit} {told} dislodged in the file, unlike by the rules")


def _flags_of(text: str) -> set[str]:
    match = _FLAGS.search(text)
    return set() if match is None else {word.strip() for word in match["words"].split(",")}


def _dislodged(line: str, phase: Phase) -> tuple[Unit, frozenset[Region]]:
    match = _DISLODGED.match(line.rstrip(".").strip())
    if match is None or match["of"].title() not in _OF:
        raise GameFileError(str(phase), f"'{line[:60]}' does not say where a dislodged unit may go")
    unit = Unit(
        _OF[match["of"].title()], "A" if match["kind"].lower() == "army" else "F", _place(match["place"], phase)
    )
    ways = re.split(r"\s+or\s+", match["ways"]) if match["ways"] else []
    return unit, frozenset(_place(each, phase) for each in ways)


def _unit_in(text: str, power: Power, phase: Phase) -> Unit:
    """The unit that a line is about."""
    match = re.match(r"(Army|Fleet)\s+(.+?)(?:,| ->| HOLD| SUPPORT| CONVOY| DISBAND|\.|$)", text)
    if match is None:
        raise GameFileError(f"{phase}, {POWER_NAMES[power]}", f"'{text[:60]}' is not about an army or a fleet")
    return Unit(power, "A" if match[1] == "Army" else "F", _place(match[2], phase))


def _order_text(text: str, phase: Phase) -> str | None:
    """The order of a line in our notation, or None."""
    words = _ADJECTIVE.sub("", _FLAGS.sub("", text)).strip().rstrip(".").strip()
    if phase.kind == "A":
        return _adjustment_text(words, phase)
    unit, *rest = re.split(r", No Order Processed| (?=HOLD$|DISBAND$|SUPPORT |CONVOY )| (?=-> )", words, maxsplit=1)
    told = rest[0].strip() if rest else ""
    if not told or told.startswith("("):
        return None
    here = _unit_text(unit, phase)
    if told == "HOLD":
        return f"{here} H"
    if told == "DISBAND":
        return f"DISBAND {here}"
    if told.startswith("->"):
        places = [_place(each, phase) for each in told.split("->") if each.strip()]
        if not places:
            raise GameFileError(str(phase), f"'{words[:60]}' does not say where to")
        walks = places[-1] in STANDARD.army_borders.get(here[2:], ())
        return f"{here} - {places[-1]}" + (" VIA" if len(places) > 1 and walks else "")
    verb, other = told.split(" ", maxsplit=1)
    what, *goal = [each.strip() for each in other.split("->")]
    order = f"{here} {verb[0]} {_unit_text(what, phase)}"
    return f"{order} - {_place(goal[-1], phase)}" if goal else order


def _adjustment_text(words: str, phase: Phase) -> str | None:
    match = re.match(r"(Builds?|Removes?) (?:an|a|the) (army|fleet) in (?:the )?(.+)", words, re.IGNORECASE)
    if match is not None:
        verb = "BUILD" if match[1].lower().startswith("b") else "REMOVE"
        return f"{verb} {'A' if match[2].lower() == 'army' else 'F'} {_place(match[3], phase)}"
    if re.match(r"Build waived", words, re.IGNORECASE):
        return "WAIVE"
    if re.match(r"Defaults|[0-9]+ ", words):
        return None
    raise GameFileError(str(phase), f"'{words[:60]}' is not a build or a removal")


def _unit_text(text: str, phase: Phase) -> str:
    kind, _, place = text.strip().partition(" ")
    letter = next((letter for letter, name in KIND_NAMES.items() if name == kind), None)
    if letter is None:
        raise GameFileError(str(phase), f"'{text[:60]}' is not an army or a fleet")
    return f"{letter} {_place(place, phase)}"


def _places(text: str, phase: Phase) -> list[Province]:
    return [_place(each, phase) for each in text.rstrip(". ").split(",") if each.strip()]


def _place(text: str, phase: Phase) -> Region:
    """The region of a name as `Spain (south coast)`."""
    name, _, coast = text.strip().rstrip(".").partition(" (")
    found = _NAMES.get(plain(name[:40]), ())
    letters = _COASTS.get(coast.rstrip(")")) if coast else ""
    if len(found) != 1 or letters is None:
        raise GameFileError(str(phase), f"'{text.strip()[:40]}' is not a place")
    return f"{found[0]}/{letters}" if letters else found[0]


_NAMES: Final[Mapping[str, tuple[Province, ...]]] = {plain(name): found for name, found in PLACE_NAMES.items()} | {
    plain(facts.name): (code,) for code, facts in STANDARD.provinces.items()
}
"""Names, codes and nicknames; no misspellings, which take long to tell."""
