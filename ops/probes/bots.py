"""Many games full of bots, all due at once, while people talk in another: when is each bot asked, is any given up, what
lies in their queue, and how soon do people hear each other?

The workers run and wait; then every bot of every game is to be asked in the same moment, with the deadline `--due`
seconds away.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from ops.probes.report import options, percentile, report
from ops.probes.site import Site, a_site

_ASKED_WITHIN = 60.0
_HEARD_WITHIN = 0.5
_FAILED = ("late", "crashed")
_BETWEEN = 10
"""Messages that several processes may send at once after they saw that there is room for one."""


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--bot", default="hana", help="a bot, or a company of bots, by its name")
    parser.add_argument("--due", type=float, default=45, help="seconds from when bots are to be asked to the deadline")
    parser.add_argument("--least", type=float, default=60, help="seconds that people talk, at least")
    parser.add_argument("--patience", type=float, default=240, help="seconds until the probe gives up")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.games, chosen.bot, chosen.patience, chosen.least = 6, "blabbot", 90, 5
    with a_site(start=False) as (site, _):
        from ops.probes.people import Line, a_game, cookie_of, people

        games = [a_game(people(1), chosen.bot).pk for _ in range(chosen.games)]
        talkers = people(2)
        table = a_game(talkers, press_plain=True)
        sheets = _Sheets(games)
        sheets.rest()
        site.start("worker", "bots", "beat", "web")
        _wait_for_workers(site)
        pair = [Line(site.ports[0], table.slug, cookie_of(person)) for person in talkers]
        return asyncio.run(_ask_all(site, sheets, pair, chosen))


class _Sheets:
    """The first sheets of all bots, and what they have to say."""

    def __init__(self, games: Sequence[int]) -> None:
        from dipgame.games.models import GamePhase, Hearing, SeatPhase

        self.sheets = SeatPhase.objects.filter(phase__index=0, phase__game__in=games)
        self.first = SeatPhase.objects.filter(
            pk__in=list(self.sheets.exclude(bot_state="").values_list("pk", flat=True))
        )
        self.talk = Hearing.objects.filter(phase__game__in=games)
        self.phases = GamePhase.objects.filter(index=0, game__in=games)
        self.asked: dict[int, float] = {}

    def rest(self) -> None:
        """Nothing waits for them yet."""
        self.first.update(bot_state="")
        self.talk.update(state="done")

    def wait(self, due: float) -> None:
        """Everything does, at once."""
        from dipgame.games import clock

        now = clock.now()
        self.phases.update(deadline=now + timedelta(seconds=due))
        self.talk.update(state="waiting", since=now)
        self.first.update(bot_state="waiting", bot_since=now)

    def look(self, begun: float) -> tuple[int, int]:
        """Count waiting thoughts and queued messages.

        Notes when each bot was first asked.
        """
        from dipgame.games import queue
        from dipgame.games.queries import waiting_thoughts

        waiting, lies = len(waiting_thoughts()), queue.depth() or 0
        for pk in self.first.exclude(bot_state="waiting").values_list("pk", flat=True):
            self.asked.setdefault(pk, time.monotonic() - begun)
        return waiting, lies

    def without_orders(self) -> int:
        """Bots that have written none.

        Who has may be asked again since, for something was said to it.
        """
        return self.first.filter(orders={}).count()

    def failed(self) -> dict[str, int]:
        return {state: self.first.filter(bot_state=state).count() for state in _FAILED}


async def _ask_all(site: Site, sheets: _Sheets, pair: list[Any], chosen: Any) -> int:
    from asgiref.sync import sync_to_async

    from dipgame.games.queue import MOST_WOKEN
    from ops.probes.people import open_lines

    await open_lines(pair)
    worked = site.seconds("bots")
    await sync_to_async(sheets.wait)(chosen.due)
    begun = time.monotonic()
    over = asyncio.Event()
    talk = asyncio.create_task(_talk(pair, over))
    deepest = most_over = 0
    bare, written = 0, 0.0
    while time.monotonic() < begun + chosen.patience:
        waiting, lies = await sync_to_async(sheets.look)(begun)
        deepest, most_over = max(deepest, lies), max(most_over, lies - waiting)
        bare = await sync_to_async(sheets.without_orders)()
        written = written or (0.0 if bare else time.monotonic() - begun)
        if not bare and time.monotonic() > begun + chosen.least:
            break
        await asyncio.sleep(0.5)
    states = await sync_to_async(sheets.failed)()
    over.set()
    delays, lost = await talk
    for line in pair:
        await line.close()
    bots, asked = await sync_to_async(sheets.first.count)(), list(sheets.asked.values())
    last, heard = percentile(asked, 1), percentile(delays, 0.95)
    rows = [
        ("bots", bots),
        *((f"of them {state}", count) for state, count in states.items()),
        ("seconds until asked for orders, half of them", percentile(asked, 0.5)),
        ("seconds until the last was asked", last),
        ("seconds until all had orders", written),
        ("without orders", bare),
        ("messages in their queue, at most", deepest),
        ("more of them than things that waited, at most", most_over),
        ("milliseconds of a processor for each bot", 1000 * (site.seconds("bots") - worked) / max(bots, 1)),
        ("messages of people meanwhile", len(delays)),
        ("never shown", lost),
        ("seconds to the partner, 95 of 100", heard),
    ]
    failed = [f"{bare} of {bots} bots have no orders"] if bare else []
    failed += [f"{count} bots are {state}" for state, count in states.items() if count]
    failed += [f"{bots - len(asked)} bots were never asked"] if len(asked) != bots else []
    failed += [f"{deepest} messages in their queue"] if deepest > MOST_WOKEN + _BETWEEN else []
    failed += [f"the last bot was asked after {last:.0f} s"] if last > _ASKED_WITHIN else []
    failed += [f"{lost} messages of people were lost"] if lost else []
    failed += [f"people heard each other after {heard:.1f} s"] if heard > _HEARD_WITHIN and not chosen.short else []
    title = f"Bots: {chosen.games} games of {chosen.bot}, all due at once"
    return report(title, rows, failed=failed, delays={f"{chosen.games} games": asked})


async def _talk(pair: list[Any], over: asyncio.Event) -> tuple[list[float], int]:
    """Talk every two seconds; return delays, and the number never heard."""
    speaker, hearer = pair
    sent: dict[str, float] = {}
    while not over.is_set():
        text = f"while bots think {len(sent)}"
        sent[text] = time.monotonic()
        say = {"type": "say", "text": text, "to": ["ENG"], "l": "", "plain": True, "mark": f"b-{len(sent)}"}
        await speaker.ask_until_answered(say, 60)
        await asyncio.sleep(2.1)  # nobody may say more than fifteen things in half a minute
    end = time.monotonic() + 15
    while time.monotonic() < end and any(text not in hearer.heard for text in sent):
        await asyncio.sleep(0.1)
    delays = [hearer.heard[text] - at for text, at in sent.items() if text in hearer.heard]
    return delays, len(sent) - len(delays)


def _wait_for_workers(site: Site) -> None:
    """Until the workers for bots and phases say that they are there."""
    from dipgame.celery import app

    end = time.monotonic() + 180
    while time.monotonic() < end:
        there = app.control.ping(timeout=3)
        if len(there) >= sum(name in site.processes for name in ("worker", "bots")):
            return
    raise RuntimeError("the workers did not start; see their logs")


if __name__ == "__main__":
    sys.exit(main())
