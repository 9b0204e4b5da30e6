"""The Python client plays whole games on a real server."""

import asyncio
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from bots.blabbot import BlabBot
from bots.dumbbot import DumbBot
from dipgame.games import services
from dipgame.games.models import Agreement, Game, GamePhase, Message
from dipgame_client import AsyncClient, Client, Problem
from dipgame_client.keeping import Keeper
from dipgame_client.playing import Table
from dipgame_client.running import Runner
from tests.patience import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("told"), pytest.mark.slow]

DOCS = Path(__file__).parents[3] / "docs" / "api.md"


def worked(story, until_true, patience=300):
    """Work as the workers, also for the web process, until something is so."""

    def step():
        services.sweep()
        story.work()
        return until_true()

    until(step, patience)


def ended(game):
    return lambda: Game.objects.get(pk=game.pk).status == Game.Status.FINISHED


def begun(story, cast, **terms):
    """Alice's program plays France against bots, Bob's seat is a bot's."""
    with story.committed():
        story.waits(bob=False, **terms)
    with story.committed():
        services.fill_seats(story.game, terms.get("fill_bot", "dumbbot"))
    return story.game


def test_a_bot_plays_to_the_end_and_comes_back_after_a_restart(story, cast, program, site, tmp_path):
    alice = program(cast.alice)
    game = begun(story, cast, press_level=0, end_year=1901)
    client = Client(site.url, alice.token)
    runner = Runner(client, DumbBot, tmp_path, only=frozenset({game.slug}))
    playing = threading.Thread(target=runner.run)
    playing.start()
    worked(story, lambda: GamePhase.objects.filter(game=game).count() > 2)
    site.stop()
    site.start()
    worked(story, ended(game))
    playing.join(60)
    assert not playing.is_alive()
    client.close()
    rows = GamePhase.objects.filter(game=game, status=GamePhase.Status.RESOLVED, name__endswith="M")
    moved = [each for row in rows for each in row.outcomes if each["power"] == "FRA"]
    assert any(" - " in each["order"] for each in moved)
    assert Game.objects.get(pk=game.pk).last_year == 1901


class Once:
    """Counts its decisions in a list."""

    def __init__(self, asked):
        self.asked = asked

    def decide(self, view, memory, rng, seconds):
        self.asked.append(str(view.position.phase))
        return DumbBot().decide(view, memory, rng, seconds)


class DroppedError(Exception):
    """The connection is gone."""


@pytest.fixture
def keeper(story, tmp_path):
    story.begins(press_level=0)
    return Keeper(tmp_path, story.game.slug)


def test_a_crash_between_deciding_and_sending_decides_nothing_anew(story, program, site, keeper, monkeypatch):
    alice = program(story.cast.alice)
    asked = []
    with Client(site.url, alice.token) as client:

        def drop(*_, **__):
            raise DroppedError

        first = Table(client, story.game.slug, Once(asked), keeper, seconds=5, quiet=0, seed="x")
        monkeypatch.setattr(client, "order", drop)
        with pytest.raises(DroppedError):
            first.play()
        monkeypatch.undo()
        decided = keeper.load().orders
        assert decided
        assert story.sheet("FRA").orders == {}
        second = Table(client, story.game.slug, Once(asked), keeper, seconds=5, quiet=0, seed="x")
        thread = threading.Thread(target=second.play, daemon=True)
        thread.start()
        until(lambda: story.sheet("FRA").ready)
        assert sorted(story.sheet("FRA").orders.values()) == sorted(decided)
        assert asked == ["S1901M"]
        services.cancel_game(story.game)
        thread.join(60)
        assert not thread.is_alive()


def test_a_talker_makes_peace_and_is_ready_after_some_quiet(story, cast, program, site, tmp_path):
    alice = program(cast.alice)
    story.begins(press_level=9, press_protocol="talk")
    with Client(site.url, alice.token) as client:
        keeper = Keeper(tmp_path, story.game.slug)
        table = Table(client, story.game.slug, BlabBot(), keeper, seconds=5, quiet=0.5, seed="x")
        thread = threading.Thread(target=table.play, daemon=True)
        thread.start()
        until(lambda: Message.objects.filter(speaker__power="FRA", between="ENG FRA").exists())
        asked = Message.objects.get(speaker__power="FRA", between="ENG FRA")
        assert "peace" in asked.text.lower()
        services.answer_press(story.seat("ENG"), asked.pk, "accept")
        assert Agreement.objects.count() == 1
        until(lambda: story.sheet("FRA").ready)
        assert keeper.load().memory["friends"] == ["ENG"]
        services.cancel_game(story.game)
        thread.join(60)
        assert not thread.is_alive()


def test_the_asynchronous_client_asks_the_same(story, cast, program, site):
    story.begins()
    token = program(cast.alice).token

    async def scene():
        async with AsyncClient(site.url, token) as client:
            me = await client.account()
            assert me["is_bot"]
            async for line in client.follow(story.game.slug):
                assert line["game"]["power"] == "FRA"
                break
            reply = await client.order(story.game.slug, "S1901M", ["A PAR - BUR"])
            assert reply["verdicts"][0]["order"] == "A PAR - BUR"
            with pytest.raises(Problem) as refused:
                await client.order(story.game.slug, "F1901M", [])
            assert (refused.value.status, refused.value.code) == (409, "late")

    asyncio.run(scene())


@pytest.mark.variation
@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("curl")), reason="no jq or curl here")
def test_the_shell_bot_of_the_guide_plays(story, cast, program, site, tmp_path):
    (script,) = re.findall(r"```bash\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert script.count("\n") < 60
    path = tmp_path / "random.sh"
    path.write_text(script, encoding="utf-8")
    token = program(cast.alice).token
    game = begun(story, cast, press_level=0)
    env = {"PATH": "/usr/bin:/bin:/usr/local/bin", "SITE": site.url, "TOKEN": token}
    process = subprocess.Popen(["bash", str(path)], env=env, start_new_session=True)
    try:
        worked(story, lambda: GamePhase.objects.filter(game=game).count() > 2)
    finally:
        import os
        import signal

        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)
