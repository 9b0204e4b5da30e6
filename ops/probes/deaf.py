"""Redis is flushed, killed, stopped and gone while people talk: is anything not shown on an open page, and how late?"""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from ops.probes.report import options, report
from ops.probes.site import Site, a_site


def main() -> int:
    chosen = options(__doc__).parse_args()
    with a_site() as (site, _):
        from ops.probes.people import Line, a_game, cookie_of, people

        pairs: list[tuple[Any, Any]] = []
        for _ in range(2 if chosen.short else 6):
            players = people(2)
            game = a_game(players, press_plain=True)
            one, other = (Line(site.ports[0], game.slug, cookie_of(person)) for person in players)
            pairs.append((one, other))
        return asyncio.run(_faults(site, pairs, chosen.short))


async def _faults(site: Site, pairs: list[tuple[Any, Any]], short: bool) -> int:
    from ops.probes.people import open_lines, shown, talk

    each = 1 if short else 8

    await open_lines([line for pair in pairs for line in pair])
    rows: list[tuple[str, object]] = []
    failed = []
    faults: dict[str, Callable[[], Awaitable[None]]] = {
        "nothing": lambda: asyncio.sleep(0),
        "Redis flushed": lambda: _flush(site),
        "Redis killed and begun anew": lambda: _anew(site),
        "Redis stopped (SIGSTOP)": lambda: _signal(site, signal.SIGSTOP),
        "Redis goes on (SIGCONT)": lambda: _signal(site, signal.SIGCONT),
        "Redis gone for good": lambda: _gone(site),
    }
    if short:
        faults = {name: faults[name] for name in ("Redis flushed", "Redis killed and begun anew")}
    for name, happens in faults.items():
        await happens()
        sent, slowest = await talk(name, pairs, each)
        missing, late = await shown(sent)
        rows.append(
            (name, f"{len(sent)} said, {missing} never shown, latest {late:.1f} s, slowest answer {slowest:.1f} s")
        )
        failed += [f"{name}: {missing} messages not shown"] if missing else []
        failed += [f"{name}: an answer took {slowest:.1f} s"] if slowest > 3 and not short else []
    rows.append(("sockets lost", sum(line.times_lost for pair in pairs for line in pair)))
    for pair in pairs:
        for line in pair:
            await line.close()
    return report("Deaf pages: messages said while something happens to Redis", rows, failed=failed)


async def _flush(site: Site) -> None:
    from redis.asyncio import Redis

    async with Redis.from_url(site.env["REDIS_URL"]) as line:
        await line.flushall()


async def _anew(site: Site) -> None:
    site.kill("redis")
    site.start("redis")


async def _signal(site: Site, which: signal.Signals) -> None:
    site.signal("redis", which)


async def _gone(site: Site) -> None:
    site.kill("redis")


if __name__ == "__main__":
    sys.exit(main())
