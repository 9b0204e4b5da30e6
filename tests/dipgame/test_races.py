"""Many at once: threads and processes with connections of their own, on whatever database the tests run on."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.errors import AlreadySeated, Late, NotRunning, Refused
from dipgame.games.models import Absence, GamePhase, Seat, SeatPhase
from dipgame.games.queue import PLAY_BOT
from tests.dipgame.databases import environment_for_children
from tests.patience import PATIENCE
from tests.thinking import play_bot

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run the jobs in threads that start together; what each returned or raised."""
    results: list[Any] = [None] * len(jobs)
    barrier = threading.Barrier(len(jobs))

    def run(number: int, job: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            results[number] = job()
        except Exception as problem:
            results[number] = problem
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def due(story: Any) -> int:
    row: GamePhase = story.row
    GamePhase.objects.filter(pk=row.pk).update(deadline=clock.now() - timedelta(seconds=1))
    return row.pk


def both_write(story: Any) -> None:
    story.orders("FRA", "A PAR H")
    story.orders("ENG", "F LON H")


def test_eight_threads_excuse_an_absence_once(story):
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR H")
    phase_id = due(story)
    assert at_once(*[lambda: services.resolve_phase(phase_id)] * 8) == [False] * 8
    assert (story.phase, story.seat("ENG").excuses, Absence.objects.count()) == ("S1901M", 0, 1)


def test_owner_and_strangers_want_one_seat_at_the_same_instant(story, cast):
    story.begins(fill_bot="holdbot")
    for _ in range(2):
        story.orders("FRA", "A PAR H")
        due(story)
        services.resolve_phase(story.row.pk)
    assert story.seat("ENG").owner == cast.bob
    results = at_once(
        lambda: services.take_seat_back(cast.bob, story.game),
        lambda: services.take_seat_over(cast.charlie, story.game, "ENG"),
        lambda: services.take_seat_over(cast.charlie, story.game, "ENG"),
    )
    assert sum(isinstance(each, Seat) for each in results) == 1
    assert all(isinstance(each, Seat | Refused) for each in results)
    assert story.seat("ENG").user in (cast.bob, cast.charlie)


@pytest.mark.parametrize("attempt", range(3))
def test_eight_threads_resolve_a_phase_once(story, outbox, attempt):
    story.begins(bots="dumbbot")
    both_write(story)
    phase_id = due(story)
    outbox.messages.clear()
    results = at_once(*[lambda: services.resolve_phase(phase_id)] * 8)
    assert sorted(results) == [False] * 7 + [True]
    assert [row.name for row in story.game.phases.all()] == ["S1901M", "F1901M"]
    assert SeatPhase.objects.filter(phase=story.row).count() == 7
    assert [message["what"] for message in outbox.told(f"game.{story.game.slug}")] == ["phase"]
    assert [task for task, _ in outbox.tasks] == [PLAY_BOT] * 5


@pytest.mark.slow
def test_four_processes_resolve_a_phase_once(story):
    story.begins()
    both_write(story)
    phase_id = due(story)
    program = (
        "import sys, time, django; django.setup();"
        "from dipgame.games import queue, events, services;"
        "queue.send = events.send = lambda *args: None;"
        "sys.stdout.write('ready\\n'); sys.stdout.flush(); sys.stdin.readline();"
        f"sys.stdout.write(str(services.resolve_phase({phase_id})))"
    )
    env = environment_for_children()
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program], cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    assert [racer.stdout.readline() for racer in racers] == ["ready\n"] * 4
    for racer in racers:
        racer.stdin.write("go\n")
        racer.stdin.flush()
    results = sorted(racer.communicate(timeout=PATIENCE)[0] for racer in racers)
    assert results == ["False"] * 3 + ["True"]
    assert [row.name for row in story.game.phases.all()] == ["S1901M", "F1901M"]


