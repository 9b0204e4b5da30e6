"""A game against six bots in one click, with or without an account."""

from typing import Any

import pytest
from django.test import Client

from adjudication.powers import as_power
from bots.hana.judge.guiding import guide_of
from dipgame.accounts.models import User
from dipgame.games.models import Game, SeatPhase
from dipgame.limits import GUESTS

pytestmark = pytest.mark.django_db


def test_who_is_signed_in_has_a_game_at_once(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    answer = client.post("/play/")
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/"
    assert game.status == "running"
    assert game.seats.exclude(bot="").count() == 6


def test_somebody_new_has_a_gentle_game_to_1905(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert "New here?" in client.get("/").content.decode()
    answer = client.post("/play/", {"new": "1"})
    game = Game.objects.get()
    assert game.end_year == 1905
    assert answer.cookies["board_labels"].value == "long", "names on its map are written in full"
    bots = dict(game.seats.exclude(user=cast.alice).values_list("power", "bot"))
    assert {bot.rpartition("-")[2] for bot in bots.values()} == {"gentle", "guide"}
    guides = [as_power(power) for power, bot in bots.items() if bot == "hana-guide"]
    assert guides == [guide_of(as_power(game.seats.get(user=cast.alice).power))]


def test_play_now_as_a_chosen_power(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    client.post("/play/", {"power": "TUR", "bot": "holdbot"})
    game = Game.objects.get()
    assert game.seats.get(user=cast.alice).power == "TUR"
    assert set(game.seats.exclude(user=cast.alice).values_list("bot", flat=True)) == {"holdbot"}


def test_a_stranger_has_a_game_at_once_and_is_asked_for_nothing(client: Client) -> None:
    answer = client.post("/play/", {"power": "FRA", "bot": "holdbot"}, follow=True)
    game = Game.objects.get()
    assert answer.redirect_chain == [(f"/games/{game.slug}/", 302)]
    assert "You are France" in answer.content.decode()
    guest = game.seats.get(power="FRA").user
    assert guest is not None
    assert (guest.is_guest, guest.email) == (True, None)
    assert client.get("/").context["user"] == guest


def test_a_guest_has_three_games_at_most(client: Client) -> None:
    for _ in range(3):
        client.post("/play/", {"bot": "holdbot"})
    page = client.post("/play/", {"bot": "holdbot"}, follow=True).content.decode()
    assert "as many games going as one can without an account" in page
    assert Game.objects.count() == 3
    assert User.objects.count() == 1


def test_a_network_sends_so_many_guests_a_day(settings: Any) -> None:
    settings.GUESTS_PER_NETWORK = 2
    answers = [Client().post("/play/", {"bot": "holdbot"}, follow=True) for _ in range(3)]
    assert "Many people from your network began to play today" in answers[2].content.decode()
    assert Game.objects.count() == User.objects.count() == 2
    Client(REMOTE_ADDR="203.0.113.7").post("/play/", {"bot": "holdbot"})
    assert User.objects.count() == 3


def test_a_household_is_one_network(settings: Any) -> None:
    settings.GUESTS_PER_NETWORK = 1
    for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
        Client(REMOTE_ADDR=address).post("/play/", {"bot": "holdbot"})
    assert User.objects.count() == 2


def test_a_link_alone_begins_nothing(client: Client, cast: Any) -> None:
    assert client.get("/play/")["Location"] == "/"
    client.force_login(cast.alice)
    assert client.get("/play/")["Location"] == "/"
    assert not Game.objects.exists()


@pytest.mark.parametrize("sent", [{"power": "ESP"}, {"bot": "hal"}])
def test_an_odd_wish_leads_home(client: Client, cast: Any, sent: dict[str, str]) -> None:
    client.force_login(cast.alice)
    assert client.post("/play/", sent)["Location"] == "/"
    assert not Game.objects.exists()


def test_where_many_bots_wait_a_guest_is_told_how_long_and_a_member_begins(client: Client, cast: Any) -> None:
    client.post("/play/", {"bot": "holdbot"})
    SeatPhase.objects.exclude(seat__bot="").update(bot_state="waiting")
    for _ in range(9):
        client.logout()
        client.post("/play/", {"bot": "holdbot"})
        SeatPhase.objects.exclude(seat__bot="").update(bot_state="waiting")
    assert Game.objects.count() == 10
    client.logout()
    page = client.post("/play/", {"bot": "holdbot"}, follow=True).content.decode()
    assert "Try again in about 20 seconds" in page
    assert (Game.objects.count(), User.objects.filter(is_guest=True).count()) == (10, 10)
    client.force_login(cast.alice)
    client.post("/play/", {"bot": "holdbot"})
    assert Game.objects.filter(host=cast.alice).count() == 1


def test_guests_of_all_networks_share_a_rate_limit(client: Client) -> None:
    GUESTS.spend("all", GUESTS.most)
    page = client.post("/play/", {"bot": "holdbot"}, follow=True).content.decode()
    assert "Try again in about 60 seconds" in page
    assert not Game.objects.exists()


def test_a_customer_with_many_networks_of_version_6_counts_as_one(client: Client, settings: Any) -> None:
    settings.GUESTS_PER_NETWORK = 1
    for network in range(6):
        client.logout()
        client.post("/play/", {"bot": "holdbot"}, REMOTE_ADDR=f"2001:db8:0:1{network}0::1")
    assert User.objects.filter(is_guest=True).count() == 4
    client.logout()
    client.post("/play/", {"bot": "holdbot"}, REMOTE_ADDR="2001:db8:0:200::1")
    assert User.objects.filter(is_guest=True).count() == 5
