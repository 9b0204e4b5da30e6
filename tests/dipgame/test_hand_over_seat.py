"""Seats that change hands: nothing is left of the player before."""

from typing import Any

import pytest

from dipgame.games import clock, services
from dipgame.games.models import Absence, Seat
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.vacate_seat import vacate_seat

OTHERWISE: dict[str, Any] = {
    "excuses": 5,
    "votes": {"end": {"all": "yes"}},
    "wishes": "FRA",
    "start_wish": True,
    "missed": 3,
}

pytestmark = pytest.mark.django_db


def _used(seat: Seat) -> Seat:
    Seat.objects.filter(pk=seat.pk).update(**OTHERWISE)
    seat.refresh_from_db()
    return seat


def test_a_person_who_takes_it_finds_nothing_of_the_one_before(story: Any, cast: Any) -> None:
    story.begins()
    seat = _used(story.seat("FRA"))
    seat.owner, seat.vacated_at, seat.user, seat.bot = cast.alice, clock.now(), None, "holdbot"
    hand_over_seat(seat, user=cast.charlie)
    seat = Seat.objects.get(pk=seat.pk)
    assert (seat.user, seat.bot, seat.owner, seat.vacated_at) == (cast.charlie, "", None, None)
    assert (seat.excuses, seat.votes, seat.wishes, seat.start_wish, seat.missed) == (1, {}, "", False, 0)
    assert (seat.power, seat.game_id) == ("FRA", story.game.pk)


def test_a_bot_that_plays_on_has_no_vote_of_the_person(story: Any) -> None:
    story.begins()
    vacate_seat(story.game, _used(story.seat("FRA")), Absence.Kind.LEFT)
    seat = story.seat("FRA")
    assert (seat.votes, seat.missed, seat.start_wish, bool(seat.bot)) == ({}, 0, False, True)


def test_a_free_seat_keeps_no_wishes_of_who_left(story: Any, cast: Any) -> None:
    game = services.create_game(cast.alice, services.Terms(name="A game", seating="wishes"))
    seat = services.join_game(cast.bob, game, wishes=("TUR", "ITA"))
    services.leave_game(cast.bob, game)
    seat.refresh_from_db()
    assert (seat.is_free, seat.wishes, seat.joined_at) == (True, "", None)
