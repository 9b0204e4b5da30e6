"""What lists, searches and the ranking ask of a game that is over is kept beside it: no board need be read for it."""

from collections import Counter

from adjudication.powers import POWERS
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase, Seat

__all__ = ["keep_ending"]


def keep_ending(game: Game) -> None:
    """Write down the last year of a finished game and how many centers each power had then.

    Inside the caller's transaction, which holds the game's lock.
    """
    final, *before = GamePhase.objects.filter(game=game).order_by("-index")[:2]
    counts = Counter(convert.position_of(final).centers.values())
    game.last_year = convert.phase_of(before[0] if before else final).year
    game.save(update_fields=["last_year"])
    for power in POWERS:
        Seat.objects.filter(game=game, power=power).update(centers=counts[power])
