"""Two web processes whose clocks are a minute apart, one of them put back by half a minute, while people talk and
agree: is all shown, in the order in which it was said, and does a page that comes back get just what it missed?
"""

import asyncio
import http.client
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ops.probes.report import options, report
from ops.probes.site import Site, a_site

_APART: Final = 60
_STEP: Final = -30
_OFF: Final = """
import os, time
from datetime import timedelta
from django.utils import timezone

def off():
    with open(os.environ["PROBE_CLOCK"]) as file:
        return float(file.read() or 0)

time_ns, now = time.time_ns, timezone.now
time.time_ns = lambda: time_ns() + int(off() * 1e9)
timezone.now = lambda: now() + timedelta(seconds=off())
"""
"""Loaded by each process as it begins: its clock is off by what the file says."""


def main() -> int:
    chosen = options(__doc__).parse_args()
    with a_site(web=2, start=False) as (site, _):
        (site.folder / "off").mkdir()
        (site.folder / "off" / "sitecustomize.py").write_text(_OFF, encoding="utf-8")
        site.env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(site.folder / "off"), site.env.get("PYTHONPATH"))))
        for name in site.commands:
            if name != "redis":
                site.env["PROBE_CLOCK"] = str(_set(site, name, _APART if name == "web2" else 0))
                site.start(name)
        return asyncio.run(_scene(site, 3 if chosen.short else 12))


def _set(site: Site, name: str, seconds: float) -> Path:
    """Shift a process's clock by seconds; return its control file."""
    file = site.folder / f"{name}.clock"
    draft = file.with_suffix(".new")
    draft.write_text(str(seconds), encoding="utf-8")
    draft.replace(file)
    return file


async def _scene(site: Site, times: int) -> int:
    from ops.probes.people import Line, a_game, cookie_of, open_lines, people, shown

    players = await asyncio.to_thread(people, 2)
    game = await asyncio.to_thread(a_game, players, press_plain=True)
    cookies = [await asyncio.to_thread(cookie_of, person) for person in players]
    pair = [Line(port, game.slug, cookie) for port, cookie in zip(site.ports, cookies, strict=True)]
    await open_lines(pair)
    await _until(lambda: all(line.upto is not None for line in pair))
    told: dict[str, tuple[float, Line]] = {}

    async def say(at: int, text: str) -> None:
        told.update(await _say(pair[at], pair[1 - at], ("ENG", "FRA")[at], text))

    for number in range(times):
        await say(number % 2, f"before {number}")
    upto = pair[0].upto
    _set(site, "web", _STEP)
    for number in range(times):
        await say(number % 2, f"after {number}")
    offer = (await pair[0].ask_until_answered(_command("ENG", "I offer peace", plain=False), 60))["message"]
    answer = await pair[1].ask_until_answered({"type": "answer", "message": offer["id"], "act": "accept"}, 60)
    missing, late = await shown(told)
    agreed = await _until(lambda: all(line.cards.get(offer["id"]) == "accepted" for line in pair))
    texts = [*told, offer["text"], answer["message"]["text"]]
    presses = [
        await asyncio.to_thread(_press, *each) for each in zip(site.ports, [game.slug] * 2, cookies, strict=True)
    ]
    ordered = sum([message["text"] for message in press["messages"]] == texts for press in presses)
    back = Line(site.ports[0], game.slug, cookies[0], path=f"/ws/games/{game.slug}/?talk={upto}&as=FRA")
    await back.open()
    await _until(lambda: back.upto is not None)
    exact = list(back.heard) == texts[times:]
    for line in [*pair, back]:
        await line.close()
    rows = [
        ("said, by two machines", f"{len(told)}, {missing} never shown, latest {late:.1f} s"),
        (
            "the deal shown as accepted",
            f"on {sum(line.cards.get(offer['id']) == 'accepted' for line in pair)} of 2 pages",
        ),
        ("in the order in which it was said", f"on {ordered} of 2 pages"),
        ("sent to a page that came back", f"{len(back.heard)} messages, {len(texts) - times} missed"),
    ]
    failed = [f"{missing} messages not shown"] if missing else []
    failed += [] if agreed else ["a deal was not shown on open pages"]
    failed += [] if ordered == len(pair) else ["a conversation stands in another order than it was said in"]
    failed += [] if exact else ["a page that came back was not sent just what it missed"]
    return report("Clocks: two machines a minute apart, one put back by half a minute", rows, failed=failed)


def _command(to: str, text: str, *, plain: bool) -> dict[str, Any]:
    return {"type": "say", "text": text, "to": [to], "l": "", "plain": plain, "mark": f"c{abs(hash(text)) % 10**9}"}


async def _say(speaker: Any, hearer: Any, to: str, text: str) -> dict[str, tuple[float, Any]]:
    begun = asyncio.get_running_loop().time()
    reply = await speaker.ask_until_answered(_command(to, text, plain=True), 60)
    if reply["type"] != "said":
        raise RuntimeError(f"not said: {reply}")
    await asyncio.sleep(2.1)  # nobody may say more than fifteen things in half a minute
    return {text: (begun, hearer)}


async def _until(holds: Any, patience: float = 30) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while not holds():
                await asyncio.sleep(0.05)
            return True
    return False


def _press(port: int, slug: str, cookie: str) -> dict[str, Any]:
    """The talk as a page that is opened anew gets it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/games/{slug}/press", headers={"Cookie": cookie})
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
