"""People do things at the same instant, and two workers tell them."""

from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from django.utils import timezone

from dipgame.accounts.friends import befriend
from dipgame.accounts.models import Device, Friendship, Mail, Push, User
from dipgame.accounts.rename import NameTakenError, rename
from dipgame.games import services
from dipgame.games.errors import Gone
from dipgame.games.models import GamePhase, Notification, Seat
from tests.dipgame.test_races import at_once, both_write, due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_two_workers_mail_each_thing_once(story: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "dipgame.accounts.mail.Queued"
    monkeypatch.setattr("dipgame.accounts.mail._wake", lambda: None)
    story.begins()
    Notification.objects.update(mail_at=timezone.now())
    found = at_once(*[services.mail_news] * 4)
    assert sum(found) == Mail.objects.count() == 2


def test_two_workers_push_each_thing_once(story: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("dipgame.games.services.push_news"), "wake", lambda: None)
    Device.objects.create(user=cast.alice, endpoint="https://web.push.apple.com/x", p256dh="x", auth="x", label="x")
    story.begins()
    Notification.objects.update(push_at=timezone.now())
    found = at_once(*[services.push_news] * 4)
    assert sum(found) == Push.objects.count() == 1


def test_two_workers_remind_once(story: Any) -> None:
    story.begins()
    GamePhase.objects.update(deadline=timezone.now() + timedelta(hours=1))
    assert sum(at_once(*[services.remind] * 4)) == 1
    assert Notification.objects.filter(kind="deadline").count() == 2


def test_both_open_the_others_link(cast: Any) -> None:
    found = at_once(partial(befriend, cast.alice, cast.bob), partial(befriend, cast.bob, cast.alice))
    assert found == [None, None]
    assert Friendship.objects.count() == 1


def test_one_of_two_substitutes_gets_the_seat(story: Any, cast: Any) -> None:
    game = story.begins(word="inkwell").game
    game.seats.filter(power="RUS").update(bot="")
    take = partial(services.take_seat_over, game=game, power="RUS", word="inkwell")
    found = at_once(*[partial(take, who) for who in (cast.charlie, User.objects.create_user("d@example.org", "Dora"))])
    assert [type(each) for each in found if not isinstance(each, Seat)] == [Gone]
    assert game.seats.get(power="RUS").user is not None


def test_one_of_two_gets_the_name(cast: Any) -> None:
    found = at_once(partial(rename, cast.alice, "Dora"), partial(rename, cast.bob, "D0ra"))
    assert [type(each) for each in found if each is not None] == [NameTakenError]
    assert User.objects.filter(look="d0ra").count() == 1


def test_an_account_is_deleted_while_a_phase_is_resolved(story: Any, cast: Any) -> None:
    story.begins()
    both_write(story)
    phase = due(story)
    found = at_once(partial(services.forget_person, cast.alice), partial(services.resolve_phase, phase))
    assert not [each for each in found if isinstance(each, Exception)]
    assert story.phase == "F1901M"
    seat = story.seat("FRA")
    assert (seat.user, bool(seat.bot)) == (None, True)
