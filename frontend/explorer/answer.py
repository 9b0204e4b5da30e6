"""The explorer's answer about a position, ready to be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from adjudication.engine import adjudicate
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.packed import position_word
from adjudication.position import Position, opening
from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.explorer.shipped import shipped
from bots.explorer.tally import Line, Results, joined, lines_of, results_of, with_orders
from bots.explorer.visits import Visits, columns_of
from dipgame.explorer.queries import archive_visits, games_in_order
from dipgame.games.models import Game
from dipgame.games.openings import openings_of
from frontend.explorer.links import explorer_link

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Answer", "Bar", "Row", "answer_of"]

_MOST_LINES: Final = 15
_MOST_BOARDS: Final = 8
_MOST_GAMES: Final = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a bar.

    start, width: in percent. words: what it is and how much.
    """

    kind: str
    start: float
    width: float
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """Orders that were given, in how many games, and how these ended.

    names: of openings. orders: as text, by power. address: where a click leads.
    """

    games: int
    percent: int
    names: list[str]
    orders: list[tuple[Power, str, list[str]]]
    bars: list[Bar]
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything known of a position.

    power, orders: whose orders are looked at, and those chosen. bots, archive: games of each kind that came here.
    has_more: there are more in the archive. different: how many different orders there were. lines: of the power;
    boards: of all seven together; often: the most frequent of each power, beside them.
    """

    position: Position
    power: Power | None
    orders: Sequence[Order]
    playing: list[Power]
    bots: int
    archive: int
    has_more: bool
    different: int
    lines: list[Row]
    boards: list[Row]
    often: list[Row]
    games: list[Game]
    overall: list[tuple[Power, str, Results]]

    @property
    def name(self) -> str:
        """The name of the power."""
        return POWER_NAMES[self.power] if self.power else ""

    @property
    def texts(self) -> list[str]:
        """The chosen orders as text."""
        return [format_order(order) for order in self.orders]

    @property
    def counted(self) -> int:
        """Games that `overall` counts."""
        return self.overall[0][2].games if self.overall else 0

    @property
    def word(self) -> str:
        """The position as a word for links."""
        return position_word(self.position)


def answer_of(position: Position, power: Power | None, orders: Sequence[Order], viewer: "User | None") -> Answer:
    """Look a position up, in shipped games and the visible archive."""
    played = shipped().find(position)
    kept, numbers, has_more = archive_visits(position, viewer)
    visits = joined([played, kept])
    chosen = with_orders(visits, position, power, orders) if power and orders else visits
    lines, different = [], 0
    if power and not orders:
        found, different = lines_of(visits, position, power, _MOST_LINES)
        lines = [_line(visits, position, power, line, len(visits)) for line in found]
    boards: list[Row] = []
    if not lines:
        found, different = lines_of(chosen, position, None, _MOST_BOARDS)
        boards = [_board(position, line, len(chosen)) for line in found]
    whose = columns_of(position)
    playing = [each for each in POWERS if each in whose]
    often: list[Row] = []
    if power is None and len(visits) > 1:
        for each in playing:
            (most,), _ = lines_of(visits, position, each, 1)
            often.append(_line(visits, position, each, most, len(visits)))
    results = results_of(chosen.endings) if len(chosen) else {}
    return Answer(
        position=position,
        power=power,
        orders=orders,
        playing=playing,
        bots=len(played),
        archive=len(kept),
        has_more=has_more,
        different=different,
        lines=lines,
        boards=boards,
        often=often,
        games=games_in_order(list(dict.fromkeys(numbers))[:_MOST_GAMES]),
        overall=[(each, POWER_NAMES[each], found) for each, found in results.items()],
    )


def _line(visits: Visits, position: Position, power: Power, line: Line, total: int) -> Row:
    """A row for a power's orders.

    It leads to the next position if one game had them, else to the choice of boards.
    """
    orders = [order for _, order in line.orders]
    address = explorer_link(position, power, orders)
    if line.games == 1:
        (whole,), _ = lines_of(with_orders(visits, position, power, orders), position, None, 1)
        address = _after(position, whole)
    result = line.results[power]
    return Row(
        games=line.games,
        percent=round(100 * line.games / total),
        names=_names(position, line),
        orders=[(power, POWER_NAMES[power], [format_order(order) for order in orders])],
        bars=_endings(result),
        words=_in_words(result),
        address=address,
    )


def _board(position: Position, line: Line, total: int) -> Row:
    by_power: dict[Power, list[str]] = {}
    for power, order in line.orders:
        by_power.setdefault(power, []).append(format_order(order))
    return Row(
        games=line.games,
        percent=round(100 * line.games / total),
        names=_names(position, line),
        orders=[(power, POWER_NAMES[power], texts) for power, texts in by_power.items()],
        bars=_shares(line.results),
        words=", ".join(f"{POWER_NAMES[power]} {line.results[power].centers:.1f}" for power in POWERS),
        address=_after(position, line),
    )


def _after(position: Position, line: Line) -> str:
    orders: dict[Power, list[Order]] = {}
    for power, order in line.orders:
        orders.setdefault(power, []).append(order)
    return explorer_link(adjudicate(position, orders).next, came=position_word(position))


def _names(position: Position, line: Line) -> list[str]:
    """Names of openings; only the standard opening has some."""
    if position != opening():
        return []
    named = openings_of((power, format_order(order)) for power, order in line.orders)
    return [name if len(named) == 1 else f"{POWER_NAMES[power]}: {name}" for power, name in named.items() if name]


_KINDS: Final = (("first", "came in first"), ("drew", "shared a draw"), ("survived", "survived"), ("out", "lost all"))


def _endings(result: Results) -> list[Bar]:
    counts = (result.first, result.drew, result.survived, result.out)
    return _bars([(kind, count, f"{words}: {count}") for (kind, words), count in zip(_KINDS, counts, strict=True)])


def _shares(results: dict[Power, Results]) -> list[Bar]:
    return _bars(
        [(power, found.centers, f"{POWER_NAMES[power]} {found.centers:.1f}") for power, found in results.items()]
    )


def _bars(parts: Sequence[tuple[str, float, str]]) -> list[Bar]:
    total, start, bars = sum(amount for _, amount, _ in parts) or 1, 0.0, []
    for kind, amount, words in parts:
        width = 100 * amount / total
        if amount:
            bars.append(Bar(kind, round(start, 2), round(width, 2), words))
        start += width
    return bars


def _in_words(result: Results) -> str:
    """Say `12 came in first, 3 survived; 6.4 centers on average`."""
    alone = f" ({result.won} won alone)" if result.won else ""
    counts = (result.first, result.drew, result.survived, result.out)
    told = [
        f"{count} {words}{alone if kind == 'first' else ''}"
        for (kind, words), count in zip(_KINDS, counts, strict=True)
        if count
    ]
    return f"{', '.join(told)}; {result.centers:.1f} centers on average"
