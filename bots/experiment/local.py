"""`python -m bots.experiment FILE`: play the experiment of a file on this machine, or only look whether it is right."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from bots.arena.arguments import INTERRUPTED, at_least
from bots.arena.game import Record
from bots.arena.tournament import available_cores
from bots.experiment.chart import draw_chart, titles_of, won_by_number
from bots.experiment.figures import Figures, figures_of
from bots.experiment.file.declaration import Declaration
from bots.experiment.file.plans import games_of, left_out, plan_of, record_of
from bots.experiment.file.reading import BadFileError, FileFault, read_declaration
from bots.experiment.log import Log, LogError
from bots.experiment.packages import PackageMissingError
from bots.experiment.running import play_missing
from bots.experiment.summary import format_means, format_summary, lines_of
from bots.experiment.table import format_table

__all__ = ["LOCAL", "SHIPPED", "counted", "main", "text_of"]

SHIPPED = Path(__file__).with_name("shipped")
"""Experiments that come with the program; each is called by the name of its file."""
LOCAL = frozenset({"controls", "pacts"})
"""Those whose bots are no site's: `package.module:Class`."""


def text_of(file: str) -> str:
    """The text of a file, or of a shipped experiment by its name. Raises OSError, BadFileError."""
    path = Path(file)
    if not path.exists() and (SHIPPED / f"{file}.toml").exists():
        path = SHIPPED / f"{file}.toml"
    content = path.read_bytes()
    try:
        return content.decode()
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise BadFileError([FileFault(line, "This is no text in UTF-8; save the file as such.")]) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns the exit code: 2 for a bad file, with every fault on a line of its own.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        text = text_of(options.file)
        declaration = read_declaration(text, own_bots=True)
    except OSError as problem:
        parser.error(f"'{options.file}' cannot be read: {problem.strerror}.")
    except BadFileError as bad:
        print(*(f"{options.file}, {fault}" for fault in bad.faults), sep="\n", file=sys.stderr)
        return 2
    if options.games is not None:
        declaration = _first_games(declaration, options.games)
    if options.check:
        print(f"{options.file} is right: {counted(declaration)}.")
        return 0
    if declaration.people is not None:
        parser.error("People take part in this experiment; begin it on the site: manage.py experiment run FILE.")
    if declaration.outside:
        labels = ", ".join(declaration.outside)
        parser.error(f"Other programs play {labels}; begin it on the site: manage.py experiment run FILE.")
    if options.out is None:
        parser.error("Say where the games go: --out DIR. With --check nothing is played.")
    found: list[Figures] = []
    out: list[int] = []

    def take(record: Record) -> None:
        if left_out(declaration, record):
            out.append(record["game"])
        else:
            found.append(figures_of(record))

    try:
        with Log(options.out, _settings(declaration)) as log:
            (options.out / "experiment.toml").write_text(text, encoding="utf-8")
            finished = play_missing(
                log,
                [plan_of(declaration, game) for game in games_of(declaration)],
                take,
                options.jobs,
                quiet=options.quiet,
                record_as=lambda record: record_of(declaration, record),
            )
    except LogError as problem:
        parser.error(str(problem))
    if found:
        summary = format_summary(declaration, found) + _told_left_out(len(out))
        tables = won_by_number(declaration, found)
        (options.out / "means.csv").write_text(format_means(list(lines_of(declaration, found))), encoding="utf-8")
        for label, sessions in tables.items():
            heading = f"{label}:\n" if len(tables) > 1 else ""
            summary += f"\n{heading}{format_table(sessions)}\n"
        if tables:
            try:
                drawn = draw_chart(next(iter(tables.values())), *titles_of(declaration))
                (options.out / "chart.svg").write_text(drawn, encoding="utf-8")
            except PackageMissingError as problem:
                print(problem, file=sys.stderr)
        (options.out / "summary.txt").write_text(summary, encoding="utf-8")
        print(summary, end="")
    if not finished:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _told_left_out(games: int) -> str:
    if not games:
        return ""
    return f"\n{games} game{'' if games == 1 else 's'} nobody has won in time: in the log, and in no figure.\n"


def _first_games(declaration: Declaration, most: int) -> Declaration:
    """The declaration with fewer games per session, the first of each."""
    sessions = tuple(replace(session, games=min(session.games, most)) for session in declaration.sessions)
    return replace(declaration, sessions=sessions)


def counted(declaration: Declaration) -> str:
    """Numbers of games and sessions, in words."""
    games, sessions = declaration.games, len(declaration.sessions)
    return f"{games} game{'' if games == 1 else 's'} in {sessions} session{'' if sessions == 1 else 's'}"


_USUAL: Final = (None, "counted")
"""Values of terms that logs of earlier versions do not have."""


def _settings(declaration: Declaration) -> dict[str, object]:
    """Settings that must stay the same while games are added."""
    return {
        "seed": declaration.seed,
        "trace": declaration.trace,
        "bots": dict(declaration.bots),
        "matched": declaration.matched,
        "positions": list(declaration.positions),
        "sessions": [
            {key: value for key, value in asdict(session).items() if key not in ("about", "games")}
            | {"playing": {key: value for key, value in asdict(session.playing).items() if value not in _USUAL}}
            for session in declaration.sessions
        ],
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.experiment",
        description="Play the experiment of a file (docs/experiments.md) and say what came of it.",
        epilog=f"Shipped experiments: {', '.join(sorted(file.stem for file in SHIPPED.glob('*.toml')))}. "
        "Ctrl-C keeps every finished game; the same command goes on. "
        "Without a file: the experiment of the thesis by its options, --help shows them.",
    )
    parser.add_argument("file", metavar="FILE", help="a TOML file, or the name of a shipped experiment")
    parser.add_argument(
        "--games", type=at_least(1), metavar="N", help="only the first N games of each session; the rest may follow"
    )
    parser.add_argument("--check", action="store_true", help="only say whether the file is right")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for games and tables; played on if it exists")
    parser.add_argument(
        "--jobs", type=at_least(1), default=available_cores(), metavar="N", help="processes to use (all cores)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser
