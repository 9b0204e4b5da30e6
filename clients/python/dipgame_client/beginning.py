"""A folder to begin with: a bot and its test."""

from importlib import resources
from pathlib import Path
from typing import Final

__all__ = ["begin_project"]

_FILES: Final = {
    "my_bot.py.txt": "my_bot.py",
    "test_my_bot.py.txt": "test_my_bot.py",
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
}
"""Files of the template, and their names in the new folder."""


def begin_project(folder: Path) -> list[Path]:
    """Write the template into a new folder; return its files.

    Raises FileExistsError where something is there.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is there already, and not empty. Choose another name.")
    folder.mkdir(parents=True, exist_ok=True)
    template = resources.files("dipgame_client") / "template"
    made = []
    for name, target in _FILES.items():
        path = folder / target
        path.write_text((template / name).read_text(encoding="utf-8"), encoding="utf-8")
        made.append(path)
    return made
