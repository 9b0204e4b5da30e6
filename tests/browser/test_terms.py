"""Words explained at a tap, by mouse, keyboard and finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import faults


def test_by_mouse_and_keyboard_on_how_to_play(enter):
    page = enter("/how-to-play/")
    support = page.locator("a.term[data-term=word-support]")
    expect(support).to_have_count(1)
    note = page.locator(".term-note")
    support.click()
    expect(note).to_contain_text("Support. Help for another unit")
    expect(support).to_have_attribute("aria-expanded", "true")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    support.focus()
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    page.locator("h1").click()
    expect(note).to_have_count(0)
    expect(support).to_have_attribute("aria-expanded", "false")


@pytest.mark.variation
def test_by_finger_in_a_lesson_the_note_stays_on_the_screen(enter, phone):
    page = enter("/learn/support/", **phone)
    term = page.locator(".lesson-panel a.term").first
    term.tap()
    note = page.locator(".term-note")
    expect(note).to_be_visible()
    box = note.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert faults(page) == []


@pytest.mark.variation
def test_in_the_help_of_a_game_pictures_teach_and_words_are_explained(story, cast, table):
    story.begins(bob=False)
    page = table(cast.alice).page
    page.keyboard.press("?")
    pictures = page.locator("#help .help-rules img")
    expect(pictures).to_have_count(6)
    page.wait_for_function("() => [...document.querySelectorAll('#help img')].every((each) => each.naturalWidth)")
    page.locator("#help a.term").first.click()
    expect(page.locator(".term-note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".term-note")).to_have_count(0)
    expect(page.locator("#help")).to_be_visible()
    assert faults(page) == []
