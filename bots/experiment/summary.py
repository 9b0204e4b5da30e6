"""The results of an experiment as tables: means of every label in every session, and what came of the tests."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from statistics import fmean
from typing import Final

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import PARTS_OF_KEPT, SHARES, VARIABLES, Declaration
from bots.experiment.hypotheses import Verdict, verdicts_of
from bots.experiment.results import NO_VALUE, NOT_COUNTED, Mean, games_not_counted

__all__ = ["Line", "chance", "format_means", "format_summary", "format_verdicts", "left_out_of", "lines_of"]


@dataclass(frozen=True, slots=True)
class Line:
    """Means of a label's players in a session, per player and game.

    games: number of games with such a player. means: by variable; a part of `kept` is missing where an earlier version
    counted all the games. not_counted: number of games that an earlier version counted without the parts of `kept`.
    """

    session: str
    label: str
    games: int
    means: dict[str, Mean]
    not_counted: int = 0

    def games_of(self, variable: str) -> int:
        """Number of games that a mean is of."""
        return self.games - self._left_out(variable)

    def games_shown(self, variable: str) -> str:
        """Show in a table's cell how many games a mean is of.

        If not of all: why.
        """
        left = self._left_out(variable)
        if not left or variable not in self.means:
            return str(self.games)
        return f"{self.games - left} ({games_not_counted(left)})"

    def _left_out(self, variable: str) -> int:
        return self.not_counted if variable in PARTS_OF_KEPT else 0

    def interval(self, variable: str) -> tuple[float, float] | None:
        """The 95 % interval of a mean.

        Wilson's for a share; for others none of one game or of equal games.
        """
        mean = self.means.get(variable)
        return None if mean is None else mean.interval(self.games_of(variable), 1.0 if variable in SHARES else None)

    def why_no_interval(self, variable: str) -> str:
        """Reason why a mean has no interval."""
        if variable not in self.means:
            return NOT_COUNTED
        return "one game" if self.games_of(variable) == 1 else "equal games"

    def shown(self, variable: str) -> str:
        """Show a mean in a table's cell.

        A share has its 95 % interval, any other figure its standard error.
        """
        mean = self.means.get(variable)
        if mean is None:
            return f"{NO_VALUE} ({NOT_COUNTED})"
        if variable not in SHARES:
            games = self.games_of(variable)
            of = f" (of {games} game{'' if games == 1 else 's'})" if games < self.games else ""
            return f"{mean.value:.2f} ± {mean.error:.2f}{of}"
        return "{:.2f} ({:.2f} to {:.2f})".format(mean.value, *(self.interval(variable) or (0.0, 1.0)))


def lines_of(declaration: Declaration, games: Sequence[Figures]) -> Iterator[Line]:
    """A line for each label of each session of which there are games. The unit is a game, not a seat."""
    by_session: dict[str, list[Figures]] = {}
    for game in games:
        by_session.setdefault(game.session, []).append(game)
    for session in declaration.sessions:
        found = by_session.get(session.name, [])
        for label in dict.fromkeys(session.seats) if found else ():
            yield Line(
                session.name,
                label,
                len(found),
                {variable: Mean.of(values) for variable in VARIABLES if (values := _values(found, label, variable))},
                sum(any(game.value(POWERS[0], part) is None for part in PARTS_OF_KEPT) for game in found),
            )


def _values(games: Sequence[Figures], label: str, variable: str) -> list[float]:
    """A label's mean in each game that was counted with the figure."""
    found: list[float] = []
    for game in games:
        values = [game.value(power, variable) for power in POWERS if game.players[power] == label]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            found.append(fmean(known))
    return found


def left_out_of(lines: Iterable[Line]) -> str:
    """A sentence on games that means leave out; "" if none."""
    left = sum({line.session: line.not_counted for line in lines if line.not_counted < line.games}.values())
    return f"In {' and '.join(sorted(PARTS_OF_KEPT))} {games_not_counted(left)}." if left else ""


def format_means(lines: Sequence[Line]) -> str:
    """Write lines as CSV: each mean with its 95 % interval, empty where there is none.

    The last column is the number of games that `fulfilled` and `standing` leave out.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    ends = [(variable, end) for variable in VARIABLES for end in ("", "_low", "_high")]
    writer.writerow(["session", "player", "games", *(variable + end for variable, end in ends), "not_counted"])
    for line in lines:
        cells: list[object] = [line.session, line.label, line.games]
        for variable in VARIABLES:
            mean = line.means.get(variable)
            cells += ["" if mean is None else mean.value, *(line.interval(variable) or ("", ""))]
        writer.writerow([*cells, line.not_counted])
    return out.getvalue()


_SHOWN: Final = (
    "first",
    "solo",
    "centers",
    "messages",
    "deals",
    "fulfilled",
    "standing",
    "broken",
    "attacks",
    "faults",
)

_READING: Final = "Shares of games with their 95 % interval (Wilson), other means ± their standard error."


def format_summary(declaration: Declaration, games: Sequence[Figures]) -> str:
    """Both tables as a text for a terminal."""
    lines = list(lines_of(declaration, games))
    rows = [[line.session, line.label, str(line.games), *map(line.shown, _SHOWN)] for line in lines]
    table = "No game counts yet: none has ended, or all are left out."
    if rows:
        heads = ["session", "player", "games", *_SHOWN]
        table = "\n".join(filter(None, (_aligned([heads, *rows], 2), _READING, left_out_of(lines))))
    tests = format_verdicts(verdicts_of(declaration, games))
    return f"{declaration.name}\n\n{table}\n" + (f"\n{tests}\n" if tests else "")


def format_verdicts(verdicts: Sequence[Verdict]) -> str:
    """A paragraph for each test; "" without any."""
    return "\n\n".join(
        f"{each.test.hypothesis}\n  {each.test.words}\n  "
        + (
            f"{each.games} {each.unit}, difference {each.difference:+.3f} ({_interval(each)}), "
            f"p {chance(each.p)}{'' if each.exact else ' (normal)'}, with Holm's correction {chance(each.adjusted)}"
            + (f"\n  {each.note}" if each.note else "")
            if each.p is not None
            else each.note or "no games yet"
        )
        for each in verdicts
    )


def _interval(verdict: Verdict) -> str:
    if verdict.low is None or verdict.high is None:
        return f"no interval: {verdict.why_no_interval}"
    return f"95 % {verdict.low:+.3f} to {verdict.high:+.3f}"


def chance(p: float | None) -> str:
    """A chance in few digits."""
    if p is None:
        return NO_VALUE
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"


def _aligned(rows: Sequence[Sequence[str]], left: int) -> str:
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
