"""`python -m bots.arena`: let bots play whole games against each other and see who does well."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from json import dumps
from pathlib import Path
from typing import IO

from tqdm import tqdm

from adjudication.powers import POWERS
from bots.arena.arguments import INTERRUPTED, add_game_options, at_least
from bots.arena.game import GamePlan, Record
from bots.arena.positions import read_first
from bots.arena.seats import BadSeatsError, parse_seats, seats_of_game
from bots.arena.table import format_tables
from bots.arena.tournament import play_all
from bots.registry import BOTS

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns the exit code; bad arguments leave through argparse with code 2.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        names = parse_seats(options.seats)
    except BadSeatsError as problem:
        parser.error(str(problem))
    try:
        first = read_first(options.position) if options.position else ""
    except ValueError as problem:
        parser.error(f"The position cannot be used: {problem}.")
    plans = [
        GamePlan(
            number=number,
            seed=options.seed,
            seats=seats_of_game(names, number, rotate=options.rotate),
            until=options.until,
            seconds=options.seconds,
            rulebook=options.rulebook,
            level=options.level,
            protocol=options.protocol,
            first=first,
        )
        for number in range(options.games)
    ]
    with ExitStack() as stack:
        out: IO[str] | None = None
        if options.out is not None:
            try:
                out = stack.enter_context(options.out.open("w", encoding="utf-8"))
            except OSError as problem:
                parser.error(f"'{options.out}' cannot be written: {problem.strerror}.")
        records, finished = _play(plans, options.jobs, out, quiet=options.quiet)
    if records:
        print(format_tables(records))
    if not finished:
        print(f"Stopped after {len(records)} of {len(plans)} games.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _play(plans: Sequence[GamePlan], jobs: int, out: IO[str] | None, *, quiet: bool) -> tuple[list[Record], bool]:
    """The records, phases left out, and whether all games were played.

    Each game is on disk before the next.
    """
    records: list[Record] = []
    try:
        with (
            play_all(plans, jobs) as played,
            tqdm(total=len(plans), unit="game", ncols=80, disable=quiet) as bar,
        ):
            for record in played:
                if out is not None:
                    out.write(dumps(record, separators=(",", ":")) + "\n")
                    out.flush()
                del record["phases"]
                records.append(record)
                bar.update()
    except KeyboardInterrupt:
        return records, False
    return records, True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.arena",
        description="Let bots play whole games of Diplomacy against each other, without the site, on all cores.",
        epilog=f"Bots: {', '.join(BOTS)}; a bot of your own is written package.module:Class.",
    )
    parser.add_argument(
        "--seats",
        required=True,
        metavar="BOT[,BOT,...]",
        help=f"one bot for all seats, or seven in the order {','.join(POWERS)}",
    )
    parser.add_argument("--games", type=at_least(1), default=20, metavar="N", help="games to play (20)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write one JSON line per game to this file")
    parser.add_argument(
        "--position", metavar="TEXT", help="begin with it (the opening): a word of the sandbox's links, text or JSON"
    )
    parser.add_argument("--rotate", action="store_true", help="move every bot on by one power from game to game")
    add_game_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
