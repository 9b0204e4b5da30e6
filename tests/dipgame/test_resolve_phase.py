"""A phase is over."""

import importlib
from datetime import timedelta

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import opening
from dipgame.games import clock, convert, queries, services
from dipgame.games.errors import Late, NotRunning
from dipgame.games.models import GamePhase, SeatPhase

pytestmark = pytest.mark.database

module = importlib.import_module("dipgame.games.services.resolve_phase")


def test_the_next_board_is_the_engines(story):
    written = {"FRA": ["A PAR - BUR", "F BRE - MAO"], "ENG": ["F LON - NTH"]}
    story.begins()
    for power, texts in written.items():
        story.orders(power, *texts)
    holds = {
        power: [f"{u.kind} {u.region} H" for u in opening().units_of(power)]
        for power in ("TUR", "AUS", "GER", "ITA", "RUS")
    }
    story.ready("FRA", "ENG")
    orders = {power: [parse_order(text) for text in texts] for power, texts in (written | holds).items()}
    expected = adjudicate(opening(), orders)
    assert story.position == expected.next
    first = story.game.phases.get(index=0)
    assert sorted(map(str, convert.outcomes_of(first))) == sorted(map(str, expected.outcomes))


def test_the_deadline_resolves_with_the_orders_there_are(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    assert story.phase == "F1901M"
    assert story.unit("BUR") == "FRA A BUR"
    assert story.unit("LON") == "ENG F LON"


def test_a_phase_that_is_not_due_stays(story):
    story.begins()
    assert not services.resolve_phase(story.row.pk)
    assert story.phase == "S1901M"


def test_a_keeper_may_resolve_a_phase_that_is_not_due(story):
    story.begins()
    with story.committed():
        assert services.resolve_phase(story.row.pk, force=True)
    assert story.phase == "F1901M"


def test_workers_are_told_of_a_deadline_before_it_passes(story, monkeypatch):
    """No page waits for the sweep after it."""
    told = []
    monkeypatch.setattr("dipgame.games.queue.send", lambda *task: told.append(task))
    story.begins()
    soon, later = (clock.now() + timedelta(seconds=each) for each in (1.5, 5))
    for deadline, expected in ((later, []), (soon, [("games.resolve_phase", story.row.pk, soon)])):
        GamePhase.objects.update(deadline=deadline)
        told.clear()
        with story.committed():
            assert services.sweep().phases == 0
        assert [each for each in told if each[0] == "games.resolve_phase"] == expected
    assert not services.resolve_phase(story.row.pk)


def test_a_resolved_phase_is_not_resolved_again(story):
    story.begins()
    first = story.row.pk
    story.ready("FRA", "ENG")
    assert not services.resolve_phase(first)
    assert not services.resolve_phase(first, force=True)
    assert not services.resolve_phase(10**9)
    assert story.game.phases.count() == 2


def test_the_next_phase_lasts_as_long_as_its_kind(story):
    story.begins(movement_seconds=600, retreat_seconds=900, adjustment_seconds=1200, first_seconds=7200)
    lengths = {}
    for _ in range(3):
        lengths[story.phase] = (story.row.deadline - story.row.opened_at).total_seconds()
        story.orders("FRA", *{"S1901M": ["A PAR - PIC"], "F1901M": ["A PIC - BEL"]}.get(story.phase, []))
        story.deadline_passes()
    assert lengths == {"S1901M": 7200, "F1901M": 600, "W1901A": 1200}


def test_a_claim_closes_the_phase_to_orders(story):
    story.begins()
    GamePhase.objects.update(deadline=clock.now() - timedelta(seconds=1))
    assert module._claim(story.row.pk, force=False) is not None
    assert module._claim(story.row.pk, force=True) is None
    with pytest.raises(Late):
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR H")


def test_a_claim_of_a_worker_that_died_is_taken_up(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    dead = module._claim(_due(story), force=False)
    with story.committed():
        assert services.sweep().phases == 0
    GamePhase.objects.update(claimed_at=clock.now() - clock.CLAIM_LEASE)
    with story.committed():
        assert services.sweep().phases == 1
    assert story.phase == "F1901M"
    assert story.unit("BUR") == "FRA A BUR"
    # The first worker was only slow; what it brings now is not written.
    assert dead is not None
    assert not module._store(dead, adjudicate(opening(), {}))
    assert story.unit("BUR") == "FRA A BUR"


def test_when_writing_fails_nothing_is_written_and_another_worker_succeeds(story, monkeypatch):
    story.begins()
    story.orders("FRA", "A PAR H")
    story.orders("ENG", "F LON H")
    phase_id = _due(story)

    def break_down(*args):
        raise RuntimeError("out of paper")

    with monkeypatch.context() as patched:
        patched.setattr(module, "open_phase", break_down)
        with pytest.raises(RuntimeError, match="out of paper"):
            services.resolve_phase(phase_id)
    assert story.row.status == "claimed"
    assert story.row.outcomes is None
    GamePhase.objects.update(claimed_at=clock.now() - clock.CLAIM_LEASE)
    with story.committed():
        assert services.resolve_phase(phase_id)
    assert story.phase == "F1901M"


def test_a_game_cancelled_meanwhile_stays_cancelled(story):
    story.begins()
    claimed = module._claim(_due(story), force=False)
    services.cancel_game(story.game)
    assert claimed is not None
    assert not module._store(claimed, adjudicate(opening(), {}))
    story.game.refresh_from_db()
    assert (story.game.status, story.row.status) == ("cancelled", "final")


def test_missed_phases_are_counted_and_forgiven(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    assert (story.seat("FRA").missed, story.seat("ENG").missed) == (0, 1)
    story.ready("ENG")
    story.deadline_passes()
    assert (story.seat("FRA").missed, story.seat("ENG").missed) == (1, 0)


def test_more_time(story):
    story.begins()
    before = story.row.deadline
    services.extend_deadline(story.game, timedelta(hours=5))
    assert story.row.deadline == before + timedelta(hours=5)


def test_no_more_time_before_the_game_nor_while_it_is_resolved(story):
    story.waits()
    with pytest.raises(NotRunning):
        services.extend_deadline(story.game, timedelta(hours=5))
    story.begins()
    module._claim(_due(story), force=False)
    with pytest.raises(Late):
        services.extend_deadline(story.game, timedelta(hours=5))


def test_bots_are_asked_in_every_new_phase(story):
    story.begins(bots="dumbbot")
    story.ready("FRA", "ENG")
    states = dict(SeatPhase.objects.filter(phase=story.row).values_list("seat__power", "bot_state"))
    assert states == {"FRA": "", "ENG": ""} | dict.fromkeys(("AUS", "GER", "ITA", "RUS", "TUR"), "ok")
    assert len(queries.seat_view(story.seat("TUR")).history) == 1


def _due(story):
    """The present phase's id, its deadline over."""
    GamePhase.objects.filter(pk=story.row.pk).update(deadline=clock.now() - timedelta(seconds=1))
    return story.row.pk