def test_seven_last_seats_ready_at_once(story, outbox):
    """The last to be ready sees all others: the phase ends."""
    story.waits()
    for number in range(5):
        services.join_game(User.objects.create_user(f"p{number}@example.org", f"Player {number}"), story.game)
    seats = list(story.game.seats.select_related("game"))
    outbox.tasks.clear()
    at_once(*[lambda seat=seat: services.set_ready(seat, "S1901M", True) for seat in seats])
    assert ("games.resolve_phase", story.row.pk) in outbox.tasks
    story.work()
    assert story.phase == "F1901M"


def test_orders_race_with_the_resolution(story):
    """An order is either refused, or it is carried out: never saved and forgotten."""
    story.begins()
    phase_id, seat = story.row.pk, story.seat("FRA")
    SeatPhase.objects.update(ready=True)

    def order() -> str:
        services.submit_order(seat, "S1901M", "A PAR - BUR")
        return "saved"

    results = at_once(order, lambda: services.resolve_phase(phase_id), *[lambda: services.resolve_phase(phase_id)] * 3)
    assert story.phase == "F1901M"
    first = SeatPhase.objects.get(phase=phase_id, seat=seat)
    if results[0] == "saved":
        assert first.orders == {"PAR": "A PAR - BUR"}
        assert story.unit("BUR") == "FRA A BUR"
    else:
        assert isinstance(results[0], Late | NotRunning), results[0]
        assert first.orders == {}
        assert story.unit("PAR") == "FRA A PAR"


def test_many_orders_of_one_seat_at_once_all_stand(story):
    """Two windows of one player: neither overwrites what the other wrote."""
    story.begins()
    texts = ["A PAR - BUR", "F BRE - MAO", "A MAR - SPA"]
    results = at_once(*[lambda text=text: services.submit_order(story.seat("FRA"), "S1901M", text) for text in texts])
    assert not [each for each in results if isinstance(each, Exception)]
    assert sorted(story.sheet("FRA").orders.values()) == sorted(texts)


def test_two_windows_of_one_player_order_one_unit_at_once(story):
    """One of the orders stands, whole, and both windows were told it was saved; what comes after takes its place."""
    story.begins()
    texts = ["A PAR - BUR", "A PAR - PIC", "A PAR - GAS", "A PAR H"]
    results = at_once(*[lambda text=text: services.submit_order(story.seat("FRA"), "S1901M", text) for text in texts])
    assert not [each for each in results if isinstance(each, Exception)]
    [standing] = story.sheet("FRA").orders.values()
    assert standing in texts
    services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_a_deadline_passes_while_orders_come(story):
    """The last order that was said to be saved is the one that is carried out."""
    story.begins()
    phase_id, seat, saved = story.row.pk, story.seat("FRA"), [""]
    GamePhase.objects.filter(pk=phase_id).update(deadline=clock.now() + timedelta(seconds=0.3))

    def order() -> None:
        for text in cycle(("A PAR - BUR", "A PAR - PIC", "A PAR - GAS")):
            try:
                services.submit_order(seat, "S1901M", text)
            except (Late, NotRunning):
                return
            saved.append(text)

    def resolve() -> None:
        end = time.monotonic() + PATIENCE
        while GamePhase.objects.get(pk=phase_id).status != "resolved" and time.monotonic() < end:
            services.resolve_phase(phase_id)
            time.sleep(0.01)

    SeatPhase.objects.filter(phase=phase_id, seat__power="ENG").update(orders={"LON": "F LON H"})
    services.submit_order(seat, "S1901M", "A PAR H")
    saved.append("A PAR H")
    results = at_once(order, resolve, resolve)
    assert results == [None, None, None]
    assert SeatPhase.objects.get(phase=phase_id, seat=seat).orders == {"PAR": saved[-1]}
    assert story.unit(saved[-1].replace(" H", "")[-3:]) == f"FRA A {saved[-1].replace(' H', '')[-3:]}"


