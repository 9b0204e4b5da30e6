"""manage.py ladder"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

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
from dipgame.experiments.version import program_version

_WAIT = 2.0
_OVER = (Experiment.State.DONE, Experiment.State.CANCELLED)


class Command(BaseCommand):
    help = f"{ABOUT} Each round is an experiment that the workers of the queue `experiments` play."

    def add_arguments(self, parser: CommandParser) -> None:
        add_ladder_options(parser)
        parser.add_argument("--here", action="store_true", help="play in this process, too")

    def handle(self, *args: Any, **given: Any) -> None:
        self.here = given["here"]
        self.since = timezone.now() if given["anew"] else None
        try:
            for settings in tables_in(given):
                file = GameFile(given["out"], settings, anew=given["anew"])
                climb(file, entrants_in(given, settings), limits_in(given), self.play_round, self.stderr.write)
                self.stdout.write(format_standing(standing_of(settings, file.games)))
        except (BadFileError, LadderError, TooFewEntrantsError) as problem:
            raise CommandError(str(problem)) from None

    def play_round(self, text: str, games: Sequence[int]) -> Iterator[Record]:
        """Have a round played as an experiment, or go on with it."""
        experiment = self._begun(text) or services.begin_experiment(text)
        self.stderr.write(f"experiment {experiment.slug}")
        while experiment.state not in _OVER:
            if not self.here or services.play_next() is None:
                time.sleep(_WAIT)
            experiment.refresh_from_db()
        wanted = {Numbered(game, 0).number for game in games}
        for run in queries.done_runs(experiment):
            if run.number in wanted:
                yield logs.read(run)

    def _begun(self, text: str) -> Experiment | None:
        """The newest experiment of a round by this version of the program.

        With `--anew` none from before the command; never one whose games were played elsewhere.
        """
        found = Experiment.objects.filter(text=text, version=program_version(), imported=False)
        if self.since is not None:
            found = found.filter(begun_at__gte=self.since)
        return found.exclude(state=Experiment.State.CANCELLED).order_by("-pk").first()
