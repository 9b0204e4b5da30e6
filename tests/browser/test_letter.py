"""The letter of the turn above the orders, and the walk through phases that went by."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from dipgame.games.models import GamePhase
from tests.browser.gamepage import GamePage
from tests.browser.test_accessibility import faults
from tests.browser.test_phone import seen_at
from tests.patience import until

FOUGHT = {
    "phase": "F1901M",
    "centers": {"FRA": ["PAR", "MAR", "BRE", "SPA", "POR", "BEL"], "ENG": ["LON", "LVP", "EDI"], "GER": ["MUN", "BER"]},
    "units": [
        *("FRA A PAR", "FRA A MAR", "FRA F BRE", "FRA A SPA", "FRA F POR", "FRA A BEL"),
        *("ENG F NTH", "ENG F ECH", "GER A MUN"),
    ],
}
LOST = "You lost Belgium to England."
BEATEN = "Your army in Belgium was driven out by England from the English Channel and was disbanded."


@pytest.fixture
def fought(story: Any) -> Any:
    """A fall in which England takes Belgium by sea while Alice's six units look on."""
    story.begins(at=FOUGHT)
    story.orders("ENG", "F ECH - BEL", "F NTH S F ECH - BEL")
    return story


def on_to_spring(story: Any) -> None:
    """The deadline of whatever is played passes until it is spring; the site's own sweep may be first."""
    while story.phase != "S1902M":
        live = story.row
        story.deadline_passes()
        until(partial(_is_over, live))


def _is_over(row: GamePhase) -> bool:
    row.refresh_from_db()
    return row.status == GamePhase.Status.RESOLVED


def rows_seen(game: GamePage) -> int:
    """Number of order rows fully visible in the column."""
    return int(
        game.page.evaluate("""() => {
          const list = document.getElementById("order-list").getBoundingClientRect();
          return [...document.querySelectorAll("#order-list .order-item")].filter((row) => {
            const box = row.getBoundingClientRect();
            return box.top >= list.top - 1 && box.bottom <= list.bottom + 1 && box.bottom <= innerHeight;
          }).length;
        }""")
    )


def test_what_befell_me_is_read_above_the_orders_and_seen_on_the_map(
    table: Callable[..., GamePage], fought: Any, phone: dict[str, Any]
) -> None:
    alice = table(fought.cast.alice)
    expect(alice.page.locator("#letter")).to_be_hidden()
    on_to_spring(fought)
    alice.shows("S1902M")
    page = alice.page
    lines = page.locator(".letter-line")
    expect(lines.nth(0)).to_have_text(LOST)
    expect(lines.nth(1)).to_have_text(BEATEN)
    expect(page.locator("#letter")).to_have_attribute("open", "")
    expect(page.locator(".letter-place")).to_have_count(0)
    lines.nth(1).hover()
    expect(page.locator(".letter-place")).to_have_count(2)
    page.mouse.move(5, 5)
    expect(page.locator(".letter-place")).to_have_count(0)
    lines.nth(0).focus()
    expect(page.locator(".letter-place")).to_have_count(1)
    assert faults(page) == []

    expect(page.get_by_role("heading", name="Europe, Fall 1901")).to_be_visible()
    world = page.get_by_role("button", name="You lead with 5 centers, before England with 4 and Germany with 2.")
    world.focus()
    expect(page.locator(".letter-place")).to_have_count(5)
    page.keyboard.press("Escape")

    # Kept in the timeline: the phase in which it happened tells it again.
    page.keyboard.press("Home")
    alice.shows("F1901M")
    expect(lines.nth(0)).to_contain_text("Your army in Belgium was driven out")

    # Everybody else has a letter of their own, who watches a neutral one.
    watcher = table()
    expect(watcher.page.locator(".letter-line").first).to_have_text("England took Belgium from France.")

    small = table(fought.cast.alice, **phone)
    small.tap_on("#bar-orders-button")
    line = small.page.get_by_role("button", name=LOST)
    expect(small.page.locator(".letter-summary")).to_be_visible()
    if small.page.locator("#letter").get_attribute("open") is None:
        small.tap_on(".letter-summary")
    seen_at(small.page, "letter-phone")
    line.tap()
    expect(small.page.locator("#orders")).to_be_hidden()
    # The line is gone with its focus; the place stays lit until the map is tapped.
    small.page.wait_for_function("document.activeElement === document.body")
    expect(small.page.locator(".letter-place")).to_have_count(1)
    small.tap("MUN")
    expect(small.page.locator(".letter-place")).to_have_count(0)


@pytest.mark.variation
def test_the_letter_folds_where_the_orders_need_the_room(table: Callable[..., GamePage], fought: Any) -> None:
    on_to_spring(fought)
    small = table(fought.cast.alice, viewport={"width": 1280, "height": 720})
    summary = small.page.locator(".letter-summary")
    expect(summary).to_be_visible()
    expect(small.page.locator("#letter-headline")).to_have_text(LOST)
    units = small.page.locator("#order-list .order-item").count()
    if small.page.locator("#letter[open]").count():
        assert rows_seen(small) == units
    else:
        summary.click()
    expect(small.page.get_by_role("button", name=LOST)).to_be_visible()


