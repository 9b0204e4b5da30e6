"""The deadlines of many games in one second: when is each resolved, once, and shown on every page? A page is shown a
phase when its socket has told it with the board or, told without one, when it has fetched it, as browsers do."""

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import Cluster, Site, a_site

_LIMIT = 5.0
_NEXT = "F1901M"


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--web", type=int, default=1, help="web processes")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.games, chosen.sockets = 5, 10
    with a_site(web=chosen.web) as (site, cluster):
        from ops.probes.people import Line, a_game, cookie_of, people

        games, lines = [], []
        for number in range(chosen.games):
            players = people(2)
            games.append(a_game(players, press_level=0))
            cookies = [cookie_of(person) for person in players] + [""] * 8
            port = site.ports[number % len(site.ports)]
            lines += [Line(port, games[-1].slug, cookie) for cookie in cookies[: chosen.sockets // chosen.games]]
        return asyncio.run(_pass(site, cluster, games, lines, chosen))


async def _pass(site: Site, cluster: Cluster | None, games: list[Any], lines: list[Any], chosen: Any) -> int:
    from asgiref.sync import sync_to_async

    from dipgame.games.models import GamePhase, SeatPhase
    from ops.probes.people import open_lines

    # A phase without any orders starts over instead of being resolved.
    ours = [game.pk for game in games]
    written = SeatPhase.objects.filter(phase__game__in=ours).exclude(seat__user=None)
    await sync_to_async(lambda: written.filter(seat__power="FRA").update(orders={"PAR": "A PAR H"}))()
    await sync_to_async(lambda: written.filter(seat__power="ENG").update(orders={"LON": "F LON H"}))()
    waiting = SeatPhase.objects.filter(phase__game__in=ours, bot_state__in=["waiting", "thinking"])
    took = await open_lines(lines)
    while await sync_to_async(waiting.exists)():
        await asyncio.sleep(0.5)
    await asyncio.sleep(3)
    worked, opened_states = _seconds(site, cluster), sum(line.states for line in lines)
    at = time.monotonic() + 2
    phases = GamePhase.objects.filter(game__in=ours)
    due = phases.filter(status="open")
    await sync_to_async(lambda: due.update(deadline=_now() + timedelta(seconds=2)))()
    with ThreadPoolExecutor(32) as browsers:
        end = at + 60
        loop = asyncio.get_running_loop()
        drawn: dict[Any, asyncio.Future[float | None]] = {}
        while time.monotonic() < end and len(drawn) < len(lines):
            for line in lines:
                if _NEXT in line.phases and line not in drawn:
                    drawn[line] = loop.run_in_executor(browsers, _draw, line)
            await asyncio.sleep(0.05)
        delays = [each - at for each in await asyncio.gather(*drawn.values()) if each is not None]
    told = [line.phases[_NEXT] - at for line in lines if _NEXT in line.phases]
    resolved = await sync_to_async(phases.filter(name="S1901M", status="resolved").count)()
    opened = await sync_to_async(phases.filter(name=_NEXT).count)()
    while await sync_to_async(waiting.exists)() and time.monotonic() < at + 60:
        await asyncio.sleep(0.2)
    bots = time.monotonic() - at
    worked = {kind: now - worked[kind] for kind, now in _seconds(site, cluster).items()}
    for line in lines:
        await line.close()
    deaf = len(lines) - len(delays)
    last = percentile(delays, 1)
    states = sum(line.states for line in lines) - opened_states
    rows = [
        ("sockets opened", f"{len(lines)} in {took:.1f} s"),
        ("phases resolved", f"{resolved} of {len(games)}"),
        ("next phases opened", opened),
        ("pages not shown the next phase", deaf),
        ("seconds until half of the pages were told", percentile(told, 0.5)),
        ("seconds until the last page was told", percentile(told, 1)),
        ("seconds until half of the pages had the board", percentile(delays, 0.5)),
        ("seconds until the last page had the board", last),
        ("seconds until the last bot had answered", bots),
        ("states told, a page", states / len(lines)),
        *((f"seconds of a processor, {kind}", seconds) for kind, seconds in worked.items()),
    ]
    failed = [f"{deaf} pages were not shown the next phase"] if deaf else []
    failed += [f"{resolved} of {len(games)} phases resolved"] if resolved != len(games) else []
    failed += [f"{opened} phases opened for {len(games)}"] if opened != len(games) else []
    is_slow = last > _LIMIT and chosen.web == 2 and not chosen.short
    failed += [f"the last page had the board after {last:.1f} s"] if is_slow else []
    title = f"Deadlines: {chosen.games} in one second, {chosen.web} web"
    return report(title, rows, failed=failed, delays={f"{chosen.web} web": delays})


def _seconds(site: Site, cluster: Cluster | None) -> dict[str, float]:
    """Processor seconds by kind of process, the probe included."""
    found = {kind: site.seconds(kind) for kind in ("web", "worker", "bots", "beat", "redis")}
    return {**found, "postgres": cluster.seconds() if cluster else 0.0, "probe": time.process_time()}


def _draw(line: Any) -> float | None:
    """Time at which a page received the next phase's board.

    None if it did not.
    """
    from ops.probes.people import get

    if _NEXT in line.boards:
        return float(line.boards[_NEXT])
    status, _ = get(line.port, f"/games/{line.slug}/phases/{_NEXT}.json", line.cookie)
    return time.monotonic() if status == 200 else None


def _now() -> Any:
    from dipgame.games import clock

    return clock.now()


if __name__ == "__main__":
    sys.exit(main())
