"""Store facts about a finished game for lists, searches and the ranking."""

from collections import Counter

from adjudication.notation import format_order
from adjudication.phase import FIRST_PHASE
from adjudication.powers import POWERS, Power
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.openings import openings_of

__all__ = ["keep_ending"]


def keep_ending(game: Game) -> None:
    """Write down the last year of a finished game, what each power opened with, and how many centers it had at the end.

    Inside the caller's transaction, which holds the game's lock.
    """
    final, *before = GamePhase.objects.filter(game=game).order_by("-index")[:2]
    counts = Counter(convert.position_of(final).centers.values())
    opened = _openings(game)
    game.last_year = convert.phase_of(before[0] if before else final).year
    game.save(update_fields=["last_year"])
    for power in POWERS:
        Seat.objects.filter(game=game, power=power).update(centers=counts[power], opening=opened.get(power, ""))


def _openings(game: Game) -> dict[Power, str]:
    """Opening of each power in spring 1901.

    Empty if that phase was never resolved, or began with another position.
    """
    if game.first_position is not None:
        return {}
    first = GamePhase.objects.filter(game=game, index=0, name=str(FIRST_PHASE)).first()
    outcomes = () if first is None else convert.outcomes_of(first)
    return openings_of((each.power, format_order(each.order)) for each in outcomes)
