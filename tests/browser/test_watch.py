"""The page to watch games."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect


def test_the_faces_of_bots_are_small_beside_the_board(enter: Callable[..., Page], story: Any) -> None:
    story.begins()
    page = enter("/watch/")
    faces = page.locator(".watch-powers .portrait")
    expect(faces.first).to_be_visible()
    for face in faces.all():
        box = face.bounding_box()
        assert box
        assert box["width"] <= 24
    board = page.locator(".watch-card > img").bounding_box()
    assert board
    assert board["width"] > 400
