"""Measure foresight, and learn its learnt mind: `python -m bench.foresight FOLDER [--write]`.

Plays the games of `bench.foresight.learning` into the folder, those that are not there yet; `--write` learns anew from
them. Then it is measured in games that are not learnt from: those held back, the last of the explorer's, the site's
shipped games of talking HANAs; or in games of the arena (`--games FILE`). Told by bot: how often the order that was
foreseen first was given, and the geometric mean of the chance that was given to what was ordered: by the mixture of
minds, as an onlooker comes to know it, and by each mind alone.
"""

import argparse
import gzip
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from json import loads
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from adjudication.engine import adjudicate
from adjudication.orders import Order
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.written import parse_written
from bench.foresight.learning import (
    HELD,
    TABLES,
    Game,
    Table,
    keep,
    learn_from,
    play_tables,
    read_games,
    row_of,
    shipped_games,
)
from bots.explorer.shipped import shipped
from bots.hana.foresee.lately import lately_of
from bots.hana.foresee.learnt import FEATURES, LEARNT, logit
from bots.hana.foresee.minds import Guess, foresee, learn
from bots.hana.foresee.pairs import PAIRS
from bots.hana.foresee.prior import MINDS, taken_for
from bots.hana.search.problem import Movement
from bots.view import PastPhase

Seen: TypeAlias = tuple[bool, float]
"""True if the order foreseen first was given; the logarithm of the chance of the one given."""

EXAMPLES: Final = Path(__file__).parent.parent.parent / "dipgame" / "games" / "examples"
DUMBBOTS: Final = Table("dumbbots", ("dumbbot",) * len(POWERS), 75, 1908, 0, 0, 3)


def seen_of(game: Game, effort: int) -> Iterator[tuple[Power, str, list[Seen]]]:
    """Foreseen chances of a game, phase by phase.

    By power and mind ("all": the mixture), of each unit.
    """
    guess: Guess = {}
    for index, past in enumerate(game):
        if past.position.phase.kind != "M":
            continue
        phase = Movement.of(past.position)
        foresight = foresee(phase, effort, lately=lately_of(game[:index]))
        row = row_of(past, phase)
        for name in ("all", *MINDS):
            beliefs = foresight.beliefs(guess if name == "all" else taken_for(name))
            for power in POWERS:
                found = []
                for column in phase.columns_of(power).tolist():
                    chances = beliefs.of_group(column)
                    chance = chances[int(np.searchsorted(phase.legal.of(column), row[column]))]
                    found.append((bool(chance >= max(chances) - 1e-12), float(np.log(chance))))
                yield power, name, found
        guess = learn(guess, past, None, foresight)


def examples() -> Iterator[tuple[Mapping[Power, str], Game]]:
    """The shipped games of the site, of talking HANAs at normal strength."""
    for path in sorted(EXAMPLES.glob("*.json.gz")):
        record = loads(gzip.decompress(path.read_bytes()))
        position, played = opening(), []
        for phase in record["phases"]:
            kind = position.phase.kind
            orders: dict[Power, list[Order]] = {
                power: [order for text in texts if (order := parse_written(text, kind)) is not None]
                for power, texts in phase.get("orders", {}).items()
            }
            resolution = adjudicate(position, orders)
            played.append(PastPhase(position, resolution.outcomes))
            position = resolution.next
        yield {power: f"site: {bot.partition('-')[0]}" for power, bot in record["seats"].items()}, tuple(played)


def held_back(folder: Path) -> Iterator[tuple[Mapping[Power, str], Game]]:
    """Games that nothing is learnt from."""
    for table in (*TABLES, DUMBBOTS):
        for seats, game in islice(read_games(folder / f"{table.name}.jsonl"), table.games, None):
            yield {power: f"{table.name}: {name.rpartition(':')[2]}" for power, name in seats.items()}, game
    efforts = shipped().seats
    numbers = range(len(efforts) - HELD, len(efforts))
    for number, game in zip(numbers, shipped_games(numbers), strict=True):
        by_power = zip(POWERS, efforts[number].tolist(), strict=True)
        yield {power: f"explorer: effort {effort}" for power, effort in by_power}, game
    yield from examples()


def measure(games: Iterable[tuple[Mapping[Power, str], Game]], effort: int) -> dict[tuple[str, str], list[Seen]]:
    """Foreseen chances by bot and mind."""
    found: dict[tuple[str, str], list[Seen]] = {}
    for seats, game in games:
        for power, mind, seen in seen_of(game, effort):
            found.setdefault((seats[power], mind), []).extend(seen)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.foresight", description=__doc__)
    parser.add_argument("folder", type=Path, help="where games are, and are played")
    parser.add_argument("--write", action="store_true", help="learn anew, and let it be HANA's")
    parser.add_argument("--games", type=Path, nargs="*", default=[], metavar="FILE", help="measured in these instead")
    parser.add_argument("--effort", type=int, default=320, help="adjudications for each power's own plans (320)")
    options = parser.parse_args(arguments)
    if options.write or not options.games:
        play_tables(options.folder, (*TABLES, DUMBBOTS))
    if options.write:
        keep(learn_from(options.folder), LEARNT)
        logit.cache_clear()
    weights = zip((*FEATURES, *PAIRS), np.concatenate(logit()), strict=True)
    print(", ".join(f"{name} {weight:.2f}" for name, weight in weights))
    games = [game for path in options.games for game in read_games(path)] or held_back(options.folder)
    print(table(measure(games, options.effort)))
    return 0


def table(found: Mapping[tuple[str, str], Sequence[Seen]]) -> str:
    """Lines of bots, columns of minds."""
    lines = [f"{'':32}{'orders':>8}" + "".join(f"{mind:>16}" for mind in ("all", *MINDS))]
    for bot in sorted({bot for bot, _ in found}):
        cells = []
        for mind in ("all", *MINDS):
            seen = np.array(found[bot, mind])
            cells.append(f"{seen[:, 0].mean():6.1%}, {np.exp(seen[:, 1].mean()):.3f}")
        lines.append(f"{bot:32}{len(found[bot, 'all']):>8}" + "".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
