"""Lay out the sources, run Sphinx, keep the result."""

import fcntl
import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from tools.pages.results import write_results

__all__ = ["OUT", "ROOT", "build"]

ROOT: Final = Path(__file__).parents[2]
OUT: Final = ROOT / ".build" / "pages"
_STAMP: Final = "made"
_SCRIPTS: Final = ("doctools.js", "language_data.js", "searchtools.js", "sphinx_highlight.js")
"""Sphinx's own search, which the search page loads."""
_DROPPED: Final = (
    "environment.pickle", "globalcontext.json", "last_build", "objects.inv", "search.fjson", "searchindex.json",
)  # fmt: skip
_MERMAID: Final = re.compile(r"^```mermaid\n.*?^```\n\n", re.MULTILINE | re.DOTALL)
"""Drawings for readers of the sources; the tables below each say the same."""
_ELSEWHERE: Final = (
    ("](docs/", "]("),
    ("](../CONTRIBUTING.md", "](contributing.md"),
    ("decisions/README", "decisions/index"),
    ("](README.md", "](overview.md"),
    ("<README>", "<overview>"),
)
"""Targets of links in the sources, each with its target on the site."""


def build(out: Path) -> int:
    """Make the pages and swap the folder; 0 if nothing was wrong.

    Nothing happens where they are newer than their sources. Processes that want them at once wait for the first.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with (out.parent / "pages.lock").open("w") as lock, tempfile.TemporaryDirectory(dir=out.parent) as work:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _is_fresh(out):
            return 0
        source, made = Path(work, "source"), Path(work, "made")
        _lay_out(source)
        if code := _run_sphinx(source, made, Path(work, "trees")):
            return code
        _keep_what_is_served(made)
        if out.exists():
            out.rename(Path(work, "old"))
        made.rename(out)
    return 0


def _is_fresh(out: Path) -> bool:
    stamp = out / _STAMP
    return stamp.exists() and stamp.stat().st_mtime >= max(each.stat().st_mtime for each in _sources())


def _run_sphinx(source: Path, made: Path, trees: Path) -> int:
    from sphinx.cmd.build import build_main

    strict = ["-q", "-W", "--keep-going"]
    return int(
        build_main([*strict, "-b", "json", "-c", str(Path(__file__).parent), "-d", str(trees), str(source), str(made)])
    )


def _sources() -> list[Path]:
    found = [
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("bots/experiment/shipped/*.toml"),
        *Path(__file__).parent.glob("*.py"),
    ]
    return found + [each for each in ROOT.joinpath("docs").rglob("*") if each.is_file()]


def _lay_out(source: Path) -> None:
    """Copy `docs/`, and add pages from elsewhere and from data."""
    shutil.copytree(ROOT / "docs", source)
    shutil.copy(ROOT / "CONTRIBUTING.md", source / "contributing.md")
    source.joinpath("README.md").rename(source / "overview.md")
    source.joinpath("decisions", "README.md").rename(source / "decisions" / "index.md")
    for page in source.rglob("*.md"):
        text = _MERMAID.sub("", page.read_text(encoding="utf-8"))
        for said, meant in _ELSEWHERE:
            text = text.replace(said, meant)
        page.write_text(text, encoding="utf-8")
    decisions = source / "decisions"
    names = sorted(each.stem for each in decisions.glob("[0-9]*.md"))
    with (decisions / "index.md").open("a", encoding="utf-8") as index:
        index.write("\n".join(["", "```{toctree}", ":hidden:", "", *names, "```", ""]))
    write_results(source / "results", ROOT / "bots" / "experiment" / "shipped")


def _keep_what_is_served(made: Path) -> None:
    """Drop Sphinx's own files; write the index as a script."""
    index = json.loads(made.joinpath("searchindex.json").read_text(encoding="utf-8"))
    for name in (
        "environment.pickle",
        "globalcontext.json",
        "last_build",
        "objects.inv",
        "search.fjson",
        "searchindex.json",
    ):
        made.joinpath(name).unlink()
    static = made / "_static"
    for each in static.iterdir():
        if each.name not in _SCRIPTS:
            each.unlink()
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    static.joinpath("searchindex.js").write_text(f"Search.setIndex({text});\n", encoding="utf-8")
    made.joinpath(_STAMP).touch()
