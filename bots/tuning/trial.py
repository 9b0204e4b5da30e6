"""One trial: do other weights win more centers from players of the weights there are?

Games come in pairs with the same chance: in the first, three powers drawn from the seed play with the new weights
against four with the old, in the second the same four with the new against the three. What the powers are worth in
themselves cancels out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from adjudication.powers import POWERS
from bots.arena.game import GamePlan, Record
from bots.chance import stream
from bots.experiment.log import Log
from bots.experiment.running import play_missing
from bots.tuning.players import name_of

__all__ = ["Trial", "plans_of", "run_trial"]

_SETTINGS: Final[Mapping[str, Any]] = {"seconds": 5.0, "level": 0}
_NEW: Final = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """Result of a trial.

    gains: by pair of games, centers of a player with the new weights less those of one with the old.
    """

    old: Mapping[str, float]
    new: Mapping[str, float]
    gains: tuple[float, ...]

    @property
    def gain(self) -> float:
        """The mean gain, in centers."""
        return fmean(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """Its standard error; infinite with less than two pairs."""
        return stdev(self.gains) / sqrt(len(self.gains)) if len(self.gains) > 1 else float("inf")

    @property
    def is_better(self) -> bool:
        """More than two standard errors better."""
        return self.gain > 2 * self.error


def plans_of(old: Mapping[str, float], new: Mapping[str, float], pairs: int, seed: int, until: int) -> list[GamePlan]:
    """The games of a trial, a pair after the other."""
    plans = []
    for pair in range(pairs):
        drawn = stream(seed, pair, "tuning").sample(POWERS, _NEW)
        for which in (0, 1):
            seats = {power: name_of(new if (power in drawn) == (which == 0) else old) for power in POWERS}
            plans.append(GamePlan(2 * pair + which, seed, seats, until, **_SETTINGS))
    return plans


def run_trial(  # noqa: PLR0917
    folder: Path, old: Mapping[str, float], new: Mapping[str, float], pairs: int, seed: int, until: int, jobs: int
) -> tuple[Trial, bool]:
    """Play what is missing of a trial in its folder, and what came of all of it; False after Ctrl-C.

    Half of the games are played first; the rest only when those did not speak against the new weights.
    Raises LogError.
    """
    records: dict[int, Record] = {}
    plans = plans_of(old, new, pairs, seed, until)

    def take(record: Record) -> None:
        records[record["game"]] = record

    with Log(folder, {"old": name_of(old), "new": name_of(new), "seed": seed, "until": until, **_SETTINGS}) as log:
        for part in (plans[: pairs // 2 * 2], plans):
            finished = play_missing(
                log, part, lambda record: records.update({record["game"]: record}), jobs, quiet=True
            )
            trial = Trial(old, new, _gains(records, name_of(new)))
            if not finished or trial.gain < 0:
                break
    return trial, finished


def _gains(records: Mapping[int, Record], new: str) -> tuple[float, ...]:
    pairs = [
        (records[number], records[number + 1])
        for number in sorted(records)
        if number % 2 == 0 and number + 1 in records
    ]
    return tuple(fmean(_gain(record, new) for record in pair) for pair in pairs)


def _gain(record: Record, new: str) -> float:
    centers, seats = record["centers"], record["seats"]
    sides: tuple[Sequence[int], Sequence[int]] = (
        [centers[power] for power in POWERS if seats[power] == new],
        [centers[power] for power in POWERS if seats[power] != new],
    )
    return fmean(sides[0]) - fmean(sides[1])
