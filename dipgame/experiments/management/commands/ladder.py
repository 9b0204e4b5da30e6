"""manage.py ladder"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.arena.game import Record
from bots.experiment.file.plans import Numbered
from bots.experiment.file.reading import BadFileError
from bots.ladder.arguments import ABOUT, add_ladder_options, entrants_in, limits_in, tables_in
from bots.ladder.files import GameFile, LadderError
from bots.ladder.playing import climb
from bots.ladder.rounds import TooFewEntrantsError
from bots.ladder.standing import format_standing, standing_of
from dipgame.experiments import logs, queries, services
from dipgame.experiments.models import Experiment

_WAIT = 2.0
_OVER = (Experiment.State.DONE, Experiment.State.CANCELLED)


class Command(BaseCommand):
    help = f"{ABOUT} Each round is an experiment that the workers of the queue `experiments` play."

    def add_arguments(self, parser: CommandParser) -> None:
        add_ladder_options(parser)
        parser.add_argument("--here", action="store_true", help="play in this process, too")

    def handle(self, *args: Any, **given: Any) -> None:
        self.here = given["here"]
        try:
            for settings in tables_in(given):
                file = GameFile(given["out"], settings, anew=given["anew"])
                climb(file, entrants_in(given, settings), limits_in(given), self.play_round, self.stderr.write)
                self.stdout.write(format_standing(standing_of(settings, file.games)))
        except (BadFileError, LadderError, TooFewEntrantsError) as problem:
            raise CommandError(str(problem)) from None

    def play_round(self, text: str, games: Sequence[int]) -> Iterator[Record]:
        """Have a round played as an experiment, or go on with it."""
        found = Experiment.objects.filter(text=text).exclude(state=Experiment.State.CANCELLED).last()
        experiment = found or services.begin_experiment(text)
        self.stderr.write(f"experiment {experiment.slug}")
        while experiment.state not in _OVER:
            if not self.here or services.play_next() is None:
                time.sleep(_WAIT)
            experiment.refresh_from_db()
        wanted = {Numbered(game, 0).number for game in games}
        for run in queries.done_runs(experiment):
            if run.number in wanted:
                yield logs.read(run)
