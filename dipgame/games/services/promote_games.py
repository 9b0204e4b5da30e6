"""The site keeps one game of each pace open to whoever comes."""

from types import MappingProxyType
from typing import Final

from django.db import IntegrityError

from adjudication.powers import POWERS
from bots.company import USUAL
from bots.game_terms import PACES
from dipgame.games import events
from dipgame.games.models import Game, Seat
from dipgame.transactions import atomic

__all__ = ["promote_games"]

_NAMES: Final = MappingProxyType({"quick": "An evening in Vienna", "day": "A turn a day", "slow": "Three days a turn"})


def promote_games() -> int:
    """Offer a game of each pace of which none is open; returns how many. Harmless at any time and twice at once.

    Bots take its free seats a while after the first person sat down (`clock.fill_time`).
    """
    made = 0
    for pace, (moves, retreats, builds, first) in PACES.items():
        if Game.objects.filter(promoted=True, status=Game.Status.OPEN, movement_seconds=moves).exists():
            continue
        try:
            with atomic():
                game = Game.objects.create(
                    name=_NAMES[pace],
                    promoted=True,
                    movement_seconds=moves,
                    retreat_seconds=retreats,
                    adjustment_seconds=builds,
                    first_seconds=first,
                    fill_bot=USUAL,
                )
                Seat.objects.bulk_create(Seat(game=game, power=power) for power in POWERS)
                events.lobby_changed(game)
        except IntegrityError:  # another process was quicker
            continue
        made += 1
    return made
