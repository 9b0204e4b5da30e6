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
from bots.experiment.results import NO_VALUE, Mean

__all__ = ["Line", "chance", "format_means", "format_summary", "format_verdicts", "lines_of"]


@dataclass(frozen=True, slots=True)
class Line:
    """Means of a label's players in a session, per player and game.

    games: number of games with such a player.
    """

    session: str
    label: str
    games: int
    means: dict[str, Mean]

    def interval(self, variable: str) -> tuple[float, float] | None:
        """The 95 % interval of a mean.

        Wilson's for a share; for others none of one game or of equal games.
        """
        return self.means[variable].interval(self.games, 1.0 if variable in SHARES else None)

    @property
    def why_no_interval(self) -> str:
        """Reason why a mean has no interval."""
        return "one game" if self.games == 1 else "equal games"

    def shown(self, variable: str) -> str:
        """Show a mean in a table's cell.

        A share has its 95 % interval, any other figure its standard error.
        """
        mean = self.means[variable]
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
                {
                    variable: Mean.of(
                        [
                            fmean(game.of[power].get(variable, 0) for power in POWERS if game.players[power] == label)
                            for game in found
                        ]
                    )
                    for variable in VARIABLES
                },
            )


def format_means(lines: Sequence[Line]) -> str:
    """The lines as CSV: each mean with the ends of its 95 % interval."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    ends = [(variable, end) for variable in VARIABLES for end in ("", "_low", "_high")]
    writer.writerow(["session", "player", "games", *(variable + end for variable, end in ends)])
    for line in lines:
        cells: list[object] = [line.session, line.label, line.games]
        for variable, mean in line.means.items():
            cells += [mean.value, *(line.interval(variable) or ("", ""))]
        writer.writerow(cells)
    return out.getvalue()


_SHOWN: Final = ("first", "solo", "centers", "messages", "deals", "kept", "broken", "attacks", "faults")

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
            f"{each.games} games, difference {each.difference:+.3f} ({_interval(each)}), "
            f"p {chance(each.p)}{'' if each.exact else ' (normal)'}, with Holm's correction {chance(each.adjusted)}"
            if each.p is not None
            else "no games yet"
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
