"""HANA's effort, counted in adjudications."""

from dataclasses import dataclass, replace
from typing import Final

__all__ = ["FAST", "FAST_LEARNT", "STANDARD", "Strength"]


@dataclass(frozen=True, slots=True)
class Strength:
    """Amounts of HANA's effort.

    rate: adjudications for each second it is given; a fraction of what one core does, so that a busy machine keeps up.
    most: adjudications for a phase, whatever the time; beyond this more of them hardly help.
    profiles: samples of the others' orders in the search.
    finalists: samples by which the last population is judged once more.
    foresight: adjudications for each power's own plans.
    reply: adjudications for each deal that is weighed, beyond judging the best plans there are.
    slack: centers; plans so far apart are told apart by chance, e to 1 for the better. 0: only what is as good.
    net: the learnt worth by which orders are chosen (`bots.hana.search.learnt`), "" for the hand-made one; deals are
    weighed by the hand-made one anyway.
    lookahead_plans: how many of the best plans are played on for a phase by greedy powers, 0 for none.
    lookahead_samples: with how many of the samples that judge them, 0 for all.
    """

    rate: int = 150_000
    most: int = 20_000
    profiles: int = 16
    finalists: int = 64
    foresight: int = 480
    reply: int = 1_600
    slack: float = 0.02
    net: str = ""
    lookahead_plans: int = 0
    lookahead_samples: int = 0


STANDARD: Final = Strength()
FAST: Final = Strength(most=4_000, finalists=32, foresight=320, reply=640)
"""For thousands of games in the arena."""
FAST_LEARNT: Final = replace(FAST, most=1_600, net="standard", lookahead_plans=8, lookahead_samples=8)
"""`FAST` with the learnt worth, which takes longer."""
