"""A person at a table of six HANAs: how soon they speak and answer, how soon the board follows the last Ready, and what
their workers take.

    python -m bench.company [phases]

Starts the site as `make play` does, in a folder of its own, and plays as "Play now" does, by the site's services.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.page import running_site
from dipgame.redis_server import start_redis

if TYPE_CHECKING:
    from dipgame.accounts.models import User
    from dipgame.games.models import GamePhase, Message, Seat

WAIT_SECONDS = 120.0
BOT_WORKERS = 2
"""Processes that take tasks; their parent is counted with them."""


def until(found: Callable[[], Any]) -> Any:
    """Poll until a value is found. Raises RuntimeError when none comes."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if (what := found()) is not None:
            return what
        time.sleep(0.05)
    raise RuntimeError("it did not happen in time")


def bot_workers(folder: str) -> list[Path]:
    """Entries in /proc of this folder's bot workers."""
    return [
        each
        for each in Path("/proc").glob("[0-9]*")
        if b"--queues\0bots\0" in _read(each / "cmdline") and folder.encode() in _read(each / "environ")
    ]


def _read(path: Path) -> bytes:
    """Read a file; empty if the process is gone or another user's."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def memory(process: Path) -> float:
    """MB a process holds, what it shares with others included."""
    return int(_read(process / "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_time(processes: list[Path]) -> float:
    """Seconds these processes have computed."""
    ticks = (_read(each / "stat").rpartition(b")")[2].split()[11:13] for each in processes)
    return sum(int(user) + int(system) for user, system in ticks) / os.sysconf("SC_CLK_TCK")


def begin_game() -> "tuple[Seat, User]":
    """Begin a game against six HANAs as "Play now" does: the seat of France, and the person who holds it."""
    from dipgame.accounts.models import User
    from dipgame.games import clock, services

    person = User.objects.create_user("bench@example.org", "Bench", None)
    terms = services.Terms(
        name="Bench",
        power="FRA",
        movement_seconds=259_200,
        retreat_seconds=86_400,
        adjustment_seconds=86_400,
        fill_bot="company",
        fill_at=clock.now(),
    )
    game = services.create_game(person, terms)
    return game.seats.select_related("game").get(power="FRA"), person


def propose_peace(seat: "Seat") -> "Message":
    """Refuse what lies open between the seat and a power, and offer it peace; the power nobody is at peace with yet."""
    from dipgame.games import services
    from dipgame.games.errors import Refused
    from dipgame.games.models import Agreement, Proposal

    friends = set(" ".join(Agreement.objects.values_list("between", flat=True)).split())
    bots = list(seat.game.seats.exclude(bot="").values_list("power", flat=True))
    for power in sorted(bots, key=lambda power: (power in friends, power)):
        between = " ".join(sorted((power, seat.power)))
        for row in Proposal.objects.filter(state="open", message__between=between).exclude(message__speaker=seat):
            services.answer_press(seat, row.message_id, "reject")
        try:
            return services.send_press(seat, [power], "I offer you peace")
        except Refused:
            continue
    raise RuntimeError("nobody may be proposed anything to")


def play_phase(seat: "Seat", phase: "GamePhase") -> dict[str, float]:
    """Play one phase of the seat: seconds until the first proposal, an answer, and the next board."""
    from dipgame.games import services
    from dipgame.games.models import GamePhase, Hearing, Message, SeatPhase

    took = {}
    heard = Message.objects.filter(phase=phase, between__contains=seat.power).exclude(speaker=seat)
    if phase.index == 0:
        first = until(lambda: heard.order_by("id").first())
        took["first proposal"] = (first.at - phase.opened_at).total_seconds()
    if phase.name.endswith("M"):
        asked = propose_peace(seat)
        answer = until(lambda: Message.objects.filter(reply_to=asked).first())
        took["answer to a proposal of peace"] = (answer.at - asked.at).total_seconds()
        until(lambda: None if Hearing.objects.exclude(state="done").exists() else True)
        until(lambda: None if SeatPhase.objects.filter(bot_state__in=["waiting", "thinking"]).exists() else True)
    pressed = time.time()
    services.set_ready(seat, phase.name, True)
    following = until(lambda: GamePhase.objects.filter(index=phase.index + 1).first())
    took["from the last Ready to the new board"] = following.opened_at.timestamp() - pressed
    return took


def main(phases: int = 6) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        server, url = start_redis(Path(folder))
        where = {
            "BOT_WORKERS": str(BOT_WORKERS),
            "PLAY_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "REDIS_URL": url,
            "READY_SECONDS": "0",
        }
        os.environ |= {**where, "DJANGO_SETTINGS_MODULE": "dipgame.settings"}
        try:
            with running_site(**where):
                _measure(phases, folder)
        finally:
            server.terminate()
            server.wait(30)


def _measure(phases: int, folder: str) -> None:
    import django

    django.setup()
    from dipgame.games import queries

    workers = until(lambda: found if len(found := bot_workers(folder)) > BOT_WORKERS else None)
    seat, _ = begin_game()
    game = seat.game
    rows: dict[str, list[float]] = {}
    busy = []
    for _ in range(phases):
        phase = until(lambda: queries.live_phase(game))
        before = processor_time(workers)
        for name, seconds in play_phase(seat, phase).items():
            rows.setdefault(f"{name}, s", []).append(seconds)
        busy.append(processor_time(workers) - before)
    rows["bots' processor time in a phase, s"] = busy
    rows["memory of a bots worker, MB"] = [memory(process) for process in workers]
    print(f"{'':44}{'median':>8}{'worst':>8}")
    for name, values in rows.items():
        print(f"{name:44}{median(values):8.1f}{max(values):8.1f}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {phases} phases")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
