"""Somebody takes a seat."""

import pytest

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.errors import AlreadySeated, Full, Malformed, NotOpen, Taken, WrongWord
from dipgame.games.models import Game

pytestmark = pytest.mark.database


def test_the_chosen_power(story, cast):
    story.waits(bob=False)
    seat = services.join_game(cast.bob, story.game, "ENG")
    assert (seat.power, seat.user) == ("ENG", cast.bob)


def test_any_power_is_one_that_is_free(story, cast):
    story.waits()
    seat = services.join_game(cast.charlie, story.game)
    assert seat.power not in ("FRA", "ENG")


def test_the_game_begins_with_the_seventh_seat(story):
    story.waits()
    people = [User.objects.create_user(f"p{number}@example.org", f"Player {number}") for number in range(5)]
    for person in people:
        assert not story.is_running
        services.join_game(person, story.game)
    assert story.is_running
    assert story.phase == "S1901M"


@pytest.mark.parametrize(
    ("who", "wish", "refusal"),
    [
        ("alice", ("", "inkwell"), AlreadySeated),
        ("alice", ("TUR", "inkwell"), AlreadySeated),
        ("charlie", ("FRA", "inkwell"), Taken),
        ("charlie", ("SPA", "inkwell"), Malformed),
        ("charlie", ("TUR", ""), WrongWord),
        ("charlie", ("TUR", "ink"), WrongWord),
    ],
)
def test_what_is_refused_changes_nothing(story, cast, who, wish, refusal):
    story.waits(word="inkwell")
    before = list(story.game.seats.values())
    with pytest.raises(refusal) as refused:
        services.join_game(getattr(cast, who), story.game, *wish)
    assert refused.value.message.endswith(".")
    assert list(story.game.seats.values()) == before


def test_a_game_that_has_begun_or_ended_takes_nobody(story, cast):
    story.begins()
    with pytest.raises(NotOpen):
        services.join_game(cast.charlie, story.game)
    services.cancel_game(story.game)
    with pytest.raises(NotOpen):
        services.join_game(cast.charlie, story.game)


def test_a_full_game_takes_nobody(story, cast):
    """A full game has normally begun; the check stands for itself all the same."""
    story.waits()
    story.game.seats.filter(user=None).update(bot="holdbot")
    with pytest.raises(Full):
        services.join_game(cast.charlie, Game.objects.get(pk=story.game.pk), "TUR")
