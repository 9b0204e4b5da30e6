"""The results of an experiment as tables: means of every label in every session, and what came of the tests."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from statistics import fmean
from typing import Final

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import SHARES, VARIABLES, Declaration
from bots.experiment.hypotheses import Verdict, verdicts_of
from bots.experiment.results import NO_VALUE, NOT_COUNTED, Mean

__all__ = ["Line", "chance", "format_means", "format_summary", "format_verdicts", "lines_of"]


@dataclass(frozen=True, slots=True)
class Line:
    """Means of a label's players in a session, per player and game.

    games: number of games with such a player. means: by variable; a part of `kept` is missing where an earlier version
    counted the games.
    """

    session: str
    label: str
    games: int
    means: dict[str, Mean]

    def interval(self, variable: str) -> tuple[float, float] | None:
        """The 95 % interval of a mean.

        Wilson's for a share; for others none of one game or of equal games.
        """
        mean = self.means.get(variable)
        return None if mean is None else mean.interval(self.games, 1.0 if variable in SHARES else None)

    def why_no_interval(self, variable: str) -> str:
        """Reason why a mean has no interval."""
        if variable not in self.means:
            return NOT_COUNTED
        return "one game" if self.games == 1 else "equal games"

    def shown(self, variable: str) -> str:
        """Show a mean in a table's cell.

        A share has its 95 % interval, any other figure its standard error.
        """
        mean = self.means.get(variable)
        if mean is None:
            return f"{NO_VALUE} ({NOT_COUNTED})"
        if variable not in SHARES:
            return f"{mean.value:.2f} ± {mean.error:.2f}"
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
            )


def _values(games: Sequence[Figures], label: str, variable: str) -> list[float]:
    """A label's mean in each game; none at all if an earlier version counted some games without the figure."""
    found: list[float] = []
    for game in games:
        values = [game.value(power, variable) for power in POWERS if game.players[power] == label]
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            return []
        found.append(fmean(known))
    return found


def format_means(lines: Sequence[Line]) -> str:
    """Write lines as CSV: each mean with its 95 % interval, empty where there is none."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    ends = [(variable, end) for variable in VARIABLES for end in ("", "_low", "_high")]
    writer.writerow(["session", "player", "games", *(variable + end for variable, end in ends)])
    for line in lines:
        cells: list[object] = [line.session, line.label, line.games]
        for variable in VARIABLES:
            mean = line.means.get(variable)
            cells += ["" if mean is None else mean.value, *(line.interval(variable) or ("", ""))]
        writer.writerow(cells)
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
    rows = [["session", "player", "games", *_SHOWN]]
    for line in lines_of(declaration, games):
        rows.append([line.session, line.label, str(line.games), *map(line.shown, _SHOWN)])
    table = (
        f"{_aligned(rows, 2)}\n{_READING}" if rows[1:] else "No game counts yet: none has ended, or all are left out."
    )
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
        return "no interval: one game, or all are equal"
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
