"""Run docker-compose.yml's commands on this machine, and check the site.

python ops/rehearse.py        with DATABASE_URL or a SQLite of its own, REDIS_URL or a Redis of its own

What it does: lay out the static files and the tables (`prepare`), start every service with its own command, health
check and settings, sit down as a guest against bots and see them answer, replace one web process while a page holds a
socket to it, and end everything within the time it is given. Prints what it saw; ends with 1 at the first
thing that is not so.
"""

import base64
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dipgame.redis_server import free_port, start_redis  # noqa: E402
from dipgame.server import RESTART_CODE  # noqa: E402

_NAME: Final = "play.example.org"
_PATIENCE: Final = 150.0
_LONGEST_GAP: Final = 5.0


class Failed(Exception):  # noqa: N818 - the site failed the rehearsal
    """A condition of the rehearsal that does not hold."""


def filled(text: str) -> Any:
    """The compose file with required settings only."""
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)
    return yaml.safe_load(re.sub(r"\$\{\w+:\?[^}]*\}", _NAME, text).replace("$$", "$"))


class Site:
    """The processes of the compose file, here."""

    def __init__(self, place: Path, database: str, redis: str) -> None:
        self.services = filled(ROOT.joinpath("docker-compose.yml").read_text(encoding="utf-8"))["services"]
        self.place, self.running = place, dict[str, "subprocess.Popen[bytes]"]()
        key = place / "secret_key"
        key.write_text(secrets.token_urlsafe(50))
        self.here = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "SECRET_KEY_FILE": str(key),
            "PLAY_DIR": str(place),
            "STATIC_TARGET": str(place / "static"),
            "DATABASE_PASSWORD_FILE": "",
            "EXPERIMENTS_DIR": str(place / "experiments"),
            "METRICS_HOST": "127.0.0.1",
            "COMPRESS_STATIC": "0",  # takes longer than all else here
            "HOSTNAME": socket.gethostname(),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }

    def env(self, service: str) -> dict[str, str]:
        given = {name: str(value or "") for name, value in self.services[service]["environment"].items()}
        return os.environ | given | self.here | {"METRICS_PORT": str(free_port())}

    def command(self, service: str, port: int) -> list[str]:
        return [_at(word, port) for word in self.services[service]["command"]]

    def start(self, name: str, service: str, port: int = 0) -> None:
        self.running[name] = subprocess.Popen(self.command(service, port), cwd=ROOT, env=self.env(service))

    def is_well(self, service: str, port: int = 0) -> bool:
        kind, *words = self.services[service]["healthcheck"]["test"]
        command = ["sh", "-c", *words] if kind == "CMD-SHELL" else words
        done = subprocess.run(
            [_at(word, port) for word in command], cwd=ROOT, env=self.env(service), capture_output=True, check=False
        )
        return done.returncode == 0

    def end(self, name: str, service: str) -> float:
        """Tell it to end, as Docker does; seconds it took.

        Raises Failed where Docker would have killed it.
        """
        process, began = self.running.pop(name), time.monotonic()
        patience = int(self.services[service]["stop_grace_period"].removesuffix("s"))
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Failed(f"{name} did not end within {patience} s") from None
        return time.monotonic() - began


def _at(word: str, port: int) -> str:
    """A word of a command, for this machine: its own port, its own address, its own folder."""
    own = str(Path(tempfile.gettempdir()) / f"rehearsal-{os.getpid()}-")
    here = word.replace("8000", str(port))
    # Both are what is taken away: the address of all interfaces, and a path anybody may guess.
    here = here.replace("0.0.0.0", "127.0.0.1")  # nosec B104
    return here.replace("/tmp/", own)  # nosec B108


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait until it is so. Raises Failed after a while."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.3)
    raise Failed(what)


