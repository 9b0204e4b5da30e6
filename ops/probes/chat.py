"""People talk: so many messages a second over so many games.

How many reach the partner, and how soon.
"""

import asyncio
import sys
import time
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_HEARD_WITHIN = 0.2


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--rate", type=float, default=50, help="messages a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--web", type=int, default=1, help="web processes")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.rate, chosen.seconds, chosen.games = 10, 3, 5
    with a_site(web=chosen.web) as (site, _):
        from ops.probes.people import Line, a_game, cookie_of, people

        pairs: list[tuple[Any, Any]] = []
        for number in range(chosen.games):
            players = people(2)
            game = a_game(players, press_plain=True)
            port = site.ports[number % len(site.ports)]
            one, other = (Line(port, game.slug, cookie_of(person)) for person in players)
            pairs.append((one, other))
        return asyncio.run(_talk(site, pairs, chosen))


async def _talk(site: Site, pairs: list[tuple[Any, Any]], chosen: Any) -> int:
    from ops.probes.people import open_lines

    took = await open_lines([line for pair in pairs for line in pair])
    sent: dict[str, tuple[float, Any]] = {}
    acknowledged: list[float] = []
    refused: list[str] = []

    async def say(number: int) -> None:
        speaker, hearer = pairs[number % len(pairs)]
        text = f"message {number}"
        begun = time.monotonic()
        sent[text] = begun, hearer
        say = {"type": "say", "text": text, "to": ["ENG"], "l": "", "plain": True, "mark": f"chat-{number}"}
        try:
            reply = await speaker.ask(say)
        except (ConnectionError, TimeoutError):
            refused.append("no answer")
            return
        if reply["type"] == "said":
            acknowledged.append(time.monotonic() - begun)
        else:
            refused.append(reply.get("code", reply["type"]))

    await asyncio.sleep(1)  # until what the new lines are shown is over
    worked = site.seconds("web")
    begun, tasks = time.monotonic(), []
    for number in range(int(chosen.rate * chosen.seconds)):
        await asyncio.sleep(max(begun + number / chosen.rate - time.monotonic(), 0))
        tasks.append(asyncio.create_task(say(number)))
    await asyncio.gather(*tasks)
    end = time.monotonic() + 30
    while time.monotonic() < end and any(text not in hearer.heard for text, (_, hearer) in sent.items()):
        await asyncio.sleep(0.1)
    delays = [hearer.heard[text] - at for text, (at, hearer) in sent.items() if text in hearer.heard]
    lost = len(acknowledged) - len(delays)
    worked = site.seconds("web") - worked
    for pair in pairs:
        for line in pair:
            await line.close()
    rows = [
        ("sockets opened", f"{2 * len(pairs)} in {took:.1f} s"),
        ("messages sent", len(sent)),
        ("acknowledged", len(acknowledged)),
        ("refused or unanswered", f"{len(refused)} {sorted(set(refused)) if refused else ''}"),
        ("acknowledged and never shown to the partner", lost),
        ("seconds to the partner, half of them", percentile(delays, 0.5)),
        ("seconds to the partner, 95 of 100", percentile(delays, 0.95)),
        ("seconds to the answer, 95 of 100", percentile(acknowledged, 0.95)),
        ("milliseconds of a processor that web took for each", 1000 * worked / len(sent)),
    ]
    title = f"Chat: {chosen.rate:g} messages a second over {chosen.games} games, {chosen.web} web"
    failed = [f"{lost} messages were lost"] if lost else []
    late = percentile(delays, 0.95)
    failed += [f"95 of 100 messages took up to {late:.2f} s"] if late > _HEARD_WITHIN and not chosen.short else []
    return report(title, rows, failed=failed, delays={f"{chosen.web} web": delays})


if __name__ == "__main__":
    sys.exit(main())
