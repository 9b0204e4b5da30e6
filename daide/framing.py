"""Frames and states of a connection, in the manner of h11.

Bytes to events and back, without sockets.

    line = Connection("server")
    for event in line.receive(octets): ...      # Initial, Diplomacy, Final, Failure, or last of all Violation
    socket.send(line.send(Representation()))

A frame: its kind, an octet of any value, and the length of the rest in two octets, the higher first. After a
`Violation` its code is to be sent as a `Failure`, and the connection closed; nothing more is read.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from daide.tokens import Words, is_private

__all__ = [
    "MAGIC",
    "VERSION",
    "Code",
    "Connection",
    "Diplomacy",
    "Event",
    "Failure",
    "Initial",
    "Last",
    "NotNow",
    "Representation",
    "Role",
    "State",
    "Violation",
]

VERSION: Final = 1
MAGIC: Final = 0xDA10

Role: TypeAlias = Literal["server", "client"]
State: TypeAlias = Literal["start", "greeted", "open", "closed"]
"""start: nothing was said. greeted: the initial message was sent, the representation not. closed: nothing is read."""


class Code(IntEnum):
    """Faults of a connection, as an error message names them."""

    TOO_LATE = 0x01
    NOT_FIRST = 0x02
    WRONG_ENDIAN = 0x03
    WRONG_MAGIC = 0x04
    WRONG_VERSION = 0x05
    SECOND_INITIAL = 0x06
    INITIAL_BY_SERVER = 0x07
    UNKNOWN_KIND = 0x08
    TOO_SHORT = 0x09
    BEFORE_REPRESENTATION = 0x0A
    REPRESENTATION_NOT_FIRST = 0x0B
    SECOND_REPRESENTATION = 0x0C
    REPRESENTATION_BY_CLIENT = 0x0D
    INVALID_TOKEN = 0x0E


@dataclass(frozen=True, slots=True)
class Initial:
    """The first message, of the client (IM)."""

    version: int = VERSION
    magic: int = MAGIC


@dataclass(frozen=True, slots=True)
class Representation:
    """Powers and provinces of the map (RM).

    Each with its letters; none for the standard ones.
    """

    names: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Diplomacy:
    """A message (DM)."""

    words: Words


@dataclass(frozen=True, slots=True)
class Last:
    """The last message before the connection is closed in good order (FM)."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Message before closing because of a fault (EM)."""

    code: int


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule of the connection; nothing after it is read."""

    code: Code


Event: TypeAlias = Initial | Representation | Diplomacy | Last | Failure | Violation
_Sent: TypeAlias = Initial | Representation | Diplomacy | Last | Failure
_KINDS: Final[tuple[type[_Sent], ...]] = (Initial, Representation, Diplomacy, Last, Failure)
"""The kinds of frames by their number."""


class NotNow(ValueError):  # noqa: N818 - named after what is wrong with it
    """The program itself would break the rules of the connection."""


_Table: TypeAlias = Mapping[tuple[State, type[_Sent]], State | Code]

RECEIVED: Final[Mapping[Role, _Table]] = MappingProxyType(
    {
        "server": {
            ("start", Initial): "greeted",
            ("start", Representation): Code.NOT_FIRST,
            ("start", Diplomacy): Code.NOT_FIRST,
            ("greeted", Initial): Code.SECOND_INITIAL,
            ("greeted", Representation): Code.REPRESENTATION_BY_CLIENT,
            ("greeted", Diplomacy): "greeted",  # C++ clients do not wait for the representation
            ("open", Initial): Code.SECOND_INITIAL,
            ("open", Representation): Code.REPRESENTATION_BY_CLIENT,
            ("open", Diplomacy): "open",
        },
        "client": {
            ("start", Initial): Code.INITIAL_BY_SERVER,
            ("start", Representation): Code.REPRESENTATION_NOT_FIRST,
            ("start", Diplomacy): Code.REPRESENTATION_NOT_FIRST,
            ("greeted", Initial): Code.INITIAL_BY_SERVER,
            ("greeted", Representation): "open",
            ("greeted", Diplomacy): Code.REPRESENTATION_NOT_FIRST,
            ("open", Initial): Code.INITIAL_BY_SERVER,
            ("open", Representation): Code.SECOND_REPRESENTATION,
            ("open", Diplomacy): "open",
        },
    }
)
"""By role: what a frame that comes in a state does, the next state or the fault. `Last` and `Failure` always close."""

SENT: Final[Mapping[Role, _Table]] = MappingProxyType(
    {
        "server": {("greeted", Representation): "open", ("open", Diplomacy): "open"},
        "client": {("start", Initial): "greeted", ("open", Diplomacy): "open"},
    }
)
"""By role: what may be sent in a state, and the next state."""

_HEADER: Final = struct.Struct(">BxH")
_INITIAL: Final = struct.Struct(">HH")
_CODE: Final = struct.Struct(">H")
_NAME: Final = struct.Struct(">H3sx")
_SWAPPED_LENGTH: Final = 0x0400
_SWAPPED_MAGIC: Final = 0x10DA


class Connection:
    """One end of a connection: its unread octets and its state."""

    def __init__(self, role: Role) -> None:
        self.role: Role = role
        self.state: State = "start"
        self._unread = b""

    @property
    def is_closed(self) -> bool:
        """True if nothing more is read or sent."""
        return self.state == "closed"

    def receive(self, octets: bytes) -> list[Event]:
        """Read octets that came; returns the events they complete.

        A `Violation` is the last event there is.
        """
        if self.is_closed:
            return []
        self._unread += octets
        events: list[Event] = []
        while not self.is_closed and len(self._unread) >= _HEADER.size:
            kind, length = _HEADER.unpack_from(self._unread)
            fault = self._fault_of(kind, length)
            if fault is None and len(self._unread) < _HEADER.size + length:
                break
            if fault is None:
                body = self._unread[_HEADER.size : _HEADER.size + length]
                self._unread = self._unread[_HEADER.size + length :]
                event = _read(_KINDS[kind], body)
                fault = event if isinstance(event, Code) else self._fault_in(event)
                if not isinstance(event, Code) and fault is None:
                    events.append(event)
            if fault is not None:
                self.state = "closed"
                events.append(Violation(fault))
        if self.is_closed:
            self._unread = b""
        return events

    def send(self, event: _Sent) -> bytes:
        """The octets of a frame.

        Raises NotNow for one that may not be sent in this state.
        """
        if isinstance(event, Last | Failure):
            self.state = "closed"
        else:
            after = SENT[self.role].get((self.state, type(event)))
            if after is None or isinstance(after, Code):
                raise NotNow(f"{type(event).__name__} cannot be sent by a {self.role} that is {self.state}")
            self.state = after
        body = _written(event)
        return _HEADER.pack(_KINDS.index(type(event)), len(body)) + body

    def _fault_of(self, kind: int, length: int) -> Code | None:
        """The fault that a header shows, before the rest is there."""
        if kind >= len(_KINDS):
            return Code.UNKNOWN_KIND
        wanted = _KINDS[kind]
        if wanted is Initial and length == _SWAPPED_LENGTH and self.role == "server" and self.state == "start":
            return Code.WRONG_ENDIAN
        after = RECEIVED[self.role].get((self.state, wanted))
        if isinstance(after, Code):
            return after
        return None if _is_long_enough(wanted, length) else Code.TOO_SHORT

    def _fault_in(self, event: _Sent) -> Code | None:
        """Go to the next state, or return the frame's fault."""
        match event:
            case Initial(_, magic) if magic == _SWAPPED_MAGIC:
                return Code.WRONG_ENDIAN
            case Initial(_, magic) if magic != MAGIC:
                return Code.WRONG_MAGIC
            case Initial(version) if version != VERSION:
                return Code.WRONG_VERSION
            case Last() | Failure():
                self.state = "closed"
                return None
            case _:
                after = RECEIVED[self.role][self.state, type(event)]
                if isinstance(after, Code):
                    return after
                self.state = after
                return None