@pytest.mark.variation
def test_the_news_of_europe_are_one_press_away_where_a_letter_is_long(
    table: Callable[..., GamePage], fought: Any
) -> None:
    on_to_spring(fought)
    page = table(fought.cast.alice, viewport={"width": 1280, "height": 720}).page
    if not page.locator("#letter[open]").count():
        page.locator(".letter-summary").click()
    own = page.get_by_role("button", name=LOST)
    world = page.locator(".letter-world ~ li").first
    expect(own).to_be_in_viewport(ratio=0.95)
    seen_at(page, "letter-own")
    europe = page.get_by_role("button", name="Europe", exact=True)
    expect(europe).to_be_in_viewport(ratio=0.95)
    europe.click()
    expect(world).to_be_in_viewport(ratio=0.95)
    expect(own).to_be_hidden()
    seen_at(page, "letter-world")
    assert faults(page) == []
    page.get_by_role("button", name="Yours").click()
    expect(own).to_be_in_viewport(ratio=0.95)


@pytest.mark.variation
def test_lines_out_of_sight_are_shaded_off_and_a_new_turn_starts_at_the_clock(
    table: Callable[..., GamePage], fought: Any
) -> None:
    alice = table(fought.cast.alice, viewport={"width": 1280, "height": 720})
    page = alice.page
    column = page.locator("#orders")
    page.locator("#order-list").evaluate("(node) => { node.style.minHeight = '900px'; }")
    column.evaluate("(node) => { node.scrollTop = 200; }")
    assert column.evaluate("(node) => node.scrollTop") > 0
    on_to_spring(fought)
    alice.shows("S1902M")
    assert column.evaluate("(node) => node.scrollTop") == 0
    if not page.locator("#letter[open]").count():
        page.locator(".letter-summary").click()
    lines = page.locator("#letter-lines")
    lines.evaluate("(node) => { node.style.maxHeight = '50px'; node.scrollTop = 1; }")
    expect(lines).to_have_attribute("data-more", "")
    lines.evaluate("(node) => { node.scrollTop = node.scrollHeight; }")
    expect(lines).not_to_have_attribute("data-more", "")


@pytest.mark.variation
def test_phases_that_went_by_are_seen_one_after_the_other(table: Callable[..., GamePage], fought: Any) -> None:
    """Fall, a retreat that a bot or nobody decides, and the winter: each stands on the board for a moment."""
    alice = table(fought.cast.alice)
    alice.shows("F1901M")
    alice.page.evaluate("""() => {
      window.seen = [];
      const svg = document.querySelector("#map svg.board");
      new MutationObserver(() => window.seen.push(svg.dataset.phase)).observe(svg, { attributeFilter: ["data-phase"] });
    }""")
    on_to_spring(fought)
    alice.shows("S1902M")
    names = [each.name for each in fought.game.phases.order_by("index")][1:]
    assert alice.page.evaluate("() => window.seen") == names
    expect(alice.page.locator("#walk")).to_be_hidden()


@pytest.mark.variation
def test_a_phase_whose_orders_are_not_here_yet_is_not_said_to_have_had_none(
    table: Callable[..., GamePage], fought: Any
) -> None:
    """The new phase is known, and its board is still on its way."""
    alice = table(fought.cast.alice)
    page = alice.page
    page.route_web_socket("**/ws/games/**", _without_boards)
    page.route("**/phases/*.json", lambda route: None)
    page.reload()
    alice.ready_for_use()
    expect(page.locator('#line[data-line="open"]')).to_be_visible()
    fought.deadline_passes()
    expect(page.locator("#order-list")).to_have_text("The orders are being opened.")


def _without_boards(line: WebSocketRoute) -> None:
    """Pass on what the site says, without the boards that come with it."""
    server = line.connect_to_server()

    def told(frame: str | bytes) -> None:
        said = json.loads(frame)
        if isinstance(said, dict):
            said.pop("board", None)
        line.send(json.dumps(said))

    server.on_message(told)


def test_since_you_were_here(table: Callable[..., GamePage], fought: Any) -> None:
    alice = table(fought.cast.alice)
    alice.shows("F1901M")
    page = alice.page
    address = page.url
    page.goto("about:blank")
    on_to_spring(fought)
    page.goto(address)
    expect(page.locator("#walk")).to_contain_text("Since you were here")
    alice.shows("F1901M")
    alice.shows("F1901R")
    page.get_by_role("button", name="Skip").click()
    alice.shows("S1902M")
    expect(page.locator("#walk")).to_be_hidden()
    expect(page.locator("#ready")).to_be_visible()
    page.reload()
    alice.ready_for_use()
    alice.shows("S1902M")
    expect(page.locator("#walk")).to_be_hidden()


@pytest.mark.variation
def test_who_wants_no_motion_is_asked_first(table: Callable[..., GamePage], fought: Any) -> None:
    alice = table(fought.cast.alice, reduced_motion="reduce")
    page = alice.page
    address = page.url
    page.goto("about:blank")
    on_to_spring(fought)
    page.goto(address)
    expect(page.locator(".toast")).to_contain_text("phases have passed since you were here")
    alice.shows("S1902M")
    page.locator(".toast").get_by_role("button", name="Show").click()
    alice.shows("F1901M")
