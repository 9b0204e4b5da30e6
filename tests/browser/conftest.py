"""A real browser before the real site: daphne, workers, beat and a Redis of their own, on the tests' database.

Tests set up games in the database (`story`) and look at them through Chromium. Without a Chromium
they are left out, and say so; where CI is set that is a failure.
"""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from dipgame.celery import app as celery_app
from dipgame.games import clock, events, services
from dipgame.redis_server import free_port, start_redis
from tests.browser.gamepage import GamePage
from tests.dipgame.databases import environment_for_children
from tests.patience import until
from tests.pushing import Service
from tests.site import celery_on

ROOT = Path(__file__).resolve().parents[2]
# Not chromium-headless-shell, though it takes a fifth less of a processor: it shows no notifications, text is wider.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
_UNWANTED = (
    "SpareRendererForSitePerProcess", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "PreconnectToSearch", "Translate", "AimEnabled", "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)  # fmt: skip
"""Of Chromium's features: a spare process for a page that does not come and, of each profile, two pages that its line
for addresses makes ready, and those that Playwright leaves out, as the last list alone counts."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # One process shows all pages of the site, and none is made ready for a page that does not come.
    "--process-per-site",
    # Pages are painted without a graphics card: a tile as large as the window draws each shape of the map once, not for
    # each small tile that it crosses.
    "--default-tile-width=1536",
    "--default-tile-height=1024",
    f"--disable-features={','.join(_UNWANTED)}",
]
START_SECONDS = 400  # where four sites compile what bots search with, beside other work
BOT_SECONDS = 60.0  # no bot is late where other work fills the machine
COMMANDS = re.compile(r"/games/[^/]+/command")
PATIENCE_MS = 30_000  # what a page may take where other work fills the machine
TELL = events.send
# Runs a command that is ended with the process that began it: one that is killed ends nothing in order. Linux alone.
UNTIL_WE_END = """
import ctypes, os, signal, sys
prctl = getattr(ctypes.CDLL(None), "prctl", None)
if prctl:
    prctl(1, signal.SIGTERM)
os.execv(sys.argv[1], sys.argv[1:])
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))
            # Without the start of the site, which has a limit of its own: one that is over ends Playwright in the midst
            # of something, and the tests after it have no browser.
            item.add_marker(pytest.mark.timeout(func_only=True))
            if CHROMIUM is None and os.environ.get("CI"):
                raise pytest.UsageError("No chromium here, and the browser tests must run: apt-get install chromium.")
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no chromium here; sudo apt-get install chromium"))


LOGS: list[Path] = []
"""Of the sites that run for these tests."""


PENDING: dict[Page, dict[Request, float]] = {}
"""Requests of each open page that are not answered yet, with the time of each by the monotonic clock."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print with a failed test its open pages and the site's log."""
    report = yield
    if report.failed:
        now = time.monotonic()
        for page, waiting in PENDING.items():
            lines = [page.url, *(f"{each.url} not answered for {now - since:.1f} s" for each, since in waiting.items())]
            report.sections.append(("an open page", "\n".join(lines)))
        for log in LOGS:
            report.sections.append(("the site's log", log.read_text(encoding="utf-8")[-4000:]))
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for all tests of this package and no others: its event loop would be in their way."""
    # Playwright's loop runs in this thread, and the tests' own queries with it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="package")
def site_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the site's own Redis."""
    process, url = start_redis(tmp_path_factory.mktemp("site-redis"))
    yield url
    process.terminate()
    process.wait(10)


@pytest.fixture
def story(story: Any, request: pytest.FixtureRequest) -> Any:
    """Story beside a site whose workers find the same work."""
    story.shares_work = "site" in request.fixturenames
    return story


@pytest.fixture(autouse=True)
def spread(site_redis: str, outbox: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broadcast events to real browsers; `story` works off the queue."""
    settings.REDIS_URL, settings.BOT_SECONDS = site_redis, BOT_SECONDS
    monkeypatch.setattr(events, "send", TELL)


@pytest.fixture(scope="package", autouse=True)
def patient_flush(django_db_setup: None) -> Iterator[None]:
    """A test's rows are taken away while the site may still work on them: where each waits for the other, try again."""
    # Of the class: once Playwright's loop runs, `connection` is another one than before.
    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_at_last(self: Any, statements: Sequence[str]) -> None:
        for _ in range(9):
            with suppress(OperationalError, IntegrityError):
                flush(self, statements)
                return
            time.sleep(0.5)
        flush(self, statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_at_last)
        yield


@pytest.fixture(scope="package")
def static_files(tmp_path_factory: pytest.TempPathFactory, pages: None) -> Path:
    """The folder of the site's static files, collected by the first of the processes that share the tests."""
    base = tmp_path_factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "collected"
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            env = os.environ | {"STATIC_DIR": f"{place}.new", "COLLECTED_STATIC": "1", "COMPRESS_STATIC": "0"}
            command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env=env, check=True)
            Path(f"{place}.new").rename(place)
    return place


@pytest.fixture(scope="package")
def push_service() -> Iterator[Service]:
    """By which the site tells browsers, in place of their makers' services."""
    with Service.listening() as found:
        yield found


