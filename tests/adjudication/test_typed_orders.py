"""Orders as people write them: cases/typed_orders.json, each with where such a text was seen.

A case has the text, the position (or the name of one that cases share), and what the order field makes of it:
`right`, an order in the written form, or `refused`, words that the refusal names.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from adjudication.notation import AmbiguousOrder, NotationError, divide, format_order, parse_order
from adjudication.position import opening, position_from_dict

FILE = json.loads((Path(__file__).parent / "cases" / "typed_orders.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = FILE["cases"]


def position_of(case: dict[str, Any]):
    where = case["position"]
    return position_from_dict(FILE["positions"][where] if isinstance(where, str) else where)


@pytest.mark.parametrize("case", [case for case in CASES if "right" in case], ids=lambda case: case["id"])
def test_an_order_is_read_as_it_was_meant(case: dict[str, Any]) -> None:
    position = position_of(case)
    assert format_order(parse_order(case["text"], position.phase.kind, position)) == case["right"]


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in case], ids=lambda case: case["id"])
def test_text_that_is_not_one_order_is_refused(case: dict[str, Any]) -> None:
    position = position_of(case)
    with pytest.raises(NotationError) as refused:
        parse_order(case["text"], position.phase.kind, position)
    assert all(word in str(refused.value) for word in case["refused"])


def test_a_shared_name_is_decided_by_whose_order_it_is() -> None:
    position = position_from_dict({"phase": "S1902M", "units": ["ENG F NWG", "RUS F NWY"]})
    assert format_order(parse_order("F Nor - Bar", "M", position, "RUS")) == "F NWY - BAR"
    assert format_order(parse_order("F Nor - Bar", "M", position, "ENG")) == "F NWG - BAR"
    with pytest.raises(AmbiguousOrder) as asked:
        parse_order("F Nor - Bar", "M", position)
    assert asked.value.choices == ("NWG", "NWY")


def test_a_name_that_is_not_known_suggests_another() -> None:
    with pytest.raises(
        NotationError, match=r"no place 'bux' on the board. Did you mean Budapest, Bulgaria or Burgundy\?"
    ):
        parse_order("A Par - Bux", "M", opening())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A Lon - ECH - Nwy", "No army gets from London to Norway by way of the English Channel"),
        ("A Lon - SKA - Nwy", "There is no fleet in the Skagerrak"),
        ("A Par - Bur - Mun", "only an army goes by sea"),
        ("not A Par - Bur", "No order has the word 'not'"),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        parse_order(text, "M", position_from_dict(FILE["positions"]["board"]))


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A Par - Gas\nA Mar - Pie\nF Bre - ECH", ["A Par - Gas", "A Mar - Pie", "F Bre - ECH"]),
        ("A Par-Bur, A Mar-Spa, F Bre-MAO", ["A Par-Bur", "A Mar-Spa", "F Bre-MAO"]),
        ("A Par-Bur; A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("1. A Par-Gas 2. A Mar - Pie 3. F Bre - ECH", ["A Par-Gas", "A Mar - Pie", "F Bre - ECH"]),
        ("a) A Par-Bur b) A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("\u2022 A Par - Bur \u2022 A Mar - Spa", ["A Par - Bur", "A Mar - Spa"]),
        ("* A Par - Bur\r\n- A Mar H", ["A Par - Bur", "A Mar H"]),
        ("Spring 1901\nFRANCE:\nA Par - Bur", ["A Par - Bur"]),
        ("France: A Par-Bur, A Mar-Spa", ["France: A Par-Bur", "A Mar-Spa"]),
        ("A Par - Bur and A Mar - Spa", ["A Par - Bur", "A Mar - Spa"]),
        ("A Par-Bur. A Mar-Spa.", ["A Par-Bur", "A Mar-Spa."]),
        ("A Mar s. A Par - Bur", ["A Mar s. A Par - Bur"]),
        ("Fleet Brest, Mid-Atlantic", ["Fleet Brest, Mid-Atlantic"]),
        ("A Par - Bur, A Mar - Xyz, F Bre - MAO", ["A Par - Bur", "A Mar - Xyz", "F Bre - MAO"]),
        ("A Par - Bur and Pic", ["A Par - Bur and Pic"]),
        ("A Par - Bur, otherwise hold", ["A Par - Bur, otherwise hold"]),
        ("A Par - Bur, or Pic", ["A Par - Bur, or Pic"]),
        ("A Par - Bur if A Mun moves, A Mar - Spa", ["A Par - Bur if A Mun moves, A Mar - Spa"]),
        ("A Par-Bur A Mar-Spa F Bre-MAO", ["A Par-Bur", "A Mar-Spa", "F Bre-MAO"]),
        ("A Mar S A Par-Bur A Par-Bur", ["A Mar S A Par-Bur", "A Par-Bur"]),
        ("A Par-Bur or F Bre-ECH", ["A Par-Bur or F Bre-ECH"]),
        ("A Par-Bur not A Mar-Spa", ["A Par-Bur not A Mar-Spa"]),
        ("My orders: A Par-Bur, A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("1 A Par-Bur\n2 A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("#1 A Par-Bur\n#2 A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("I. A Par-Bur\nII. A Mar-Spa", ["A Par-Bur", "A Mar-Spa"]),
        ("\u2192 A Par - Bur\n\u2713 A Mar - Spa", ["A Par - Bur", "A Mar - Spa"]),
        ("[ ] A Par - Bur\n[x] A Mar - Spa", ["A Par - Bur", "A Mar - Spa"]),
        ("!A Par - Bur", ["!A Par - Bur"]),
        ("", []),
    ],
)
def test_a_list_is_parted_into_its_orders(text: str, orders: list[str]) -> None:
    assert divide(text, "M", opening(), "FRA") == orders


def test_the_seas_of_a_route_stay_with_their_order() -> None:
    position = position_from_dict(FILE["positions"]["board"])
    text = "A Lon - Nwy via NTH, NWG, F NTH C A Lon - Nwy"
    assert divide(text, "M", position, "ENG") == ["A Lon - Nwy via NTH, NWG", "F NTH C A Lon - Nwy"]
