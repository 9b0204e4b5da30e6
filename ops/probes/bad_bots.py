"""Bots that hang and bots that eat memory, beside games of good ones: do these play, and does each game go on?"""

import sys
import time
from pathlib import Path

from ops.probes.report import options, report
from ops.probes.site import Site, a_site


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--patience", type=float, default=400, help="seconds until the probe gives up")
    chosen = parser.parse_args()
    with a_site(start=False, BOT_SECONDS="2", BOT_MEMORY_MB="400") as (site, _):
        from dipgame.games import services
        from dipgame.games.models import SeatPhase
        from ops.probes.odd_bots import NAMES
        from ops.probes.people import a_game, people

        site.commands["bots"] = [*site.commands["bots"], "--include", "ops.probes.odd_bots"]
        bad = a_game(people(1), "holdbot")
        odd = dict(zip(("ENG", "GER"), NAMES, strict=True))
        for power, bot in odd.items():
            services.replace_player(bad.seats.get(power=power), bot)
        good = [a_game(people(1), "dumbbot") for _ in range(2 if chosen.short else 8)]
        site.start("worker", "bots", "beat")
        begun, most = time.monotonic(), 0
        done: dict[str, float] = {}
        sheets = SeatPhase.objects.exclude(bot_state="")
        while time.monotonic() < begun + chosen.patience and len(done) < 2:
            most = max(most, _memory(site))
            waits = sheets.filter(bot_state__in=["waiting", "thinking"])
            if not waits.filter(phase__game__in=good).exists():
                done.setdefault("good", time.monotonic() - begun)
            if not waits.filter(phase__game=bad).exists():
                done.setdefault("bad", time.monotonic() - begun)
            time.sleep(0.5)
        states = {power: sheets.get(phase__game=bad, seat__power=power).bot_state for power in odd}
        wrong = sheets.filter(phase__game__in=good).exclude(bot_state="ok").count()
    rows = [
        ("seconds until the good bots had played", done.get("good", float("nan"))),
        ("good bots without orders", wrong),
        ("seconds until the game with the bad ones could go on", done.get("bad", float("nan"))),
        *((f"the bot that {name.removeprefix('probe-')}", states[power]) for power, name in odd.items()),
        ("MB of a worker for bots, at most", most // 1_000),
    ]
    failed = [f"the {name} game did not go on" for name in ("good", "bad") if name not in done]
    failed += [f"{wrong} good bots have no orders"] if wrong else []
    return report("Bots that hang and bots that eat memory", rows, failed=failed)


def _memory(site: Site) -> int:
    """kB of the largest process of the bots' worker."""
    group = str(site.processes["bots"].pid)
    most = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "stat").read_text().rsplit(")", 1)[1].split()[2] == group:
                status = (process / "status").read_text()
                most = max(most, int(status.split("VmRSS:")[1].split()[0]))
        except (OSError, IndexError):
            continue
    return most


if __name__ == "__main__":
    sys.exit(main())
