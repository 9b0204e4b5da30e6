"""Somebody holds a lock and does not let go: do other games, pages and the process itself go on meanwhile?"""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, cast

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_ALIVE: float = 0.2
_ANSWER: float = 5.0


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--database", default="postgres", choices=["postgres", "sqlite"])
    chosen = parser.parse_args()
    kind = cast(Literal["postgres", "sqlite"], chosen.database)
    with a_site(kind) as (site, _):
        from ops.probes.people import a_game, cookie_of, people

        players = people(4)
        games = [a_game(players[:2], press_plain=True), a_game(players[2:], press_plain=True)]
        cookies = [cookie_of(person) for person in players]
        return asyncio.run(_scene(site, games, cookies, 4.0 if chosen.short else 12.0))


@contextmanager
def _held(game: Any) -> Iterator[None]:
    """Lock a game's rows, or the whole SQLite file."""
    from django.db import transaction

    from dipgame.games.models import Game, GamePhase

    with transaction.atomic():
        list(Game.objects.select_for_update().filter(pk=game.pk))
        list(GamePhase.objects.select_for_update().filter(game=game))
        yield


async def _scene(site: Site, games: list[Any], cookies: list[str], seconds: float) -> int:
    from ops.probes.people import Line, ask, get, open_lines

    locked, other = games
    lines = [Line(site.ports[0], locked.slug, cookies[at % 2]) for at in range(10)]
    await open_lines(lines)
    answers, alive, pages, orders, refused = list[str](), list[float](), list[float](), list[float](), list[float]()
    until = time.monotonic() + seconds

    async def press(line: Line, at: int) -> None:
        while time.monotonic() < until:
            reply = await line.ask({"type": "ready", "phase": "S1901M", "ready": bool(at % 2)}, 120)
            answers.append(reply.get("code", reply["type"]))

    async def post(at: int) -> None:
        while time.monotonic() < until:
            command = {"type": "ready", "phase": "S1901M", "ready": bool(at % 2)}
            status, took = await asyncio.to_thread(ask, site.ports[0], locked.slug, cookies[at % 2], command)
            answers.append(f"status {status}")
            refused.append(took)

    async def look() -> None:
        while time.monotonic() < until:
            alive.append((await asyncio.to_thread(get, site.ports[0], "/health/live"))[1])
            pages.append((await asyncio.to_thread(get, site.ports[0], f"/games/{other.slug}/", cookies[2]))[1])
            order = {"type": "order", "phase": "S1901M", "text": "A PAR H"}
            orders.append((await asyncio.to_thread(ask, site.ports[0], other.slug, cookies[2], order))[1])
            await asyncio.sleep(0.1)

    def hold() -> Any:
        held = _held(locked)
        held.__enter__()
        return held

    from concurrent.futures import ThreadPoolExecutor

    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1)
    holder = await loop.run_in_executor(thread, hold)
    try:
        waiting = [asyncio.create_task(each) for each in (*map(press, lines, range(10)), *map(post, range(10)))]
        await look()
    finally:
        await loop.run_in_executor(thread, holder.__exit__, None, None, None)
    await asyncio.gather(*waiting)
    for line in lines:
        await line.close()
    told = ", ".join(f"{answers.count(each)} {each}" for each in sorted(set(answers)))
    is_file = "sqlite" in site.env["DATABASE_URL"]
    rows = [
        ("is it alive, median and slowest, s", f"{percentile(alive, 0.5):.3f}, {percentile(alive, 1):.3f}"),
        ("another game's page, slowest, s", percentile(pages, 1)),
        ("another game's order, slowest, s", percentile(orders, 1)),
        ("who asked for what is locked was told", told),
    ]
    failed = [f"alive after {percentile(alive, 0.5):.2f} s"] if percentile(alive, 0.5) > _ALIVE else []
    failed += [f"another's page took {max(pages):.1f} s"] if max(pages) > _ANSWER else []
    failed += [f"another's order took {max(orders):.1f} s"] if max(orders) > _ANSWER and not is_file else []
    return report("Locks: somebody holds a game, on SQLite the file", rows, failed=failed)


if __name__ == "__main__":
    sys.exit(main())
