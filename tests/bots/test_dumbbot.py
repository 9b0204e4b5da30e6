"""DumbBot moves sensibly in positions small enough to think through."""

from collections import Counter
from random import Random

import pytest

from adjudication.board import STANDARD
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Position, opening
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.dumbbot import MAX_DEFERRALS, DumbBot
from bots.view import SeatView
from tests.bots.boards import board

TRIES = 60


def answers(position: Position, power: Power) -> list[tuple[MovementOrder, ...]]:
    """DumbBot's orders with many different draws."""
    view = SeatView(power, position, STANDARD_RULES)
    return [DumbBot().decide(view, {}, Random(seed), 1.0).orders for seed in range(TRIES)]  # type: ignore[misc]


def test_every_unit_gets_one_order_and_never_two_go_to_one_place() -> None:
    for orders in answers(opening(), "RUS"):
        assert [(order.kind, order.region) for order in orders] == [
            (unit.kind, unit.region) for unit in opening().units_of("RUS")
        ]
        targets = [order.target[:3] for order in orders if isinstance(order, Move)]
        assert len(targets) == len(set(targets))


def test_a_lone_army_takes_the_empty_center_in_fall() -> None:
    position = board("F1901M", "FRA A GAS", centers={"FRA": "PAR"})
    counts = Counter(orders[0] for orders in answers(position, "FRA"))
    assert counts.most_common(1)[0][0] == Move("A", "GAS", "SPA")


def test_the_second_unit_supports_the_first_where_rivals_could_come() -> None:
    """One center is left to take and rivals stand beside it: whoever comes second supports whoever came first."""
    mine = " ".join(center for center in STANDARD.centers if center != "MUN")
    position = board("F1901M", "FRA A BUR", "FRA A RUH", "GER A BER", "GER A TYR", centers={"FRA": mine, "GER": "MUN"})
    seen = Counter(orders for orders in answers(position, "FRA"))
    supported = [orders for orders in seen if any(isinstance(o, Support) and o.target == "MUN" for o in orders)]
    assert supported
    for orders in supported:
        move = next(o for o in orders if isinstance(o, Move))
        support = next(o for o in orders if isinstance(o, Support))
        assert (support.supported_kind, support.supported, support.target) == (move.kind, move.region, move.target)


def test_no_support_where_nobody_competes() -> None:
    position = board("F1901M", "FRA A GAS", "FRA A MAR", centers={"FRA": "PAR"})
    for orders in answers(position, "FRA"):
        assert not any(isinstance(order, Support) for order in orders)


def test_a_holding_unit_supports_the_move_next_to_it() -> None:
    """Wales has nowhere better than itself; London is contested, so the hold becomes support."""
    for orders in answers(_wales_and_yorkshire(), "ENG"):
        by_region = {order.region: order for order in orders}
        if isinstance(by_region["YOR"], Move) and by_region["YOR"].target == "LON":
            assert not isinstance(by_region["WAL"], Hold)


def _wales_and_yorkshire() -> Position:
    return board("F1901M", "ENG A WAL", "ENG A YOR", "FRA F ECH", centers={"FRA": "LON", "ENG": "LVP EDI"})


def test_units_that_want_each_others_place_do_not_wait_forever() -> None:
    """An army in Brest and a fleet in Gascony, each standing where the other sees more."""
    position = board("S1901M", "FRA A BRE", "FRA F GAS", "FRA F MAO", "FRA A PAR", centers={"ENG": "BRE", "ITA": "SPA"})
    for orders in answers(position, "FRA"):
        assert len(orders) == 4
    assert MAX_DEFERRALS > 34


def test_fleets_name_the_coast_they_go_to() -> None:
    position = board("F1901M", "FRA F MAO", centers={"FRA": "PAR"})
    moves = {orders[0] for orders in answers(position, "FRA")}
    spanish = {order.target for order in moves if isinstance(order, Move) and order.target.startswith("SPA")}
    assert spanish <= {"SPA/NC", "SPA/SC"}
    assert spanish


@pytest.mark.parametrize("power", ["AUS", "ITA", "TUR"])
def test_the_same_draws_give_the_same_orders(power: Power) -> None:
    assert answers(opening(), power) == answers(opening(), power)
