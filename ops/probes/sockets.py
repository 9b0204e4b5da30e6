"""Strangers send pings as fast as they can, then two thousand pages come back at once: do others notice?"""

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_HEARD = 1.0
_BACK = 30.0


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--web", type=int, default=2)
    chosen = parser.parse_args()
    with a_site(web=1 if chosen.short else chosen.web) as (site, _):
        from ops.probes.people import a_game, cookie_of, people

        players = people(2)
        game = a_game(players, press_plain=True)
        cookies = [cookie_of(person) for person in players]
        return asyncio.run(_scene(site, game.slug, cookies, 100 if chosen.short else chosen.pages, chosen.short))


async def _scene(site: Site, slug: str, cookies: list[str], pages: int, short: bool) -> int:
    from ops.probes.people import Line, open_lines, shown, talk

    pair = [Line(site.ports[0], slug, cookie) for cookie in cookies]
    await open_lines(pair)
    before, began = _memory(site), time.monotonic()
    over = asyncio.Event()
    counted = [0, 0]
    floods = [asyncio.create_task(_flood(site.ports[0], slug, over, counted)) for _ in range(10)]
    sent, _ = await talk("sockets", [(pair[0], pair[1])], 2 if short else 8)
    missing, late = await shown(sent)
    over.set()
    await asyncio.gather(*floods, return_exceptions=True)
    grown, took = _memory(site) - before, time.monotonic() - began
    lines = [Line(site.ports[at % len(site.ports)], slug) for at in range(pages)]
    worked = site.seconds("web")
    began, opened = time.monotonic(), list[float]()

    async def come_back(line: Line) -> None:
        await line.open()
        while not line.state:
            await asyncio.sleep(0.05)
        opened.append(time.monotonic() - began)

    tries = await asyncio.gather(*map(come_back, lines), return_exceptions=True)
    worked = site.seconds("web") - worked
    failures = [each for each in tries if isinstance(each, BaseException)]
    for line in [*pair, *lines]:
        await line.close()
    rows: list[tuple[str, object]] = [
        ("frames of ten strangers", f"{counted[0]} in {took:.0f} s, {counted[1]} sockets closed"),
        ("said meanwhile", f"{len(sent)}, {missing} never shown, latest {late:.2f} s"),
        ("the two who talk, closed", f"{sum(line.times_lost for line in pair)} times"),
        ("memory of web, MB more", grown),
        ("pages that came back at once", f"{pages}, {len(failures)} not at the first try"),
        ("seconds of a processor, web", f"{worked:.1f}, {1000 * worked / pages:.1f} ms a page"),
        ("open, median and last, s", f"{percentile(opened, 0.5):.1f}, {percentile(opened, 1):.1f}"),
    ]
    failed = [f"{missing} messages not shown"] if missing else []
    failed += [f"a message took {late:.1f} s"] if late > _HEARD and not short else []
    failed += [f"{len(failures)} pages did not open at the first try"] if failures else []
    failed += [f"the last page was open after {max(opened):.0f} s"] if opened and max(opened) > _BACK else []
    return report("Sockets: ten strangers flood, then all pages come back at once", rows, failed=failed)


async def _flood(port: int, slug: str, over: asyncio.Event, counted: list[int]) -> None:
    """Send pings as fast as possible, reconnecting when closed."""
    ask = (
        f"GET /ws/games/{slug}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    ping = b'{"type":"ping"}'
    frame = bytes((0x81, 0x80 | len(ping))) + b"\0\0\0\0" + ping
    while not over.is_set():
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(ask)
            await reader.readuntil(b"\r\n\r\n")
            drain: Any = asyncio.create_task(_read_all(reader))
            while not over.is_set() and not drain.done():
                writer.write(frame * 50)
                counted[0] += 50
                await writer.drain()
                await asyncio.sleep(0)
            writer.close()
            drain.cancel()
        except (OSError, asyncio.IncompleteReadError):
            pass
        counted[1] += 1
        await asyncio.sleep(0.1)


async def _read_all(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass


def _memory(site: Site) -> float:
    """Megabytes of the web processes, PSS."""
    total = 0
    for name, process in site.processes.items():
        if name.startswith("web"):
            text = Path(f"/proc/{process.pid}/smaps_rollup").read_text("utf-8")
            total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total / 1024


if __name__ == "__main__":
    sys.exit(main())
