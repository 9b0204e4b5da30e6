"""Bots take the seats nobody took."""

from datetime import timedelta

import pytest

from bots.company import member_for
from bots.registry import BOTS
from dipgame.games import clock, services
from dipgame.games.errors import NotOpen, NotRunning, UnknownBot
from dipgame.games.models import Game, Notification


def test_every_free_seat_and_only_those(story, cast):
    story.waits()
    with story.committed():
        assert services.fill_seats(story.game, "holdbot") == 5
    assert story.is_running
    seats = {seat.power: seat.bot or seat.user.name for seat in story.game.seats.all()}
    assert seats == {"FRA": "Alice", "ENG": "Bob"} | dict.fromkeys(("AUS", "GER", "ITA", "RUS", "TUR"), "holdbot")


def test_at_the_time_that_was_announced(story):
    story.waits(fill_bot="holdbot", fill_at=clock.now() + timedelta(hours=1))
    with story.committed():
        assert services.sweep().filled == 0
    assert not story.is_running
    story.game.fill_at = clock.now()
    story.game.save()
    with story.committed():
        assert services.sweep().filled == 1
    assert story.is_running
    with story.committed():
        assert services.sweep().filled == 0


def test_an_unknown_bot_is_refused(story):
    story.waits()
    with pytest.raises(UnknownBot) as refused:
        services.fill_seats(story.game, "deep blue")
    assert "dumbbot" in refused.value.message
    assert not story.is_running


def test_a_game_that_is_over_stays_as_it_is(story):
    story.waits()
    services.cancel_game(story.game)
    with pytest.raises(NotOpen):
        services.fill_seats(story.game, "holdbot")


def test_the_seat_of_a_deleted_account_in_a_running_game(story, cast):
    story.begins()
    cast.bob.delete()
    assert story.seat("ENG").is_free
    with story.committed():
        assert services.fill_seats(story.game, "holdbot") == 1
    assert story.sheet("ENG").bot_state == "ok"
    story.ready("FRA")
    assert story.phase == "F1901M"


def test_a_keeper_replaces_a_player(story):
    story.begins()
    with story.committed():
        services.replace_player(story.seat("ENG"), "dumbbot")
    assert (story.seat("ENG").bot, story.seat("ENG").user) == ("dumbbot", None)
    told = Notification.objects.get(kind="seat")
    assert (told.user, told.words) == (story.cast.bob, "England was given to a bot; you are off the seat.")
    with story.committed():
        services.replace_player(story.seat("FRA"), "dumbbot")
    story.game.refresh_from_db()
    assert story.game.result == "abandoned"


def test_the_seats_of_a_game_that_is_over_stay_as_they_are(story):
    story.begins()
    services.cancel_game(story.game)
    with pytest.raises(NotRunning):
        services.replace_player(story.seat("ENG"), "dumbbot")


def test_a_bot_that_is_not_on_offer_any_more_leaves_the_game_waiting(story):
    story.waits(fill_bot="holdbot", fill_at=clock.now() + timedelta(hours=1))
    Game.objects.update(fill_bot="retired", fill_at=clock.now())
    with story.committed():
        assert services.sweep().filled == 0
    assert not story.is_running


def test_a_company_puts_another_bot_at_each_seat_while_there_are_others(story):
    story.begins(bots="company")
    seated = {seat.power: seat.bot for seat in story.game.seats.all() if seat.bot}
    assert len(seated) == 5
    assert len(set(seated.values())) >= 4  # six characters for seven powers: Austria and Turkey share one
    assert all(BOTS[name].talks for name in seated.values())


def test_each_seat_may_have_another_bot_and_skill(story):
    story.waits()
    with story.committed():
        services.fill_seats(story.game, "company-gentle", {"RUS": "hana-diplomat-strong", "TUR": "holdbot"})
    seated = {seat.power: seat.bot for seat in story.game.seats.all() if seat.bot}
    assert (seated["RUS"], seated["TUR"]) == ("hana-diplomat-strong", "holdbot")
    assert all(BOTS[name].skill == "gentle" for power, name in seated.items() if power not in {"RUS", "TUR"})


def test_one_that_is_not_on_offer_for_one_seat_fills_none(story):
    story.waits()
    with pytest.raises(UnknownBot):
        services.fill_seats(story.game, "holdbot", {"RUS": "deep blue"})
    assert any(seat.is_free for seat in story.game.seats.all())


def test_a_seat_given_up_to_a_company_gets_one_member(story):
    story.begins()
    with story.committed():
        services.replace_player(story.seat("ENG"), "company")
    assert story.seat("ENG").bot == member_for("company", story.game.seed, "ENG")
