"""Who has won, or that nobody has."""

from dataclasses import dataclass

from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["Verdict", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: won by `winner`, or if that is None drawn among `sharers`, who still own a center."""

    winner: Power | None
    sharers: tuple[Power, ...]


def verdict(position: Position, rulebook: Rulebook = STANDARD_RULES) -> Verdict | None:
    """How the game ended if this position is its end; None while it goes on.

    A power wins by owning enough centers and more than any other. Centers change hands after the
    fall only, so nobody wins in spring. The builds of the last year are played before it is a draw.
    """
    counts = dict.fromkeys(POWERS, 0)
    for owner in position.centers.values():
        counts[owner] += 1
    most = max(counts.values())
    leaders = [power for power in POWERS if counts[power] == most]
    if most >= rulebook.victory_centers and len(leaders) == 1:
        return Verdict(leaders[0], (leaders[0],))
    if rulebook.draw_year is not None and position.phase.year > rulebook.draw_year:
        return Verdict(None, tuple(power for power in POWERS if counts[power]))
    return None
