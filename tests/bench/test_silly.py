"""Silly orders are told from those that merely failed."""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.outcomes import outcome_as_dict
from adjudication.powers import as_power
from bench.silly import silly_of
from tests.bots.boards import board

POSITION = board("S1905M", "FRA A PAR", "FRA A MAR", "FRA A GAS", "GER A MUN", "GER A RUH", "ITA A PIE")


def phase(**given: str) -> dict[str, object]:
    orders = {
        as_power(power.upper()): [parse_order(each) for each in texts.split(", ")] for power, texts in given.items()
    }
    outcomes = adjudicate(POSITION, orders).outcomes
    return {"phase": str(POSITION.phase), "outcomes": [outcome_as_dict(each) for each in outcomes]}


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ({"fra": "A PAR - BUR, A MAR - BUR"}, [("FRA", "own bounce")]),
        # Somebody else wanted to go there: a guard.
        ({"fra": "A PAR - BUR, A MAR - BUR", "ger": "A MUN - BUR"}, []),
        ({"fra": "A PAR - GAS"}, [("FRA", "own unit")]),
        ({"fra": "A PAR S A MAR - BUR"}, [("FRA", "unmatched")]),
        ({"fra": "A PAR S A MUN - BUR"}, [("FRA", "unmatched of others")]),
        ({"fra": "A PAR S A MAR - BUR, A MAR - BUR"}, []),
    ],
)
def test_senseless_orders_are_counted(orders: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert list(silly_of([phase(**orders)])) == expected


def test_a_third_try_in_a_row_is_counted_and_after_a_pause_it_begins_anew() -> None:
    attack, pause = phase(fra="A MAR - PIE"), phase(fra="A MAR H")
    assert list(silly_of([attack, attack])) == []
    assert list(silly_of([attack] * 4)) == [("FRA", "third try")] * 2
    assert list(silly_of([attack, attack, pause, attack])) == []
