"""The page that tries the API, in a browser."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame import settings as ours
from tests.browser.test_accessibility import faults
from tests.effort import variation

PICTURES = os.environ.get("API_PICTURES", "")
"""A folder for pictures, for whoever wants to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(700)
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def token_by(page: Page) -> str:
    """Make a token by the account page, and go on to the page that tries it."""
    page.get_by_role("link", name="Make a token").click()
    page.get_by_label("Name").fill("Trying")
    page.get_by_label("Your password").fill("x")
    assert faults(page) == []
    page.get_by_role("button", name="Make the token").click()
    token = page.get_by_label("Token", exact=True).input_value()
    page.get_by_role("link", name="Try it").click()
    page.wait_for_url("**/api/")
    return token


@pytest.mark.parametrize("screen", ["desk", variation("phone")])
def test_a_token_is_made_and_tried(enter: Any, phone: Any, screen: str, story: Any, settings: Any) -> None:
    story.begins()
    settings.PASSWORD_HASHERS = ours.PASSWORD_HASHERS  # those of the site, which is another process
    alice = story.cast.alice
    alice.set_password("x")
    alice.save()
    page = enter("/my/account/", alice, **(phone if screen == "phone" else {}))
    picture(page, f"{screen}-account")
    page.get_by_label("Token", exact=True).fill(token_by(page))
    page.locator("#stream_game summary").click()
    stream = page.locator("#stream_game")
    stream.get_by_label("slug").fill(story.game.slug)
    stream.get_by_role("button", name="Listen").click()
    expect(stream.locator("[data-answer]")).to_contain_text('"type":"game"')
    story.ready("FRA", "ENG")
    expect(stream.locator("[data-answer]")).to_contain_text('"phase":"F1901M"')
    picture(page, f"{screen}-api")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    stream.get_by_role("button", name="Stop").click()
    expect(stream.get_by_role("button", name="Stop")).to_be_hidden()


def test_without_a_token_it_says_where_to_make_one(enter: Any, cast: Any) -> None:
    """Ask for a token, even from somebody who is signed in."""
    page = enter("/api/", cast.alice)
    page.locator("#account summary").click()
    mine = page.locator("#account")
    mine.get_by_role("button", name="Send").click()
    expect(mine.locator("[data-status]")).to_contain_text("401")
    expect(mine.locator("[data-answer]")).to_contain_text("account page")
