"""Recipes of CONTRIBUTING.md: every file and name in them exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = TEXT.partition("## Recipes")[2].partition("\n## ")[0].split("\n\n")
_MADE = {"bots/mybot.py", "static/bots/mybot.svg"}
"""Files that a recipe creates."""


def _named(recipe: str) -> list[str]:
    """Paths in a recipe, without placeholders."""
    found = re.findall(r"`([\w./-]+)`", recipe)
    return [
        each
        for each in found
        if ("/" in each or each.endswith((".py", ".md", ".toml", ".txt", ".ts"))) and each not in _MADE
    ]


def test_every_file_of_a_recipe_is_there() -> None:
    rooms = [ROOT, *(path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))]
    rooms += [ROOT / "dipgame/games", ROOT / "frontend/wire"]
    missing = [
        f"{name} of: {recipe[:40]}"
        for recipe in RECIPES
        for name in _named(recipe)
        if not any((room / name).exists() for room in rooms)
    ]
    assert len(RECIPES) > 8
    assert missing == []


def test_what_a_recipe_names_in_python_is_there() -> None:
    known: set[str] = set()
    for room in ("adjudication", "bots", "dipgame", "frontend", "tests/dipgame"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            known.update(re.findall(r"\b(?:class|def) (\w+)", text), re.findall(r"^ *(\w+)\b.*=", text, re.MULTILINE))
    names = {name for recipe in RECIPES for name in re.findall(r"`(?:[A-Z][a-z]\w*\.)?(_?[A-Za-z]\w*)`", recipe)}
    assert {"Standing", "OfThePlayer", "SeatFacts"} <= names
    assert names - known == set()
