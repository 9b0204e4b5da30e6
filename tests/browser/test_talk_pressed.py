"""Pressed messages keep no others back."""

import pytest
from playwright.sync_api import expect

from tests.browser.talkpage import opener

talk = pytest.fixture(opener)


def test_a_message_under_an_open_menu_keeps_no_news_back(story, cast, talk):
    story.begins()
    story.says("ENG", "FRA", "Good morning to you")
    alice = talk(cast.alice)
    alice.with_("ENG", "FRA").hears("Good morning to you")
    alice.messages.last.hover()
    # The menu that opens keeps the release to itself.
    alice.page.mouse.down(button="right")
    alice.page.keyboard.press("Escape")
    story.says("ENG", "FRA", "Are you still there?")
    alice.hears("Are you still there?")


@pytest.mark.variation
def test_another_conversation_is_shown_even_while_a_message_is_pressed(story, cast, talk):
    story.begins()
    story.says("ENG", "FRA", "Good morning to you")
    story.says("GER", "FRA", "The weather is fine in Berlin")
    alice = talk(cast.alice)
    alice.with_("ENG", "FRA").hears("Good morning to you")
    alice.messages.last.hover()
    alice.page.mouse.down()
    story.says("ENG", "FRA", "Are you still there?")
    tab = alice.page.locator('#talk-tabs [aria-selected="true"]')
    for _ in range(7):
        if tab.get_attribute("data-key") == "FRA-GER":
            break
        tab.press("ArrowRight")
    alice.hears("The weather is fine in Berlin")
    alice.page.mouse.up()
    alice.hears("The weather is fine in Berlin")
    expect(alice.messages).to_have_count(1)
