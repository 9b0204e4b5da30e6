"""The form for a new game, in three steps that each fit the window."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.games.models import Game
from tests.effort import variation

DESK = {"viewport": {"width": 1280, "height": 720}}


def bottom(page: Page, name: str) -> float:
    """The lower edge of a button in the window, in pixels."""
    box = page.get_by_role("button", name=name).bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_each_step_fits_the_window(enter: Callable[..., Page], cast: Any, phone: dict[str, Any], size: str) -> None:
    page = enter("/games/#new-table", cast.alice, **(phone if size == "phone" else DESK))
    height = page.evaluate("innerHeight")
    for step, button in enumerate(("Next", "Next", "Open the game"), 1):
        expect(page.locator(f"#step-{step}")).to_be_visible()
        expect(page.locator(".step:visible")).to_have_count(1)
        assert bottom(page, button) <= height, f"step {step}"
        if button == "Next":
            page.get_by_role("button", name="Next").click()


def test_going_back_and_forth_loses_nothing(enter: Callable[..., Page], cast: Any) -> None:
    page = enter("/games/", cast.alice, **DESK)
    page.get_by_label("Name").fill("The Amber Room")
    # The site itself may have opened "An evening in Vienna" by now.
    page.get_by_role("link", name="An evening 10 minutes a turn").click()
    page.get_by_label("Name").press("Enter")
    expect(page.locator("#step-2")).to_be_visible()
    expect(page.get_by_role("radio", name="10 min")).to_be_checked()
    page.get_by_role("radio", name="Deals").check()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Name")).to_have_value("The Amber Room")
    page.get_by_role("button", name="Players").click()
    page.get_by_role("radio", name="Italy").check()
    page.get_by_role("radio", name="Never").check()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/table/")
    game = Game.objects.get(name="The Amber Room")
    assert (game.movement_seconds, game.first_seconds, game.press_plain, game.fill_at) == (600, 1200, False, None)
    assert game.seats.get(user=cast.alice).power == "ITA"


def test_a_name_that_is_missing_opens_its_step(enter: Callable[..., Page], cast: Any) -> None:
    page = enter("/games/", cast.alice, **DESK)
    page.get_by_label("Name").fill("")
    page.get_by_role("button", name="Players").click()
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("#step-1")).to_be_visible()
    expect(page.get_by_label("Name")).to_be_focused()


def test_without_scripts_all_steps_are_shown(enter: Callable[..., Page], cast: Any) -> None:
    page = enter("/games/", cast.alice, **DESK, java_script_enabled=False)
    for step in (1, 2, 3):
        expect(page.locator(f"#step-{step}")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_have_count(0)
    page.get_by_label("Name").fill("By Candlelight")
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_role("heading", name="By Candlelight")).to_be_visible()
