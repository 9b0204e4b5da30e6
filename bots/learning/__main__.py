"""`python -m bots.learning`: play games, learn from them what positions are worth, and compare."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from json import dumps
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import numpy as np
from tqdm import tqdm

from adjudication.powers import POWERS
from bots.arena.arguments import at_least
from bots.hana.search.worth import Weights
from bots.learning.archives import Phases, keep
from bots.learning.fitting import FADES, SOLO, Lessons, centers_alone, explained, fit_linear, fit_net
from bots.learning.playing import Seat, games, play_game

__all__ = ["main"]

_A_FILE: Final = 20
_SPREAD: Final = {1: (0,), 3: (0, 1, 3), 6: (1, 2, 3, 4, 5, 6)}
"""By how many play the new way: who, counted from the power whose turn it is. Of three, each pair sits together once in
seven games."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _play(options: argparse.Namespace) -> int:
    options.out.mkdir(parents=True, exist_ok=True)
    for first in tqdm(range(0, options.games, _A_FILE), unit_scale=_A_FILE, unit="game", ncols=80):
        path = options.out / f"{options.seed}-{first:06}.npz"
        if not path.exists():
            count = min(_A_FILE, options.games - first)
            keep(path, list(games(first, count, options.seed, options.until, options.nets)), first)
    return 0


def _fit(options: argparse.Namespace) -> int:
    parts = [Phases.read(folder) for folder in options.games]
    plain, lessons = (
        Lessons.joined([Lessons.of(phases, options.fades, options.solo, rounds) for phases in parts])
        for rounds in (0, options.rounds)
    )
    learn, held = lessons.split()[0], plain.split()[1]
    print(f"{len(learn.targets)} rows to learn from, {len(held.targets)} held back; R squared of both:")
    nets = {"centers alone": centers_alone(learn), "linear": fit_linear(learn)}
    for hidden in options.hidden:
        nets[f"network of {hidden}"] = fit_net(learn, hidden, options.epochs, seed=0)
    for name, net in nets.items():
        print(f"{name:16}{explained(net, learn):8.4f}{explained(net, held):8.4f}")
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        with options.out.open("wb") as out:
            np.savez_compressed(out, allow_pickle=False, **list(nets.values())[-1]._asdict())
    return 0


def _make(options: argparse.Namespace) -> int:
    """Games judged by hand, a net from them; as many games of players with that net, and the net from all of them."""
    folders = [options.out / "by-hand", options.out / "by-net"]
    wanted = ["--games", options.games, "--until", options.until]
    nets: list[str] = []
    for round_, folder in enumerate(folders):
        net = options.out / f"net-{round_}.npz"
        for words in (
            ["play", "--out", folder, *wanted, "--seed", round_, "--nets", *nets],
            ["fit", "--games", *folders[: round_ + 1], "--out", net],
        ):
            main([str(word) for word in words])
        nets = [str(net), str(net)]
    print(f"{net} is the net; as bots/hana/search/nets/standard.npz it is HANA's.")
    return 0


