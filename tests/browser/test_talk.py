"""The talk in the browser: two people in two windows, a bot that answers, and what one can do by hand."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.talkpage import opener
from tests.browser.test_accessibility import faults
from tests.effort import variation

talk = pytest.fixture(opener)


def test_what_one_says_the_other_reads_and_nobody_else(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").says("hello there, nice to meet you")
    bob.with_("ENG", "FRA").hears("hello there, nice to meet you")
    bob.with_("ENG", "GER")
    expect(bob.messages).to_have_count(0)
    watcher = talk(None)
    expect(watcher.page.locator("#talk")).to_have_count(0)
    charlie = talk(cast.charlie)
    expect(charlie.page.locator("#talk")).to_have_count(0)


def test_a_proposal_is_read_back_sent_accepted_and_written_with_one_click(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask England")
    expect(alice.card()).to_contain_text("You propose")
    expect(alice.card().locator('[data-act="withdraw"]')).to_be_visible()
    bob.with_("ENG", "FRA")
    expect(bob.card()).to_contain_text("France proposes")
    bob.act("accept")
    expect(bob.card()).to_contain_text("Accepted")
    expect(alice.card()).to_contain_text("Accepted")
    bob.page.click('#order-list [data-agreed="F LON - ECH"]')
    bob.game.has_orders("F LON - ECH")
    expect(bob.page.locator("[data-agreed]")).to_have_count(0)
    expect(bob.page.locator("#promises")).to_contain_text("in orders")
    assert story.sheet("ENG").orders == {"LON": "F LON - ECH"}


@pytest.mark.variation
def test_of_orders_that_keep_the_same_promise_one_is_written(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    story.says("GER", "FRA", term="propose(ger, fra, [Commit(fra, ger, hlp(fra, ger, bur))])")
    alice.with_("FRA", "GER")
    expect(alice.card().locator(".offer-draw")).to_be_visible()
    expect(alice.card().locator(".offer-effect")).to_have_count(0)
    alice.act("accept")
    rows = alice.page.locator("#order-list [data-agreed]")
    expect(rows).to_have_count(2)
    expect(alice.page.locator('[data-row="PAR"]')).to_contain_text("one of these: supports Munich to Burgundy")
    alice.page.click('#order-list [data-agreed="A PAR S A MUN - BUR"]')
    alice.game.has_orders("A PAR S A MUN - BUR")
    expect(rows).to_have_count(0)
    expect(alice.page.locator("#promises")).to_contain_text("in orders")


def test_the_ledger_says_after_the_phase_what_was_kept(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask")
    bob.with_("ENG", "FRA").act("accept")
    expect(alice.page.locator("#promises .chip")).to_have_text("due")
    story.orders("ENG", "F LON - NTH")
    story.ready("ENG", "FRA")
    alice.game.shows("F1901M")
    expect(alice.page.locator("#promises .chip")).to_have_count(0)
    alice.page.click("#promises-all")
    expect(alice.page.locator("#ledger-list .chip")).to_have_text("broken")
    alice.with_("ENG", "FRA")
    alice.page.click("#talk-record")
    expect(alice.page.locator("#ledger-sum")).to_contain_text("kept 0 of 1")
    alice.page.click("#ledger-list .promise-words")
    expect(alice.card()).to_be_visible()


def test_reject_withdraw_and_counter(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask")
    bob.with_("ENG", "FRA").act("reject")
    expect(alice.card()).to_contain_text("Rejected")
    alice.says("Please move your fleet in London to the North Sea", "You ask")
    alice.act("withdraw")
    expect(bob.card()).to_contain_text("Withdrawn")
    alice.says("Please move your fleet in London to the North Sea", "You ask")
    bob.act("counter")
    expect(bob.page.locator("#talk-text")).not_to_have_value("")
    expect(bob.page.locator("#talk-text")).to_be_focused()


_CARD_ANEW = """() => {
  const log = document.querySelector("#talk-log");
  for (const on of [log, [...log.querySelectorAll("[data-card]")].at(-1)]) {
    on.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
  }
}"""


def test_a_card_is_drawn_on_the_map_while_one_points_at_it_and_for_good_with_a_click(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask")
    drawn = alice.page.locator('#layer-offer [data-order="F LON - ECH"]')
    alice.card().hover()
    expect(drawn).to_have_count(1)
    alice.page.locator("#talk-with").hover()
    expect(drawn).to_have_count(0)
    button = alice.card().get_by_role("button", name="Show on the map")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    alice.page.locator("#talk-with").hover()
    expect(drawn).to_have_count(1)
    button.click()
    expect(drawn).to_have_count(0)
    # A card that comes anew under a resting pointer was not pointed at again; one that the pointer comes back to was.
    alice.page.evaluate(_CARD_ANEW)
    alice.page.wait_for_timeout(600)
    expect(drawn).to_have_count(0)
    alice.page.locator("#talk-with").hover()
    alice.page.wait_for_timeout(600)
    alice.card().hover()
    expect(drawn).to_have_count(1)


def test_asking_for_support_on_the_map_makes_a_proposal(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.game.click("BRE", "ECH")
    alice.game.has_orders("F BRE - ECH")
    alice.game.click("BRE").press("k")
    alice.page.click('.choices [data-choice="ask-LON"]')
    expect(alice.page.locator("#talk-reading")).to_contain_text("You ask England")
    alice.sends()
    bob.with_("ENG", "FRA")
    expect(bob.card().locator('[data-act="accept"]')).to_be_visible()
    bob.act("accept")
    expect(bob.page.locator('#order-list [data-agreed="F LON S F BRE - ECH"]')).to_be_visible()


def test_unread_marks_on_tab_and_title_go_once_it_is_read(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    bob.with_("ENG", "TUR")
    alice.with_("ENG", "FRA").says("hello there")
    expect(bob.unread("ENG", "FRA")).to_have_text("1")
    expect(bob.page.locator("#news")).to_contain_text("France: hello there")
    assert bob.page.title().startswith("(1) ")
    alice.says("are you here")
    expect(bob.unread("ENG", "FRA")).to_have_text("2")
    bob.page.reload()
    bob.game.ready_for_use()
    bob.with_("ENG", "TUR")
    bob.page.bring_to_front()
    bob.with_("ENG", "FRA")
    expect(bob.unread("ENG", "FRA")).to_have_count(0)
    expect(bob.page).to_have_title(re.compile("^Spring 1901"))


def test_plain_text_is_sent_as_it_stands_and_marked_where_a_bot_listens(story, cast, talk):
    """Text not understood, text not meant as understood, and markup."""
    story.begins(bots="blabbot")
    alice, bob = talk(cast.alice), talk(cast.bob)
    bob.with_("ENG", "FRA")
    alice.in_group("ENG", "GER").types("the quince marmalade is romantic")
    alice.is_read()
    expect(alice.page.locator("#talk-reading")).not_to_contain_text("understand")
    alice.sends()
    expect(alice.messages.last).to_contain_text("Bots see what it is about")
    alice.with_("ENG", "FRA").says("the quince marmalade is romantic")
    expect(alice.messages.last).to_contain_text("the quince marmalade is romantic")
    expect(alice.page.locator("#talk-log .talk-plain")).to_have_count(0)
    bob.hears("the quince marmalade is romantic")
    alice.types("Please move your fleet in London to the English Channel")
    alice.page.get_by_role("button", name="Not what I meant").click()
    expect(alice.page.locator('#talk-reading [data-verdict="plain"]')).to_be_visible()
    alice.sends()
    bob.hears("Please move your fleet")
    expect(bob.page.locator("#talk-log .offer")).to_have_count(0)
    alice.says("<b>bold</b><img src=x onerror=alert(1)>")
    bob.hears("<b>bold</b><img src=x onerror=alert(1)>")
    expect(bob.page.locator("#talk-log b, #talk-log img")).to_have_count(0)


def test_everybody_and_groups(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.in_group("ENG", "GER").says("hello to you two")
    bob.with_("ENG", "FRA", "GER").hears("hello to you two")
    bob.page.click("#talk-tabs .is-all")
    bob.says("hello all of you")
    alice.page.click("#talk-tabs .is-all")
    alice.hears("hello all of you")


def test_by_keyboard_alone(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    alice.game.press("/")
    expect(alice.page.locator("#talk-text")).to_be_focused()
    alice.game.press("Escape")
    alice.page.locator("#talk-tabs [aria-selected=true]").focus()
    before = alice.page.locator("#talk-tabs [aria-selected=true]").get_attribute("data-key")
    alice.game.press("ArrowRight")
    expect(alice.page.locator("#talk-tabs [aria-selected=true]")).to_be_focused()
    assert alice.page.locator("#talk-tabs [aria-selected=true]").get_attribute("data-key") != before


def test_a_game_without_talk_has_no_dead_chat(story, cast, talk):
    story.begins(press_level=0)
    alice = talk(cast.alice)
    expect(alice.page.locator("#talk")).to_have_count(0)
    alice.game.press("/")
    expect(alice.page.locator("#order-text")).to_be_focused()


def test_beside_the_map_one_switches_between_orders_and_talk(story, cast, talk):
    story.begins()
    alice = talk(cast.alice, viewport={"width": 1024, "height": 768})
    expect(alice.page.locator("#orders")).to_be_visible()
    expect(alice.page.locator("#talk")).to_be_hidden()
    alice.game.click("PAR", "BUR")
    alice.page.click("#switch-talk")
    expect(alice.page.locator("#talk")).to_be_visible()
    expect(alice.page.locator("#layer-orders .order")).to_be_visible()
    expect(alice.page.locator("#orders")).to_be_hidden()


@pytest.mark.variation
def test_a_phone_talks_in_a_sheet_with_targets_for_fingers(story, cast, talk, phone):
    story.begins()
    alice, bob = talk(cast.alice, **phone), talk(cast.bob)
    bob.with_("ENG", "FRA").says("Please move your fleet in Brest to the English Channel", "You ask")
    expect(alice.page.locator("#bar-talk-button .badge")).to_have_text("1")
    alice.page.tap("#bar-talk-button")
    alice.with_("ENG", "FRA")
    expect(alice.card()).to_be_visible()
    small = alice.page.eval_on_selector_all(
        "#talk button, #talk summary, #talk textarea",
        """all => all.filter(each => each.checkVisibility({visibilityProperty: true}))
            .filter(each => each.getBoundingClientRect().height < 44 && !each.matches('.sheet-close, .link-button'))
            .map(each => each.outerHTML.slice(0, 100))""",
    )
    assert small == []
    assert alice.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_axe_finds_nothing_with_the_talk_open(story, talk, phone, size):
    cast = story.cast
    story.begins()
    bob = talk(cast.bob)
    bob.with_("ENG", "FRA").says("Please move your fleet in Brest to the English Channel", "You ask")
    bob.says("the quince marmalade is romantic")
    how = {"reduced_motion": "reduce"} | (phone if size == "phone" else {})
    alice = talk(cast.alice, **how)
    if size == "phone":
        alice.page.tap("#bar-talk-button")
    alice.with_("ENG", "FRA").types("Please move your fleet in London to the North Sea")
    expect(alice.reading).to_be_visible()
    assert faults(alice.page) == []
    bob.act("withdraw")
    alice.types("")
    assert faults(alice.page) == []


def test_a_bot_answers_a_proposal(story, cast, talk):
    story.begins(bots="blabbot").bots_say_nothing()
    alice = talk(cast.alice)
    alice.with_("FRA", "GER").says("Let us make peace", "You propose peace with Germany")
    story.bots_speak()  # once it has heard; else it takes its time, as people do
    expect(alice.page.locator("#talk-log .talk-message[data-speaker=GER]").last).to_be_visible()
    expect(alice.page.locator("#talk-log .offer.is-accepted")).to_have_count(1)
