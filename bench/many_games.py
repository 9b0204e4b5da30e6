"""A site with a hundred thousand games: how long the ranking of 20,000 takes, and the pages that list and search.

    python -m bench.many_games [--keep db.sqlite3] [--only /games/]

In a database of its own (SQLite; `DATABASE_URL` for another). One that holds games already is not filled again. Pages
are asked of the application itself, by somebody of the staff who plays, twenty times each. Told are the median of the
time a page took, of the time this process computed for it (on a machine that others use, too, this tells more), and of
the time the database took, and how often that was asked.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final

GAMES: Final = 100_000
RANKED: Final = 20_000
OPEN: Final = 1_000
RUNNING: Final = 2_000
PEOPLE: Final = 400
TRIES: Final = 20

PAGES: Final = (
    "/",
    "/games/",
    "/games/?pace=slow&word=no",
    "/games/open/",
    "/games/seats/",
    "/watch/",
    "/my/games/",
    "/my/friends/",
    "/my/inbox/",
    "/people/Person 7/",
    "/people/Person 8/",
    "/staff/",
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
    "/archive/?opening=italy-lepanto",
    "/archive/?opening=austria-balkan-gambit&players=Person 7&year=1955",
    "/explorer/",
    "/explorer/?power=FRA",
    "/explorer/?power=TUR",
    "/admin/games/game/",
    "/admin/games/game/?p=90",
    "/admin/games/game/?status__exact=open",
    "/admin/games/game/?q=Person 7",
    "/admin/games/game/?q=Table 777",
    "/admin/games/seat/",
    "/admin/games/gamephase/",
    "/admin/games/gamephase/?stuck=yes",
    "/admin/games/seatphase/",
    "/admin/games/message/",
    "/admin/games/notice/",
    "/admin/games/report/",
    "/admin/games/sanction/",
    "/admin/accounts/user/",
)


def main() -> None:
    """Fill, measure, say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", help="keep the database in this file")
    parser.add_argument("--only", default="", help="the pages whose addresses begin so")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(given.keep or Path(folder, 'db.sqlite3')).resolve()}")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
        import django

        django.setup()
        _measure(given.only)


def _measure(only: str) -> None:
    from django.core.management import call_command

    from dipgame.games.models import Game

    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        _fill_and_rank()
    for path in PAGES:
        if path.startswith(only):
            print(f"{path}: {_page(path)}", flush=True)


def _fill_and_rank() -> None:
    from django.db import connection

    from dipgame.accounts.models import User
    from dipgame.ranking.update import recompute_ranking

    User.objects.bulk_create(
        User(name=f"Person {at}", email=f"p{at}@example.org", password="x", is_staff=at == 7, is_superuser=at == 7)
        for at in range(PEOPLE)
    )
    people = list(User.objects.values_list("pk", flat=True))
    began = time.perf_counter()
    chance = random.Random(7)
    _fill(people, RANKED, "finished", chance)
    print(f"{RANKED} games written in {time.perf_counter() - began:.0f} s", flush=True)
    began, worked = time.perf_counter(), time.process_time()
    counted = recompute_ranking()
    took, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"ranking of {counted} games: {took:.1f} s (at most 60), {worked:.1f} s of it computing", flush=True)
    _fill(people, GAMES - RANKED - OPEN - RUNNING, "finished", chance)
    _fill(people, RUNNING, "running", chance)
    _fill(people, OPEN, "open", chance)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _fill(people: list[int], count: int, status: str, chance: random.Random) -> None:
    from adjudication.powers import POWERS
    from dipgame.games.models import Game, Seat

    for some in _chunks(count, 2000):
        games = [_game(Game, at, status, chance) for at in some]
        Game.objects.bulk_create(games)
        Seat.objects.bulk_create(
            (seat for game in games for seat in _seats(Seat, game, POWERS, people, chance)), batch_size=2000
        )
        if status != "open":
            _play(games)
        if status == "finished":
            _visit_opening(games, chance)


def _game(game: Any, at: int, status: str, chance: random.Random) -> Any:
    from adjudication.powers import POWERS

    started = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=chance.randrange(3_000_000))
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
    elif status == "running":
        more["started_at"] = started
    return game(name=f"Table {at}", status=status, press_level=chance.choice((0, 8)), **more)


