"""Hints beside the orders, read, followed and switched off, on both screens."""

import pytest
from playwright.sync_api import expect

from bots.registry import GUIDE
from dipgame.accounts.models import User


def with_hints(cast):
    User.objects.filter(pk=cast.alice.pk).update(hints="on")


def test_a_hint_is_followed_by_a_click_and_all_are_switched_off(story, cast, table):
    with_hints(cast)
    story.begins(bob=False)
    alice = table(cast.alice)
    page = alice.page
    hints = page.locator("#hints")
    expect(hints.locator(".hint").first).to_contain_text("have no orders. They hold.")
    hints.get_by_role("button", name="Your army in Marseilles can go to Spain").click()
    expect(page.locator("#orders-count")).to_have_text("1 of 3")
    assert story.sheet("FRA").orders["MAR"] == "A MAR - SPA"
    alice.click("PAR", "BUR")
    expect(hints).to_contain_text("Paris to Burgundy would bounce")
    hints.get_by_role("button", name="Switch off").click()
    expect(hints).to_be_hidden()
    page.reload()
    alice.ready_for_use()
    expect(hints).to_be_hidden()
    page.get_by_label("Settings").click()
    page.get_by_label("Hints beside the orders").check()
    expect(hints).to_be_visible()


@pytest.mark.variation
def test_on_a_phone_hints_stand_with_the_orders(story, cast, table, phone):
    with_hints(cast)
    story.begins(bob=False)
    alice = table(cast.alice, **phone)
    alice.page.locator("#bar-orders-button").click()
    expect(alice.page.locator("#hints .hint").first).to_be_visible()


@pytest.mark.variation
def test_the_head_of_the_guides_talk_says_that_its_advice_is_honest(story, cast, table):
    story.begins(bob=False, bots=GUIDE)
    page = table(cast.alice).page
    page.get_by_role("tab", name="Germany").click()
    expect(page.locator("#talk-with")).to_contain_text("It is your guide: its advice is honest.")
    page.get_by_role("tab", name="England").click()
    expect(page.locator("#talk-with")).not_to_contain_text("honest")
