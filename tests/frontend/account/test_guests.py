"""Somebody plays without an account, and then makes one, signs in to one, or leaves."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game, Message
from tests.site import PASSWORD

pytestmark = pytest.mark.django_db
DORA = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet inkwell"}


@pytest.fixture
def guest(client: Client) -> User:
    """Plays France against bots that hold; the client is the guest's browser."""
    client.post("/play/", {"power": "FRA", "bot": "holdbot"})
    return User.objects.get(is_guest=True)


def the_game() -> Game:
    return Game.objects.get()


def year_passes(game: Game) -> None:
    for phase in range(3):
        row = game.phases.order_by("-index")[0]
        assert services.resolve_phase(row.pk, force=True), phase
        if game.phases.order_by("-index")[0].name.startswith("S1902"):
            return


def test_an_account_keeps_the_game_its_talk_and_the_browser_in_it(client: Client, guest: User) -> None:
    game = the_game()
    services.send_press(game.seats.get(user=guest), ["ENG"], "Hello over there.", plain=True)
    answer = client.post("/accounts/signup/", DORA | {"next": f"/games/{game.slug}/"}, follow=True)
    assert answer.redirect_chain == [(f"/games/{game.slug}/", 302)]
    dora = User.objects.get()
    assert (dora.pk, dora.name, dora.email, dora.is_guest) == (guest.pk, "Dora", "dora@example.org", False)
    assert dora.guest_network == ""
    assert game.seats.get(power="FRA").user == dora
    assert Message.objects.get().speaker.user == dora
    assert "You are France" in answer.content.decode()
    # From another browser, with the password.
    other = Client()
    other.post("/accounts/login/", {"login": "Dora", "password": DORA["password1"]})
    assert "You are France" in other.get(f"/games/{game.slug}/").content.decode()


def test_also_where_the_address_must_be_confirmed(client: Client, guest: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from allauth.account import app_settings

    monkeypatch.setattr(app_settings, "EMAIL_VERIFICATION", app_settings.EmailVerificationMethod.MANDATORY)
    client.post("/accounts/signup/", DORA)
    assert client.get("/").context["user"] == guest
    link = re.search(r"http://testserver(\S+/confirm-email/\S+)", str(mail.outbox[0].body))
    assert link
    client.post(link[1])
    assert EmailAddress.objects.get(user=guest).verified


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": "Alice"}, "This name is taken"),
        ({"username": "Guest 7"}, "Please choose another name"),
        ({"email": "alice@example.org"}, "has an account already"),
        ({"password1": "short"}, "at least 8 characters"),
    ],
)
def test_a_bad_form_leaves_the_guest_as_they_are(
    client: Client, cast: Any, guest: User, change: dict[str, str], words: str
) -> None:
    page = client.post("/accounts/signup/", DORA | change).content.decode()
    assert words in page
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.get("/").context["user"] == guest


def test_who_has_an_account_brings_the_game_along(client: Client, cast: Any, guest: User) -> None:
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert the_game().seats.get(power="FRA").user == cast.alice
    assert the_game().host == cast.alice
    assert not User.objects.filter(is_guest=True).exists()
    assert client.get("/").context["user"] == cast.alice


def test_a_wrong_password_loses_nothing(client: Client, cast: Any, guest: User) -> None:
    client.post("/accounts/login/", {"login": "Alice", "password": "not this one"})
    assert the_game().seats.get(power="FRA").user == guest
    assert client.get("/").context["user"] == guest


def test_the_account_is_offered_after_the_first_winter_and_to_guests_only(
    client: Client, cast: Any, guest: User
) -> None:
    game = the_game()
    state = reverse("game_state", args=[game.slug])
    assert client.get(state).json()["you"] == {"power": "FRA", "keep": False, "alone": True, "hints": False}
    year_passes(game)
    assert client.get(state).json()["you"]["keep"]
    client.post("/accounts/signup/", DORA)
    assert not client.get(state).json()["you"]["keep"]


def test_leaving_offers_an_account_first(client: Client, guest: User) -> None:
    page = client.get("/accounts/logout/").content.decode()
    assert "nobody can come back to your seat" in page
    client.post("/accounts/logout/")
    assert not client.get("/").context["user"].is_authenticated


@pytest.mark.parametrize("address", ["/my/profile/", "/accounts/email/", "/accounts/password/change/"])
def test_what_needs_an_account_leads_to_one(client: Client, guest: User, address: str) -> None:
    answer = client.get(address)
    assert answer["Location"].startswith("/accounts/signup/?next=")
    assert "This needs an account" in client.get(answer["Location"]).content.decode()


def test_a_guest_sets_no_table_and_joins_none(client: Client, story: Any, guest: User) -> None:
    story.waits()
    for address in ("/games/", f"/games/{story.game.slug}/join/"):
        assert client.post(address)["Location"].startswith("/accounts/signup/")
    assert not story.game.seats.filter(user=guest).exists()


def test_guests_have_no_page(client: Client, guest: User) -> None:
    assert client.get(reverse("person", args=[guest.name])).status_code == 404


def test_a_session_of_a_guest_who_was_tidied_away_is_nobodys(client: Client, guest: User) -> None:
    User.objects.update(date_joined=guest.date_joined - timedelta(days=8))
    assert services.tidy_guests() == 1
    assert not Game.objects.exists()
    assert not client.get("/").context["user"].is_authenticated
    assert client.post("/accounts/signup/", DORA)["Location"] == "/games/"
