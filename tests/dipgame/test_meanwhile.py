"""Services look again under the lock at what changed meanwhile."""

import sys
from datetime import timedelta

import pytest

from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.errors import Banned
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, GamePhase, Notification, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HOUR = timedelta(hours=1)


@pytest.fixture
def guest(db):
    made = User(name="Guest 1", is_guest=True)
    made.save()
    return made


@pytest.fixture
def staff(db):
    return User.objects.create_user("dora@example.org", "Dora", is_staff=True)


def test_who_deleted_the_account_in_another_window_takes_no_seat(story, cast):
    story.waits()
    services.forget_person(User.objects.get(pk=cast.charlie.pk))
    with pytest.raises(Banned, match="deleted"):
        services.join_game(cast.charlie, story.game, "GER")
    with pytest.raises(Banned, match="deleted"):
        services.offer_game(cast.charlie, services.Terms(name="Tea"))
    assert not Seat.objects.filter(user=cast.charlie).exists()


def test_who_was_banned_meanwhile_takes_no_seat_back(story, cast, staff):
    story.begins()
    services.sanction_person(cast.charlie, "ban", HOUR, "Rude.", staff)
    Seat.objects.filter(game=story.game, power="GER").update(owner=cast.charlie, vacated_at=clock.now())
    for take in (
        lambda: services.take_seat_back(cast.charlie, story.game),
        lambda: services.take_seat_over(cast.charlie, story.game, "GER"),
    ):
        with pytest.raises(Banned, match="may not take a seat"):
            take()
    assert story.seat("GER").user is None


def test_a_guest_who_made_an_account_in_another_window_is_not_adopted(story, cast, guest):
    """Signing in here must not delete the account that was made there."""
    before = User.objects.get(pk=guest.pk)
    User.objects.filter(pk=guest.pk).update(is_guest=False, email="g@example.org", name="Gerda")
    story.waits()
    services.join_game(User.objects.get(pk=guest.pk), story.game, "GER")
    assert services.adopt_guest(before, cast.charlie) == 0
    assert story.seat("GER").user_id == guest.pk


def test_a_guest_who_is_gone_is_adopted_by_nobody(cast, guest):
    before = User.objects.get(pk=guest.pk)
    guest.delete()
    assert services.adopt_guest(before, cast.charlie) == 0


def test_a_table_that_everybody_left_is_not_filled_with_bots(story, cast, monkeypatch):
    """The sweep finds the game due; then its last person leaves.

    The game goes on waiting for people.
    """
    services.promote_games()
    story.game = Game.objects.filter(promoted=True).latest("pk")
    services.join_game(cast.alice, story.game, "FRA")
    Game.objects.filter(pk=story.game.pk).update(fill_bot="holdbot", fill_at=clock.now() - HOUR)

    def left_before(game_id: int) -> Game:
        services.leave_game(cast.alice, story.game)
        return lock_game(game_id)

    monkeypatch.setattr(sys.modules["dipgame.games.services.sweep"], "lock_game", left_before)
    with story.committed():
        assert services.sweep().filled == 0
    story.game.refresh_from_db()
    assert (story.game.status, story.game.seats.exclude(bot="").count()) == ("open", 0)


def test_nobody_is_reminded_of_a_phase_that_has_just_ended(story, monkeypatch):
    story.begins(movement_seconds=86_400)
    row = story.row
    GamePhase.objects.filter(pk=row.pk).update(deadline=clock.now() + HOUR)
    near = clock.is_near

    def ended_meanwhile(phase, at):
        found = near(phase, at)
        services.resolve_phase(row.pk, force=True)
        return found

    monkeypatch.setattr(clock, "is_near", ended_meanwhile)
    assert services.remind() == 0
    assert not Notification.objects.filter(kind=Notification.Kind.DEADLINE).exists()


def test_who_sits_at_two_tables_leaves_both_in_the_order_of_locks(story, cast, staff):
    """Locks of a person's games are taken in order.

    A lock out of order fails the test by itself.
    """
    story.waits()
    second = services.create_game(cast.bob, services.Terms(name="Coffee", power="RUS"))
    services.join_game(cast.alice, second, "AUS")
    services.join_game(cast.charlie, second, "GER")
    services.join_game(cast.charlie, story.game, "GER")
    services.sanction_person(cast.bob, "ban", HOUR, "Rude.", staff)
    services.forget_person(cast.alice)
    assert {seat.user_id for seat in Seat.objects.exclude(user=None)} == {cast.charlie.pk}
    assert set(Game.objects.values_list("host", flat=True)) == {cast.charlie.pk}


def test_a_guest_at_two_tables_is_adopted_and_tidied_in_the_order_of_locks(story, cast, guest):
    story.waits()
    second = services.create_game(cast.bob, services.Terms(name="Coffee", power="RUS"))
    for game in (story.game, second):
        services.join_game(guest, game, "GER")
    assert services.adopt_guest(guest, cast.charlie) == 2
    other = User(name="Guest 2", is_guest=True, date_joined=clock.now() - timedelta(days=30))
    other.save()
    for game in (story.game, second):
        services.join_game(other, game, "ITA")
    assert services.tidy_guests() == 1
    assert Seat.objects.filter(power="ITA", user=None).count() == 2
