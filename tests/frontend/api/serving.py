"""A real web process on the tests' database."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dipgame.redis_server import free_port
from tests.dipgame.databases import environment_for_children
from tests.patience import until

__all__ = ["KEEP_ALIVE", "Server", "serving"]

ROOT = Path(__file__).parents[3]
KEEP_ALIVE = 0.3
_SERVE = """
import sys
import dipgame.asgi, dipgame.server as server, frontend.api.streams as streams
streams.KEEP_ALIVE = {keep_alive}
sys.argv = ["server", "--bind", "127.0.0.1", "--port", "{port}", "-v", "0", "dipgame.asgi:application"]
server.main()
"""


class Server:
    """The process, which can be ended and begun anew at its port."""

    def __init__(self, redis_url: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._env = environment_for_children(REDIS_URL=redis_url, EXAMPLE_GAMES="0", LOG_LEVEL="WARNING")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        code = _SERVE.format(port=self.port, keep_alive=KEEP_ALIVE)
        self._process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=self._env)
        until(self._answers)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def serving(redis_url: str) -> Iterator[Server]:
    """A server until the end of the block."""
    server = Server(redis_url)
    server.start()
    try:
        yield server
    finally:
        server.stop()
