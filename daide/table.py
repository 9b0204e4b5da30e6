"""A game as one client may know it, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position, opening
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from daide.tokens import Words
from negotiation.terms import Utterance

__all__ = ["LEVEL_OF_L", "Desk", "Heard", "Played", "Player", "Refusal", "Status", "Table"]

Status: TypeAlias = Literal["open", "running", "solo", "draw", "closed"]
"""open: not begun. closed: ended without a result on the board."""

LEVEL_OF_L: Final[Mapping[int, int]] = MappingProxyType(
    {0: 0, 1: 50, 2: 60, 3: 70, 4: 70, 5: 70, 6: 90, 7: 130, 8: 130, 9: 130}
)
"""The level of DAIDE at which a game of a level of L is played."""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer
    """A refusal by the site.

    huh: where the hearers, not the rules, have no words for it.
    """

    def __init__(self, huh: bool = False) -> None:
        super().__init__("refused")
        self.huh = huh


@dataclass(frozen=True, slots=True)
class Played:
    """A phase that is over, and the next board."""

    position: Position
    outcomes: tuple[Outcome, ...]
    after: Position


@dataclass(frozen=True, slots=True)
class Player:
    """A power at the end of a game.

    out: the year in which it lost its last center.
    """

    power: Power
    name: str
    version: str
    centers: int
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message to the client, in L or as press."""

    number: int
    speaker: Power
    hearers: tuple[Power, ...]
    said: tuple[Utterance, ...] = ()
    press: Words = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment.

    power: the client's, None for an observer. level: of DAIDE. lengths: seconds of moves, retreats and builds.
    position: the board of the phase now played, of the end, or before the game its first. index: how many phases are
    over. orders: those the client has given, by province, waived builds by `WAIVE 1` and so on. decides: whether
    anything is awaited from the client. seconds: up to the deadline, None without one. alive: the powers on the board.
    sharers: of a draw. heard: the newest number of a message.
    """

    power: Power | None = None
    passcode: int = 0
    status: Status = "open"
    level: int = 0
    options: frozenset[str] = frozenset()
    lengths: tuple[int, int, int] = (0, 0, 0)
    position: Position = field(default_factory=opening)
    rulebook: Rulebook = STANDARD_RULES
    index: int = 0
    orders: Mapping[str, Order] = field(default_factory=dict)
    decides: bool = False
    ready: bool = False
    seconds: int | None = None
    alive: frozenset[Power] = frozenset()
    winner: Power | None = None
    sharers: tuple[Power, ...] = ()
    players: tuple[Player, ...] = ()
    heard: int = 0

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.status in ("solo", "draw", "closed")


class Desk(Protocol):
    """All that a session asks of the site.

    Every call may raise `Refusal`; then nothing changed.
    """

    def join(self, name: str, version: str) -> None:
        """Take a seat that is open to programs."""

    def watch(self) -> None:
        """Watch a game."""

    def come_back(self, power: Power, passcode: int) -> None:
        """Take the client's seat again."""

    def leave(self) -> None:
        """Give the seat up."""

    def table(self) -> Table:
        """The client's game now."""

    def played(self, begin: int, end: int) -> Sequence[Played]:
        """The phases from one number up to before another."""

    def played_in(self, phase: Phase) -> Played:
        """The phase of this name, if it is over."""

    def first(self) -> Position:
        """The board on which the game began."""

    def order(self, orders: Sequence[Order]) -> Sequence[bool]:
        """Write these orders; tells which stand."""

    def cancel(self, key: str | None) -> bool:
        """Cancel an order; True if there was one.

        key: in `Table.orders`; None for all of them.
        """

    def ready(self, ready: bool) -> None:
        """Say that the orders are final, or that they are not."""

    def draw(self, sharers: tuple[Power, ...], agrees: bool) -> None:
        """Agree to a draw, or take that back."""

    def say(self, hearers: tuple[Power, ...], readings: Sequence[Utterance], press: Words) -> tuple[Power, ...]:
        """Say the first of these readings that may be said now.

        Without readings the press itself goes to programs. Returns the hearers who had no words for it.
        """

    def messages(self, after: int, last: int) -> Sequence[Heard]:
        """Messages to the client after one number, up to another."""

    def tell(self, name: str, words: str) -> None:
        """Say something about the game as such to everybody."""
