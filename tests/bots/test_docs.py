"""The example of docs/bots.md is a bot that plays, and the page names every bot there is."""

import doctest
import re
import sys
from pathlib import Path
from typing import get_args

import pytest

from bots.arena.__main__ import main
from bots.asking import FaultKind
from bots.registry import BOTS
from bots.skills import NORMAL, SKILLS

FILE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
PAGE = FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_example_plays_as_the_page_says(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (command,) = re.findall(r"^    python -m bots\.arena (--seats my_bot.*)$", PAGE, re.MULTILINE)
    (tmp_path / "my_bot.py").write_text(example, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    assert main([*command.split(), "--until", "1902", "--jobs", jobs, "--quiet"]) == 0
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("my_bot:LandGrabber")]
    assert row[1] == "7"
    assert row[-4:] == ["0", "0", "0", "0"], "the example made faults"


def test_the_session_on_the_page_is_what_python_says() -> None:
    failed, tried = doctest.testfile(str(FILE), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_every_bot_and_every_fault_is_on_the_page() -> None:
    usual = [name for name, bot in BOTS.items() if bot.skill in {"", NORMAL.name}]
    for name in (*usual, *SKILLS, *get_args(FaultKind)):
        assert f"| `{name}` |" in PAGE
