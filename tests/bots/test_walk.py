"""Picking from a list, and the retreats, builds and removals that follow from it."""

from random import Random

import pytest

from adjudication.board import province_of
from adjudication.orders import Build, Disband, Remove, Retreat
from adjudication.rulebook import STANDARD_RULES
from bots.values import PLACES, Values, dumbbot_values
from bots.walk import adjustment_orders, alternately, best_first, retreat_orders, strictly
from tests.bots.boards import board


class Draws(Random):
    """A source of chance that gives the numbers it was told to give."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.numbers.pop(0)


@pytest.mark.parametrize(
    ("worths", "draws", "picked"),
    [
        ([100.0], [], 0),
        ([100.0, 99.0], [50], 0),  # the first draw must be below 50
        ([100.0, 99.0], [49, 4], 0),  # 1 % less: the second draw must reach 5
        ([100.0, 99.0], [49, 5], 1),
        ([100.0, 80.0], [0, 99], 0),  # 20 % less: never
        ([100.0, 80.2], [0, 99], 1),
        ([100.0, 100.0, 100.0], [0, 0, 0, 0], 2),
        ([100.0, 99.0, 98.0], [0, 5, 99], 1),
        ([0.0, -5.0], [0, 0], 1),  # nothing to divide by: only the first draw counts
        ([1.0, 7.0], [0, 0], 1),  # from the lowest up, as removals walk: only the first draw counts
    ],
)
def test_alternately(worths: list[float], draws: list[int], picked: int) -> None:
    chance = Draws(*draws)
    assert alternately(worths, chance) == picked
    assert chance.numbers == []


def test_strictly_draws_only_between_equals() -> None:
    assert strictly([3.0, 2.0], Draws()) == 0
    assert strictly([3.0, 3.0, 2.0], Draws(1)) == 1


def test_best_first_keeps_equals_in_order() -> None:
    assert best_first([(1.0, "a"), (2.0, "b"), (1.0, "c"), (2.0, "d")]) == [
        (2.0, "b"),
        (2.0, "d"),
        (1.0, "a"),
        (1.0, "c"),
    ]


def worth(**places: float) -> Values:
    """Values where a province is worth what is given here, to armies and fleets alike, and 0 otherwise."""
    return Values({place: places.get(province_of(place[1]), 0.0) for place in PLACES}, {}, {})


def test_two_units_never_retreat_to_one_province() -> None:
    position = board(
        "S1901R",
        dislodged={
            "FRA A PAR": ("BUR", ("GAS", "PIC")),
            "FRA A MAR": ("PIE", ("GAS",)),
            "FRA F BRE": ("MAO", ("GAS",)),
            "ENG A WAL": ("LON", ("YOR",)),
        },
    )
    for seed in range(30):
        orders = retreat_orders(position, "FRA", worth(GAS=9.0, PIC=1.0), pick=strictly, rng=Random(seed))
        targets = [order.target for order in orders if isinstance(order, Retreat)]
        assert len(orders) == 3
        assert len(targets) == len(set(targets))
        assert targets.count("GAS") == 1
        assert sum(isinstance(order, Disband) for order in orders) == 3 - len(targets)


def test_builds_take_the_best_place_of_each_home() -> None:
    position = board("W1901A", "FRA A PAR", centers={"FRA": "BRE PAR MAR SPA POR"})
    values = Values(dict.fromkeys(PLACES, 1.0) | {("F", "MAR"): 5.0, ("A", "BRE"): 3.0}, {}, {})
    orders = adjustment_orders(position, "FRA", STANDARD_RULES, values, pick=strictly, rng=Random(1))
    assert orders == [Build("F", "MAR"), Build("A", "BRE")]


def test_removals_start_with_the_lowest_worth() -> None:
    position = board("W1901A", "FRA A PAR", "FRA A MAR", "FRA F BRE", "ENG A WAL", centers={"FRA": "PAR"})
    orders = adjustment_orders(
        position, "FRA", STANDARD_RULES, worth(PAR=3.0, MAR=2.0, BRE=1.0), pick=strictly, rng=Random(1)
    )
    assert orders == [Remove("F", "BRE"), Remove("A", "MAR")]


def test_no_two_removals_of_one_unit_when_chance_walks_up() -> None:
    position = board("W1901A", "FRA A PAR", "FRA A MAR", "FRA F BRE", centers={"FRA": "PAR"})
    values = dumbbot_values(position, "FRA")
    for seed in range(50):
        orders = adjustment_orders(position, "FRA", STANDARD_RULES, values, pick=alternately, rng=Random(seed))
        assert len(set(orders)) == 2
