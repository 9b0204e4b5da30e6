"""Somebody gives up a seat."""

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_before_the_game_the_seat_is_free_again(client: Client, story: Any) -> None:
    story.waits()
    client.force_login(story.cast.bob)
    answer = client.post(f"/games/{story.game.slug}/leave/", follow=True)
    assert answer.redirect_chain == [("/games/", 302)]
    assert f"You left {story.game.name}." in answer.content.decode()
    assert not story.game.seats.filter(user=story.cast.bob).exists()


def test_the_last_one_out_calls_it_off(client: Client, story: Any) -> None:
    story.waits(bob=False)
    client.force_login(story.cast.alice)
    client.post(f"/games/{story.game.slug}/leave/")
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert "called off" in page
    assert "Sit here" not in page


def test_whoever_holds_no_seat(client: Client, story: Any) -> None:
    story.waits()
    client.force_login(story.cast.charlie)
    page = client.post(f"/games/{story.game.slug}/leave/", follow=True).content.decode()
    assert "You hold no seat in this game." in page


def test_leaving_needs_a_signed_in_person_and_a_form(client: Client, story: Any) -> None:
    story.waits()
    assert "/accounts/login/" in client.post(f"/games/{story.game.slug}/leave/")["Location"]
    client.force_login(story.cast.bob)
    assert client.get(f"/games/{story.game.slug}/leave/").status_code == 405
    assert story.game.seats.filter(user=story.cast.bob).exists()
