"""The mute HANA as a bot: deterministic, in time, unmoved by odd memories, sensible in winter."""

import sys
from random import Random
from time import thread_time

import pytest
from numba.core.dispatcher import Dispatcher

from adjudication.options import legal_orders
from adjudication.orders import Build, Disband, Remove, Retreat, Waive
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from bots.arena.game import GamePlan, play
from bots.hana.agent import Hana, Strength, make_hana, warm
from bots.hana.variants import FastLearnt
from bots.view import SeatView
from tests.bots.boards import board

HANA = make_hana()


@pytest.fixture(autouse=True)
def _ready() -> None:
    warm()


def decide(position, power="FRA", memory=None, seconds=5.0, rulebook=STANDARD_RULES):
    return HANA.decide(SeatView(power, position, rulebook), memory or {}, Random(7), seconds)


def test_a_game_can_be_played_again() -> None:
    seats = dict.fromkeys(POWERS, "dumbbot") | {"ENG": "hana"}
    one, other = (play(GamePlan(4, 1, seats, 1904, 5.0)) for _ in range(2))
    assert one == other
    assert one["faults"] == {}


def test_nothing_is_compiled_while_a_game_is_played() -> None:
    def compiled() -> dict[str, int]:
        modules = [module for name, module in sys.modules.items() if name.startswith(("bots.", "adjudication."))]
        found = [each for module in modules for each in vars(module).values() if isinstance(each, Dispatcher)]
        return {each.py_func.__qualname__: len(each.signatures) for each in found}

    before = compiled()
    seats = dict.fromkeys(POWERS, "dumbbot") | {"ENG": "hana", "GER": "hana-strong", "TUR": "hana-gentle"}
    play(GamePlan(5, 2, seats, 1903, 5.0))
    assert compiled() == before
    assert before["_worth_of_boards"] == 1


def test_time_is_counted_in_adjudications_and_kept() -> None:
    for seconds in (0.2, 1.0, 60.0):
        started = thread_time()
        decide(opening(), seconds=seconds)
        assert thread_time() - started < min(seconds, 1.0)


@pytest.mark.parametrize(
    "memory",
    [{"minds": 3}, {"minds": {"GER": "x"}}, {"minds": {"GER": [1, 2]}}, {"minds": {"XXX": []}, "seen": 4}],
)
def test_memories_of_another_kind_do_not_matter(memory: dict[str, object]) -> None:
    assert decide(opening(), memory=memory).orders == decide(opening()).orders


def test_what_others_left_in_memory_stays() -> None:
    assert decide(opening(), memory={"diary": ["a"]}).memory["diary"] == ["a"]


@pytest.mark.parametrize("name", EDITIONS)
def test_every_rulebook_is_played(name: str) -> None:
    assert len(decide(opening(), "RUS", rulebook=EDITIONS[name]).orders) == 4


def test_nobody_to_order() -> None:
    assert decide(board("S1905M", "GER A MUN", centers={"GER": "MUN"})).orders == ()


def test_a_stronger_search_is_a_setting() -> None:
    view = SeatView("TUR", opening(), STANDARD_RULES)
    assert len(Hana(strength=Strength(most=200_000, rate=400_000)).decide(view, {}, Random(1), 0.4).orders) == 3


def test_it_retreats_to_an_open_center() -> None:
    beaten = board("F1905R", "GER A PAR", dislodged={"FRA A PAR": ("BUR", ("BRE", "GAS", "PIC"))}, centers={"FRA": ""})
    assert decide(beaten).orders == (Retreat("A", "PAR", "BRE"),)


def test_two_beaten_units_do_not_meet() -> None:
    beaten = board(
        "S1905R",
        dislodged={"FRA A PAR": ("BUR", ("GAS",)), "FRA F BRE": ("ECH", ("GAS",))},
        centers={"FRA": "PAR BRE"},
    )
    assert {type(order) for order in decide(beaten).orders} == {Retreat, Disband}


def test_it_builds_what_is_due_and_there_is_room_for() -> None:
    winter = board("W1905A", "FRA A PAR", centers={"FRA": "PAR BRE MAR SPA POR"})
    orders = decide(winter).orders
    assert [type(order) for order in orders] == [Build, Build]
    assert {order.region[:3] for order in orders if isinstance(order, Build)} == {"BRE", "MAR"}


def test_it_removes_the_unit_that_does_least() -> None:
    winter = board(
        "W1905A", "FRA A PAR", "FRA A BUR", "FRA A NAF", "GER A MUN", centers={"FRA": "TUN BRE", "GER": "MUN"}
    )
    assert decide(winter).orders == (Remove("A", "NAF"),)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 5.0])
@pytest.mark.parametrize("power", POWERS)
def test_who_judges_by_the_learnt_worth_decides_the_same_in_no_time_and_in_time(power: Power, seconds: float) -> None:
    view = SeatView(power, opening(), STANDARD_RULES)
    one, two = (FastLearnt().decide(view, {}, Random(3), seconds) for _ in range(2))
    assert one.orders == two.orders
    assert len(one.orders) == len(opening().units_of(power))
    legal = legal_orders(opening(), power)
    assert all(order in legal[order.region] for order in one.orders if not isinstance(order, Waive))
