"""Pages over HTTP: each request is answered in one thread from its first middleware to its last.

Django's own handler calls each middleware as a task and goes to a thread and back for most of them: a page costs a
third more of the processor so. Everything of ours that answers requests is synchronous, so one thread does all of it.
"""

import asyncio
import contextvars
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

from dipgame.in_turn import REQUESTS_AT_ONCE

__all__ = ["Pages"]

_THREADS: Final = ThreadPoolExecutor(REQUESTS_AT_ONCE, "pages")
_HEALTH_THREAD: Final = ThreadPoolExecutor(1, "health")
"""Of its own, so that a site whose threads all wait can say so."""


class Pages(ASGIHandler):
    """Django's handler of requests, with a synchronous chain of middleware.

    Make it after `django.setup()`.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            threads = _HEALTH_THREAD if scope["path"].startswith("/health/") else _THREADS
            response = await _in_thread(self._answer, scope, body, threads=threads)
            try:
                await self._send(response, send)
            except asyncio.CancelledError:
                pass  # who asked has gone
            finally:
                if response.streaming:
                    await _in_thread(response.close)
        finally:
            body.close()

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # All of it is there: the connection to the database goes back before the answer goes out.
            response.close()
        return response  # type: ignore[no-any-return]

    async def _send(self, response: HttpResponseBase, send: Any) -> None:
        if not response.streaming or getattr(response, "is_async", False):
            await self.send_response(response, send)
            return
        # Piece by piece, each made in a thread: Django would gather all of them first.
        pieces: Iterator[bytes] = iter(response)
        headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
        headers += [(b"Set-Cookie", each.OutputString().encode("ascii")) for each in response.cookies.values()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        while (piece := await _in_thread(next, pieces, None)) is not None:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})


async def _in_thread(do: Any, *given: Any, threads: ThreadPoolExecutor = _THREADS) -> Any:
    # Not by asgiref, which takes three times as long to go to a thread and back.
    run = contextvars.copy_context().run
    return await asyncio.get_running_loop().run_in_executor(threads, run, do, *given)
