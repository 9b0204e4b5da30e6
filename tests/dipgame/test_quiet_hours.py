"""In quiet hours no phase ends and no game begins, by the clock on the wall of whoever set the table."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from adjudication.phase import parse_phase
from dipgame.games import clock, services
from dipgame.games.errors import BadTerms
from dipgame.games.models import Game, GamePhase

BERLIN = "Europe/Berlin"
CASES = [
    ("", BERLIN, "2026-11-23T02:00", "2026-11-23T02:00"),
    ("22-7", BERLIN, "2026-11-23T20:59", "2026-11-23T20:59"),
    ("22-7", BERLIN, "2026-11-23T21:00", "2026-11-24T06:00"),
    ("22-7", BERLIN, "2026-11-24T03:30", "2026-11-24T06:00"),
    ("22-7", BERLIN, "2026-11-24T06:00", "2026-11-24T06:00"),
    ("0-7", "UTC", "2026-11-24T00:00", "2026-11-24T07:00"),
    ("0-7", "UTC", "2026-11-24T23:59", "2026-11-24T23:59"),
    # The clocks go forward in the night to 29 March 2026, and back in the one to 25 October.
    ("22-7", BERLIN, "2026-03-28T23:00", "2026-03-29T05:00"),
    ("22-7", BERLIN, "2026-03-29T01:30", "2026-03-29T05:00"),
    ("22-7", BERLIN, "2026-10-24T22:30", "2026-10-25T06:00"),
    ("0-7", "America/New_York", "2026-11-01T05:30", "2026-11-01T12:00"),
]


@pytest.mark.parametrize(("quiet", "zone", "moment", "awake"), CASES)
def test_the_first_moment_after_them(quiet, zone, moment, awake):
    before, after = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (moment, awake))
    assert clock.awake(quiet, zone, before) == after


@pytest.mark.django_db
def test_no_phase_of_such_a_game_ends_then(story, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 23, 20, 0, tzinfo=UTC))
    story.begins(quiet="22-7", quiet_zone=BERLIN, movement_seconds=7200, fill_bot="holdbot")
    assert story.row.deadline == datetime(2026, 11, 24, 6, 0, tzinfo=UTC)


@pytest.mark.django_db
def test_bots_do_not_begin_it_in_the_night(cast, monkeypatch):
    now = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)
    terms = services.Terms("Tea", quiet="22-7", quiet_zone=BERLIN, fill_bot="holdbot", fill_at=now + timedelta(hours=3))
    assert services.create_game(cast.alice, terms).fill_at == datetime(2026, 11, 24, 6, 0, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize("bad", [{"quiet": "1-99"}, {"quiet": "22-7", "quiet_zone": "Middle/Earth"}])
def test_hours_and_zones_that_there_are_not(cast, bad):
    with pytest.raises(BadTerms):
        services.create_game(cast.alice, services.Terms("Tea", **bad))


@pytest.mark.django_db
def test_from_the_form_with_the_browsers_clock(client, cast):
    client.force_login(cast.alice)
    sent = {"name": "Tea", "pace": "day", "fill": "never", "quiet": "23-8", "zone": BERLIN}
    client.post("/games/", sent)
    game = Game.objects.get()
    assert (game.quiet, game.quiet_zone) == ("23-8", BERLIN)
    assert "Quiet from 23 to 8" in client.get(f"/games/{game.slug}/table/").content.decode()
    answer = client.post("/games/", sent | {"zone": "Middle/Earth"})
    assert answer.status_code == 400


EVENING = datetime(2026, 11, 23, 20, 30, tzinfo=UTC)  # 21:30 in Berlin
MORNING = datetime(2026, 11, 24, 7, 0, tzinfo=UTC)


@pytest.fixture
def evening(story, monkeypatch):
    """A game with quiet hours from 23 to 8 whose phase ends in a moment, at half past nine."""
    now = [EVENING - timedelta(hours=2)]
    monkeypatch.setattr(clock, "now", lambda: now[0])
    story.begins(quiet="23-8", quiet_zone=BERLIN, movement_seconds=7200, fill_bot="holdbot", word="ink")
    now[0] = EVENING - timedelta(seconds=30)
    return story, now


def more_time(story, now):
    services.extend_deadline(story.game, timedelta(hours=3))


def a_pause(story, now):
    services.pause_game(story.game, timedelta(hours=3))


def a_pause_that_ends_early(story, now):
    services.pause_game(story.game, timedelta(days=1))
    now[0] += timedelta(hours=3)
    services.resume_game(story.game)


def the_wish_of_the_players(story, now):
    for power in ("FRA", "ENG"):
        services.cast_vote(story.seat(power), "S1901M", "clock", "more-43200")


def an_absence_that_is_excused(story, now):
    story.orders("FRA", "A PAR H")
    now[0] += timedelta(minutes=1)
    services.resolve_phase(story.row.pk)


def nobody_wrote(story, now):
    now[0] += timedelta(minutes=1)
    services.resolve_phase(story.row.pk)


def a_phase_taken_back(story, now):
    story.orders("FRA", "A PAR H")
    services.resolve_phase(story.row.pk, force=True)
    services.undo_phase(story.game, "S1901M")
    services.extend_deadline(story.game, timedelta(hours=1))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "moves",
    [
        more_time,
        a_pause,
        a_pause_that_ends_early,
        the_wish_of_the_players,
        an_absence_that_is_excused,
        nobody_wrote,
        a_phase_taken_back,
    ],
)
def test_no_deadline_moves_into_them(evening, moves):
    story, now = evening
    moves(story, now)
    local = story.row.deadline.astimezone(ZoneInfo(BERLIN))
    assert 8 <= local.hour < 23, local
    assert story.row.deadline > now[0]


@pytest.mark.django_db
def test_who_writes_as_they_begin_is_given_no_minute_of_the_night(evening):
    story, now = evening
    GamePhase.objects.update(deadline=MORNING - timedelta(hours=9, seconds=10))  # 22:59:50
    now[0] = MORNING - timedelta(hours=9, seconds=20)
    assert not services.give_grace(story.seat("FRA"), "S1901M")
    assert story.row.deadline == MORNING - timedelta(hours=9, seconds=10)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("opened", "ends"),
    [
        ("2026-11-23T19:00:05", "2026-11-24T19:00"),  # right after the hour: a day later at 20:00 in Berlin
        ("2026-11-23T13:00", "2026-11-24T19:00"),  # everybody was ready early
        ("2026-03-28T19:00:05", "2026-03-29T18:00"),  # the clocks go forward in that night
    ],
)
def test_phases_end_at_the_fixed_hour_of_the_clock_on_the_wall(story, monkeypatch, opened, ends):
    at, end = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (opened, ends))
    monkeypatch.setattr(clock, "now", lambda: at)
    story.begins(quiet="23-8", quiet_zone=BERLIN, hour="20", fill_bot="holdbot")
    assert story.row.deadline == end
    assert clock.deadline_of(story.game, parse_phase("S1901R"), at) > at + timedelta(hours=5)


@pytest.mark.django_db
def test_a_quick_game_has_no_fixed_hour(cast):
    with pytest.raises(BadTerms, match="half a day"):
        services.create_game(cast.alice, services.Terms("Tea", hour="20", movement_seconds=3600))
