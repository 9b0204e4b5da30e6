"""Refusals of the API.

Each has a status, a code for programs, and a sentence that says what to do.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django.http import HttpResponse

from dipgame import limits
from dipgame.busy import BUSY
from dipgame.games.errors import CannotJoin, OutOfTurn, Refused, TooFast, TooManyAnHour
from dipgame.problems import PROBLEM_TYPE, problem
from frontend.game.commands import HTTP_STATUS
from frontend.wire.replies import RefusedReply

__all__ = ["Problem", "busy", "of_refusal", "of_reply", "response_to"]

_PACE_SECONDS: Final = 30
"""Seconds after which who wrote too fast may write again (`services.send_press`)."""

_JOINING: Final = 409


class Problem(Exception):  # noqa: N818 - an answer, not an error of the program
    """Nothing was done. more: further fields of the body."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        headers: Mapping[str, str] = MappingProxyType({}),
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.more = headers, more

    @property
    def body(self) -> bytes:
        """Body of the answer."""
        return problem(self.status, self.code, self.detail, **self.more)


def of_refusal(no: Refused, **more: Any) -> Problem:
    """The problem that a service's refusal is."""
    if isinstance(no, TooManyAnHour):
        return Problem(429, no.code, no.message, {"Retry-After": str(limits.NEW_GAMES.seconds)}, **more)
    status = HTTP_STATUS.get(no.code, _JOINING if isinstance(no, CannotJoin) else 422)
    if isinstance(no, OutOfTurn):
        more["allowed"] = list(no.allowed)
    return Problem(status, no.code, no.message, _again(no.code), **more)


def of_reply(reply: RefusedReply) -> Problem:
    """The problem that a refused command is."""
    more: dict[str, Any] = {name: reply[name] for name in ("allowed", "reading") if name in reply}
    code = reply["code"]
    return Problem(HTTP_STATUS.get(code, 422), code, reply["message"], _again(code), **more)


def busy() -> Problem:
    """The problem of a database that is held up."""
    return Problem(503, "busy", BUSY, {"Retry-After": "5"})


def response_to(no: Problem) -> HttpResponse:
    """Answer with a problem."""
    return HttpResponse(no.body, PROBLEM_TYPE, no.status, headers={"Cache-Control": "no-store", **no.headers})


def _again(code: str) -> Mapping[str, str]:
    return {"Retry-After": str(_PACE_SECONDS)} if code == TooFast.code else {}
