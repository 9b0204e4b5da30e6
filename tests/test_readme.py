"""The library example of the README does what it says."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_library_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]):
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == example.rpartition("  # ")[2]
    assert len(re.findall(r"^(?!from|$)", example.strip(), re.MULTILINE)) <= 10


def test_every_file_and_name_of_the_ways_is_there() -> None:
    """`path: name` of docs/README.md: the file exists and contains the name."""
    found = re.findall(r"`([\w./]+/[\w./]+)(?:: ([\w.]+))?`", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    assert len(found) > 40
    missing = [f"{path}: {name}" for path, name in found if not _contains(path, name)]
    assert missing == []


def _contains(path: str, name: str) -> bool:
    places = [place for place in (ROOT / path, ROOT / "dipgame/games" / path) if place.exists()]
    return bool(places) and (
        not name or any(name.rpartition(".")[2] in file.read_text(encoding="utf-8") for file in _files(places[0]))
    )


def _files(place: Path) -> list[Path]:
    return [place] if place.is_file() else list(place.glob("*.py"))
