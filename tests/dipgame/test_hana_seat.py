"""Seats taken by HANA, with real queues and processes: it talks, keeps its deals, and outlives its worker."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dipgame.games import clock, services, talk
from dipgame.games.models import BotSpeech, Hearing, Message, Promise, Proposal, SeatPhase
from dipgame.redis_server import start_redis
from tests.dipgame.databases import environment_for_children
from tests.patience import until
from tests.site import celery_on

ROOT = Path(__file__).resolve().parents[2]
LONG_AGO = timedelta(minutes=10)


class Workers:
    """A worker for each queue, and beat, in process groups of their own."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._env = environment_for_children(REDIS_URL=url, PLAY_DIR=str(folder), BOT_SECONDS="60")
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """`beat`, or a worker for the queue of this name."""
        of_beat = ["beat", "--schedule", str(self._folder / "beat"), "--pidfile="]
        of_queue = ["worker", "--concurrency", "1", "--queues", name, "-n", f"{name}@%h"]
        what = of_beat if name == "beat" else of_queue
        command = [sys.executable, "-m", "celery", "--app", "dipgame", *what, "--loglevel", "WARNING"]
        self._running[name] = subprocess.Popen(command, cwd=ROOT, env=self._env, start_new_session=True)

    def tell(self, name: str, what: signal.Signals) -> None:
        """Send a signal to the process and its children."""
        os.killpg(self._running[name].pid, what)

    def kill(self, name: str) -> None:
        """The end, without a word."""
        self.tell(name, signal.SIGKILL)
        self._running.pop(name).wait(30)

    def end(self) -> None:
        """All of them end."""
        for name in list(self._running):
            self.kill(name)


@pytest.fixture
def workers(tmp_path: Path, redis: str) -> Iterator[Workers]:
    """Workers on a Redis of their own, to which services send too; `redis` makes services use real queues."""
    server, url = start_redis(tmp_path)
    started = Workers(tmp_path, url)
    with celery_on(url, "dipgame:"):
        yield started
    started.end()
    server.terminate()
    server.wait(30)


@pytest.fixture
def hanas(story: Any) -> Any:
    """Alice's France and Bob's England; Germany and Italy are HANAs that keep their word, nobody else moves."""
    story.waits()
    for power, bot in dict.fromkeys(("AUS", "RUS", "TUR"), "holdbot").items():
        services.replace_player(story.seat(power), bot)
    for power in ("GER", "ITA"):
        services.replace_player(story.seat(power), "hana-classicist")
    return story


def quiet() -> bool:
    """True if no bot has orders, messages or hearings left to do.

    Makes all planned messages due now.
    """
    BotSpeech.objects.filter(due_at__gt=clock.now()).update(due_at=clock.now())
    thinking = SeatPhase.objects.filter(bot_state__in=["waiting", "thinking"])
    return not (thinking.exists() or Hearing.objects.exclude(state="done").exists() or BotSpeech.objects.exists())


def open_offers(power: str, to: str) -> list[Proposal]:
    """Proposals of one power to another that wait for an answer."""
    between = " ".join(sorted((power, to)))
    return list(Proposal.objects.filter(state="open", message__between=between, message__speaker__power=power))


def said_twice(story: Any) -> list[Any]:
    """Messages bots repeated within a phase to the same powers.

    Courtesies apart: one may thank twice.
    """
    said = Message.objects.exclude(speaker__bot="").exclude(level=0).values_list("phase__name", "between", "term")
    return [row for row, count in Counter(said).items() if count > 1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hana_talks_keeps_its_deals_and_outlives_its_worker(workers: Workers, hanas: Any) -> None:
    story = hanas
    for name in ("default", "bots", "beat"):
        workers.start(name)

    # It opens the talk, and its proposals can be accepted.
    until(quiet)
    while offers := open_offers("GER", "FRA"):
        for offer in offers:
            services.answer_press(story.seat("FRA"), offer.message_id, "accept")
        until(quiet)
    assert Message.objects.filter(speaker__power="GER", between="FRA GER").exists()

    # It answers what is proposed to it.
    asked = services.send_press(story.seat("FRA"), ["GER"], "let us have a dmz in Piedmont")
    until(lambda: Proposal.objects.get(message=asked).state in {"accepted", "rejected", "countered"})
    until(quiet)
    deals = talk.agreements_of(story.seat("GER"), story.row)
    assert deals, "nothing was agreed, so nothing can be kept"

    # Its orders keep what it promised, and it remembers the talk.
    spring = story.sheet("GER")
    services.set_ready(story.seat("FRA"), "S1901M", True)
    services.set_ready(story.seat("ENG"), "S1901M", True)
    until(lambda: story.phase == "F1901M")
    promises = Promise.objects.filter(power="GER", agreement__phase=spring.phase_id)
    assert {promise.state for promise in promises} <= {"kept", "open", "void"}, list(promises.values())
    spring.refresh_from_db()
    before = spring.memory
    assert before["mind"]["heard"] > 0
    assert before["journal"]["phase"] == "S1901M"

    # Its worker ends while it thinks. Another goes on with what it remembers, and repeats nothing.
    dies_thinking(workers)
    workers.start("bots")
    until(quiet)
    after = story.sheet("GER")
    assert after.bot_state == "ok"
    assert set(after.orders) == {unit.province for unit in story.position.units_of("GER")}
    assert after.memory["mind"]["upto"] == "S1901M"
    lately = after.memory["mind"]["lately"]
    assert [line for line in before["mind"]["lately"] if line not in lately] == []
    assert set(after.memory["minds"]) >= {"FRA", "ENG"}
    assert after.memory["journal"]["phase"] == "F1901M"
    assert said_twice(story) == []

    # The game goes on.
    services.set_ready(story.seat("FRA"), "F1901M", True)
    services.set_ready(story.seat("ENG"), "F1901M", True)
    until(lambda: story.phase not in {"S1901M", "F1901M"})


def dies_thinking(workers: Workers) -> None:
    """The bots' worker is killed while a bot thinks of its orders; what it was at was long ago."""
    thinking = SeatPhase.objects.filter(bot_state="thinking")

    def caught() -> bool:
        if not thinking.exists():
            return False
        workers.tell("bots", signal.SIGSTOP)
        if thinking.exists():
            return True
        workers.tell("bots", signal.SIGCONT)
        return False

    until(caught)
    workers.kill("bots")
    assert thinking.update(bot_since=clock.now() - LONG_AGO), "it died between two thoughts"
    Hearing.objects.filter(state="thinking").update(since=clock.now() - LONG_AGO)
