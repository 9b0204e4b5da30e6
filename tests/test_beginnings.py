"""A copy of a game that was begun before is that game: the tests that begin from one lose nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from dipgame.games import clock, queries
from dipgame.games.models import Game
from tests.beginnings import Beginnings, alters_the_site
from tests.dsl import Story
from tests.site import Cast, Outbox

pytestmark = pytest.mark.django_db


@contextmanager
def forgotten(cast: Cast, outbox: Outbox) -> Iterator[None]:
    """Undo everything written inside, as after a test."""
    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)
    outbox.messages.clear()
    cast.written.clear()


def seen(story: Story) -> dict[str, object]:
    """Views of the powers, time left, and holders of the seats."""
    seats = {each.power: (each.user_id, each.bot) for each in story.game.seats.all()}
    views = {power: queries.seat_view(story.seat(power)) for power in seats}
    left = story.row.deadline - clock.now() if story.row.deadline else None
    return {
        "seats": seats,
        "views": {power: (view.position, view.talk, view.ledger) for power, view in views.items()},
        "sheets": {power: (row.orders, row.ready, row.bot_state) for power in seats for row in [story.sheet(power)]},
        "hours left": None if left is None else round(left.total_seconds() / 3600),
        "status": story.game.status,
        "messages": [(kind, sorted(message)) for kind, message in story.outbox.messages],
    }


@pytest.mark.parametrize("terms", [{}, {"bots": "blabbot"}, {"end_year": 1901, "bob": False}])
def test_a_copy_is_the_game_that_was_played(cast: Cast, outbox: Outbox, terms):
    kept = Beginnings()
    with forgotten(cast, outbox):
        before = seen(Story(cast, outbox, beginnings=kept).begins(**terms))
    assert kept.copied == 0
    copy = Story(cast, outbox, beginnings=kept).begins(**terms)
    assert kept.copied == 1
    assert seen(copy) == before
    assert copy.game.started_at is not None
    assert copy.game.started_at <= clock.now()
    copy.orders("FRA", "A PAR - BUR")
    copy.deadline_passes()
    assert copy.phase == "F1901M"
    assert copy.unit("BUR") == "FRA A BUR"


def test_who_wrote_something_before_plays_it(cast: Cast, outbox: Outbox):
    kept = Beginnings()
    Story(cast, outbox, beginnings=kept).begins()
    assert cast.written
    Story(cast, outbox, beginnings=kept).begins()
    assert kept.copied == 0
    assert Game.objects.count() == 2


def test_other_terms_are_another_game(cast: Cast, outbox: Outbox):
    kept = Beginnings()
    with forgotten(cast, outbox):
        Story(cast, outbox, beginnings=kept).begins()
    assert Story(cast, outbox, beginnings=kept).begins(end_year=1905).game.end_year == 1905
    assert kept.copied == 0


def test_who_signs_in_writes_nothing(cast: Cast, client):
    client.force_login(cast.alice)
    assert cast.written == []


def test_who_replaces_nothing_may_copy(request):
    assert not alters_the_site(request)


def test_who_replaces_a_function_may_not(request, monkeypatch):
    assert alters_the_site(request)


@pytest.fixture
def another_setting(settings):
    settings.READY_SECONDS = 3.0


def test_a_fixture_that_replaces_a_setting_alters_the_site(request, another_setting):
    assert alters_the_site(request)