@pytest.mark.parametrize("attempt", range(3))
def test_an_owner_comes_back_while_the_caretaker_writes(story, cast, attempt):
    """The person holds the seat in any case; the bot's orders stand as a whole or not at all, and are the person's."""
    story.begins(fill_bot="holdbot")
    for _ in range(2):
        story.orders("FRA", "A PAR H")
        due(story)
        services.resolve_phase(story.row.pk)
    seat = story.seat("ENG")
    sheet = SeatPhase.objects.get(phase=story.row, seat=seat)
    back, *asked = at_once(
        lambda: services.take_seat_back(cast.bob, story.game),
        lambda: play_bot(sheet.pk),
        lambda: play_bot(sheet.pk),
    )
    assert isinstance(back, Seat)
    assert all(isinstance(each, bool) for each in asked)
    seat.refresh_from_db()
    sheet.refresh_from_db()
    assert (seat.user, seat.bot, seat.owner) == (cast.bob, "", None)
    assert (sheet.bot_state, sheet.ready) == ("", False)
    assert len(sheet.orders) == (3 if True in asked else 0)
    services.submit_order(story.seat("ENG"), "S1901M", "F LON - ECH")
    assert story.sheet("ENG").orders["LON"] == "F LON - ECH"


def test_ten_people_race_for_the_last_five_seats(story):
    story.waits()
    people = [User.objects.create_user(f"p{number}@example.org", f"Player {number}") for number in range(10)]
    results = at_once(*[lambda person=person: services.join_game(person, story.game) for person in people])
    assert sum(isinstance(each, Refused) for each in results) == 5
    assert not [each for each in results if isinstance(each, Exception) and not isinstance(each, Refused)]
    assert story.game.seats.filter(user=None).count() == 0
    assert [row.name for row in story.game.phases.all()] == ["S1901M"]


def test_one_person_joins_from_several_pages_at_the_same_instant(story, cast):
    story.waits()
    results = at_once(*[lambda: services.join_game(cast.charlie, story.game)] * 4)
    assert sum(isinstance(each, AlreadySeated) for each in results) == 3
    assert story.game.seats.filter(user=cast.charlie).count() == 1


def test_a_bot_is_asked_once_by_many_workers(story, outbox):
    story.waits()
    services.fill_seats(story.game, "holdbot")
    sheet = story.sheet("TUR")
    assert sorted(at_once(*[lambda: play_bot(sheet.pk)] * 6)) == [False] * 5 + [True]


def test_bots_and_people_at_once_lose_nothing(story):
    """A whole game with every service called from several threads: no deadlock, no phase twice."""
    story.begins(bots="holdbot", end_year=1902)
    end = time.monotonic() + PATIENCE
    while story.is_running and time.monotonic() < end:
        phase = story.row
        seats = [story.seat(power) for power in ("FRA", "ENG")]
        waiting = list(SeatPhase.objects.filter(phase=phase, bot_state="waiting").values_list("pk", flat=True))
        at_once(
            *[partial(_quietly, services.set_ready, seat, phase.name, True) for seat in seats],
            *[lambda pk=pk: play_bot(pk) for pk in waiting],
            services.sweep,
            partial(services.resolve_phase, phase.pk),
        )
        services.resolve_phase(phase.pk)
    assert not story.is_running
    names = [row.name for row in story.game.phases.all()]
    assert names == ["S1901M", "F1901M", "S1902M", "F1902M", "S1903M"]


def _quietly(service: Callable[..., Any], *args: Any) -> None:
    with suppress(Refused):
        service(*args)


def test_a_phase_taken_back_while_it_is_resolved(story):
    """In any order: one phase is played, with its sheets, and continues."""
    story.begins(fill_bot="holdbot")
    story.ready("FRA", "ENG")
    both_write(story)
    row = due(story)
    results = at_once(
        partial(services.undo_phase, story.game, "S1901M"),
        partial(services.resolve_phase, row),
        partial(services.undo_phase, story.game, "S1901M"),
        partial(services.resolve_phase, row),
    )
    assert all(isinstance(each, bool | GamePhase | Refused) for each in results), results
    live = GamePhase.objects.get(game=story.game, status="open")
    assert live.name in ("S1901M", "S1902M")
    assert GamePhase.objects.filter(game=story.game).count() == live.index + 1
    assert live.sheets.count() == 7
    story.work()
    story.ready("FRA", "ENG")
    assert story.row.index == live.index + 1
