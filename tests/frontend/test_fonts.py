"""The typefaces: cut to size, found by the static files, kept."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from frontend.fonts import FACES, FontFinder, font_file


@pytest.mark.parametrize("name", FACES)
def test_a_face_is_small_and_has_what_european_names_need(name: str) -> None:
    path = Path(finders.find(f"fonts/{name}") or "")
    assert path.stat().st_size < 50_000
    with TTFont(path) as font:
        assert font.flavor == "woff2"
        letters = font.getBestCmap()
        assert {ord(each) for each in "Aa09 éøßşğłŁčÖ\u2013\u2014\u201c\u2019\u2026"} <= set(letters)
        weight = next(axis for axis in font["fvar"].axes if axis.axisTag == "wght")
        assert (weight.minValue, weight.maxValue) == (400, 700)


def test_collecting_lists_every_face_below_fonts() -> None:
    found: Any = FontFinder().list([])
    listed = [(storage.prefix, name, storage.exists(name)) for name, storage in found]
    assert sorted(listed) == sorted(("fonts", name, True) for name in FACES)
    assert [name for name, _ in FontFinder().list(["*italic*"])] == [name for name in FACES if "italic" not in name]


def test_an_unknown_font_is_not_found() -> None:
    finder = FontFinder()
    assert finder.find("fonts/comic.woff2") is None
    assert finder.find("eb-garamond.woff2") is None
    assert finder.find("fonts/comic.woff2", find_all=True) == []
    with pytest.raises(KeyError):
        font_file("comic.woff2")


def test_a_face_is_made_once(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    first = font_file("source-sans-3.woff2")
    made = first.stat().st_mtime_ns
    assert first.is_relative_to(tmp_path)
    assert font_file("source-sans-3.woff2").stat().st_mtime_ns == made
    assert [path.name for path in first.parent.iterdir()] == ["source-sans-3.woff2"]
