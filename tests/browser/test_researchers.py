"""A visitor searches the researchers' pages and hangs the painting."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import faults
from tests.effort import variation


def _fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_a_word_is_searched_in_all_pages(enter: Callable[..., Page], phone: Any, size: str) -> None:
    page = enter("/", **(phone if size == "phone" else {}))
    page.get_by_role("link", name="For researchers").click()
    expect(page.get_by_role("heading", name="For researchers", level=1)).to_be_visible()
    page.get_by_label("Search these pages").fill("quarrelling zeppelins")
    page.keyboard.press("Enter")
    expect(page.get_by_text("did not match any documents")).to_be_visible()
    page.get_by_label("Search these pages").fill("paintings")
    page.keyboard.press("Enter")
    found = page.locator("#search-results").get_by_role("link", name="Hanging a painting")
    expect(found).to_be_visible()
    expect(page.locator("#search-results .context").first).to_contain_text("painting")
    assert _fits(page)
    assert faults(page) == []
    found.click()
    expect(page.get_by_role("heading", name="Hanging a painting")).to_be_visible()


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_the_painting_is_hung_by_asking(enter: Callable[..., Page], phone: Any, size: str) -> None:
    """By keys; the holders talk to each other, so one is asked."""
    page = enter("/research/painting/", **(phone if size == "phone" else {}))
    status = page.locator("#room-words")
    expect(status).to_contain_text("Of 225 plans that Bep and Joan may still choose, 15 keep it whole.")
    page.get_by_label("Bep and Joan talk to each other").check()
    moves = [
        ("step right", "raise"),
        ("step right", "keep"),
        ("step to the wall", "keep"),
        ("step to the wall", "keep"),
    ]
    for legs, arms in moves:
        ask = page.get_by_role("form", name="Ask Bep")
        ask.get_by_label("Legs").select_option(legs)
        ask.get_by_label("Arms").select_option(arms)
        page.get_by_role("button", name="Propose to Bep").press("Enter")
        expect(status).to_contain_text("Of 1 plans")
        page.get_by_role("button", name="Everybody acts").press("Enter")
    expect(status).to_have_text("It hangs, after 4 moves. Four are enough.")
    expect(page.get_by_label("What was said and done")).to_contain_text("Bep to Joan: step right and raise the arms?")
    assert _fits(page)
    assert faults(page) == []
    page.get_by_role("button", name="Begin again").press("Enter")
    expect(status).to_contain_text("Of 225 plans")


@pytest.mark.variation
def test_commitments_that_do_not_fit_drop_it(enter: Callable[..., Page]) -> None:
    page = enter("/research/painting/")
    for name, legs in (("Bep", "step left"), ("Joan", "step right")):
        ask = page.get_by_role("form", name=f"Ask {name}")
        ask.get_by_label("Legs").select_option(legs)
        ask.get_by_role("button").click()
    expect(page.locator("#room-words")).to_contain_text("0 keep it whole")
    page.get_by_role("form", name="Ask Bep").get_by_label("Legs").select_option("stay")
    page.get_by_role("button", name="Propose to Bep").click()
    expect(page.get_by_label("What was said and done")).to_contain_text("No. I have promised my legs otherwise.")
    page.get_by_role("button", name="Everybody acts").click()
    expect(page.locator("#room-words")).to_contain_text("The painting fell in move 1")
    expect(page.get_by_role("button", name="Everybody acts")).to_be_disabled()
