"""The pages that `tools.pages` made of `docs/`, from their folder."""

import json
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

__all__ = ["Document", "document_of", "file_of", "is_made"]

_LIVING: Final = "<!-- the living part -->"
"""Place in a document where the site puts what it draws itself."""
_KINDS: Final = {".toml": "application/toml", ".js": "text/javascript", ".csv": "text/csv"}
_FOLDERS: Final = ("_images", "_downloads", "_static")


@dataclass(frozen=True, slots=True)
class Document:
    """A page as HTML.

    before, after: around the part that the site draws itself, which few pages have.
    """

    title: str
    before: str
    after: str
    contents: str
    sections: str
    follows: tuple[str, str] | None
    """Address, relative to this page's, and title of the next page."""


def is_made() -> bool:
    """True if the pages were made on this machine."""
    return (settings.PAGES_DIR / "index.fjson").exists()


def document_of(name: str) -> Document | None:
    """The page of this name, such as `language`; "" for the first one."""
    for file in (f"{name or 'index'}.fjson", f"{name}/index.fjson"):
        path = _inside(file)
        if path is not None and path.suffix == ".fjson":
            return _read(path, path.stat().st_mtime_ns)
    return None


def file_of(name: str) -> tuple[bytes, str] | None:
    """A picture, download or script of the pages, and its type."""
    path = _inside(name)
    if path is None or path.relative_to(settings.PAGES_DIR.resolve()).parts[0] not in _FOLDERS:
        return None
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _inside(name: str) -> Path | None:
    """The file, if it lies in the folder of pages."""
    root: Path = settings.PAGES_DIR.resolve()
    path = (root / name).resolve()
    return path if path.is_relative_to(root) and path.is_file() else None


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int) -> Document:
    known = json.loads(path.read_text(encoding="utf-8"))
    before, _, after = known["body"].partition(_LIVING)
    follows = known.get("next")
    return Document(
        title=known["title"],
        before=before,
        after=after,
        contents=known["contents"],
        sections=known["toc"] if known["toc"].count("<li>") > 2 else "",
        follows=(follows["link"], follows["title"]) if follows else None,
    )
