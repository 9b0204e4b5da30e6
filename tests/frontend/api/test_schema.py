"""The site does as its schema says."""

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings

from dipgame.problems import PROBLEM_TYPE
from frontend.api.operations import OPERATIONS
from frontend.api.page import _GROUPS, EXAMPLES
from frontend.api.schema import schema
from frontend.api.table import STREAMS
from tests.effort import examples

pytestmark = pytest.mark.django_db

TRIES = examples(37)


def test_it_is_public_and_names_every_operation(client):
    answer = client.get("/api/schema")
    assert answer.status_code == 200
    told = answer.json()
    assert told["openapi"].startswith("3.1")
    ids = [each["operationId"] for path in told["paths"].values() for each in path.values()]
    assert sorted(ids) == sorted(each.name for each in OPERATIONS)
    assert len(ids) == len(set(ids))


def test_every_reference_leads_somewhere():
    def refs(part):
        if isinstance(part, dict):
            yield from [part["$ref"]] if "$ref" in part else []
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                yield from refs(each)

    whole = schema()
    for ref in set(refs(whole)):
        place = whole
        for step in ref.removeprefix("#/").split("/"):
            place = place[step]


def test_refusals_are_problems_and_operations_have_scopes():
    whole = schema()
    assert all(PROBLEM_TYPE in each["content"] for each in whole["components"]["responses"].values())
    public = {
        name
        for path in whole["paths"].values()
        for each in path.values()
        for name in [each["operationId"]]
        if "security" not in each
    }
    assert public == {"read_map"}


def test_the_page_shows_every_operation(client):
    assert sorted(name for names in _GROUPS.values() for name in names) == sorted(each.name for each in OPERATIONS)
    page = client.get("/api/").content.decode()
    for each in OPERATIONS:
        assert f'id="{each.name}"' in page


@pytest.mark.parametrize("name", ["replace_orders", "add_orders", "say_ready", "say", "read_text", "vote"])
def test_an_example_of_the_page_is_accepted(name, story, cast, program):
    story.begins()
    (operation,) = (each for each in OPERATIONS if each.name == name)
    send = getattr(program(cast.alice), operation.method.lower())
    answer = send(operation.path.replace("{slug}", story.game.slug), EXAMPLES[name])
    assert answer.status in (200, 201), answer.body


@pytest.fixture
def one_connection():
    """Leave the test's connection open, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
def test_whatever_is_sent_is_answered_as_the_schema_says(story, cast, program, one_connection, subtests):
    """Compare answers to schemathesis' sound and unsound requests with the schema.

    One test for all: what it loads takes seconds.
    """
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    story.begins()
    story.says("ENG", "FRA", "I propose peace")
    headers = {"Authorization": f"Bearer {program(cast.alice).token}", "Accept-Encoding": "identity"}
    loaded = schemathesis.openapi.from_dict(schema())
    loaded.app = get_wsgi_application()

    def answered(case):
        if "slug" in (case.path_parameters or {}):
            case.path_parameters["slug"] = story.game.slug
        cache.clear()
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(answer, checks=checks)

    for operation in OPERATIONS:
        if operation in STREAMS:
            continue
        found = loaded[f"/api{operation.path}"][operation.method.lower()]
        limits = settings(max_examples=TRIES, suppress_health_check=list(HealthCheck))
        with subtests.test(operation.name):
            limits(given(case=found.as_strategy())(answered))()
