"""Strangers are refused at every address that is not theirs; a page that is added is asked for by itself."""

import re
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.frontend.world import NOBODY, World, addresses

pytestmark = pytest.mark.django_db

_OF_THE_STAFF: Final = ("admin/", "staff/")
_OF_WHO_IS_SIGNED_IN: Final = ("my/", "conduct/", "archive/import/")
_OF_WHO_PLAYS: Final = ("/keep/", "/report/")
_DOOR: Final = re.compile(r"/(accounts|admin)/((login|signup)/|$)")


def _is_open(answer: Any) -> bool:
    """True if the answer is no refusal and no sign-in page."""
    if answer.status_code in (301, 302):
        return not _DOOR.match(answer["Location"])
    return answer.status_code not in (400, 401, 403, 404, 405)


@pytest.mark.slow
def test_at_every_address_that_is_not_theirs(cast: Any, story: Any) -> None:
    world = World.built(cast, story.committed)
    asked, opened = set(), []
    for who in (NOBODY, "stranger"):
        client = Client()
        if who != NOBODY:
            client.force_login(world.people[who])
        for address, pattern in addresses(world):
            if not _is_closed(world, who, address, pattern):
                continue
            asked.add(pattern)
            for method in ("get",) if pattern.startswith("admin/") else ("get", "post"):
                cache.clear()
                with transaction.atomic():
                    answer = getattr(client, method)(address)
                    transaction.set_rollback(True)
                if _is_open(answer):
                    opened.append((who, method, address, answer.status_code))
    assert opened == []
    assert len(asked) > 80


def _is_closed(world: World, who: str, address: str, pattern: str) -> bool:
    """True if the address must be closed to this visitor."""
    if any(world.games[name].slug in address for name in ("private", "cancelled private")):
        return True
    if who == NOBODY and pattern.startswith(_OF_WHO_IS_SIGNED_IN):
        return True
    return pattern.startswith(_OF_THE_STAFF) or pattern.endswith(_OF_WHO_PLAYS)
