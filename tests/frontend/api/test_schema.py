"""The site does as its schema says."""

import pytest

from dipgame.problems import PROBLEM_TYPE
from frontend.api.operations import OPERATIONS
from frontend.api.page import _GROUPS
from frontend.api.schema import schema

pytestmark = pytest.mark.django_db


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
