"""Fixtures of the tests of the talk."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client


@pytest.fixture
def ask(story: Any) -> Callable[..., tuple[int, Any]]:
    """Sends a command as a person of the cast; gives the status and the answer."""

    def ask(person: Any, **command: Any) -> tuple[int, Any]:
        client = Client()
        if person is not None:
            client.force_login(person)
        answer = client.post(f"/games/{story.game.slug}/command", json.dumps(command), content_type="application/json")
        return answer.status_code, answer.json()

    return ask
