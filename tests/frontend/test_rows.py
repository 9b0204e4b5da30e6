"""Orders in the few words of a list."""

import pytest

from adjudication.notation import parse_order
from frontend.rows import row_words, unit_name

CASES = [
    ("M", "A PAR H", ("Paris", "holds")),
    ("M", "A PAR - BUR", ("Paris", "to Burgundy")),
    ("M", "F MAO - SPA/SC", ("Mid-Atlantic Ocean", "to Spain (south coast)")),
    ("M", "A LON - BEL VIA", ("London", "to Belgium by sea")),
    ("M", "A PAR S A MAR", ("Paris", "supports Marseilles")),
    ("M", "A PAR S A MAR - BUR", ("Paris", "supports Marseilles to Burgundy")),
    ("M", "F NTH C A LON - BEL", ("North Sea", "convoys London to Belgium")),
    ("R", "A PAR - GAS", ("Paris", "retreats to Gascony")),
    ("R", "DISBAND A PAR", ("Paris", "disbands")),
    ("A", "BUILD A PAR", ("Paris", "builds an army")),
    ("A", "BUILD F STP/NC", ("St Petersburg (north coast)", "builds a fleet")),
    ("A", "REMOVE F STP/SC", ("St Petersburg (south coast)", "is removed")),
    ("A", "WAIVE", ("", "A build is left unused")),
]


@pytest.mark.parametrize(("kind", "text", "words"), CASES)
def test_every_kind_of_order_fits_a_row(kind, text, words):
    assert row_words(parse_order(text, kind)) == words


def test_units_are_named_by_kind_and_place():
    assert unit_name("F", "SPA/SC") == "Fleet Spain (south coast)"
