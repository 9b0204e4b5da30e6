"""Orders and units as text, both ways.

`format_order` writes one form, the one DATC-like tables use:

    A PAR - BUR        A PAR - BUR VIA      A PAR H          A PAR S A MAR
    A PAR S A MAR - BUR                     F NTH C A LON - BEL
    A PAR - GAS (in a retreat phase)        DISBAND A PAR
    BUILD F STP/NC     REMOVE A PAR         WAIVE

`parse_order` reads that form back to an equal value, and much of what people type besides:
`bre s par - pic`, `Army Paris to Burgundy`, `f eng c lon-bre`, `a par-bur via convoy`.

What can go wrong:

    NotationError(ValueError)
     +-- MalformedOrder    no order can be made out, whatever the position
     +-- AmbiguousOrder    more than one order is meant; `.choices` names them
     +-- IllegalOrder      the position has no unit where the text needs one
"""

import re
from functools import lru_cache
from typing import Final, cast

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.names import COAST_WORDS, places_named, region_phrase
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
from adjudication.phase import PhaseKind
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, as_power

__all__ = [
    "AmbiguousOrder",
    "IllegalOrder",
    "MalformedOrder",
    "NotationError",
    "format_order",
    "parse_order",
    "parse_unit",
]


class NotationError(ValueError):
    """Text that is not one order. `str()` is a sentence for the person who typed it."""


class MalformedOrder(NotationError):  # noqa: N818 - named after what was given, like the other two
    """No order can be made out of the text."""


class AmbiguousOrder(NotationError):  # noqa: N818
    """The text may mean several orders; `choices` are the words to choose from."""

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class IllegalOrder(NotationError):  # noqa: N818
    """The text needs a unit where the position has none."""


# --- writing ------------------------------------------------------------------------------------


def format_order(order: Order) -> str:
    """The order as text, in the one form described above. `parse_order` is its inverse."""
    match order:
        case Hold(kind, region):
            return f"{kind} {region} H"
        case Move(kind, region, target, via):
            return f"{kind} {region} - {target} VIA" if via else f"{kind} {region} - {target}"
        case Support(kind, region, supported_kind, supported, target):
            text = f"{kind} {region} S {supported_kind} {supported}"
            return text if target is None else f"{text} - {target}"
        case Convoy(kind, region, army, target):
            return f"{kind} {region} C A {army} - {target}"
        case Retreat(kind, region, target):
            return f"{kind} {region} - {target}"
        case Disband(kind, region):
            return f"DISBAND {kind} {region}"
        case Build(kind, region):
            return f"BUILD {kind} {region}"
        case Remove(kind, region):
            return f"REMOVE {kind} {region}"
        case Waive():
            return "WAIVE"


# --- reading ------------------------------------------------------------------------------------

_REGIONS: Final[frozenset[Region]] = frozenset(STANDARD.provinces) | {
    f"{code}/{coast}" for code, facts in STANDARD.provinces.items() for coast in facts.coasts
}
_LONGEST_TEXT: Final = 200
_LONGEST_EXACT: Final = len("F STP/NC S F STP/NC - STP/NC")
"""Longer texts are not remembered."""
_EXACT: Final = re.compile(
    r"(?P<kind>[AF]) (?P<region>[A-Z]{3}(?:/[NSEW]C)?) "
    r"(?:(?P<hold>H)|- (?P<target>[A-Z]{3}(?:/[NSEW]C)?)(?P<via> VIA)?"
    r"|S (?P<kind2>[AF]) (?P<supported>[A-Z]{3}(?:/[NSEW]C)?)(?: - (?P<into>[A-Z]{3}(?:/[NSEW]C)?))?"
    r"|C A (?P<army>[A-Z]{3}) - (?P<landing>[A-Z]{3}))"
)


def parse_order(text: str, phase_kind: PhaseKind = "M", position: Position | None = None) -> Order:
    """The order that `text` means in a phase of this kind.

    With a position, what is left out is taken from it: a unit's kind, the coast a fleet stands on.
    Without one every unit needs its kind. Whether the order is legal is not looked at here: an army
    may be told to swim, and `legality.refusal` says why it will not.

    `X - Y` is a retreat in a retreat phase and a move in every other, so a `Move` comes back as a
    `Move` unless `phase_kind` is "R", and a `Retreat` as a `Retreat` only if it is.

    Raises MalformedOrder, AmbiguousOrder or IllegalOrder, each with a sentence for the writer.
    """
    order = _exact(text, phase_kind) if len(text) <= _LONGEST_EXACT else None
    return order if order is not None else _Reader(text, phase_kind, position).order()


