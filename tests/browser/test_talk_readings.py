"""Readings of a message: claimed, chosen, asked about, mended."""

import pytest
from playwright.sync_api import expect

from tests.browser.talkpage import first_understood_as, opener

pytestmark = pytest.mark.browser

TORN = "want a dmz in burgundy or peace?"
WEAKLY_GUESSED = (
    "Do you get along with England?",
    "what will you give me to make up for it",
    "keep galicia closed and ill keep armenia open lol",
    "i go to belgium, you go to holland, england cries. deal??",
    "want to go after england or italy?",
    "what are your plans for Belgium this turn?",
)


@pytest.fixture
def talk(table):
    return opener(table)


def test_a_number_sends_the_reading_that_has_it(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    mine = alice.page.locator("#talk-log .talk-message.is-mine")
    alice.with_("FRA", "GER").types(TORN)
    alice.is_told("Enter sends the first, a number its own.")
    second = alice.page.locator("#talk-reading .reading-choice").nth(1)
    expect(second).to_contain_text("and peace")
    alice.field.press("End")
    alice.field.press("2")
    expect(mine).to_contain_text(TORN)
    expect(alice.card()).to_contain_text("eace with Germany")
    expect(alice.field).to_have_value("")


@pytest.mark.variation
def test_a_number_that_belongs_to_the_text_is_typed(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    alice.with_("FRA", "GER").types(f"{TORN} ")
    alice.is_told("Enter sends the first, a number its own.")
    alice.field.press("End")
    alice.field.press("2")
    expect(alice.field).to_have_value(f"{TORN} 2")
    expect(alice.messages.locator(".is-mine")).to_have_count(0)


@pytest.mark.variation
def test_enter_before_the_choice_was_seen_shows_it_and_sends_nothing(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    mine = alice.page.locator("#talk-log .talk-message.is-mine")
    alice.with_("FRA", "GER").types(TORN).sends()
    alice.is_told("Enter sends the first")
    expect(mine).to_have_count(0)
    alice.sends()
    expect(mine).to_contain_text(TORN)


def test_a_weak_guess_is_asked_back_with_an_answer_at_a_tap(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    line = first_understood_as("ask", *WEAKLY_GUESSED)
    alice.with_("FRA", "GER").types(line)
    choices = alice.page.locator("#talk-reading .reading-choices.is-asked .reading-choice")
    expect(choices.first).to_be_visible()
    expect(alice.page.locator("#talk-reading b").first).to_contain_text("?")
    choices.first.click()
    expect(alice.page.locator("#talk-log .talk-message.is-mine")).to_contain_text(line)


@pytest.mark.variation
def test_small_talk_goes_out_at_the_first_enter_without_a_word_about_it(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    mine = alice.page.locator("#talk-log .talk-message.is-mine")
    alice.with_("FRA", "GER").types("hi there, lovely weather today")
    alice.is_read()
    expect(alice.page.locator("#talk-reading")).not_to_contain_text("understand")
    expect(alice.page.locator("#talk-reading")).not_to_contain_text("Not read")
    alice.sends()
    expect(mine).to_contain_text("lovely weather")


def test_what_was_claimed_is_mended_until_it_is_answered(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    mine = alice.page.locator("#talk-log .talk-message.is-mine")
    alice.in_group("ENG", "GER").says("How about peace?")
    alice.act("mend")
    expect(alice.field).to_have_value("How about peace?")
    alice.types("How about an alliance of us against Italy?")
    alice.is_told("Sending this withdraws your last proposal.")
    alice.sends()
    expect(mine).to_have_count(2)
    expect(mine.first).to_contain_text("Replaced")
    expect(mine.first.locator('[data-act="mend"]')).to_have_count(0)
    story.says("ENG", "FRA GER", "No, thank you.")
    expect(mine.last).to_contain_text("Rejected")
    expect(mine.locator('[data-act="mend"]')).to_have_count(0)
