"""Commands from the browser, each a type that validates itself.

Each command gets one answer that carries its `ref`. The socket and `POST /games/<slug>/command` take the same. What
comes out of `parse_command` is a value with sound fields; anything else is a `BadFrame` with a sentence. The types
are also what `static/wire.d.ts` is made from (`python -m frontend.wire`).
"""

import json
import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from adjudication.phase import parse_phase
from dipgame.games.models.receipt import LONGEST_MARK

__all__ = [
    "COMMANDS",
    "LARGEST_FRAME",
    "AnswerCommand",
    "AskCommand",
    "BadFrame",
    "CancelCommand",
    "Command",
    "CompleteCommand",
    "LookCommand",
    "OfferCommand",
    "OrderCommand",
    "PingCommand",
    "ReadCommand",
    "ReadyCommand",
    "Ref",
    "SayCommand",
    "SeenCommand",
    "TableCommand",
    "TalkCommand",
    "TypingCommand",
    "VoteCommand",
    "parse_command",
]

LARGEST_FRAME: Final = 8192
"""Bytes of the longest command anybody needs, with plenty to spare."""

Ref: TypeAlias = Annotated[int, Meta(ge=0, lt=2**31)] | None
"""The sender's number for a command, given back with the answer."""

Line: TypeAlias = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$")]
"""One line of printable characters."""

ListText: TypeAlias = Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$")]
"""One order or a list of them, as typed or pasted."""

Lines: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=40)]
LongText: TypeAlias = Annotated[str, Meta(max_length=4000)]
"""A message as typed: it may have several lines, and the service that takes it looks at it."""

Mark: TypeAlias = Annotated[str, Meta(max_length=LONGEST_MARK, pattern=r"^[-A-Za-z0-9]+$")]
"""The page's own name for a command: the same mark again is not done again."""

RowId: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all commands."""


class _PhaseCommand(_Command, frozen=True):
    """A command that is meant for one phase, `S1901M`."""

    phase: Line

    def __post_init__(self) -> None:
        parse_phase(self.phase)


class OrderCommand(_PhaseCommand, frozen=True, tag="order"):
    """`{"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1, "mark": "k3x-1"}`: order units."""

    text: ListText
    ref: Ref = None
    mark: Mark = ""


class CancelCommand(_PhaseCommand, frozen=True, tag="cancel"):
    """`{"type": "cancel", "phase": "S1901M", "unit": "PAR", "ref": 2}`: take a unit's order back."""

    unit: Line
    ref: Ref = None
    mark: Mark = ""


class ReadyCommand(_PhaseCommand, frozen=True, tag="ready"):
    """`{"type": "ready", "phase": "S1901M", "ready": true, "ref": 3}`: the orders are final, or not yet."""

    ready: bool
    ref: Ref = None
    mark: Mark = ""


class AskCommand(_PhaseCommand, frozen=True, tag="ask"):
    """`{"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 4}`: would this order do? Changes nothing."""

    text: Line
    ref: Ref = None


class VoteCommand(_PhaseCommand, frozen=True, tag="vote"):
    """`{"type": "vote", "phase": "S1908M", "vote": "end", "choice": "ENG FRA", "answer": "yes"}`: answer a vote.

    vote: its key in `dipgame.games.votes`; choice: as `TableFacts.votes` names it, or powers with blanks between;
    answer: empty withdraws mine."""

    vote: Line
    choice: Line
    answer: Literal["yes", "no", ""]
    ref: Ref = None


class TypingCommand(_PhaseCommand, frozen=True, tag="typing"):
    """`{"type": "typing", "phase": "S1901M"}`: the time is running out, and I am still writing."""

    ref: Ref = None


class PingCommand(_Command, frozen=True, tag="ping"):
    """`{"type": "ping", "ref": 6}`: is the line whole? Changes nothing."""

    ref: Ref = None


class LookCommand(_Command, frozen=True, tag="look"):
    """`{"type": "look"}`: the page is before somebody's eyes; what they were told of this game is not new any more."""

    ref: Ref = None


class ReadCommand(_Command, frozen=True, tag="read"):
    """`{"type": "read", "text": "mun s par-bur?", "to": ["GER"]}`: what would this mean? Changes nothing."""

    text: LongText
    to: Lines
    ref: Ref = None


class CompleteCommand(_Command, frozen=True, tag="complete"):
    """`{"type": "complete", "text": "will you sup", "to": ["GER"]}`: what may be typed next? Changes nothing. text: up
    to where one types."""

    text: LongText
    to: Lines
    ref: Ref = None


class OfferCommand(_Command, frozen=True, tag="offer"):
    """`{"type": "offer", "asked": ["A MUN S A PAR - BUR"], "offered": [], "to": ["GER"]}`: orders clicked on the map as
    a proposal. Changes nothing."""

    asked: Lines
    offered: Lines
    to: Lines
    ref: Ref = None


