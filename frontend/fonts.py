"""The site's typefaces as static files: cut from the font packages to what European text needs.

EB Garamond and Source Sans 3 (both OFL-1.1) come as dependencies, whole and as TTF: half a megabyte
each. Pages get WOFF2 files with the Latin letters and the weights 400 to 700 only. They are made the
first time anybody asks for them (a page in development, `collectstatic` otherwise) and kept in
`.cache/fonts` under a name that changes with the cut and with the package. The board's pictures
carry cuts of their own (`frontend.board.typeface`).
"""

import hashlib
import importlib.metadata
import importlib.resources
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

__all__ = ["FACES", "Cut", "Face", "FontFinder", "font_file", "kept"]

_PREFIX: Final = "fonts/"


@dataclass(frozen=True, slots=True)
class Face:
    """One font file of a package."""

    package: str
    source: str

    @property
    def distribution(self) -> str:
        return self.package.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut of a font: kept ranges of characters, weights and OpenType features.

    Characters and weights are ranges, both ends included.
    """

    letters: tuple[tuple[int, int], ...]
    weights: tuple[int, int]
    features: tuple[str, ...]


_LETTERS: Final[tuple[tuple[int, int], ...]] = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x017F),  # Latin-1 and Latin Extended-A: names of Central Europe and Turkey
    (0x0218, 0x021B),  # Romanian s and t
    (0x02C6, 0x02DD),  # accents that stand alone
    (0x2010, 0x2027),  # dashes, quotation marks, bullets
    (0x202F, 0x203A),
    (0x2190, 0x2193),  # arrows
    (0x20AC, 0x20AC),
    (0x2122, 0x2122),
    (0x2212, 0x2212),
    (0x00D7, 0x00D7),
)
_PAGES: Final = Cut(
    _LETTERS,
    (400, 700),
    ("kern", "liga", "clig", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "pnum"),
)

FACES: Final[dict[str, Face]] = {
    "eb-garamond.woff2": Face("fontpkg_eb_garamond", "EBGaramond[wght].ttf"),
    "eb-garamond-italic.woff2": Face("fontpkg_eb_garamond", "EBGaramond-Italic[wght].ttf"),
    "source-sans-3.woff2": Face("fontpkg_source_sans_3", "SourceSans3[wght].ttf"),
    "source-sans-3-italic.woff2": Face("fontpkg_source_sans_3", "SourceSans3-Italic[wght].ttf"),
}
"""Font files of pages, below `fonts/`, with their sources."""


def font_file(name: str) -> Path:
    """The WOFF2 file of this face, made if need be. Raises KeyError for a name that is not in FACES."""
    path = _folder() / name
    if not path.exists():
        _write(path, _cut(FACES[name], _PAGES))
    return path


def kept(face: Face, cut: Cut) -> bytes:
    """The face cut so, as WOFF2: cut once on a machine where its folder can be written, otherwise once in a process."""
    path = _folder(cut) / Path(face.source).with_suffix(".woff2").name
    if path.exists():
        return path.read_bytes()
    made = _cut(face, cut)
    with suppress(OSError):
        _write(path, made)
    return made


class FontFinder(BaseFinder):
    """Offers the faces to `{% static %}` and `collectstatic`."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        name = path.removeprefix(_PREFIX)
        found = [str(font_file(name))] if path.startswith(_PREFIX) and name in FACES else []
        if find_all:
            return found
        return found[0] if found else None

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=_folder())
        storage.prefix = _PREFIX.rstrip("/")  # type: ignore[attr-defined]  # where collectstatic puts them
        for name in FACES:
            if not matches_patterns(name, list(ignore_patterns or ())):
                font_file(name)
                yield name, storage


def _folder(cut: Cut = _PAGES) -> Path:
    """Folder of font files for this cut and these package versions."""
    versions = sorted(
        {f"{face.distribution} {importlib.metadata.version(face.distribution)}" for face in FACES.values()}
    )
    recipe = repr((versions, cut))
    return Path(settings.BASE_DIR) / ".cache" / "fonts" / hashlib.sha256(recipe.encode()).hexdigest()[:12]


def _cut(face: Face, cut: Cut) -> bytes:
    # Slow to import and needed once: not at the start of every process.
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    source = importlib.resources.files(face.package) / "files" / face.source
    with importlib.resources.as_file(source) as path, TTFont(path) as font:
        options = subset.Options(
            layout_features=list(cut.features), hinting=False, desubroutinize=True, notdef_outline=True
        )
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[code for first, last in cut.letters for code in range(first, last + 1)])
        cutter.subset(font)
        first, last = cut.weights
        instancer.instantiateVariableFont(font, {"wght": first if first == last else cut.weights}, inplace=True)
        font.flavor = "woff2"
        packed = io.BytesIO()
        font.save(packed)
    return packed.getvalue()


def _write(target: Path, made: bytes) -> None:
    """Safe when several processes do it at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=target.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(made)
    Path(draft).chmod(0o644)
    Path(draft).replace(target)
