"""A person makes a token, uses it and revokes it."""

import re
from datetime import timedelta

import pytest
from allauth.account.signals import password_reset
from django.utils import timezone

from dipgame.accounts.models import ApiToken, User
from dipgame.accounts.tokens import MOST_TOKENS, PREFIX, make_token
from tests.frontend.api.conftest import Program
from tests.site import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"name": "my laptop", "scopes": ["read"], "password": PASSWORD}


def made(client, **changes):
    answer = client.post("/my/account/tokens/", FORM | changes)
    found = re.search(rf'value="({PREFIX}[^"]+)"', answer.content.decode())
    return answer, found[1] if found else None


def test_a_token_is_shown_once_and_kept_as_a_hash(client, cast):
    client.force_login(cast.alice)
    answer, token = made(client)
    assert answer["Cache-Control"] == "no-store"
    row = ApiToken.objects.get()
    assert (row.user, row.name, row.scopes, row.used_at) == (cast.alice, "my laptop", "read", None)
    assert token not in str(vars(row))
    page = client.get("/my/account/").content.decode()
    assert "my laptop" in page
    assert "never used" in page
    assert token not in page


def test_it_opens_the_api_and_its_use_is_shown(client, cast):
    client.force_login(cast.alice)
    _, token = made(client)
    answer = Program(token).get("/account")
    assert answer.body | {"limits": {}} == {"name": "Alice", "is_bot": False, "scopes": ["read"], "limits": {}}
    assert "last used" in client.get("/my/account/").content.decode()


def test_its_use_is_noted_once_a_minute(cast, django_assert_num_queries):
    program = Program(make_token(cast.alice, "x", ["read"]))
    program.get("/account")
    first = ApiToken.objects.get().used_at
    program.get("/account")
    assert ApiToken.objects.get().used_at == first
    ApiToken.objects.update(used_at=timezone.now() - timedelta(minutes=2))
    program.get("/account")
    assert ApiToken.objects.get().used_at >= first


def test_a_revoked_token_opens_nothing(client, cast):
    client.force_login(cast.alice)
    _, token = made(client)
    client.post("/my/account/tokens/revoke/", {"token": ApiToken.objects.get().pk})
    answer = Program(token).get("/account")
    assert (answer.status, answer.code) == (401, "token")
    assert "revoked" in answer.body["detail"]
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_nobody_revokes_the_token_of_another(client, cast):
    make_token(cast.alice, "x", ["read"])
    client.force_login(cast.bob)
    for given in (str(ApiToken.objects.get().pk), "", "x", "9" * 30):
        client.post("/my/account/tokens/revoke/", {"token": given})
    assert ApiToken.objects.count() == 1


def test_a_wrong_password_makes_none(client, cast):
    client.force_login(cast.alice)
    answer, token = made(client, password="wrong")
    assert token is None
    assert "not the password" in answer.content.decode()


def test_a_persons_token_only_reads(client, cast):
    client.force_login(cast.alice)
    _, token = made(client, scopes=["read", "orders"])
    assert token is None


@pytest.mark.parametrize("closed", [{"is_active": False}])
def test_the_token_of_a_suspended_person_opens_nothing(cast, closed):
    program = Program(make_token(cast.alice, "x", ["read"]))
    User.objects.filter(pk=cast.alice.pk).update(**closed)
    assert program.get("/account").status == 401


def test_there_are_so_many_tokens_at_most(client, cast):
    for number in range(MOST_TOKENS):
        make_token(cast.alice, str(number), ["read"])
    client.force_login(cast.alice)
    answer, token = made(client)
    assert token is None
    assert "Revoke one" in answer.content.decode()


def test_deleting_the_account_ends_its_tokens(client, cast):
    program = Program(make_token(cast.alice, "x", ["read"]))
    client.force_login(cast.alice)
    client.post("/my/account/delete/", {"password": PASSWORD})
    assert program.get("/account").status == 401
    assert not ApiToken.objects.exists()


def test_the_data_of_a_person_hold_their_tokens_without_hashes(client, cast):
    make_token(cast.alice, "my laptop", ["read"])
    client.force_login(cast.alice)
    kept = client.post("/my/account/data/").json()
    assert [each["name"] for each in kept["tokens"]] == ["my laptop"]
    assert ApiToken.objects.get().digest not in str(kept)


def test_a_password_that_is_reset_revokes_all_tokens(cast, rf):
    alice, bob = (Program(make_token(person, "x", ["read"])) for person in (cast.alice, cast.bob))
    password_reset.send(User, request=rf.post("/"), user=cast.alice)
    assert (alice.get("/account").status, bob.get("/account").status) == (401, 200)
