"""The real queues: Redis, Celery workers and beat as processes of their own, for two games one after the other."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from dipgame.games import clock, queue, services
from dipgame.games.models import BotSpeech, GamePhase, Hearing, Message, SeatPhase
from dipgame.redis_server import start_redis
from tests.dipgame.databases import environment_for_children
from tests.dsl import Story
from tests.patience import until
from tests.site import celery_on

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def start_beat(tmp_path: Path, redis: str) -> Iterator[Callable[[], None]]:
    """One Redis, one worker for each queue, and beat once it is called; `redis` makes services use real queues."""
    server, url = start_redis(tmp_path)
    env = environment_for_children(REDIS_URL=url, PLAY_DIR=str(tmp_path), BOT_SECONDS="60")
    celery = [sys.executable, "-m", "celery", "--app", "dipgame"]
    worker = [*celery, "worker", "--loglevel", "WARNING", "--concurrency", "1", "--queues"]
    beat = [*celery, "beat", "--schedule", str(tmp_path / "beat"), "--pidfile=", "--loglevel", "WARNING"]
    processes: list[subprocess.Popen[bytes]] = []

    def start(command: list[str]) -> None:
        processes.append(subprocess.Popen(command, cwd=ROOT, env=env))

    start([*worker, "default", "-n", "default@%h", "--pool", "threads"])
    start([*worker, "bots", "-n", "bots@%h"])
    with celery_on(url, "dipgame:"):
        yield lambda: start(beat)
    for process in processes:
        process.terminate()
    for process in [*processes, server]:
        process.terminate()
        process.wait(90)  # a bot that is at work may finish: BOT_SECONDS


def test_a_game_goes_on_by_itself(start_beat, story, monkeypatch):
    story.begins(bots="dumbbot")

    def bots_have_played() -> bool:
        return not SeatPhase.objects.filter(bot_state__in=["waiting", "thinking"]).exists()

    until(bots_have_played)
    assert set(story.sheet("TUR").orders) == {"ANK", "CON", "SMY"}

    # Everybody is ready: the worker resolves at once, while nothing sweeps yet.
    story.ready("FRA", "ENG")
    until(lambda: story.phase == "F1901M")
    start_beat()

    # The time is over: beat's sweep finds the phase.
    until(bots_have_played)
    name = story.phase
    story.orders("FRA", "A PAR H")
    story.orders("ENG", "F LON H")
    GamePhase.objects.filter(pk=story.row.pk).update(deadline=clock.now() - timedelta(seconds=1))
    until(lambda: story.phase != name)

    # A message is lost: the sweep finds the phase in which nothing is awaited.
    until(bots_have_played)
    row = story.row
    with monkeypatch.context() as patch:
        patch.setattr(queue, "send", lambda *args: None)
        SeatPhase.objects.filter(phase=row).update(ready=True)
        until(lambda: story.row.pk != row.pk)

    bots_answer(Story(story.cast, story.outbox, real_commits=True))


def bots_answer(story):
    """In another game, a person among bots that talk is answered."""
    story.begins(bots="blabbot")

    def spoken_to(power: str) -> set[str]:
        BotSpeech.objects.update(due_at=clock.now())
        said = Message.objects.filter(game=story.game)
        return set(said.filter(between__contains=power).values_list("speaker__power", flat=True))

    # The opening: peace to Alice, each when it is due, sent by beat's sweep.
    until(lambda: Hearing.objects.filter(seat__game=story.game, state="done").count() >= 5)
    until(lambda: spoken_to("FRA") >= {"AUS", "GER", "ITA", "RUS", "TUR"})

    # Bob, who has been offered peace too, gets an answer to his own proposal once he has answered.
    until(lambda: "GER" in spoken_to("ENG"))
    offer = Message.objects.get(game=story.game, speaker__power="GER", between="ENG GER")
    services.answer_press(story.seat("ENG"), offer.pk, "reject")
    asked = services.send_press(story.seat("ENG"), ["GER"], "I offer peace")

    def answered() -> bool:
        BotSpeech.objects.update(due_at=clock.now())
        state: str = asked.proposals.get().state
        return state == "accepted"

    until(answered)
    until(lambda: "ENG" in (story.sheet("GER").memory or {}).get("friends", ()))
