"""The clock stands still, gets more time, or a minute for who is still writing: by vote, by the staff, by asking."""

from datetime import timedelta

import pytest

from dipgame.games import clock, services
from dipgame.games.errors import Late, Malformed, NotRunning
from dipgame.games.models import Game, GamePhase, Notice, SeatPhase
from dipgame.games.votes.clock_vote import needed_for, offers_for

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = "pause-86400"
HALF_A_DAY = "more-43200"


@pytest.fixture
def played(story):
    return story.begins(fill_bot="holdbot")


def wish(story, power, what, phase=None, agrees=True):
    with story.committed():
        return services.cast_vote(story.seat(power), phase or story.phase, "clock", what, agrees)


def is_about(moment, other):
    return abs(moment - other) < timedelta(seconds=30)


def test_more_than_half_of_the_people_have_it():
    assert [needed_for(people) for people in range(1, 8)] == [1, 2, 2, 3, 3, 4, 4]


def test_both_ask_for_a_pause_and_the_clock_stands_still(played):
    before = played.row.deadline
    assert not wish(played, "FRA", DAY)
    assert played.row.deadline == before
    assert wish(played, "ENG", DAY)
    assert is_about(played.row.deadline, before + timedelta(days=1))
    played.game.refresh_from_db()
    assert is_about(played.game.paused_until, clock.now() + timedelta(days=1))
    assert [played.seat(power).votes for power in ("FRA", "ENG")] == [{}, {}]
    assert "The players paused the game" in Notice.objects.get().words


def test_different_wishes_do_not_add_up_and_one_may_be_taken_back(played):
    before = played.row.deadline
    assert not wish(played, "FRA", DAY)
    assert not wish(played, "ENG", "pause-259200")
    assert not wish(played, "FRA", DAY, agrees=None)
    assert not wish(played, "ENG", DAY)
    assert played.row.deadline == before


def test_who_plays_with_bots_alone_need_not_ask_anybody(story):
    story.begins(bob=False, fill_bot="holdbot")
    before = story.row.deadline
    assert wish(story, "FRA", HALF_A_DAY)
    assert story.row.deadline == before + timedelta(hours=12)


def test_wishes_are_forgotten_with_the_phase(played):
    wish(played, "FRA", DAY)
    played.deadline_passes()
    assert not wish(played, "ENG", DAY)


def test_a_pause_ends_by_itself_and_the_next_phase_begins_its_time_then(played):
    services.pause_game(played.game, timedelta(days=2))
    played.ready("FRA", "ENG")
    assert played.phase == "F1901M"
    assert is_about(played.row.deadline, clock.now() + timedelta(days=3))
    Game.objects.update(paused_until=clock.now() - timedelta(seconds=1))
    played.ready("FRA", "ENG")
    assert is_about(played.row.deadline, clock.now() + timedelta(days=1))


def test_a_pause_is_ended_before_its_time(played):
    before = played.row.deadline
    services.pause_game(played.game, timedelta(days=2))
    assert list(offers_for(Game.objects.get(pk=played.game.pk))) == ["resume"]
    assert not wish(played, "FRA", "resume")
    assert wish(played, "ENG", "resume")
    assert is_about(played.row.deadline, before)
    with pytest.raises(NotRunning, match="not paused"):
        services.resume_game(played.game)


def test_a_second_pause_takes_the_place_of_the_first(played):
    before = played.row.deadline
    services.pause_game(played.game, timedelta(days=2))
    services.pause_game(played.game, timedelta(days=1))
    assert is_about(played.row.deadline, before + timedelta(days=1))


@pytest.mark.parametrize("length", [timedelta(0), timedelta(days=-1), timedelta(days=15)])
def test_a_pause_has_a_length(played, length):
    with pytest.raises(Malformed):
        services.pause_game(played.game, length)


@pytest.mark.parametrize("what", ["pause-60", "resume", "draw", "x" * 200])
def test_only_what_is_on_offer_is_asked_for(played, what):
    with pytest.raises(Malformed):
        wish(played, "FRA", what)


def test_votes_of_another_phase_after_the_end_and_without_a_unit_are_refused(played):
    with pytest.raises(Late):
        wish(played, "FRA", DAY, phase="F1901M")
    phase = played.phase
    GamePhase.objects.filter(game=played.game).update(deadline=clock.now())
    with pytest.raises(Late):
        wish(played, "FRA", DAY)
    services.cancel_game(played.game)
    with pytest.raises(NotRunning):
        wish(played, "FRA", DAY, phase=phase)


def test_an_eliminated_player_has_no_vote_on_the_clock(story):
    at = {"phase": "S1903M", "units": ["FRA A PAR", "GER A BER"], "centers": {"FRA": ["PAR"], "GER": ["BER"]}}
    story.begins(fill_bot="holdbot", at=at)
    with pytest.raises(NotRunning, match="nothing left"):
        wish(story, "ENG", DAY)
    assert wish(story, "FRA", DAY)


# --- a minute for who is writing ---------------------------------------------------------------------------


@pytest.fixture
def nearly_over(played):
    GamePhase.objects.filter(game=played.game).update(deadline=clock.now() + timedelta(seconds=10))
    return played


def grace(story, power, phase="S1901M"):
    return services.give_grace(story.seat(power), phase)


def test_a_minute_more_once_in_a_phase(nearly_over):
    before = nearly_over.row.deadline
    assert grace(nearly_over, "FRA")
    assert nearly_over.row.deadline == before + timedelta(minutes=1)
    assert not grace(nearly_over, "ENG")
    assert not grace(nearly_over, "FRA")


def test_no_grace_before_the_last_minute(played):
    assert not grace(played, "FRA")


def test_no_grace_for_ready_players_and_bots(nearly_over):
    SeatPhase.objects.filter(seat__power="FRA").update(ready=True)
    assert not grace(nearly_over, "FRA")
    assert not grace(nearly_over, "TUR")


def test_no_grace_after_the_deadline(nearly_over):
    GamePhase.objects.update(deadline=clock.now())
    with pytest.raises(Late):
        grace(nearly_over, "FRA")
