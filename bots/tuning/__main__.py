"""`python -m bots.tuning`: better weights for HANA's worth of positions, one weight at a time, by self-play.

Each weight in turn is tried a step up and a step down against the weights there are; what is more than two standard
errors better is taken over at once. Stopped and started again with the same folder it goes on where it was.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Final

from bots.arena.tournament import available_cores
from bots.experiment.log import LogError
from bots.hana.search.worth import STANDARD_WEIGHTS
from bots.tuning.players import FIELDS
from bots.tuning.trial import Trial, run_trial

__all__ = ["main", "steps_of"]

_STEP: Final = 1.5
_FROM_NOTHING: Final = 0.1
_LINE: Final = "{:10} {:>8} {:>8} {:>6} {:>7} {:>6}  {}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 0 when all was tried, 1 for a folder that cannot be used, 130 after Ctrl-C."""
    asked = _parser().parse_args(arguments)
    started = monotonic()
    changes: dict[str, float] = {}
    print(_LINE.format("weight", "old", "new", "pairs", "gain", "±", ""))
    for name in asked.weights:
        for value in steps_of(name, changes):
            if asked.minutes and monotonic() - started > 60 * asked.minutes:
                print("The time is over; start again with the same folder to go on.")
                return 0
            new = {**changes, name: value}
            folder = asked.out / "_".join(f"{weight}={new[weight]:g}" for weight in sorted(new))
            try:
                trial, finished = run_trial(folder, changes, new, asked.pairs, asked.seed, asked.until, asked.jobs)
            except LogError as problem:
                print(problem, file=sys.stderr)
                return 1
            print(_line(trial, name), flush=True)
            if not finished:
                return 130
            if trial.is_better:
                changes = new
    print("Better weights: " + (", ".join(f"{name} {value:g}" for name, value in changes.items()) or "none found"))
    return 0


def steps_of(name: str, changes: Mapping[str, float]) -> tuple[float, float]:
    """The values to try for a weight."""
    now = changes.get(name, asdict(STANDARD_WEIGHTS)[name])
    steps = (now * _STEP, now / _STEP) if now else (_FROM_NOTHING, -_FROM_NOTHING)
    return float(f"{steps[0]:.3g}"), float(f"{steps[1]:.3g}")


def _line(trial: Trial, name: str) -> str:
    old, new = ({**asdict(STANDARD_WEIGHTS), **changes}[name] for changes in (trial.old, trial.new))
    verdict = "taken over" if trial.is_better else ""
    return _LINE.format(
        name, f"{old:g}", f"{new:g}", len(trial.gains), f"{trial.gain:+.2f}", f"{trial.error:.2f}", verdict
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.tuning", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--weights", type=_names, default=FIELDS[1:], metavar="NAME,...", help="which (all but center)")
    parser.add_argument("--pairs", type=int, default=40, help="pairs of games a trial (40)")
    parser.add_argument("--until", type=int, default=1908, help="the last year played (1908)")
    parser.add_argument("--minutes", type=float, default=0.0, help="begin no trial later than this (no limit)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=available_cores(), help="processes (all cores)")
    return parser


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in FIELDS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no weight '{unknown[0]}'; there are {', '.join(FIELDS)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
