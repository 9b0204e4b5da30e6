"""Count kept and broken promises by bot: `python -m bench.personalities games.jsonl`.

games.jsonl is the arena's log.

By bot, over all the seats it had; `docs/experiments.md` says what is counted. `python -m bots.experiment.alone` gives
the same for one bot at a time among the same others.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from bots.arena.game import Record
from bots.experiment.alone import format_conduct
from bots.experiment.behaviour import Conduct, conduct_of

__all__ = ["table_of"]


def table_of(games: Iterable[Record]) -> str:
    """A line for each bot, in alphabetical order. games: records of `bots.arena`."""
    found: dict[tuple[str, ...], list[Conduct]] = {}
    for game in games:
        for power, bot in game["seats"].items():
            found.setdefault((bot,), []).append(conduct_of(power, game))
    return format_conduct(dict(sorted(found.items())), names=["bot"])


def main(log: Path) -> None:
    """Print the table of a log."""
    with log.open(encoding="utf-8") as lines:
        print(table_of(map(json.loads, lines)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path, help="what `python -m bots.arena --out` wrote")
    main(parser.parse_args().log)
