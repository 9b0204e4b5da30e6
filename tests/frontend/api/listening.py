"""A program's end of a stream, for tests."""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from dipgame.asgi import application
from tests.patience import PATIENCE

__all__ = ["Listener"]


class Listener:
    """One stream: `line()` is the next line, blank ones left out."""

    def __init__(self, path: str, token: str = "", query: str = "", method: str = "GET") -> None:
        headers = [(b"host", b"localhost")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        self._wire = ApplicationCommunicator(
            application,
            {
                "type": "http",
                "method": method,
                "path": f"/api{path}",
                "query_string": query.encode(),
                "headers": headers,
            },
        )
        self.status = 0
        self.headers: dict[str, str] = {}
        self.blank = 0
        self._rest = b""
        self.is_over = False

    async def open(self) -> int:
        await self._wire.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await self._wire.receive_output(PATIENCE)
        self.status = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return self.status

    async def problem(self) -> Any:
        return json.loads((await self._wire.receive_output(PATIENCE))["body"])

    async def line(self) -> Any:
        """The next line; None where the stream has ended."""
        while True:
            line, found, rest = self._rest.partition(b"\n")
            if found:
                self._rest = rest
                if line:
                    return json.loads(line)
                self.blank += 1
                continue
            if self.is_over:
                return None
            await self._more()

    async def kind(self, kind: str) -> Any:
        """The next line of a kind."""
        while True:
            line = await self.line()
            assert line is not None, f"no {kind} came"
            if line["type"] == kind:
                return line

    async def beats(self, count: int) -> None:
        """Wait for empty lines."""
        while self.blank < count:
            self.blank += self._rest.count(b"\n")
            assert not self._rest.strip(), self._rest
            self._rest = b""
            await self._more()

    async def silent(self, seconds: float = 0.4) -> bool:
        return bool(await self._wire.receive_nothing(timeout=seconds))

    async def close(self) -> None:
        await self._wire.send_input({"type": "http.disconnect"})
        await self._wire.wait(PATIENCE)

    async def _more(self) -> None:
        part = await self._wire.receive_output(PATIENCE)
        self._rest += part.get("body", b"")
        self.is_over = not part.get("more_body", False)
