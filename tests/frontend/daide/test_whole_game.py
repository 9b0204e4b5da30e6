"""Programs play whole games over real connections."""

import threading

import pytest

from bots.dumbbot import DumbBot
from bots.holdbot import HoldBot
from daide.client import play
from daide.player import Player
from dipgame.games import services
from dipgame.games.models import Game, Program, Seat
from tests.patience import until

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_a_program_plays_to_the_end(server, story) -> None:
    """Two programs and five bots: a draw by the clock after 1902."""
    with story.committed():
        story.waits(bob=False, programs=2, end_year=1902, press_level=0, fill_bot="dumbbot")
    players = [Player(DumbBot(), "DumbBot", "4"), Player(HoldBot(), "HoldBot")]
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda player=player: codes.append(play(player, "127.0.0.1", server.port)))
        for player in players
    ]
    for thread in threads:
        thread.start()
    until(lambda: Program.objects.count() == 2)
    services.replace_player(Seat.objects.get(user=story.cast.alice), "dumbbot")
    services.fill_seats(story.game, "dumbbot")

    def worked() -> bool:
        story.work()
        return Game.objects.get(pk=story.game.pk).status == Game.Status.FINISHED

    until(worked, 300)
    for thread in threads:
        thread.join(30)
    assert codes == [0, 0]
    game = Game.objects.get(pk=story.game.pk)
    assert (game.result, game.last_year) == ("draw", 1902)
    assert [player.outcome for player in players] == [("DRW",), ("DRW",)]
    assert {player.power for player in players} == set(
        Seat.objects.filter(game=game, user__programs__isnull=False).values_list("power", flat=True)
    )
