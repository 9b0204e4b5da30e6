"""`python -m bots.puzzles`: make puzzles, and look at them."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bots.arena.arguments import at_least
from bots.puzzles.games import positions
from bots.puzzles.making import choose, deal_puzzles_in, puzzles_in
from bots.puzzles.puzzle import Puzzle, task_of
from bots.puzzles.shipped import FILE, read_puzzles, write_puzzles

__all__ = ["main"]

_SEED: Final = 34
_FOUND: Final = 600
"""Puzzles of orders found before 500 of both kinds are chosen among all."""
_FOUND_DEALS: Final = 300


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _make(options: argparse.Namespace) -> int:
    began = time.process_time()
    found = list(_found(options.work, options.found, options.deals, options.seed))
    chosen = choose(found, options.count)
    write_puzzles(options.out, {each.key: each for each in chosen})
    size = options.out.stat().st_size
    print(f"{len(chosen)} of {len(found)} puzzles, {size} bytes, {time.process_time() - began:.0f} s of a processor")
    for theme, count in Counter(theme for each in chosen for theme in each.themes).most_common():
        print(f"  {theme:10}{count:5}")
    return 0 if len(chosen) == options.count else 1


def _found(work: Path, wanted: int, wanted_deals: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles of as many batches of games as it takes.

    Batches in the file `work` are not searched again."""
    done = [json.loads(line) for line in work.read_text(encoding="utf-8").splitlines()] if work.exists() else []
    count = deals = 0
    for batch in range(10_000):
        if count >= wanted and deals >= wanted_deals:
            return
        if batch < len(done):
            found = [Puzzle.from_dict(each) for each in done[batch]]
        else:
            # Of a kind that there is enough of, no more are searched for.
            kinds = [puzzles_in] * (count < wanted) + [deal_puzzles_in] * (deals < wanted_deals)
            places = positions(seed, batch)
            found = [puzzle for name, position in places for search in kinds for puzzle in search(position, name)]
            with work.open("a", encoding="utf-8") as out:
                out.write(json.dumps([each.as_dict() for each in found], separators=(",", ":")) + "\n")
        deals += (more := sum(each.goal.kind == "deal" for each in found))
        count += len(found) - more
        told = f"{count} of {wanted} puzzles, {deals} of {wanted_deals} deals"
        print(f"\rbatch {batch}: {told}", end="", file=sys.stderr, flush=True)
        yield from found


def _show(options: argparse.Namespace) -> int:
    of_kind = [each for each in read_puzzles(options.file).values() if options.kind in ("", each.goal.kind)]
    for puzzle in of_kind[options.first : options.first + options.count]:
        gets = f" ({puzzle.goal.partner} gets {puzzle.goal.other})" if puzzle.goal.kind == "deal" else ""
        task = task_of(puzzle.goal, puzzle.position)
        print(f"{puzzle.key} {puzzle.position.phase} {puzzle.goal.power}: {task}{gets}")
        for text in puzzle.as_dict()["answers"]:
            print(f"    {', '.join(text)}")
        print(f"    {' '.join(puzzle.themes)}; difficulty {puzzle.difficulty}; {puzzle.replies} replies")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.puzzles", description=__doc__)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="play games, find puzzles in them, choose a mixed set")
    make.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="where they are written")
    make.add_argument("--work", type=Path, required=True, metavar="FILE", help="found so far; it goes on there")
    make.add_argument("--count", type=at_least(1), default=500, metavar="N", help="how many (500)")
    make.add_argument(
        "--found", type=at_least(1), default=_FOUND, metavar="N", help="of orders, found before choosing (600)"
    )
    make.add_argument(
        "--deals", type=at_least(0), default=_FOUND_DEALS, metavar="N", help="deals found before choosing (300)"
    )
    make.add_argument("--seed", type=int, default=_SEED, metavar="N", help="same seed, same puzzles (34)")
    make.set_defaults(run=_make)
    show = commands.add_parser("show", help="print puzzles with their answers")
    show.add_argument("--file", type=Path, default=FILE, metavar="FILE")
    show.add_argument("--first", type=at_least(0), default=0, metavar="N")
    show.add_argument("--count", type=at_least(1), default=10, metavar="N")
    show.add_argument("--kind", default="", help="take, force, keep, stop or deal; else all")
    show.set_defaults(run=_show)
    return parser


if __name__ == "__main__":
    sys.exit(main())
