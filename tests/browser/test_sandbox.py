"""The sandbox in a browser, at a desk and on a phone."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gamepage import GamePage
from tests.browser.test_accessibility import faults
from tests.browser.test_touch_targets import small
from tests.effort import variation

PICTURES = os.environ.get("SANDBOX_PICTURES", "")
"""A folder for pictures, for whoever wants to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(700)
        page.screenshot(path=f"{PICTURES}/{name}.png")


class Sandbox(GamePage):
    """Somebody in the sandbox."""

    def __init__(self, page: Page, *, finger: bool = False) -> None:
        super().__init__(page)
        self.finger = finger
        self.ready_for_use()

    def at(self, *codes: str) -> None:
        if self.finger:
            self.tap(*codes)
        else:
            self.click(*codes)

    def step(self, button: str) -> None:
        """Press a button of the foot, and wait for the board."""
        before = self.page.get_attribute("html", "data-shown")
        self.page.click(f"#{button}")
        self.page.wait_for_function("(was) => document.documentElement.dataset.shown !== was", arg=before)

    def unit_stands(self, unit: str) -> None:
        power, kind, region = unit.split()
        found = f'#layer-units .unit[data-power="{power}"][data-kind="{kind}"][data-region="{region}"]'
        expect(self.page.locator(found)).to_be_attached()


@pytest.fixture(params=[variation("desk"), "phone"])
def sandbox(request: Any, enter: Any, phone: Any) -> Sandbox:
    how = phone if request.param == "phone" else {}
    return Sandbox(enter("/sandbox/", **how), finger=request.param == "phone")


