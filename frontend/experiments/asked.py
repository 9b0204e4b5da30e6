"""Parameters of a chart in its address: a link keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from django.http import QueryDict

from adjudication.powers import POWER_NAMES, POWERS
from bots.experiment.diptools.drawing import KINDS, Kind, draw
from bots.experiment.diptools.expressions import Expression, ExpressionError, read_expression
from bots.experiment.diptools.moments import moments_of
from bots.experiment.diptools.tables import (
    GROUPINGS,
    Cell,
    ChartData,
    Grouping,
    Subject,
    of_experiment,
    of_game,
    of_session,
    parts_of,
    subjects_of,
)
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, Declaration
from bots.experiment.packages import PackageMissingError
from bots.experiment.results import NO_VALUE
from dipgame.experiments import logs, queries
from dipgame.experiments.models import Experiment
from frontend.board.palette import TOKENS

__all__ = ["FAMILIES", "GROUPING_WORDS", "KIND_WORDS", "Asked", "Rows", "asked_in", "power_words", "rows_of"]

FAMILIES: Final[Mapping[str, str]] = {
    "experiment": "the experiment, session by session",
    "session": "a session, game by game",
    "game": "a game, phase by phase",
}
KIND_WORDS: Final[Mapping[Kind, str]] = {
    "points": "points and lines", "bars": "bars", "stacked": "stacked bars", "pie": "a pie",
}  # fmt: skip
GROUPING_WORDS: Final[Mapping[Grouping, str]] = {
    "bots": "bots", "powers": "powers", "both": "bots by power",
}  # fmt: skip
_MOST_EXPRESSIONS: Final = 8
_MOST_SERIES: Final = 40
_MOST_GAMES: Final = 1_000
"""Of a session that are shown one by one."""


@dataclass(slots=True)
class Asked:
    """A chart that is asked for.

    faults: why there is none. only_table: True where it has a table and no picture.
    """

    family: str
    session: int
    game: int
    show: str
    grouping: Grouping
    kind: Kind
    chosen: list[str]
    subjects: list[Subject]
    expressions: list[Expression]
    faults: list[str] = field(default_factory=list)
    only_table: bool = False

    def table(self, found: Experiment, declaration: Declaration) -> ChartData | None:
        """Data of the chart; None if the request has faults."""
        subjects = [each for each in self.subjects if each.key in self.chosen] or self.subjects
        if len(subjects) * len(self.expressions) > _MOST_SERIES:
            lines = len(subjects) * len(self.expressions)
            self.faults.append(f"These are {lines} lines; a chart shows at most {_MOST_SERIES}. Choose fewer players.")
        if self.faults:
            return None
        name = declaration.sessions[self.session].name
        shown = ", ".join(each.text for each in self.expressions)
        if self.family == "game":
            moments = self._moments(found)
            if moments is None:
                return None
            return of_game(f"{found.name}, {name}, game {self.game}: {shown}", moments, self.expressions, subjects)
        if self.family == "session":
            games = list(islice(queries.figures_in(found, self.session), _MOST_GAMES))
            return of_session(f"{found.name}, {name}: {shown}", games, self.expressions, subjects)
        sessions = [session.name for session in declaration.sessions]
        return of_experiment(
            f"{found.name}: {shown}", sessions, list(queries.figures_in(found)), self.expressions, subjects
        )

    def _moments(self, found: Experiment) -> Mapping[str, Any] | None:
        number = self.session * GAMES_OF_A_SESSION + self.game - 1
        run = queries.done_runs(found).filter(number=number).first()
        if run is None:
            self.faults.append(f"Game {self.game} of this session is not done.")
            return None
        try:
            return moments_of(logs.read(run))
        except FileNotFoundError:
            self.faults.append(f"The log of game {self.game} is not in the storage any more.")
            return None

    def drawn(self, table: ChartData, *, titled: bool = True) -> str:
        """As SVG, or "" with a fault. titled: whether the picture bears its title."""
        if not table.cells:
            self.faults.append("There is nothing to show yet: no game is done, or the chosen players have no values.")
            return ""
        try:
            return draw(table, self.kind, TOKENS, titled=titled)
        except ValueError as problem:
            self.faults.append(str(problem))
        except PackageMissingError as problem:
            self.faults.append(str(problem))
            self.only_table = True
        return ""


def asked_in(query: QueryDict, declaration: Declaration) -> Asked:
    """Parse a chart's query; missing or wrong parts take their default."""
    grouping: Grouping = next((each for each in GROUPINGS if each == query.get("by")), "bots")
    labels = list(dict.fromkeys(label for session in declaration.sessions for label in session.seats))
    show = query.get("show", "centers").replace("\r\n", "\n")
    subjects = subjects_of(labels, grouping)
    asked = Asked(
        family=query.get("of", "") if query.get("of") in FAMILIES else "experiment",
        session=_number(query.get("session", "0"), 0, len(declaration.sessions) - 1),
        game=_number(query.get("game", "1"), 1, GAMES_OF_A_SESSION),
        show=show,
        grouping=grouping,
        kind=next((each for each in KINDS if each == query.get("kind")), "points"),
        chosen=[each for each in query.getlist("player") if each in {subject.key for subject in subjects}],
        subjects=subjects,
        expressions=[],
    )
    lines = [(number, line) for number, line in enumerate(show.split("\n"), 1) if line.strip()]
    if not lines:
        asked.faults.append("Write at least one expression, as centers.")
    for number, line in lines[:_MOST_EXPRESSIONS]:
        try:
            asked.expressions.append(read_expression(line, labels))
        except ExpressionError as problem:
            asked.faults.append(f"Line {number}, character {problem.at}: {problem.text}")
    if len(lines) > _MOST_EXPRESSIONS:
        asked.faults.append(f"There are {len(lines)} expressions; a chart shows at most {_MOST_EXPRESSIONS}.")
    return asked


def _number(text: str, least: int, most: int) -> int:
    return max(least, min(most, int(text))) if text.isascii() and text.isdigit() and len(text) < 10 else least


@dataclass(frozen=True, slots=True)
class Rows:
    """A table as it is read: heads, and lines of cells."""

    heads: Sequence[str]
    lines: Sequence[Sequence[str]]


def rows_of(table: ChartData, kind: Kind) -> Rows:
    """One line for each place on the x axis, one column for each series; of a pie one line for each part."""
    if kind == "pie":
        return Rows(
            ("Part", "All games", "Percent"),
            [(name, _number_told(total), f"{part:.1f}") for name, total, part in parts_of(table)],
        )
    found = {(cell.x, cell.series): cell for cell in table.cells}
    with_games = table.x == "session"
    lines = []
    for x in table.xs:
        cells = [found.get((x, series)) for series in table.series]
        if any(cells):
            games = [str(max(cell.games for cell in cells if cell))] if with_games else []
            lines.append([x, *games, *(_told(cell) for cell in cells)])
    return Rows([table.x.capitalize(), *(["Games"] if with_games else []), *table.series], lines)


def _told(cell: Cell | None) -> str:
    if cell is None:
        return f"{NO_VALUE} (nothing to count)"
    if cell.low is None or cell.high is None:
        return _number_told(cell.value)
    return f"{cell.value:.2f} ({cell.low:.2f} to {cell.high:.2f})"


def _number_told(value: float) -> str:
    return f"{value:.2f}".removesuffix(".00")


def power_words() -> str:
    """The powers' three letters with their names."""
    return ", ".join(f"{power} {POWER_NAMES[power]}" for power in POWERS)
