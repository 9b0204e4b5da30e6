"""The researchers' pages with an experiment of 800 games, and with 100,000 games in all: how long each takes.

    python -m bench.experiment_pages [--keep db.sqlite3]

In a database of its own (SQLite; `DATABASE_URL` for another). The games are one real game of seven talkers, its figures
shaken. Pages are asked of the application itself, seven times each; told are the medians of the time by the clock
and of the time this process computed. The first chart of a process is told apart: Vega is
loaded beside the page before it, a new experiment.
"""

import argparse
import os
import random
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

GAMES: Final = 100_000
CHARTED: Final = 800
TRIES: Final = 7

PAGES: Final = (
    ("the index of 100,000 games", "/experiments/"),
    ("the experiment of 800", "/experiments/{slug}/"),
    ("its progress", "/experiments/{slug}/progress"),
    ("means with intervals", "/experiments/{slug}/charts/?show=centers"),
    ("figure 6.17", "/experiments/{slug}/charts/?show=100*together(first)%0A100*seats/7"),
    ("seven expressions", "/experiments/{slug}/charts/?show=centers%0Akept%0Abroken%0Atrust%0Adeals%0Amoves%0Aunits"),
    ("seven powers, attacks on France", "/experiments/{slug}/charts/?show=attacks%20on%20FRA&by=powers&kind=bars"),
    ("a session, game by game", "/experiments/{slug}/charts/?of=session&session=2&show=centers&by=powers"),
    ("a pie of wins by power", "/experiments/{slug}/charts/?show=first&by=both&kind=pie"),
    ("the same as PNG", "/experiments/{slug}/charts/chart.png?show=first&by=both&kind=pie"),
)  # fmt: skip


def main() -> None:
    """Fill, measure, say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", help="keep the database in this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(given.keep or Path(folder, 'db.sqlite3')).resolve()}")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
        import django

        django.setup()
        slug = _filled()
        _measure(slug)


def _filled() -> str:
    """The slug of the experiment of 800."""
    from django.core.management import call_command

    from dipgame.accounts.models import User
    from dipgame.experiments.models import Experiment

    call_command("migrate", verbosity=0)
    person, is_new = User.objects.get_or_create(
        name="researcher", defaults={"is_superuser": True, "email": "researcher@example.org"}
    )
    if is_new:
        _experiment(person, CHARTED)
        while (there := sum(Experiment.objects.values_list("games", flat=True))) < GAMES:
            _experiment(person, min(5_000, GAMES - there))
    return str(Experiment.objects.get(games=CHARTED).slug)


def _experiment(person: Any, games: int) -> None:
    from django.conf import settings
    from django.utils import timezone

    from bots.experiment.file.plans import games_of, labels_of
    from bots.experiment.file.reading import read_declaration
    from bots.experiment.local import text_of
    from dipgame.experiments import counting, services
    from dipgame.experiments.models import Experiment, GameRun

    settings.EXPERIMENT_GAMES = GAMES
    text = text_of("negotiators").replace("games = 100", f"games = {games // 8}")
    declaration = read_declaration(text)
    experiment = services.begin_experiment(text, person)
    dice, like = random.Random(games), _one_game()
    numbers = {game.number: game for game in games_of(declaration)}
    runs = list(experiment.runs.all())
    for run in runs:
        game = numbers[run.number]
        of = {
            power: {name: value + dice.randrange(3) for name, value in counts.items()}
            for power, counts in like["of"].items()
        }
        run.figures = like | {
            "session": declaration.sessions[game.session].name, "number": run.number, "of": of,
            "players": labels_of(declaration, game),
        }  # fmt: skip
        run.state, run.ended_at, run.seconds = GameRun.State.DONE, timezone.now(), 4.0
    GameRun.objects.bulk_update(runs, ["figures", "state", "ended_at", "seconds"], batch_size=500)
    Experiment.objects.filter(pk=experiment.pk).update(done=len(runs), state=Experiment.State.DONE)
    if games == CHARTED:
        counting.count_if_due(experiment.pk)


def _one_game() -> dict[str, Any]:
    from bots.arena.game import play
    from bots.experiment.figures import figures_of
    from bots.experiment.file.plans import game_of, plan_of, record_of
    from bots.experiment.file.reading import read_declaration
    from bots.experiment.local import text_of

    declaration = read_declaration(text_of("negotiators").replace("1907", "1903"))
    return figures_of(record_of(declaration, play(plan_of(declaration, game_of(700_000))))).as_dict()


def _measure(slug: str) -> None:
    from django.test import Client

    from dipgame.accounts.models import User

    client = Client()
    client.force_login(User.objects.get(name="researcher"))
    _ask(client, "/experiments/new/")
    time.sleep(1)  # who looks at a page
    began, computed = time.perf_counter(), time.process_time()
    _ask(client, f"/experiments/{slug}/charts/")
    print(f"the first chart of a process: {_ms(began)} ms, computing {1000 * (time.process_time() - computed):.0f} ms")
    for name, address in PAGES:
        clocks, cores = [], []
        for _ in range(TRIES):
            began, computed = time.perf_counter(), time.process_time()
            _ask(client, address.format(slug=slug))
            clocks.append(time.perf_counter() - began)
            cores.append(time.process_time() - computed)
        print(f"{name}: {1000 * median(clocks):.0f} ms, computing {1000 * median(cores):.0f} ms")


def _ask(client: Any, address: str) -> None:
    response = client.get(address, HTTP_HOST="localhost")
    assert response.status_code == 200, (address, response.status_code)


def _ms(began: float) -> str:
    return f"{1000 * (time.perf_counter() - began):.0f}"


if __name__ == "__main__":
    main()
