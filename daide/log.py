"""Recorded games as DAIDE logs: what observers hear, line by line.

    SCO (AUS BUD TRI VIE) (ENG EDI LON LVP) ...
    NOW (SPR 1901) (AUS FLT TRI) (AUS AMY BUD) ...
    ORD (SPR 1901) ((AUS AMY BUD) MTO SER) (SUC)

What `python -m daide.client --log` prints is read, too: `<` stands before what the server said, `>` before the rest.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, cast

from adjudication.board import STANDARD
from adjudication.games.formats import FORMATS, Format
from adjudication.games.replay import Board, Replay
from adjudication.games.value import Ending, GameFileError, RecordedGame
from adjudication.orders import Move, Order
from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from daide.grammar import fault_in, too_deep
from daide.orders import read_order
from daide.positions import owners_message, phase_in, position_in, position_message
from daide.table import Played
from daide.telling import GREATEST, Answer, map_message, sent, turn_played
from daide.tokens import MalformedText, Tree, flat, nested, text_of, words_of

__all__ = ["ALL_FORMATS", "is_like", "read", "write"]

_READ: Final = frozenset({"SCO", "NOW", "ORD", "SLO", "DRW"})
_OPTIONS: Final = frozenset({"PDA"})
_LINE: Final = re.compile(r"[<\s]*(?P<name>[A-Z]{3}) \(|(?P<draw>[<\s]*DRW\s*$)")
_LONGEST: Final = 20_000
"""Characters of a message that is read."""


def write(game: RecordedGame) -> str:
    """The game as a server tells it to an observer.

    Raises GameFileError for years that DAIDE has no numbers for.
    """
    last = game.final.phase
    if last.year > GREATEST:
        raise GameFileError(str(last), f"a year of DAIDE is at most {GREATEST}")
    told: list[Answer] = [map_message(), owners_message(game.first), position_message(game.first)]
    for phase, after in game.steps:
        end = _end(game) if after is game.final else []
        told += turn_played(Played(phase.position, phase.outcomes, after), end)
    return "".join(f"{text_of(words)}\n" for words in sent(told))


def _end(game: RecordedGame) -> list[Answer]:
    if game.winner is not None:
        return [("SLO", (game.winner,))]
    if game.ending != "draw":
        return []
    return [("DRW", tuple(game.sharers))] if len(game.sharers) > 1 else [("DRW",)]


def is_like(text: str) -> bool:
    """True if an early line is a message about the board."""
    return any(
        (match := _LINE.match(line)) and match["name"] in ("SCO", "NOW", "MAP") for line in text[:5000].splitlines()
    )


def read(text: str) -> RecordedGame:
    """Read a game from the first board in the log on.

    A log does not tell which units had no order, which builds were not ordered, and which units were removed by rule:
    they are read as orders that say so. Raises GameFileError.
    """
    reader = _Reader()
    for number, name, tree in _messages(text):
        try:
            reader.hear(name, tree)
        except GameFileError as error:
            raise GameFileError(f"line {number}, {error.place}".rstrip(", "), error.reason) from None
        except ValueError as error:
            raise GameFileError(f"line {number}", str(error)[:200]) from None
    return reader.game()


def _messages(text: str) -> Iterator[tuple[int, str, tuple[Tree, ...]]]:
    """Messages about board, orders and the end, with their lines."""
    for number, line in enumerate(text.splitlines(), 1):
        message = line.strip().removeprefix("<").strip()
        name = message[:3]
        if name not in _READ:
            continue
        if len(message) > _LONGEST:
            raise GameFileError(f"line {number}", f"a message has at most {_LONGEST} characters")
        try:
            words = words_of(message)
        except (MalformedText, ValueError) as error:
            raise GameFileError(f"line {number}", str(error)[:200]) from None
        if too_deep(words) is not None or (place := fault_in(words, "server_message", 10, _OPTIONS)) is not None:
            at = "" if too_deep(words) is not None or not place else f" after {text_of(words[:place])[-40:]}"
            raise GameFileError(f"line {number}", f"this is not a message of a server: {message[:40]}{at}")
        yield number, name, nested(words)


class _Reader:
    """The game as far as it was told."""

    def __init__(self) -> None:
        self._owners: tuple[Tree, ...] = ("SCO", *((power, *STANDARD.homes[power]) for power in POWERS))
        self._replay: Replay | None = None
        self._orders: list[tuple[Power, Order]] = []
        self._end: tuple[Ending, Power | None, list[Power]] = ("", None, [])

    def hear(self, name: str, tree: tuple[Tree, ...]) -> None:
        match name:
            case "SCO":
                self._owners = tree
            case "NOW":
                self._now(position_in(tree, self._owners))
            case "ORD":
                self._ord(tree)
            case "SLO":
                self._end = "solo", as_power(cast(tuple[str], tree[1])[0]), []
            case _:
                sharers = cast(Sequence[str], tree[1]) if len(tree) > 1 else ()
                self._end = "draw", None, [as_power(each) for each in sharers]

    def _now(self, position: Position) -> None:
        if self._replay is None:
            self._replay = Replay(position)
            return
        if self._orders:
            given: dict[Power, list[Order]] = {}
            for power, order in self._orders:
                given.setdefault(power, []).append(order)
            self._replay.play(given)
            self._orders = []
        here = str(position.phase)
        if not self._replay.reach(position.phase):
            raise GameFileError(here, f"by the rules the game is at {self._replay.position.phase} by then")
        retreats = {each.unit: frozenset(each.retreats) for each in position.dislodged}
        self._replay.compare(Board(frozenset(position.units), position.centers, retreats))

    def _ord(self, tree: tuple[Tree, ...]) -> None:
        if self._replay is None:
            raise GameFileError("", "there are orders before the first board, NOW")
        phase, order = phase_in(tree[1]), cast(tuple[Tree, ...], tree[2])
        if (not self._orders and not self._replay.reach(phase)) or phase != self._replay.position.phase:
            raise GameFileError(str(phase), f"by the rules the game is at {self._replay.position.phase} by then")
        power = as_power(str(order[0][0] if isinstance(order[0], tuple) else order[0]))
        found = read_order(order, power, self._replay.position)
        if found.order is None:
            words = text_of(flat(order))
            raise GameFileError(str(phase), f"{words} is not an order at this board ({found.note})")
        self._orders.append((power, _plain(found.order)))

    def game(self) -> RecordedGame:
        if self._replay is None:
            raise GameFileError("", "no board is in the log: there is no message NOW")
        if self._orders:
            raise GameFileError("", "the log ends with orders, before the board that they lead to")
        ending, winner, sharers = self._end
        return self._replay.game("", ending, winner, sharers)


def _plain(order: Order) -> Order:
    """The order, VIA only where there is a way by land."""
    if isinstance(order, Move) and order.via and order.target not in STANDARD.army_borders.get(order.region, ()):
        return Move(order.kind, order.region, order.target)
    return order


ALL_FORMATS: Final = {
    "daide": Format("daide", "as a DAIDE log", "daide.txt", "text/plain; charset=utf-8", write, read, is_like),
    **FORMATS,
}
"""The formats of `adjudication.games`, and this one."""
