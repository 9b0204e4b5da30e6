"""`python -m bots.review`: calibrate the chances, and review games of the arena."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from adjudication.phase import parse_phase
from adjudication.powers import Power, as_power
from bots.arena.arguments import at_least
from bots.learning.archives import Phases
from bots.review.calibrating import Lessons, fitted, loss_of, table_of
from bots.review.chances import SIGNALS, weights_kept
from bots.review.choosing import chosen
from bots.review.moment import Moment
from bots.review.records import story_of
from bots.review.reviewing import phase_reviewed
from bots.review.telling import KIND_NAMES, lines_of, sentences_of, title_of

__all__ = ["main"]

_CHANCES = Path(__file__).parent / "chances.toml"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _fit(options: argparse.Namespace) -> int:
    lessons = Lessons.of(Phases.read(options.games))
    learn, held = lessons.split(options.every)
    weights = weights_kept() if options.test else fitted(learn)
    for name, part in (("to learn from", learn), ("held out", held)):
        games = len(np.unique(part.games))
        print(f"{games} games {name}, {len(part.games)} boards: loss {loss_of(part, weights):.3f}")
    print("given      times   mean given   came in first")
    for low, high, count, given, first in table_of(held, weights):
        print(f"{low:3}-{high:3} % {count:8} {given:10.1f} % {first:12.1f} %")
    if not options.test:
        rows = [f'"{name}" = {weight:.4f}' for name, weight in zip(SIGNALS, weights, strict=True)]
        note = "# Made by `python -m bots.review fit`; docs/review.md has the figures."
        _CHANCES.write_text("\n".join([note, "[weights]", *rows, ""]), encoding="utf-8")
    return 0


def _game(options: argparse.Namespace) -> int:
    with options.file.open(encoding="utf-8") as file:
        record = json.loads([line for line in file if line.strip()][options.number])
    story = story_of(record)
    viewer = as_power(options.viewer) if options.viewer else None
    began, before, moments = time.process_time(), None, list[Moment]()
    for index in story.movements:
        found = phase_reviewed(story, index, before)
        before = found["chances"]
        moments += [Moment.from_dict(each) for each in found["moments"]]
        if options.curve:
            print(found["name"], " ".join(f"{power} {100 * chance:3.0f}" for power, chance in before.items()))
    for moment in chosen(moments, viewer):
        _print(moment, viewer)
    took = time.process_time() - began
    print(f"{len(story.movements)} movements, {len(moments)} candidates, {took:.1f} s of a processor")
    return 0


def _print(moment: Moment, viewer: Power | None) -> None:
    print(
        f"\n{parse_phase(moment.phase).turn}. {KIND_NAMES[moment.kind]}: {title_of(moment, viewer)}. [{moment.weight}]"
    )
    for power, orders in moment.ordered.items():
        print(f"  {power} ordered: {' · '.join(lines_of(orders))}")
    for power, orders in moment.better.items():
        print(f"  {power} better:  {' · '.join(lines_of(orders))}")
    for line in sentences_of(moment, viewer):
        print(f"  {line}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.review", description=__doc__)
    commands = parser.add_subparsers(required=True)
    fit = commands.add_parser("fit", help="fit the chances on games of `python -m bots.learning play`, and test them")
    fit.add_argument("--games", type=Path, required=True, metavar="DIR")
    fit.add_argument("--every", type=at_least(2), default=3, metavar="N", help="each so-manieth game is held out (3)")
    fit.add_argument("--test", action="store_true", help="test the chances there are, write nothing")
    fit.set_defaults(run=_fit)
    game = commands.add_parser("game", help="review a game of `python -m bots.arena --out`")
    game.add_argument("file", type=Path, metavar="FILE")
    game.add_argument("--number", type=int, default=0, metavar="N", help="which line of it (0)")
    game.add_argument("--viewer", default="", metavar="POWER", help="whose mistakes come first")
    game.add_argument("--curve", action="store_true", help="print the chances after each movement")
    game.set_defaults(run=_game)
    return parser


if __name__ == "__main__":
    sys.exit(main())
