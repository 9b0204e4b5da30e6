"""Estimate an experiment's hours on one core, from measured games."""

from collections import Counter
from typing import Final

from bots.experiment.file.declaration import Declaration
from bots.parameters import taken_apart
from bots.registry import BOTS

__all__ = ["hours_of"]

_SECONDS: Final = {"fast": 0.2, "gentle": 0.1, "normal": 0.5, "strong": 4.0}
"""Seconds of a core that a talking HANA takes for a year of a game, by how hard it thinks; measured among its like."""
_OTHERS: Final = 0.01
_MUTE: Final = 0.15
"""Share of that for a mute HANA."""


def hours_of(declaration: Declaration) -> float:
    """Hours on one core, if games go to their last year."""
    seconds = 0.0
    for session in declaration.sessions:
        years = min(session.playing.last_year, 1920) - 1900
        seats = Counter(declaration.bots[label] for label in session.seats)
        seconds += session.games * years * sum(_of_a_year(bot) * count for bot, count in seats.items())
    return seconds / 3600


def _of_a_year(name: str) -> float:
    bot, parameters = taken_apart(name)
    if not bot.startswith("hana"):
        return _OTHERS
    strength = str(parameters.get("strength", BOTS[bot].skill))
    return _SECONDS[strength] * (1.0 if BOTS[bot].talks else _MUTE)
