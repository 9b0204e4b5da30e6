"""The arguments of `python -m bots.ladder` and `manage.py ladder`."""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from bots.arena.arguments import at_least
from bots.arena.seats import BadSeatsError, agent_called
from bots.ladder.entrants import TABLES, Table, entrants_of
from bots.ladder.files import LadderError
from bots.ladder.playing import Limits
from bots.ladder.rounds import Settings

__all__ = ["ABOUT", "add_ladder_options", "entrants_in", "limits_in", "tables_in"]

ABOUT: Final = (
    "Play the ladder of bots (docs/ladder.md): round robins until every rating is known to a width. "
    "Ctrl-C keeps every finished game; the same command goes on from there."
)
_BOTH: Final = "both"
_USUAL: Final = Settings("silent")


def add_ladder_options(parser: argparse.ArgumentParser) -> None:
    """Add `--table --width --games --minutes --bots --seed --until --seconds --out --anew`."""
    parser.add_argument("--table", choices=(*TABLES, _BOTH), default=_BOTH, help="which table to play (both)")
    parser.add_argument(
        "--width", type=_positive, default=1.0, metavar="W",
        help="stop when the 95 %% interval of every rating is as narrow, in points to each side (1)",
    )  # fmt: skip
    parser.add_argument("--games", type=at_least(1), metavar="N", help="stop after as many games of a table")
    parser.add_argument(
        "--minutes", type=_positive, metavar="M",
        help="after a table's first round, begin none that would end later than this",
    )  # fmt: skip
    parser.add_argument("--bots", metavar="BOT,BOT,...", help="these bots (all that the registry has for the table)")
    parser.add_argument("--seed", type=at_least(0), default=_USUAL.seed, metavar="N", help=f"({_USUAL.seed})")
    parser.add_argument(
        "--until", type=at_least(1901, at_most=9998), default=_USUAL.until, metavar="YEAR",
        help=f"last year to be played ({_USUAL.until})",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=_positive, default=_USUAL.seconds, metavar="S",
        help=f"time a bot has for its orders, and for each message ({_USUAL.seconds:g}); more is late",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=Path("ladder"), metavar="DIR", help="folder of games and tables, played on (ladder)"
    )
    parser.add_argument("--anew", action="store_true", help="delete the games of the table that are there first")


def tables_in(options: Mapping[str, Any]) -> list[Settings]:
    """Settings of each table to play."""
    chosen = TABLES if options["table"] == _BOTH else [cast(Table, options["table"])]
    return [Settings(table, options["seed"], options["until"], options["seconds"]) for table in chosen]


def limits_in(options: Mapping[str, Any]) -> Limits:
    """Limits that the options set."""
    return Limits(options["width"], options["games"], options["minutes"])


def entrants_in(options: Mapping[str, Any], settings: Settings) -> tuple[str, ...]:
    """Names of the bots that play. Raises LadderError for an unknown one."""
    if options["bots"] is None:
        return entrants_of(settings.table)
    names: Iterable[str] = (name.strip() for name in options["bots"].split(","))
    chosen = tuple(dict.fromkeys(name for name in names if name))
    try:
        for name in chosen:
            agent_called(name)
    except BadSeatsError as problem:
        raise LadderError(str(problem)) from None
    return chosen


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number.") from None
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} makes no sense; give more than 0.")
    return number
