"""Orders that come to nothing by the plan they are in are put to some use."""

import pytest

from adjudication.batch import decode_order, encode_order
from adjudication.notation import format_order, parse_order
from bots.hana.judge.tidying import tidied
from bots.hana.search.problem import Movement
from tests.bots.boards import board

NOW = board("S1902M", "ITA A ROM", "ITA A VEN", "ITA F NAP", "AUS A TRI")


@pytest.mark.parametrize(
    ("plan", "neat"),
    [
        (("A ROM - VEN", "A VEN H", "F NAP H"), ("A ROM S A VEN", "A VEN H", "F NAP H")),
        (("A ROM - VEN", "A VEN - TRI", "F NAP H"), ("A ROM - VEN", "A VEN - TRI", "F NAP H")),
        (("A ROM S A VEN - TRI", "A VEN H", "F NAP H"), ("A ROM S A VEN", "A VEN H", "F NAP H")),
        (("A ROM S A VEN", "A VEN - TUS", "F NAP H"), ("A ROM S A VEN - TUS", "A VEN - TUS", "F NAP H")),
        (("A ROM - VEN", "A VEN - ROM", "F NAP - ROM"), ("A ROM - VEN", "A VEN - ROM", "F NAP - ROM")),
        (("A ROM - VEN", "A VEN S A ROM - TUS", "F NAP - ROM"), ("A ROM S A VEN", "A VEN H", "F NAP S A ROM")),
        (("A ROM S A VEN", "A VEN - TRI", "F NAP H"), ("A ROM H", "A VEN - TRI", "F NAP H")),
        (("A ROM H", "A VEN S A TRI - TYR", "F NAP - ION"), ("A ROM H", "A VEN S A TRI - TYR", "F NAP - ION")),
    ],
)
def test_a_plan_without_what_is_idle_in_it(plan: tuple[str, ...], neat: tuple[str, ...]) -> None:
    phase = Movement.of(NOW)
    at = {unit.province: column for column, unit in enumerate(NOW.units)}
    codes = {at[text.split()[1]]: encode_order(parse_order(text)) for text in plan}
    found = tidied(phase, codes)
    assert {format_order(decode_order(code)) for code in found.values()} == set(neat)
