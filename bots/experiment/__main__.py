"""`python -m bots.experiment`: is it worth anything to negotiate?

Sessions of 0 … 7 negotiators among mutes.

`python -m bots.experiment FILE` plays the experiment of a file instead (`bots.experiment.local`).
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bots.arena.arguments import INTERRUPTED, add_game_options, at_least
from bots.arena.seats import BadSeatsError, agent_called
from bots.experiment.chart import draw_chart
from bots.experiment.design import SESSIONS, Design
from bots.experiment.local import main as play_file
from bots.experiment.log import Log, LogError
from bots.experiment.packages import PackageMissingError
from bots.experiment.results import Result, Session, result_of, sessions_of
from bots.experiment.running import play_missing
from bots.experiment.table import format_csv, format_table
from bots.registry import BOTS

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns the exit code; bad arguments leave through argparse with code 2.
    """
    given = sys.argv[1:] if arguments is None else arguments
    if given and not given[0].startswith("-"):
        return play_file(given)
    parser = _parser()
    options = parser.parse_args(arguments)
    design = Design(
        talker=options.talker,
        mute=options.mute,
        seed=options.seed,
        until=options.until,
        seconds=options.seconds,
        rulebook=options.rulebook,
        level=options.level,
        protocol=options.protocol,
    )
    results: list[Result] = []
    try:
        for name in (design.talker, design.mute):
            agent_called(name)
        with Log(options.out, design.as_dict()) as log:
            finished = play_missing(
                log,
                list(design.plans(options.sessions, options.games)),
                lambda record: results.append(result_of(record, design)),
                options.jobs,
                quiet=options.quiet,
            )
    except (BadSeatsError, LogError) as problem:
        parser.error(str(problem))
    if results:
        print(report(results, design, options.out))
    if not finished:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    return 0


def report(results: Iterable[Result], design: Design, folder: Path) -> str:
    """Write `table.txt`, `table.csv` and `chart.svg` into the folder.

    Returns the text of the table.
    """
    sessions = sessions_of(results)
    subtitle = _subtitle(sessions, design)
    title = " among ".join(name.rpartition(":")[2] for name in (design.talker, design.mute))
    text = f"negotiators: {design.talker}, mutes: {design.mute}; {subtitle}\n\n{format_table(sessions)}"
    for name, content in (("table.txt", text + "\n"), ("table.csv", format_csv(sessions))):
        (folder / name).write_text(content, encoding="utf-8")
    try:
        (folder / "chart.svg").write_text(draw_chart(sessions, title, subtitle), encoding="utf-8")
    except PackageMissingError as problem:
        print(problem, file=sys.stderr)
    return text


def _subtitle(sessions: Sequence[Session], design: Design) -> str:
    games = sorted({session.games for session in sessions})
    count = str(games[0]) if len(games) == 1 else f"{games[0]} to {games[-1]}"
    talk = f"level {design.level}, protocol {design.protocol}" if design.level else "no talk"
    return f"{count} games for each number of negotiators, to {design.until}, {talk}, seed {design.seed}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.experiment",
        description="Play sessions of games with 0 to 7 negotiators among mutes, the powers drawn anew for each game, "
        "and say how many games the negotiators won, against what would be expected if they were no better.",
        epilog=f"Bots: {', '.join(BOTS)}; a bot of your own is written package.module:Class. "
        "Ctrl-C keeps every finished game; the same command goes on.",
    )
    parser.add_argument("--talker", default="hana", metavar="BOT", help="the negotiators (hana)")
    parser.add_argument("--mute", default="hana-mute", metavar="BOT", help="the others (hana-mute)")
    parser.add_argument("--games", type=at_least(1), default=100, metavar="N", help="games in each session (100)")
    parser.add_argument(
        "--sessions",
        type=_sessions,
        default=SESSIONS,
        metavar="N[,N-N,...]",
        help="how many negotiators: numbers and ranges (0-7)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder for games, tables and chart; played on if it exists",
    )
    add_game_options(parser)
    return parser


def _sessions(text: str) -> tuple[int, ...]:
    chosen: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        one = at_least(SESSIONS[0], at_most=SESSIONS[-1])
        start = one(first)
        end = one(last) if dash else start
        if end < start:
            raise argparse.ArgumentTypeError(f"{part} runs backwards.")
        chosen.update(range(start, end + 1))
    return tuple(sorted(chosen))


if __name__ == "__main__":
    sys.exit(main())
