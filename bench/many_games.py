"""A site with a hundred thousand games: how long the ranking of 20,000 takes, and the pages that list and search.

    python -m bench.many_games [--keep db.sqlite3]

In a database of its own (SQLite; `DATABASE_URL` for another, which must be empty). Pages are asked of the application
itself, signed in, twenty times each; the slowest counts.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

GAMES: Final = 100_000
RANKED: Final = 20_000
OPEN: Final = 1_000
PEOPLE: Final = 400
TRIES: Final = 20

PAGES: Final = (
    "/ranking/",
    "/ranking/talk/people/Person 7/",
    "/archive/",
    "/archive/?before=1600000000.000000.1",
    "/archive/?players=Person 7",
    "/archive/?players=Person 7, Person 8&power=",
    "/archive/?players=HANA&power=TUR&winner=FRA",
    "/archive/?players=HoldBot",
    "/archive/?winner=TUR&year=1955",
    "/archive/?ending=draw&year=1902",
    "/archive/?ending=abandoned",
)


def main() -> None:
    """Fill, measure, say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", help="keep the database in this file")
    kept = parser.parse_args().keep
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(kept or Path(folder, 'db.sqlite3')).resolve()}")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
        import django

        django.setup()
        _measure()


def _measure() -> None:
    from django.core.management import call_command

    from dipgame.accounts.models import User
    from dipgame.ranking.update import recompute_ranking

    call_command("migrate", verbosity=0)
    User.objects.bulk_create(
        User(name=f"Person {at}", email=f"p{at}@example.org", password="x") for at in range(PEOPLE)
    )
    people = list(User.objects.values_list("pk", flat=True))
    began = time.perf_counter()
    chance = random.Random(7)
    _fill(people, RANKED, "finished", chance)
    print(f"{RANKED} games written in {time.perf_counter() - began:.0f} s")
    began = time.perf_counter()
    counted = recompute_ranking()
    print(f"ranking of {counted} games: {time.perf_counter() - began:.1f} s (at most 60)")
    _fill(people, GAMES - RANKED - OPEN, "finished", chance)
    _fill(people, OPEN, "open", chance)
    for path in PAGES:
        slowest, queries = _page(path)
        print(f"{path}: {slowest * 1000:.0f} ms, {queries} queries (at most 150 ms, 12 queries)")


def _fill(people: list[int], count: int, status: str, chance: random.Random) -> None:
    from adjudication.powers import POWERS
    from dipgame.games.models import Game, Seat

    begin = datetime(2020, 1, 1, tzinfo=UTC)
    for some in _chunks(count, 2000):
        games = []
        for at in some:
            started = begin + timedelta(minutes=chance.randrange(3_000_000))
            more: dict[str, Any] = {"started_at": None, "finished_at": None, "result": "", "winner": ""}
            if status == "finished":
                winner = chance.choice([*POWERS, ""])
                more = {
                    "started_at": started,
                    "finished_at": started + timedelta(days=2),
                    "result": "solo" if winner else "draw",
                    "winner": winner,
                    "last_year": 1900 + min(int(chance.expovariate(0.12)) + 1, 60),
                }
            games.append(Game(name=f"Table {at}", status=status, press_level=chance.choice((0, 8)), **more))
        Game.objects.bulk_create(games)
        Seat.objects.bulk_create(
            (seat for game in games for seat in _seats(Seat, game, POWERS, people, chance)), batch_size=2000
        )


def _seats(seat: Any, game: Any, powers: tuple[str, ...], people: list[int], chance: random.Random) -> Iterator[Any]:
    who = chance.sample(people, 3)
    for at, power in enumerate(chance.sample(powers, len(powers))):
        centers = 18 if power == game.winner else chance.randrange(9)
        if at < 3:
            yield seat(game=game, power=power, user_id=who[at], centers=centers)
        elif game.status != "open":
            yield seat(game=game, power=power, bot=chance.choice(("dumbbot", "hana", "randombot")), centers=centers)
        else:
            yield seat(game=game, power=power)


def _chunks(count: int, size: int) -> Iterator[range]:
    return (range(at, min(at + size, count)) for at in range(0, count, size))


def _page(path: str) -> tuple[float, int]:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from dipgame.accounts.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.order_by("pk")[7])
    with CaptureQueriesContext(connection) as counted:
        client.get(path)
        queries = len(counted)
    slowest = 0.0
    for _ in range(TRIES):
        began = time.perf_counter()
        response = client.get(path)
        slowest = max(slowest, time.perf_counter() - began)
        if response.status_code != 200:
            raise SystemExit(f"{path}: {response.status_code}")
    return slowest, queries


if __name__ == "__main__":
    main()
