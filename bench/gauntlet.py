"""HANA alone among six of each rival, and each rival alone among six HANAs: `python -m bench.gauntlet --help`.

The lone seat goes round the powers. Printed are mean final centers with their standard error, in all games and by
power, the share of games in which nobody had more, solos with their 95 % interval, and what went wrong.
"""

import argparse
import tempfile
from pathlib import Path

from bots.arena.tournament import available_cores
from bots.experiment.alone import Pairing, format_powers, format_strength, play_pairings
from bots.registry import BOTS

SECONDS = 5.0
"""Seconds a bot may take for a phase. HANA counts adjudications: its standard 30,000 take less than 0.2 s of one
core."""


def main(*, champion: str, rivals: tuple[str, ...], games: int, until: int, seed: int, out: Path | None) -> None:
    """Play what is missing on all cores and print the tables."""
    settings = {"seed": seed, "until": until, "seconds": SECONDS, "level": 3, "protocol": "l3", "rulebook": "2023"}
    pairings: list[Pairing] = [(champion, rival) for rival in rivals] + [(rival, champion) for rival in rivals]
    with tempfile.TemporaryDirectory() as scratch:
        found, finished = play_pairings(
            out or Path(scratch), pairings, games, settings, available_cores(), quiet=out is None
        )
    print(f"{games} games of each pairing to {until}, seed {seed}{'' if finished else '; stopped before the end'}")
    if found:
        print(format_strength(found), format_powers(found), sep="\n\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--champion", default="hana", metavar="BOT")
    parser.add_argument(
        "--rivals",
        type=lambda text: tuple(text.split(",")),
        default=("dumbbot",),
        metavar="BOT,...",
        help=f"whom it meets (dumbbot); there are {','.join(BOTS)}",
    )
    parser.add_argument("--games", type=int, default=7, metavar="N", help="of each pairing (7)")
    parser.add_argument("--until", type=int, default=1920, metavar="YEAR", help="last year to be played (1920)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the games; the same command goes on there")
    main(**vars(parser.parse_args()))
