"""Moments that expressions are evaluated at: whole games, or phases."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.powers import POWERS, Power
from bots.arena.game import Record
from bots.experiment.figures import Counts, Figures, phase_counts, phase_pairs

__all__ = ["Moment", "moment_of", "moments_of"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A game or one of its phases. of: figures of each power. between: figures of each two, by "ONE OTHER"."""

    players: Mapping[Power, str]
    of: Mapping[Power, Counts]
    between: Mapping[str, Counts]


def moment_of(game: Figures) -> Moment:
    """A whole game."""
    return Moment(game.players, game.of, game.between)


def moments_of(record: Record) -> dict[str, Moment]:
    """A game phase by phase, by the phase's name.

    Units and centers are those at the phase's begin; with the final board the last one is the game's end.
    """
    found: dict[str, Moment] = {}
    for phase in record["phases"]:
        of = phase_counts(phase)
        for power, kinds in phase.get("faults", {}).items():
            of[power]["faults"] += len(kinds)
        between: dict[str, Counter[str]] = {}
        for one, other, kind in phase_pairs(phase):
            between.setdefault(f"{one} {other}", Counter())[kind] += 1
        found[phase["phase"]] = _with_board(record, phase, of, between)
    end = record["final"]
    standing = {power: Counter(standing=0) for power in POWERS}
    to_others: dict[str, Counter[str]] = {}
    for promise in record.get("standing", ()):
        one = promise["power"]
        standing[one]["standing"] += 1
        for other in promise["powers"]:
            if other != one:
                to_others.setdefault(f"{one} {other}", Counter())["standing"] += 1
    found[f"{end['phase']} (end)"] = _with_board(record, end, standing, to_others)
    return found


def _with_board(
    record: Record, board: Record, of: Mapping[Power, Counter[str]], between: Mapping[str, Counter[str]]
) -> Moment:
    units = Counter(unit.split()[0] for unit in board["units"])
    for power in POWERS:
        centers = len(board["centers"].get(power, ()))
        of[power].update({"centers": centers, "units": units[power], "alive": int(bool(centers or units[power]))})
    return Moment(
        record["players"],
        {power: dict(counts) for power, counts in of.items()},
        {pair: dict(counts) for pair, counts in between.items()},
    )
