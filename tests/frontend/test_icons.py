"""Icons as Lucide draws them."""

import pytest
from lucide import IconDoesNotExist
from lucide.templatetags.lucide import lucide

from frontend import icons


@pytest.mark.parametrize("name", ["eye", "flag", "message-circle"])
def test_an_icon_is_lucides_own_drawing(name):
    theirs = lucide(name, size=18, aria_hidden="true", focusable="false", **{"class": "icon"})
    ours = icons.drawn(name, 18, "icon")

    def attributes(drawing):
        head, _, inside = drawing.partition(">")
        return sorted(head.split('" ')), inside

    assert {each.strip('"') for each in attributes(ours)[0]} == {each.strip('"') for each in attributes(theirs)[0]}
    assert attributes(ours)[1] == attributes(theirs)[1]


def test_the_archive_is_opened_once(monkeypatch):
    """It takes 6 ms to open."""
    icons._archive.cache_clear()
    opened = []
    archive = icons.ZipFile
    monkeypatch.setattr(icons, "ZipFile", lambda file: opened.append(file) or archive(file))
    for name in ("eye", "flag", "map", "clock"):
        assert icons.drawn(name, 18, "icon").startswith("<svg")
    assert len(opened) == 1


def test_an_unknown_icon_is_an_error():
    with pytest.raises(IconDoesNotExist):
        icons.drawn("no-such-icon", 18, "icon")
