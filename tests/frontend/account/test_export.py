"""Everything that is kept about a person, as a file for that person."""

import json
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.friends import befriend, block

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAGE = "/my/account/data/"


def fetched(person: Any) -> dict[str, Any]:
    client = Client()
    client.force_login(person)
    answer = client.post(PAGE)
    assert answer["Content-Disposition"] == 'attachment; filename="dipgame-my-data.json"'
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_the_export_contains_all_personal_data(story: Any, cast: Any) -> None:
    story.begins()
    story.says("FRA", "ENG", "marmalade", plain=True)
    story.says("ENG", "FRA", "honey", plain=True)
    story.orders("FRA", "A PAR - BUR")
    befriend(cast.alice, cast.charlie)
    block(cast.alice, cast.bob)
    data = fetched(cast.alice)
    assert data["person"]["address"] == "alice@example.org"
    assert (data["friends"], data["blocked"]) == (["Charlie"], ["Bob"])
    [seat] = data["seats"]
    assert (seat["game"], seat["power"]) == (story.game.slug, "FRA")
    assert seat["orders"][-1]["orders"] == ["A PAR - BUR"]
    assert [message["text"] for message in seat["messages"]] == ["marmalade"]


def test_the_export_contains_no_data_of_others(story: Any, cast: Any) -> None:
    story.begins()
    story.says("ENG", "FRA", "honey", plain=True)
    story.orders("ENG", "F LON - NTH")
    text = json.dumps(fetched(cast.alice))
    for theirs in ("honey", "LON", "bob@example.org", cast.alice.password):
        assert theirs not in text


def test_it_is_for_oneself_and_by_post(client: Client, cast: Any) -> None:
    assert client.post(PAGE)["Location"].startswith("/accounts/login/")
    client.force_login(cast.alice)
    assert client.get(PAGE).status_code == 405


def test_the_eleventh_export_is_refused(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    answers = [client.post(PAGE).status_code for _ in range(11)]
    assert answers == [200] * 10 + [302]
