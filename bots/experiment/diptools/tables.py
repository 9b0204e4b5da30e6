"""Data of charts.

Of one game (by phase), a session (by game) or an experiment (by session).
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from statistics import fmean
from typing import Final, Literal, TypeAlias, get_args

from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.experiment.diptools.expressions import Expression
from bots.experiment.diptools.moments import Moment, moment_of
from bots.experiment.figures import Figures
from bots.experiment.results import Mean
from bots.experiment.summary import Line

__all__ = [
    "GROUPINGS",
    "Cell",
    "ChartData",
    "Grouping",
    "Subject",
    "as_csv",
    "of_experiment",
    "of_game",
    "of_lines",
    "of_session",
    "parts_of",
    "plain_cell",
    "subjects_of",
]

Grouping: TypeAlias = Literal["bots", "powers", "both"]
"""Grouping of lines: by bot, whatever it plays; by power, whoever plays it; or by bot as each power."""

GROUPINGS: Final[tuple[Grouping, ...]] = get_args(Grouping)


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject of a line. None: any."""

    bot: str | None
    power: Power | None

    @property
    def name(self) -> str:
        return " as ".join(each for each in (self.bot, POWER_NAMES[self.power] if self.power else None) if each)

    @property
    def key(self) -> str:
        """Its name in the address of a chart."""
        return " ".join(each for each in (self.power, self.bot) if each)

    def in_(self, players: Mapping[Power, str]) -> list[Power]:
        """Powers that this player holds in a game."""
        return [power for power in POWERS if self.power in (None, power) and self.bot in (None, players[power])]


@dataclass(frozen=True, slots=True)
class Cell:
    """A point of a chart.

    low, high: the ends of the 95 % interval, where there are several games or a share. games: it rests on,
    those without a value left out. total: of its players in all games together."""

    x: str
    series: str
    subject: Subject
    value: float
    low: float | None
    high: float | None
    games: int
    total: float


@dataclass(frozen=True, slots=True)
class ChartData:
    """x: what stands on that axis. xs, series: in order, also those without a cell."""

    title: str
    x: str
    xs: tuple[str, ...]
    series: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def has_intervals(self) -> bool:
        return any(cell.low is not None for cell in self.cells)


def subjects_of(labels: Iterable[str], grouping: Grouping) -> list[Subject]:
    """All there may be of a kind. labels: of the bots."""
    if grouping == "powers":
        return [Subject(None, power) for power in POWERS]
    if grouping == "bots":
        return [Subject(label, None) for label in labels]
    return [Subject(label, power) for label in labels for power in POWERS]


def of_game(
    title: str, moments: Mapping[str, Moment], expressions: Sequence[Expression], subjects: Sequence[Subject]
) -> ChartData:
    """Phase by phase. Several players of a bot are a mean."""
    row = list(moments.values())

    def points(expression: Expression, subject: Subject) -> Iterable[tuple[str, list[list[float]]]]:
        for at, phase in enumerate(moments):
            yield phase, [_values(expression, row, at, subject)]

    return _table((title, "phase", list(moments)), expressions, subjects, points, with_intervals=False)


def of_session(
    title: str, games: Sequence[Figures], expressions: Sequence[Expression], subjects: Sequence[Subject]
) -> ChartData:
    """Game by game, by number from 1."""
    asked = [(str(game.number % 100_000 + 1), [moment_of(game)]) for game in games]

    def points(expression: Expression, subject: Subject) -> Iterable[tuple[str, list[list[float]]]]:
        for name, row in asked:
            yield name, [_values(expression, row, 0, subject)]

    return _table((title, "game", [name for name, _ in asked]), expressions, subjects, points, with_intervals=False)


