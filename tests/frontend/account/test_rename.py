"""Another name: one that nobody takes for somebody else's."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.accounts.rename import NameTakenError, rename
from tests.site import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAGE = "/my/account/name/"


@pytest.fixture
def alice(client: Client, cast: Any) -> Client:
    client.force_login(cast.alice)
    return client


def named(person: Any) -> str:
    person.refresh_from_db()
    return str(person.name)


def test_the_new_name_stands_everywhere_and_one_signs_in_with_it(alice: Client, story: Any, cast: Any) -> None:
    story.begins()
    answer = alice.post(PAGE, {"name": "Alicia"}, follow=True)
    assert "You are called Alicia now." in answer.content.decode()
    assert "Alicia" in alice.get(f"/games/{story.game.slug}/").content.decode()
    assert alice.get("/people/Alice/").status_code == 404
    assert Client().post("/accounts/login/", {"login": "alicia", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    "name",
    ["bob", "B0b", "Воb", "B.o.b", "BOB", "Ｂob", "France", "Franсe", "Adm1n", "Guest 5", "GUE5T".replace("5", "s"),
     "A player who left", "A p1ayer who left", "x", "<b>", ""],
)  # fmt: skip
def test_names_that_are_or_look_like_others(alice: Client, cast: Any, name: str) -> None:
    page = alice.post(PAGE, {"name": name})
    assert page.status_code == 200
    assert page.context["form"].errors or not name
    assert named(cast.alice) == "Alice"


@pytest.mark.parametrize("name", ["Воb", "B0b"])
def test_a_similar_name_is_refused_at_sign_up(client: Client, cast: Any, name: str) -> None:
    page = client.post("/accounts/signup/", {"username": name, "email": "n@example.org", "password1": PASSWORD})
    assert "This name is taken, or looks like one that is" in page.content.decode()


def test_once_in_thirty_days(alice: Client, cast: Any) -> None:
    alice.post(PAGE, {"name": "Alicia"})
    assert "less than 30 days ago" in alice.post(PAGE, {"name": "Alison"}).content.decode()
    assert named(cast.alice) == "Alicia"
    alice.post(PAGE, {"name": "ALICIA"})
    assert named(cast.alice) == "ALICIA"
    cast.alice.renamed_at -= timedelta(days=31)
    cast.alice.save()
    alice.post(PAGE, {"name": "Alison"})
    assert named(cast.alice) == "Alison"


def test_the_old_name_is_nobodys_for_a_while(alice: Client, cast: Any) -> None:
    alice.post(PAGE, {"name": "Alicia"})
    other = Client()
    other.force_login(cast.bob)
    assert "taken" in other.post(PAGE, {"name": "A1ice"}).content.decode()
    assert named(cast.bob) == "Bob"


def test_two_who_want_one_name_at_the_same_instant(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rename(cast.bob, "Dora")
    monkeypatch.setattr("dipgame.accounts.rename.is_name_taken", lambda name, but: False)
    with pytest.raises(NameTakenError):
        rename(cast.alice, "D0ra")
    assert User.objects.filter(name="Alice").exists()


def test_guests_are_led_to_an_account(client: Client, db: None) -> None:
    from dipgame.accounts.guests import new_guest

    client.force_login(new_guest("192.0.2.1"))
    assert client.get(PAGE)["Location"].startswith("/accounts/signup/")
