"""Compiled once, kept on disk, never stale, never waited for by those who do not search."""

import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from adjudication.batch import compiling
from adjudication.batch.compiling import cache_root, compiler, source_key

ROOT = Path(__file__).parents[3]

FLOOD_ONCE = """
from adjudication.batch.seas import flood
flood(1, 1)
print(sum(flood.stats.cache_hits.values()))
"""
"""A small function of the kernel: all of it would take half a minute to compile."""


def run(code: str, place: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    return done.stdout.strip()


def test_importing_the_rules_loads_neither_numba_nor_numpy() -> None:
    everything = "import adjudication.engine, adjudication.options, adjudication.notation, adjudication.__main__, sys"
    assert run(f"{everything}; print([name for name in ('numba', 'numpy') if name in sys.modules])") == "[]"


@pytest.mark.slow
def test_without_a_place_to_write_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert run(FLOOD_ONCE, DIPGAME_CACHE_DIR=str(file)) == "0"


@pytest.mark.slow
def test_another_process_and_another_checkout_find_the_compiled_code(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "adjudication", clone / "adjudication", ignore=shutil.ignore_patterns("__pycache__"))
    kept = str(tmp_path / "kept")
    assert run(FLOOD_ONCE, DIPGAME_CACHE_DIR=kept) == "0"
    (folder,) = (tmp_path / "kept").iterdir()
    assert folder.name.startswith("kernel-")
    assert run(FLOOD_ONCE, clone, DIPGAME_CACHE_DIR=kept) == "1"
    with (clone / "adjudication" / "batch" / "seas.py").open("a") as file:
        file.write("# another source\n")
    assert run(FLOOD_ONCE, clone, DIPGAME_CACHE_DIR=kept) == "0"


def test_the_key_changes_with_name_and_content(tmp_path: Path) -> None:
    keys = set()
    for name, content in (("a.py", "1"), ("b.py", "1"), ("a.py", "2")):
        (tmp_path / name).write_text(content)
        keys.add(source_key([tmp_path / name]))
    assert len(keys) == 3


def test_the_folder_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DIPGAME_CACHE_DIR", str(tmp_path / "mine"))
    assert cache_root() == tmp_path / "mine"
    monkeypatch.delenv("DIPGAME_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "dipgame"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root().name == "dipgame"


def test_others_may_compile_functions_that_call_the_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DIPGAME_CACHE_DIR", str(tmp_path))
    count_bits = compiling.count_bits

    @compiler(Path(__file__))
    def both(one: int, other: int) -> int:
        return count_bits(one) + count_bits(other)

    assert both(7, 8) == 4
    assert len(list(tmp_path.iterdir())) == 1


def test_of_two_processes_one_compiles_and_the_other_waits_and_says_for_whom(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from adjudication.batch import compiling
compiling._SILENT_SECONDS, compiling._SECONDS_BETWEEN = 0.5, 60
with compiling.compiling_alone(Path({str(Path(__file__))!r})):
    print('mine', flush=True)
    input()
"""
    environment = {**os.environ, "DIPGAME_CACHE_DIR": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=environment, cwd=ROOT, **pipes) as first:  # type: ignore[call-overload]
        assert first.stdout.readline() == "mine\n"
        first.send_signal(signal.SIGSTOP)  # it compiles no more, and holds the lock
        with subprocess.Popen(command, env=environment, cwd=ROOT, **pipes) as second:  # type: ignore[call-overload]
            said = second.stderr.readline()
            assert f"process {first.pid} on " in said
            assert "compiling.lock. If that process is stopped, let it go on or end it." in said
            assert not select.select([second.stdout, second.stderr], [], [], 3)[0], "it says so rarely"
            first.kill()  # however it ends
            assert second.stdout.readline() == "mine\n"
            assert second.communicate("\n") == ("", "")