def parse_unit(text: str) -> Unit:
    """The unit that `ENG F NTH` names. Raises MalformedOrder for anything else."""
    parts = text.split() if len(text) <= _LONGEST_TEXT else []
    if len(parts) != 3 or parts[0] not in POWER_NAMES or parts[1] not in _KINDS or parts[2] not in _REGIONS:
        raise MalformedOrder(f"'{_shortened(text)}' is not a unit. A unit looks like ENG F NTH or RUS F STP/SC.")
    return Unit(as_power(parts[0]), cast(UnitKind, parts[1]), parts[2])


@lru_cache(maxsize=1 << 16)
def _exact(text: str, phase_kind: PhaseKind) -> Order | None:
    """The fast way for text already in the written form; None if it is anything else."""
    match = _EXACT.fullmatch(text)
    if match is None:
        return None
    kind = cast(UnitKind, match["kind"])
    region = match["region"]
    places = (region, match["target"], match["supported"], match["into"], match["army"], match["landing"])
    if any(place is not None and place not in _REGIONS for place in places):
        return None
    if match["hold"]:
        return Hold(kind, region)
    if match["target"]:
        if phase_kind == "R":
            return None if match["via"] else Retreat(kind, region, match["target"])
        return Move(kind, region, match["target"], match["via"] is not None)
    if match["supported"]:
        return Support(kind, region, cast(UnitKind, match["kind2"]), match["supported"], match["into"])
    return Convoy(kind, region, match["army"], match["landing"])


_KINDS: Final[dict[str, UnitKind]] = {"A": "A", "F": "F", "ARMY": "A", "FLEET": "F"}
_KIND_NAMES: Final[dict[UnitKind, str]] = {"A": "army", "F": "fleet"}
_POWER_WORDS: Final[frozenset[str]] = frozenset(
    {*POWER_NAMES, *(name.upper() for name in POWER_NAMES.values())}
    | {"AUSTRIAN", "ENGLISH", "FRENCH", "GERMAN", "ITALIAN", "RUSSIAN", "TURKISH"}
)
_VERBS: Final[dict[str, str]] = {
    **dict.fromkeys(("-", "TO", "M", "MOVE", "MOVES", "ATTACK", "ATTACKS"), "-"),
    **dict.fromkeys(("H", "HOLD", "HOLDS", "HLD", "STAND", "STANDS"), "H"),
    **dict.fromkeys(("S", "SUPPORT", "SUPPORTS", "SUP", "SUPP"), "S"),
    **dict.fromkeys(("C", "CONVOY", "CONVOYS", "CON.", "TRANSPORT", "TRANSPORTS"), "C"),
    **dict.fromkeys(("R", "RETREAT", "RETREATS", "RTO"), "R"),
    **dict.fromkeys(("D", "DISBAND", "DISBANDS", "REMOVE", "REMOVES", "DESTROY"), "D"),
    **dict.fromkeys(("B", "BUILD", "BUILDS"), "B"),
    **dict.fromkeys(("W", "WAIVE", "WAIVES"), "W"),
    **dict.fromkeys(("VIA", "CVY", "BY"), "VIA"),
}
_COAST_FORMS: Final = re.compile(r"(?:[/. ]|\b)\(?\b(NORTH|SOUTH|EAST|WEST|N|S|E|W)\.? ?(?:COAST|CST|C)\b\.?\)?")
_ARROWS: Final = re.compile(r"-->|->|=>|>|[\u2013\u2014\u2192]")
_TOKEN: Final = re.compile(r"[A-Z]+(?:/[NSEW]C)?|/[NSEW]C|-")
_LOOKS: Final = "An order looks like A PAR - BUR, A PAR H, A PAR S A MAR - BUR or F NTH C A LON - BEL."
_RETREAT_LOOKS: Final = "A retreat looks like A PAR - GAS or DISBAND A PAR."
_ADJUSTMENT_LOOKS: Final = "An adjustment looks like BUILD A PAR, BUILD F STP/NC, REMOVE A PAR or WAIVE."
_EXAMPLES: Final[dict[PhaseKind, str]] = {"M": _LOOKS, "R": _RETREAT_LOOKS, "A": _ADJUSTMENT_LOOKS}


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


