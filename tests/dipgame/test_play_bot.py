"""A bot writes its orders, or fails to; the game goes on either way."""

import time
from datetime import timedelta

import pytest
from django.db import OperationalError

from adjudication.orders import Build, Hold, Move
from bots import asking
from bots.agent import Decision
from bots.holdbot import HoldBot
from bots.registry import Bot
from dipgame.games import clock, queries, queue, services
from dipgame.games.models import GamePhase, SeatPhase
from dipgame.games.queue import PLAY_BOT
from dipgame.games.services import play_bot as play
from tests.thinking import play_bot

BOTS = ("AUS", "GER", "ITA", "RUS", "TUR")


class Crashes:
    def decide(self, view, memory, rng, seconds):
        raise RuntimeError("out of ideas")


class Exits:
    def decide(self, view, memory, rng, seconds):
        raise SystemExit(3)


class Sleeps:
    def decide(self, view, memory, rng, seconds):
        time.sleep(60)
        return Decision(())


class AnswersNonsense:
    def decide(self, view, memory, rng, seconds):
        return ["A PAR - BUR"]


class Cheats:
    """Orders other powers' units, swims, builds in spring."""

    def decide(self, view, memory, rng, seconds):
        holds = [Hold(unit.kind, unit.region) for unit in view.position.units_of(view.power)]
        return Decision((*holds[1:], Hold("A", "PAR"), Move("A", "CON", "LON"), Build("A", "SMY")))


class Counts:
    """Remembers how often it was asked."""

    def decide(self, view, memory, rng, seconds):
        count = memory.get("asked", 0) + 1
        return Decision(HoldBot().decide(view, memory, rng, seconds).orders, {"asked": count})


class RemembersTooMuch:
    def decide(self, view, memory, rng, seconds):
        return Decision(HoldBot().decide(view, memory, rng, seconds).orders, {"view": view})


ODD = {
    cls.__name__.lower(): Bot(cls.__name__.lower(), cls.__name__, "Only for tests.", cls)
    for cls in (Crashes, Exits, Sleeps, AnswersNonsense, Cheats, Counts, RemembersTooMuch)
}


@pytest.fixture(autouse=True)
def odd_bots(put_on_offer):
    """The odd bots are on offer."""
    put_on_offer(*ODD.values())


def test_a_bot_plays_when_the_phase_opens(story):
    story.begins(bots="dumbbot")
    sheet = story.sheet("TUR")
    assert (sheet.bot_state, sheet.ready, sheet.bot_error) == ("ok", True, "")
    assert set(sheet.orders) == {"ANK", "CON", "SMY"}


@pytest.mark.parametrize(
    ("bot", "state"), [("crashes", "crashed"), ("exits", "crashed"), ("answersnonsense", "crashed"), ("sleeps", "late")]
)
def test_a_bot_that_fails_holds_and_the_game_goes_on(story, bot, state, monkeypatch, settings):
    if state == "late":
        settings.BOT_SECONDS = 0.2
        monkeypatch.setattr(asking, "GRACE", 0.05)
    story.waits()
    with story.committed(work=False):
        for power in ("AUS", "GER", "ITA", "RUS"):
            services.replace_player(story.seat(power), "holdbot")
        services.replace_player(story.seat("TUR"), bot)
    story.work()
    sheet = story.sheet("TUR")
    assert (sheet.bot_state, sheet.ready, sheet.orders) == (state, True, {})
    assert sheet.bot_error
    assert {each.power: each.bot_state for each in queries.standings(story.game)}["TUR"] == state
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    assert [str(unit) for unit in story.position.units_of("TUR")] == ["TUR A CON", "TUR A SMY", "TUR F ANK"]


def test_what_a_bot_may_not_order_is_left_out(story):
    story.begins(bots="cheats")
    sheet = story.sheet("TUR")
    assert sheet.bot_state == "ok"
    assert set(sheet.orders) == {"SMY", "ANK"}
    assert sheet.bot_error.count("illegal:") == 3


