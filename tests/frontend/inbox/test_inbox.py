"""The inbox and its bell, which of it comes by mail, and the end of mail at one click."""

import json
import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from dipgame.accounts.guests import new_guest
from dipgame.games import queries, services
from dipgame.games.services.mail_news import _letter

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def alice(client: Client, cast: Any) -> Client:
    client.force_login(cast.alice)
    return client


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_the_bell_is_on_every_page(alice: Client, story: Any) -> None:
    assert 'aria-label="Inbox"' in page(alice, "/")
    story.begins()
    for path in ("/", "/games/", "/my/profile/", "/ranking/"):
        assert 'aria-label="Inbox, 1 new"' in page(alice, path)
    assert "Inbox" not in page(Client(), "/games/")


def test_the_inbox_says_what_happened(alice: Client, story: Any) -> None:
    assert "Nothing yet." in page(alice, "/my/inbox/")
    story.begins()
    shown = page(alice, "/my/inbox/")
    assert "The game has begun; you are France." in shown
    assert f'href="/games/{story.game.slug}/"' in shown


def test_who_looks_at_the_game_has_seen_it(alice: Client, story: Any, cast: Any) -> None:
    story.begins()
    assert 'aria-label="Inbox"' in page(alice, f"/games/{story.game.slug}/")
    assert queries.unseen_news(cast.alice) == {}
    assert queries.unseen_news(cast.bob) == {story.game.pk: 1}


def test_news_are_seen_while_the_page_stays_open(alice: Client, story: Any, cast: Any) -> None:
    story.begins()
    look = json.dumps({"type": "look", "ref": 1})
    answer = alice.post(f"/games/{story.game.slug}/command", look, content_type="application/json")
    assert answer.json()["type"] == "pong"
    assert queries.unseen_news(cast.alice) == {}


def test_a_player_who_saw_the_end_has_no_news_of_it(alice: Client, story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")
    alice.get(f"/games/{story.game.slug}/result")
    assert queries.unseen_news(cast.alice) == {}


def test_all_news_are_marked_as_seen_at_once(alice: Client, story: Any, cast: Any) -> None:
    story.begins()
    assert alice.get("/my/inbox/seen/").status_code == 405
    alice.post("/my/inbox/seen/")
    assert queries.unseen_news(cast.alice) == {}
    assert queries.unseen_news(cast.bob) != {}


def test_a_guest_has_an_inbox_and_no_mail(client: Client, db: None) -> None:
    client.force_login(new_guest("192.0.2.1"))
    assert client.get("/my/inbox/").status_code == 200
    assert client.post("/my/account/mail/")["Location"].startswith("/accounts/signup/")


def test_what_comes_by_mail_is_ones_own_choice(alice: Client, cast: Any) -> None:
    assert page(alice, "/my/account/").count(" checked") == 8
    alice.post("/my/account/mail/", {"mail": ["deadline", "over", "nonsense"]})
    cast.alice.refresh_from_db()
    assert cast.alice.no_mail == ["phase", "letter", "promise", "vote", "seat", "room"]
    assert page(alice, "/my/account/").count(" checked") == 2


@pytest.fixture
def stop(story: Any, cast: Any) -> str:
    """The address in a mail to Alice."""
    story.begins()
    letter = _letter(cast.alice, cast.alice.email, list(queries.readable_news(cast.alice)))
    return "/" + str(letter.extra_headers["List-Unsubscribe"][1:-1].split("/", 3)[3])


def test_one_click_stops_all_mail_without_signing_in(stop: str, cast: Any) -> None:
    program = Client(enforce_csrf_checks=True)
    assert program.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    cast.alice.refresh_from_db()
    assert set(cast.alice.no_mail) == {"phase", "deadline", "letter", "promise", "vote", "seat", "room", "over"}
    assert services.person_who_stops(stop.split("/")[3]) == cast.alice


def test_a_link_that_was_used_stops_no_less_and_one_of_who_left_nothing(stop: str, cast: Any) -> None:
    for _ in range(2):
        assert Client().post(stop).status_code == 200
    cast.alice.refresh_from_db()
    assert len(cast.alice.no_mail) == 8
    services.forget_person(cast.alice)
    answer = Client().post(stop)
    assert (answer.status_code, "This link does not work" in answer.content.decode()) == (404, True)


def test_to_look_at_the_link_stops_nothing(stop: str, cast: Any) -> None:
    assert "No more mail about games?" in page(Client(), stop)
    cast.alice.refresh_from_db()
    assert cast.alice.no_mail == []


@pytest.mark.parametrize("token", ["nonsense", "Mg:1abcde:forged"])
def test_a_link_that_was_in_no_mail(token: str, cast: Any) -> None:
    for method in (Client().get, Client().post):
        answer = method(f"/mail/stop/{token}/")
        assert answer.status_code == 404
        assert "This link does not work" in answer.content.decode()


@pytest.mark.parametrize(
    ("migration", "kind"), [("0024_seat_news", "seat"), ("0027_votes_in_one_place", "vote"), ("0030_rooms", "room")]
)
def test_a_person_who_stopped_all_mail_gets_none_of_a_newer_kind(cast: Any, migration: str, kind: str) -> None:
    kinds = ["over", "phase", "deadline", "letter", "promise", "seat", "vote", "room"]
    type(cast.alice).objects.filter(pk=cast.alice.pk).update(no_mail=kinds[: kinds.index(kind)])
    type(cast.bob).objects.filter(pk=cast.bob.pk).update(no_mail=["phase"])
    import_module(f"dipgame.games.migrations.{migration}").want_nothing_still(apps, None)
    cast.alice.refresh_from_db()
    cast.bob.refresh_from_db()
    assert (cast.alice.no_mail[-1], cast.bob.no_mail, cast.bob.no_push) == (kind, ["phase"], [])


def test_who_missed_a_deadline_reads_so_on_return_until_it_is_read(story: Any, cast: Any, client: Client) -> None:
    """In the first person, and by the reader's own clock."""
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR H")
    story.time_is_up()
    client.force_login(cast.bob)
    page = f"/games/{story.game.slug}/"
    for _ in range(2):
        html = client.get(page).content.decode()
        said = html[html.index('id="missed"') :]
        assert "You wrote no orders. The phase waits for you once" in said
        assert re.search(r"until <time datetime=\"[^\"]+\" data-moment>", said)
        assert "Inbox, 1 new" in html
    client.force_login(cast.alice)
    assert 'id="missed"' not in client.get(page).content.decode()
    client.force_login(cast.bob)
    assert client.post("/my/inbox/seen/", {"game": story.game.slug})["Location"] == page
    assert 'id="missed"' not in client.get(page).content.decode()


def test_whose_seat_a_bot_holds_reads_so_on_return(story: Any, cast: Any, client: Client) -> None:
    story.begins(fill_bot="holdbot")
    for _ in range(2):
        story.orders("FRA", "A PAR H")
        story.time_is_up()
    client.force_login(cast.bob)
    html = client.get(f"/games/{story.game.slug}/").content.decode()
    assert "You stayed away, and a bot holds England." in html[html.index('id="back"') :]