def _compare(options: argparse.Namespace) -> int:
    new, old = (Seat(options.effort, weights=Weights(net=name)) for name in (options.new, options.old))
    ways = {name: getattr(options, name) for name in ("ahead", "turns", "later", "foresight", "planners", "judge")}
    new = replace(new, **ways)
    found: list[float] = []
    for number in range(options.first, options.first + options.games):
        chosen = {POWERS[(number + step) % len(POWERS)] for step in _SPREAD[options.seats]}
        played = play_game({p: new if p in chosen else old for p in POWERS}, options.seed, number, options.until)
        found.append(fmean(played.final[power] for power in chosen))
        line = {"new": options.new, "old": options.old, "game": number, "seats": sorted(chosen)}
        with options.out.open("a") as out:
            out.write(dumps(line | ways | {"effort": options.effort, "centers": played.final}) + "\n")
    error = stdev(found) / len(found) ** 0.5 if len(found) > 1 else float("inf")
    names = f"{options.seats} {options.new or 'by hand'}, {7 - options.seats} {options.old or 'by hand'}"
    print(f"{names}, {len(found)} games: {fmean(found):.2f} ± {error:.2f} centers each of the first")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.learning", description=__doc__)
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("play", help="play games of reduced HANAs and DumbBots, and keep every phase of them")
    play.add_argument("--out", type=Path, required=True, metavar="DIR", help="the same command goes on there")
    play.add_argument("--games", type=at_least(1), default=2_000, metavar="N", help="how many (2000)")
    play.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same games (0)")
    play.add_argument("--until", type=at_least(1901, at_most=1999), default=1912, metavar="YEAR", help="(1912)")
    play.add_argument("--nets", nargs="*", default=[], metavar="NET", help="by which some judge: names or paths")
    play.set_defaults(run=_play)
    fit = commands.add_parser("fit", help="learn what positions are worth, and say what each kind of model explains")
    fit.add_argument("--games", type=Path, nargs="+", required=True, metavar="DIR", help="folders of `play`")
    fit.add_argument("--out", type=Path, metavar="FILE", help="where the last network is kept")
    fit.add_argument("--hidden", type=at_least(1, at_most=64), nargs="*", default=[16], metavar="N", help="sizes (16)")
    fit.add_argument("--epochs", type=at_least(1), default=12, metavar="N", help="times through the games (12)")
    fit.add_argument("--rounds", type=at_least(0), default=4, metavar="N", help="reviews of the targets (4)")
    fit.add_argument(
        "--fades", type=float, default=FADES, metavar="F", help=f"what a year counts of the last ({FADES})"
    )
    fit.add_argument("--solo", type=float, default=SOLO, metavar="C", help=f"what a solo counts, in centers ({SOLO})")
    fit.set_defaults(run=_fit)
    make = commands.add_parser("make", help="all of it: play, fit, play with what was learnt, fit again")
    make.add_argument("--out", type=Path, required=True, metavar="DIR", help="games and nets; goes on there")
    make.add_argument("--games", type=at_least(11), default=1_000, metavar="N", help="in each round (1000)")
    make.add_argument("--until", type=at_least(1901, at_most=1999), default=1912, metavar="YEAR", help="(1912)")
    make.set_defaults(run=_make)
    compare = commands.add_parser("compare", help="players who judge by a net among players who judge by another")
    for name in ("new", "old"):
        compare.add_argument(f"--{name}", default="", metavar="NET", help="name or path; nothing: judged by hand")
    compare.add_argument(
        "--out", type=Path, default=Path("compared.jsonl"), metavar="FILE", help="games are added to it"
    )
    compare.add_argument("--games", type=at_least(1), default=70, metavar="N", help="how many (70)")
    compare.add_argument("--first", type=at_least(0), default=0, metavar="N", help="number of the first (0)")
    compare.add_argument("--seats", type=int, choices=sorted(_SPREAD), default=1, metavar="N", help="1, 3 or 6 (1)")
    compare.add_argument("--ahead", type=at_least(0), default=0, metavar="N", help="plans the new play on (0)")
    compare.add_argument("--turns", type=at_least(1), default=2, metavar="N", help="so many phases in all (2)")
    compare.add_argument("--later", type=float, default=0.5, metavar="S", help="what that counts, from 0 to 1 (0.5)")
    compare.add_argument("--foresight", type=at_least(1), default=160, metavar="N", help="of the new (160)")
    compare.add_argument("--planners", type=float, default=0.0, metavar="S", help="of the new: share of planners (0)")
    compare.add_argument("--judge", default="", metavar="NET", help="of the new: judges the plans played on")
    compare.add_argument("--effort", type=at_least(1), default=1_200, metavar="N", help="adjudications (1200)")
    compare.add_argument("--seed", type=int, default=7, metavar="N")
    compare.add_argument("--until", type=at_least(1901, at_most=1999), default=1912, metavar="YEAR", help="(1912)")
    compare.set_defaults(run=_compare)
    return parser


if __name__ == "__main__":
    sys.exit(main())
