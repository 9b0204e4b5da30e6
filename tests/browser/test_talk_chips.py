"""Answers to tap under a bot's newest proposal or question."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.talkpage import TalkPage, opener
from tests.browser.test_accessibility import faults
from tests.effort import variation

talk = pytest.fixture(opener)

# Measured by the page at one go: what is drawn anew in between has no height.
FOR_FINGERS = """css => {
  const all = [...document.querySelectorAll(css)];
  return all.length > 0 && all.every((each) => each.getBoundingClientRect().height >= 44);
}"""
PEACE = "propose(ger, fra, Agree([fra ger], pce([fra ger])))"
IDEAS = "query(ger, fra, Which(?d, Desire(fra, Agree([fra ger], ?d))))"


def chips(page: TalkPage) -> Any:
    return page.page.get_by_role("group", name="Answers to Germany").get_by_role("button")


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_chips_lead_through_the_answers_to_a_bot(story: Any, talk: Any, phone: Any, size: str) -> None:
    story.begins(bots="blabbot").bots_say_nothing()
    alice = talk(story.cast.alice, **({"reduced_motion": "reduce"} | (phone if size == "phone" else {})))
    if size == "phone":
        alice.page.tap("#bar-talk-button")
    alice.with_("FRA", "GER")
    expect(chips(alice)).to_have_count(0)
    story.says("GER", "FRA", term=PEACE)
    expect(chips(alice)).to_have_text(["Yes, but …", "No, because …", "Instead …"])
    if size == "phone":
        alice.page.wait_for_function(FOR_FINGERS, arg="[aria-label='Answers to Germany'] button")
        assert alice.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(alice.page) == []
    chips(alice).filter(has_text="Yes, but").click()
    expect(alice.field).to_have_value("Yes, but only if ")
    expect(alice.field).to_be_focused()
    chips(alice).filter(has_text="Instead").click()
    expect(alice.field).to_have_value("How about ")
    story.says("GER", "FRA", term=IDEAS)
    expect(chips(alice).first).to_have_text("I want …")
    chips(alice).filter(has_text="rather not say").click()
    expect(alice.messages.last).to_contain_text("I'd rather not say.")
    expect(alice.field).to_have_value("")
