"""Tabulate games for a terminal, by power and by bot.

Centers, solos and survivals.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from adjudication.board import STANDARD
from adjudication.powers import POWERS, Power
from bots.arena.game import Record

__all__ = ["Tally", "format_tables", "tally_by_bot", "tally_by_power"]

FAULTS = ("illegal", "late", "crash", "memory")


@dataclass
class Tally:
    """Results of one power, or one bot, over all its seats."""

    centers: list[int] = field(default_factory=list)
    solos: int = 0
    survivals: int = 0
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))

    def add(self, record: Record, power: Power) -> None:
        """Count one seat of one game."""
        self.centers.append(record["centers"][power])
        self.solos += record["winner"] == power
        self.survivals += record["centers"][power] > 0
        for kind, count in record["faults"].get(power, {}).items():
            self.faults[kind] += count

    @property
    def mean(self) -> float:
        """Mean centers at the end of the game."""
        return fmean(self.centers)

    @property
    def error(self) -> float:
        """Standard error of the mean; 0 for a single seat."""
        return stdev(self.centers) / sqrt(len(self.centers)) if len(self.centers) > 1 else 0.0


def tally_by_power(records: Iterable[Record]) -> dict[str, Tally]:
    """One tally per power."""
    tallies: dict[str, Tally] = {power: Tally() for power in POWERS}
    for record in records:
        for power in POWERS:
            tallies[power].add(record, power)
    return tallies


def tally_by_bot(records: Iterable[Record]) -> dict[str, Tally]:
    """One tally per bot name, in order of mean centers."""
    tallies: dict[str, Tally] = {}
    for record in records:
        for power in POWERS:
            tallies.setdefault(record["seats"][power], Tally()).add(record, power)
    return dict(sorted(tallies.items(), key=lambda pair: (-pair[1].mean, pair[0])))


def format_tables(records: Sequence[Record]) -> str:
    """Both tables and a line on the games as a whole, for at least one record."""
    best = fmean(max(record["centers"].values()) for record in records)
    solos = sum(record["winner"] is not None for record in records)
    unowned = fmean(len(STANDARD.centers) - sum(record["centers"].values()) for record in records)
    drawn = sum("ending" in record and record["winner"] is None for record in records)
    agreed = f", {drawn} drawn by agreement" if drawn else ""
    games = f"{len(records)} game{'s' if len(records) != 1 else ''}"
    summary = (
        f"{games}, {solos} won outright{agreed}. On average the largest power ends with {best:.1f} centers"
        f" and {unowned:.1f} centers stay unowned."
    )
    return "\n\n".join((_table("power", tally_by_power(records)), _table("bot", tally_by_bot(records)), summary))


def _table(title: str, tallies: dict[str, Tally]) -> str:
    width = max(len(title), *map(len, tallies))
    header = f"{title:<{width}}  seats  centers    ±   solos  survivals  " + "  ".join(f"{kind:>7}" for kind in FAULTS)
    lines = [header]
    for name, tally in tallies.items():
        seats = len(tally.centers)
        lines.append(
            f"{name:<{width}}  {seats:5d}  {tally.mean:7.2f}  {tally.error:4.2f}  {tally.solos:4d}"
            f"  {tally.survivals:4d} ({tally.survivals / seats:4.0%})  "
            + "  ".join(f"{tally.faults[kind]:7d}" for kind in FAULTS)
        )
    return "\n".join(lines)
