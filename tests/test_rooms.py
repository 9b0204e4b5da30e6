"""Rules between the rooms that the import linter cannot say."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scored import each_of

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "frontend").rglob("*.py"))


@each_of(PAGES, name=lambda path: str(path.relative_to(ROOT)))
def test_pages_ask_the_database_nothing_themselves(path):
    """Pages query rows only by `dipgame.games.queries` and `dipgame.accounts.queries`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in imported if name.startswith("django.db")]
    managers = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "objects"]
    assert managers == []


def test_one_module_imports_svgwrite() -> None:
    users = [path.relative_to(ROOT) for path in PAGES if "from svgwrite" in path.read_text("utf-8")]
    assert [path.as_posix() for path in users] == ["frontend/board/ink.py"]


@pytest.mark.parametrize("module", ["game/game.js", "game/entry.js", "talk/talk.js"])
def test_modules_that_join_others_stay_short(module: str) -> None:
    """A subject that grows gets a module of its own."""
    assert (ROOT / "static" / module).read_text(encoding="utf-8").count("\n") < 350


def test_tests_of_the_pure_rooms_run_without_django() -> None:
    words = (
        "import sys, pytest; code = pytest.main(['-q', '-p', 'no:cacheprovider', 'tests/adjudication/test_phase.py']);"
        "sys.exit(int(code) or 'dipgame' in sys.modules or 'django.db' in sys.modules)"
    )
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run([sys.executable, "-c", words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
