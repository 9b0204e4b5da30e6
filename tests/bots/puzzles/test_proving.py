"""Goals, proofs and the search for puzzles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.batch import encode_orders
from adjudication.engine import adjudicate
from adjudication.position import Position
from adjudication.powers import as_power
from adjudication.written import format_order, parse_written
from bots.puzzles.checking import check
from bots.puzzles.finding import answers_of, goals_in
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem
from tests.bots.boards import board
from tests.bots.puzzles.exhaustive import reached

ITALY, AUSTRIA = as_power("ITA"), as_power("AUS")

TRIESTE = board("F1903M", "ITA A VEN", "ITA A TYR", "AUS A TRI", centers={"ITA": "VEN", "AUS": "TRI"})
CUT = board("F1903M", "ITA A VEN", "ITA A TYR", "ITA F ION", "AUS A TRI", "AUS F ALB", centers={"AUS": "TRI"})
OPEN = board("F1903M", "FRA A BUR", "FRA A GAS", "GER A PIC", "GER A MUN", centers={"FRA": "PAR MAR"})
SOLO = board(
    "F1908M", "TUR A SER", "TUR A RUM", "AUS A BUD", "AUS A VIE",
    centers={"TUR": "BUL RUM CON SMY ANK SEV MOS WAR STP SER GRE NAP ROM VEN TUN TRI MAR", "AUS": "BUD VIE"},
)  # fmt: skip
SIXTEEN = "BUL RUM CON SMY ANK SEV MOS WAR STP SER GRE NAP ROM VEN TRI VIE"
FERRY = board("F1908M", "TUR A ALB", "AUS F ION", "FRA A PAR", centers={"TUR": f"{SIXTEEN} BUD", "FRA": "PAR"})
BEATEN = board("F1908M", "TUR A GAS", "FRA A BUR", "FRA A MAR", centers={"TUR": SIXTEEN, "FRA": "MAR"})


def orders(*texts: str) -> list:
    found = [parse_written(text, "M") for text in texts]
    assert None not in found
    return found


@pytest.mark.parametrize(
    ("position", "goal", "texts", "right"),
    [
        (TRIESTE, Goal("take", ITALY, "TRI"), ("A VEN - TRI", "A TYR S A VEN - TRI"), True),
        (TRIESTE, Goal("take", ITALY, "TRI"), ("A VEN - TRI",), False),
        (TRIESTE, Goal("take", ITALY, "TRI"), ("A TYR - TRI", "A VEN S A TYR - TRI"), True),
        # A helper may hold the place: its support has to be cut.
        (CUT, Goal("take", ITALY, "TRI"), ("A VEN - TRI", "A TYR S A VEN - TRI"), False),
        (CUT, Goal("take", ITALY, "TRI"), ("A VEN - TRI", "A TYR S A VEN - TRI", "F ION - ALB"), True),
        # Two units that bounce keep an empty center.
        (OPEN, Goal("keep", as_power("FRA"), "PAR"), ("A BUR - PAR", "A GAS - PAR"), True),
        (OPEN, Goal("keep", as_power("FRA"), "PAR"), ("A BUR H",), False),
        (SOLO, Goal("stop", AUSTRIA, rival=as_power("TUR")), (), False),
        (SOLO, Goal("stop", AUSTRIA, rival=as_power("TUR")), ("A VIE S A BUD",), True),
        # Another power's fleet may carry it to a center.
        (FERRY, Goal("stop", as_power("FRA"), rival=as_power("TUR")), ("A PAR - BUR",), False),
        # A beaten unit retreats to one center, however many are open to it.
        (BEATEN, Goal("stop", as_power("FRA"), rival=as_power("TUR")), ("A BUR - GAS", "A MAR S A BUR - GAS"), True),
    ],
)
def test_orders_are_right_if_no_reply_prevents_the_goal(
    position: Position, goal: Goal, texts: tuple[str, ...], right: bool
) -> None:
    assert check(position, goal, orders(*texts)).right is right


def test_a_refutation_contains_only_what_it_needs() -> None:
    found = check(CUT, Goal("take", ITALY, "TRI"), orders("A VEN - TRI", "A TYR S A VEN - TRI"))
    assert not found.right
    told = {power: [format_order(order) for order in mine] for power, mine in found.reply.items()}
    assert told == {"AUS": ["F ALB S A TRI"]}


def test_the_smallest_orders_are_found_and_a_swap_is_the_same_answer() -> None:
    problem = Problem(CUT, Goal("take", ITALY, "TRI"))
    found = answers_of(problem)
    assert found is not None
    assert {len(plan) for plan in found.plans} == {3}
    assert len(found.plans) == 2


def test_a_center_that_nobody_can_reach_is_no_puzzle() -> None:
    quiet = board("F1903M", "FRA A PAR", "TUR A ANK", centers={"FRA": "PAR", "TUR": "ANK"})
    assert [goal for goal in goals_in(quiet) if answers_of(Problem(quiet, goal))] == []


@given(st.data())
def test_what_the_kernel_judges_is_what_the_reference_judges(data: st.DataObject) -> None:
    position, goal = data.draw(
        st.sampled_from(
            [
                (CUT, Goal("take", ITALY, "TRI")),
                (CUT, Goal("keep", AUSTRIA, "TRI")),
                (OPEN, Goal("keep", as_power("FRA"), "PAR")),
                (OPEN, Goal("force", as_power("GER"), "BUR")),
                (SOLO, Goal("stop", AUSTRIA, rival=as_power("TUR"))),
                (BEATEN, Goal("stop", as_power("FRA"), rival=as_power("TUR"))),
            ]
        )
    )
    problem = Problem(position, goal)
    row = problem.holds.copy()
    for column, codes in enumerate(problem.codes):
        row[column] = data.draw(st.sampled_from(codes))
    ordered: dict = {}
    for column, unit in enumerate(position.units):
        ordered.setdefault(unit.power, []).extend(problem.orders_of(row, [column]))
    assert (encode_orders(position, ordered) == row).all()
    assert bool(problem.missed(row[None])[0]) is not reached(goal, adjudicate(position, ordered))
