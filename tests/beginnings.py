"""Games that many tests begin with are played once: the rows that are written are kept, and copied for the next test.

A copy is taken where nothing can make a difference: the test is in a transaction, wrote nothing besides the cast, and
replaces no setting and no function. Otherwise, and the first time, the game is offered, joined and begun as ever.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection, models, transaction

from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.models import Game

__all__ = ["Beginnings", "alters_the_site", "writes_of"]

Row = dict[str, Any]
Rows = dict[type[models.Model], dict[Any, Row]]

_READS = ("SELECT", "SAVEPOINT", "RELEASE", "BEGIN")
# Signing in makes no difference to the beginning of a game.
_SIGNS_IN = (
    *(f'{verb} "django_session"' for verb in ("INSERT INTO", "UPDATE", "DELETE FROM")),
    'UPDATE "accounts_user" SET "last_login"',
)
_REPLACES = {"monkeypatch", "settings", "redis"}


def alters_the_site(request: pytest.FixtureRequest) -> bool:
    """True if the test or its fixtures replace settings or functions."""
    known = request.node._fixtureinfo
    if _REPLACES & set(known.argnames):
        return True
    asked = [known.name2fixturedefs[name][-1] for name in known.names_closure if name in known.name2fixturedefs]
    return any(_REPLACES & set(each.argnames) for each in asked if each.baseid not in ("", ".", "tests"))


@contextmanager
def writes_of(into: list[str]) -> Iterator[None]:
    """Note what is written to the database inside."""

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(_READS) and not sql.startswith(_SIGNS_IN):
            into.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield


@dataclass
class _Kept:
    at: datetime
    """Time at which all of it was written."""
    cast: list[int]
    game: int
    rows: Rows
    messages: list[Any]


@dataclass
class Beginnings:
    """The games that this process has begun, by what was asked for."""

    kept: dict[str, _Kept] = field(default_factory=dict)
    copied: int = 0

    def begin(self, key: str, cast: list[User], outbox: Any, play: Callable[[], Game]) -> Game:
        """The game as it stands when it has been played; the rows of one that was played before where there is one."""
        if key not in self.kept:
            before, told, mails = _all_rows(), len(outbox.messages), len(mail.outbox)
            game = play()
            written = _added(before, _all_rows())
            if written is not None and not outbox.tasks and len(mail.outbox) == mails:
                messages = deepcopy(outbox.messages[told:])
                self.kept[key] = _Kept(clock.now(), [person.pk for person in cast], game.pk, written, messages)
            return game
        kept = self.kept[key]
        self.copied += 1
        _write(kept, dict(zip(kept.cast, (person.pk for person in cast), strict=True)))
        outbox.messages.extend(deepcopy(kept.messages))
        return Game.objects.get(pk=kept.game)


def _all_rows() -> Rows:
    found: Rows = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model is not Session:
            names = [each.attname for each in model._meta.concrete_fields]
            found[model] = {row["pk"]: {name: row[name] for name in names} for row in _values(model, names)}
    return found


def _values(model: type[models.Model], names: list[str]) -> Any:
    return model._base_manager.order_by("pk").values("pk", *names)


def _added(before: Rows, after: Rows) -> Rows | None:
    """The rows that are new; None where one that was there before is another now, which cannot be copied."""
    if any(after[model].get(pk) != row for model, rows in before.items() for pk, row in rows.items()):
        return None
    return {
        model: added for model, rows in after.items() if (added := {pk: rows[pk] for pk in rows.keys() - before[model]})
    }


def _write(kept: _Kept, people: dict[int, int]) -> None:
    """The kept rows, as if all this happened now and to these people."""
    later = clock.now() - kept.at
    with transaction.atomic():
        for model, rows in kept.rows.items():
            fields = model._meta.concrete_fields
            users = {each.attname for each in fields if each.is_relation and each.related_model is User}
            made = []
            for _, row in sorted(rows.items()):
                values = deepcopy(row)
                for name, value in row.items():
                    if isinstance(value, datetime):
                        values[name] = value + later
                    elif name in users:
                        values[name] = people.get(value, value)
                made.append(model(**values))
            model._base_manager.bulk_create(made)