def _is_long_enough(kind: type[_Sent], length: int) -> bool:
    """True if a frame of this kind may have this length."""
    if kind is Initial:
        return length == _INITIAL.size
    if kind is Representation:
        return length % _NAME.size == 0
    if kind is Diplomacy:
        return length >= _CODE.size and length % _CODE.size == 0
    return length == (_CODE.size if kind is Failure else 0)


def _read(kind: type[_Sent], body: bytes) -> _Sent | Code:
    if kind is Initial:
        return Initial(*_INITIAL.unpack(body))
    if kind is Representation:
        try:
            return Representation(tuple((word, name.decode("ascii")) for word, name in _NAME.iter_unpack(body)))
        except UnicodeDecodeError:
            return Code.INVALID_TOKEN
    if kind is Diplomacy:
        words: Words = struct.unpack(f">{len(body) // 2}H", body)
        return Code.INVALID_TOKEN if any(map(is_private, words)) else Diplomacy(words)
    return Failure(_CODE.unpack(body)[0]) if kind is Failure else Last()


def _written(event: _Sent) -> bytes:
    match event:
        case Initial(version, magic):
            return _INITIAL.pack(version, magic)
        case Representation(names):
            return b"".join(_NAME.pack(word, name.encode("ascii")) for word, name in names)
        case Diplomacy(words):
            if not 1 <= len(words) <= MOST_WORDS:
                raise NotNow(f"a message has from 1 to {MOST_WORDS} tokens, not {len(words)}")
            return struct.pack(f">{len(words)}H", *words)
        case Failure(code):
            return _CODE.pack(code)
        case Last():
            return b""


MOST_WORDS: Final = 0xFFFF // 2
"""Tokens of the longest message that a frame holds."""
