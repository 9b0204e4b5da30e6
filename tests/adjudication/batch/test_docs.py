"""Examples of docs/kernel.md work; the page names every call."""

import re
from pathlib import Path
from typing import Any

import pytest

import adjudication.batch
from adjudication.legality import refusal
from adjudication.position import opening
from adjudication.reasons import Reason

PAGE = (Path(__file__).parents[3] / "docs" / "kernel.md").read_text(encoding="utf-8")


EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(example: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(example, "docs/kernel.md", "exec"), names)
    return names


def test_the_first_example_finds_a_legal_plan(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(EXAMPLES[0])
    assert [refusal(opening(), "FRA", order) for order in names["plan"]] == [None] * 3
    assert capsys.readouterr().out.endswith("for 4 centers\n")


def test_the_second_example_adjudicates_typed_orders() -> None:
    outcomes = run(EXAMPLES[1])["resolution"].outcomes
    assert [each.reason for each in outcomes] == [Reason.HELD] * 22


def test_every_call_is_on_the_page() -> None:
    for name in adjudication.batch.__all__:
        assert f"`{name}" in PAGE or f"({name}" in PAGE or f"{name}(" in PAGE, name
