"""A person reports bad talk, the staff settle it, and those concerned read what came of it."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.games.models import Report, Sanction

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("staff@example.org", "Keeper", "x")


@pytest.fixture
def said(story: Any) -> Any:
    """Bob wrote something to Alice in a game of theirs."""
    story.begins(fill_bot="holdbot")
    return story.says("ENG", "FRA", "You are a toad", plain=True)


def as_(client: Client, who: User) -> Client:
    client.force_login(who)
    return client


def report(client: Client, story: Any, who: User, message: Any, words: str = "Rude.") -> Any:
    return as_(client, who).post(f"/games/{story.game.slug}/report/", {"message": str(message), "words": words})


def test_from_the_report_to_the_answer(client: Client, story: Any, said: Any, staff: User, cast: Any) -> None:
    page = as_(client, cast.alice).get(f"/games/{story.game.slug}/report/").content.decode()
    assert "You are a toad" in page
    assert report(client, story, cast.alice, said.pk).status_code == 302
    waiting = queries.open_reports(staff)
    assert [(each.about, each.by, each.text, each.words) for each in waiting] == [
        (cast.bob, cast.alice, "You are a toad", "Rude.")
    ]
    board = as_(client, staff).get("/staff/").content.decode()
    assert "You are a toad" in board
    address = f"/staff/reports/{waiting[0].pk}/"
    assert "Rude." in client.get(address).content.decode()
    sent = {"outcome": "mute", "days": "7", "reason": "No insults.", "answer": "Thank you."}
    assert client.post(address, sent).status_code == 302
    mine = as_(client, cast.alice).get("/conduct/").content.decode()
    assert "Thank you." in mine
    theirs = as_(client, cast.bob).get("/conduct/").content.decode()
    assert "No insults." in theirs
    assert "You are a toad" in theirs
    assert cast.alice.name not in theirs.split("<main")[1]
    assert not queries.open_reports(staff)


def test_who_reported_twice_reported_once(client: Client, story: Any, said: Any, cast: Any) -> None:
    for _ in range(2):
        report(client, story, cast.alice, said.pk)
    assert Report.objects.count() == 1


def test_only_what_one_may_read_and_others_wrote(client: Client, story: Any, said: Any, cast: Any) -> None:
    mine = story.says("FRA", "ENG", "And you a frog", plain=True)
    assert report(client, story, cast.alice, mine.pk).status_code == 400
    assert report(client, story, cast.alice, 7).status_code == 400
    assert report(client, story, cast.charlie, said.pk).status_code == 404
    assert not Report.objects.exists()


def test_a_report_is_settled_once(client: Client, story: Any, said: Any, staff: User, cast: Any) -> None:
    report(client, story, cast.alice, said.pk)
    address = f"/staff/reports/{Report.objects.get().pk}/"
    as_(client, staff)
    assert client.post(address, {"outcome": "dismiss", "days": "7"}).status_code == 302
    sent = {"outcome": "ban", "days": "7", "reason": "again"}
    assert client.post(address, sent).status_code == 409
    assert not Sanction.objects.exists()


def test_a_sanction_needs_a_reason(client: Client, story: Any, said: Any, staff: User, cast: Any) -> None:
    report(client, story, cast.alice, said.pk)
    address = f"/staff/reports/{Report.objects.get().pk}/"
    answer = as_(client, staff).post(address, {"outcome": "mute", "days": "7", "reason": ""})
    assert answer.status_code == 400
    assert "Say why" in answer.content.decode()


def test_staff_who_play_do_not_see_reports_of_their_game(
    client: Client, story: Any, said: Any, staff: User, cast: Any
) -> None:
    report(client, story, cast.alice, said.pk)
    seat = story.seat("RUS")
    seat.user, seat.bot = staff, ""
    seat.save()
    as_(client, staff)
    assert "toad" not in client.get("/staff/").content.decode()
    assert client.get(f"/staff/reports/{Report.objects.get().pk}/").status_code == 404


@pytest.mark.parametrize("who", ["alice", "bob", "charlie"])
def test_the_pages_of_the_staff_are_theirs(client: Client, story: Any, said: Any, cast: Any, who: str) -> None:
    report(client, story, cast.alice, said.pk)
    as_(client, getattr(cast, who))
    for address in ("/staff/", f"/staff/reports/{Report.objects.get().pk}/"):
        assert client.get(address).status_code == 404
    for address in ("/staff/sanctions/", "/staff/sanctions/1/lift/"):
        assert client.post(address, {"name": "Bob", "kind": "ban", "days": "1", "reason": "x"}).status_code == 404
    assert not Sanction.objects.exists()
