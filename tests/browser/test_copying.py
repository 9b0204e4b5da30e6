"""Addresses that one gives to others are copied by a button."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

ALLOWED = {"permissions": ["clipboard-read", "clipboard-write"]}


def copied(page: Page) -> str:
    """Clipboard after the first copy button is pressed."""
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_the_link_for_friends(cast: Any, enter: Any) -> None:
    page = enter("/my/friends/", cast.alice, **ALLOWED)
    page.get_by_role("button", name="Make a link").click()
    assert copied(page) == page.get_by_label("Link for friends").input_value()


@pytest.mark.variation
def test_the_address_of_a_public_game(story: Any, cast: Any, enter: Any) -> None:
    story.waits()
    page = enter(f"/games/{story.game.slug}/table/", cast.alice, **ALLOWED)
    assert copied(page).endswith(f"/games/{story.game.slug}/table/")


def test_the_link_of_a_private_game(story: Any, cast: Any, enter: Any) -> None:
    story.waits(word="Amber quill")
    page = enter(f"/games/{story.game.slug}/table/", cast.alice, **ALLOWED)
    assert copied(page).endswith(f"/games/{story.game.slug}/with/amberquill/")