def _play(games: list[Any]) -> None:
    """A phase for each game, with a sheet, a message and a line of somebody's inbox."""
    from adjudication.position import opening, position_as_dict
    from dipgame.games.models import GamePhase, Message, Notification, Seat, SeatPhase
    from dipgame.games.numbers import new_number

    seats = {seat.game_id: seat for seat in Seat.objects.filter(game__in=games, user__isnull=False).order_by("-id")}
    now, board = datetime.now(UTC), position_as_dict(opening())
    live = {"status": "open", "deadline": now + timedelta(days=1)}
    phases = GamePhase.objects.bulk_create(
        GamePhase(
            game=game, index=0, name="S1901M", position=board, opened_at=now,
            **live if game.status == "running" else {"status": "final"},
        )
        for game in games
    )  # fmt: skip
    SeatPhase.objects.bulk_create(SeatPhase(phase=each, seat=seats[each.game_id], must_decide=True) for each in phases)
    Message.objects.bulk_create(
        Message(
            id=new_number(), game=each.game, phase=each, speaker=seats[each.game_id], between="ENG FRA",
            text="Good day.", at=now,
        )
        for each in phases
    )  # fmt: skip
    Notification.objects.bulk_create(
        Notification(
            user_id=seats[game.pk].user_id or 0, game=game, kind="over", key="over", words="It is over.", at=now,
            seen_at=now if game.pk % 9 else None,
        )
        for game in games
    )  # fmt: skip


def _visit_opening(games: list[Any], chance: random.Random) -> None:
    """Write a visit of the opening for each game."""
    from adjudication.position import opening
    from bots.explorer.shipped import shipped
    from bots.explorer.visits import key_of
    from dipgame.explorer.models import Indexed, Visit

    played, key = shipped().find(opening()), key_of(opening())
    which = [chance.randrange(len(played)) for _ in games]
    Visit.objects.bulk_create(
        Visit(game=game, key=key, orders=played.rows[at].astype("<i4").tobytes(), ending=played.endings[at].tobytes())
        for game, at in zip(games, which, strict=True)
    )
    Indexed.objects.bulk_create(Indexed(game=game, finished_at=game.finished_at) for game in games)


def _seats(seat: Any, game: Any, powers: tuple[Any, ...], people: list[int], chance: random.Random) -> Iterator[Any]:
    from dipgame.games.openings import OPENINGS

    who = chance.sample(people, 3)
    for at, power in enumerate(chance.sample(powers, len(powers))):
        centers = 18 if power == game.winner else chance.randrange(9)
        opening = chance.choice([*OPENINGS[power], ""]) if game.status == "finished" else ""
        if at < 3:
            yield seat(game=game, power=power, user_id=who[at], centers=centers, opening=opening)
        elif game.status != "open":
            bot = chance.choice(("dumbbot", "hana", "randombot"))
            yield seat(game=game, power=power, bot=bot, centers=centers, opening=opening)
        else:
            yield seat(game=game, power=power)


def _chunks(count: int, size: int) -> Iterator[range]:
    return (range(at, min(at + size, count)) for at in range(0, count, size))


def _page(path: str) -> str:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from dipgame.accounts.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.order_by("pk")[7])
    client.get(path)  # what is kept for a while is drawn now
    with CaptureQueriesContext(connection) as counted:
        client.get(path)
        queries = len(counted)
    asked = _Asked()
    took, computed = [], []
    for _ in range(TRIES):
        began, worked = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(asked):
            response = client.get(path)
        took.append(time.perf_counter() - began)
        computed.append(time.process_time() - worked)
        if response.status_code != 200:
            raise SystemExit(f"{path}: {response.status_code}")
    return (
        f"{median(took) * 1000:.0f} ms (at most 150), computing {median(computed) * 1000:.0f} ms, "
        f"database {asked.seconds / TRIES * 1000:.0f} ms, {queries} queries (at most 12)"
    )


class _Asked:
    """Adds up how long the database took to answer."""

    seconds = 0.0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.seconds += time.perf_counter() - began


if __name__ == "__main__":
    main()
