"""Logs as fields: what happened, and in which request, task, game, phase and seat. A line for people, or JSON for
machines (LOG_FORMAT)."""

import re
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

import structlog
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor

from dipgame.metrics import REQUEST_SECONDS

__all__ = ["FORMATS", "LEVELS", "RequestIds", "about", "begin_task", "configured", "end_task"]

FORMATS: Final = ("line", "json")
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

about = bound_contextvars
"""`with about(game=slug, phase="S1901M", seat="FRA"):` what is logged inside carries these fields."""

_OUR_FAULT: Final = 500
_SOUND_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def _in_short(_logger: object, _method: str, fields: EventDict) -> EventDict:
    """Shorten Django's log entry to the request's id.

    Drops the traceback unless the fault is ours.
    """
    if isinstance(asked := fields.get("request"), HttpRequest):
        fields["request"] = getattr(asked, "id", "")
    if fields.get("status_code", _OUR_FAULT) < _OUR_FAULT:
        fields.pop("exc_info", None)
    return fields


_FIRST: Final[tuple[Processor, ...]] = (
    structlog.stdlib.ExtraAdder(),
    _in_short,
    merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configured(level: str, form: str) -> dict[str, Any]:
    """Python's logging, every line of it, in one of the formats."""
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        last += [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            form: {
                "()": "structlog.stdlib.ProcessorFormatter",
                "processors": last,
                "foreign_pre_chain": list(_FIRST),
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        # Handlers belong to the root only: Celery puts its own there, and no line is written twice.
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {"dipgame": {"level": level}, "frontend": {"level": level}},
    }


class RequestIds:
    """Every request has an id (that of the proxy, `X-Request-ID`, where it gives a sound one), which stands in each of
    its log lines and in the answer; how long the answer took is counted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _SOUND_ID.fullmatch(given) else uuid.uuid4().hex
        request.id = request_id  # type: ignore[attr-defined]
        began = time.perf_counter()
        with bound_contextvars(request=request_id):
            response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else "none"
        REQUEST_SECONDS.labels(view, response.status_code).observe(time.perf_counter() - began)
        response.headers["X-Request-ID"] = request_id
        return response


def begin_task(task_id: str, task: Any, **_: Any) -> None:
    """Lines of this task carry its id (Celery's signal `task_prerun`)."""
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)


def end_task(**_: Any) -> None:
    """And those after it do not (`task_postrun`)."""
    clear_contextvars()
