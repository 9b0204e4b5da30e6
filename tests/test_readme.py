"""The library example of the README does what it says."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_library_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == example.rpartition("  # ")[2]
    assert len(re.findall(r"^(?!from|$)", example.strip(), re.MULTILINE)) <= 10
