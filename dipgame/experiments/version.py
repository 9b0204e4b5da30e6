"""Version of this program and, in a repository, its commit."""

import tomllib
from functools import cache

from django.conf import settings

__all__ = ["program_version"]


@cache
def program_version() -> str:
    """As "0.4.0, commit 1a2b3c4d5e6f", without a commit where nobody knows one."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    version = str(project["project"]["version"])
    commit = _commit()
    return f"{version}, commit {commit[:12]}" if commit else version


def _commit() -> str:
    folder = settings.BASE_DIR / ".git"
    try:
        if folder.is_file():  # a worktree: its folder is elsewhere
            folder = settings.BASE_DIR / folder.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        common = folder / "commondir"
        shared = folder / common.read_text(encoding="utf-8").strip() if common.exists() else folder
        return (shared / head.removeprefix("ref: ")).read_text(encoding="utf-8").strip()
    except OSError:
        return ""
