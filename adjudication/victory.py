"""The end of a game: a winner, a draw, or neither."""

from dataclasses import dataclass

from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["Verdict", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game.

    Won by `winner`; or, if that is None, drawn among the `sharers`, the powers that still own a center.
    """

    winner: Power | None
    sharers: tuple[Power, ...]


def verdict(position: Position, rulebook: Rulebook = STANDARD_RULES) -> Verdict | None:
    """Verdict on a game that ends with this position.

    None while it goes on.

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
