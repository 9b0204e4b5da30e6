"""The game by keyboard alone, and by finger on a phone."""

import pytest
from playwright.sync_api import expect

FOCUSED = "() => document.activeElement?.closest('[data-target]')?.dataset.target ?? ''"
# No frame is drawn any more, as on a machine with much else to do.
FREEZE = "() => { window.thawed = window.requestAnimationFrame; window.requestAnimationFrame = () => 1; }"
THAW = "() => { window.requestAnimationFrame = window.thawed; }"


def test_orders_by_keyboard_alone(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.press("n")
    expect(alice.page.locator(".choices .menu")).to_be_visible()
    alice.says("Army Marseilles.")
    alice.press("m")
    for _ in range(12):
        if alice.page.evaluate(FOCUSED) == "BUR":
            break
        alice.press("ArrowUp")
    assert alice.page.evaluate(FOCUSED) == "BUR"
    alice.press("Enter")
    alice.has_orders("A MAR - BUR")

    alice.press("n")
    alice.says("Army Paris.")
    alice.press("s")
    alice.page.locator('[data-target="MAR"]').focus()
    alice.press("Enter")
    alice.page.locator('[data-target="BUR"]').focus()
    alice.press("Enter")
    alice.has_orders("A MAR - BUR", "A PAR S A MAR - BUR")

    alice.press("n", "h")
    alice.has_orders("A MAR - BUR", "A PAR S A MAR - BUR", "F BRE H")
    alice.press("Escape", "r")
    expect(alice.page.locator("#ready")).to_be_focused()
    alice.press("Enter")
    expect(alice.page.locator('[data-seat=FRA][data-ready="true"]')).to_be_visible()
    assert story.sheet("FRA").ready


@pytest.mark.variation
def test_the_menu_is_walked_by_arrows_and_left_by_escape(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.press("n")
    expect(alice.page.locator('[data-choice="hold"]')).to_be_focused()
    alice.press("ArrowDown")
    expect(alice.page.locator('[data-choice="move"]')).to_be_focused()
    alice.press("ArrowUp", "Enter")
    alice.has_orders("A MAR H")


def test_every_unit_and_province_has_a_name(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    nameless = alice.page.eval_on_selector_all(
        "#map .unit, #map [data-province]", "all => all.filter(each => !each.getAttribute('aria-label')).length"
    )
    assert nameless == 0
    alice.press("n", "m")
    names = alice.page.eval_on_selector_all(
        "#map [data-target]", "all => all.map(each => each.getAttribute('aria-label'))"
    )
    assert "Move: Burgundy" in names


def test_news_reaches_the_live_region(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    story.orders("FRA", "A PAR - BUR")
    alice.has_orders("A PAR - BUR")  # until then the page would ask about one unit more
    story.ready("ENG")
    alice.say_ready()
    expect(alice.page.locator("#news")).to_contain_text("The army in Paris moved to Burgundy.")


def test_help_opens_and_closes_by_key(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.press("?")
    expect(alice.page.locator("#help")).to_be_visible()
    alice.press("Escape")
    expect(alice.page.locator("#help")).to_be_hidden()


def test_a_phone_plays_by_finger(story, cast, table, phone):
    story.begins()
    alice = table(cast.alice, **phone)
    alice.tap("PAR")
    expect(alice.menu).to_be_visible()
    assert alice.choices() == ["hold", "move", "support", "ask"]
    alice.tap_on('[data-choice="support"]')
    alice.tap("MAR")
    alice.tap("BUR")
    alice.has_orders("A PAR S A MAR - BUR")
    alice.tap("MAR", "BUR")
    alice.has_orders("A PAR S A MAR - BUR", "A MAR - BUR")
    alice.tap_on("#undo-phone")
    alice.has_orders("A PAR S A MAR - BUR")
    alice.tap_on("#bar-orders-button")
    expect(alice.page.locator("#order-list")).to_be_visible()
    expect(alice.page.locator("#order-list")).to_contain_text("Paris")
    alice.tap_on("#sheet-close")
    alice.say_ready()
    expect(alice.page.locator('#ready-phone[aria-pressed="true"]')).to_be_visible()


@pytest.mark.variation
def test_a_tap_on_a_board_that_is_on_its_way_picks_nothing(story, cast, table, phone):
    """The place aimed at lies elsewhere once the board rests."""
    story.begins()
    alice = table(cast.alice, **phone)
    alice.tap("PAR")
    alice.tap_on('[data-choice="support"]')
    marseilles = alice.place_of("MAR")
    alice.page.evaluate(FREEZE)
    alice.tap_on("#zoom-fit")
    expect(alice.page.locator("#map[data-moving]")).to_be_attached()
    alice.tap_at(*marseilles)
    alice.page.evaluate(THAW)
    assert alice.place_of("MAR") != marseilles
    alice.says("Tap the unit to support")
    alice.tap("MAR", "BUR")
    alice.has_orders("A PAR S A MAR - BUR")


@pytest.mark.variation
def test_the_page_never_scrolls_sideways(story, cast, table, phone):
    story.begins()
    page = table(cast.alice, viewport={"width": 360, "height": 800}).page
    for width in (360, 390, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.variation
def test_ready_is_always_in_sight_with_seventeen_units(story, cast, table, phone):
    centers = ["PAR", "BRE", "MAR", "SPA", "POR", "BEL", "HOL", "MUN", "KIE", "BER", "DEN", "LON", "LVP", "EDI", "ROM"]
    places = [*centers, "BUR", "GAS"]
    at = {
        "phase": "S1905M",
        "units": [*(f"FRA A {place}" for place in places), "TUR A SMY"],
        "centers": {"FRA": [*centers, "NAP", "TUN"], "TUR": ["SMY"]},
    }
    story.begins(at=at)
    for how in ({"viewport": {"width": 1280, "height": 720}}, phone):
        alice = table(cast.alice, **how)
        expect(alice.page.locator(".ready:visible")).to_be_in_viewport(ratio=1)
        expect(alice.page.locator("#bar-orders, #orders-count").locator("visible=true").first).to_contain_text("17")