def test_memory_lasts_from_phase_to_phase(story):
    story.begins(bots="counts")
    for asked in (1, 2):
        assert story.sheet("TUR").memory == {"asked": asked}
        story.deadline_passes()


def test_a_memory_that_is_not_json_costs_the_memory_only(story):
    story.begins(bots="rememberstoomuch")
    sheet = story.sheet("TUR")
    assert (sheet.bot_state, sheet.memory, len(sheet.orders)) == ("ok", {}, 3)


def test_asking_twice_asks_once(story):
    story.begins(bots="counts")
    assert not play_bot(story.sheet("TUR").pk)
    assert not play_bot(10**9)
    assert story.sheet("TUR").memory == {"asked": 1}


def test_the_same_seed_gives_the_same_orders(story, cast):
    played = []
    for _ in range(2):
        story.waits()
        story.game.seed = 7
        story.game.save()
        with story.committed():
            services.fill_seats(story.game, "randombot")
        played.append(story.sheet("TUR").orders)
    assert played[0] == played[1]


class TestTheSweep:
    """The sweep finds bots to ask when their messages are lost."""

    @pytest.fixture(autouse=True)
    def lost(self, story, outbox):
        story.waits()
        with story.committed(work=False):
            services.fill_seats(story.game, "holdbot")
        outbox.tasks.clear()

    def test_asks_again_what_was_lost(self, story, outbox):
        with story.committed():
            assert services.sweep().asked == 5
        assert story.sheet("TUR").bot_state == "ok"

    def test_asks_once_however_often_it_comes_round(self, story, outbox):
        for asked in (5, 0, 0):
            with story.committed(work=False):
                assert services.sweep().asked == asked
        assert sorted(outbox.tasks) == sorted((PLAY_BOT, story.sheet(power).pk) for power in BOTS)
        outbox.tasks.pop()
        with story.committed(work=False):
            assert services.sweep().asked == 1

    def test_asks_nobody_while_the_queue_cannot_be_seen(self, story, monkeypatch):
        monkeypatch.setattr(queue, "depth", lambda: None)
        with story.committed(work=False):
            assert services.sweep().asked == 0

    def test_asks_another_worker_when_one_died(self, story):
        self.worker_dies(story)
        with story.committed():
            assert services.sweep() == services.Swept(asked=1)
        assert (story.sheet("TUR").bot_state, len(story.sheet("TUR").orders)) == ("ok", 3)

    def test_gives_up_a_bot_that_costs_another_worker(self, story):
        for asked, late, state in ((1, 0, "waiting"), (0, 1, "late")):
            self.worker_dies(story)
            with story.committed(work=False):
                assert services.sweep() == services.Swept(asked=asked, late=late)
            assert story.sheet("TUR").bot_state == state
        story.ready("FRA", "ENG")
        assert story.phase == "F1901M"

    def test_what_a_worker_given_up_brings_after_all_is_dropped(self, story, monkeypatch):
        """It was slow, not dead: the sheet is another worker's by now."""

        class Dawdles(HoldBot):
            def decide(self, view, memory, rng, seconds):
                SeatPhase.objects.filter(pk=sheet.pk).update(bot_since=clock.now() - clock.CLAIM_LEASE)
                services.sweep()
                return super().decide(view, memory, rng, seconds)

        sheet = story.sheet("TUR")
        monkeypatch.setattr(play, "bot_named", lambda name: Bot(name, "Dawdles", "", Dawdles))
        with story.committed(work=False):
            assert not play_bot(sheet.pk)
        assert (story.sheet("TUR").bot_state, story.sheet("TUR").orders) == ("waiting", {})
        monkeypatch.undo()
        story.work()
        assert story.sheet("TUR").bot_state == "ok"

    def test_never_gives_up_a_bot_that_nobody_asked(self, story):
        """People are ready, and no worker for bots runs: the phase waits for its deadline, and a little longer."""
        SeatPhase.objects.exclude(bot_state="").update(bot_since=clock.now() - timedelta(hours=1))
        with story.committed(work=False):
            for power in ("FRA", "ENG"):
                services.set_ready(story.seat(power), "S1901M", True)
        for passed, phases in ((timedelta(0), 0), (clock.PATIENCE_WITH_BOTS, 1)):
            GamePhase.objects.update(deadline=clock.now() - passed)
            with story.committed(work=False):
                swept = services.sweep()
            assert (swept.phases, swept.late) == (phases, 0)
        GamePhase.objects.update(deadline=clock.now())
        assert not services.resolve_phase(story.row.pk)
        story.work()
        assert story.phase == "F1901M"
        assert set(SeatPhase.objects.filter(phase__name="S1901M").values_list("bot_state", flat=True)) == {"", "ok"}

    def worker_dies(self, story):
        """The other bots have played.

        Long ago a worker took up Turkey's sheet, and was not heard of since.
        """
        with story.committed(work=False):
            for sheet in SeatPhase.objects.filter(bot_state="waiting").exclude(seat__power="TUR"):
                play_bot(sheet.pk)
        turkey = SeatPhase.objects.filter(seat__power="TUR")
        turkey.update(bot_state="thinking", bot_since=clock.now() - clock.CLAIM_LEASE)


