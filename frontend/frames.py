"""What travels between a browser and the game, as typed JSON.

A browser sends commands; each gets one answer that carries its `ref`. The socket and
`POST /games/<slug>/command` speak the same. Everything is checked here, at the edge: what comes out
of `parse_command` is a value with sound fields, anything else a `Garbage` with a sentence.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from adjudication.phase import parse_phase
from frontend.press_frames import Message, Press, Reading

__all__ = [
    "LARGEST_FRAME",
    "Ask",
    "Cancel",
    "Command",
    "GameFacts",
    "Garbage",
    "Give",
    "Offer",
    "PhaseFacts",
    "Read",
    "Ready",
    "Ref",
    "Reply",
    "Respond",
    "Say",
    "SeatFacts",
    "Seen",
    "Sheet",
    "State",
    "TalkCommand",
    "WrittenOrder",
    "answer",
    "parse_command",
    "press_reply",
    "reading_reply",
    "refused",
    "said_reply",
    "sheet_reply",
]

LARGEST_FRAME: Final = 8192
"""Bytes of the longest command anybody needs, with plenty to spare."""

_LONGEST_TEXT: Final = 200
_LONGEST_TALK: Final = 4000
_MOST_ITEMS: Final = 40
_LARGEST_REF: Final = 2**31
_LARGEST_ID: Final = 2**63

Ref: TypeAlias = int | None


class Garbage(Exception):  # noqa: N818 - what came in is garbage; the program is well
    """What came in is not a command. `ref` is the sender's, where one could be read."""

    def __init__(self, message: str, ref: Ref = None) -> None:
        super().__init__(message)
        self.message = message
        self.ref = ref


@dataclass(frozen=True, slots=True)
class Give:
    """`{"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}`: order a unit."""

    phase: str
    text: str
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """`{"type": "cancel", "phase": "S1901M", "unit": "PAR", "ref": 2}`: take a unit's order back."""

    phase: str
    unit: str
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Ready:
    """`{"type": "ready", "phase": "S1901M", "ready": true, "ref": 3}`: the orders are final, or not yet."""

    phase: str
    ready: bool
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Ask:
    """`{"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 4}`: would this order do? Changes nothing."""

    phase: str
    text: str
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Read:
    """`{"type": "read", "text": "mun s par-bur?", "to": ["GER"]}`: what would this mean? Changes nothing."""

    text: str
    to: tuple[str, ...]
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Offer:
    """`{"type": "offer", "asked": ["A MUN S A PAR - BUR"], "offered": [], "to": ["GER"]}`: orders clicked on the map as
    a proposal. Changes nothing."""

    asked: tuple[str, ...]
    offered: tuple[str, ...]
    to: tuple[str, ...]
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Say:
    """`{"type": "say", "text": "...", "to": ["GER"], "l": "", "plain": false}`: say it; l: as which reading."""

    text: str
    to: tuple[str, ...]
    l: str  # noqa: E741 - the language is called L
    plain: bool
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Respond:
    """`{"type": "answer", "message": 41, "act": "accept"}`: answer the proposal in that message, or take it back."""

    message: int
    act: str
    ref: Ref = None


@dataclass(frozen=True, slots=True)
class Seen:
    """`{"type": "seen", "with": ["ENG", "FRA"], "upto": 41}`: this conversation is read up to this message."""

    powers: tuple[str, ...]
    upto: int
    ref: Ref = None


TalkCommand: TypeAlias = Read | Offer | Say | Respond | Seen
Command: TypeAlias = Give | Cancel | Ready | Ask | TalkCommand

_KINDS: Final[Mapping[str, tuple[type[Command], tuple[tuple[str, type], ...]]]] = {
    "order": (Give, (("phase", str), ("text", str))),
    "cancel": (Cancel, (("phase", str), ("unit", str))),
    "ready": (Ready, (("phase", str), ("ready", bool))),
    "ask": (Ask, (("phase", str), ("text", str))),
    "read": (Read, (("text", str), ("to", list))),
    "offer": (Offer, (("asked", list), ("offered", list), ("to", list))),
    "say": (Say, (("text", str), ("to", list), ("l", str), ("plain", bool))),
    "answer": (Respond, (("message", int), ("act", str))),
    "seen": (Seen, (("with", list), ("upto", int))),
}
_TYPE_WORDS: Final = {str: "text", bool: "true or false", int: "a whole number", list: "a list of texts"}
_TALK: Final = frozenset({"read", "say"})
"""Commands whose text is a message: it may be long and have several lines, and is looked at by who says it."""

_FIELD_NAMES: Final = {"with": "powers"}


