"""Sockets check their person again after events that may matter."""

import pytest

from dipgame.games import apps


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "look"),
    [
        (["last_login"], False),
        (["zone"], False),
        (["password"], True),
        (["is_active"], True),
        (["zone", "is_staff"], True),
        (None, True),
    ],
)
def test_sockets_look_where_it_may_matter(cast, monkeypatch, fields, look):
    told = []
    monkeypatch.setattr("dipgame.games.events.person_changed", told.append)
    cast.alice.save(update_fields=fields)
    assert told == ([cast.alice.pk] if look else [])
    assert {each.name for each in type(cast.alice)._meta.get_fields()} >= apps._STANDING
