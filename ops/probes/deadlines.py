"""The deadlines of many games in one second: when is each resolved, once, and shown on every page?"""

import asyncio
import sys
import time
from datetime import timedelta
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import a_site


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--web", type=int, default=1, help="web processes")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.games, chosen.sockets = 10, 20
    with a_site(web=chosen.web) as (site, _):
        from ops.probes.people import Line, a_game, cookie_of, people

        games, lines = [], []
        for number in range(chosen.games):
            players = people(2)
            games.append(a_game(players, press_level=0))
            cookies = [cookie_of(person) for person in players] + [""] * 8
            port = site.ports[number % len(site.ports)]
            lines += [Line(port, games[-1].slug, cookie) for cookie in cookies[: chosen.sockets // chosen.games]]
        return asyncio.run(_pass(games, lines, chosen))


async def _pass(games: list[Any], lines: list[Any], chosen: Any) -> int:
    from asgiref.sync import sync_to_async

    from dipgame.games.models import GamePhase, SeatPhase
    from ops.probes.people import open_lines

    # Where nobody writes anything the phase begins anew instead.
    written = SeatPhase.objects.exclude(seat__user=None)
    await sync_to_async(lambda: written.filter(seat__power="FRA").update(orders={"PAR": "A PAR H"}))()
    await sync_to_async(lambda: written.filter(seat__power="ENG").update(orders={"LON": "F LON H"}))()
    took = await open_lines(lines)
    await asyncio.sleep(3)
    at = time.monotonic() + 2
    due = GamePhase.objects.filter(status="open")
    await sync_to_async(lambda: due.update(deadline=_now() + timedelta(seconds=2)))()
    end = at + 60
    while time.monotonic() < end and any("F1901M" not in line.phases for line in lines):
        await asyncio.sleep(0.1)
    delays = [line.phases["F1901M"] - at for line in lines if "F1901M" in line.phases]
    resolved = await sync_to_async(GamePhase.objects.filter(name="S1901M", status="resolved").count)()
    opened = await sync_to_async(GamePhase.objects.filter(name="F1901M").count)()
    for line in lines:
        await line.close()
    deaf = len(lines) - len(delays)
    rows = [
        ("sockets opened", f"{len(lines)} in {took:.1f} s"),
        ("phases resolved", f"{resolved} of {len(games)}"),
        ("next phases opened", opened),
        ("pages not shown the next phase", deaf),
        ("seconds to a page, half of them", percentile(delays, 0.5)),
        ("seconds to the last page", percentile(delays, 1)),
    ]
    failed = [f"{deaf} pages were not shown the next phase"] if deaf else []
    failed += [f"{resolved} of {len(games)} phases resolved"] if resolved != len(games) else []
    return report(f"Deadlines: {chosen.games} in one second, {chosen.web} web", rows, failed=failed)


def _now() -> Any:
    from dipgame.games import clock

    return clock.now()


if __name__ == "__main__":
    sys.exit(main())