def of_experiment(
    title: str,
    sessions: Sequence[str],
    games: Sequence[Figures],
    expressions: Sequence[Expression],
    subjects: Sequence[Subject],
) -> ChartData:
    """Session by session: means over games, with 95 % intervals.

    The unit is a game, not a seat.
    """
    by_session: dict[str, list[list[Moment]]] = {name: [] for name in sessions}
    for game in games:
        by_session[game.session].append([moment_of(game)])

    def points(expression: Expression, subject: Subject) -> Iterable[tuple[str, list[list[float]]]]:
        for name, rows in by_session.items():
            yield name, [_values(expression, row, 0, subject) for row in rows]

    return _table((title, "session", sessions), expressions, subjects, points, with_intervals=True)


def of_lines(title: str, lines: Sequence[Line], variable: str) -> ChartData:
    """Of means that were counted before; without a cell where none was."""
    cells: list[Cell] = []
    for line in lines:
        mean = line.means.get(variable)
        if mean is None:
            continue
        low, high = line.interval(variable) or (None, None)
        subject, games = Subject(line.label, None), line.games_of(variable)
        cells.append(Cell(line.session, line.label, subject, mean.value, low, high, games, mean.value * games))
    xs, series = (tuple(dict.fromkeys(names)) for names in ((c.x for c in cells), (c.series for c in cells)))
    return ChartData(title, "session", xs, series, tuple(cells))


_Points: TypeAlias = Callable[[Expression, Subject], Iterable[tuple[str, list[list[float]]]]]


def _table(
    heads: tuple[str, str, Sequence[str]],
    expressions: Sequence[Expression],
    subjects: Sequence[Subject],
    points: _Points,
    *,
    with_intervals: bool,
) -> ChartData:
    title, x, xs = heads
    cells: list[Cell] = []
    series: list[str] = []
    for expression in expressions:
        for subject in subjects:
            name = f"{subject.name}: {expression.text}" if len(expressions) > 1 else subject.name
            series.append(name)
            for place, games in points(expression, subject):
                if found := [values for values in games if values]:
                    mean = Mean.of([fmean(values) for values in found])
                    ends = mean.interval(len(found), expression.whole) if with_intervals else None
                    low, high = ends or (None, None)
                    cells.append(Cell(place, name, subject, mean.value, low, high, len(found), sum(map(sum, found))))
    return ChartData(title, x, tuple(xs), tuple(series), tuple(cells))


def _values(expression: Expression, row: Sequence[Moment], at: int, subject: Subject) -> list[float]:
    """Of each of its players; those without a value left out, and what is no number any more."""
    asked = (expression.value(row, at, power) for power in subject.in_(row[at].players))
    return [value for value in asked if value is not None and isfinite(value)]


def parts_of(table: ChartData) -> list[tuple[str, float, float]]:
    """Each series as a part of all: its name, what it sums up to over all games, and that in percent. Raises ValueError
    where there is nothing, or something below nothing."""
    sums = dict.fromkeys(table.series, 0.0)
    for cell in table.cells:
        sums[cell.series] += cell.total
    if any(value < 0 for value in sums.values()):
        raise ValueError(
            "A pie shows parts of a whole, and something here is less than nothing. Choose points or bars."
        )
    whole = sum(sums.values())
    if not whole:
        raise ValueError("All values are 0, so there is no pie to draw. Choose points or bars.")
    return [(name, value, 100 * value / whole) for name, value in sums.items()]


def as_csv(table: ChartData) -> str:
    """A line a point."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([table.x, "series", "bot", "power", "value", "low", "high", "games"])
    for cell in table.cells:
        names = [plain_cell(each) for each in (cell.x, cell.series, cell.subject.bot or "", cell.subject.power or "")]
        ends = ["" if end is None else end for end in (cell.low, cell.high)]
        writer.writerow([*names, cell.value, *ends, cell.games])
    return out.getvalue()


def plain_cell(text: str) -> str:
    """Nothing that a spreadsheet takes for a formula."""
    return f"'{text}" if text and text[0] in "=+-@\t\r" else text
