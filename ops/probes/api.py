"""Programs at the API: idle streams, moves, news.

It counts their memory and their time.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_MOST_MEGABYTES = 150.0
_MOST_MS = 50.0
_SETTLED = 0.1
_MOST_SECONDS = 90.0
_ORDERS = ("A PAR - BUR", "F BRE - MAO", "A MAR - SPA")


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--moves", type=int, default=200)
    chosen = parser.parse_args()
    streams, moves = (20, 20) if chosen.short else (chosen.streams, chosen.moves)
    with a_site() as (site, _):
        from dipgame.accounts.models import User
        from dipgame.accounts.tokens import SCOPES, make_token
        from ops.probes.people import a_game, people

        tables = []
        for _ in range(max(2, streams // 4)):
            pair = people(2)
            User.objects.filter(pk__in=[each.pk for each in pair]).update(is_program=True)
            for each in pair:
                each.is_program = True
            tokens = [make_token(each, "probe", SCOPES) for each in pair]
            tables.append((a_game(pair, press_plain=True, programs=1).slug, tokens))
        return asyncio.run(_scene(site, tables, streams, moves, chosen.short))


async def _scene(site: Site, tables: list[tuple[str, list[str]]], count: int, moves: int, short: bool) -> int:
    port, slug, token = site.ports[0], tables[0][0], tables[0][1][0]
    for _ in range(3):  # what the first requests load is not the streams'
        await _move(port, slug, token)
    warm = await _listen(port, f"/api/game/{slug}/stream", token)
    await warm.first()
    await asyncio.sleep(6)
    before = _memory(site)
    wanted = [(f"/api/game/{slug}/stream", token) for slug, tokens in tables for token in tokens]
    wanted += [("/api/stream/event", token) for _, tokens in tables for token in tokens]
    listeners = [await _listen(port, path, token) for path, token in wanted[:count]]
    for each in listeners:
        await each.first()
    began = time.monotonic()
    while await _used(site, 4) > _SETTLED and time.monotonic() - began < _MOST_SECONDS:
        pass
    settled = time.monotonic() - began
    grown = _memory(site) - before
    idle = await _used(site, 2 if short else 20)
    took = [await _move(port, slug, token) for _ in range(moves)]
    news = await _news(port, tables[0], listeners[0])
    for each in [warm, *listeners]:
        each.close()
    rows: list[tuple[str, object]] = [
        ("idle streams", len(listeners)),
        ("seconds until all have looked", settled),
        ("memory of web, MB more", grown),
        ("processor of web while they idle, % of one", 100 * idle),
        ("a move (view, then orders), ms: median", percentile(took, 0.5)),
        ("19 of 20", percentile(took, 0.95)),
        ("a message until the other's stream has it, ms: median", percentile(news, 0.5)),
    ]
    failed = [f"{grown:.0f} MB for {len(listeners)} streams"] if grown > _MOST_MEGABYTES else []
    slow = percentile(took, 0.5)
    failed += [f"a move takes {slow:.0f} ms"] if slow > _MOST_MS and not short else []
    return report("API: idle streams, moves, news", rows, failed=failed)


async def _used(site: Site, seconds: float) -> float:
    """Part of a processor that the web process uses."""
    worked, began = site.seconds("web"), time.monotonic()
    await asyncio.sleep(seconds)
    return (site.seconds("web") - worked) / (time.monotonic() - began)


class _Listener:
    """One open stream."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def first(self) -> None:
        await self._reader.readuntil(b"\r\n\r\n")
        while not (await self._chunk()).strip():
            pass

    async def until(self, words: str) -> float:
        """The moment at which a line with these words came."""
        while words.encode() not in await self._chunk():
            pass
        return time.monotonic()

    async def _chunk(self) -> bytes:
        size = int(await self._reader.readline(), 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    def close(self) -> None:
        with suppress(OSError):
            self._writer.close()


async def _listen(port: int, path: str, token: str) -> _Listener:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(_head("GET", path, port, token))
    await writer.drain()
    return _Listener(reader, writer)


async def _move(port: int, slug: str, token: str) -> float:
    """Read the view and order; returns milliseconds."""
    began = time.monotonic()
    await _ask(port, "GET", f"/api/game/{slug}/view", token)
    await _ask(port, "PUT", f"/api/game/{slug}/orders", token, {"phase": "S1901M", "orders": _ORDERS})
    return 1000 * (time.monotonic() - began)


async def _news(port: int, table: tuple[str, list[str]], listener: _Listener) -> list[float]:
    slug, (_, other) = table
    found = []
    for number in range(5):
        await asyncio.sleep(2.5)
        began, text = time.monotonic(), f"probe number {number} here"
        await _ask(port, "POST", f"/api/game/{slug}/talk", other, {"to": ["FRA"], "text": text, "plain": True})
        found.append(1000 * (await asyncio.wait_for(listener.until(text), 30) - began))
    return found


async def _ask(port: int, method: str, path: str, token: str, body: Any = None) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    content = b"" if body is None else json.dumps(body).encode()
    writer.write(_head(method, path, port, token, content) + content)
    status = await reader.readline()
    await reader.read()
    writer.close()
    if b" 200 " not in status:
        raise RuntimeError(f"{method} {path}: {status!r}")


def _head(method: str, path: str, port: int, token: str, content: bytes = b"") -> bytes:
    close = "" if path.endswith(("stream", "event")) else "Connection: close\r\n"
    lines = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n{close}"
    return f"{lines}Content-Length: {len(content)}\r\n\r\n".encode()


def _memory(site: Site) -> float:
    """Megabytes of the web process, PSS."""
    text = Path(f"/proc/{site.processes['web'].pid}/smaps_rollup").read_text("utf-8")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    sys.exit(main())
