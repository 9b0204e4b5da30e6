"""The services of a game, in any order: random steps, and what must hold after each of them.

`MODEL_STEPS=20000` is the long run (`make nightly`); every run of the tests takes a hundred and fifty.
"""

import os
from collections import Counter
from contextlib import suppress
from typing import Any, ClassVar

import pytest
from django.db import transaction
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

from dipgame.games import clock, queries, services
from dipgame.games.errors import Refused
from dipgame.games.events import game_topic, seat_topic
from dipgame.games.models import GamePhase, Message, Proposal

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow, pytest.mark.timeout(7200)]

STEPS = int(os.environ.get("MODEL_STEPS", "150"))
STEPS_OF_ONE = 30
PEOPLE = ("FRA", "ENG")
ORDERS = {"FRA": ("A PAR - BUR", "A MAR H", "F BRE - MAO"), "ENG": ("F LON - NTH", "A LVP - YOR", "F EDI H")}


class _UndoneError(Exception):
    """Thrown in the middle of a transaction, as a database that goes away."""


class Games(RuleBasedStateMachine):
    """One game of France and England, people, and five bots."""

    story: ClassVar[Any]

    def __init__(self) -> None:
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.said: list[tuple[str, str]] = []
        self.given: dict[str, dict[str, str]] = {}
        self.resolved: dict[int, tuple[Any, Any]] = {}
        self.numbers: dict[str, int] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)
        self.story.outbox.tasks.clear()

    @initialize()
    def begins(self) -> None:
        self.story.begins(press_plain=True)

    @property
    def running(self) -> bool:
        return bool(self.story.is_running)

    # --- what people and the site do --------------------------------------------------------------------

    @precondition(lambda self: self.running)
    @rule(power=st.sampled_from(PEOPLE), number=st.integers(0, 2), undone=st.booleans())
    def orders(self, power: str, number: int, undone: bool) -> None:
        seat, phase = self.story.seat(power), self.story.phase
        before = dict(self.story.sheet(power).orders)
        with suppress(Refused, _UndoneError), transaction.atomic():
            services.submit_order(seat, phase, ORDERS[power][number])
            if undone:
                raise _UndoneError
        if undone:
            assert self.story.sheet(power).orders == before

    @precondition(lambda self: self.running)
    @rule(power=st.sampled_from(PEOPLE), twice=st.booleans())
    def says(self, power: str, twice: bool) -> None:
        text = f"word {len(self.said)}"
        other = PEOPLE[1 - PEOPLE.index(power)]
        seat, mark = self.story.seat(power), f"mark{len(self.said):08}"
        for _ in range(1 + twice):  # the answer was lost: the page sends it again
            with suppress(Refused):
                said = services.once(seat, mark, lambda: services.send_press(seat, [other], text, plain=True))
                if said is not None and (power, text) not in self.said:
                    self.said.append((power, text))

    @precondition(lambda self: self.running)
    @rule(power=st.sampled_from(PEOPLE), ready=st.booleans())
    def ready(self, power: str, ready: bool) -> None:
        with suppress(Refused), transaction.atomic():
            services.set_ready(self.story.seat(power), self.story.phase, ready)

    @precondition(lambda self: self.running)
    @rule(power=st.sampled_from(PEOPLE))
    def proposes_peace(self, power: str) -> None:
        other = PEOPLE[1 - PEOPLE.index(power)]
        with suppress(Refused), transaction.atomic():
            services.send_press(self.story.seat(power), [other], "I propose peace")

    @precondition(lambda self: self.running)
    @rule(power=st.sampled_from(PEOPLE), act=st.sampled_from(["accept", "reject"]))
    def answers(self, power: str, act: str) -> None:
        open_ones = Proposal.objects.filter(message__phase__game=self.story.game).order_by("-pk")
        row = open_ones.exclude(message__speaker__power=power).first()
        if row is not None:
            with suppress(Refused), transaction.atomic():
                services.answer_press(self.story.seat(power), row.message_id, act)

    @precondition(lambda self: self.running)
    @rule(times=st.integers(1, 3))
    def workers_work(self, times: int) -> None:
        """A task may come twice, or late."""
        tasks = list(self.story.outbox.tasks)
        for _ in range(times):
            self.story.outbox.tasks = list(tasks)
            self.story.work()

    @precondition(lambda self: self.running)
    @rule(times=st.integers(1, 2))
    def the_deadline_passes(self, times: int) -> None:
        row = self.story.row
        GamePhase.objects.filter(pk=row.pk).update(deadline=clock.now() - clock.PATIENCE_WITH_BOTS * 2)
        done = [services.resolve_phase(row.pk) for _ in range(times)]
        assert sum(done) <= 1
        for _ in range(times):  # a beat, twice
            services.sweep()

    @rule()
    def the_site_sweeps(self) -> None:
        """Also once the game is over."""
        services.sweep()

    # --- what holds ------------------------------------------------------------------------------------------

    @invariant()
    def one_phase_is_live_and_what_is_resolved_never_changes(self) -> None:
        rows = list(GamePhase.objects.filter(game=self.story.game).order_by("index"))
        assert [row.index for row in rows] == list(range(len(rows)))
        assert sum(row.is_live for row in rows) == (1 if self.running else 0)
        assert max(Counter(row.name for row in rows).values(), default=1) == 1
        for row in rows:
            if row.status == GamePhase.Status.RESOLVED:
                now = (row.outcomes, [*row.sheets.order_by("seat__power").values_list("orders", flat=True)])
                assert self.resolved.setdefault(row.pk, now) == now

    @invariant()
    def each_message_is_there_once_and_for_its_hearers_only(self) -> None:
        rows = Message.objects.filter(phase__game=self.story.game, text__startswith="word ")
        there = Counter((row.speaker.power, row.text) for row in rows.select_related("speaker"))
        assert there == Counter(self.said)
        assert {tuple(sorted(row.powers)) for row in rows} <= {("ENG", "FRA")}

    @invariant()
    def numbers_of_news_only_rise(self) -> None:
        topics = [game_topic(self.story.game.slug), *(seat_topic(self.story.seat(power).pk) for power in PEOPLE)]
        now = queries.news_of(topics)
        assert all(now[topic] >= self.numbers.get(topic, 0) for topic in topics)
        self.numbers = now


def test_whatever_order_things_happen_in(story: Any) -> None:
    Games.story = story
    examples = max(1, STEPS // STEPS_OF_ONE)
    run_state_machine_as_test(
        Games,
        settings=properties(properties.get_profile("same"), max_examples=examples, stateful_step_count=STEPS_OF_ONE),
    )