class Browser:
    """A person behind the proxy."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, SimpleCookie()

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, where it leads, and the page."""
        headers = {
            "Host": _NAME,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.1",
            "Referer": f"https://{_NAME}/",
        }
        headers["Cookie"] = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        data = None
        if form is not None:
            data = urllib.parse.urlencode(form | {"csrfmiddlewaretoken": self.cookies["csrftoken"].value}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        opener = urllib.request.build_opener(_Stay)
        with opener.open(request, timeout=30) as answer:
            for each in answer.headers.get_all("Set-Cookie") or ():
                self.cookies.load(each)
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()

    def line(self, path: str) -> socket.socket:
        """An open socket of a page."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = (
            f"GET {path} HTTP/1.1", f"Host: {_NAME}", f"Origin: https://{_NAME}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
        )  # fmt: skip
        line.sendall("\r\n".join(head).encode())
        if b" 101 " not in line.recv(4096):
            raise Failed("the socket was refused")
        return line


class _Stay(urllib.request.HTTPErrorProcessor):
    """Redirects and refusals are answers too."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response


def rehearse(site: Site) -> None:
    """The whole of it. Raises Failed."""
    _run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], site.env("prepare"))
    Path(site.here["STATIC_TARGET"]).mkdir()
    _run(site.command("prepare", 0), site.env("prepare"))
    print(f"prepared: {sum(1 for _ in Path(site.here['STATIC_TARGET']).rglob('*'))} static files, the tables")

    ports = [free_port(), free_port()]
    for number, port in enumerate(ports):
        site.start(f"web{number}", "web", port)
    for service in ("worker", "bots", "experiments", "beat"):
        site.start(service, service)
    for port in ports:
        until(partial(site.is_well, "web", port), "a web process is not ready")
    for service in ("worker", "bots", "experiments", "beat"):
        until(partial(site.is_well, service), f"{service} does not answer its health check")
    print("well: 2 x web, worker, bots, experiments, beat")

    browser = Browser(ports[0])
    _, _, page = browser.ask("/")
    if 'name="csrfmiddlewaretoken"' not in page:
        raise Failed("the home page has no form")
    _, place, _ = browser.ask("/play/", {"bot": "dumbbot", "power": "FRA"})
    if not place.startswith("/games/"):
        raise Failed(f"Play now leads to {place or 'nowhere'}")

    def answered() -> bool:
        seats = json.loads(browser.ask(f"{place}state")[2])["seats"]
        return [each["is_bot"] and each["ready"] for each in seats].count(True) == 6

    began = time.monotonic()
    until(answered, "the bots do not answer")
    print(f"played: six bots answered after {time.monotonic() - began:.1f} s")

    doctor = [sys.executable, "manage.py", "doctor"]
    told = subprocess.run(doctor, cwd=ROOT, env=site.env("web"), capture_output=True, text=True, check=False).stdout
    for part in ("database", "migrations", "redis", "beat", "workers, default", "workers, bots", "deadlines"):
        if f"well  {part}:" not in told:
            raise Failed(f"the doctor says:\n{told}")
    print("the doctor finds database, tables, Redis, beat and workers well")

    line = browser.line(f"/ws{place}")
    began = time.monotonic()
    site.running["web0"].send_signal(signal.SIGTERM)
    while (frame := line.recv(65536)) and RESTART_CODE.to_bytes(2, "big") not in frame:
        pass
    if not frame:
        raise Failed("the socket was dropped without a word")
    other = Browser(ports[1])
    other.cookies = browser.cookies
    other.line(f"/ws{place}").close()
    gap = time.monotonic() - began
    if gap > _LONGEST_GAP:
        raise Failed(f"the page was without a socket for {gap:.1f} s")
    if other.ask(f"{place}state")[0] != 200:
        raise Failed("the other web process does not answer")
    print(f"replaced a web process: its page had a socket again after {gap:.2f} s")

    rest = [(name, name) for name in ("bots", "experiments", "worker", "beat")]
    for name, service in (("web0", "web"), ("web1", "web"), *rest):
        print(f"ended: {name} in {site.end(name, service):.1f} s")


def _run(command: list[str], env: dict[str, str]) -> None:
    if subprocess.run(command, cwd=ROOT, env=env, check=False).returncode:
        raise Failed(f"{' '.join(command)} failed")


def main() -> int:
    place = Path(tempfile.mkdtemp(prefix="dipgame-rehearsal-"))
    server, redis = None, os.environ.get("REDIS_URL", "")
    if not redis:
        server, redis = start_redis(place)
    site = Site(place, os.environ.get("DATABASE_URL") or f"sqlite:///{place / 'db.sqlite3'}", redis)
    try:
        rehearse(site)
    except Failed as failed:
        print(f"FAILED: {failed}", file=sys.stderr)
        return 1
    finally:
        for process in (*site.running.values(), *([server] if server else [])):
            process.kill()
            process.wait()
        shutil.rmtree(place, ignore_errors=True)
    print("The site stands.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