@pytest.fixture(scope="package")
def site(  # noqa: PLR0917 - each is a fixture
    django_db_setup: None,
    pages: None,
    site_redis: str,
    static_files: Path,
    push_service: Service,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The address of the whole site, started as `make play` starts it."""
    from django.conf import settings

    state = tmp_path_factory.mktemp("play")
    # Sessions that tests make must be good for the site.
    (state / "secret_key").write_text(settings.SECRET_KEY, encoding="utf-8")
    port = free_port()
    env = environment_for_children(
        PORT=str(port),
        PLAY_DIR=str(state),
        REDIS_URL=site_redis,
        WORKERS="1",
        BOT_WORKERS="1",
        BOT_SECONDS=str(BOT_SECONDS),
        BOT_NICE="0",  # else their orders, which a test waits for, come last of all on a busy machine
        EXPERIMENT_WORKERS="0",
        EXAMPLE_GAMES="0",
        READY_SECONDS="1",
        STATIC_DIR=str(static_files),
        PUSH_HOSTS=push_service.address,
    )
    for name in ("SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        env.pop(name, None)
    with (state / "log").open("w", encoding="utf-8") as log:
        command = [sys.executable, "-c", UNTIL_WE_END, sys.executable, "-m", "dipgame.play"]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, process, state / "log")
            _wait_for_workers(site_redis)
            LOGS.append(state / "log")
            yield address
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/accounts/login/", timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"the site did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


def _wait_for_workers(url: str) -> None:
    """Until the worker of each queue answers: on a busy machine they start long after the pages do."""
    with celery_on(url, "dipgame:"):
        until(lambda: len(celery_app.control.ping(timeout=10, limit=2)) == 2, START_SECONDS)


class Profile:
    """A browser's profile, used by one test after the other.

    What of the site never changes is loaded once for all of them: an empty page stays open, so that the profile keeps
    it. A page of the site would keep its process, too, but there a page cut off from the network believes it is online.
    What a test left (cookies, what pages keep, routes) is gone before the next one comes.
    """

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context, self._site = context, site
        self._first = context.new_page()
        self._storage = context.new_cdp_session(self._first)

    def forget(self) -> None:
        """Close the pages of a test, and forget who used them."""
        for page in self.context.pages:
            if page is not self._first:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self._storage.send("Storage.clearDataForOrigin", {"origin": self._site, "storageTypes": "local_storage"})


@pytest.fixture(scope="package")
def idle_profiles() -> dict[str, list[Profile]]:
    """The profiles that no test uses now, by how they show pages."""
    return {}


@pytest.fixture
def enter(browser: Browser, site: str, idle_profiles: dict[str, list[Profile]]) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site as a person of the cast, or as nobody. What a page complains of fails the test."""
    taken: list[tuple[str, Profile]] = []
    complaints: list[str] = []

    def enter(address: str = "/", person: Any = None, **how: Any) -> Page:
        how = {"viewport": {"width": 1440, "height": 900}} | how
        key = json.dumps(how, sort_keys=True)
        idle = idle_profiles.get(key)
        profile = idle.pop() if idle else Profile(browser.new_context(base_url=site, **how), site)
        taken.append((key, profile))
        if person is not None:
            client = Client()
            client.force_login(person)
            session = client.cookies["sessionid"].value
            profile.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        page = profile.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        _note_requests(page)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda said: complaints.append(f"{page.url}: {said.text}") if _is_bad(said) else None)
        page.goto(address)
        return page

    yield enter
    PENDING.clear()
    for key, profile in taken:
        profile.forget()
        idle_profiles.setdefault(key, []).append(profile)
    assert complaints == []


def _note_requests(page: Page) -> None:
    """Keep in PENDING what the page waits for."""
    waiting = PENDING[page] = {}

    def begun(request: Request) -> None:
        waiting[request] = time.monotonic()

    def ended(request: Request) -> None:
        waiting.pop(request, None)

    page.on("request", begun)
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)


def _is_bad(said: ConsoleMessage) -> bool:
    """Errors, but not that an order was refused with a status that says so, or that the line was cut on purpose.

    503 of a game's commands: the database was busy; the page asks again.
    If it does not, the test finds nothing done.
    """
    is_expected = any(each in said.text for each in ("status of 4", "net::ERR_"))
    is_asked_again = "status of 503" in said.text and COMMANDS.fullmatch(urlsplit(said.location["url"]).path)
    return said.type == "error" and not is_expected and not is_asked_again


@pytest.fixture
def table(enter: Callable[..., Page], story: Any) -> Callable[..., GamePage]:
    """Opens the story's game page as a person of the cast."""

    def table(person: Any = None, query: str = "", **how: Any) -> GamePage:
        page = enter(f"/games/{story.game.slug}/{query}", person, **how)
        return GamePage(page).ready_for_use()

    return table


@pytest.fixture
def busy(story: Any) -> Any:
    """Something to see on every page: an open table, a private one, a game with opened orders."""
    later = clock.now() + timedelta(hours=3)
    with story.committed():
        services.create_game(story.cast.bob, services.Terms("Small Hours", "ENG", fill_bot="dumbbot", fill_at=later))
        services.create_game(story.cast.alice, services.Terms("Seven Envelopes", "TUR", word="ink"))
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    return story


PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}


@pytest.fixture
def phone() -> dict[str, Any]:
    """Screen of a phone."""
    return PHONE
