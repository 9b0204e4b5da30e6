"""A private game has one link: friends sit down by it, without an account, and a substitute takes a free seat."""

import re
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game
from dipgame.games.private_word import folded, new_word

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(story: Any) -> Any:
    """Alice sits alone at a private table."""
    story.waits(bob=False, word="Amber quill")
    return story.game


def link(game: Game, word: str = "amberquill") -> str:
    return f"/games/{game.slug}/with/{word}/"


def test_the_preset_for_friends_is_private_and_makes_its_word(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    page = client.get("/games/?preset=friends").content.decode()
    assert re.search(r'name="entry" value="word" checked', page)
    client.post("/games/", {"name": "Our evening", "pace": "quick", "fill": "never", "entry": "word"})
    game = Game.objects.get()
    assert game.is_private
    assert folded(game.private_word)
    page = client.get(f"/games/{game.slug}/table/").content.decode()
    assert f"http://testserver{link(game, folded(game.private_word))}" in page
    assert game.private_word in page


def test_a_game_is_public_where_the_host_says_so(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    client.post("/games/", {"name": "For all", "pace": "quick", "fill": "never", "entry": "all"})
    assert not Game.objects.get().is_private


def test_words_are_many_and_easy() -> None:
    words = {new_word() for _ in range(200)}
    assert len(words) > 150
    assert all(re.fullmatch(r"[a-z]+ [a-z]+", word) for word in words)


@pytest.mark.parametrize("word", ["AmberQuill", "amber quill", " amber-QUILL ", "ａmber  quill"])
def test_capitals_and_blanks_make_no_difference(client: Client, table: Any, word: str) -> None:
    answer = client.get(f"/games/{table.slug}/table/", {"word": word}, follow=True)
    assert answer.status_code == 200
    assert table.name in answer.content.decode()


def test_friends_sit_down_as_guests_by_a_name(client: Client, table: Any, cast: Any) -> None:
    page = client.get(link(table)).content.decode()
    assert "Your name" in page
    answer = client.post(link(table), {"name": "Dora", "power": "RUS"})
    assert answer["Location"] == f"/games/{table.slug}/table/"
    dora = table.seats.get(power="RUS").user
    assert (dora.name, dora.is_guest) == ("Guest Dora", True)
    assert "You are Russia" in client.get(answer["Location"]).content.decode()
    assert client.get(link(table))["Location"] == f"/games/{table.slug}/table/"
    other = Client()
    other.post(link(table), {"name": "Dora"})
    assert User.objects.filter(name="Guest Dora 2", is_guest=True).exists()


@pytest.mark.parametrize("name", ["", "x" * 21, "admin", "Turkey", "<b>"])
def test_a_name_that_nobody_may_have_is_refused_and_nobody_sits_down(client: Client, table: Any, name: str) -> None:
    answer = client.post(link(table), {"name": name})
    assert answer.status_code == 400
    assert 'id="id_name_error"' in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_whoever_is_signed_in_sits_down_as_themselves(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.bob)
    assert "Your name" not in client.get(link(table)).content.decode()
    client.post(link(table))
    assert table.seats.filter(user=cast.bob).exists()


def test_a_seat_that_is_taken_is_said_to_be(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.bob)
    answer = client.post(link(table), {"power": "FRA"})
    assert answer.status_code == 409
    assert "France is taken" in answer.content.decode()


def test_the_link_has_a_preview(client: Client, table: Any) -> None:
    page = client.get(link(table)).content.decode()
    tags = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', page))
    assert tags["og:title"] == f"{table.name}: Alice invites you"
    assert "1 of 7 seats taken" in tags["og:description"]
    assert tags["og:url"] == f"http://testserver{link(table)}"
    picture = client.get(tags["og:image"])
    assert picture["Content-Type"] == "image/png"
    assert picture.content[:4] == b"\x89PNG"


def seen(client: Client, address: str) -> tuple[int, str]:
    answer = client.get(address)
    return answer.status_code, re.sub(r'"token": "\w+"|value="\w{64}"', "", answer.content.decode())


def test_without_the_word_there_is_no_such_game(client: Client, table: Any, cast: Any) -> None:
    """Not before the start either; and where no game is it looks the same."""
    for viewer in (None, cast.charlie):
        if viewer is not None:
            client.force_login(viewer)
        for address in (link(table, "wrong"), f"/games/{table.slug}/table/", f"/games/{table.slug}/"):
            status, page = seen(client, address)
            assert status == 404
            assert (status, page.replace(table.slug, "nosuchgame")) == seen(
                client, address.replace(table.slug, "nosuchgame")
            )
        assert table.name not in client.get("/games/").content.decode()
    assert client.post(f"/games/{table.slug}/join/", {"power": "RUS"}).status_code == 404


def test_after_ten_wrong_words_even_the_right_one_waits(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.charlie)
    answers = [client.get(link(table, f"guess{number}")).status_code for number in range(15)]
    assert answers == [404] * 10 + [429] * 5
    answer = client.post(link(table))
    assert answer.status_code == 429
    assert not table.seats.filter(user=cast.charlie).exists()


def test_right_words_are_not_counted(client: Client, table: Any) -> None:
    assert {client.get(link(table)).status_code for _ in range(15)} == {200}


def test_a_substitute_takes_an_abandoned_seat_of_a_running_private_game(client: Client, story: Any, cast: Any) -> None:
    game = story.begins(word="Amber quill").game
    assert "Every seat is taken" in client.get(link(game)).content.decode()
    services.leave_game(cast.bob, game)
    page = client.get(link(game)).content.decode()
    assert "Play England" in page
    assert "Play France" not in page
    answer = client.post(link(game), {"name": "Dora", "power": "ENG"})
    assert answer["Location"] == f"/games/{game.slug}/"
    seat = game.seats.get(power="ENG")
    assert (seat.user.name, seat.bot) == ("Guest Dora", "")
    assert "You are England" in client.get(answer["Location"]).content.decode()


def test_a_substitute_takes_an_empty_seat(client: Client, story: Any, cast: Any) -> None:
    game = story.begins(word="Amber quill").game
    game.seats.filter(power="RUS").update(bot="")
    client.force_login(cast.charlie)
    client.post(link(game), {"power": "RUS"})
    assert game.seats.get(power="RUS").user == cast.charlie


def test_seats_that_are_held_are_not_taken_by_the_link(client: Client, story: Any, cast: Any) -> None:
    game = story.begins(word="Amber quill").game
    client.force_login(cast.charlie)
    for power in ("FRA", "TUR", "", "XXX"):
        assert client.post(link(game), {"power": power}).status_code == 409
    assert not game.seats.filter(user=cast.charlie).exists()
    services.leave_game(cast.bob, game)
    client.force_login(cast.bob)  # who knows what others do not
    assert client.post(link(game), {"power": "ENG"}).status_code == 409


def test_those_who_play_find_the_link_in_the_game(client: Client, story: Any, cast: Any) -> None:
    game = story.begins(word="Amber quill").game
    client.force_login(cast.bob)
    assert link(game) in client.get(f"/games/{game.slug}/").content.decode()
