"""Orders written into the field: pasted lists, winter, what the page says of them."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_copying import ALLOWED

WINTER = {
    "phase": "W1904A",
    "units": ["FRA A MAR", "RUS F STP/NC", "RUS A MOS", "TUR A BUL"],
    "centers": {"FRA": ["PAR", "MAR", "BRE"], "RUS": ["MOS"], "TUR": ["BUL"]},
}


@pytest.fixture
def alice(story, cast, table):
    story.begins()
    return table(cast.alice, **ALLOWED)


def paste(alice, text):
    alice.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    alice.page.focus("#order-text")
    alice.page.keyboard.press("Control+v")
    alice.page.keyboard.press("Enter")


LISTS = (
    "A Par - Gas\nA Mar - Pie\nF Bre - ECH",
    "1. A Par-Gas\r\n2. A Mar-Pie\r\n3. F Bre-ECH",
    "A Par-Gas, A Mar-Pie, F Bre-ECH",
    "\u2022 A Par \u2192 Gas\n\u2022 A Mar \u2192 Pie\n\u2022 F Bre \u2192 Channel",
)


def test_a_pasted_list_is_saved_whole(alice, story):
    for text in LISTS:
        paste(alice, text)
        alice.has_orders("A PAR - GAS", "A MAR - PIE", "F BRE - ECH")
        expect(alice.page.locator("#order-text")).to_have_value("")
        alice.says("3 orders are saved.")
        expect(alice.page.locator(".toast")).to_have_count(0)
        alice.page.get_by_role("button", name="Undo").click()
        alice.has_orders()
        assert story.sheet("FRA").orders == {}, text


@pytest.mark.variation
def test_a_pasted_list_comes_back_whole(alice):
    paste(alice, LISTS[0])
    alice.has_orders("A PAR - GAS", "A MAR - PIE", "F BRE - ECH")
    alice.page.get_by_role("button", name="Undo").click()
    alice.has_orders()
    alice.page.get_by_role("button", name="Redo").click()
    alice.has_orders("A PAR - GAS", "A MAR - PIE", "F BRE - ECH")


@pytest.mark.variation
def test_what_is_wrong_in_a_list_stays_in_the_field_and_is_explained(alice):
    paste(alice, "A Par - Gas\nA Mar - Atlantis\nF Bre - ECH")
    alice.has_orders("A PAR - GAS", "F BRE - ECH")
    alice.says("There is no place 'atlantis' on the board.")
    expect(alice.page.locator("#order-text")).to_have_value("A Mar - Atlantis")


def test_the_line_under_the_map_says_the_order_in_a_sentence(alice):
    alice.write("par - bur")
    alice.says("The army in Paris moves to Burgundy. Saved.")


def test_winter_shows_and_reads_its_own_forms(story, cast, table):
    story.begins(at=WINTER)
    alice = table(cast.alice)
    expect(alice.page.locator("#order-text")).to_have_attribute("placeholder", "bre a")
    alice.write("fleet brest")
    alice.has_orders("BUILD F BRE")
    alice.write("par a")
    alice.has_orders("BUILD F BRE", "BUILD A PAR")
    alice.says("An army is built in Paris. Saved.")


@pytest.mark.variation
def test_a_removal_is_said_in_a_sentence(story, cast, table):
    story.begins(
        at=WINTER | {"centers": {"RUS": ["MOS"], "FRA": ["PAR"]}, "units": ["FRA F STP/NC", "FRA A MOS", "RUS A WAR"]}
    )
    alice = table(cast.alice)
    expect(alice.page.locator("#order-text")).to_have_attribute("placeholder", "remove mos")
    alice.write("remove stp")
    alice.says("The fleet on the north coast of St Petersburg is removed. Saved.")


@pytest.mark.variation
def test_each_center_says_whose_it_is(alice, story):
    board = alice.page.locator("svg.board")
    expect(board.get_by_role("img", name="Paris, supply center of France", exact=True)).to_have_count(1)
    expect(board.get_by_role("img", name="Belgium, supply center of nobody", exact=True)).to_have_count(1)
    story.is_at(WINTER | {"centers": {"ENG": ["BEL"], "FRA": ["PAR", "BRE"]}})
    alice.page.reload()
    alice.ready_for_use()
    expect(board.get_by_role("img", name="Belgium, supply center of England", exact=True)).to_have_count(1)
