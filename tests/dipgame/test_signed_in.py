"""Find the person who asks for a page."""

import pytest
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dipgame.accounts.sessions import SessionStore

pytestmark = pytest.mark.database


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return cast.alice


def name_of(answer):
    return getattr(answer.wsgi_request.user, "name", None)


def test_a_session_tells_who_it_is(client, alice):
    assert name_of(client.get("/")) == alice.name


def test_who_is_suspended_is_nobody(client, alice):
    alice.is_active = False
    alice.save()
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_a_new_password_ends_the_session(client, alice):
    alice.set_password("another one, 44")
    alice.save()
    assert not client.get("/").wsgi_request.user.is_authenticated
    assert not Session.objects.exists()


@pytest.mark.parametrize("key", ["", "no-such-key-of-a-session"])
def test_a_key_of_no_session_is_nobody(client, alice, key):
    client.cookies["sessionid"] = key
    assert not client.get("/").wsgi_request.user.is_authenticated
    assert SessionStore(key).load() == {}


def test_a_session_of_a_former_secret_gets_the_new_one(client, alice, settings):
    before = client.session[HASH_SESSION_KEY]
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
        [settings.SECRET_KEY],
        "another secret of fifty characters " * 2,
    )
    assert name_of(client.get("/")) == alice.name
    assert client.session[HASH_SESSION_KEY] != before


def test_finding_who_it_is_takes_two_queries(client, alice):
    with CaptureQueriesContext(connection) as asked:
        assert name_of(client.get("/how-to-play/")) == alice.name
    about = [each["sql"] for each in asked.captured_queries]
    assert sum("django_session" in each or "accounts_user" in each for each in about) == 2
