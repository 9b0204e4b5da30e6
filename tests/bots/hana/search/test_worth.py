"""The worth of what a movement phase left, counted by hand."""

from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest

from adjudication.batch import Boards, Outcomes, encode_orders, resolve
from adjudication.board import STANDARD, Province, province_of
from adjudication.encoding import REGIONS
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from bench._positions import movement_phases
from bots.hana.search.worth import Weights, worth_of_rows
from bots.swarm.playing import sample_orders
from tests.bots.boards import board

NOTHING = Weights(center=0, threat=0, danger=0, lost=0, beaten=0, reach=0, victory=0, defeat=0)


def worth(position: Position, power: Power, weights: Weights, *told: str) -> float:
    """told: `FRA A PAR - BUR`."""
    orders: dict[Power, list[Order]] = {}
    for each in told:
        orders.setdefault(as_power(each[:3]), []).append(parse_order(each[4:], position=position))
    boards = Boards.of([position])
    outcomes = resolve(boards, encode_orders(position, orders)[None, :])
    return float(worth_of_rows(boards, outcomes, power, weights)[0])


BORDER = board("S1905M", "FRA A PAR", "FRA A GAS", "GER A BUR", centers={"FRA": "PAR", "GER": "MUN"})


def test_the_worth_of_one_army_at_home() -> None:
    """One center; Brest can be taken for nothing: 0.3; four provinces in reach: 0.12."""
    alone = board("S1905M", "FRA A PAR", centers={"FRA": "PAR"})
    assert worth(alone, "FRA", Weights()) == pytest.approx(1.42)


@pytest.mark.parametrize(
    ("field", "power", "orders", "times"),
    [
        ("center", "FRA", (), 1),
        ("center", "GER", ("GER A BUR - MUN",), 1),
        ("center", "GER", ("GER A BUR - BEL",), 2),
        ("center", "GER", ("GER A BUR - PAR", "FRA A PAR - PIC"), 2),
        ("center", "FRA", ("GER A BUR - PAR", "FRA A PAR - PIC"), 0),
        ("lost", "GER", ("FRA A PAR - BUR", "FRA A GAS S A PAR - BUR"), 1),
        ("beaten", "FRA", ("FRA A PAR - BUR", "FRA A GAS S A PAR - BUR"), 1),
        ("beaten", "GER", ("FRA A PAR - BUR", "FRA A GAS S A PAR - BUR"), 0),
        # Brest and Spain stand open, Marseilles to one on either side.
        ("threat", "FRA", (), 2),
        ("danger", "FRA", (), 0),
        ("danger", "FRA", ("FRA A PAR - PIC", "FRA A GAS - SPA"), 0),
        ("danger", "FRA", ("FRA A PAR - BRE", "FRA A GAS - SPA"), 0),
        # Paris: BRE PIC BUR GAS; Gascony: BRE PAR BUR MAR SPA and itself from Paris.
        ("reach", "FRA", (), 7),
    ],
)
def test_each_part_counts_for_itself(field: str, power: Power, orders: tuple[str, ...], times: int) -> None:
    counting: dict[str, Any] = {field: 1.0}
    assert worth(BORDER, power, replace(NOTHING, **counting), *orders) == times


def test_a_center_left_alone_beside_a_rival_is_in_danger() -> None:
    left = board("S1905M", "FRA A MAR", "GER A BUR", centers={"FRA": "PAR MAR"})
    assert worth(left, "FRA", replace(NOTHING, danger=1.0)) == 1


def test_what_one_thinks_of_others_makes_their_centers_count() -> None:
    """France owns Paris, Germany Munich and, standing in it, Belgium."""
    position = board("F1905M", "FRA A PAR", "GER A BEL", centers={"FRA": "PAR", "GER": "MUN"})
    boards = Boards.of([position])
    outcomes = resolve(boards, encode_orders(position, {})[None, :])
    regarded = worth_of_rows(boards, outcomes, "FRA", NOTHING, {"GER": -0.25, "TUR": 1.0})
    assert regarded.tolist() == [-0.5]


def test_eighteen_centers_of_another_are_defeat() -> None:
    """Russia owns eighteen, or all but the one in which France stands."""
    centers = {"RUS": " ".join(STANDARD.centers[:18]), "FRA": STANDARD.centers[-1]}
    defeat = replace(NOTHING, defeat=-1.0)
    lost = STANDARD.centers[0]
    assert worth(board("F1910M", "RUS A BOH", "FRA A BUR", centers=centers), "FRA", defeat) == -1
    assert worth(board("F1910M", "RUS A BOH", f"FRA A {lost}", centers=centers), "FRA", defeat) == 0
    assert worth(board("F1910M", "RUS A BOH", "FRA A BUR", centers=centers), "RUS", defeat) == 0


def test_eighteen_centers_are_victory() -> None:
    centers = STANDARD.centers
    for count, times in ((17, 0), (18, 1)):
        owned = board("F1910M", "FRA A RUH", centers={"FRA": " ".join(centers[:count])})
        assert worth(owned, "FRA", replace(NOTHING, victory=1.0)) == times


@pytest.mark.parametrize("name", ["threat", "danger"])
def test_threats_and_dangers_are_those_counted_unit_by_unit(name: str) -> None:
    for number, (position, _) in enumerate(movement_phases(12, 10)):
        boards, orders = Boards.of([position]), sample_orders(position, 8, number)
        outcomes = resolve(boards, orders, trusted=True)
        for me in POWERS:
            found = worth_of_rows(boards, outcomes, me, Weights(**{**asdict(NOTHING), name: 1.0}))
            assert found.tolist() == [_counted(position, outcomes, row, me)[name] for row in range(8)]


def _counted(position: Position, outcomes: Outcomes, row: int, me: Power) -> dict[str, int]:
    """Centers of others where more of my units come than of any other power, and of mine where it is the other way."""
    comes: Counter[tuple[Power, Province]] = Counter()
    owners = dict(position.centers)
    for column, unit in enumerate(position.units):
        if outcomes.attackers[row, column] < 0:
            region = REGIONS[outcomes.after[row, column]]
            near = {province_of(step) for step in STANDARD.borders(unit.kind)[region]} | {province_of(region)}
            comes.update((unit.power, province) for province in near)
            if province_of(region) in STANDARD.centers:
                owners[province_of(region)] = unit.power
    most = {place: max(comes[power, place] for power in POWERS if power != me) for place in STANDARD.centers}
    return {
        "threat": sum(owners.get(place) != me and comes[me, place] > most[place] for place in STANDARD.centers),
        "danger": sum(owners.get(place) == me and comes[me, place] < most[place] for place in STANDARD.centers),
    }
