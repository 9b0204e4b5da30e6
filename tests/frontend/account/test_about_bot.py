"""A bot's owner says who made it, and what it does."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games.queries import kept_about
from dipgame.games.services import become_program, forget_person

pytestmark = pytest.mark.django_db

PAGE = "/my/account/bot/about/"


@pytest.fixture
def bot(cast: Any) -> User:
    return become_program(cast.charlie)


def test_the_author_stands_on_the_bots_page(client: Client, bot: User) -> None:
    assert "by somebody who gave no name" in client.get(f"/people/{bot.name}/").content.decode()
    client.force_login(bot)
    assert PAGE in client.get("/my/account/").content.decode()
    page = client.post(PAGE, {"made_by": "Ada <b>Byron</b>", "about": "Takes what is next door."}, follow=True)
    assert "Your bot&#x27;s page is changed." in page.content.decode()
    client.logout()
    seen = client.get(f"/people/{bot.name}/").content.decode()
    assert "by Ada &lt;b&gt;Byron&lt;/b&gt;, which plays" in seen
    assert ">Takes what is next door.</p>" in seen


def test_what_is_too_long_is_said_and_kept_in_the_form(client: Client, bot: User) -> None:
    client.force_login(bot)
    page = client.post(PAGE, {"made_by": "x" * 61, "about": "y"}).content.decode()
    assert "at most 60 characters" in page
    assert "x" * 61 in page
    bot.refresh_from_db()
    assert bot.about == ""


def test_lines_become_one_line(client: Client, bot: User) -> None:
    client.force_login(bot)
    assert "<textarea" in client.get(PAGE).content.decode()
    client.post(PAGE, {"made_by": "", "about": "Takes what\r\nis next  door."})
    bot.refresh_from_db()
    assert bot.about == "Takes what is next door."


def test_people_have_no_such_page(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert client.get(PAGE).status_code == 404
    assert client.post(PAGE, {"made_by": "me"}).status_code == 404
    assert PAGE not in client.get("/my/account/").content.decode()


def test_it_is_in_what_is_kept_and_goes_with_the_account(bot: User) -> None:
    User.objects.filter(pk=bot.pk).update(made_by="Ada", about="Plays.")
    bot.refresh_from_db()
    person = kept_about(bot)["person"]
    assert (person["made_by"], person["about"]) == ("Ada", "Plays.")
    forget_person(bot)
    bot.refresh_from_db()
    assert (bot.made_by, bot.about) == ("", "")
