"""A person's figures as sentences."""

from dipgame.games.queries import Reliability
from frontend.words import listed

__all__ = ["reliability_words"]


def reliability_words(found: Reliability) -> str:
    """Sources of a person's reliability: `Came to 41 of 43 turns …`."""
    awaited = found.came + found.missed
    parts = [f"came to {found.came} of {_count(awaited, 'turn')} that others waited for"] if awaited else []
    if found.finished:
        parts.append(f"played {_count(found.finished, 'game')} with others to the end")
    if found.taken_over:
        parts.append(f"took {_count(found.taken_over, 'seat')} over from a bot")
    if found.given_up:
        parts.append(f"left {_count(found.given_up, 'game')} to a bot")
    if not parts:
        return "In the last half-year nobody has waited for a turn here."
    return f"In the last half-year: {listed(parts)}. The last four weeks count most."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
