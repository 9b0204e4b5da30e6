"""Against bots alone, a phase stays open for a moment after Ready."""

from datetime import timedelta

import pytest

from dipgame.games import clock, services
from dipgame.games.errors import Late
from dipgame.games.models import BotState, SeatPhase
from dipgame.games.queue import RESOLVE_PHASE
from frontend.game.sheets import sheet_of
from tests.thinking import play_bot

pytestmark = pytest.mark.database

RETREATS = {
    "phase": "F1902R",
    "units": ["FRA A BUR", "TUR A SMY"],
    "dislodged": [{"unit": "GER A BUR", "from": "PAR", "retreats": ["BEL", "RUH"]}],
    "centers": {"FRA": ["PAR"], "GER": ["MUN"], "TUR": ["SMY"]},
}


@pytest.fixture
def alone(story, settings):
    """Alice plays with six bots, who have their orders."""
    settings.READY_SECONDS = 3.0
    return story.begins(bob=False)


def moment_passes(story):
    """The moment for second thoughts is over, and whatever was queued for it is lost."""
    row = story.row
    row.closes_at = clock.now() - timedelta(milliseconds=1)
    row.save(update_fields=["closes_at"])
    story.outbox.tasks.clear()


def unready(story):
    with story.committed():
        services.set_ready(story.seat("FRA"), story.phase, False)


def test_the_phase_stays_open_for_three_seconds_and_is_then_resolved(alone):
    before = clock.now()
    alone.ready("FRA")
    assert alone.phase == "S1901M"
    assert timedelta(seconds=3) <= alone.row.closes_at - before < timedelta(seconds=5)
    with alone.committed():
        assert services.sweep().phases == 0
    moment_passes(alone)
    with alone.committed():
        assert services.sweep().phases == 1
    assert alone.phase == "F1901M"
    assert alone.row.closes_at is None


def test_the_worker_is_asked_for_that_very_moment(alone, monkeypatch):
    sent = []
    monkeypatch.setattr("dipgame.games.queue.send", lambda *task: sent.append(task))
    alone.ready("FRA")
    assert sent == [(RESOLVE_PHASE, alone.row.pk, alone.row.closes_at)]


def test_taken_back_in_time_nothing_has_happened(alone):
    alone.orders("FRA", "A PAR - BUR")
    alone.ready("FRA")
    unready(alone)
    assert alone.row.closes_at is None
    assert not alone.sheet("FRA").ready
    with alone.committed():
        assert services.sweep().phases == 0
    assert not services.resolve_phase(alone.row.pk)
    assert alone.phase == "S1901M"
    assert alone.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_a_second_ready_does_not_put_it_off(alone):
    alone.ready("FRA")
    first = alone.row.closes_at
    alone.ready("FRA")
    assert alone.row.closes_at == first


def test_ready_again_after_taking_it_back_counts_from_then(alone):
    alone.ready("FRA")
    first = alone.row.closes_at
    unready(alone)
    alone.ready("FRA")
    assert alone.row.closes_at > first
    assert not services.resolve_phase(alone.row.pk)


def test_a_bot_that_is_ready_later_does_not_close_it_sooner(alone):
    SeatPhase.objects.filter(phase=alone.row, seat__power="TUR").update(ready=False, bot_state=BotState.WAITING)
    alone.ready("FRA")
    with alone.committed():
        play_bot(alone.sheet("TUR").pk)
    assert alone.sheet("TUR").ready
    assert alone.phase == "S1901M"
    moment_passes(alone)
    with alone.committed():
        services.sweep()
    assert alone.phase == "F1901M"


def test_a_bot_that_is_still_awaited_then_is_waited_for(alone):
    SeatPhase.objects.filter(phase=alone.row, seat__power="TUR").update(ready=False, bot_state=BotState.WAITING)
    alone.ready("FRA")
    moment_passes(alone)
    with alone.committed():
        assert services.sweep().phases == 0
    with alone.committed():
        play_bot(alone.sheet("TUR").pk)
    assert alone.phase == "F1901M"


def test_after_it_is_resolved_it_is_too_late(alone):
    alone.ready("FRA")
    moment_passes(alone)
    with alone.committed():
        services.sweep()
    with pytest.raises(Late):
        services.set_ready(alone.seat("FRA"), "S1901M", False)


def test_the_deadline_does_not_wait(alone):
    alone.ready("FRA")
    alone.deadline_passes()
    assert alone.phase == "F1901M"


def test_a_phase_without_anything_to_decide_does_not_wait(alone):
    alone.is_at(RETREATS)  # the workers have the bots play, and what follows
    passed = alone.game.phases.get(name="F1902R")
    assert (passed.status, passed.closes_at) == ("resolved", None)


def test_games_of_several_people_resolve_at_once(story, settings):
    settings.READY_SECONDS = 3.0
    story.begins()
    story.ready("FRA")
    assert story.row.closes_at is None
    story.ready("ENG")
    assert story.phase == "F1901M"


def test_the_page_is_told_until_when_it_can_be_taken_back(alone):
    assert sheet_of(alone.seat("FRA"))["closes"] is None
    alone.ready("FRA")
    assert sheet_of(alone.seat("FRA"))["closes"] == alone.row.closes_at.isoformat()
    unready(alone)
    assert sheet_of(alone.seat("FRA"))["closes"] is None
