"""Refusals say what to do."""

import pytest
from django.test import Client

from dipgame import limits
from dipgame.accounts.models import ApiToken
from dipgame.accounts.tokens import SCOPES, make_token
from dipgame.games.models import Message
from frontend.api.operations import OPERATIONS, Operation
from frontend.api.page import EXAMPLES
from frontend.api.table import STREAMS
from tests.frontend.api.conftest import Program

pytestmark = pytest.mark.django_db

ASKED = [each for each in OPERATIONS if each not in STREAMS]
OF_A_GAME = [each for each in ASKED if "{slug}" in each.path]
SEATED = ("orders", "ready", "view", "proposals", "read")
"""Ends of addresses that need a seat."""


def _name(operation: Operation) -> str:
    return operation.name


def ask(program, operation, slug="nosuchgame"):
    path = operation.path.replace("{slug}", slug).replace("{unit}", "PAR")
    if operation.name == "take_order_back":
        path += "?phase=S1901M"
    method = getattr(program, operation.method.lower())
    return method(path, EXAMPLES[operation.name]) if operation.name in EXAMPLES else method(path)


@pytest.mark.parametrize("operation", [each for each in ASKED if each.scope], ids=_name)
def test_without_a_valid_token_nothing_is_done(operation, cast, client):
    for program in (Program(), Program("dip_wrong"), Program("x"), Program("dip_" + "x" * 200)):
        answer = ask(program, operation)
        assert (answer.status, answer.code) == (401, "token")
        assert "account page" in answer.body["detail"]


@pytest.mark.parametrize("operation", [each for each in ASKED if each.scope], ids=_name)
def test_a_token_for_something_else_is_refused(operation, cast, program, story):
    story.begins()
    others = [scope for scope in SCOPES if scope != operation.scope]
    answer = ask(program(cast.alice, others), operation, story.game.slug)
    assert (answer.status, answer.code, answer.body["scope"]) == (403, "scope", operation.scope)
    assert story.sheet("FRA").orders == {}


@pytest.mark.parametrize("operation", OF_A_GAME, ids=_name)
def test_a_private_game_is_not_there_for_strangers(operation, story, cast, program):
    story.begins(word="inkwell")
    charlie = program(cast.charlie)
    found, none = ask(charlie, operation, story.game.slug), ask(charlie, operation)
    assert (found.status, found.code) == (404, "no_game")
    assert found.body == none.body


@pytest.mark.parametrize("operation", [each for each in OF_A_GAME if each.scope not in ("read", "seats")], ids=_name)
def test_who_watches_does_nothing(operation, story, cast, program):
    story.begins()
    answer = ask(program(cast.charlie), operation, story.game.slug)
    assert (answer.status, answer.code) == (403, "not_seated")
    assert not Message.objects.exists()


def test_nobody_orders_the_units_of_another(story, cast, program):
    story.begins()
    bob = program(cast.bob)
    answer = bob.put(f"/game/{story.game.slug}/orders", {"phase": "S1901M", "orders": ["A PAR - BUR"], "ready": True})
    assert answer.body["verdicts"][0]["code"] == "foreign"
    assert story.sheet("FRA").orders == story.sheet("ENG").orders == {}
    assert not story.sheet("ENG").ready


def test_a_session_opens_nothing(story, cast, client):
    story.begins()
    client.force_login(cast.alice)
    for path in ("account", f"game/{story.game.slug}"):
        assert client.get(f"/api/{path}").status_code == 401
    assert client.put(f"/api/game/{story.game.slug}/orders", {}, "application/json").status_code == 401


