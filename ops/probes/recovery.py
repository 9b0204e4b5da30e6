"""Each part of the site is killed and begun anew, in turn: how long until a phase that is due is resolved and shown,
bots have played, and a message has arrived? The limit is half a minute after the part is back."""

import asyncio
import sys
import time
from typing import Any

from ops.probes.report import options, report
from ops.probes.site import Cluster, Site, a_site

_LIMIT = 30.0
_PARTS = ("web", "worker", "bots", "beat", "redis", "postgres")


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--down", type=float, default=5, help="seconds a part is away")
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    chosen = parser.parse_args()
    with a_site() as (site, cluster):
        assert cluster is not None
        from ops.probes.people import Line, a_game, cookie_of, people

        players = people(2)
        game = a_game(players, "blabbot", press_plain=True)
        lines = [Line(site.ports[0], game.slug, cookie_of(person)) for person in players]
        parts = ("worker", "redis") if chosen.short else tuple(chosen.parts)
        return asyncio.run(_kill_each(site, cluster, game, lines, parts, chosen.down))


async def _kill_each(  # noqa: PLR0917
    site: Site, cluster: Cluster, game: Any, lines: list[Any], parts: tuple[str, ...], down: float
) -> int:
    from asgiref.sync import sync_to_async

    for line in lines:
        await line.open()
    await _until(lambda: all(line.state for line in lines))
    # Bots that no worker has asked yet are waited for, a minute past the deadline (`clock.PATIENCE_WITH_BOTS`): what
    # is killed first would be blamed for workers that are only just starting.
    await _until_sync(lambda: _bots_have_played(game))
    rows: list[tuple[str, object]] = []
    failed = []
    for part in parts:
        before = lines[0].state["game"]["phase"]
        if part == "postgres":
            await sync_to_async(cluster.stop)("immediate")
        else:
            site.kill(part)
        await asyncio.sleep(down / 2)
        if part != "postgres":
            await sync_to_async(_make_due)(game)
        await asyncio.sleep(down / 2)
        if part == "postgres":
            await sync_to_async(cluster.start)()
            await sync_to_async(_make_due)(game)
        else:
            await sync_to_async(site.start)(part)
        back = time.monotonic()
        shown = await _until(lambda before=before: all(line.state["game"]["phase"] != before for line in lines))
        played = await _until_sync(lambda: _bots_have_played(game))
        text = f"after {part}"
        say = {"type": "say", "text": text, "to": ["ENG"], "l": "", "plain": True, "mark": f"r-{part}"}
        answer = await lines[0].ask_until_answered(say, 60)
        failed += [] if answer["type"] == "said" else [f"{part}: what was said was refused, {answer.get('code')}"]
        heard = await _until(lambda text=text: text in lines[1].heard)
        rows.append((part, f"phase shown {shown - back:.1f} s, bots {played - back:.1f} s, talk {heard - back:.1f} s"))
        failed += [f"{part}: {each - back:.0f} s" for each in (shown, played, heard) if each - back > _LIMIT]
    for line in lines:
        await line.close()
    return report("Recovery: after a part is back", rows, failed=failed)


def _make_due(game: Any) -> None:
    from django.db import connection

    from dipgame.games import clock, convert
    from dipgame.games.models import GamePhase, SeatPhase

    connection.close()  # it may be from before the database was begun anew
    phase = GamePhase.objects.filter(game=game, status="open").first()
    if phase is None:
        return  # it is being resolved
    # A phase without any orders would start over instead of being resolved.
    for sheet in SeatPhase.objects.filter(phase=phase, seat__bot="", must_decide=True).select_related("seat"):
        unit = next(iter(convert.position_of(phase).units_of(convert.power_of(sheet.seat))), None)
        if phase.name.endswith("M") and unit is not None:
            sheet.orders = {unit.province: f"{unit.kind} {unit.region} H"}
            sheet.save(update_fields=["orders"])
    GamePhase.objects.filter(pk=phase.pk).update(deadline=clock.now())


def _bots_have_played(game: Any) -> bool:
    from dipgame.games.models import SeatPhase

    return not SeatPhase.objects.filter(
        phase__game=game, phase__status="open", bot_state__in=["waiting", "thinking"]
    ).exists()


async def _until(true: Any) -> float:
    end = time.monotonic() + 120
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return time.monotonic()


async def _until_sync(true: Any) -> float:
    from asgiref.sync import sync_to_async
    from django.db import OperationalError, close_old_connections

    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if await sync_to_async(true)():
                break
        except OperationalError:
            await sync_to_async(close_old_connections)()
        await asyncio.sleep(0.2)
    return time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
