"""A game ends by a win or draw, by its rulebook."""

from dataclasses import replace
from typing import Any

import pytest

from adjudication.board import STANDARD
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from adjudication.victory import Verdict, verdict
from tests.adjudication.build import place

CENTERS = STANDARD.centers


@pytest.mark.parametrize(
    ("phase", "france", "others", "rulebook", "expected"),
    [
        ("W1907A", 18, 16, STANDARD_RULES, Verdict("FRA", ("FRA",))),
        ("W1907A", 17, 16, STANDARD_RULES, None),
        ("W1907A", 17, 16, EDITIONS["dipgame"], Verdict("FRA", ("FRA",))),
        ("W1907A", 17, 17, EDITIONS["dipgame"], None),
        ("F1907M", 10, 2, replace(STANDARD_RULES, draw_year=1907), None),
        ("F1907R", 10, 2, replace(STANDARD_RULES, draw_year=1907), None),
        ("W1907A", 10, 2, replace(STANDARD_RULES, draw_year=1907), None),
        ("W1907A", 18, 2, replace(STANDARD_RULES, draw_year=1907), Verdict("FRA", ("FRA",))),
        ("S1908M", 10, 2, replace(STANDARD_RULES, draw_year=1907), Verdict(None, ("ENG", "FRA"))),
        ("S1908M", 10, 0, replace(STANDARD_RULES, draw_year=1907), Verdict(None, ("FRA",))),
        ("S1908M", 20, 0, replace(STANDARD_RULES, draw_year=1907), Verdict("FRA", ("FRA",))),
        ("S1901M", 0, 0, STANDARD_RULES, None),
    ],
)
def test_verdict(phase: str, france: int, others: int, rulebook: Rulebook, expected: Verdict | None) -> None:
    position = place(phase, [], {"FRA": CENTERS[:france], "ENG": CENTERS[france : france + others]})
    assert verdict(position, rulebook) == expected


@pytest.mark.parametrize(
    "change", [{"victory_centers": 0}, {"victory_centers": 35}, {"draw_year": 0}, {"draw_year": 10000}]
)
def test_impossible_rules(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"centers|year"):
        replace(STANDARD_RULES, **change)
