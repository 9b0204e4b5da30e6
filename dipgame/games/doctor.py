"""Diagnose the site: faults in words, with remedies."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import Error

from dipgame import health
from dipgame.celery import app
from dipgame.games import clock, queries
from dipgame.health import Check

__all__ = ["examined"]

_FULL: Final = 0.9
_LATE: Final = timedelta(minutes=1)
_MANY: Final = 500
_SHOWN: Final = 5
_QUEUES: Final = {"default": "phases are not resolved", "bots": "bots do not think"}
_ONLY_WAKES: Final = frozenset({"experiments"})
"""Queues that may be long: their messages only wake workers, and wait for as long as whole games take."""
_NOT_HERE: Final = frozenset({"security.W004", "security.W005", "security.W008", "security.W021"})
"""Django's checks that do not apply without https; HTTPS=0 is a deliberate choice."""


def examined() -> Iterator[Check]:
    """Every part, the most important first. A part that cannot be looked at because another is away is left out."""
    base = health.database()
    yield base
    yield from _settings()
    yield _disk()
    yield _static()
    yield _mail()
    line = health.redis_answers()
    yield line
    listening = _listening() if line.is_well else None
    if listening is not None:
        yield from _workers(listening)
    if base.is_well:
        tables = health.migrations()
        yield tables
        if tables.is_well:
            yield from _games(line.is_well)
            for look in health.LOOKS:
                yield from look(listening)


def _settings() -> Iterator[Check]:
    """Django's own advice for a site that is open to the world."""
    if not settings.PUBLIC:
        yield Check("settings", True, "a local site (SECRET_KEY is not set)")
        return
    found = [
        each
        for each in checks.run_checks(include_deployment_checks=True)
        if each.level >= checks.WARNING and not (each.id in _NOT_HERE and not settings.HTTPS)
    ]
    for each in found:
        yield Check("settings", False, f"{each.msg} {each.hint or ''}".replace("\n", " ").strip())
    if not found:
        yield Check("settings", True, "nothing weak among them")


def _disk() -> Check:
    place = Path(settings.DATABASES["default"]["NAME"]).parent if not _is_server() else Path("/")
    space = shutil.disk_usage(place if place.exists() else "/")
    used = 1 - space.free / space.total
    words = f"{used:.0%} of the disk is full, {space.free / 2**30:.1f} GiB are free"
    return Check(
        "disk", used < _FULL, words if used < _FULL else f"{words}. Make room: a full disk stops the database."
    )


def _is_server() -> bool:
    return "sqlite" not in settings.DATABASES["default"]["ENGINE"]


def _static() -> Check:
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if settings.COLLECTED and not manifest.exists():
        return Check("static files", False, "They were not collected: python manage.py collectstatic --noinput")
    return Check("static files", True, "they are where pages look for them")


def _mail() -> Check:
    if not settings.EMAIL_URL:
        well = not settings.PUBLIC
        words = "mails are printed, not sent"
        return Check("mail", well, words if well else f"{words}: set EMAIL_URL, or nobody can get a new password.")
    try:
        line = get_connection(settings.MAIL_BACKEND, fail_silently=False)
        line.open()
        line.close()
    except OSError as error:
        return Check("mail", False, f"The mail server cannot be reached ({error}). See EMAIL_URL.")
    return Check("mail", True, "the mail server answers")


def _listening() -> Mapping[str, int]:
    """Number of workers on each queue."""
    try:
        found = app.control.inspect(timeout=2.0).active_queues() or {}
    except OSError:
        found = {}
    return Counter(name for queues in found.values() for name in {each["name"] for each in queues})


def _workers(listening: Mapping[str, int]) -> Iterator[Check]:
    for queue, without in _QUEUES.items():
        if count := listening.get(queue, 0):
            yield Check(f"workers, {queue}", True, f"{count} listen")
        else:
            yield Check(f"workers, {queue}", False, f"Nobody listens to the queue '{queue}': {without}. Start one.")


def _games(with_redis: bool) -> Iterator[Check]:
    for look in (_beat, _stuck, _queues) if with_redis else (_stuck,):
        try:
            yield look()
        except Error as error:
            yield Check(look.__name__.removeprefix("_"), False, str(error))


def _beat() -> Check:
    since = health.since_last_beat(clock.now().timestamp())
    if since is None:
        return Check("beat", False, "No sweep is known of. Start beat, once, and a worker of the queue 'default'.")
    well = since < health.BEAT_SILENT
    words = f"the last sweep was {since:.0f} s ago"
    return Check("beat", well, words if well else f"{words}. See that beat runs, and a worker of the queue 'default'.")


def _stuck() -> Check:
    rows = list(queries.stuck_phases(_LATE).select_related("game")[: _SHOWN + 1])
    if not rows:
        return Check("deadlines", True, "no phase is past its deadline")
    names = ", ".join(f"{row.name} of {row.game.slug}" for row in rows[:_SHOWN]) + (
        " ..." if len(rows) > _SHOWN else ""
    )
    return Check(
        "deadlines", False, f"Past their deadline: {names}. With workers running, look into their log, or the admin."
    )


def _queues() -> Check:
    found = queries.figures()
    words = ", ".join(f"{length} in '{queue}'" for queue, length in found.queues.items())
    waiting = f"; {found.bots_waiting} things wait for bots, the oldest {found.bots_waiting_seconds:.0f} s"
    well = all(length < _MANY for queue, length in found.queues.items() if queue not in _ONLY_WAKES)
    return Check("queues", well, words + waiting + ("" if well else ". Start more workers (BOT_WORKERS, WORKERS)."))
