"""A test that fails first and passes alone is listed with its message, counted and kept; it never passes silently."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import variation

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "run_tests.py"

FLAKY = """
import os
from pathlib import Path
import pytest

def once(name):
    seen = Path(__file__).with_name(name)
    if not seen.exists():
        seen.touch()
        return True
    return False

@pytest.mark.parametrize("power", ["FRA", "ENG"])
def test_flaky(power):
    assert not (power == "ENG" and once("seen")), "the board is not there\\nyet"

@pytest.fixture
def shaky():
    yield
    assert not once("torn")

def test_shaky(shaky):
    pass

def test_sound():
    pass
"""


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(SCRIPT), *arguments]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a project that loads only the plugin for workers."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p xdist.plugin\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("workers", [variation("0"), "2"])
def test_what_passes_only_alone_is_listed_counted_and_kept(folder, workers):
    (folder / "test_some.py").write_text(FLAKY, encoding="utf-8")
    first = run(folder, "-n", workers)
    assert first.returncode == 0, first.stdout
    assert "== 2 failed first and passed alone" in first.stdout
    listed = first.stdout.partition("failed first and passed alone")[2]
    assert "test_some.py::test_flaky[ENG]\n      AssertionError: the board is not there yet" in listed
    assert "test_some.py::test_shaky" in listed
    assert "test_sound" not in listed
    assert "FRA" not in listed
    kept = (folder / ".cache" / "retries.txt").read_text(encoding="utf-8").splitlines()
    assert {line.split("\t")[1].rpartition("::")[2] for line in kept} == {"test_flaky[ENG]", "test_shaky"}
    assert len(kept) == 2

    assert "no test needed a retry" not in run(folder, "--since", "2026-01-01T00:00:00Z").stdout
    assert "2 failed first and passed alone" in run(folder, "--since", "2026-01-01T00:00:00Z").stdout
    assert "no test needed a retry" in run(folder, "--since", "9999-01-01T00:00:00Z").stdout


def test_what_fails_alone_too_fails_and_is_no_retry(folder):
    (folder / "test_some.py").write_text("def test_wrong():\n    assert 1 == 2\n", encoding="utf-8")
    done = run(folder)
    assert done.returncode == 1
    assert "no test needed a retry" in done.stdout
    assert not (folder / ".cache").exists()


def test_what_cannot_be_collected_is_not_retried(folder):
    (folder / "test_some.py").write_text("import nothing_of_the_sort\n", encoding="utf-8")
    done = run(folder)
    assert done.returncode == 2
    assert done.stdout.count("test session starts") == 1


def test_the_commands_that_run_tests_list_their_retries():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--last-failed" not in makefile
    for command in (["make", "-n", "test"], ["make", "-n", "test-database"], ["make", "-n", "coverage"]):
        shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout
        assert "scripts/run_tests.py" in shown
    assert "run_tests.py --since" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_tests_of_the_database_stand_where_test_database_looks():
    """`.ci/run` leaves them out on SQLite: one that `make test-database` did not find would run nowhere."""
    command = ("make", "--no-print-directory", "--dry-run", "test-database", "DATABASE_URL=postgres:///postgres")
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout
    looked_in = {ROOT / word for word in shown.split() if word.startswith("tests/")}
    marked = {path for path in (ROOT / "tests").rglob("*.py") if re.search(r"mark\.database", path.read_text("utf-8"))}
    assert len(marked) > 20
    assert marked == looked_in
