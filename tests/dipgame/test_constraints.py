"""The database itself refuses impossible rows."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from dipgame.games import clock
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase

pytestmark = pytest.mark.database

CHANGES = {
    "two seats for one person": lambda s: Seat.objects.filter(game=s.game, power="ENG").update(user=s.cast.alice),
    "a person and a bot in one seat": lambda s: Seat.objects.filter(game=s.game, power="ENG").update(bot="holdbot"),
    "a power twice": lambda s: Seat.objects.filter(game=s.game, power="ENG").update(power="FRA"),
    "a power that is none": lambda s: Seat.objects.filter(game=s.game, power="ENG").update(power="SPA"),
    "two live phases": lambda s: GamePhase.objects.create(
        game=s.game, index=1, name="F1901M", position={}, opened_at=clock.now(), deadline=clock.now()
    ),
    "a phase twice": lambda s: GamePhase.objects.create(
        game=s.game, index=1, name="S1901M", status="final", position={}, opened_at=clock.now()
    ),
    "resolved without outcomes": lambda s: GamePhase.objects.update(status="resolved", resolved_at=clock.now()),
    "outcomes while open": lambda s: GamePhase.objects.update(outcomes=[]),
    "open without a deadline": lambda s: GamePhase.objects.update(deadline=None),
    "claimed by nobody": lambda s: GamePhase.objects.update(status="claimed"),
    "a status that is none": lambda s: GamePhase.objects.update(status="lost"),
    "a sheet twice": lambda s: SeatPhase.objects.create(seat=s.seat("FRA"), phase=s.row, must_decide=True),
    "ready and still thinking": lambda s: SeatPhase.objects.filter(seat__power="TUR").update(bot_state="thinking"),
    "answered but awaited": lambda s: SeatPhase.objects.filter(seat__power="TUR").update(ready=False),
    "a bot state that is none": lambda s: SeatPhase.objects.update(bot_state="asleep"),
    "finished without a result": lambda s: Game.objects.update(status="finished", finished_at=clock.now()),
    "running and finished": lambda s: Game.objects.update(finished_at=clock.now()),
    "finished before it began": lambda s: Game.objects.update(
        status="finished", result="draw", finished_at=clock.now() - timedelta(days=9)
    ),
    "a solo of nobody": lambda s: Game.objects.update(status="finished", result="solo", finished_at=clock.now()),
    "a winner of a draw": lambda s: Game.objects.update(
        status="finished", result="draw", winner="FRA", finished_at=clock.now()
    ),
    "a phase of a minute": lambda s: Game.objects.update(movement_seconds=60),
    "an end before the beginning": lambda s: Game.objects.update(end_year=1900),
    "filling without a bot": lambda s: Game.objects.update(fill_at=clock.now(), fill_bot=""),
    "a slug twice": lambda s: Game.objects.create(slug=s.game.slug, name="Copy"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_the_database_refuses(story, change):
    story.begins()
    with pytest.raises(IntegrityError), transaction.atomic():
        change(story)