def test_what_fails_around_a_bot_is_not_its_own_doing(story, monkeypatch):
    """The database goes away just when its view is read: the bot is asked again."""
    story.waits()
    with story.committed(work=False):
        services.fill_seats(story.game, "holdbot")
    story.outbox.tasks.clear()

    def fails(*args):
        raise OperationalError("the connection is lost")

    turkey = story.sheet("TUR").pk
    with monkeypatch.context() as patched:
        patched.setattr(queries, "seat_view", fails)
        with pytest.raises(OperationalError):
            play_bot(turkey)
    assert (story.sheet("TUR").bot_state, story.sheet("TUR").bot_error) == ("waiting", "")
    with story.committed():
        services.sweep()
    assert story.sheet("TUR").bot_state == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_says_it_is_at_work_keeps_what_it_has_claimed(story, monkeypatch):
    monkeypatch.setattr(clock, "CLAIM_LEASE", timedelta(seconds=0.4))
    story.waits()
    services.fill_seats(story.game, "holdbot")
    story.outbox.tasks.clear()
    asked = []

    class Ponders(HoldBot):
        def decide(self, view, memory, rng, seconds):
            for _ in range(15):
                time.sleep(0.1)
                services.sweep()
                asked.append(story.sheet("TUR").bot_state)
            return super().decide(view, memory, rng, seconds)

    monkeypatch.setattr(play, "bot_named", lambda name: Bot(name, "Ponders", "", Ponders))
    assert play_bot(story.sheet("TUR").pk)
    assert set(asked) == {"thinking"}
    assert story.sheet("TUR").bot_state == "ok"


def test_an_answer_that_comes_too_late_is_dropped(story, monkeypatch):
    """The phase is resolved while the bot thinks."""

    class Dawdles:
        def decide(self, view, memory, rng, seconds):
            if str(view.position.phase) == "S1901M":
                story.deadline_passes()
            return HoldBot().decide(view, memory, rng, seconds)

    slow = Bot("holdbot", "Dawdles", "Only for tests.", Dawdles)
    story.waits()
    with story.committed(work=False):
        services.fill_seats(story.game, "holdbot")
    story.outbox.tasks.clear()
    sheet = story.sheet("TUR")
    monkeypatch.setattr(play, "bot_named", lambda name: slow)
    with story.committed(work=False):
        assert not play_bot(sheet.pk)
    sheet.refresh_from_db()
    assert sheet.orders == {}
    assert story.phase == "F1901M"
