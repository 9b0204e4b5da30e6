"""A game ends."""

from datetime import timedelta

import pytest

from dipgame.games import clock, services
from dipgame.games.errors import NotRunning
from dipgame.games.models import Seat

pytestmark = pytest.mark.database

CENTERS = [
    "BRE",
    "MAR",
    "PAR",
    "SPA",
    "POR",
    "BEL",
    "HOL",
    "MUN",
    "KIE",
    "BER",
    "DEN",
    "SWE",
    "NWY",
    "LON",
    "LVP",
    "EDI",
    "VEN",
]


def test_a_solo(story):
    at = {
        "phase": "F1910M",
        "units": ["FRA A ROM", "FRA F TYS", "TUR A CON", "ENG F IRI"],
        "centers": {"FRA": CENTERS, "TUR": ["CON"]},
    }
    story.begins(at=at, bots="holdbot")
    story.orders("FRA", "A ROM H", "F TYS H")
    story.ready("FRA", "ENG")
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result, story.game.winner) == ("finished", "solo", "FRA")
    assert story.row.status == "final"
    assert len(story.position.centers_of("FRA")) == 18
    with pytest.raises(NotRunning, match="over"):
        services.submit_order(story.seat("FRA"), story.phase, "A ROM H")


def test_a_draw_after_the_last_year(story):
    story.begins(end_year=1901)
    story.orders("FRA", "A MAR - SPA")
    story.year_passes()
    story.game.refresh_from_db()
    assert (story.game.result, story.game.winner, story.phase) == ("draw", "", "S1902M")
    assert story.game.phases.filter(status="resolved").count() >= 2


def test_everybody_who_played_is_out(story):
    at = {"phase": "F1910M", "units": ["TUR A LON", "TUR A PAR", "ENG A WAL", "FRA A GAS"], "centers": {"TUR": ["CON"]}}
    story.begins(at=at)
    story.ready("FRA", "ENG")
    while story.is_running:
        story.deadline_passes()
    assert story.game.result == "abandoned"


def test_everybody_who_played_stays_away(story):
    story.begins()
    phases = 0
    while story.is_running:
        story.deadline_passes()
        phases += 1
    assert story.game.result == "abandoned"
    assert phases == 4


def test_one_who_stays_keeps_the_game_going(story):
    story.begins()
    for _ in range(6):
        if story.sheet("FRA").must_decide:
            story.ready("FRA")
        story.deadline_passes()
    assert story.is_running


def test_a_game_of_bots_alone_is_played_to_its_end(story):
    story.waits(end_year=1902)
    Seat.objects.update(user=None)
    with story.committed():
        services.fill_seats(story.game, "dumbbot")
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result) == ("finished", "draw")


def test_cancelling_keeps_what_was_played(story):
    story.begins()
    story.ready("FRA", "ENG")
    services.cancel_game(story.game)
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result) == ("cancelled", "")
    assert [(row.name, row.status) for row in story.game.phases.all()] == [("S1901M", "resolved"), ("F1901M", "final")]
    with pytest.raises(NotRunning):
        services.cancel_game(story.game)
    with story.committed():
        assert services.sweep().phases == 0


def test_a_game_ends_though_the_clock_went_back(story, monkeypatch):
    """A game never ends before its beginning.

    The clock of this machine is behind, or was set back since the game began.
    """
    story.begins()
    story.game.refresh_from_db()
    earlier = story.game.started_at - timedelta(minutes=30)
    monkeypatch.setattr(clock, "now", lambda: earlier)
    with story.committed():
        for person in (story.cast.alice, story.cast.bob):
            services.leave_game(person, story.game)
    story.game.refresh_from_db()
    assert (story.game.status, story.game.result) == ("finished", "abandoned")
    assert story.game.finished_at == story.game.started_at
