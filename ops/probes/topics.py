"""A stranger follows topics that are none, while Redis hangs and people talk: does everybody else still hear?"""

import asyncio
import signal
import sys

from ops.probes.report import options, report
from ops.probes.site import Site, a_site

_BAD = ("%00", "a%00b", "%ed%a0%80", "", "a" * 3000)


def main() -> int:
    chosen = options(__doc__).parse_args()
    with a_site() as (site, _):
        return asyncio.run(_scene(site, 1 if chosen.short else 3))


async def _scene(site: Site, each: int) -> int:
    from ops.probes.people import Line, a_game, cookie_of, open_lines, people, shown, talk

    players = await asyncio.to_thread(people, 2)
    game = await asyncio.to_thread(a_game, players, press_plain=True)
    pair = [Line(site.ports[0], game.slug, await asyncio.to_thread(cookie_of, person)) for person in players]
    bad = [Line(site.ports[0], "", path=f"/ws/lobby/?game={topic}") for topic in _BAD]
    private = await asyncio.to_thread(a_game, players[:1], word="sesame")
    bad.append(Line(site.ports[0], "", path=f"/ws/lobby/?game={private.slug}"))
    for line in bad:
        line.is_over = True  # they do not come back
    await open_lines([*pair, *bad])
    site.signal("redis", signal.SIGSTOP)
    try:
        sent, _ = await talk("topics", [(pair[0], pair[1])], each)
        missing, late = await shown(sent, 25)
    finally:
        site.signal("redis", signal.SIGCONT)
    refused = sum(line.times_lost for line in bad)
    for line in [*pair, *bad]:
        await line.close()
    rows = [
        ("said while Redis hung", f"{len(sent)}, {missing} never shown, latest {late:.1f} s"),
        ("connections to no game of theirs", f"{refused} of {len(bad)} closed"),
    ]
    failed = [f"{missing} messages not shown"] if missing else []
    failed += [] if refused == len(bad) else ["a stranger follows what is not theirs"]
    return report("Topics: a stranger follows what is no game, or not theirs", rows, failed=failed)


if __name__ == "__main__":
    sys.exit(main())
