"""Fixtures of the site's tests: the cast, whole games, a real Redis.

Without asking for `redis` no test talks to one: what would be queued or sent to sockets is kept in
`outbox` instead, and `story` works the queue off by itself.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from kombu import pools

from dipgame import switches, transactions
from dipgame.celery import app as celery_app
from dipgame.environment import broker_url
from dipgame.experiments import queue as experiments_queue
from dipgame.experiments.queue import PLAY, READ
from dipgame.games import events, queue
from dipgame.redis_server import start_redis


def _out_of_order(words: str) -> None:
    raise AssertionError(words)


# The site logs it and goes on: most such locks do no harm. Here each is a fault.
transactions.on_disorder[:] = [_out_of_order]


@pytest.fixture(scope="session")
def pages() -> None:
    """Make the researchers' pages, if docs/ has changed."""
    subprocess.run([sys.executable, "-m", "tools.pages"], cwd=Path(__file__).parents[1], check=True)


@dataclass
class Outbox:
    """Tasks and socket messages sent since the test began, oldest first."""

    tasks: list[tuple[str, int]] = field(default_factory=list)
    messages: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def told(self, group: str) -> list[dict[str, Any]]:
        """Messages sent to a group of sockets."""
        return [message for name, message in self.messages if name == group]


@pytest.fixture(autouse=True)
def nothing_switched() -> Iterator[None]:
    """Nothing is switched on, and the database is not asked for that."""
    switches.remember({})
    yield
    switches.remember({})


@pytest.fixture(autouse=True)
def outbox(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Outbox:
    """Stands in for Redis, unless the test asked for a real one."""
    box = Outbox()
    if "redis" not in request.fixturenames:
        monkeypatch.setattr(queue, "send", lambda task, row_id, at=None: box.tasks.append((task, row_id)))
        monkeypatch.setattr(queue, "depth", lambda: sum(task in (queue.HEAR, queue.PLAY_BOT) for task, _ in box.tasks))
        monkeypatch.setattr(experiments_queue, "send", lambda times: box.tasks.extend([(PLAY, 0)] * times))
        monkeypatch.setattr(experiments_queue, "send_read", lambda upload: box.tasks.append((READ, upload)))
        monkeypatch.setattr(experiments_queue, "depth", lambda: sum(task == PLAY for task, _ in box.tasks))
        monkeypatch.setattr(events, "send", lambda group, message: box.messages.append((group, message)))
    return box


@pytest.fixture(autouse=True)
def no_second_thoughts(settings: Any) -> None:
    """Resolve at once after Ready in games against bots alone."""
    settings.READY_SECONDS = 0.0


@pytest.fixture(autouse=True)
def own_counts(settings: Any) -> None:
    """Count attempts, messages and pictures in this process, from nought."""
    local = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = {name: {**local, "LOCATION": f"{name} of tests"} for name in ("default", "process", "site")}
    for each in caches.all():
        each.clear()


@pytest.fixture(autouse=True)
def own_logs(settings: Any, tmp_path: Path) -> None:
    """Logs of experiments lie in a folder of the test's."""
    where = {**settings.STORAGES["experiments"], "OPTIONS": {"location": str(tmp_path / "experiments")}}
    settings.STORAGES = {**settings.STORAGES, "experiments": where}


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """The real hash is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a Redis: REDIS_URL, or a server for this run."""
    given = os.environ.get("REDIS_URL")
    if given:
        yield given
        return
    process, url = start_redis(Path(tmp_path_factory.mktemp("redis")))
    yield url
    process.terminate()
    process.wait(10)


@pytest.fixture
def redis(redis_url: str, settings: Any, request: pytest.FixtureRequest) -> Iterator[str]:
    """URL of a real Redis for sockets and queues.

    Its keys are apart from those of any other run.
    """
    prefix = f"test-{os.getpid()}-{abs(hash(request.node.nodeid))}"
    settings.REDIS_URL, settings.NEWS_CHANNEL = redis_url, f"{prefix}:news"
    with celery_on(redis_url, f"{prefix}:"):
        yield redis_url


@contextmanager
def celery_on(url: str, prefix: str) -> Iterator[None]:
    """Connect Celery to this Redis, with this prefix for keys.

    No connection from before is used inside, and none from inside afterwards.
    """
    before = {key: celery_app.conf[key] for key in ("broker_url", "broker_transport_options")}
    options = {**before["broker_transport_options"], "global_keyprefix": prefix}
    celery_app.conf.update(broker_url=broker_url(url), broker_transport_options=options)
    _forget_connections()
    try:
        yield
    finally:
        celery_app.conf.update(before)
        _forget_connections()


def _forget_connections() -> None:
    celery_app._pool = celery_app.amqp._producer_pool = None
    pools.reset()


def _delete_all(operations: Any, style: Any, tables: list[str], **_: bool) -> list[str]:
    """Statements that delete all rows, in any order of tables.

    Keys to other tables are checked at the end only.
    """
    return [f"DELETE FROM {operations.quote_name(table)}" for table in tables]


@pytest.fixture(scope="session")
def django_db_use_migrations() -> bool:
    """Tables are made as the models say.

    `test_operations` runs the migrations, and asks whether they say the same.
    """
    return False


def _say_migrated() -> None:
    """Mark all migrations as applied to the tests' database.

    A site that is started on it then finds nothing to do.
    """
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    known = sorted(MigrationLoader(connection).disk_migrations)
    recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in known)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The tests' database, with nobody left in it at the end.

    PostgreSQL drops no database that somebody is in, and the server of a worker that a test killed may still be. And it
    takes a second to truncate all tables, and no time to delete the few rows of a test.
    """
    operations: Any = type(connection.ops)
    truncate = operations.sql_flush
    if connection.vendor == "postgresql":
        operations.sql_flush = _delete_all
    with django_db_blocker.unblock():
        _say_migrated()
    yield
    operations.sql_flush = truncate
    if connection.vendor == "postgresql":
        others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM ({others}) AS other")


@dataclass(frozen=True)
class Cast:
    """The people of the tests. Their password is `a quiet inkwell`."""

    alice: Any
    bob: Any
    charlie: Any
    written: list[str] = field(default_factory=list)
    """Names of what was written to the database besides them."""


PASSWORD = "a quiet inkwell"


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    """Alice plays France, Bob plays England, Charlie is a stranger."""
    from allauth.account.models import EmailAddress

    from dipgame.accounts.models import User
    from tests.beginnings import writes_of

    there_before = ["others"] if User.objects.exists() else []
    people = []
    for name in ("Alice", "Bob", "Charlie"):
        person = User.objects.create_user(f"{name.lower()}@example.org", name, PASSWORD)
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        people.append(person)
    alice, bob, charlie = people
    found = Cast(alice, bob, charlie, there_before)
    with writes_of(found.written):
        yield found


@pytest.fixture
def story(cast: Cast, outbox: Outbox, beginnings: Any, request: pytest.FixtureRequest) -> Any:
    """A game told in steps by `tests.dsl`.

    Alice plays France, Bob plays England, bots play the rest.
    """
    from tests.beginnings import alters_the_site
    from tests.dsl import Story

    commits = _commits(request)
    return Story(cast, outbox, commits, None if commits or alters_the_site(request) else beginnings)


@pytest.fixture(scope="session")
def beginnings() -> Any:
    """Games that were begun once in this process."""
    from tests.beginnings import Beginnings

    return Beginnings()


def _commits(request: pytest.FixtureRequest) -> bool:
    """True if the test runs outside a transaction: `on_commit` works."""
    marker = request.node.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in request.fixturenames
