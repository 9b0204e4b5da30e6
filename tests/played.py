"""Games that are over, as rows alone: for lists, searches and rankings of many."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from adjudication.powers import POWERS
from dipgame.games import clock
from dipgame.games.models import Game, Seat

__all__ = ["played"]


def played(
    people: Mapping[str, Any],
    centers: Mapping[str, int] | None = None,
    *,
    bot: str = "dumbbot",
    hours_ago: float = 1,
    opened: Mapping[str, str] = MappingProxyType({}),
    **terms: Any,
) -> Game:
    """A game that ended so many hours ago. people: who sat where; bots had the rest. centers: at the end, 3 unless
    told; who has 18 won. opened: what the openings
    of some are called."""
    counts = dict.fromkeys(POWERS, 3) | dict(centers or {})
    winner = next((power for power, count in counts.items() if count >= 18), "")
    at = clock.now() - timedelta(hours=hours_ago)
    fields = {"name": "Tea in Burgundy", "status": "finished", "result": "solo" if winner else "draw"}
    more = {"winner": winner, "started_at": at - timedelta(days=1), "finished_at": at, "last_year": 1907}
    game = Game.objects.create(**fields | more | terms)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            power=power,
            user=people.get(power),
            bot="" if power in people else bot,
            centers=counts[power],
            opening=opened.get(power, ""),
        )
        for power in POWERS
    )
    return game
