"""Somebody gives up a seat."""

import pytest

from dipgame.games import services
from dipgame.games.errors import NotRunning, NotSeated

pytestmark = pytest.mark.database


def test_before_the_game_begins_the_seat_is_free_again(story, cast):
    story.waits()
    services.leave_game(cast.bob, story.game)
    assert story.seat("ENG").is_free
    services.join_game(cast.charlie, story.game, "ENG")


def test_a_game_its_host_left_belongs_to_whoever_stays(story, cast):
    story.waits()
    services.leave_game(cast.alice, story.game)
    story.game.refresh_from_db()
    assert (story.game.status, story.game.host) == ("open", cast.bob)


def test_an_open_game_without_anybody_is_called_off(story, cast):
    story.waits(bob=False)
    services.leave_game(cast.alice, story.game)
    story.game.refresh_from_db()
    assert story.game.status == "cancelled"


def test_in_a_running_game_a_bot_plays_on(story, cast):
    story.begins(bots="holdbot", fill_bot="dumbbot")
    story.orders("ENG", "F LON - NTH")
    with story.committed():
        services.leave_game(cast.bob, story.game)
    seat = story.seat("ENG")
    assert (seat.user, seat.bot) == (None, "dumbbot")
    assert story.sheet("ENG").bot_state == "ok"
    assert len(story.sheet("ENG").orders) == 3
    story.ready("FRA")
    assert story.phase == "F1901M"


def test_with_the_last_person_gone_the_game_ends(story, cast):
    story.begins(bob=False)
    with story.committed():
        services.leave_game(cast.alice, story.game)
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result) == ("finished", "abandoned")
    assert (story.phase, story.row.status) == ("S1901M", "final")


def test_a_stranger_has_nothing_to_leave(story, cast):
    story.begins()
    with pytest.raises(NotSeated):
        services.leave_game(cast.charlie, story.game)


def test_a_game_that_is_over_is_not_left(story, cast):
    story.begins()
    services.cancel_game(story.game)
    with pytest.raises(NotRunning):
        services.leave_game(cast.alice, story.game)
    assert story.seat("FRA").user == cast.alice
