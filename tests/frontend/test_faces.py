"""Drawn faces of all bots on offer: `static/bots/NAME.svg`."""

from xml.etree import ElementTree

import pytest
from django.conf import settings

from bots.registry import BOTS
from frontend.portraits import drawing_of
from frontend.templatetags.look import bot_face

FOLDER = settings.BASE_DIR / "static" / "bots"
DRAWN = {path.stem for path in FOLDER.glob("*.svg")}
SVG = "{http://www.w3.org/2000/svg}"
_LARGEST = 6_000


@pytest.mark.parametrize("name", sorted({drawing_of(bot) for bot in BOTS.values()}))
def test_every_bot_on_offer_has_a_face(name):
    assert name in DRAWN, f"draw static/bots/{name}.svg, 64 by 64 as those of static/persons"
    text = (FOLDER / f"{name}.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 64 64"
    used = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert used <= {"svg", "clipPath", "g", "circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}
    assert len(text) < _LARGEST


def test_no_face_is_left_over():
    assert {drawing_of(bot) for bot in BOTS.values()} == DRAWN
    texts = [(FOLDER / f"{name}.svg").read_text("utf-8") for name in DRAWN]
    assert len(set(texts)) == len(texts)


def test_a_skill_shares_the_face_and_has_dots():
    assert drawing_of(BOTS["hana-diplomat-gentle"]) == "hana-diplomat"
    assert 'data-marks="•••"' in bot_face("hana-strong")
    assert "data-marks" not in bot_face("hana")
    assert "bots/hana." in bot_face("hana")
    assert bot_face("nobody") == ""


def test_the_gallery_shows_faces(client):
    shown = client.get("/research/gallery/").content.decode()
    assert "bots/dumbbot" in shown
    assert "bots/hana-diplomat" in shown
