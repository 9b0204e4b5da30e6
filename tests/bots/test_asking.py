"""Nothing a bot does can harm a game."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adjudication.orders import Build, Hold, Move, Order, Remove, Support, Waive
from adjudication.position import Position, opening
from adjudication.rulebook import STANDARD_RULES
from bots import asking
from bots.agent import Decision, Memory
from bots.asking import Answer, ask
from bots.view import SeatView
from tests.bots.boards import board

PARIS = Hold("A", "PAR")


class Bot:
    """A bot that does what it is told."""

    def __init__(self, act: Callable[[Memory], Any]) -> None:
        self.act = act

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        answer: Decision = self.act(memory)
        return answer


def asked(act: Callable[[Memory], Any], position: Position | None = None, memory: Memory | None = None) -> Answer:
    view = SeatView("FRA", position or opening(), STANDARD_RULES)
    return ask(Bot(act), view, {"before": 1} if memory is None else memory, Random(0), 1.0)


def fails(memory: Memory) -> Decision:
    raise RuntimeError("the map is upside down")


def test_a_good_answer_passes_through() -> None:
    answer = asked(lambda memory: Decision((PARIS, Move("A", "MAR", "SPA")), {"plan": ["SPA"]}))
    assert answer == Answer((PARIS, Move("A", "MAR", "SPA")), {"plan": ["SPA"]})


def test_a_crash_gives_no_orders_and_keeps_the_memory() -> None:
    answer = asked(fails)
    assert (answer.orders, answer.memory) == ((), {"before": 1})
    assert [fault.kind for fault in answer.faults] == ["crash"]
    assert "the map is upside down" in answer.faults[0].text


def exits(memory: Memory) -> Decision:
    raise SystemExit(3)


def test_a_bot_cannot_end_the_program() -> None:
    assert [fault.kind for fault in asked(exits).faults] == ["crash"]


@pytest.mark.parametrize("wrong", [None, (PARIS,), {"orders": []}, "A PAR H"])
def test_an_answer_that_is_no_decision_is_a_crash(wrong: object) -> None:
    answer = asked(lambda memory: wrong)
    assert answer.orders == ()
    assert [fault.kind for fault in answer.faults] == ["crash"]


def test_a_decision_without_a_list_of_orders_is_a_crash() -> None:
    answer = asked(lambda memory: Decision(None, {}))  # type: ignore[arg-type]
    assert (answer.orders, answer.memory) == ((), {"before": 1})
    assert [fault.kind for fault in answer.faults] == ["crash"]


def test_late_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 102.5])
    monkeypatch.setattr(asking, "monotonic", lambda: next(clock))
    answer = asked(lambda memory: Decision((PARIS,), {"after": 1}))
    assert (answer.orders, answer.memory) == ((), {"before": 1})
    assert [fault.kind for fault in answer.faults] == ["late"]
    assert answer.faults[0].text == "It took 2.5 s of the 1 s it had."


def test_a_moment_over_time_is_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 101.9])
    monkeypatch.setattr(asking, "monotonic", lambda: next(clock))
    assert asked(lambda memory: Decision((PARIS,))).faults == ()


@pytest.mark.parametrize(
    ("orders", "kept"),
    [
        ((PARIS, Move("A", "MAR", "MUN")), (PARIS,)),  # too far
        ((PARIS, Hold("F", "LON")), (PARIS,)),  # somebody else's
        ((PARIS, Hold("A", "GAS")), (PARIS,)),  # nobody's
        ((PARIS, Move("A", "PAR", "BUR")), (PARIS,)),  # the second order to one unit
        ((Build("A", "PAR"), PARIS), (PARIS,)),  # the wrong phase
        ((Waive(), PARIS), (PARIS,)),
        (("A PAR - BUR", PARIS), (PARIS,)),
        ((None, PARIS), (PARIS,)),
        ((Move("A", "MAR", "XYZ"), PARIS), (PARIS,)),  # no such place
        ((Support("A", "MAR", "A", "XYZ", "QQQ"), PARIS), (PARIS,)),
    ],
)
def test_bad_orders_are_left_out_and_the_others_stand(orders: tuple[Order, ...], kept: tuple[Order, ...]) -> None:
    answer = asked(lambda memory: Decision(orders, {"after": 1}))
    assert answer.orders == kept
    assert answer.memory == {"after": 1}
    assert [fault.kind for fault in answer.faults] == ["illegal"]
    assert answer.faults[0].text


def test_no_more_builds_than_are_due() -> None:
    position = board("W1901A", "FRA A SPA", centers={"FRA": "SPA PAR"})
    answer = asked(lambda memory: Decision((Build("A", "PAR"), Waive())), position)
    assert answer.orders == (Build("A", "PAR"),)
    assert [fault.text for fault in answer.faults] == ["Only 1 adjustment is due."]


def test_no_more_removals_than_are_due() -> None:
    position = board("W1901A", "FRA A SPA", "FRA A PAR", "FRA A BUR", centers={"FRA": "PAR"})
    orders = (Remove("A", "SPA"), Remove("A", "PAR"), Remove("A", "BUR"))
    answer = asked(lambda memory: Decision(orders), position)
    assert answer.orders == orders[:2]
    assert [fault.text for fault in answer.faults] == ["Only 2 adjustments are due."]


@pytest.mark.parametrize("memory", [{"x": {1, 2}}, {"x": float("nan")}, {"x": object()}, [1, 2], None, {("a", 1): 2}])
def test_memory_that_is_not_json_is_not_kept(memory: Any) -> None:
    answer = asked(lambda _: Decision((PARIS,), memory))
    assert answer.orders == (PARIS,)
    assert answer.memory == {"before": 1}
    assert [fault.kind for fault in answer.faults] == ["memory"]


def test_a_memory_without_end_is_not_kept() -> None:
    endless: dict[str, Any] = {}
    endless["self"] = endless
    assert [fault.kind for fault in asked(lambda _: Decision((PARIS,), endless)).faults] == ["memory"]


def test_memory_makes_the_trip_through_json() -> None:
    assert asked(lambda memory: Decision((PARIS,), {"pair": (1, 2)})).memory == {"pair": [1, 2]}


def test_the_bot_works_on_a_copy_of_its_memory() -> None:
    def scribbles(memory: Any) -> Decision:
        memory["list"].append(2)
        raise RuntimeError

    memory = {"list": [1]}
    assert asked(scribbles, memory=memory).memory == {"list": [1]}
    assert memory == {"list": [1]}
