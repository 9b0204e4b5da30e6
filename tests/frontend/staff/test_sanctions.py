"""The staff mute and ban, which bars from writing and from playing, until it is over or lifted."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.errors import Banned, Gone, Malformed, Muted
from dipgame.games.models import Absence, Game, Notice, Sanction

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WEEK = timedelta(days=7)


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("staff@example.org", "Keeper", "x")


def test_who_is_muted_writes_nothing_and_answers_proposals(story: Any, staff: User, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    offer = story.says("FRA", "ENG", "I offer peace")
    made = services.sanction_person(cast.bob, "mute", WEEK, "No insults.", staff)
    with pytest.raises(Muted, match=r"No insults\."):
        story.says("ENG", "FRA", "hello", plain=True)
    story.answers("ENG", offer, "accept")
    services.lift_sanction(made, staff)
    story.says("ENG", "FRA", "hello", plain=True)
    with pytest.raises(Gone):
        services.lift_sanction(made, staff)


def test_a_mute_ends_by_itself(story: Any, staff: User, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    services.sanction_person(cast.bob, "mute", WEEK, "No insults.", staff)
    Sanction.objects.update(at=clock.now() - 2 * WEEK, until=clock.now() - WEEK)
    story.says("ENG", "FRA", "hello", plain=True)


def test_who_is_banned_leaves_every_seat_and_takes_none(story: Any, staff: User, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    waiting = services.create_game(cast.charlie, services.Terms("Another"))
    services.join_game(cast.bob, waiting)
    services.sanction_person(cast.bob, "ban", WEEK, "Two accounts.", staff)
    seat = story.seat("ENG")
    assert (seat.user, seat.owner, seat.bot) == (None, None, "holdbot")
    assert Absence.objects.get(user=cast.bob).kind == "removed"
    assert "was banned" in Notice.objects.get(game=story.game).words
    assert not waiting.seats.filter(user=cast.bob).exists()
    for attempt in (
        lambda: services.join_game(cast.bob, waiting),
        lambda: services.offer_game(cast.bob, services.Terms("Mine")),
        lambda: services.take_seat_over(cast.bob, story.game, "ENG"),
    ):
        with pytest.raises(Banned, match=r"Two accounts\."):
            attempt()


@pytest.mark.parametrize(
    ("kind", "length", "reason"),
    [("shout", WEEK, "x"), ("mute", timedelta(0), "x"), ("ban", timedelta(days=366), "x"), ("ban", WEEK, "  ")],
)
def test_a_malformed_sanction_is_refused(staff: User, cast: Any, kind: str, length: timedelta, reason: str) -> None:
    with pytest.raises(Malformed):
        services.sanction_person(cast.bob, kind, length, reason, staff)


def test_the_staff_are_not_banned_here(staff: User) -> None:
    with pytest.raises(Malformed, match="rights"):
        services.sanction_person(staff, "ban", WEEK, "why not", staff)


def test_from_the_page_by_name(client: Client, staff: User, cast: Any) -> None:
    client.force_login(staff)
    sent = {"name": "bob", "kind": "ban", "days": "7", "reason": "Two accounts."}
    assert client.post("/staff/sanctions/", sent).status_code == 302
    made = Sanction.objects.get()
    assert (made.user, made.by) == (cast.bob, staff)
    assert "Two accounts." in client.get("/staff/").content.decode()
    client.post(f"/staff/sanctions/{made.pk}/lift/")
    assert "Two accounts." not in client.get("/staff/").content.decode()
    assert client.post(f"/staff/sanctions/{made.pk}/lift/").status_code == 404
    answer = client.post("/staff/sanctions/", sent | {"name": "Nobody Here"})
    assert (answer.status_code, "Nobody here has this name" in answer.content.decode()) == (400, True)


def test_pages_tell_a_banned_person_why(client: Client, story: Any, staff: User, cast: Any) -> None:
    story.waits(bob=False)
    services.sanction_person(cast.bob, "ban", WEEK, "Two accounts.", staff)
    client.force_login(cast.bob)
    answer = client.post(f"/games/{story.game.slug}/join/", {"power": "ENG"})
    assert (answer.status_code, "Two accounts." in answer.content.decode()) == (409, True)
    assert "Two accounts." in client.post("/play/", {}, follow=True).content.decode()
    assert not Game.objects.filter(host=cast.bob).exists()


def test_stuck_phases_and_failed_bots_are_on_the_board(client: Client, story: Any, staff: User) -> None:
    story.begins(fill_bot="holdbot")
    client.force_login(staff)
    assert "Every phase is resolved in time" in client.get("/staff/").content.decode()
    story.row.sheets.filter(seat__power="GER").update(bot_state="crashed")
    story.game.phases.update(deadline=clock.now() - timedelta(hours=2))
    page = client.get("/staff/").content.decode()
    assert page.count(f"/games/{story.game.slug}/keep/") == 2
    assert "2 hours ago" in page
