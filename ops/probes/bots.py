"""Many games full of bots, all due at once: when is each asked, is any given up, and what lies in their queue?"""

import sys
import time

from ops.probes.report import options, percentile, report
from ops.probes.site import a_site


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--bot", default="hana", help="a bot, or a company of bots, by its name")
    parser.add_argument("--patience", type=float, default=600, help="seconds until the probe gives up")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.games, chosen.bot, chosen.patience = 6, "blabbot", 120
    with a_site(start=False) as (site, _):
        from dipgame.games import queue
        from dipgame.games.models import Hearing, SeatPhase
        from dipgame.games.queries import waiting_thoughts
        from ops.probes.people import a_game, people

        games = [a_game(people(1), chosen.bot).pk for _ in range(chosen.games)]
        site.start("worker", "bots", "beat")
        begun = time.monotonic()
        asked: dict[int, float] = {}
        deepest = most_over = 0
        first = SeatPhase.objects.filter(phase__index=0, phase__game__in=games).exclude(bot_state="")
        while time.monotonic() < begun + chosen.patience:
            waiting, lies = len(waiting_thoughts()), queue.depth() or 0
            deepest, most_over = max(deepest, lies), max(most_over, lies - waiting)
            for pk in first.exclude(bot_state="waiting").values_list("pk", flat=True):
                asked.setdefault(pk, time.monotonic() - begun)
            if not first.filter(bot_state__in=["waiting", "thinking"]).exists():
                break
            time.sleep(0.5)
        kinds = ("ok", "late", "crashed", "waiting", "thinking")
        states = {state: first.filter(bot_state=state).count() for state in kinds}
        left = Hearing.objects.exclude(state="done").count()
    bots = sum(states.values())
    rows = [
        ("bots", bots),
        *((f"of them {state}", count) for state, count in states.items()),
        ("seconds until asked for orders, half of them", percentile(list(asked.values()), 0.5)),
        ("seconds until the last was asked", percentile(list(asked.values()), 1)),
        ("messages in their queue, at most", deepest),
        ("more of them than things that waited, at most", most_over),
        ("things still to be heard at the end", left),
    ]
    failed = [f"{bots - states['ok']} of {bots} bots have no orders"] if states["ok"] != bots else []
    return report(f"Bots: {chosen.games} games of {chosen.bot}, all due at once", rows, failed=failed)


if __name__ == "__main__":
    sys.exit(main())
