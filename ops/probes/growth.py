"""The processes of docker-compose.yml without `watch` and proxy: how soon are they ready, how much memory do they take,
and how much more after fifty games? In each game a person with six bots talks, gives orders and looks at the pages.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any, Final

from ops.probes.report import options, report
from ops.probes.site import Site, a_site

_READY: Final = 12.0
_ALL: Final = 1200
_GROWTH: Final = 0.10
_QUEUES: Final = ("worker", "bots")


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--before", type=int, default=10, help="games until everything is loaded")
    parser.add_argument("--phases", type=int, default=2, help="of each game")
    parser.add_argument("--bot", default="hana")
    parser.add_argument("--at-once", type=int, default=4, help="games")
    parser.add_argument("--web", type=int, default=2, help="web processes")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.games, chosen.before, chosen.bot = 3, 2, "holdbot"
    # Nobody needs a second thought: after Ready the phase ends at once.
    with a_site(web=chosen.web, start=False, READY_SECONDS="0") as (site, cluster):
        if cluster is None:
            raise AssertionError("the processes of compose have PostgreSQL")
        waits = [sys.executable, "-m", "dipgame.when_asked", "experiments", str(site.folder / "asked")]
        site.commands["experiments"] = [*waits, "false"]  # no experiment is begun here
        begun = time.monotonic()
        site.start(*(name for name in site.commands if name != "redis"))
        _wait_for_workers()
        ready = time.monotonic() - begun
        return _play(site, Path(cluster.folder), ready, chosen)


def _play(site: Site, database: Path, ready: float, chosen: Any) -> int:
    at_first = _memory(site, database)
    _games(site, chosen.before, chosen)
    before = _memory(site, database)
    took = _games(site, chosen.games, chosen)
    after = _memory(site, database)
    rows: list[tuple[str, object]] = [("ready after, s", f"{ready:.1f}")]
    names = sorted(after, key=lambda name: -after[name])
    rows += [(f"MB of {name}", f"{at_first[name]:.0f}, {before[name]:.0f}, {after[name]:.0f}") for name in names]
    total = [sum(each.values()) for each in (at_first, before, after)]
    rows.append((f"MB of all: ready, after {chosen.before} games, after {chosen.games} more", _words(total)))
    growth = total[2] / total[1] - 1
    web = sum(after[name] - before[name] for name in names if name.startswith("web")) / chosen.games
    rows.append(("seconds a game", took / chosen.games))
    rows.append(("growth", f"{100 * growth:.1f} %, web {web:.2f} MB a game"))
    failed = [f"ready after {ready:.0f} s"] if ready > _READY and not chosen.short else []
    failed += [f"all take {total[2]:.0f} MB"] if total[2] > _ALL else []
    failed += [f"memory grew by {100 * growth:.0f} %"] if growth > _GROWTH and not chosen.short else []
    title = f"Growth: {chosen.games} games of a person and six {chosen.bot}, {chosen.web} web"
    return report(title, rows, failed=failed)


def _words(megabytes: list[float]) -> str:
    return ", ".join(f"{each:.0f}" for each in megabytes)


def _games(site: Site, count: int, chosen: Any) -> float:
    """Play so many games; returns the seconds."""

    async def all_of_them() -> None:
        turns = asyncio.Semaphore(chosen.at_once)

        async def one(number: int) -> None:
            async with turns:
                await _game(site, site.ports[number % len(site.ports)], chosen)

        await asyncio.gather(*map(one, range(count)))

    begun = time.monotonic()
    asyncio.run(all_of_them())
    return time.monotonic() - begun


async def _game(site: Site, port: int, chosen: Any) -> None:
    from ops.probes.people import Line, a_game, cookie_of, get, people

    (person,) = await asyncio.to_thread(people, 1)
    game = await asyncio.to_thread(a_game, [person], chosen.bot)
    cookie = await asyncio.to_thread(cookie_of, person)
    line = Line(port, game.slug, cookie)
    await line.open()
    for number in range(chosen.phases):
        await _until(lambda number=number: len(line.phases) > number)
        phase = line.state["game"]["phase"]
        for path in ("", f"phases/{phase}.json", "state", "press"):
            await asyncio.to_thread(get, port, f"/games/{game.slug}/{path}", cookie)
        say = {"type": "say", "text": "I propose peace", "to": ["ENG"], "l": "", "plain": False, "mark": f"g{number}"}
        await _give(line, say)
        await _give(line, {"type": "order", "phase": phase, "text": "A PAR H", "mark": f"o{number}"})
        await _give(line, {"type": "ready", "phase": phase, "ready": True})
    try:
        await _until(lambda: len(line.phases) > chosen.phases)
    except TimeoutError:
        raise AssertionError(await asyncio.to_thread(_what_waits, game, line)) from None
    await line.close()


def _what_waits(game: Any, line: Any) -> str:
    """A game that stands still, in words: phase and seats not done."""
    from dipgame.games import queue
    from dipgame.games.models import GamePhase, SeatPhase

    phase = GamePhase.objects.filter(game=game).latest("index")
    sheets = SeatPhase.objects.filter(phase=phase, must_decide=True).select_related("seat")
    seats = [f"{sheet.seat.power} ready={sheet.ready} bot={sheet.bot_state} lost={sheet.bot_lost}" for sheet in sheets]
    return (
        f"{game.slug} stands at {phase.name}, {phase.status}, deadline {phase.deadline}: {'; '.join(seats)}. The page "
        f"has {list(line.phases)}, lost its socket {line.times_lost} times; {queue.depth()} messages wait for bots."
    )


async def _give(line: Any, command: dict[str, Any]) -> None:
    """Give a command, again while the game is busy, as pages do."""
    while (reply := await line.ask_until_answered(command, 60))["type"] == "refused":
        if reply["code"] != "busy":
            raise AssertionError(f"{command} is refused: {reply['message']}")
        await asyncio.sleep(1)


async def _until(holds: Any) -> None:
    async with asyncio.timeout(300):
        while not holds():
            await asyncio.sleep(0.05)


def _wait_for_workers() -> None:
    from dipgame.celery import app

    end = time.monotonic() + 120
    while time.monotonic() < end:
        with app.connection_for_write() as connection:  # apart from those that put tasks into queues
            answers = app.control.ping(timeout=0.5, connection=connection)
        if len(answers) >= len(_QUEUES):
            return
    raise RuntimeError("not all workers came")


def _memory(site: Site, database: Path) -> dict[str, float]:
    """Megabytes (PSS) by process with its children, and those of PostgreSQL."""
    groups = {process.pid: name for name, process in site.processes.items()}
    found = dict.fromkeys([*site.processes, "postgres"], 0.0)
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
            pss = (folder / "smaps_rollup").read_text("utf-8")
            here = str((folder / "cwd").readlink())
        except OSError:
            continue
        name = groups.get(int(fields[2])) or ("postgres" if here.startswith(str(database)) else None)
        if name is not None:
            found[name] += next(int(line.split()[1]) for line in pss.splitlines() if line.startswith("Pss:")) / 1024
    return found


if __name__ == "__main__":
    sys.exit(main())
