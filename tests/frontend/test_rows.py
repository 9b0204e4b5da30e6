"""Orders in the few words of a list."""

import pytest

from adjudication.notation import parse_order
from frontend.rows import row_words, unit_name
from tests.adjudication.notations import rows_with


@pytest.mark.parametrize("row", rows_with("words"))
def test_every_kind_of_order_fits_a_row(row):
    assert row_words(parse_order(row["order"], row["kind"])) == (row["place"], row["words"])


def test_units_are_named_by_kind_and_place():
    assert unit_name("F", "SPA/SC") == "Fleet Spain (south coast)"
