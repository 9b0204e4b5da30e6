"""Measure the wars of seven HANAs.

    python -m bench.wars [GAMES] [--mute]
    python -m bench.wars --read games.jsonl ...

Printed are solos, draws, last falls that one rival alone could have held, centers in 1908, wins, the hottest front of
each game, the spread of early attacks, and orders that did nothing. Games of the arena are read as well as played.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from adjudication.batch import encode_orders
from adjudication.board import STANDARD, province_of
from adjudication.facts import reachable_provinces
from adjudication.notation import parse_order
from adjudication.orders import Move, MovementOrder, Order
from adjudication.position import position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bench.silly import silly_of
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import seats_of_game
from bots.experiment.figures import phase_pairs
from bots.hana.agent import warm
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement, SideInterests
from bots.hana.search.worth import Weights
from negotiation.levels import FREE

__all__ = ["Wars", "could_hold", "exposed_homes", "wars_of"]

TALKING: Final = ("hana", *(f"hana-{each}" for each in ("classicist", "opportunist", "cautious", "vengeful")))
SEATS: Final = (*TALKING, "hana-diplomat", "hana")
EARLY: Final = 1903
"""Last year whose attacks are early."""
MIDDLE: Final = 1908
"""Year after which centers are counted."""
_VICTORY: Final = 18
_EFFORT: Final = 20_000
"""Adjudications of the search for such orders of a rival."""
_CENTERS_OF_WINNER: Final = Weights(center=0, threat=0, lost=0, beaten=0, reach=0, victory=0, defeat=0)


@dataclass(slots=True)
class Wars:
    """Counts over games.

    fronts: the hottest pair of each game. attacks: early ones of each pair.
    """

    games: int = 0
    draws: int = 0
    wins: Counter[Power] = field(default_factory=Counter)
    holdable: int = 0
    centers: Counter[Power] = field(default_factory=Counter)
    fronts: Counter[str] = field(default_factory=Counter)
    attacks: Counter[str] = field(default_factory=Counter)
    orders: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, game: Record) -> None:
        """Count a record of the arena."""
        self.games += 1
        self.draws += len(game.get("ending", {}).get("sharers", ())) > 1
        moves = [phase for phase in game["phases"] if phase["phase"].endswith("M")]
        winner: Power | None = game["winner"]
        if winner is not None:
            self.wins[winner] += 1
            self.holdable += "ending" not in game and could_hold(moves[-1], winner)
        later = [phase for phase in game["phases"] if int(phase["phase"][1:5]) > MIDDLE]
        then = position_from_dict(later[0] if later else game["final"])
        self.centers.update({power: len(then.centers_of(power)) for power in POWERS})
        fronts = Counter[str]()
        for phase in moves:
            found = Counter("-".join(sorted(pair[:2])) for pair in phase_pairs(phase) if pair[2] == "attacks")
            fronts += found
            if int(phase["phase"][1:5]) <= EARLY:
                self.attacks += found
            self.orders += len(phase["outcomes"])
            self.kinds["failed"] += sum(
                each["result"] == "fail" and isinstance(parse_order(each["order"]), Move) for each in phase["outcomes"]
            )
            if phase["phase"].startswith("F"):
                self.kinds.update(exposed_homes(phase))
        self.fronts[fronts.most_common(1)[0][0] if fronts else "none"] += 1
        self.kinds["idle help"] += sum(kind == "unmatched of others" for _, kind in silly_of(game["phases"]))

    def lines(self) -> Iterator[str]:
        """The figures, a line each."""
        solos, games = sum(self.wins.values()), max(self.games, 1)
        yield f"{self.games} games, {solos} solos, {self.draws} draws"
        yield f"last falls that one rival could have held: {self.holdable} of {solos}"
        yield f"centers after {MIDDLE}: " + ", ".join(f"{each} {self.centers[each] / games:.1f}" for each in POWERS)
        yield "wins: " + ", ".join(f"{each} {self.wins[each]}" for each in POWERS)
        yield "hottest front: " + ", ".join(f"{pair} {count}" for pair, count in self.fronts.most_common())
        yield f"attacks to {EARLY} by pair: {_entropy(self.attacks.values()):.2f} bits of {log2(21):.2f}"
        rates = {kind: 100 * self.kinds[kind] / max(self.orders, 1) for kind in ("failed", "idle help", "open", "lost")}
        yield "per 100 orders: moves that fail {:.1f}, supports of others that match nothing {:.1f},".format(
            rates["failed"], rates["idle help"]
        ) + " homes left open in a fall {:.1f}, lost {:.2f}".format(rates["open"], rates["lost"])


def wars_of(games: Iterable[Record]) -> Wars:
    """Counts of records of the arena."""
    found = Wars()
    for game in games:
        found.add(game)
    return found


def could_hold(phase: Record, winner: Power) -> bool:
    """True if one rival could have kept the winner below 18.

    phase: the last fall, everybody else's orders as given.
    """
    position = position_from_dict(phase)
    movement = Movement.of(position, STANDARD_RULES)
    given: dict[Power, list[Order]] = {power: [] for power in POWERS}
    for each in phase["outcomes"]:
        given[each["power"]].append(parse_order(each["order"]))
    row = encode_orders(position, given, STANDARD_RULES)[np.newaxis]
    against = SideInterests(regards={winner: -1.0})
    for power in POWERS:
        if power == winner or not position.units_of(power):
            continue
        search = PlanSearch(movement, power, row, Random(0), weights=_CENTERS_OF_WINNER, interests=against)
        search.seed(search.plans_from(row))
        search.run(_EFFORT)
        if search.utilities.max() > -_VICTORY:
            return True
    return False


def exposed_homes(phase: Record) -> Iterator[str]:
    """List homes left open in a fall.

    "open" for each, and "lost" for some.

    Open is an owned home that a foreign unit can reach and no unit of its owner stays in or goes to; it is lost if a
    foreign unit is there after the moves.
    """
    position = position_from_dict(phase)
    reached: dict[str, set[Power]] = {}
    for unit in position.units:
        for place in reachable_provinces(unit.kind, unit.region):
            reached.setdefault(place, set()).add(unit.power)
    covered, taken = set[tuple[Power, str]](), dict[str, Power]()
    for each in phase["outcomes"]:
        order, power = parse_order(each["order"]), each["power"]
        if not isinstance(order, MovementOrder):
            continue
        goal = province_of(order.target if isinstance(order, Move) else order.region)
        covered.add((power, goal))
        if each["result"] == "ok" or not isinstance(order, Move):
            taken[goal] = power
    for home, power in STANDARD.home_of.items():
        if position.centers.get(home) == power and reached.get(home, set()) - {power} and (power, home) not in covered:
            yield "open"
            if taken.get(home, power) != power:
                yield "lost"


def _entropy(counts: Iterable[int]) -> float:
    """Entropy of a distribution, in bits."""
    parts = [count for count in counts if count]
    return -sum(part / sum(parts) * log2(part / sum(parts)) for part in parts)


def _played(given: argparse.Namespace) -> Iterator[Record]:
    names = ["hana-mute"] * len(POWERS) if given.mute else list(SEATS)
    level = 0 if given.mute else FREE
    for number in range(given.games):
        seats = seats_of_game(names, number, rotate=True)
        yield play(GamePlan(number, given.seed, seats, given.until, 60.0, level=level, protocol="talk"))


def _read(files: Iterable[Path]) -> Iterator[Record]:
    for file in files:
        with gzip.open(file, "rt") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def main(given: argparse.Namespace) -> None:
    """Play or read games and print the figures."""
    warm()
    found = wars_of(_read(given.read) if given.read else _played(given))
    print(*found.lines(), sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=7)
    parser.add_argument("--mute", action="store_true", help="without talk; else all characters talk")
    parser.add_argument("--until", type=int, default=1920, metavar="YEAR", help="last year to be played (1920)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE", help="logs of the arena instead")
    main(parser.parse_args())
