"""A whole site for a probe: database, Redis, web, workers and beat, each of which can be killed and begun anew."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from dipgame.redis_server import free_port, prepare_redis

__all__ = ["ROOT", "Cluster", "Site", "a_site", "shared_site"]

ROOT: Final = Path(__file__).resolve().parents[2]
_START_SECONDS: Final = 120
_NO_ANSWER: Final = 2  # of pg_isready
_POSTGRES: Final = Path("/usr/lib/postgresql")
_GROUP: Final = 2
_TIMES: Final = slice(11, 15)
"""Fields of /proc/N/stat after the name: the process's group; its time, and that of the children it waited for."""


class Cluster:
    """A PostgreSQL server of one's own in a folder.

    Raises FileNotFoundError where PostgreSQL is not installed.
    """

    def __init__(self, folder: Path, *, connections: int = 80) -> None:
        programs = sorted(_POSTGRES.glob("*/bin")) or [Path(shutil.which("initdb") or "").parent]
        self._bin = programs[-1]
        if not (self._bin / "initdb").exists():
            raise FileNotFoundError("PostgreSQL is not installed here: apt-get install postgresql")
        self.folder, self.port = folder, free_port()
        # The server refuses to run as root.
        self._user = "postgres" if os.geteuid() == 0 else None
        folder.mkdir(parents=True)
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", str(folder / "data"), "-U", "probe", "-A", "trust", "--no-sync")
        options = (
            f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
            f"max_connections = {connections}\n"
        )
        with (folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(options)
        self.start()

    @property
    def url(self) -> str:
        return f"postgres://probe@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "start")

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        """fast: sessions are ended; immediate: as if the power failed."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def seconds(self) -> float:
        """Processor seconds of its processes."""
        return sum(_seconds_of(set(map(int, self.processes()))))

    def processes(self) -> Iterator[str]:
        """Numbers of its processes."""
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (folder / "cwd").readlink().is_relative_to(self.folder):
                    yield folder.name

    def revive(self) -> None:
        """Begin it anew if it has ended."""
        done = subprocess.run(
            [str(self._bin / "pg_isready"), "-q", "-p", str(self.port), "-h", "127.0.0.1"], check=False
        )
        if done.returncode == _NO_ANSWER:
            self.start()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._bin / program), *arguments],
            check=True,
            user=self._user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


class Site:
    """The processes of a site.

    Names: `redis`, `web` (`web2`, ...), `worker`, `bots`, `beat`.
    """

    def __init__(self, folder: Path, database_url: str, *, web: int = 1, **env: str) -> None:
        self.folder = folder
        self.code = ROOT
        redis = prepare_redis(folder / "redis")
        self.ports = [free_port() for _ in range(web)]
        self.env = os.environ | {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis.url,
            "PLAY_DIR": str(folder),
            "COLLECTED_STATIC": "1",
            "COMPRESS_STATIC": "0",
            "PYTHONUNBUFFERED": "1",
            "LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "dipgame.settings",
            **env,
        }
        self.env.pop("SECRET_KEY", None)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        celery = [sys.executable, "-m", "celery", "--quiet", "--app", "dipgame"]
        worker = [*celery, "worker", "--loglevel", "WARNING", "--concurrency", "2", "--queues"]
        beat = ["beat", "--schedule", str(folder / "beat")]
        self.commands: dict[str, Sequence[str]] = {"redis": redis.command}
        for number, port in enumerate(self.ports, start=1):
            name = "web" if number == 1 else f"web{number}"
            listen = ["--bind", "127.0.0.1", "--port", str(port), "--verbosity", "0"]
            self.commands[name] = [sys.executable, "-m", "dipgame.server", *listen, "dipgame.asgi:application"]
        self.commands |= {
            "worker": [*worker, "default", "--hostname", "worker@%h", "--pool", "threads"],
            "bots": [*worker, "bots", "--hostname", "bots@%h", "--max-tasks-per-child", "100"],
            "beat": [*celery[:-1], "dipgame.clock", *beat, "--pidfile=", "--loglevel", "WARNING"],
        }

    def prepare(self) -> None:
        """Bring the database up to date and collect what pages load."""
        for step in (["migrate"], ["collectstatic", "--noinput"]):
            command = [sys.executable, "manage.py", *step, "--verbosity", "0"]
            subprocess.run(command, cwd=self.code, env=self.env, check=True)

    def start(self, *names: str) -> None:
        """Start these processes (none given: all), and wait until the web ones answer."""
        for name in names or self.commands:
            log = (self.folder / f"{name}.log").open("ab")
            # A group of its own: a worker's children end with it. The same session: between sessions Linux shares the
            # processor evenly, whatever their `nice`.
            self.processes[name] = subprocess.Popen(
                self.commands[name], cwd=self.code, env=self.env, stdout=log, stderr=log, process_group=0
            )
            log.close()
        for name, port in zip([each for each in self.commands if each.startswith("web")], self.ports, strict=True):
            if name in (names or self.commands):
                _wait_for_port(port, self.processes[name])

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> None:
        """End a process and its children, SIGKILL: without a word."""
        process = self.processes.pop(name, None)
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def end(self, name: str) -> None:
        """End a process in order, as a deploy does."""
        self.kill(name, signal.SIGTERM)

    def signal(self, name: str, which: signal.Signals) -> None:
        """Send a signal to a process and its children.

        SIGSTOP makes it hang, SIGCONT ends that.
        """
        os.killpg(self.processes[name].pid, which)

    def seconds(self, kind: str) -> float:
        """Processor seconds of all processes of a kind, children included."""
        groups = {each.pid for name, each in self.processes.items() if name.rstrip("0123456789") == kind}
        return sum(_seconds_of(groups))

    def stop(self) -> None:
        """End all of it.

        Nothing of it is kept, so nothing is waited for.
        """
        for name in reversed(list(self.processes)):
            self.kill(name)


@contextmanager
def a_site(
    database: Literal["postgres", "sqlite"] = "postgres",
    *,
    folder: Path | None = None,
    start: bool = True,
    web: int = 1,
    code: Path = ROOT,
    **env: str,
) -> Iterator[tuple[Site, Cluster | None]]:
    """A site that runs until the end of the block, with Django of this process on its database and its Redis. Within
    `shared_site` it is that one, where it is like it."""
    if _shared and (database, folder, web, code, env) == ("postgres", None, 1, ROOT, {}):
        yield _again(*_shared[-1], start)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    place = Path(tempfile.mkdtemp(prefix="dipgame-probe-", dir=folder))
    place.chmod(0o755)
    cluster = Cluster(place / "postgres") if database == "postgres" else None
    url = cluster.url if cluster is not None else f"sqlite:///{place / 'db.sqlite3'}"
    site = Site(place, url, web=web, **env)
    site.code = code
    try:
        site.start("redis")
        site.prepare()
        if start:
            site.start(*(name for name in site.commands if name != "redis"))
        _use_here(site)
        yield site, cluster
    finally:
        site.stop()
        if cluster is not None:
            with suppress(subprocess.CalledProcessError):
                cluster.stop("immediate")
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def shared_site() -> Iterator[None]:
    """One site for all probes of the block that want no other."""
    with a_site(start=False) as (site, cluster):
        _shared.append((site, cluster))
        try:
            yield
        finally:
            _shared.pop()


_shared: Final[list[tuple[Site, Cluster | None]]] = []


def _again(site: Site, cluster: Cluster | None, start: bool) -> tuple[Site, Cluster | None]:
    """The shared site, with all processes or only passive ones."""
    for name in site.commands:
        if not start and name != "redis":
            site.kill(name)
    missing = [name for name in site.commands if name not in site.processes and (start or name == "redis")]
    if missing:
        site.start(*missing)
    return site, cluster


def _use_here(site: Site) -> None:
    """This process reads and writes the site's rows, through Django."""
    for name in ("DATABASE_URL", "REDIS_URL", "PLAY_DIR", "COLLECTED_STATIC", "DJANGO_SETTINGS_MODULE", "LOG_LEVEL"):
        os.environ[name] = site.env[name]
    os.environ["LOG_LEVEL"] = "ERROR"
    import django

    django.setup()


def _seconds_of(groups: Collection[int]) -> Iterator[float]:
    for line in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # Split after the last bracket: the process's name before it may hold anything.
            fields = line.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[_GROUP]) in groups:
                yield sum(map(int, fields[_TIMES])) / os.sysconf("SC_CLK_TCK")


def _wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise RuntimeError("a web process did not start; see its log")