def test_a_token_opens_no_page(cast, program):
    token = program(cast.alice).token
    answer = Client().get("/my/account/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 302


def test_a_persons_account_acts_nowhere_whatever_its_token_says(story, cast):
    story.begins()
    token = make_token(cast.alice, "x", ["read"])
    ApiToken.objects.update(scopes=" ".join(SCOPES))
    answer = Program(token).put(f"/game/{story.game.slug}/orders", {"phase": "S1901M", "orders": ["A PAR - BUR"]})
    assert (answer.status, answer.code) == (403, "scope")
    assert "a person's" in answer.body["detail"]
    assert story.sheet("FRA").orders == {}


def test_limits_are_said_in_headers(story, cast, program):
    story.begins()
    alice = program(cast.alice)
    first = alice.get("/account").headers
    assert first["RateLimit-Policy"] == f'"commands";q={limits.COMMANDS.most};w={limits.COMMANDS.seconds}'
    assert first["RateLimit"] == f'"commands";r={limits.COMMANDS.most - 1}'
    said = alice.post(f"/game/{story.game.slug}/talk", {"to": ["ENG"], "text": "hi", "plain": True}).headers
    assert f'"messages";r={limits.MESSAGES.most - 1}' in said["RateLimit"]


def test_too_many_requests_are_refused_until_later(cast, program):
    alice = program(cast.alice)
    limits.COMMANDS.spend(cast.alice.pk, limits.COMMANDS.most)
    answer = alice.get("/account")
    assert (answer.status, answer.code) == (429, "too_fast")
    assert answer.headers["Retry-After"] == str(limits.COMMANDS.seconds)
    assert answer.headers["RateLimit"] == '"commands";r=0'


def test_too_many_messages_are_refused_with_a_time(story, cast, program):
    story.begins()
    alice = program(cast.alice)
    limits.MESSAGES.spend(cast.alice.pk, limits.MESSAGES.most)
    answer = alice.post(f"/game/{story.game.slug}/talk", {"to": ["ENG"], "text": "hi", "plain": True})
    assert (answer.status, answer.code) == (429, "too_fast")
    assert answer.headers["Retry-After"] == "30"


def test_methods_and_addresses_that_are_none(cast, program):
    alice = program(cast.alice)
    answer = alice.delete("/account")
    assert (answer.status, answer.code, answer.headers["Allow"]) == (405, "method", "GET")
    assert alice.get("/nosuch").code == "no_address"
    assert alice.get("/account", since=1).status == 200
    assert alice.get("/game/x%00y/talk").status == 400
    assert alice.get("/game/x/talk", since=-1).code == "malformed"
    assert alice.get("/game/x/talk", nonsense=1).code == "malformed"


def test_a_body_too_large_is_not_read(story, cast, program):
    story.begins()
    answer = program(cast.alice).put(f"/game/{story.game.slug}/orders", {"phase": "S1901M", "orders": ["x" * 70_000]})
    assert (answer.status, answer.code) == (413, "too_long")


def test_while_the_site_is_only_read(story, cast, program):
    from dipgame import switches

    story.begins()
    alice = program(cast.alice)
    switches.remember({switches.READ_ONLY: ""})
    answer = alice.put(f"/game/{story.game.slug}/orders", {"phase": "S1901M", "orders": ["A PAR - BUR"]})
    assert (answer.status, answer.code) == (503, "busy")
    assert alice.get(f"/game/{story.game.slug}").status == 200


def test_wrong_tokens_are_counted_by_address(cast, program, monkeypatch):
    monkeypatch.setattr(limits, "TOKENS", limits.Limit("tokens-of-a-test", 2, 60))
    right, wrong = program(cast.alice), Program("dip_" + "x" * 43)
    assert [wrong.get("/account").status for _ in range(3)] == [401, 401, 429]
    assert right.get("/account").code == "too_fast"
    assert right.get("/account").headers["Retry-After"] == "60"


def test_what_has_no_shape_of_a_token_asks_nothing(django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(limits, "TOKENS", limits.Limit("tokens-of-a-test", 2, 60))
    with django_assert_num_queries(0):
        assert [Program("dip_x").get("/account").status for _ in range(4)] == [401] * 4


def test_the_schema_is_read_and_nothing_else():
    answer = Program().post("/schema", {})
    assert (answer.status, answer.code, answer.headers["Allow"]) == (405, "method", "GET")
