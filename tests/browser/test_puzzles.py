"""A puzzle in a browser, at a desk and on a phone."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adjudication.notation import format_order
from bots.puzzles.shipped import shipped
from dipgame.puzzles.models import GamePuzzles
from tests.browser.gamepage import GamePage
from tests.browser.test_accessibility import faults
from tests.browser.test_touch_targets import small
from tests.effort import variation
from tests.frontend.result.test_result import over

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


@pytest.mark.parametrize("screen", [variation("desk"), "phone"])
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


DEAL = next(each for each in shipped().values() if each.themes == ("deal", "four"))
PROMISED = [format_order(order) for order in DEAL.answer]
"""Orders of both sides: a move and a support each."""


@pytest.mark.parametrize("screen", ["desk", variation("phone")])
def test_a_deal_is_refused_then_signed(enter: Any, phone: Any, screen: str, cast: Any) -> None:
    page = enter(f"/puzzles/{DEAL.key}/", cast.alice, **(phone if screen == "phone" else {}))
    puzzle = GamePage(page)
    puzzle.ready_for_use()
    picture(page, f"{screen}-deal")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)
    expect(page.locator("#order-list .order-head")).to_have_count(2)
    # Units of both sides are ordered by clicks and taps.
    moves = [text for text in PROMISED if " S " not in text]
    for number, text in enumerate(moves, 1):
        way = text.split()[1][:3], text.split()[3][:3]
        puzzle.tap(*way) if screen == "phone" else puzzle.click(*way)
        expect(page.locator("#order-list .order-saved")).to_have_count(number)
    page.click("#go")
    judged(page, "wrong")
    expect(page.locator("#puzzle-message")).to_contain_text("refuses")
    picture(page, f"{screen}-deal-refused")
    page.click("#go")
    page.fill("#order-text", "; ".join(PROMISED))
    page.press("#order-text", "Enter")
    expect(page.locator("#order-list .order-saved")).to_have_count(len(PROMISED))
    picture(page, f"{screen}-deal-written")
    page.click("#go")
    judged(page, "right")
    expect(page.locator("#puzzle-message")).to_contain_text("signs")
    expect(page.locator("#puzzle-said-text")).not_to_be_empty()
    picture(page, f"{screen}-deal-signed")
    assert not faults(page)
    if screen == "phone":
        assert not small(page)


def test_puzzles_of_ones_own_game_are_searched_and_solved(enter: Any, story: Any, phone: Any, cast: Any) -> None:
    game = over(story)
    page = enter(f"/games/{game.slug}/result", cast.alice)
    page.get_by_role("link", name="Puzzles", exact=True).last.click()
    page.get_by_role("button", name="Find puzzles").click()
    expect(page.get_by_role("heading", name="Puzzles of France")).to_be_visible(timeout=120_000)
    with story.committed():
        GamePuzzles.objects.update(puzzles=[DEAL.as_dict()])
    page = enter(f"/games/{game.slug}/puzzles", cast.alice, **phone)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)
    assert not small(page)
    picture(page, "phone-own")
    page.click(".puzzle-card a")
    puzzle = GamePage(page)
    puzzle.ready_for_use()
    page.fill("#order-text", "; ".join(PROMISED))
    page.press("#order-text", "Enter")
    expect(page.locator("#order-list .order-saved")).to_have_count(len(PROMISED))
    page.click("#go")
    judged(page, "right")
    page.click("text=Open as a study")
    expect(page.locator(".notes-layer line")).to_have_count(len(PROMISED))
