"""Every probe at full size, one after the other, some with one, two and four web processes: the table goes to
`docs/measured.md`, the curves to `docs/pictures`. About twenty minutes on two quiet cores.

    python -m ops.probes.everything                 all of them
    python -m ops.probes.everything chat deadlines  only these; what the others told before stays
    python -m ops.probes.everything --short         on one small site, within a minute; writes nothing
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from ops.probes.curves import draw
from ops.probes.site import ROOT, shared_site

_FIGURES: Final = ROOT / "ops" / "probes" / "figures.json"
_TABLE: Final = ROOT / "docs" / "measured.md"

_FULL: Final = (
    *(("pages", "--seconds", "6", "--web", web) for web in "124"),
    *(("chat", "--rate", "50", "--games", "100", "--web", web) for web in "124"),
    *(("deadlines", "--web", web) for web in "124"),
    ("bots", "--games", "48"),
    ("bots", "--games", "100"),
    ("recovery",),
    ("deaf",),
    ("topics",),
    ("clocks",),
    ("reading",),
    ("sockets",),
    ("api",),
    ("locks",),
    ("locks", "--database", "sqlite"),
    ("growth",),
    ("rolling",),
    ("postgres_restart",),
    ("bad_bots",),
    ("disk_full",),
    ("disk_full", "--database", "sqlite"),
    ("sqlite_faults",),
)
_SHORT: Final = ("chat", "pages", "deadlines", "deaf", "topics", "clocks", "reading", "locks", "sockets", "api")
_APART: Final = ("clocks",)
"""Probes that start their site with other settings: they need a process of their own."""
_LONGEST: Final = 900


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("probes", nargs="*", help="only these")
    parser.add_argument("--short", action="store_true")
    chosen = parser.parse_args()
    if chosen.short:
        return _short(chosen.probes or _SHORT)
    known: dict[str, Any] = json.loads(_FIGURES.read_text("utf-8")) if _FIGURES.exists() else {}
    worst = 0
    for words in _FULL:
        if chosen.probes and words[0] not in chosen.probes:
            continue
        code, found = _run(words)
        worst = max(worst, code)
        if found is not None:
            known[" ".join(words)] = found
            _write(known)
    return worst


def _run(words: tuple[str, ...]) -> tuple[int, dict[str, Any] | None]:
    """Run a probe in its own process: exit code and figures."""
    name, *given = words
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        begun = time.monotonic()
        command = [sys.executable, "-m", f"ops.probes.{name}", *given]
        try:
            code = subprocess.run(
                command, cwd=ROOT, env=os.environ | {"PROBE_FIGURES": str(file)}, check=False, timeout=_LONGEST
            ).returncode
        except subprocess.TimeoutExpired:
            code = 1
        print(f"  [{' '.join(words)}: {time.monotonic() - begun:.0f} s, ended with {code}]", flush=True)
        return code, json.loads(file.read_text("utf-8")) if file.exists() else None


def _short(names: tuple[str, ...] | list[str]) -> int:
    """Run the short forms; return 1 if anything did not hold.

    Prints all faults again at the end.
    """
    faults: list[str] = []
    for name in names:
        if name in _APART:
            faults += _faults(name, partial(_apart, name))
    with shared_site():
        for name in names:
            if name not in _APART:
                faults += _faults(name, partial(_here, name))
    for fault in faults:
        print(f"== did not hold: {fault}", flush=True)
    return 1 if faults else 0


def _faults(name: str, run: Callable[[Path], int]) -> list[str]:
    """Run a probe; return its faults, with its name."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        try:
            code: object = run(file)
        except Exception as error:
            traceback.print_exc()
            code = f"{type(error).__name__}: {error}"
        failed = json.loads(file.read_text("utf-8"))["failed"] if file.exists() else []
    print(f"  [{name}: {time.monotonic() - begun:.0f} s]", flush=True)
    return [f"{name}: {each}" for each in failed or ([f"it ended with {code}"] if code else [])]


def _apart(name: str, file: Path) -> int:
    """Run a short form in its own process; return its exit code."""
    command = [sys.executable, "-m", f"ops.probes.{name}", "--short"]
    env = os.environ | {"PROBE_FIGURES": str(file)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False, timeout=_LONGEST).returncode


def _here(name: str, file: Path) -> int:
    """Run a short form on the shared site; return its exit code."""
    given = sys.argv
    sys.argv, os.environ["PROBE_FIGURES"] = [name, "--short"], str(file)
    try:
        code: int = importlib.import_module(f"ops.probes.{name}").main()
        return code
    finally:
        sys.argv = given
        del os.environ["PROBE_FIGURES"]


def _write(known: dict[str, Any]) -> None:
    ordered = {name: known[name] for name in sorted(known, key=_place)}
    _FIGURES.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    for name, picture in draw(ordered).items():
        (ROOT / "docs" / "pictures" / name).write_text(picture, encoding="utf-8")
    parts = [
        "# What the probes measured",
        "",
        "Written by `python -m ops.probes.everything`; what was tried, what must hold, and what it was before are in",
        "[tried](tried.md). Each table ends with how many processes wanted a core of the machine when it was taken.",
        "",
        "![How soon pages, messages and bots are served, with one, two and four web processes](pictures/load.svg)",
    ]
    for name, told in ordered.items():
        parts += ["", f"## {told['title']}", "", f"`python -m ops.probes.{name}`", "", "| what | figure |", "|---|---|"]
        parts += [f"| {what} | {value} |" for what, value in told["rows"]]
        parts += [f"| load of the machine | {told['load']} on {os.cpu_count()} cores |"]
        parts += [f"| **did not hold** | {each} |" for each in told["failed"]]
    _TABLE.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _place(name: str) -> int:
    order = [" ".join(words) for words in _FULL]
    return order.index(name) if name in order else len(order)


if __name__ == "__main__":
    sys.exit(main())