class SayCommand(_Command, frozen=True, tag="say"):
    """`{"type": "say", "text": "...", "to": ["GER"], "l": "", "plain": false}`: say it; l: as which reading.

    `phase` may be given, the one it was written in: what it means is not said in another. And `instead`: the message
    whose proposal it takes the place of."""

    text: LongText
    to: Lines
    l: LongText  # noqa: E741 - the language is called L
    plain: bool
    ref: Ref = None
    mark: Mark = ""
    phase: Line = ""
    instead: RowId = 0

    def __post_init__(self) -> None:
        if self.phase:
            parse_phase(self.phase)


class AnswerCommand(_Command, frozen=True, tag="answer"):
    """`{"type": "answer", "message": 41, "act": "accept"}`: answer the proposal in that message, or take it back."""

    message: RowId
    act: Line
    ref: Ref = None
    mark: Mark = ""


class SeenCommand(_Command, frozen=True, tag="seen", rename={"powers": "with"}):
    """`{"type": "seen", "with": ["ENG", "FRA"], "upto": 41}`: this conversation is read up to this message."""

    powers: Lines
    upto: RowId
    ref: Ref = None


TalkCommand: TypeAlias = ReadCommand | CompleteCommand | OfferCommand | SayCommand | AnswerCommand | SeenCommand
PageCommand: TypeAlias = PingCommand | LookCommand
TableCommand: TypeAlias = VoteCommand | TypingCommand
Command: TypeAlias = OrderCommand | CancelCommand | ReadyCommand | AskCommand | PageCommand | TalkCommand | TableCommand
COMMANDS: Final = (
    OrderCommand,
    CancelCommand,
    ReadyCommand,
    AskCommand,
    PingCommand,
    LookCommand,
    ReadCommand,
    CompleteCommand,
    OfferCommand,
    SayCommand,
    AnswerCommand,
    SeenCommand,
    VoteCommand,
    TypingCommand,
)
"""All commands, in the order of the union `Command`."""


class BadFrame(Exception):  # noqa: N818 - what came in is bad; the program is well
    """The frame is not a valid command.

    message: a sentence that says why. ref: the sender's, if it could be read.
    """

    def __init__(self, message: str, ref: Ref = None) -> None:
        super().__init__(message)
        self.message = message
        self.ref = ref


_DECODER: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(Command)


def parse_command(frame: str | bytes | None) -> Command:
    """Read one frame. Raises BadFrame, with a sentence, for anything that is not a whole and sound command."""
    if not frame:
        raise BadFrame("An empty frame is no command.")
    if len(frame) > LARGEST_FRAME:
        raise BadFrame(f"A command has at most {LARGEST_FRAME} bytes.")
    try:
        return _DECODER.decode(frame)
    except msgspec.ValidationError as error:
        raise BadFrame(_sentence(str(error)), _ref_of(frame)) from None
    except ValueError:  # no JSON, or characters that no text can hold
        raise BadFrame(
            "A command is a JSON object, and its texts have no unprintable characters.", _ref_of(frame)
        ) from None


def _ref_of(frame: str | bytes) -> Ref:
    """The sender's number in a frame that is otherwise bad; the tolerant reader reads what the strict one will not."""
    try:
        ref: Ref = msgspec.convert(json.loads(frame)["ref"], Ref)
        return ref
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


_FIELD: Final = re.compile(r" - at `\$\.?(?P<field>\w*)(?P<item>\[\d+\])?`$")
_SENTENCES: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"missing required field `(\w+)`", "'{0}' is missing."),
        (r"unknown field `([^`]{1,40})", "'{0}' has no meaning in this command."),
        (r"Invalid value", "'{field}' is one of {kinds}."),
        (r"Expected `(?:str|array)` of length <= (\d+)", "'{field}' has at most {0} {counted}."),
        (r"Expected `object`", "A command is a JSON object."),
        (r"matching regex .*A-Za", "'{field}' holds letters, digits and dashes only."),
        (r"matching regex", "'{field}' has unprintable characters."),
        (r"Expected `(str|bool|array|int)", "'{field}' is not {wanted}."),
    )
)
_WANTED: Final = {
    "str": "text",
    "bool": "true or false",
    "array": "a list of texts",
    "int": "a whole number from 0 on",
}


def _sentence(error: str) -> str:
    """Error of the validating library, as a sentence that names the field."""
    at = _FIELD.search(error)
    known: dict[str, Any] = {
        "field": at["field"] if at else "type",
        "kinds": ", ".join(str(each.__struct_config__.tag) for each in COMMANDS),
        "counted": "items" if "`array`" in error else "characters",
    }
    for pattern, words in _SENTENCES:
        if found := pattern.search(error):
            wanted = _WANTED.get(found[1], "") if pattern.groups else ""
            return words.format(*found.groups(), **known, wanted=wanted)
    return f"{error.removesuffix('.')}."  # of our own making: the phase that does not exist
