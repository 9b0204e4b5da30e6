"""Orders as actions of L and in careful English, and back."""

from typing import Any

import pytest

from adjudication.notation import format_order, parse_order
from negotiation.diplomacy import DIPLOMACY, action_of, order_of
from negotiation.english.frames import Voice
from negotiation.english.writer import parse_careful, write
from negotiation.parser import parse_formula
from negotiation.printer import format_formula
from negotiation.terms import Do, Inform
from tests.adjudication.notations import board_of, rows_with


@pytest.mark.parametrize("row", rows_with("l"))
def test_an_order_in_l_and_in_english(row: dict[str, Any]) -> None:
    power = row["power"]
    promised = Do(action_of(power, parse_order(row["order"], row["kind"]), board_of(row)))
    assert format_formula(promised, DIPLOMACY) == f"Do({row['l']})"
    assert parse_formula(f"Do({row['l']})", DIPLOMACY) == promised
    owner, order = order_of(promised.action)
    assert (owner, format_order(order)) == (power, row["order"].removesuffix(" VIA"))  # L has no way by sea
    told = Inform(power, ("AUS",), promised)
    assert write(told) == row["english"]
    assert parse_careful(row["english"], Voice(power, ("AUS",))) == [told]
