"""Random steps of a game's services, with invariants checked after each.

The invariants are in `tests/dipgame/watch.py`.

A step may be broken off at any of its writes, as by a database that goes away; its tasks may come twice, late or never.
`MODEL_STEPS=20000` is the long run (`make nightly`); `make test` takes a hundred and fifty.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from hypothesis import settings as properties
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from adjudication.notation import format_order
from adjudication.powers import POWERS, as_power
from dipgame.accounts.models import User
from dipgame.games import clock, numbers, queries, services
from dipgame.games.errors import Refused
from dipgame.games.models import Agreement, Game, GamePhase, Message, Proposal, Seat
from dipgame.games.votes import VOTES, poll_of
from tests.dipgame.watch import MARK, Watch, digest
from tests.effort import examples

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow, pytest.mark.timeout(7200)]

STEPS = int(os.environ.get("MODEL_STEPS", examples(375)))
STEPS_OF_ONE = 30
PEOPLE = ("alice", "bob", "charlie")
PATIENCE = 14
"""So often the time of a phase is up, at most, until a game goes on or ends."""

person = st.sampled_from(PEOPLE)
number = st.integers(0, 40)
company = st.sets(st.sampled_from(POWERS), min_size=1, max_size=2)
broken_off = st.none() | st.integers(1, 9)


class _GoneError(OperationalError):
    """The database went away in the middle of a transaction."""


@contextmanager
def going_away(after: int | None) -> Iterator[None]:
    """Fail at this write to the database, counted from 1; None: never."""
    left = after or 0

    def execute(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            left -= 1
            if left == 0:
                raise _GoneError(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


class Games(RuleBasedStateMachine):
    """One game of Alice and Bob with bots.

    Charlie has no seat at first, and Dora is of the staff.
    """

    story: ClassVar[Any]
    dora: ClassVar[User]

    def __init__(self) -> None:
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.patched = pytest.MonkeyPatch()
        self.shift = timedelta(0)
        self.patched.setattr(clock, "now", lambda: timezone.now() + self.shift)
        microseconds = numbers._microseconds
        self.patched.setattr(numbers, "_last", numbers._last)  # later tests begin with the right time
        self.patched.setattr(numbers, "_microseconds", lambda: microseconds() + self.shift // timedelta(microseconds=1))
        self.step, self.holds = 0, False

    def teardown(self) -> None:
        try:
            if self.holds:
                self.watch.look([self.viewer(at) for at in range(5)])
                self.goes_on()
        finally:
            self.patched.undo()
            transaction.set_rollback(True)
            self.around.__exit__(None, None, None)
            self.story.outbox.tasks.clear()
            self.story.outbox.messages.clear()
            for each in caches.all():
                each.clear()

    @initialize(open_game=st.booleans(), bots=st.sampled_from(["holdbot", "blabbot"]), seating=st.booleans())
    def begins(self, open_game: bool, bots: str, seating: bool) -> None:
        if open_game:
            self.story.waits(press_plain=True, seating="wishes" if seating else "choose", fill_bot=bots)
        else:
            self.story.begins(bots=bots, press_plain=True)
        self.watch = Watch(self.story.game.pk, self.story.outbox)

    # --- how a step is done ------------------------------------------------------------------------------------

    def do(self, act: Callable[[], Any], after: int | None = None, *, whole: bool = True) -> Any:
        """Result of the act; None if it was refused or broken off.

        whole: the act is one transaction, of which nothing is left when it is broken off.
        """
        before = digest(self.game) if after and whole else None
        sent = len(self.story.outbox.messages)
        try:
            with self.story.committed(work=False), going_away(after):
                return act()
        except Refused:
            return None
        except _GoneError:
            transaction.set_rollback(False)  # without the transaction around the test there would be nothing to undo
            if whole:
                assert digest(self.game) == before
                assert len(self.story.outbox.messages) == sent
            return None

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.story.game.pk)

    def user(self, name: str) -> User:
        return User.objects.get(pk=getattr(self.story.cast, name).pk)

    def seat_of(self, name: str) -> Seat | None:
        return Seat.objects.select_related("game").filter(game=self.game, user=self.user(name)).first()

    def viewer(self, at: int) -> User | AnonymousUser:
        everybody: list[User | AnonymousUser] = [AnonymousUser(), self.dora, *map(self.user, PEOPLE)]
        return everybody[at % len(everybody)]

    @property
    def waiting(self) -> bool:
        return bool(self.game.status == Game.Status.OPEN)

    @property
    def running(self) -> bool:
        return bool(self.game.status == Game.Status.RUNNING)

    # --- before it begins --------------------------------------------------------------------------------------

    @precondition(lambda self: self.waiting)
    @rule(name=person, power=st.sampled_from(("", *POWERS)), after=broken_off)
    def joins(self, name: str, power: str, after: int | None) -> None:
        self.do(lambda: services.join_game(self.user(name), self.game, power), after)

    @precondition(lambda self: self.waiting)
    @rule(name=person, power=st.sampled_from(POWERS))
    def wishes(self, name: str, power: str) -> None:
        self.do(lambda: services.change_wishes(self.user(name), self.game, [power]))

    @precondition(lambda self: self.waiting)
    @rule(name=person, wants=st.booleans(), after=broken_off)
    def would_begin(self, name: str, wants: bool, after: int | None) -> None:
        self.do(lambda: services.wish_start(self.user(name), self.game, wants), after)

    @precondition(lambda self: self.waiting)
    @rule(name=person)
    def says_in_the_room(self, name: str) -> None:
        self.do(lambda: services.say_in_room(self.user(name), self.game, "Good morning"))

    # --- seats change hands --------------------------------------------------------------------------------------

    @rule(name=person, after=broken_off)
    def leaves(self, name: str, after: int | None) -> None:
        host = self.game.host_id
        self.do(lambda: services.leave_game(self.user(name), self.game), after)
        people = self.game.seats.filter(user__isnull=False)
        if self.waiting and host == self.user(name).pk and people.exists():
            assert self.game.seats.filter(user=self.game.host_id).exists() or self.game.host_id == host

    @precondition(lambda self: self.running)
    @rule(name=person, power=st.sampled_from(POWERS), after=broken_off)
    def takes_a_seat_over(self, name: str, power: str, after: int | None) -> None:
        before = Seat.objects.get(game=self.game, power=power)
        orders = self.story.sheet(power).orders
        if self.do(lambda: services.take_seat_over(self.user(name), self.game, power), after):
            assert before.user_id is None
            assert self.story.sheet(power).orders == orders

    @precondition(lambda self: self.running)
    @rule(name=person, after=broken_off)
    def takes_the_seat_back(self, name: str, after: int | None) -> None:
        self.do(lambda: services.take_seat_back(self.user(name), self.game), after)

    @rule(name=person, after=broken_off)
    def is_replaced(self, name: str, after: int | None) -> None:
        seat = self.seat_of(name)
        if seat is not None:
            self.do(lambda: services.replace_player(seat, "holdbot", self.user("alice")), after)

    # --- orders and talk ---------------------------------------------------------------------------------------

    @precondition(lambda self: self.running)
    @rule(name=person, unit=number, which=number, after=broken_off)
    def orders(self, name: str, unit: int, which: int, after: int | None) -> None:
        seat = self.seat_of(name)
        options = list(queries.legal_orders_of(seat).values()) if seat is not None else []
        if seat is not None and options:
            mine = options[unit % len(options)]
            text = format_order(mine[which % len(mine)])
            if self.do(lambda: services.submit_order(seat, self.story.phase, text), after):
                assert text in self.story.sheet(seat.power).orders.values()

    @precondition(lambda self: self.running)
    @rule(name=person, unit=number)
    def cancels_an_order(self, name: str, unit: int) -> None:
        seat = self.seat_of(name)
        if seat is not None and (kept := list(self.story.sheet(seat.power).orders)):
            key = "WAIVE" if kept[unit % len(kept)].startswith("WAIVE") else kept[unit % len(kept)]
            self.do(lambda: services.cancel_order(seat, self.story.phase, key))

    @precondition(lambda self: self.running)
    @rule(name=person, to=company, twice=st.booleans(), after=broken_off)
    def says(self, name: str, to: set[str], twice: bool, after: int | None) -> None:
        seat, text = self.seat_of(name), f"{MARK}{len(self.watch.said)}"
        mark = f"mark{self.step:08}"
        if seat is None or seat.power in to:
            return

        def say() -> Message | None:
            return services.once(seat, mark, lambda: services.send_press(seat, to, text, plain=True))

        said = self.do(say, after)
        if said is not None:
            self.watch.said[text] = said.between
        if twice:  # the answer was lost: the page sends it again
            again = self.do(say)
            if again is not None:
                assert said is None or again == said
                self.watch.said[text] = again.between

    @precondition(lambda self: self.running)
    @rule(name=person, to=st.sampled_from(POWERS), what=st.sampled_from(["peace", "an alliance"]), after=broken_off)
    def proposes(self, name: str, to: str, what: str, after: int | None) -> None:
        seat = self.seat_of(name)
        if seat is not None and to != seat.power:
            self.do(lambda: services.send_press(seat, [to], f"I propose {what}"), after)

    @precondition(lambda self: self.running)
    @rule(name=person, act=st.sampled_from(["accept", "accept", "reject", "withdraw"]), after=broken_off)
    def answers(self, name: str, act: str, after: int | None) -> None:
        seat = self.seat_of(name)
        if seat is None:
            return
        open_ones = Proposal.objects.filter(message__phase__game=self.game, state=Proposal.State.OPEN)
        rows = open_ones.filter(message__between__contains=seat.power).order_by("-pk")
        mine = rows.filter(message__speaker=seat) if act == "withdraw" else rows.exclude(message__speaker=seat)
        row = mine.first()
        if row is None:
            return
        said = self.do(lambda: services.answer_press(seat, row.message_id, act), after)
        if said is not None:
            row.refresh_from_db()
            assert row.state != Proposal.State.OPEN or len(row.message.powers) > 2
            if act == "accept" and len(row.message.powers) == 2:
                assert Agreement.objects.filter(proposal=row).count() == 1

    @precondition(lambda self: self.running)
    @rule(name=person)
    def reads(self, name: str) -> None:
        seat = self.seat_of(name)
        last = None if seat is None else Message.objects.filter(game=self.game, between__contains=seat.power).last()
        if seat is not None and last is not None:
            self.do(lambda: services.see_press(seat, last.powers, last.pk))

    @precondition(lambda self: self.running)
    @rule(name=person, ready=st.booleans(), after=broken_off)
    def ready(self, name: str, ready: bool, after: int | None) -> None:
        seat = self.seat_of(name)
        if seat is not None:
            self.do(lambda: services.set_ready(seat, self.story.phase, ready), after)

    @precondition(lambda self: self.running)
    @rule(
        name=person,
        key=st.sampled_from([*VOTES]),
        choice=number,
        agrees=st.sampled_from([True, True, False, None]),
        after=broken_off,
    )
    def votes(self, name: str, key: str, choice: int, agrees: bool | None, after: int | None) -> None:
        seat = self.seat_of(name)
        if seat is None:
            return
        phase = self.story.row
        choices = list(VOTES[key].choices(poll_of(self.game, phase), as_power(seat.power)))
        if choices:
            chosen = choices[choice % len(choices)]
            self.do(lambda: services.cast_vote(seat, phase.name, key, chosen, agrees), after)

    # --- the clock, the host and the site ------------------------------------------------------------------------

    @rule(minutes=st.sampled_from([-1440, -30, -1, 1, 30, 1440]))
    def the_clock_jumps(self, minutes: int) -> None:
        self.shift += timedelta(minutes=minutes)

    @precondition(lambda self: self.running)
    @rule(act=st.sampled_from(["pause", "resume", "extend"]), after=broken_off)
    def the_host_moves_the_clock(self, act: str, after: int | None) -> None:
        alice, hour = self.user("alice"), timedelta(hours=1)
        acts: dict[str, Callable[[], Any]] = {
            "pause": lambda: services.pause_game(self.game, hour, alice),
            "resume": lambda: services.resume_game(self.game, alice),
            "extend": lambda: services.extend_deadline(self.game, hour, alice),
        }
        self.do(acts[act], after)

    @precondition(lambda self: self.running)
    @rule(after=broken_off)
    def the_last_phase_is_taken_back(self, after: int | None) -> None:
        back_to = queries.undoable(self.game)
        if back_to is None:
            return
        orders = {sheet.seat_id: sheet.orders for sheet in back_to.sheets.all()}
        if self.do(lambda: services.undo_phase(self.game, back_to.name, self.dora), after):
            live = self.story.row
            assert (live.pk, live.status) == (back_to.pk, GamePhase.Status.OPEN)
            assert {sheet.seat_id: sheet.orders for sheet in live.sheets.all()} == orders

    @rule(twice=st.booleans(), forgotten=st.integers(0, 3))
    def workers_work(self, twice: bool, forgotten: int) -> None:
        """Do the queued tasks once or twice, without the first few.

        Tasks that follow from them are left for a later step.
        """
        tasks = list(self.story.outbox.tasks)[forgotten:]
        self.story.outbox.tasks.clear()
        for task, row_id in [*tasks, *(tasks if twice else [])]:
            self.do(partial(self.story.serve, task, row_id))

    @precondition(lambda self: self.running)
    @rule(times=st.integers(1, 3), after=broken_off)
    def the_time_is_up(self, times: int, after: int | None) -> None:
        row = self.story.row
        GamePhase.objects.filter(pk=row.pk).update(deadline=clock.now() - clock.PATIENCE_WITH_BOTS * 2)
        done = [self.do(lambda: services.resolve_phase(row.pk), after, whole=False)]
        if after:  # the claim of who went away is taken up once nobody renews it
            self.shift += clock.CLAIM_LEASE * 2
        done += [self.do(lambda: services.resolve_phase(row.pk)) for _ in range(times - 1)]
        assert sum(map(bool, done)) <= 1

    @rule(times=st.integers(1, 2), after=broken_off)
    def the_beat(self, times: int, after: int | None) -> None:
        for _ in range(times):
            self.do(services.sweep, after, whole=False)

    @rule(times=st.integers(1, 2))
    def people_are_told(self, times: int) -> None:
        for _ in range(times):
            self.do(services.remind)
            self.do(services.tell_letters)
            self.do(services.push_news)
            self.do(services.mail_news)

    # --- what holds ----------------------------------------------------------------------------------------------

    @invariant()
    def all_holds(self) -> None:
        if hasattr(self, "watch"):
            self.step, self.holds = self.step + 1, False
            self.watch.look([self.viewer(self.step)])
            self.holds = True

    def goes_on(self) -> None:
        """Check that an overdue phase ends, whatever was done before.

        Its time is up again and again, `PATIENCE` times at most.
        """
        if not self.running:
            return
        phase = self.story.row
        for _ in range(PATIENCE):
            row = self.story.row
            if not self.running or row.pk != phase.pk:
                return
            late = clock.now() - clock.PATIENCE_WITH_BOTS * 2
            GamePhase.objects.filter(pk=row.pk).update(deadline=late, closes_at=None)
            self.shift += clock.CLAIM_LEASE * 2
            for _ in range(2):
                with self.story.committed():
                    services.sweep()
        raise AssertionError(f"{phase.name} does not end")


def test_whatever_order_things_happen_in(story: Any) -> None:
    Games.story = story
    Games.dora = User.objects.create_user("dora@example.org", "Dora", is_staff=True)
    examples = max(1, STEPS // STEPS_OF_ONE)
    if os.environ.get("MODEL_FIRST"):
        from hypothesis import Phase

        properties.register_profile("same", properties.get_profile("same"), phases=[Phase.generate])
    run_state_machine_as_test(
        Games,
        settings=properties(properties.get_profile("same"), max_examples=examples, stateful_step_count=STEPS_OF_ONE),
    )
