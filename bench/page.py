"""The game page in a real browser: weight, first paint, from Ready to the new board, redraw, frames while zooming.

    python -m bench.page

Starts the site as `make play` does, in a folder of its own, and plays a game against six DumbBots.
Needs a Chromium; without one it says so and measures nothing.
"""

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from dipgame.redis_server import free_port

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PHASES = 8
WAIT_SECONDS = 180

_FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
_PRESS_READY = """() => new Promise(done => {
    const pressed = performance.now();
    new MutationObserver((_, self) => { self.disconnect(); done(performance.now() - pressed); })
        .observe(document.querySelector('#map svg'), {attributes: true, attributeFilter: ['data-phase']});
    document.querySelector('#ready').click(); })"""
_ZOOM = """() => new Promise(done => {
    const frame = document.querySelector('#map svg').parentElement, box = frame.getBoundingClientRect();
    const gaps = []; let last = performance.now(), count = 0;
    const step = now => { gaps.push(now - last); last = now;
        frame.dispatchEvent(new WheelEvent('wheel', {deltaY: count++ % 80 < 40 ? -40 : 40, bubbles: true,
            cancelable: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}));
        count < 160 ? requestAnimationFrame(step) : done(gaps.slice(2)); };
    requestAnimationFrame(step); })"""


@contextmanager
def running_site(**more: str) -> Iterator[str]:
    """The address of a site of its own, with more in its environment, stopped and forgotten afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        env = os.environ | {"PORT": str(port), "PLAY_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
        for name in ("REDIS_URL", "SECRET_KEY"):
            env.pop(name, None)
        env |= more
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen([sys.executable, "-m", "dipgame.play"], cwd=ROOT, env=env, stdout=log)
            address = f"http://127.0.0.1:{port}"
            try:
                wait_for(address, process)
                yield address
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(60)


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Until the site answers.

    Raises RuntimeError when it ends before, or does not in time.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the site did not start")


def new_game(context: BrowserContext, site: str) -> str:
    """Sign up and begin a game against bots; the address of its page."""
    page = context.new_page()
    page.goto(f"{site}/accounts/signup/")
    for name, value in {"username": "Bench", "email": "bench@example.org", "password1": "quiet-inkwell-7"}.items():
        page.fill(f"[name={name}]", value)
    page.click("main form button")
    page.goto(site)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/*/")
    address = page.url
    page.close()
    return address


def load(browser: Browser, address: str, state: Any) -> tuple[Page, float, float, float]:
    """Open the page cold: the page, KB over the wire, first paint cold and after a reload in ms."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, storage_state=state)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    cold, weight = page.evaluate(_FIRST_PAINT), sum(sizes) / 1000
    page.reload(wait_until="load")
    page.wait_for_timeout(1000)
    return page, weight, cold, page.evaluate(_FIRST_PAINT)


def main() -> int:
    """Print the table."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("Nothing was measured: no chromium on this machine. To get it: sudo apt-get install chromium")
        return 0
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context()
        address = new_game(context, site)
        page, weight, cold, warm = load(browser, address, context.storage_state())
        ready = []
        for _ in range(PHASES):
            page.locator("#ready:enabled").wait_for()
            page.wait_for_timeout(1500)
            ready.append(page.evaluate(_PRESS_READY))
        page.wait_for_timeout(1000)
        swaps = page.evaluate("() => performance.getEntriesByName('phase-swap').map(each => each.duration)")
        frames = page.evaluate(_ZOOM)
        browser.close()
    rows = {
        "page over the wire, fonts included, KB": (weight, weight),
        "first paint, nothing cached, ms": (cold, cold),
        "first paint, reloaded, ms": (warm, warm),
        "from the last Ready to the new board, ms": (statistics.median(ready), max(ready)),
        "new phase redrawn in the browser, ms": (statistics.median(swaps), max(swaps)),
        "frame while zooming, ms": (statistics.median(frames), max(frames)),
    }
    print(f"{'':44}{'median':>8}{'worst':>8}")
    for name, (median, worst) in rows.items():
        print(f"{name:44}{median:8.0f}{worst:8.0f}")
    print(json.dumps({"load": os.getloadavg()[0]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
