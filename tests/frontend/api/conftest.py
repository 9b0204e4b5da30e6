"""Programs of the cast: each asks the API with a token."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.accounts.tokens import SCOPES, make_token
from dipgame.games import queue
from tests.frontend.api.serving import Server, serving

__all__ = ["Answer", "Program"]


@dataclass(frozen=True)
class Answer:
    """Status, body and headers of an answer."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        """Code of a refusal, in the form of a problem."""
        assert self.headers["Content-Type"] == "application/problem+json", self
        assert self.body["status"] == self.status
        assert self.body["detail"].endswith((".", "?")), self.body["detail"]
        return str(self.body["code"])


class Program:
    """A program with a token, and no session."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self._client = Client(enforce_csrf_checks=True)

    def get(self, path: str, **query: Any) -> Answer:
        return self._ask("get", path, data=query)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._ask("post", path, data=json.dumps(body), content_type="application/json", headers=headers)

    def put(self, path: str, body: Any = None) -> Answer:
        return self._ask("put", path, data=json.dumps(body), content_type="application/json")

    def delete(self, path: str) -> Answer:
        return self._ask("delete", path)

    def _ask(self, method: str, path: str, headers: Any = None, **how: Any) -> Answer:
        sent = {**(headers or {}), **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        answer = getattr(self._client, method)(f"/api{path}", headers=sent, **how)
        body = json.loads(answer.content) if answer.content and "json" in answer["Content-Type"] else answer.content
        return Answer(answer.status_code, body, answer.headers)


@pytest.fixture
def program():
    """Makes a bot's account and a program with its token."""

    def program(person: User, scopes: Collection[str] = tuple(SCOPES)) -> Program:
        User.objects.filter(pk=person.pk).update(is_program=True)
        person.is_program = True
        return Program(make_token(person, "test", scopes))

    return program


@pytest.fixture(scope="module")
def site(django_db_setup: None, redis_url: str) -> Iterator[Server]:
    """A real web process, for the tests of a module."""
    with serving(redis_url) as server:
        yield server


@pytest.fixture
def told(redis: str, settings: Any, outbox: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring news to the web process at once; `story` works off the queue."""
    settings.NEWS_CHANNEL = "dipgame:news"
    monkeypatch.setattr(queue, "send", lambda task, row_id, at=None: outbox.tasks.append((task, row_id)))
    monkeypatch.setattr(queue, "depth", lambda: 0)
