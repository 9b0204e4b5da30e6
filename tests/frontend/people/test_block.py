"""A person reads nothing more of another; nothing else in the game changes."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.friends import block, unblock
from dipgame.games import queries, talk
from frontend.access import access_for
from frontend.talk.state import press_of

pytestmark = pytest.mark.django_db


def press(story: Any, who: Any) -> Any:
    access = access_for(who, story.game.slug)
    assert access is not None
    return press_of(access)


def texts(story: Any, who: Any) -> list[str]:
    return [message["text"] for message in press(story, who)["messages"]]


@pytest.fixture
def table(story: Any) -> Any:
    story.begins()
    story.says("ENG", "FRA", "marmalade", plain=True)
    story.says("ENG", "FRA GER", "honey", plain=True)
    return story


def test_on_a_persons_page_and_back(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    assert "Block messages" in client.get("/people/Bob/").content.decode()
    answer = client.post("/people/Bob/block/", follow=True)
    assert "You do not see messages from Bob any more. Bob does not learn of it." in answer.content.decode()
    assert texts(table, cast.alice) == []
    assert "Bob" in client.get("/my/account/").content.decode()
    client.post("/people/Bob/unblock/")
    assert texts(table, cast.alice) == ["marmalade", "honey"]


@pytest.mark.parametrize("who", ["Alice", "Nobody"])
def test_oneself_and_nobody_cannot_be_blocked(client: Client, cast: Any, who: str) -> None:
    client.force_login(cast.alice)
    assert client.post(f"/people/{who}/block/").status_code == 404


def test_it_is_a_click_and_not_a_link(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert client.get("/people/Bob/block/").status_code == 405


def test_nothing_of_them_is_counted_as_unread(table: Any, cast: Any) -> None:
    seat = table.seat("FRA")
    assert queries.unread_in([seat]) == {table.game.pk: 2}
    block(cast.alice, cast.bob)
    assert queries.unread_in([seat]) == {}
    assert talk.unread(seat) == {}
    assert press(table, cast.alice)["unread"] == 0


def test_others_and_the_blocked_person_notice_nothing(table: Any, cast: Any) -> None:
    before = texts(table, cast.bob)
    block(cast.alice, cast.bob)
    assert texts(table, cast.bob) == before
    table.says("FRA", "ENG", "jam", plain=True)
    assert texts(table, cast.bob) == [*before, "jam"]
    assert texts(table, cast.alice) == ["jam"]


def test_their_proposals_are_not_on_my_table(table: Any, cast: Any) -> None:
    block(cast.alice, cast.bob)
    offer = table.says("ENG", "FRA", "I offer peace")
    pair = next(each for each in press(table, cast.alice)["conversations"] if each["key"] == "ENG-FRA")
    assert (pair["open"], pair["unread"]) == (0, 0)
    from dipgame.games.errors import Gone

    with pytest.raises(Gone):
        table.answers("FRA", offer, "accept")


def test_what_was_agreed_before_stays(table: Any, cast: Any) -> None:
    offer = table.says("ENG", "FRA", "I offer peace")
    table.answers("FRA", offer, "accept")
    block(cast.alice, cast.bob)
    assert press(table, cast.alice)["promises"]


def test_bots_hear_everybody(story: Any, cast: Any) -> None:
    story.begins(bots="blabbot")
    block(cast.alice, cast.bob)
    story.says("ENG", "GER", "I offer peace")
    story.bots_speak()
    assert any(message["speaker"] == "GER" for message in press(story, cast.bob)["messages"])


def test_friends_they_are_no_more(cast: Any) -> None:
    from dipgame.accounts.friends import befriend
    from dipgame.accounts.queries import are_friends

    befriend(cast.bob, cast.alice)
    block(cast.alice, cast.bob)
    assert not are_friends(cast.alice, cast.bob)
    unblock(cast.alice, cast.bob)
    assert not are_friends(cast.alice, cast.bob)
