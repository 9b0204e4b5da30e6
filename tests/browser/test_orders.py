"""Each kind of order by clicking, as a player gives it; what stands is in the database and on the board."""

import pytest
from playwright.sync_api import expect

from tests.effort import variation

# A position in which every kind of order is near: France holds the west, England stands about it.
WEST = {
    "phase": "S1902M",
    "units": [
        "FRA A PAR",
        "FRA A BRE",
        "FRA A GAS",
        "FRA F MAO",
        "FRA F ECH",
        "FRA F NTH",
        "ENG F LON",
        "ENG A WAL",
        "GER A MUN",
    ],
    "centers": {"FRA": ["PAR", "BRE", "MAR", "SPA", "POR"], "ENG": ["LON", "EDI", "LVP"], "GER": ["MUN", "BER", "KIE"]},
}


@pytest.fixture
def alice(story, cast, table):
    story.begins(at=WEST)
    return table(cast.alice)


def orders(story):
    return story.sheet("FRA").orders


@pytest.mark.variation
def test_unit_then_province_is_a_move(alice, story):
    alice.click("PAR")
    assert alice.choices() == ["hold", "move", "support", "ask"]
    assert {"BUR", "PIC"} <= set(alice.lit())
    alice.says("Army Paris.")
    alice.click("BUR")
    alice.has_orders("A PAR - BUR")
    alice.says("moves to Burgundy")
    assert orders(story) == {"PAR": "A PAR - BUR"}


@pytest.mark.variation
def test_hold(alice, story):
    alice.click("PAR").choose("hold")
    alice.has_orders("A PAR H")
    assert orders(story) == {"PAR": "A PAR H"}


@pytest.mark.variation
def test_support_of_a_move(alice, story):
    alice.click("PAR").choose("support")
    alice.says("Click the unit to support")
    assert "GAS" in alice.lit()
    alice.click("GAS")
    alice.says("Army Paris supports Army Gascony to …")
    alice.click("BUR")
    alice.has_orders("A PAR S A GAS - BUR")
    expect(alice.page.locator("#order-list")).to_contain_text("Gascony is not ordered to Burgundy")
    alice.click("GAS", "BUR")
    alice.has_orders("A PAR S A GAS - BUR", "A GAS - BUR")
    expect(alice.page.locator("#order-list")).not_to_contain_text("is not ordered")


@pytest.mark.variation
def test_support_to_hold_is_the_same_unit_twice(alice, story):
    alice.click("PAR").choose("support").click("BRE", "BRE")
    alice.has_orders("A PAR S A BRE")


def test_a_convoy_over_two_fleets(alice, story):
    alice.click("BRE")
    assert "via" in alice.choices()
    alice.choose("via")
    assert {"YOR", "EDI", "NWY", "DEN"} <= set(alice.lit())
    alice.click("NWY")
    expect(alice.page.locator("#order-list")).to_contain_text("needs a convoy at sea")
    for fleet in ("ECH", "NTH"):
        alice.click(fleet).choose("convoy").click("BRE", "NWY")
    alice.page.wait_for_selector('[data-order="F NTH C A BRE - NWY"]')
    sheet = orders(story)
    assert sheet.pop("BRE").startswith("A BRE - NWY")
    assert sheet == {"ECH": "F ECH C A BRE - NWY", "NTH": "F NTH C A BRE - NWY"}
    expect(alice.page.locator("#order-list")).not_to_contain_text("needs a convoy")


@pytest.mark.parametrize("coast", ["NC", variation("SC")])
def test_both_coasts_of_spain_are_asked_for(alice, story, coast):
    alice.click("MAO", "SPA")
    alice.says("On which coast?")
    assert alice.choices() == ["SPA/NC", "SPA/SC"]
    assert orders(story) == {}
    alice.choose(f"SPA/{coast}")
    alice.has_orders(f"F MAO - SPA/{coast}")
    assert orders(story) == {"MAO": f"F MAO - SPA/{coast}"}


@pytest.mark.variation
def test_a_coast_that_leaves_no_choice_is_not_asked_for(alice, story):
    """Gascony touches only the north coast of Spain."""
    story.is_at(WEST | {"units": ["FRA F GAS", "ENG F LON"]})
    alice.page.reload()
    alice.ready_for_use().click("GAS", "SPA")
    alice.has_orders("F GAS - SPA/NC")


