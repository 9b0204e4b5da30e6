"""The phone's edges: sheets go by Back and by pulling, no turn is resolved unseen, and a phone on its side has all."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dipgame.games import services
from tests.browser.conftest import PHONE

SMALLEST = {"width": 360, "height": 740}
SIDEWAYS = {"width": 844, "height": 390}


def seen_at(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look (`PICTURES`)."""
    if where := os.environ.get("PICTURES"):
        page.screenshot(path=str(Path(where) / f"{name}.png"))


def keep_text(name: str, text: str) -> None:
    """Keep a text there, too."""
    if where := os.environ.get("PICTURES"):
        (Path(where) / f"{name}.txt").write_text(text, encoding="utf-8")


@pytest.fixture
def phone_page(story: Any, table: Any, phone: Any, cast: Any) -> Any:
    story.begins()
    return table(cast.alice, **phone).page


def open_sheet(page: Page, name: str) -> Any:
    page.locator(f"#bar-{name}-button").tap()
    sheet = page.locator(f"#{name}")
    expect(sheet).to_be_visible()
    return sheet


def test_back_closes_the_sheet_first_and_leaves_then(phone_page: Page, story: Any) -> None:
    page = phone_page
    sheet = open_sheet(page, "talk")
    page.go_back()
    expect(sheet).to_be_hidden()
    assert story.game.slug in page.url
    # A sheet that was closed by its button leaves nothing for Back to do.
    sheet = open_sheet(page, "orders")
    page.locator("#bar-orders-button").tap()
    expect(sheet).to_be_hidden()
    page.wait_for_function("history.state === null")
    page.go_back()
    page.wait_for_url("about:blank")


def pull(page: Page, grip: str, by: int) -> None:
    box = page.locator(grip).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 14
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + by / 2, steps=3)
    page.mouse.move(x, y + by, steps=3)
    page.mouse.up()


def test_sheets_are_pulled(phone_page: Page) -> None:
    page = phone_page
    sheet = open_sheet(page, "talk")
    half = sheet.bounding_box()["height"]
    pull(page, "#talk-close", -120)
    page.wait_for_function("(half) => document.getElementById('talk').offsetHeight > half + 60", arg=half)
    pull(page, "#talk-close", 160)
    expect(sheet).to_be_hidden()
    sheet = open_sheet(page, "orders")
    pull(page, "#sheet-close", 20)
    expect(sheet).to_be_visible()
    pull(page, "#sheet-close", 160)
    expect(sheet).to_be_hidden()


@pytest.mark.variation
def test_a_turn_is_not_resolved_unseen_behind_a_sheet(phone_page: Page, story: Any) -> None:
    page = phone_page
    sheet = open_sheet(page, "orders")
    story.orders("FRA", "A PAR - BUR")
    with story.committed():
        services.resolve_phase(story.row.pk, force=True)
    expect(sheet).to_be_hidden()
    expect(page.locator("svg[data-phase=F1901M]")).to_be_visible()


def test_whoever_writes_sees_the_turn_when_the_sheet_goes(phone_page: Page, story: Any) -> None:
    page = phone_page
    sheet = open_sheet(page, "talk")
    page.locator("#talk-text").fill("Dear neighbour")
    page.locator("#talk-text").focus()
    with story.committed():
        services.resolve_phase(story.row.pk, force=True)
    expect(page.locator("#phone-title")).to_have_text("Fall 1901")
    expect(sheet).to_be_visible()
    expect(page.locator("#talk-text")).to_have_value("Dear neighbour")
    assert page.locator("svg[data-phase]").first.get_attribute("data-phase") == "S1901M"
    page.locator("#talk-close").tap()
    expect(page.locator("svg[data-phase=F1901M]")).to_be_visible()


@pytest.mark.variation
@pytest.mark.parametrize(("size", "least"), [({"width": 390, "height": 844}, 240), (SMALLEST, 160)], ids=["390", "360"])
def test_the_half_open_talk_shows_enough_of_the_thread(story: Any, table: Any, size: Any, least: int) -> None:
    story.begins()
    for number in range(8):
        story.says("ENG", "FRA", f"Line {number} of many, to fill the thread.", plain=True)
    page = table(story.cast.alice, **(PHONE | {"viewport": size})).page
    open_sheet(page, "talk")
    page.locator("#tab-ENG-FRA").tap()
    page.wait_for_function("document.getElementById('talk').getAnimations().length === 0")
    seen_at(page, f"talk-{page.viewport_size['width']}")
    assert page.locator("#talk-log").bounding_box()["height"] >= least
    assert page.locator("#map").bounding_box()["height"] >= 100


def test_a_phone_on_its_side_has_orders_talk_and_ready(story: Any, table: Any, phone: Any, cast: Any) -> None:
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    page = table(cast.alice, **(phone | {"viewport": SIDEWAYS})).page
    seen_at(page, "sideways-orders")
    for shown in ("#map", "#orders", "#bar-orders-button", "#bar-talk-button", "#ready-phone"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".order-row").first).to_be_in_viewport()
    page.locator("#bar-talk-button").tap()
    seen_at(page, "sideways-talk")
    for shown in ("#map", "#talk", "#talk-text", "#ready-phone"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=0.95)
    assert page.locator("#map").bounding_box()["width"] >= 340
    assert page.locator("#map").bounding_box()["height"] >= 180
    assert page.evaluate("document.documentElement.scrollWidth") <= SIDEWAYS["width"]
