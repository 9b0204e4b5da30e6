"""From Ready to the new board as a game grows old: six HANAs that talk, and one page that looks on.

    python -m bench.late [last year] [where to keep the database]

Starts the site as `make play` does, in a folder of its own. My orders are a DumbBot's. A phase counts from the moment
when nothing but my Ready keeps it open: the bots have said and heard everything, and the page has shown all of it.
"""

import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, sync_playwright

from bench.company import begin_game, propose_peace, until
from bench.page import FLAGS, running_site
from dipgame.redis_server import start_redis

if TYPE_CHECKING:
    from dipgame.games.models import GamePhase, Seat

# Milliseconds from Ready to the next board, and to the next on which I have something to decide.
_PRESS_READY = """() => new Promise(done => {
    const pressed = performance.now(), svg = document.querySelector('#map svg'), name = svg.dataset.phase;
    let next = 0;
    const look = () => {
        if (!next && svg.dataset.phase !== name) next = performance.now() - pressed;
        if (next && document.body.hasAttribute('data-mine')) done([next, performance.now() - pressed]);
        else requestAnimationFrame(look);
    };
    document.querySelector('#ready').click();
    look(); })"""


def main(last_year: str = "1905", keep: str = "") -> None:
    """Print the table."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("Nothing was measured: no chromium on this machine. To get it: sudo apt-get install chromium")
        return
    with tempfile.TemporaryDirectory() as folder:
        server, url = start_redis(Path(folder))
        # No second thoughts: Ready is the moment from which the phase may close.
        where = {"READY_SECONDS": "0", "PLAY_DIR": folder, "REDIS_URL": url}
        where["DATABASE_URL"] = f"sqlite:///{folder}/db.sqlite3"
        os.environ |= {**where, "DJANGO_SETTINGS_MODULE": "dipgame.settings"}
        try:
            with running_site(**where) as site, sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
                _play(page, site, int(last_year))
                browser.close()
            if keep:
                shutil.copy(f"{folder}/db.sqlite3", keep)
        finally:
            server.terminate()
            server.wait(30)


def _play(page: Page, site: str, last_year: int) -> None:
    # The database is asked in a thread of its own: Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as desk:
        seat, session = desk.submit(_begin).result()
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        page.goto(f"{site}/games/{seat.game.slug}/")
        page.wait_for_selector("html[data-page=ready]", state="attached")
        took: dict[int, list[tuple[float, float]]] = {}
        name = ""
        while (phase := desk.submit(_prepare, seat, name).result()).name[1:5] <= str(last_year):
            name = phase.name
            page.wait_for_selector(f"#map svg[data-phase={name}]")
            page.wait_for_timeout(1000)
            board, mine = page.evaluate(_PRESS_READY)
            took.setdefault(int(name[1:5]), []).append((board, mine))
            print(f"{name} {board:8.0f} {mine:8.0f} ms  {desk.submit(_size, seat).result()}", flush=True)
    for words, at in (("the new board", 0), ("the next one of mine", 1)):
        print(f"{f'from Ready to {words}, ms':44}{'median':>8}{'worst':>8}")
        for year, values in took.items():
            times = [each[at] for each in values]
            print(f"{year:<44}{median(times):8.0f}{max(times):8.0f}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _begin() -> "tuple[Seat, str]":
    """Begin a game as "Play now" does: my seat, and the key of my session."""
    import django

    django.setup()
    from django.test import Client

    seat, person = begin_game()
    client = Client()
    client.force_login(person)
    until(lambda: _live(seat))
    return seat, client.cookies["sessionid"].value


def _prepare(seat: "Seat", before: str) -> "GamePhase":
    """The next phase after that one in which I have something to decide, once everything but my Ready is there."""
    from dipgame.games.models import SeatPhase

    phase: GamePhase = until(lambda: found if (found := _live(seat)) and found.name != before else None)
    if not SeatPhase.objects.get(seat=seat, phase=phase).must_decide:
        return _prepare(seat, phase.name)
    _give_orders(seat, phase)
    _talk(seat, phase)
    _until_only_i_am_awaited(phase)
    return phase


def _talk(seat: "Seat", phase: "GamePhase") -> None:
    """Say yes to what is proposed to me, and propose something to one power more, as people do."""
    from dipgame.games import services
    from dipgame.games.errors import Refused
    from dipgame.games.models import Proposal

    if not phase.name.endswith("M"):
        return
    _until_only_i_am_awaited(phase)
    proposed = Proposal.objects.filter(phase=phase, state="open", message__between__contains=seat.power)
    for row in proposed.exclude(message__speaker=seat):
        with suppress(Refused):
            services.answer_press(seat, row.message_id, "accept")
    with suppress(RuntimeError):
        propose_peace(seat)


def _live(seat: "Seat") -> "GamePhase | None":
    from dipgame.games import queries

    return queries.live_phase(seat.game)


def _give_orders(seat: "Seat", phase: "GamePhase") -> None:
    """Submit a DumbBot's orders in my place."""
    from adjudication.notation import format_order
    from bots.chance import stream
    from bots.registry import bot_named
    from dipgame.games import queries, services

    view = queries.seat_view(seat, phase)
    decision = bot_named("dumbbot").make().decide(view, {}, stream(1, seat.power, phase.name), 1.0)
    services.submit_orders(seat, phase.name, [format_order(order) for order in decision.orders])


def _until_only_i_am_awaited(phase: "GamePhase") -> None:
    from dipgame.games.models import BotSpeech, Hearing, SeatPhase

    def quiet() -> Any:
        if Hearing.objects.exclude(state="done").exists() or BotSpeech.objects.exists():
            return None
        return None if SeatPhase.objects.filter(phase=phase, ready=False).exclude(seat__bot="").exists() else True

    until(quiet)
    time.sleep(0.5)
    until(quiet)


def _size(seat: "Seat") -> str:
    """Size of the game now, in words."""
    from dipgame.games.models import Agreement, GamePhase, Message

    mine = Message.objects.filter(game=seat.game, between__contains=seat.power).count()
    counts = [
        f"{GamePhase.objects.filter(game=seat.game).count()} phases",
        f"{Message.objects.filter(game=seat.game).count()} messages, {mine} mine",
        f"{Agreement.objects.filter(game=seat.game, done=False).count()} deals in force",
    ]
    return ", ".join(counts)


if __name__ == "__main__":
    main(*sys.argv[1:])
