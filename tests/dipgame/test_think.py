"""Workers for bots take the most urgent work first."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dipgame.games import clock, queries, services
from dipgame.games.models import GamePhase, Hearing, SeatPhase
from dipgame.games.queries import Thought, urgent_first, waiting_thoughts
from dipgame.metrics import BOT_ASKED

pytestmark = pytest.mark.database

NOW = datetime(2026, 11, 23, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def thought(row_id, game=1, *, kind="orders", waits=1, deadline=LATER, by_person=False, of_guests=False):
    return Thought(kind, row_id, game, NOW - timedelta(seconds=waits), deadline, by_person, of_guests)


def soon(seconds):
    return NOW + timedelta(seconds=seconds)


CASES = [
    ("the nearest deadline first", [thought(1, deadline=soon(40)), thought(2, deadline=soon(10))], [2, 1]),
    (
        "a near deadline before a person",
        [thought(1, kind="talk", by_person=True), thought(2, deadline=soon(10))],
        [2, 1],
    ),
    ("a person before bots", [thought(1, waits=9), thought(2, kind="talk", by_person=True)], [2, 1]),
    (
        "games of guests after those of members",
        [thought(1, waits=90, of_guests=True), thought(2, game=2), thought(3, game=2)],
        [2, 3, 1],
    ),
    (
        "what a member said before what a guest said",
        [thought(1, waits=9, by_person=True, of_guests=True), thought(2, by_person=True)],
        [2, 1],
    ),
    ("what waits longest first", [thought(1, waits=1), thought(2, game=2, waits=5)], [2, 1]),
    (
        "one of each game in turn",
        [*(thought(row, game=1, waits=90) for row in (1, 2, 3)), thought(4, game=2), thought(5, game=2)],
        [1, 4, 2, 5, 3],
    ),
]


@pytest.mark.parametrize(("what", "waiting", "order"), CASES, ids=[case[0] for case in CASES])
def test_the_order_of_what_waits(what, waiting, order):
    assert [each.row_id for each in urgent_first(waiting, NOW)] == order


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 1000)), max_size=60))
def test_no_game_is_served_twice_while_another_waits(waiting):
    """However much one game wants, the n-th thing of another never comes after its (n+1)-th."""
    thoughts = [thought(row, game, waits=waits) for row, (game, waits) in enumerate(waiting)]
    order = urgent_first(thoughts, NOW)
    assert sorted(each.row_id for each in order) == list(range(len(waiting)))
    served: dict[int, int] = {}
    for each in order:
        served[each.game_id] = served.get(each.game_id, 0) + 1
        waits = {other.game_id for other in thoughts} - {
            game for game, times in served.items() if times == sum(other.game_id == game for other in thoughts)
        }
        assert all(served[each.game_id] - served.get(game, 0) <= 1 for game in waits)


@pytest.mark.parametrize(
    ("what", "due", "mine", "is_asked"),
    [
        ("alone it is asked at once", 0, thought(0, waits=1), True),
        ("beside a few phases that are due, too", 4, thought(0, waits=1), True),
        ("with many it waits for pages", 60, thought(0, waits=1), False),
        ("but not for long", 60, thought(0, waits=6), True),
        ("nor near its deadline", 60, thought(0, waits=1, deadline=soon(20)), True),
        ("nor while a person waits", 60, thought(0, kind="talk", waits=1, by_person=True), True),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_pages_come_first_when_many_phases_are_due(monkeypatch, what, due, mine, is_asked):
    others = [thought(row, game=row, waits=0) for row in range(1, 61)]
    asked_since = []
    monkeypatch.setattr(queries, "waiting_thoughts", lambda: [mine, *others])
    monkeypatch.setattr(queries, "phases_due", lambda since: asked_since.append(since) or due)
    monkeypatch.setattr(clock, "now", lambda: NOW)
    waiting = import_module("dipgame.games.services.think")._Waiting()
    assert (mine in waiting.next_ones()) is is_asked
    assert asked_since == [NOW - timedelta(seconds=5)]


@pytest.mark.django_db
def test_phases_are_due_from_their_deadline_until_they_are_resolved(story):
    story.begins()
    a_moment = timedelta(seconds=1)

    def due():
        return queries.phases_due(clock.now() - 5 * a_moment)

    assert due() == 0
    GamePhase.objects.update(deadline=clock.now() - a_moment)
    assert due() == 1
    claimed = import_module("dipgame.games.services.resolve_phase")._claim(story.row.pk, force=False)
    assert claimed is not None
    assert due() == 1
    GamePhase.objects.update(claimed_at=clock.now() - 9 * a_moment)  # by a worker that died
    assert due() == 0
    GamePhase.objects.update(status="open", claim=None, claimed_at=None, deadline=clock.now() - 9 * a_moment)
    assert due() == 0


def test_a_worker_rests_while_bots_wait_for_pages(waits, monkeypatch):
    """Nobody need wake it anew."""
    rested = []
    module = import_module("dipgame.games.services.think")
    seen = [replace(each, by_person=False) for each in queries.waiting_thoughts()]
    monkeypatch.setattr(module, "_waiting", module._Waiting())
    monkeypatch.setattr(queries, "waiting_thoughts", lambda: seen)
    monkeypatch.setattr(module.time, "sleep", rested.append)
    monkeypatch.setattr(queries, "phases_due", lambda since: 60)
    assert think(waits)
    assert not Hearing.objects.exclude(state="waiting").exists()
    assert len(rested) == 1
    monkeypatch.setattr(queries, "phases_due", lambda since: 0)
    assert think(waits)
    assert Hearing.objects.filter(state="done").count() == 1


@pytest.fixture
def waits(story):
    """A game with bots that talk; nobody has asked them anything."""
    story.waits()
    with story.committed(work=False):
        services.fill_seats(story.game, "blabbot")
    story.outbox.tasks.clear()
    return story


def think(story):
    with story.committed(work=False):
        return services.think()


def test_bots_open_their_talk_and_then_write_their_orders(waits):
    for done in (1, 2, 3, 4, 5):
        assert think(waits)
        assert Hearing.objects.filter(state="done").count() >= 1
        assert SeatPhase.objects.filter(bot_state="ok").count() <= done
    while think(waits):
        pass
    assert SeatPhase.objects.filter(bot_state="ok").count() == 5
    assert not Hearing.objects.exclude(state="done").exists()
    assert not think(waits)


def test_with_the_deadline_near_orders_come_before_talk(waits):
    GamePhase.objects.update(deadline=clock.now() + clock.DEADLINE_IS_NEAR)
    for orders in (1, 2, 3, 4, 5):
        assert think(waits)
        assert SeatPhase.objects.filter(bot_state="ok").count() == orders
    assert not Hearing.objects.exclude(state="waiting").exists()


def test_what_somebody_else_took_meanwhile_is_left(waits, monkeypatch):
    """Two workers see the same list; each thing is done once."""
    from dipgame.games import queries

    seen = queries.waiting_thoughts()
    think(waits)
    monkeypatch.setattr(queries, "waiting_thoughts", lambda: seen)
    assert think(waits)
    assert Hearing.objects.filter(state="done").count() == 2


def test_where_much_waits_it_is_not_looked_up_for_each_of_it(waits, monkeypatch):
    """The look takes long where hundreds wait; in between others may have taken what was seen."""
    real = {each.row_id: each for each in queries.waiting_thoughts()}
    assert real
    looks = []

    def backlog():
        looks.append(1)
        waiting = queries.waiting_thoughts()
        return [*waiting, *(thought(10**9 + number) for number in range(200))]

    module = import_module("dipgame.games.services.think")
    monkeypatch.setattr(module, "queries", SimpleNamespace(waiting_thoughts=backlog, phases_due=lambda since: 0))
    asked = 0
    while think(waits):
        asked += 1
    assert asked >= len(real)
    assert len(looks) < asked
    assert not queries.waiting_thoughts()


def test_the_most_urgent_comes_first_however_much_waits(waits, monkeypatch):
    """With more waiting than one look tries, and than is looked up anew for each."""
    GamePhase.objects.update(deadline=clock.now() + clock.DEADLINE_IS_NEAR)
    first = [each.row_id for each in queries.waiting_thoughts()][:5]
    others = [thought(10**9 + number) for number in range(200)]  # taken by somebody else meanwhile
    module = import_module("dipgame.games.services.think")

    def backlog():
        waiting = queries.waiting_thoughts()
        orders = sum(each.kind == "orders" for each in waiting)
        return [*waiting[:orders], *others[:20], *waiting[orders:], *others[20:]]

    monkeypatch.setattr(module, "_waiting", module._Waiting())
    monkeypatch.setattr(module, "queries", SimpleNamespace(waiting_thoughts=backlog, phases_due=lambda since: 0))
    for number in range(1, 6):
        assert think(waits)
        assert set(SeatPhase.objects.filter(bot_state="ok").values_list("pk", flat=True)) == set(first[:number])


def test_what_waits_for_a_bot_is_told_how_long_it_waited(waits):
    before = BOT_ASKED.labels("talk")._sum.get()
    Hearing.objects.update(since=clock.now() - timedelta(seconds=90))
    assert think(waits)
    assert BOT_ASKED.labels("talk")._sum.get() - before >= 90


@pytest.mark.django_db
@pytest.mark.database
def test_a_game_in_which_only_guests_play_is_known_as_such(story, cast):
    story.begins(fill_bot="dumbbot")
    story.row.sheets.exclude(seat__bot="").update(bot_state="waiting", bot_since=NOW, ready=False)
    assert {each.of_guests for each in waiting_thoughts()} == {False}
    type(cast.alice).objects.filter(seats__game=story.game).update(is_guest=True, email=None)
    assert {each.of_guests for each in waiting_thoughts()} == {True}