class _Reader:
    """Reads one order as people type it, left to right, one token of look-ahead."""

    def __init__(self, text: str, phase_kind: PhaseKind, position: Position | None) -> None:
        self.text = text
        self.phase_kind: PhaseKind = phase_kind
        self.position = position
        self.tokens = self._tokens()
        self.at = 0

    def _tokens(self) -> list[str]:
        """Capital words, coasts as `/NC` glued to their place or alone, and dashes.

        Only characters that mean nothing are dropped; anything else unknown is malformed.
        """
        if not self.text.strip() or len(self.text) > _LONGEST_TEXT:
            raise MalformedOrder(f"That is no order. {_EXAMPLES[self.phase_kind]}")
        text = _ARROWS.sub(" - ", self.text.upper())
        text = _COAST_FORMS.sub(lambda match: f"/{match[1][0]}C ", text)
        text = re.sub(r"\bMID-(?=ATL)", "MID ", text)
        text = re.sub(r"[.,:;_()'\"\s]+", " ", text)
        text = re.sub(r" (?=/[NSEW]C)", "", text)
        if re.sub(_TOKEN, "", text).strip():
            raise MalformedOrder(f"'{_shortened(self.text)}' has signs that no order has. {_EXAMPLES[self.phase_kind]}")
        return _TOKEN.findall(text)

    # tokens

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def verb(self) -> str:
        """The verb at the cursor, or "" if the next token is none or the text is over."""
        return _VERBS.get(self.peek(), "")

    def expect_end(self) -> None:
        if self.at < len(self.tokens):
            rest = " ".join(self.tokens[self.at :]).lower()
            raise MalformedOrder(f"'{_shortened(self.text)}' goes on with '{rest}' where the order should end.")

    def malformed(self) -> MalformedOrder:
        return MalformedOrder(f"'{_shortened(self.text)}' is not an order. {_EXAMPLES[self.phase_kind]}")

    # places and units

    def place(self) -> Region:
        """A place at the cursor: the longest run of words that names one, and its coast."""
        for length in (3, 2, 1):
            words = self.tokens[self.at : self.at + length]
            if len(words) < length or "-" in words:
                continue
            last, _, coast = words[-1].partition("/")
            phrase = " ".join([*words[:-1], last])
            if length > 1 and any(word.partition("/")[0] in _VERBS for word in words[1:]):
                continue
            found = places_named(phrase)
            if found:
                self.at += length
                return self._region(phrase, found, coast)
        word = self.peek().lower()
        if not word:
            raise MalformedOrder(f"'{_shortened(self.text)}' ends too early. {_EXAMPLES[self.phase_kind]}")
        raise MalformedOrder(f"There is no place '{_shortened(word)}' on the board.")

    def _region(self, phrase: str, found: tuple[Province, ...], coast: str) -> Region:
        if len(found) > 1:
            found = tuple(sorted(found))
            names = tuple(STANDARD.provinces[code].name for code in found)
            raise AmbiguousOrder(f"'{phrase.lower()}' may be {_either(names)}. Say which.", found)
        if coast and coast not in STANDARD.provinces[found[0]].coasts:
            raise MalformedOrder(f"{STANDARD.provinces[found[0]].name} has no {COAST_WORDS[coast]}.")
        return f"{found[0]}/{coast}" if coast else found[0]

    def unit(self) -> tuple[UnitKind | None, Region]:
        """`A PAR`, `ENG F NTH`, `army Paris` or just `PAR`: kind (None if not said) and place."""
        if self.peek() in _POWER_WORDS and self.peek(1) in _KINDS:
            self.at += 1
        kind = _KINDS.get(self.peek())
        if kind is not None:
            self.at += 1
        return kind, self.place()

    def complete(self, kind: UnitKind | None, region: Region) -> tuple[UnitKind, Region]:
        """The unit with what was left out filled in from the position."""
        unit = self._standing(province_of(region))
        if unit is None:
            if kind is not None:
                return kind, region
            if self.position is None:
                raise MalformedOrder(f"'{_shortened(self.text)}' does not say whether {region} is an army or a fleet.")
            raise IllegalOrder(f"There is no unit in {region_phrase(province_of(region))}.")
        if kind in (None, unit.kind) and region == unit.province:
            return unit.kind, unit.region
        return kind or unit.kind, region

    def _standing(self, province: Province) -> Unit | None:
        if self.position is None:
            return None
        for dislodged in self.position.dislodged:
            if dislodged.unit.province == province:
                return dislodged.unit
        return self.position.unit_at(province)

    # orders

    def order(self) -> Order:
        leading = self.verb()
        if leading in ("B", "D", "W") and not (len(self.tokens) > 1 and _VERBS.get(self.peek(1)) == "-"):
            self.at += 1
            return self._adjustment(leading)
        kind, region = self.unit()
        verb = self.verb()
        if not verb:
            if self.at < len(self.tokens):
                raise self.malformed()
            raise MalformedOrder(f"'{_shortened(self.text)}' does not say what to do. {_EXAMPLES[self.phase_kind]}")
        self.at += 1
        if verb in ("B", "D"):
            self.expect_end()
            return self._dismissal_or_build(verb, kind, region)
        kind, region = self.complete(kind, region)
        order = self._movement(verb, kind, region)
        self.expect_end()
        return order

    def _movement(self, verb: str, kind: UnitKind, region: Region) -> Order:
        match verb:
            case "H":
                return Hold(kind, region)
            case "-" | "R":
                return self._move(verb, kind, region)
            case "S":
                return self._support(kind, region)
            case "C":
                return self._convoy(kind, region)
            case _:
                raise self.malformed()

    def _move(self, verb: str, kind: UnitKind, region: Region) -> Order:
        if self.peek() == "TO" or (verb == "R" and self.verb() == "-"):
            self.at += 1
        target = self.place()
        if self.phase_kind == "R" or verb == "R":
            return Retreat(kind, region, target)
        return Move(kind, region, target, self._via())

    def _target(self) -> Region:
        """The place after `-`, `to` or `moves to`, the cursor standing before it."""
        self.at += 1
        self.at += self.peek() == "TO"
        return self.place()

    def _via(self) -> bool:
        if self.verb() not in ("VIA", "C"):
            return False
        self.at += 1
        if self.verb() == "C":
            self.at += 1
        return True

    def _support(self, kind: UnitKind, region: Region) -> Order:
        supported_kind, supported = self.complete(*self.unit())
        if self.verb() != "-":
            self.at += self.verb() == "H"
            return Support(kind, region, supported_kind, supported)
        target = self._target()
        self._via()
        return Support(kind, region, supported_kind, supported, target)

    def _convoy(self, kind: UnitKind, region: Region) -> Order:
        _, army = self.unit()
        if self.verb() != "-":
            text = _shortened(self.text)
            raise MalformedOrder(f"'{text}' does not say where to. A convoy looks like F NTH C A LON - BEL.")
        target = self._target()
        self._via()
        return Convoy(kind, region, province_of(army), province_of(target))

    def _adjustment(self, verb: str) -> Order:
        if verb == "W":
            if self.verb() == "B":
                self.at += 1
            self.expect_end()
            return Waive()
        kind, region = self.unit()
        self.expect_end()
        return self._dismissal_or_build(verb, kind, region)

    def _dismissal_or_build(self, verb: str, kind: UnitKind | None, region: Region) -> Order:
        if verb == "B":
            return Build(*self._built(kind, region))
        kind, region = self.complete(kind, region)
        return Remove(kind, region) if self.phase_kind == "A" else Disband(kind, region)

    def _built(self, kind: UnitKind | None, region: Region) -> tuple[UnitKind, Region]:
        if kind is not None:
            return kind, region
        if "/" in region:
            return "F", region
        if STANDARD.provinces[region].kind == "coast":
            name = STANDARD.provinces[region].name
            raise AmbiguousOrder(f"Say what to build in {name}: an army or a fleet.", (f"A {region}", f"F {region}"))
        return "A", region


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
