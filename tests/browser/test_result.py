"""From the last board to the result, and from there into another game."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gamepage import GamePage
from tests.browser.test_accessibility import faults
from tests.browser.test_phone import seen_at
from tests.effort import variation
from tests.frontend.result.test_result import over

FITS = "document.documentElement.scrollWidth <= innerWidth"


def test_the_result_and_another_game_at_one_click(table: Callable[..., GamePage], story: Any) -> None:
    over(story)
    page = table(story.cast.alice).page
    expect(page.locator("#order-list")).to_contain_text("The game is over.")
    verdict, board = page.locator(".verdict").bounding_box(), page.locator("#map").bounding_box()
    assert verdict
    assert board
    assert verdict["y"] + verdict["height"] <= board["y"], "it hides no unit"
    seen_at(page, "over")
    page.get_by_role("link", name="See the result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tea in Burgundy")
    expect(page.locator("svg.chart:visible .chart-line")).to_have_count(7)
    front = page.get_by_role("region", name="Europe, Fall 1901")
    expect(front).to_contain_text("France took Portugal and Spain.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    front.get_by_role("button", name="Copy to share").click()
    expect(front.get_by_role("button", name="Copied")).to_be_visible()
    assert "Europe, Fall 1901" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row", name="France 3 5").first).to_be_visible()
    expect(page.get_by_text("“Go to Kiel?”")).to_be_visible()

    page.get_by_role("button", name="Germany").click()
    expect(page.get_by_text("You are Germany", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_the_result_fits_every_screen(enter: Callable[..., Page], story: Any, phone: dict[str, Any], size: str) -> None:
    over(story)
    page = enter(f"/games/{story.game.slug}/result", story.cast.alice, **(phone if size == "phone" else {}))
    seen_at(page, f"result-{size}")
    assert page.evaluate(FITS)
    chart = page.locator("svg.chart:visible").bounding_box()
    assert chart
    assert chart["x"] + chart["width"] <= page.evaluate("innerWidth"), "all years are in sight"
    page.get_by_text("For other programs").click()
    menu = page.locator(".result-formats .menu").bounding_box()
    assert menu
    assert 0 <= menu["x"] <= page.evaluate("innerWidth") - menu["width"], "all formats are in sight"
    seen_at(page, f"formats-{size}")
    assert faults(page) == []
