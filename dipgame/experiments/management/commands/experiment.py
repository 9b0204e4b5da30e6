"""manage.py experiment"""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.importing import BadLogError
from bots.experiment.local import counted, text_of
from bots.experiment.packages import PackageMissingError
from bots.experiment.parquet import write_parquet
from bots.experiment.summary import format_means, format_summary, lines_of
from dipgame.experiments import logs, queries, services
from dipgame.experiments.counting import recount
from dipgame.experiments.errors import Refused
from dipgame.experiments.importing import import_log
from dipgame.experiments.models import Experiment
from dipgame.experiments.reports import report_page

_WAIT = 0.5


class Command(BaseCommand):
    help = "Experiments of a file: look whether it is right, run it over the workers, follow it, and take the results."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, about in (("check", "say whether a file is right"), ("run", "begin the experiment of a file")):
            one = verbs.add_parser(verb, help=about)
            one.add_argument("file", help="a TOML file, or the name of a shipped experiment")
            if verb == "run":
                one.add_argument("--here", action="store_true", help="play all its games in this process, and wait")
        for verb, about in (
            ("status", "say how far an experiment is"),
            ("pause", "begin no more of its games"),
            ("resume", "go on with it"),
            ("cancel", "play no more of its games"),
            ("recount", "count all figures again from its logs, those that earlier versions did not count too"),
        ):
            verbs.add_parser(verb, help=about).add_argument("experiment", help="as `run` called it")
        take = verbs.add_parser("import", help="take in a log of an experiment or of bots.arena")
        take.add_argument("log", type=Path, help="games.jsonl.gz, or a log of the arena")
        take.add_argument("--file", help="the experiment's file, if there is one")
        export = verbs.add_parser("export", help="write log, file and tables into a folder")
        export.add_argument("experiment", help="as `run` called it")
        export.add_argument("--out", type=Path, required=True, metavar="DIR")

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        try:
            getattr(self, f"do_{verb}")(**options)
        except OSError as problem:
            raise CommandError(f"{problem.filename or 'A file'}: {problem.strerror or problem}.") from None
        except (Refused, BadLogError) as problem:
            raise CommandError(str(problem)) from None
        except BadFileError as bad:
            raise CommandError("\n".join(f"{options['file']}, {fault}" for fault in bad.faults)) from None

    def do_import(self, *, log: Path, file: str | None, **_: Any) -> None:
        with log.open("rb") as source:
            experiment = import_log(source, log.name.partition(".")[0], text_of(file) if file else None)
        self.stdout.write(experiment.slug)

    def do_check(self, *, file: str, **_: Any) -> None:
        self.stdout.write(f"{file} is right: {counted(read_declaration(text_of(file)))}.")

    def do_run(self, *, file: str, here: bool, **_: Any) -> None:
        experiment = services.begin_experiment(text_of(file))
        self.stdout.write(experiment.slug)
        if experiment.key:
            self.stderr.write(f"The key of programs that play in it: {experiment.key}")
        while here and experiment.state == Experiment.State.RUNNING:
            if services.play_next() is None:
                time.sleep(_WAIT)  # others play the last ones
            experiment.refresh_from_db()

    def do_status(self, *, experiment: str, **_: Any) -> None:
        found = self._found(experiment)
        progress = queries.progress_of(found)
        self.stdout.write(f"{found.name}: {found.get_state_display().lower()}, version {found.version}")
        self.stdout.write(
            f"{progress.done} of {progress.games} games done, {progress.running} running, {progress.failed} failed, "
            f"{progress.faults} faults of bots"
        )
        if progress.minutes_left is not None:
            left = f"{progress.minutes_left:.0f} minutes left"
            self.stdout.write(f"{progress.a_minute:.1f} games a minute, about {left}")
        for run in queries.failed_runs(found)[:20]:
            self.stdout.write(f"game {run.number} failed: {run.error}")

    def do_pause(self, *, experiment: str, **_: Any) -> None:
        services.pause_experiment(self._found(experiment))

    def do_resume(self, *, experiment: str, **_: Any) -> None:
        services.resume_experiment(self._found(experiment))

    def do_cancel(self, *, experiment: str, **_: Any) -> None:
        services.cancel_experiment(self._found(experiment))

    def do_recount(self, *, experiment: str, **_: Any) -> None:
        games = recount(self._found(experiment))
        words = [f"{games.found} game{'' if games.found == 1 else 's'} counted again"]
        if games.missing:
            words.append(f"{games.missing} without a log, keeping {_its(games.missing)} figures")
        if games.damaged:
            words.append(f"{games.damaged} with a damaged log, keeping {_its(games.damaged)} figures")
        self.stdout.write(f"{'; '.join(words)}.")

    def do_export(self, *, experiment: str, out: Path, **_: Any) -> None:
        found = self._found(experiment)
        declaration, games = found.declaration, list(queries.figures_in(found))
        out.mkdir(parents=True, exist_ok=True)
        with (out / "games.jsonl.gz").open("wb") as file:
            file.writelines(logs.joined(queries.done_runs(found)))
        (out / "experiment.toml").write_text(found.text, encoding="utf-8")
        try:
            write_parquet(declaration, games, out / "players.parquet")
        except PackageMissingError as problem:
            self.stderr.write(str(problem))
        (out / "means.csv").write_text(format_means(list(lines_of(declaration, games))), encoding="utf-8")
        (out / "summary.txt").write_text(format_summary(declaration, games), encoding="utf-8")
        (out / "report.html").write_text(report_page(found), encoding="utf-8")
        self.stdout.write(f"{len(games)} games in {out}")

    def _found(self, slug: str) -> Experiment:
        found = Experiment.objects.filter(slug=slug).first()
        if found is None:
            raise CommandError(f"There is no experiment '{slug}'.")
        return found


def _its(games: int) -> str:
    return "its" if games == 1 else "their"
