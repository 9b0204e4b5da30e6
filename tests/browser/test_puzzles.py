"""A puzzle in a browser, at a desk and on a phone."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudication.notation import format_order
from bots.puzzles.shipped import shipped
from tests.browser.gamepage import GamePage
from tests.browser.test_accessibility import faults
from tests.browser.test_touch_targets import small

PICTURES = os.environ.get("PUZZLE_PICTURES", "")
"""A folder for pictures, for whoever wants to look at them."""

KEY, PUZZLE = next(
    (key, each) for key, each in shipped().items() if len(each.answer) == 2 and {"take", "cut"} & {*each.themes}
)
ANSWER = [format_order(order) for order in PUZZLE.answer]


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(700)
        page.screenshot(path=f"{PICTURES}/{name}.png")


def judged(page: Page, verdict: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-judged", verdict)


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_wrong_answer_is_refuted_on_the_board_and_a_right_one_solves(
    enter: Any, phone: Any, screen: str, cast: Any
) -> None:
    page = enter(f"/puzzles/{KEY}/", cast.alice, **(phone if screen == "phone" else {}))
    puzzle = GamePage(page)
    puzzle.ready_for_use()
    picture(page, f"{screen}-puzzle")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)
    page.fill("#order-text", ANSWER[0])
    page.press("#order-text", "Enter")
    expect(page.locator("#order-list .order-saved")).to_have_count(1)
    page.click("#go")
    judged(page, "wrong")
    picture(page, f"{screen}-wrong")
    expect(page.locator("#puzzle-happened li")).not_to_have_count(0)
    page.click("#go")
    page.fill("#order-text", "; ".join(ANSWER))
    page.press("#order-text", "Enter")
    expect(page.locator("#order-list .order-saved")).to_have_count(2)
    page.click("#go")
    judged(page, "right")
    expect(page.locator("#next")).to_be_visible()
    expect(page.locator("#puzzle-message")).to_contain_text("Right")
    picture(page, f"{screen}-right")
    assert not faults(page)
    if screen == "phone":
        assert not small(page)
    page.click("#next")
    page.wait_for_url(lambda url: "/puzzles/" in url and KEY not in url)


def test_the_page_of_themes_fits_a_phone_and_the_home_page_has_one_a_day(enter: Any, phone: Any) -> None:
    page = enter("/puzzles/", **phone)
    picture(page, "phone-themes")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)
    assert not small(page)
    page.goto(page.url.replace("/puzzles/", "/"))
    picture(page, "phone-home")
    page.click("text=Puzzle of the day")
    expect(page.locator("#task")).to_be_visible()


def test_a_unit_is_ordered_by_clicks_and_a_hint_names_units(enter: Any) -> None:
    page = enter(f"/puzzles/{KEY}/")
    puzzle = GamePage(page)
    puzzle.ready_for_use()
    mover = next(text for text in ANSWER if " - " in text and " S " not in text)
    puzzle.click(mover.split()[1][:3], mover.split()[3][:3])
    expect(page.locator("#order-list .order-saved")).to_have_count(1)
    page.click("#hint")
    expect(page.locator("#puzzle-message")).to_contain_text("2 orders are needed")
    page.click("#solution")
    judged(page, "shown")
    picture(page, "desk-solution")
