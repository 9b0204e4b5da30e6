"""The example of docs/kernel.md does what it says, and the page names every call there is."""

import re
from pathlib import Path
from typing import Any

import pytest

import adjudication.batch
from adjudication.legality import refusal
from adjudication.position import opening

PAGE = (Path(__file__).parents[3] / "docs" / "kernel.md").read_text(encoding="utf-8")


def test_the_example_finds_a_legal_plan(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "docs/kernel.md", "exec"), names)
    assert [refusal(opening(), "FRA", order) for order in names["plan"]] == [None] * 3
    assert capsys.readouterr().out.endswith("for 4 centers\n")


def test_every_call_is_on_the_page() -> None:
    for name in adjudication.batch.__all__:
        assert f"`{name}" in PAGE or f"({name}" in PAGE or f"{name}(" in PAGE, name
