"""A link is made at a table, and one person sits down by it; links that do not work say why."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.games import clock, services
from dipgame.games.errors import NotSeated, TooFast
from dipgame.games.models import Invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(story: Any) -> Any:
    """A private table of Alice's."""
    story.waits(bob=False, word="inkwell")
    return story.game


def link(story: Any, table: Any) -> Invitation:
    made: Invitation = services.invite(story.cast.alice, table)
    return made


def follow(client: Client, who: Any, made: Invitation) -> Any:
    if who is not None:
        client.force_login(who)
    return client.post(f"/invitations/{made.token}/")


def test_from_the_link_to_the_seat(client: Client, story: Any, table: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    client.post(f"/games/{table.slug}/invite/")
    made = Invitation.objects.get()
    assert f"/invitations/{made.token}/" in client.get(f"/games/{table.slug}/table/").content.decode()
    client.logout()
    page = client.get(f"/invitations/{made.token}/").content.decode()
    assert "Alice invites you" in page
    assert "Make an account and join" in page
    assert follow(client, None, made).status_code == 302
    assert follow(client, cast.bob, made)["Location"] == f"/games/{table.slug}/table/"
    assert table.seats.filter(user=cast.bob).exists()
    made.refresh_from_db()
    assert made.used_by == cast.bob
    assert client.get(f"/invitations/{made.token}/")["Location"] == f"/games/{table.slug}/table/"


def test_a_link_is_for_one_person(client: Client, story: Any, table: Any, cast: Any) -> None:
    made = link(story, table)
    follow(client, cast.bob, made)
    answer = follow(client, cast.charlie, made)
    assert (answer.status_code, "used already" in answer.content.decode()) == (410, True)
    assert not table.seats.filter(user=cast.charlie).exists()


def test_an_old_link(client: Client, story: Any, table: Any, cast: Any) -> None:
    made = link(story, table)
    Invitation.objects.update(until=clock.now() - timedelta(seconds=1))
    answer = follow(client, cast.bob, made)
    assert (answer.status_code, "too old" in answer.content.decode()) == (410, True)


def test_a_wrong_link(client: Client) -> None:
    answer = client.get("/invitations/nonsense/")
    assert (answer.status_code, "There is no such link" in answer.content.decode()) == (404, True)


def test_a_game_that_has_begun(client: Client, story: Any, table: Any, cast: Any) -> None:
    made = link(story, table)
    services.fill_seats(table, "holdbot")
    answer = follow(client, cast.bob, made)
    assert (answer.status_code, "has begun" in answer.content.decode()) == (410, True)


def test_who_sits_there_keeps_it_for_another(client: Client, story: Any, table: Any, cast: Any) -> None:
    made = link(story, table)
    answer = follow(client, cast.alice, made)
    assert "give the link to somebody else" in answer.content.decode()
    made.refresh_from_db()
    assert made.used_at is None


def test_strangers_make_no_links_and_nobody_makes_many(story: Any, table: Any, cast: Any) -> None:
    with pytest.raises(NotSeated):
        services.invite(cast.charlie, table)
    for _ in range(12):
        link(story, table)
    with pytest.raises(TooFast):
        link(story, table)
