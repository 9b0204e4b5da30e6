"""Orders in the few words of a list."""

import json
from pathlib import Path

import pytest

from adjudication.notation import parse_order
from frontend.rows import row_words, unit_name

ROWS = json.loads((Path(__file__).parents[1] / "adjudication/cases/notation.json").read_text(encoding="utf-8"))[
    "orders"
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']} {row['order']}")
def test_every_kind_of_order_fits_a_row(row):
    assert row_words(parse_order(row["order"], row["kind"])) == (row["place"], row["words"])


def test_units_are_named_by_kind_and_place():
    assert unit_name("F", "SPA/SC") == "Fleet Spain (south coast)"
