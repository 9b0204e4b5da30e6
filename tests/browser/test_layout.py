"""The game page at a desk: what stands where, and that nothing covers what one looks for."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gamepage import GamePage
from tests.browser.talkpage import TalkPage
from tests.effort import variation

DESK = {"viewport": {"width": 1440, "height": 900}}
SMALL_DESK = {"viewport": {"width": 1280, "height": 720}}
DESKS = (pytest.param(DESK, id="desk"), variation(SMALL_DESK, id="small desk"))

SIX = {
    "phase": "S1902M",
    "centers": {"FRA": ["PAR", "MAR", "BRE", "SPA", "POR", "BEL"], "ENG": ["LON", "LVP", "EDI"], "GER": ["MUN", "BER"]},
    "units": [
        *("FRA A PAR", "FRA A GAS", "FRA F BRE", "FRA A SPA", "FRA F POR", "FRA A BEL"),
        *("ENG F NTH", "ENG F ECH", "GER A MUN", "GER A RUH"),
    ],
}
BOUNCES = ("A PAR - BUR", "F BRE - ECH", "A BEL - HOL", "A SPA - MAR", "A GAS - MAR", "F POR - MAO")

# Shows elements; the upper and lower edge of each.
SHOWN = """(selectors) => {
  const all = selectors.map((each) => document.querySelector(each));
  for (const each of all) each.removeAttribute("hidden");
  return all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]);
}"""

HIDDEN = """() => {
  const lit = [...document.querySelectorAll("#layer-targets .target")].map((each) => each.dataset.target);
  const menu = document.querySelector(".choices").getBoundingClientRect();
  const frame = document.getElementById("map").getBoundingClientRect();
  const [x, y, wide] = document.querySelector("svg.board").getAttribute("viewBox").split(" ").map(Number);
  const scale = frame.width / wide;
  const places = JSON.parse(document.getElementById("page").textContent).places;
  return lit.filter((code) => {
    const [left, top] = [frame.x + (places[code].at[0] - x) * scale, frame.y + (places[code].at[1] - y) * scale];
    return left > menu.x - 12 && left < menu.right + 12 && top > menu.y - 12 && top < menu.bottom + 12;
  });
}"""

WHOLE = """() => {
  const [x, y, wide, high] = document.querySelector("svg.board").getAttribute("viewBox").split(" ").map(Number);
  const units = [...document.querySelectorAll("#layer-units .unit")]
    .map((unit) => unit.getAttribute("transform").match(/[-\\d.]+/g).map(Number));
  return units.every(([left, top]) => left > x && left < x + wide && top > y && top < y + high);
}"""

ROWS_AND_FIELD = """() => {
  const foot = document.querySelector(".orders-foot").getBoundingClientRect().top;
  const rows = [...document.querySelectorAll("#order-list .order-item"), document.getElementById("order-text")];
  return rows.filter((row) => row.getBoundingClientRect().bottom <= foot + 1).length;
}"""


@pytest.fixture
def after_bounces(story: Any) -> Any:
    """Alice has six units and much to read of the turn before."""
    story.begins(at=SIX)
    story.orders("FRA", *BOUNCES)
    story.orders("ENG", "F NTH - HOL", "F ECH - MAO")
    story.orders("GER", "A MUN - BUR", "A RUH - HOL")
    story.deadline_passes()
    return story


@pytest.mark.variation
@pytest.mark.parametrize("size", [DESK, SMALL_DESK], ids=["desk", "small desk"])
def test_six_units_and_the_field_stand_beneath_an_open_letter(
    table: Callable[..., GamePage], after_bounces: Any, size: dict[str, Any]
) -> None:
    game = table(after_bounces.cast.alice, **size)
    game.shows("F1902M")
    page = game.page
    expect(page.locator("#letter")).to_have_attribute("open", "")
    expect(page.locator(".letter-line").first).to_be_visible()
    expect(page.locator("#order-list .order-item")).to_have_count(6)
    page.wait_for_function(f"({ROWS_AND_FIELD})() === 7")
    words = page.locator("#countdown .countdown-words")
    expect(words).to_contain_text("Fall 1902, movement")
    assert words.evaluate("each => each.scrollWidth <= each.clientWidth"), "it is not cut"


def test_a_board_seen_whole_stays_whole_in_another_window(table: Callable[..., GamePage], story: Any) -> None:
    story.begins()
    page = table(story.cast.alice, **DESK).page
    for width, height in ((1280, 720), (1900, 1000), (1000, 700)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(WHOLE)


@pytest.mark.parametrize("size", DESKS)
def test_the_menu_hides_no_place_to_go_to(
    table: Callable[..., GamePage], after_bounces: Any, size: dict[str, Any]
) -> None:
    game = table(after_bounces.cast.alice, **size)
    game.shows("F1902M")
    for unit in ("PAR", "GAS", "BRE", "SPA", "POR", "BEL"):
        game.click(unit)
        expect(game.page.locator(".choices .menu")).to_be_visible()
        assert game.page.evaluate(HIDDEN) == [], unit
        game.choose("support")
        assert game.page.evaluate(HIDDEN) == [], f"{unit} supports"
        game.press("Escape", "Escape")


@pytest.mark.variation
def test_lines_about_the_game_lie_over_no_unit(table: Callable[..., GamePage], story: Any) -> None:
    story.begins()
    page = table(story.cast.alice, **SMALL_DESK).page
    notes = ("#back", "#vacant", ".verdict", "#walk")
    # Shown and measured at once: news of the game hides them again.
    (board_top, board_bottom), *boxes = page.evaluate(SHOWN, ["#map", *notes])
    for note, (top, bottom) in zip(notes, boxes, strict=True):
        assert bottom > top, note
        assert bottom <= board_top + 1 or top >= board_bottom - 1, note


@pytest.mark.parametrize("scheme", ["light", variation("dark")])
def test_last_turns_arrows_are_thin_and_grey_beside_new_orders(
    table: Callable[..., GamePage], after_bounces: Any, scheme: str
) -> None:
    game = table(after_bounces.cast.alice, color_scheme=scheme, **DESK)
    game.shows("F1902M")
    game.click("PAR", "PIC").has_orders("A PAR - PIC")
    game.press("Escape")

    game.page.wait_for_function("""() => {
      const look = (selector) => {
        const order = document.querySelector(selector);
        if (!order) return null;
        const [line, outline] = [".line", ".outline"].map((part) => getComputedStyle(order.querySelector(part)));
        return { width: parseFloat(line.strokeWidth), colour: line.stroke, edge: outline.stroke };
      };
      const [old, fresh] = [look("#layer-memory .order.own"), look("#layer-orders .order.fra")];
      return old && fresh && old.width < 0.7 * fresh.width && old.colour !== fresh.colour
        && old.edge === "none" && fresh.edge !== "none";
    }""")


def one_row(page: Page) -> bool:
    """True if the tabs of the talk stand in one row and none is cut."""
    return bool(
        page.evaluate("""() => {
          const row = document.getElementById("talk-tabs").getBoundingClientRect();
          const tabs = [...document.querySelectorAll("#talk-tabs .tab")].map((tab) => tab.getBoundingClientRect());
          return tabs.every((tab) => Math.abs(tab.y - tabs[0].y) < 2 && tab.right <= row.right + 1);
        }""")
    )


@pytest.mark.parametrize("size", [*DESKS, variation("phone")])
def test_tabs_stay_in_one_row_and_groups_stand_by_name_in_a_menu(
    table: Callable[..., GamePage], story: Any, phone: dict[str, Any], size: Any
) -> None:
    story.begins()
    how = phone if size == "phone" else size
    alice = TalkPage(table(story.cast.alice, **how))
    page = alice.page
    if size == "phone":
        page.tap("#bar-talk-button")
    for others in (("ENG", "GER"), ("ENG", "ITA"), ("AUS", "ENG", "RUS")):
        alice.in_group(*others)
        expect(page.locator("#talk-with")).to_contain_text("England")
    assert one_row(page)
    alice.with_("ENG", "FRA")
    expect(page.locator("#talk-with")).to_contain_text("England")
    assert one_row(page)
    page.click("#group-menu summary")
    names = page.locator("#group-list .group-row")
    expect(names).to_have_count(3)
    expect(page.locator("#group-list")).to_contain_text("England and Germany")
    page.get_by_role("button", name="Austria, England and Russia").click()
    expect(page.locator("#talk-with")).to_contain_text("Austria, England and Russia")


@pytest.mark.variation
def test_an_unread_word_in_a_group_shows_on_the_menu(table: Callable[..., GamePage], story: Any) -> None:
    story.begins()
    alice, bob = TalkPage(table(story.cast.alice, **DESK)), TalkPage(table(story.cast.bob, **DESK))
    alice.in_group("ENG", "GER").says("hello to you two")
    expect(bob.page.locator("#group-unread")).to_have_text("1")
    bob.page.click("#group-menu summary")
    expect(bob.page.get_by_role("button", name="France and Germany, 1 unread")).to_be_visible()


def test_every_suggestion_can_be_reached_with_a_mouse(table: Callable[..., GamePage], story: Any) -> None:
    story.begins()
    alice = TalkPage(table(story.cast.alice, **DESK)).with_("ENG", "FRA")
    alice.types("I ")
    words = alice.page.locator("#talk-words-list .word")
    expect(words.nth(3)).to_be_attached()
    words.last.scroll_into_view_if_needed()
    assert words.last.evaluate("""each => {
      const [word, list] = [each.getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
      return word.bottom <= list.bottom + 1 && word.top >= list.top - 1 && word.right <= list.right + 1;
    }""")
