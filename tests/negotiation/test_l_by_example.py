"""`docs/l-by-example.md` says what is read, at the level of its heading."""

import re
from pathlib import Path

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.levels import level
from negotiation.printer import format_term
from negotiation.understanding import understand

DOCUMENT = Path(__file__).parents[2].joinpath("docs", "l-by-example.md").read_text(encoding="utf-8")
ROWS = [
    (int(number), english, term)
    for number, section in re.findall(r"^## Level (\d).*?$(.*?)(?=^## |\Z)", DOCUMENT, re.M | re.S)
    for english, term in re.findall(r"^\| (.+?) \| `(.+?)` \|$", section, re.M)
]


def test_every_level_has_examples() -> None:
    assert {number for number, *_ in ROWS} == set(range(1, 9))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_an_example_is_read_as_it_says(row: tuple[int, str, str]) -> None:
    number, english, term = row
    (said,) = understand(english, context_of("FRA", ("ENG",), opening())).said
    assert (format_term(said, DIPLOMACY), level(said)) == (term, number)