def test_an_impossible_click_says_why_and_keeps_the_unit(alice, story):
    alice.click("PAR", "LON")
    alice.says("The army in Paris cannot")
    assert orders(story) == {}
    alice.click("BUR")
    alice.has_orders("A PAR - BUR")


@pytest.mark.variation
def test_a_click_on_nothing_of_mine_says_so(alice, story):
    alice.click("MUN")
    alice.says("You have no unit in Munich.")


def test_escape_goes_one_step_back_at_each_step(alice, story):
    alice.click("PAR").press("s")
    alice.click("GAS")
    alice.says("supports Army Gascony to")
    alice.press("Escape")
    alice.says("Click the unit to support")
    alice.press("Escape")
    alice.says("Choose an order")
    alice.press("Escape")
    assert alice.lit() == []
    expect(alice.page.locator(".choices")).to_be_hidden()
    assert orders(story) == {}


@pytest.mark.variation
def test_the_question_for_a_coast_can_be_left_too(alice, story):
    alice.click("MAO", "SPA")
    alice.says("On which coast?")
    alice.press("Escape")
    assert "POR" in alice.lit()
    alice.click("POR")
    alice.has_orders("F MAO - POR")


def test_clicking_the_unit_again_takes_its_order_back(alice, story):
    alice.click("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    alice.click("PAR", "PAR")
    alice.has_orders()
    assert orders(story) == {}


def test_undo_and_redo_every_step(alice, story):
    alice.click("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    alice.click("PAR").choose("hold")
    alice.has_orders("A PAR H")
    alice.click("GAS", "MAR")
    alice.has_orders("A PAR H", "A GAS - MAR")
    alice.press("u")
    alice.has_orders("A PAR H")
    alice.press("Control+z")
    alice.has_orders("A PAR - BUR")
    alice.page.click("#undo")
    alice.has_orders()
    assert orders(story) == {}
    alice.page.click("#redo")
    alice.has_orders("A PAR - BUR")
    alice.press("Control+Shift+z")
    alice.has_orders("A PAR H")


def test_a_half_made_order_and_the_undo_survive_a_reload(alice, story):
    alice.click("GAS", "MAR")
    alice.has_orders("A GAS - MAR")
    alice.click("PAR").press("s")
    alice.click("BRE")
    alice.says("Army Paris supports Army Brest to …")
    alice.page.reload()
    alice.ready_for_use()
    alice.says("Army Paris supports Army Brest to …")
    alice.click("PIC")
    alice.has_orders("A GAS - MAR", "A PAR S A BRE - PIC")
    alice.press("u", "u")
    alice.has_orders()


WRITTEN = [
    ("bre - pic", {"BRE": "A BRE - PIC"}),
    ("par s gas - bur", {"PAR": "A PAR S A GAS - BUR"}),
    ("A Paris - Burgundy; gas h", {"PAR": "A PAR - BUR", "GAS": "A GAS H"}),
    ("mao - spa/nc", {"MAO": "F MAO - SPA/NC"}),
]


@pytest.mark.variation
def test_orders_can_be_written(alice, story):
    for text, sheet in WRITTEN:
        alice.write(text)
        alice.has_orders(*sheet.values())
        assert orders(story) == sheet, text
        expect(alice.page.locator("#order-text")).to_have_value("")
        alice.page.get_by_role("button", name="Undo").click()
        alice.has_orders()


@pytest.mark.variation
def test_what_is_written_wrong_stays_and_is_explained(alice, story):
    alice.write("par - atlantis")
    alice.says("atlantis")
    assert alice.page.input_value("#order-text") == "par - atlantis"
    assert orders(story) == {}


@pytest.mark.variation
def test_the_list_counts_what_is_missing(alice, story):
    expect(alice.page.locator("#orders-count")).to_have_text("0 of 6")
    expect(alice.page.locator("#ready-note")).to_contain_text("6 units")
    alice.click("PAR", "BUR")
    expect(alice.page.locator("#orders-count")).to_have_text("1 of 6")
    alice.press("n")
    alice.press("h")
    expect(alice.page.locator("#orders-count")).to_have_text("2 of 6")


def test_names_are_never_markup(story, cast, table):
    story.begins(name="<img src=x onerror=alert(1)>", at=WEST)
    alice = table(cast.alice)
    assert alice.page.locator("img[src=x], img[onerror]").count() == 0
    expect(alice.page.locator(".game-name")).to_have_text("<img src=x onerror=alert(1)>")