def parse_command(text: str | bytes | None) -> Command:
    """Read one frame. Raises Garbage, with a sentence, for anything that is not a whole and sound command."""
    if not text:
        raise Garbage("An empty frame is no command.")
    if len(text) > LARGEST_FRAME:
        raise Garbage(f"A command has at most {LARGEST_FRAME} bytes.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Garbage("A command is a JSON object.") from None
    if not isinstance(data, dict):
        raise Garbage("A command is a JSON object.")
    ref = data.get("ref")
    if ref is not None and (type(ref) is not int or not 0 <= ref < _LARGEST_REF):
        raise Garbage("'ref' is a whole number from 0 on.")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Garbage(f"'type' is one of {', '.join(_KINDS)}.", ref)
    made, fields = _KINDS[kind]
    unknown = sorted(set(data) - {"type", "ref"} - {name for name, _ in fields})
    if unknown:
        raise Garbage(f"'{unknown[0][:40]}' has no meaning in a command of type '{kind}'.", ref)
    values = {_FIELD_NAMES.get(name, name): _field(data, name, wanted, ref) for name, wanted in fields}
    return made(**values, ref=ref)


def _field(data: Mapping[str, Any], name: str, wanted: type, ref: Ref) -> Any:
    value = data.get(name)
    if type(value) is not wanted:
        raise Garbage(f"'{name}' is missing or not {_TYPE_WORDS[wanted]}.", ref)
    if isinstance(value, list):
        if len(value) > _MOST_ITEMS or not all(isinstance(each, str) for each in value):
            raise Garbage(f"'{name}' is a list of at most {_MOST_ITEMS} texts.", ref)
        return tuple(_checked(each, name, _LONGEST_TEXT, ref) for each in value)
    if isinstance(value, int) and not 0 <= value < _LARGEST_ID:
        raise Garbage(f"'{name}' is a whole number from 0 on.", ref)
    if isinstance(value, str) and data["type"] in _TALK:
        if len(value) > _LONGEST_TALK:
            raise Garbage(f"'{name}' has at most {_LONGEST_TALK} letters.", ref)
        return value
    if isinstance(value, str):
        _checked(value, name, _LONGEST_TEXT, ref)
        if name == "phase":
            try:
                parse_phase(value)
            except ValueError as error:
                raise Garbage(f"{error}.", ref) from None
    return value


def _checked(value: str, name: str, longest: int, ref: Ref) -> str:
    if len(value) > longest:
        raise Garbage(f"'{name}' has at most {longest} letters.", ref)
    if "\x00" in value or not value.isprintable():
        raise Garbage(f"'{name}' holds signs that cannot be printed.", ref)
    return value


# --- What a browser gets -------------------------------------------------------------------------


class WrittenOrder(TypedDict):
    """One order of mine. unit: the key to cancel it by. place, words: for a row of
    the list. note: a warning in words, or empty."""

    text: str
    unit: str
    region: str | None
    kind: str | None
    place: str
    words: str
    sentence: str
    note: str


class Missing(TypedDict):
    """A unit of mine without an order; in builds `region` is None."""

    unit: str | None
    region: str | None


class Sheet(TypedDict):
    """My orders in a phase. adjustments: builds (+) or removals (-) still to be written. drawing: the orders layer."""

    phase: str
    kind: str
    orders: list[WrittenOrder]
    missing: list[Missing]
    adjustments: int
    ready: bool
    drawing: str


class PhaseFacts(TypedDict):
    """A phase in the timeline."""

    name: str
    title: str
    kind: str
    status: str


class GameFacts(TypedDict):
    """What everybody may know of a game. Times are ISO 8601 in UTC."""

    slug: str
    name: str
    status: str
    phase: str
    title: str
    turn: str
    kind_word: str
    opened: str | None
    deadline: str | None
    now: str
    phases: list[PhaseFacts]
    winner: str | None
    verdict: str | None
    centers_to_win: int


class SeatFacts(TypedDict):
    """A seat as everybody sees it. decides: whether it has anything to order. note: what befell its bot, or empty."""

    power: str
    name: str
    player: str
    is_bot: bool
    centers: int
    units: int
    decides: bool
    ready: bool
    note: str


class You(TypedDict):
    """The seat of the person who looks."""

    power: str


class State(TypedDict):
    """All that a page shows around the board."""

    game: GameFacts
    seats: list[SeatFacts]
    you: You | None
    sheet: Sheet | None


class Reply(TypedDict):
    """An answer or a message. Which fields there are follows from `type`."""

    type: Literal["state", "sheet", "refused", "answer", "reading", "said", "press"]
    ref: NotRequired[int]
    state: NotRequired[State]
    sheet: NotRequired[Sheet | None]
    code: NotRequired[str]
    message: NotRequired[str | Message]
    legal: NotRequired[bool]
    reading: NotRequired[Reading]
    press: NotRequired[Press | None]
    allowed: NotRequired[list[str]]


def refused(code: str, message: str, ref: Ref = None) -> Reply:
    """No, and why."""
    return _with_ref({"type": "refused", "code": code, "message": message}, ref)


def sheet_reply(sheet: Sheet | None, ref: Ref = None) -> Reply:
    """Done; this is the sheet now."""
    return _with_ref({"type": "sheet", "sheet": sheet}, ref)


def answer(legal: bool, message: str, ref: Ref = None) -> Reply:
    """What would become of an order that was only asked about."""
    return _with_ref({"type": "answer", "legal": legal, "message": message}, ref)


def reading_reply(reading: Reading, ref: Ref = None) -> Reply:
    """What was typed, or clicked, would mean this."""
    return _with_ref({"type": "reading", "reading": reading}, ref)


def said_reply(message: Message, ref: Ref = None) -> Reply:
    """It is said; this is the message."""
    return _with_ref({"type": "said", "message": message}, ref)


def press_reply(press: Press | None, ref: Ref = None) -> Reply:
    """My talk, or what is new in it."""
    return _with_ref({"type": "press", "press": press}, ref)


def _with_ref(reply: Reply, ref: Ref) -> Reply:
    if ref is not None:
        reply["ref"] = ref
    return reply