def test_the_subtitle_fits_a_phone(enter: Any, phone: Any) -> None:
    subtitle = Sandbox(enter("/sandbox/", **phone), finger=True).page.locator(".sandbox-title .meta")
    assert subtitle.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_orders_of_two_powers_are_resolved_with_reasons_and_one_steps_back(sandbox: Sandbox) -> None:
    page = sandbox.page
    sandbox.at("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.at("MUN", "BUR")
    sandbox.has_orders("A PAR - BUR", "A MUN - BUR")
    expect(page.locator("#orders-title")).to_have_text("Orders of Germany")
    picture(page, f"orders-{'phone' if sandbox.finger else 'desk'}")
    sandbox.step("go")
    expect(page.locator("#orders-title")).to_have_text("What happened")
    expect(page.locator("#order-list")).to_contain_text("Burgundy")
    expect(page.locator('#layer-orders [data-order="A MUN - BUR"]')).to_have_attribute("data-result", "fail")
    expect(page.locator("#status-rest")).to_contain_text("Tap an order" if sandbox.finger else "Point at an order")
    picture(page, f"result-{'phone' if sandbox.finger else 'desk'}")
    expect(page.locator("#go")).to_have_text("Go on: Fall 1901")
    sandbox.step("go")
    sandbox.unit_stands("FRA A PAR")
    expect(page.locator("#turn")).to_have_text("Fall 1901")
    sandbox.step("back")
    expect(page.locator("#turn")).to_have_text("Spring 1901: result")
    sandbox.step("change")
    sandbox.has_orders("A PAR - BUR", "A MUN - BUR")
    sandbox.at("MAR")
    sandbox.choose("support")
    sandbox.at("PAR", "BUR")
    sandbox.step("go")
    sandbox.step("go")
    sandbox.unit_stands("FRA A BUR")


def test_what_was_done_outlives_a_reload(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    sandbox.click("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.step("go")
    sandbox.step("go")
    sandbox.page.reload()
    sandbox = Sandbox(sandbox.page)
    sandbox.unit_stands("FRA A BUR")
    sandbox.step("anew")
    sandbox.unit_stands("FRA A PAR")


@pytest.mark.variation
def test_orders_are_written_as_text_for_any_power(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    sandbox.write("lon - nth; edi - nwg; mos - ukr")
    sandbox.has_orders("F LON - NTH", "F EDI - NWG", "A MOS - UKR")
    sandbox.write("par - mun")
    sandbox.says("Munich")


def test_the_sandbox_is_worked_with_the_keyboard_alone(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    page = sandbox.page
    page.locator("[data-whose=ENG]").focus()
    sandbox.press("Enter", "n")
    expect(page.locator(".menu-title")).to_be_visible()
    sandbox.press("h")
    expect(page.locator("#layer-orders [data-order]")).to_have_count(1)
    sandbox.press("r", "Enter")
    expect(page.locator("#orders-title")).to_have_text("What happened")
    page.locator("#main").focus()
    sandbox.press("ArrowRight")
    expect(page.locator("#turn")).to_have_text("Fall 1901")
    sandbox.press("ArrowLeft")
    expect(page.locator("#turn")).to_have_text("Spring 1901: result")


def test_a_phase_of_a_game_opens_in_two_clicks_with_what_was_ordered(story: Any, table: Any) -> None:
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    game = table(query="?phase=S1901M")
    game.page.click("#sandbox-link")
    sandbox = Sandbox(game.page)
    expect(sandbox.page.locator('#layer-orders [data-order="A PAR - BUR"][data-result="open"]')).to_be_visible()
    expect(sandbox.page.locator(".sandbox-title")).to_contain_text(story.game.name)


def test_winter_is_built_power_by_power(story: Any, enter: Any) -> None:
    story.begins()
    story.is_at(
        {
            "phase": "W1902A",
            "units": ["FRA A SPA", "GER A BER", "GER A KIE"],
            "centers": {"FRA": ["MAR", "PAR"], "GER": ["BER"]},
        }
    )
    sandbox = Sandbox(enter(f"/sandbox/game/{story.game.slug}/W1902A/"))
    sandbox.click("MAR")
    sandbox.choose("fleet")
    sandbox.click("KIE")
    sandbox.choose("remove")
    sandbox.has_orders("BUILD F MAR", "REMOVE A KIE")
    sandbox.step("go")
    sandbox.step("go")
    sandbox.unit_stands("FRA F MAR")


def test_variations_are_drawn_and_shared_by_a_link(sandbox: Sandbox, enter: Any) -> None:
    page = sandbox.page
    size = "phone" if sandbox.finger else "desk"
    sandbox.at("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.step("go")
    sandbox.step("go")
    sandbox.at("BUR", "MUN")
    sandbox.has_orders("A BUR - MUN")
    sandbox.step("go")
    sandbox.step("back")
    sandbox.step("change")
    sandbox.at("PAR", "PIC")
    sandbox.has_orders("A PAR - PIC")
    sandbox.step("go")
    sandbox.step("go")
    sandbox.unit_stands("FRA A PIC")
    nodes = page.locator(".sandbox-node")
    expect(nodes).to_have_count(4)
    nodes.last.scroll_into_view_if_needed()
    picture(page, f"tree-{size}")
    page.get_by_role("button", name="Fall 1901", exact=True).click()
    sandbox.unit_stands("FRA A BUR")
    page.get_by_role("button", name="Share and save").click()
    page.click("#share-button")
    expect(page.locator("#share-link")).to_be_visible()
    picture(page, f"share-{size}")
    link = page.locator("#share-link").input_value()
    with page.expect_download() as saved:
        page.click("#share-text")
    assert "Spring 1901, variation 2" in saved.value.path().read_text()
    other = Sandbox(enter(link))
    other.unit_stands("FRA A BUR")
    expect(other.page.locator(".sandbox-node")).to_have_count(4)


def test_a_variation_is_taken_away(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    sandbox.step("go")
    sandbox.step("go")
    expect(sandbox.page.locator(".sandbox-node")).to_have_count(2)
    sandbox.step("prune")
    sandbox.unit_stands("FRA A PAR")
    expect(sandbox.page.locator(".sandbox-node:visible")).to_have_count(0)


# --- Setting up a position --------------------------------------------------------------------------


def test_a_position_is_set_up_by_clicks(sandbox: Sandbox) -> None:
    page = sandbox.page
    page.click("#setup-open")
    page.click("#setup-empty")
    expect(page.locator("#layer-units .unit")).to_have_count(0)
    page.click("[data-whose=GER]")
    sandbox.at("MUN")
    sandbox.unit_stands("GER A MUN")
    page.click("[data-whose=FRA]")
    page.click("[data-tool=fleet]")
    sandbox.at("SPA")
    sandbox.unit_stands("FRA F SPA/NC")
    sandbox.at("SPA")
    sandbox.unit_stands("FRA F SPA/SC")
    page.click("[data-tool=center]")
    sandbox.at("PAR")
    expect(page.locator("#center-PAR.fra")).to_be_attached()
    sandbox.at("PAR")
    expect(page.locator("#center-PAR.fra")).to_have_count(0)
    picture(page, f"setup-{'phone' if sandbox.finger else 'desk'}")
    page.click("[data-tool=army]")
    sandbox.at("NTH")
    sandbox.says("an army cannot stand in the North Sea")
    page.click("[data-tool=erase]")
    sandbox.at("MUN")
    expect(page.locator("#layer-units .unit")).to_have_count(1)
    page.click("#setup-undo")
    sandbox.unit_stands("GER A MUN")
    page.select_option("#setup-season", "F")
    page.fill("#setup-year", "1905")
    page.press("#setup-year", "Tab")
    page.click("[data-whose=TUR]")
    page.click("[data-tool=army]")
    sandbox.at("BUR", "GAS")  # one soon after the other
    sandbox.unit_stands("TUR A BUR")
    sandbox.unit_stands("TUR A GAS")
    expect(page.locator("#turn")).to_have_text("Fall 1905")
    page.click("#setup-done")
    expect(page.locator("#go")).to_have_text("Resolve Fall 1905")
    sandbox.at("MUN", "TYR")
    sandbox.has_orders("A MUN - TYR")


def test_a_unit_is_dragged_to_another_place_and_off_the_board(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    page = sandbox.page
    page.click("#setup-open")
    expect(page.locator("#setup")).to_be_visible()
    start, end = sandbox.place_of("PAR"), sandbox.place_of("BUR")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()
    sandbox.unit_stands("FRA A BUR")
    expect(page.locator('#layer-units .unit[data-unit="PAR"]')).to_have_count(0)
    expect(page.locator("#layer-units .unit")).to_have_count(22)


def test_a_position_is_set_up_as_text_with_the_keyboard_alone(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    page = sandbox.page
    page.locator("#setup-open").focus()
    sandbox.press("Enter")
    expect(page.locator("#setup-text")).not_to_have_value("")
    page.locator("#setup-text").focus()
    page.fill("#setup-text", "Spring 1910\nturkey: army bulgaria; centers bul")
    sandbox.press("Tab", "Enter")
    sandbox.unit_stands("TUR A BUL")
    page.locator("#setup-done").focus()
    sandbox.press("Enter")
    expect(page.locator("#go")).to_have_text("Resolve Spring 1910")


@pytest.mark.variation
def test_cancelled_changes_leave_the_sandbox_as_it_was(enter: Any) -> None:
    sandbox = Sandbox(enter("/sandbox/"))
    sandbox.click("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.page.click("#setup-open")
    sandbox.page.click("#setup-empty")
    expect(sandbox.page.locator("#layer-units .unit")).to_have_count(0)
    sandbox.page.click("#setup-cancel")
    sandbox.has_orders("A PAR - BUR")
    sandbox.unit_stands("FRA A PAR")


def test_axe_and_fingers_find_nothing_to_complain_of(sandbox: Sandbox) -> None:
    page = sandbox.page
    found = faults(page)
    sandbox.at("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.step("go")
    found += faults(page)
    sandbox.step("go")
    found += faults(page)
    if sandbox.finger:
        found += small(page)
    page.click("[data-dialog=share]")
    found += faults(page)
    page.click("#share .help-close")
    page.click("#setup-open")
    expect(page.locator("#setup")).to_be_visible()
    found += faults(page)
    if sandbox.finger:
        found += small(page)
    assert found == []


# --- What HANA would order --------------------------------------------------------------------------


def test_hana_says_what_it_would_order_and_the_orders_are_written(sandbox: Sandbox) -> None:
    page = sandbox.page
    page.click("[data-whose=TUR]")
    page.get_by_role("button", name="What would HANA order for Turkey?").click()
    expect(page.locator("#ask-progress")).to_be_visible()
    expect(page.locator("#ask-title")).to_have_text("HANA’s orders for Turkey", timeout=60_000)
    expect(page.locator("#ask-orders li")).to_have_count(3)
    expect(page.locator("#ask-why")).to_contain_text("centers")
    page.click("#ask-others summary")
    picture(page, f"hana-{'phone' if sandbox.finger else 'desk'}")
    assert faults(page) == []
    page.click("#ask-write")
    expect(page.locator("#layer-orders [data-power=TUR][data-order]")).to_have_count(3)
    page.click("[data-whose=FRA]")
    expect(page.locator("#ask-answer")).to_be_hidden()


@pytest.mark.parametrize("width", [800, variation(1000), variation(1100)])
def test_the_menu_of_the_site_stands_in_one_line(enter: Any, width: int) -> None:
    page = enter("/ranking/", viewport={"width": width, "height": 700})
    heights = page.eval_on_selector_all(".site-nav a", "all => all.map((each) => each.getBoundingClientRect().height)")
    assert max(heights) < 50


def test_a_game_against_bots_begins_with_the_position(sandbox: Sandbox) -> None:
    page = sandbox.page
    sandbox.at("PAR", "BUR")
    sandbox.has_orders("A PAR - BUR")
    sandbox.step("go")
    # A result is on the board: the game begins with what follows from it.
    page.click("#begin-open")
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_title("Italy").click()
    dialog.get_by_label("Against").select_option("holdbot")
    picture(page, f"begin-{'phone' if sandbox.finger else 'desk'}")
    assert faults(page) == []
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*/")
    GamePage(page).ready_for_use()
    expect(page.locator('#layer-units .unit[data-power="FRA"][data-region="BUR"]')).to_be_attached()
    expect(page.locator("#order-list")).to_contain_text("Venice")


@pytest.mark.variation
def test_powers_that_own_nothing_cannot_be_chosen(enter: Any) -> None:
    page = Sandbox(enter("/sandbox/")).page
    page.click("#setup-open")
    # At once: the answer that shows the position as text does not take it away.
    page.fill("#setup-text", "Spring 1905\nFrance: A BUR; centers PAR\nItaly: A ROM; centers ROM")
    page.click("text=Read the text")
    page.click("#setup-done")
    expect(page.locator("#go")).to_have_text("Resolve Spring 1905")
    page.click("#begin-open")
    expect(page.locator("#begin input[name=power]:enabled")).to_have_count(3)
