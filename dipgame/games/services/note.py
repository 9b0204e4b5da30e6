"""Something is written into a game's log, for those who look at it."""

from typing import TYPE_CHECKING

from dipgame.games import clock, events
from dipgame.games.models import Game, GamePhase, Notice

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["note"]


def note(
    game: Game, words: str, actor: "User | None" = None, *, by_staff: bool = False, for_players: bool = False
) -> Notice:
    """Write a line, inside the caller's transaction, and tell the pages that look at the game."""
    phase = GamePhase.objects.filter(game=game).order_by("-index").values_list("name", flat=True).first()
    events.game_changed(game, "notices")
    return Notice.objects.create(
        game=game,
        at=clock.now(),
        phase=phase or "",
        actor=actor,
        by_staff=by_staff,
        for_players=for_players,
        words=words,
    )
