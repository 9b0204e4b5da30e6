"""The results of an experiment as a table for people and as CSV."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from bots.experiment.results import NO_VALUE, Mean, Session, overall

__all__ = ["format_csv", "format_table"]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table: its heading, its name in CSV, how it reads, and its value."""

    heading: str
    name: str
    text: Callable[[Session], str]
    value: Callable[[Session], object]


def _number(heading: str, name: str, value: Callable[[Session], float], form: str) -> _Column:
    return _Column(heading, name, lambda session: format(value(session), form), value)


def _centers(heading: str, name: str, *, of_negotiators: bool) -> tuple[_Column, _Column]:
    def mean(session: Session) -> Mean | None:
        return session.centers(of_negotiators=of_negotiators)

    def text(session: Session) -> str:
        found = mean(session)
        return f"{found.value:.2f} ± {found.error:.2f}" if found else NO_VALUE

    return (
        _Column(heading, name, text, lambda session: (found := mean(session)) and found.value),
        _Column("", f"{name}_error", text, lambda session: (found := mean(session)) and found.error),
    )


def _share(
    heading: str, name: str, share: Callable[[Session], float], interval: Callable[[Session], tuple[float, float]]
) -> tuple[_Column, _Column, _Column]:
    """A share of games with its interval; of three columns in CSV one is shown."""

    def text(session: Session) -> str:
        return "{:.0%} ({:.0%} to {:.0%})".format(share(session), *interval(session))

    return (
        _Column(heading, name, text, share),
        _Column("", f"{name}_low", text, lambda session: interval(session)[0]),
        _Column("", f"{name}_high", text, lambda session: interval(session)[1]),
    )


_COLUMNS: Final = (
    _Column("negotiators", "negotiators", lambda session: session.name, lambda session: session.name),
    _number("games", "games", lambda session: session.games, "d"),
    _number("won by them", "won", lambda session: session.won, ".1%"),
    _Column(
        "95 % interval",
        "won_low",
        lambda session: "{:.0%} to {:.0%}".format(*session.interval),
        lambda session: session.interval[0],
    ),
    _number("", "won_high", lambda session: session.interval[1], ""),
    _number("expected", "expected", lambda session: session.expected, ".1%"),
    _Column("p", "p", lambda session: _p(session.p), lambda session: session.p),
    *_centers("their centers", "centers_of_negotiators", of_negotiators=True),
    *_centers("mutes'", "centers_of_mutes", of_negotiators=False),
    *_share("outright", "outright", lambda session: session.solos, lambda session: session.solos_interval),
    *_share("drawn", "drawn", lambda session: session.drawn, lambda session: session.drawn_interval),
    _number("proposed", "proposed", lambda session: session.talk("propose"), ".1f"),
    _number("deals", "deals", lambda session: session.deals, ".1f"),
    _number("", "kept", lambda session: session.promises("kept"), ""),
    _number("kept to the end", "fulfilled", lambda session: session.promises("fulfilled"), ".1f"),
    _number("still standing", "standing", lambda session: session.promises("standing"), ".1f"),
    _number("broken", "broken", lambda session: session.promises("broken"), ".1f"),
    _number("void", "void", lambda session: session.promises("void"), ".1f"),
    _number("faults", "faults", lambda session: session.faults, "d"),
)
"""A column without a heading is in the CSV only."""


def format_table(sessions: Sequence[Session]) -> str:
    """One line a session, and two for all games in which both kinds play; talk and promises are means a game."""
    shown = [column for column in _COLUMNS if column.heading]
    rows = [[column.heading for column in shown]]
    rows += [[column.text(session) for column in shown] for session in _with_sums(sessions)]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def format_csv(sessions: Sequence[Session]) -> str:
    """Results as CSV with all digits.

    Shares are in [0, 1]; missing values are empty.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in _COLUMNS])
    for session in _with_sums(sessions):
        writer.writerow([column.value(session) for column in _COLUMNS])
    return out.getvalue()


def _with_sums(sessions: Sequence[Session]) -> Iterable[Session]:
    sums = (overall(sessions, "1 to 6"), overall(sessions, "2 to 6", range(2, 7)))
    # Without session 1 the two would be the same.
    return [*sessions, *{each.games: each for each in sums if each is not None}.values()]


def _p(chance: float) -> str:
    return f"{chance:.3f}" if chance >= 0.001 else f"{chance:.0e}"
