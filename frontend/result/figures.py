"""The figures of a game that is over: centers over the years, scores, the year that decided it. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudication.position import Position
from adjudication.powers import POWERS, Power

__all__ = ["Score", "Swing", "Year", "decided", "leader", "scores", "years_of"]


@dataclass(frozen=True, slots=True)
class Year:
    """Centers of each power after the fall of a year.

    `number` is one less than the first year for the start.
    """

    number: int
    counts: Mapping[Power, int]


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a power out of 100 for all: by the size of the draw, by the squares of the centers, and as C-Diplo
    counts them, where a center that nobody owns gives its point to nobody; each with its working in words."""

    draw_size: float
    squares: float
    c_diplo: float
    draw_size_working: str = ""
    squares_working: str = ""
    c_diplo_working: str = ""


@dataclass(frozen=True, slots=True)
class Swing:
    """A year in which a power's lead over the best of the others grew for good, from `before` to `after` centers.

    least: its smallest lead in the years counted later; None where none was.
    """

    year: Year
    before: int
    after: int
    least: int | None = None


def years_of(boards: Iterable[Position]) -> tuple[Year, ...]:
    """The start and every fall that was counted, from all boards of a game, oldest first."""
    years: dict[int, Year] = {}
    for board in boards:
        number = board.phase.year if board.phase.season == "W" else board.phase.year - 1
        if number not in years:
            years[number] = Year(number, {power: len(board.centers_of(power)) for power in POWERS})
    return tuple(years.values())


_PLACES: Final = (38, 14, 7)
"""C-Diplo's points for the first three places, beside a point for playing and one for each center."""


def scores(
    counts: Mapping[Power, int], winner: Power | None, sharers: Collection[Power] = (), conceded: bool = False
) -> dict[Power, Score]:
    """Scores of all powers. A sole winner takes all.

    In a draw the sharers (if none are named: the powers with centers) get equal parts, or each power a part by the
    squares of its centers, or by its place.
    """
    if winner is not None:
        why = {power: ("all others conceded" if conceded else "won") if power == winner else "" for power in counts}
        points = {power: 100.0 * (power == winner) for power in counts}
        return {p: Score(points[p], points[p], points[p], why[p], why[p], why[p]) for p in counts}
    sharing = set(sharers) or {power for power, count in counts.items() if count}
    squares = sum(count**2 for count in counts.values()) or 1
    return {
        power: Score(
            draw_size=100 * (power in sharing) / (len(sharing) or 1),
            squares=100 * count**2 / squares,
            c_diplo=1 + count + _places(counts, power),
            draw_size_working=f"one of {len(sharing)}" if power in sharing else "no part in the draw",
            squares_working=f"{count}² of {squares}",
            c_diplo_working=f"1 + {count} + {_in_short(_places(counts, power))}",
        )
        for power, count in counts.items()
    }


def _in_short(points: float) -> str:
    """`26`, `2.3`."""
    return f"{points:.1f}".removesuffix(".0")


def _places(counts: Mapping[Power, int], power: Power) -> float:
    """Score for the power's place; equal numbers of centers share their places, zero too."""
    first = sum(count > counts[power] for count in counts.values())
    equal = sum(count == counts[power] for count in counts.values())
    return sum(_PLACES[first : first + equal]) / equal


def leader(counts: Mapping[Power, int]) -> Power | None:
    """The power with more centers than any other; None where several have most."""
    most = max(counts.values())
    first = [power for power, count in counts.items() if count == most]
    return first[0] if len(first) == 1 else None


def decided(years: Sequence[Year], hero: Power) -> Swing | None:
    """The largest growth of the hero's lead within a year that was never made good: the lead did not fall back to what
    it had been. The earliest of equal ones; None where the lead never grew for good."""
    leads = [_lead(year, hero) for year in years]
    best: Swing | None = None
    for at in range(1, len(years)):
        before, after = leads[at - 1], leads[at]
        lasting = after > before and min(leads[at:]) > before
        if lasting and (best is None or after - before > best.after - best.before):
            best = Swing(years[at], before, after, min(leads[at + 1 :], default=None))
    return best


def _lead(year: Year, hero: Power) -> int:
    return year.counts[hero] - max(count for power, count in year.counts.items() if power != hero)
