"""Tells whole games, so that a test reads like the story it checks.

story.begins(bots="holdbot")
story.orders("FRA", "A PAR - BUR", "F BRE - MAO")
story.ready("FRA", "ENG")
assert story.phase == "F1901M"
assert story.unit("BUR") == "FRA A BUR"
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.test import TestCase

from adjudication.position import Position, position_from_dict
from dipgame.games import clock, convert, queries, services
from dipgame.games.models import BotSpeech, BotState, Game, GamePhase, Hearing, Message, Seat, SeatPhase
from dipgame.games.queue import HEAR, PLAY_BOT, RESOLVE_PHASE, SPEAK
from dipgame.games.services.open_phase import open_phase
from tests.beginnings import Beginnings
from tests.patience import until
from tests.thinking import hear, play_bot

__all__ = ["Story"]

_SERVICES: dict[str, Callable[[int], bool]] = {
    HEAR: hear,
    PLAY_BOT: play_bot,
    RESOLVE_PHASE: services.resolve_phase,
    SPEAK: services.speak,
}


_KNOWN_BOTS = {"holdbot", "dumbbot", "blabbot", "hana"}


class Story:
    """One game, told step by step.

    `cast` plays in it, `outbox` receives what would go to Redis.

    real_commits: the test runs outside of a transaction, so that on_commit works by itself.
    beginnings: where games that begin as one before did are copied from; None: each is played.
    """

    game: Game
    shares_work = False
    """A site runs beside the test: its sweep finds the bots that wait, and its workers ask some of them."""

    def __init__(
        self, cast: Any, outbox: Any, real_commits: bool = False, beginnings: Beginnings | None = None
    ) -> None:
        self.cast, self.outbox, self.real_commits, self._beginnings = cast, outbox, real_commits, beginnings

    # --- what happens --------------------------------------------------------------------------

    def begins(
        self, bots: str = "holdbot", bob: bool = True, at: dict[str, Any] | None = None, **terms: Any
    ) -> "Story":
        """Alice offers a game as France, Bob joins as England, bots take the rest, and it begins.

        at: the position to begin with, in the form of `position_from_dict`, instead of the opening.
        """

        def play() -> Game:
            self.waits(bob=bob, **terms)
            with self.committed(work=at is None):
                services.fill_seats(self.game, bots)
            if at is not None:
                self.is_at(at)
            self.game.refresh_from_db()
            return self.game

        # A bot of a test counts who asks it, and quiet hours are those of a clock: such games are played.
        is_alike = {bots, terms.get("fill_bot") or bots} <= _KNOWN_BOTS and "quiet" not in terms
        copies = self._beginnings if is_alike and not self.cast.written else None
        if copies is None or self.outbox.tasks:
            self.game = play()
        else:
            key = json.dumps([bots, bob, at, terms], sort_keys=True, default=repr)
            self.game = copies.begin(key, [self.cast.alice, self.cast.bob, self.cast.charlie], self.outbox, play)
        return self

    def waits(self, bob: bool = True, **terms: Any) -> "Story":
        """Alice offers a game as France, and Bob joins it as England."""
        with self.committed():
            self.game = services.create_game(
                self.cast.alice, services.Terms(**{"name": "Tea in Burgundy", "power": "FRA"} | terms)
            )
            if bob:
                services.join_game(self.cast.bob, self.game, "ENG", word=terms.get("word", ""))
        return self

    def is_at(self, position: dict[str, Any]) -> None:
        """The game is at this position, whatever was before."""
        self.outbox.tasks.clear()
        with self.committed():
            GamePhase.objects.filter(game=self.game).delete()
            open_phase(self.game, 0, position_from_dict(position), clock.now())

    def orders(self, power: str, *texts: str) -> list[services.Verdict]:
        """A power writes orders, all of which must stand."""
        with self.committed():
            verdicts = services.submit_orders(self.seat(power), self.phase, texts)
        refused = [f"{each.text}: {each.refused.message}" for each in verdicts if each.refused]
        assert not refused, refused
        return verdicts

    def ready(self, *powers: str) -> None:
        """These powers are ready."""
        phase = self.phase
        for power in powers:
            with self.committed():
                services.set_ready(self.seat(power), phase, True)

    def deadline_passes(self) -> None:
        """The phase is resolved with the orders there are; who wrote none is not taken for absent."""
        self._bots_finish()
        with self.committed():
            services.resolve_phase(self.row.pk, force=True)

    def time_is_up(self) -> None:
        """The time of the present phase is over, and the sweep comes round."""
        with self.committed():
            past = clock.now() - timedelta(seconds=1)
            GamePhase.objects.filter(game=self.game, status="open").update(deadline=past)
            services.sweep()

    def says(self, power: str, to: str, text: str = "", term: str = "", **how: Any) -> Message:
        """A power says something to others (`"GER"`, `"GER RUS"`)."""
        with self.committed():
            return services.send_press(self.seat(power), to.split(), text, term, **how)

    def answers(self, power: str, message: Message, act: str) -> Message:
        """A power accepts, rejects or withdraws the proposal in a message."""
        with self.committed():
            return services.answer_press(self.seat(power), message.pk, act)

    def bots_speak(self) -> None:
        """Bots say what they had in mind, hear one another, and so on until nobody has more to say."""
        self._bots_finish()
        while BotSpeech.objects.filter(seat__game=self.game).exists():
            with self.committed():
                BotSpeech.objects.filter(seat__game=self.game).update(due_at=clock.now())
                services.sweep()
            self._bots_finish()

    def bots_say_nothing(self) -> None:
        """Bots leave unsaid what they had in mind, and answer as ever."""
        self._bots_finish()
        BotSpeech.objects.filter(seat__game=self.game).delete()

    def _bots_finish(self) -> None:
        """Wait for bots that the site's workers ask.

        One whose worker failed waits again: it is not yet done.
        """
        if not self.shares_work:
            return
        unfinished = (BotState.WAITING, BotState.THINKING)
        until(
            lambda: (
                not SeatPhase.objects.filter(phase=self.row, bot_state__in=unfinished).exists()
                and not Hearing.objects.filter(phase=self.row).exclude(state=Hearing.State.DONE).exists()
            )
        )

    def year_passes(self) -> None:
        """Deadlines pass until the year is another."""
        year = self.position.phase.year
        while self.is_running and self.position.phase.year == year:
            self.deadline_passes()

    @contextmanager
    def committed(self, work: bool = True) -> Iterator[None]:
        """Commit the changes inside at the end, and run the queued work."""
        if self.real_commits:
            yield
        else:
            with TestCase.captureOnCommitCallbacks(execute=True):
                yield
        if work:
            self.work()

    def work(self) -> None:
        """The workers do what was queued, and what that queues, one task after the other."""
        while self.outbox.tasks:
            task, row_id = self.outbox.tasks.pop(0)
            with self.committed(work=False):
                self.serve(task, row_id)

    def serve(self, task: str, row_id: int) -> bool:
        """Do this task as a worker does.

        True if there was something to do.
        """
        return _SERVICES[task](row_id)

    # --- how things stand ------------------------------------------------------------------------

    def seat(self, power: str) -> Seat:
        return Seat.objects.select_related("game").get(game=self.game, power=power)

    def sheet(self, power: str) -> SeatPhase:
        """The power's sheet in the latest phase."""
        return SeatPhase.objects.filter(seat__game=self.game, seat__power=power).order_by("-phase__index")[0]

    @property
    def row(self) -> GamePhase:
        """The latest phase."""
        row = queries.latest_phase(self.game)
        assert row is not None
        return row

    @property
    def phase(self) -> str:
        return self.row.name

    @property
    def position(self) -> Position:
        return convert.position_of(self.row)

    @property
    def is_running(self) -> bool:
        self.game.refresh_from_db()
        return self.game.status == Game.Status.RUNNING

    def unit(self, province: str) -> str:
        """The unit in a province as text, "" for none."""
        unit = self.position.unit_at(province)
        return str(unit) if unit else ""
