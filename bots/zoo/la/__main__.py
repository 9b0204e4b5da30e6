"""`python -m bots.zoo.la`: train LA Diplomat against itself, from where it stopped."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from bots.zoo.la.patterns import PATTERNS
from bots.zoo.la.training import learn, self_play
from bots.zoo.la.weights import FILE, WrongWeightsError, load, save

__all__ = ["main"]

_EVERY = 10
"""Games between two savings."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m bots.zoo.la",
        description="Train LA Diplomat against itself. It goes on from the table in the file, and may be stopped at "
        "any time: at most the last 10 games are lost.",
    )
    parser.add_argument("--games", type=int, required=True, help="games that the table shall have seen at the end")
    parser.add_argument("--seed", type=int, default=0, help="decides all chance (default: 0)")
    parser.add_argument("--file", type=Path, default=FILE, help="the table (default: that of the bot)")
    parser.add_argument("--fresh", action="store_true", help="begin anew, without the table in the file")
    options = parser.parse_args(arguments)
    weights, done = np.zeros(PATTERNS, dtype=np.float32), 0
    if options.file.exists() and not options.fresh:
        try:
            weights, done = load(options.file)
        except WrongWeightsError as problem:
            parser.error(f"{problem} Use --fresh for that.")
    for number in tqdm(range(done, options.games), unit="game", ncols=80):
        steps = self_play(weights, number, options.seed)
        for each in steps.values():
            learn(weights, each, number)
        if (number + 1) % _EVERY == 0 or number + 1 == options.games:
            save(weights, number + 1, options.file)
    print(
        f"{options.file} has seen {max(done, options.games)} games; {np.count_nonzero(weights)} of {PATTERNS} patterns."
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
