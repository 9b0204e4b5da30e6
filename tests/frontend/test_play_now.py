"""A game against six bots in one click, with or without an account."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from dipgame.games.models import Game

pytestmark = pytest.mark.django_db
DORA = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet inkwell"}


def test_who_is_signed_in_has_a_game_at_once(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    answer = client.post("/play/")
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/"
    assert game.status == "running"
    assert game.seats.exclude(bot="").count() == 6


def test_as_a_chosen_power(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    client.post("/play/", {"power": "TUR", "bot": "holdbot"})
    game = Game.objects.get()
    assert game.seats.get(user=cast.alice).power == "TUR"
    assert set(game.seats.exclude(user=cast.alice).values_list("bot", flat=True)) == {"holdbot"}


def test_a_guest_signs_up_and_lands_in_the_game(client: Client) -> None:
    answer = client.post("/play/", {"power": "FRA"})
    assert answer["Location"] == "/accounts/signup/?next=/play/"
    form = client.get(answer["Location"]).content.decode()
    assert "Create it and play" in form
    assert 'name="next" value="/play/"' in form
    assert not Game.objects.exists()
    answer = client.post("/accounts/signup/", DORA | {"next": "/play/"}, follow=True)
    game = Game.objects.get()
    assert answer.redirect_chain == [("/play/", 302), (f"/games/{game.slug}/", 302)]
    assert game.seats.get(power="FRA", user__name="Dora")


def test_a_guest_whose_address_must_be_confirmed_lands_there_by_the_letter(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from allauth.account import app_settings

    monkeypatch.setattr(app_settings, "EMAIL_VERIFICATION", app_settings.EmailVerificationMethod.MANDATORY)
    client.post("/play/", {"power": "FRA"})
    page = client.post("/accounts/signup/", DORA | {"next": "/play/"}, follow=True).content.decode()
    assert "the game begins then" in page
    link = re.search(r"http://testserver(\S+/confirm-email/\S+)", str(mail.outbox[0].body))
    assert link
    answer = client.post(link[1], follow=True)
    assert answer.redirect_chain[-1] == (f"/games/{Game.objects.get().slug}/", 302)


def test_a_guest_who_has_an_account_after_all(client: Client, cast: Any) -> None:
    client.post("/play/", {"power": "FRA"})
    from tests.conftest import PASSWORD

    answer = client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1] == (f"/games/{Game.objects.get().slug}/", 302)


def test_a_link_alone_begins_nothing(client: Client, cast: Any) -> None:
    assert client.get("/play/")["Location"] == "/"
    client.force_login(cast.alice)
    assert client.get("/play/")["Location"] == "/"
    assert not Game.objects.exists()


def test_the_wish_is_granted_once(client: Client, cast: Any) -> None:
    client.post("/play/")
    client.post("/accounts/signup/", DORA | {"next": "/play/"}, follow=True)
    client.get("/play/")
    assert Game.objects.count() == 1


@pytest.mark.parametrize("sent", [{"power": "ESP"}, {"bot": "hal"}])
def test_an_odd_wish_leads_home(client: Client, cast: Any, sent: dict[str, str]) -> None:
    client.force_login(cast.alice)
    assert client.post("/play/", sent)["Location"] == "/"
    assert not Game.objects.exists()
