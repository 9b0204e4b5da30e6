"""A player has texts read that take long, eight at a time: how long do others wait for a page and for a reading?"""

import asyncio
import sys
import time

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_TEXTS = ("(" * 1000, "(Paris " * 140, "A PAR - BUR " * 80, "You take Bel, I take Hol and Den and " * 25)
_SLOWEST = 3.0


def main() -> int:
    chosen = options(__doc__).parse_args()
    with a_site() as (site, _):
        return asyncio.run(_scene(site, 5.0 if chosen.short else 20.0))


async def _scene(site: Site, seconds: float) -> int:
    from ops.probes.people import Line, a_game, cookie_of, get, open_lines, people

    players = await asyncio.to_thread(people, 2)
    game = await asyncio.to_thread(a_game, players, press_plain=True)
    cookies = [await asyncio.to_thread(cookie_of, person) for person in players]
    hostile = [Line(site.ports[0], game.slug, cookies[0]) for _ in range(8)]
    other = Line(site.ports[0], game.slug, cookies[1])
    await open_lines([*hostile, other])
    until, answers, pages, readings = time.monotonic() + seconds, list[str](), list[float](), list[float]()
    before = site.seconds("web")

    async def ask(line: Line, text: str) -> None:
        while time.monotonic() < until:
            reply = await line.ask({"type": "read", "text": text[:1000], "to": ["ENG"]})
            answers.append(reply.get("code", reply["type"]))
            await asyncio.sleep(0.02 if reply["type"] == "reading" else 0.5)

    async def look() -> None:
        while time.monotonic() < until:
            status, took = await asyncio.to_thread(get, site.ports[0], "/how-to-play/")
            pages.append(took if status else seconds)
            begun = time.monotonic()
            await other.ask({"type": "read", "text": "lets have peace", "to": ["FRA"]})
            readings.append(time.monotonic() - begun)
            await asyncio.sleep(0.2)

    asking = (ask(line, _TEXTS[at % len(_TEXTS)]) for at, line in enumerate(hostile))
    await asyncio.gather(look(), *asking)
    used = site.seconds("web") - before
    for line in [*hostile, other]:
        await line.close()
    rows = [
        ("texts of the one who asks too much", f"{answers.count('reading')} read, {answers.count('too_fast')} refused"),
        ("a page, median and slowest, s", f"{percentile(pages, 0.5):.2f}, {percentile(pages, 1):.2f}"),
        ("another's text, median and slowest, s", f"{percentile(readings, 0.5):.2f}, {percentile(readings, 1):.2f}"),
        ("of a processor, s", f"{used:.1f} in {seconds:.0f}"),
    ]
    slow = [name for name, took in (("a page", pages), ("a text of another", readings)) if max(took) > _SLOWEST]
    return report(
        "Reading: one player has eight long texts read at a time",
        rows,
        failed=[f"{name} took over {_SLOWEST:.0f} s" for name in slow],
    )


if __name__ == "__main__":
    sys.exit(main())
