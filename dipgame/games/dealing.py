"""Powers are dealt by wishes: the fairest way there is of all, not a good one."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from adjudication.powers import POWERS, Power

__all__ = ["dealt"]


def dealt(wishes: Mapping[int, Sequence[str]], rng: Random) -> dict[int, Power]:
    """A power for each person. wishes: by person, the powers they would like, best first; what is not named is equal,
    after what is.

    Of all ways that one is taken in which the squares of the places of what each gets add up to least, so that nobody
    is far from their wishes for another's sake; between equal ones `rng` decides. There are at most 5040 ways. Raises
    ValueError for more people than powers.
    """
    people, powers = sorted(wishes), list(POWERS)
    if len(people) > len(powers):
        raise ValueError("there are seven powers")
    rng.shuffle(people)
    rng.shuffle(powers)
    costs = [{power: _place(power, wishes[person]) ** 2 for power in powers} for person in people]
    best = min(
        permutations(powers, len(people)),
        key=lambda way: sum(cost[power] for cost, power in zip(costs, way, strict=True)),
    )
    return dict(zip(people, best, strict=True))


def _place(power: str, wished: Sequence[str]) -> float:
    """0 for what is liked best. All that is not named shares the places that are left: who names little gains
    nothing by it."""
    return wished.index(power) if power in wished else (len(wished) + len(POWERS) - 1) / 2
