"""Fill in the openings of games that ended before openings were stored.

Also of those that ended before an opening had its name.
"""

from typing import Any, Final

from django.db.models import Max

from adjudication.phase import FIRST_PHASE
from adjudication.powers import POWERS
from dipgame.games.openings import openings_of

__all__ = ["name_openings"]

_AT_A_TIME: Final = 500
_FINISHED: Final = "finished"


def name_openings(phases: Any, seats: Any) -> int:
    """Go through all games that are over; how many seats were changed. phases, seats: the managers of the rows, so that
    a migration can bring its own. Many games at a time and each for itself: it can be broken off and begun again."""
    first = phases.filter(game__status=_FINISHED, index=0, name=str(FIRST_PHASE))
    last, changed = 0, 0
    end = first.aggregate(end=Max("game_id"))["end"] or 0
    while last < end:
        rows = list(first.filter(game__gt=last).order_by("game_id").values_list("game_id", "outcomes")[:_AT_A_TIME])
        if not rows:
            break
        games: dict[tuple[str, str], list[int]] = {}
        for game, outcomes in rows:
            for power, name in _named(outcomes).items():
                games.setdefault((power, name), []).append(game)
        for (power, name), pks in games.items():
            changed += seats.filter(game__in=pks, power=power).exclude(opening=name).update(opening=name)
        last = rows[-1][0]
    return changed


def _named(outcomes: Any) -> dict[str, str]:
    """By power; what cannot be read has no name."""
    try:
        found = openings_of((each["power"], each["order"]) for each in outcomes or ())
    except (KeyError, TypeError, AttributeError):
        return {}
    return {power: name for power, name in found.items() if power in POWERS}
