"""The gate: who sees which game, and as which power."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from frontend.access import access_for, access_to

pytestmark = pytest.mark.django_db

ADDRESSES = [
    ("get", "game", []),
    ("get", "game_state", []),
    ("get", "game_options", []),
    ("get", "game_phase", ["S1901M"]),
    ("get", "game_picture", ["S1901M", "svg"]),
    ("post", "game_command", []),
]


def test_a_player_sees_the_game_as_their_power(story, cast):
    game = story.begins().game
    assert access_for(cast.alice, game.slug).power == "FRA"
    assert access_for(cast.bob, game.slug).power == "ENG"


def test_strangers_and_nobody_in_particular_watch(story, cast):
    game = story.begins().game
    for viewer in (cast.charlie, AnonymousUser()):
        assert access_for(viewer, game.slug).power is None


def test_a_private_game_is_for_its_players_its_host_and_the_staff(story, cast):
    game = story.begins(word="inkwell").game
    assert access_for(cast.bob, game.slug).power == "ENG"
    assert access_for(cast.charlie, game.slug) is None
    assert access_for(AnonymousUser(), game.slug) is None
    cast.charlie.is_staff = True
    assert access_for(cast.charlie, game.slug).power is None


def test_no_game_looks_like_a_private_one(cast):
    assert access_for(cast.alice, "nosuchgame") is None


def suspend(person, client):
    person.is_active = False
    person.save()


def sign_out(person, client):
    client.logout()


def choose_another_password(person, client):
    person.set_password("a loud inkwell")
    person.save()


def leave_the_game(person, client):
    person.seats.update(user=None)


@pytest.mark.parametrize("loses", [suspend, sign_out, choose_another_password, leave_the_game])
def test_a_socket_is_of_use_as_long_as_whoever_opened_it_may_use_it(story, cast, client, loses):
    game = story.begins(word="inkwell").game
    client.force_login(cast.bob)
    scope = {
        "cookies": {"sessionid": client.cookies["sessionid"].value},
        "url_route": {"kwargs": {"slug": game.slug}},
    }
    assert access_to(scope).power == "ENG"
    loses(cast.bob, client)
    assert access_to(scope) is None


@pytest.mark.parametrize("at", ADDRESSES, ids=lambda at: at[1])
def test_every_address_of_a_private_game_is_closed_to_strangers(story, cast, client, at):
    method, name, rest = at
    game = story.begins(word="inkwell").game
    address = reverse(name, args=[game.slug, *rest])
    for person in (None, cast.charlie):
        if person is not None:
            client.force_login(person)
        body = {"data": "{}", "content_type": "application/json"} if method == "post" else {}
        assert getattr(client, method)(address, **body).status_code == 404


@pytest.mark.parametrize("at", ADDRESSES, ids=lambda at: at[1])
def test_every_address_of_no_game_is_a_404(client, at):
    method, name, rest = at
    assert getattr(client, method)(reverse(name, args=["nosuchgame", *rest])).status_code == 404
