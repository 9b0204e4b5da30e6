"""Measure the site's engine against playing alone, with equal games.

The games have seven talkers and are played by both in turn.

    python -m bench.experiment_engine [--games 4] [--until 1907]

Told is the processor time of this process and its children for each, so that other work on the machine does not count.
In a database of its own (SQLite; `DATABASE_URL` for another).
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def main() -> None:
    """Play, measure, say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--until", type=int, default=1907)
    given = parser.parse_args()
    text = (
        f'version = 1\nname = "Engine"\ngames = {given.games}\nterms.last_year = {given.until}\n'
        'terms.decision_seconds = 600\n[bots.talker]\nbot = "hana"\nstrength = "fast"\n'
        '[[sessions]]\nname = "seven"\nseats = "talker"\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder, 'db.sqlite3')}")
        os.environ.setdefault("EXPERIMENTS_DIR", str(Path(folder, "logs")))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from bots.arena.game import play
        from bots.experiment.figures import figures_of
        from bots.experiment.file.plans import games_of, plan_of, record_of
        from bots.experiment.file.reading import read_declaration
        from bots.experiment.log import packed
        from dipgame.experiments import services

        declaration = read_declaration(text)
        games = iter(list(games_of(declaration)))

        def alone() -> None:
            record = record_of(declaration, play(plan_of(declaration, next(games))))
            figures_of(record)
            packed(record)

        play(plan_of(declaration, next(games_of(declaration))))  # what is compiled once is compiled now
        services.begin_experiment(text)
        local = engine = 0.0
        for _ in range(given.games):
            local += _cost(alone)
            engine += _cost(services.play_next)
    more = 100 * (engine / local - 1)
    print(f"{given.games} games to {given.until}: alone {local:.1f} s, by the engine {engine:.1f} s, {more:+.1f} %")


def _cost(work: Callable[[], object]) -> float:
    before = sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - before


if __name__ == "__main__":
    main()
