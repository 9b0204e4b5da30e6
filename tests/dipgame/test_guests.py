"""Guests come, and are let go."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from dipgame.accounts.guests import GUEST_STAYS, TooManyGuestsError, new_guest
from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.events import game_topic
from dipgame.games.models import Game, News

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def guest():
    return new_guest("203.0.113.7")


@pytest.fixture
def long_ago(guest):
    """The guest began to play longer ago than a guest stays."""
    game = services.create_game(guest, services.Terms(name="Tea", power="FRA", fill_bot="holdbot", fill_at=clock.now()))
    User.objects.filter(pk=guest.pk).update(date_joined=clock.now() - GUEST_STAYS - timedelta(hours=1))
    return game


def test_a_guest_has_a_name_of_their_own_and_no_address(guest):
    assert guest.name.startswith("Guest ")
    assert (guest.email, guest.has_usable_password()) == (None, False)
    assert "203.0" not in guest.guest_network


def test_programs_of_a_network_are_counted_by_themselves(guest, settings):
    """A tournament comes from one machine, and most programs share a name."""
    settings.GUESTS_PER_NETWORK, settings.PROGRAMS_PER_NETWORK = 2, 30
    names = {new_guest("203.0.113.7", "DumbBot by DAIDE", is_program=True).name for _ in range(30)}
    assert len(names) == 30
    assert {"Guest DumbBot by DAIDE", "Guest DumbBot by DAIDE 2"} < names
    with pytest.raises(TooManyGuestsError):
        new_guest("203.0.113.7", "DumbBot by DAIDE", is_program=True)
    assert new_guest("203.0.113.7").name.startswith("Guest ")
    with pytest.raises(TooManyGuestsError):
        new_guest("203.0.113.7")


def test_only_guests_are_without_an_address():
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(name="Dora")


def test_who_does_not_come_back_is_tidied_away_with_the_game(long_ago):
    News.objects.get_or_create(topic=game_topic(long_ago.slug))
    assert services.tidy_guests() == 1
    assert not Game.objects.exists()
    assert not User.objects.exists()
    assert not News.objects.filter(topic=game_topic(long_ago.slug)).exists()


def test_a_guest_who_played_lately_is_kept(long_ago, guest):
    seat = long_ago.seats.get(user=guest)
    services.once(seat, "k1-1", lambda: services.submit_order(seat, "S1901M", "A PAR - BUR") and None)
    assert services.tidy_guests() == 0
    assert Game.objects.exists()


def test_a_recent_guest_is_kept(guest):
    assert services.tidy_guests() == 0


def test_a_guest_with_an_account_is_kept(long_ago, guest):
    User.objects.filter(pk=guest.pk).update(is_guest=False, email="dora@example.org")
    assert services.tidy_guests() == 0
    assert Game.objects.exists()


def test_a_game_in_which_others_play_stays(story, cast, long_ago, guest):
    story.begins()
    story.game.seats.filter(power="GER").update(user=guest, bot="")
    assert services.tidy_guests() == 1
    assert list(Game.objects.all()) == [story.game]
    assert story.seat("GER").bot


def test_only_a_guest_is_adopted(cast, guest):
    for one, other in ((cast.alice, cast.bob), (guest, guest)):
        with pytest.raises(ValueError, match="only a guest"):
            services.adopt_guest(one, other)


def test_a_seat_in_a_game_one_plays_already_is_not_adopted(story, cast, guest):
    story.begins()
    story.game.seats.filter(power="GER").update(user=guest, bot="")
    assert services.adopt_guest(guest, cast.alice) == 0
    assert story.seat("GER").user == guest
    assert story.seat("FRA").user == cast.alice
