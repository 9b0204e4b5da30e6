"""Completions, marked names and gaps, on a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.talkpage import opener
from tests.browser.test_accessibility import faults
from tests.browser.test_talk_chips import FOR_FINGERS

talk = pytest.fixture(opener)


@pytest.fixture
def alice(story, cast, talk):
    """Alice plays France, and writes to Germany, a bot that talks."""
    story.begins(bots="blabbot").bots_say_nothing()
    return talk(cast.alice).with_("FRA", "GER")


def words(alice):
    return alice.page.locator("#talk-words-list [role=option]")


def first_is(alice, text):
    expect(words(alice).first).to_have_text(text)


def test_three_letters_and_two_keys_ask_for_a_support(alice):
    page = alice.page
    alice.field.click()
    first_is(alice, "Can you support me into")
    page.keyboard.type("sup")
    expect(words(alice)).to_have_count(3)
    page.keyboard.press("Tab")
    expect(alice.field).to_have_value("Can you support me into")
    expect(alice.field).to_be_focused()
    expect(page.locator("#talk-words-question")).to_have_text("Where?")
    first_is(alice, "Burgundy")
    page.keyboard.press("Tab")
    expect(alice.field).to_have_value("Can you support me into Burgundy")
    alice.is_told("You ask")
    expect(page.locator("#talk-words-question")).to_have_text("")
    # It can be undone like any typing.
    page.keyboard.press("Control+z")
    expect(alice.field).to_have_value("Can you support me into")


@pytest.mark.variation
def test_who_takes_no_notice_writes_as_before(alice):
    page = alice.page
    alice.field.click()
    expect(words(alice)).not_to_have_count(0)
    # Tab out of an empty field, and after a whole sentence, moves on.
    page.keyboard.press("Tab")
    expect(page.locator("#talk-send")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("I will move Paris to Burgundy")
    alice.is_read()
    expect(words(alice)).not_to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("#talk-send")).to_be_focused()
    expect(words(alice)).to_have_count(0)
    alice.field.focus()
    expect(words(alice)).not_to_have_count(0)
    page.keyboard.press("Enter")
    expect(alice.field).to_have_value("")
    alice.hears("I will move Paris to Burgundy")


@pytest.mark.variation
def test_the_field_stays_where_it_is_while_words_come_and_go(alice):
    page = alice.page
    alice.field.click()
    expect(words(alice)).not_to_have_count(0)
    before = alice.field.bounding_box()
    for text in ("I wi", "xqzt ", "I will support you in "):
        alice.types(text)
        alice.is_read()
        assert alice.field.input_value() == text
    expect(words(alice)).not_to_have_count(0)
    alice.types("")
    expect(words(alice)).not_to_have_count(0)
    assert alice.field.bounding_box() == before
    page.locator("#talk-log").focus()
    expect(words(alice)).to_have_count(0)
    assert alice.field.bounding_box() == before


def test_down_goes_into_the_row_and_escape_out_of_it(alice):
    page, field = alice.page, alice.field
    field.click()
    page.keyboard.type("I will move to ")
    expect(page.locator("#talk-words-question")).to_have_text("Where?")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "talk-word-0")
    expect(words(alice).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    chosen = words(alice).nth(1)
    expect(chosen).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-named]")).to_have_count(1)
    name = chosen.text_content()
    page.keyboard.press("Enter")
    expect(field).to_have_value(f"I will move to {name}")
    page.keyboard.type(" and ")
    expect(words(alice)).not_to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(field).not_to_have_attribute("aria-activedescendant", "talk-word-0")
    expect(words(alice)).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(words(alice)).to_have_count(0)
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    expect(field).to_have_value(f"I will move to {name} and ")


@pytest.mark.variation
def test_what_is_chosen_in_the_row_stays_chosen_when_news_asks_again(alice, story):
    page = alice.page
    alice.field.click()
    page.keyboard.type("I will move to ")
    expect(page.locator("#talk-words-question")).to_have_text("Where?")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.evaluate("document.getElementById('talk-word-1').dataset.old = 'yes'")
    # Words that are never out of turn, whatever Germany's bot has proposed by itself.
    story.says("GER", "FRA", "good day", plain=True)
    expect(page.locator("#talk-word-1[data-old]")).to_have_count(0)
    expect(words(alice).nth(1)).to_have_attribute("aria-selected", "true")
    expect(alice.field).to_have_attribute("aria-activedescendant", "talk-word-1")


@pytest.mark.variation
def test_what_is_offered_belongs_to_what_stands_there_however_fast_one_types(alice):
    alice.field.click()
    alice.page.keyboard.type("Let's ally against ", delay=8)
    expect(alice.page.locator("#talk-words-question")).to_have_text("Which power?")
    assert "Italy" in words(alice).all_text_contents()
    alice.with_("FRA", "ITA")
    alice.field.click()
    alice.page.keyboard.type("Let's ally against ", delay=8)
    first_is(alice, "Austria")
    assert "Italy" not in words(alice).all_text_contents()


def test_names_light_up_in_the_text_and_on_the_map_and_unread_words_are_underlined(alice):
    page = alice.page
    text = "Let's make peace. The quince marmalade of Munich is romantic"
    alice.types(text)
    munich = page.locator("#talk-mirror .is-place")
    expect(munich).to_have_text("Munich")
    expect(munich).to_have_attribute("data-power", "GER")
    expect(page.locator("[data-named=MUN][data-power=GER]")).to_be_attached()
    assert page.locator("#talk-mirror .is-unread").all_text_contents() == [
        "The quince marmalade of",
        "Munich",
        "is romantic",
    ]
    expect(page.locator("#talk-reading")).not_to_contain_text("Not read")
    # The marks move with their words at once.
    page.evaluate("document.getElementById('talk-text').setSelectionRange(0, 0)")
    page.keyboard.type("Ok. ")
    expect(munich).to_have_text("Munich")
    alice.types("")
    expect(page.locator("[data-named]")).to_have_count(0)


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_marks_lie_where_the_words_are(story, cast, talk, phone, size):
    story.begins(bots="blabbot").bots_say_nothing()
    alice = talk(cast.alice, **(phone if size == "phone" else {}))
    if size == "phone":
        alice.page.tap("#bar-talk-button")
    alice.with_("FRA", "GER")
    long = "Will you support my army in Paris to Burgundy, and I will move my fleet in Brest to the Channel? "
    for text in ("Paris", long, long * 3, "x" * 300, f"  {long}   {long}"):
        alice.types(text)
        expect(alice.page.locator("#talk-mirror")).to_have_text(text)
        heights = alice.page.evaluate(
            "['talk-text', 'talk-mirror'].map((id) => document.getElementById(id)).map((each) => "
            "[each.scrollHeight, each.clientWidth, each.scrollTop])"
        )
        assert heights[0] == heights[1], text
    style = (
        "font-family font-size line-height letter-spacing word-spacing padding-left padding-top white-space-collapse"
    )
    styles = alice.page.evaluate(
        "(names) => ['talk-text', 'talk-mirror'].map((id) => "
        "names.map((name) => getComputedStyle(document.getElementById(id)).getPropertyValue(name)))",
        style.split(),
    )
    assert styles[0] == styles[1]


def test_a_hole_is_filled_at_a_click(alice):
    alice.types("I will support you into Burgundy")
    hole = alice.page.get_by_role("group", name="With which unit?")
    expect(hole.get_by_role("button")).to_have_text(["Marseilles", "Paris"])
    hole.get_by_role("button", name="Marseilles").click()
    expect(alice.field).to_have_value("I will support you into Burgundy from Marseilles")
    expect(alice.field).to_be_focused()
    alice.is_told("You offer")
    expect(hole).to_have_count(0)


def test_on_a_phone_a_finger_writes_a_sentence(story, cast, talk, phone):
    story.begins(bots="blabbot").bots_say_nothing()
    alice = talk(cast.alice, **phone)
    page = alice.page
    page.tap("#bar-talk-button")
    alice.with_("FRA", "GER")
    page.tap("#talk-text")
    first_is(alice, "Can you support me into")
    page.wait_for_function(FOR_FINGERS, arg="#talk-words-list [role=option]")
    words(alice).first.tap()
    expect(alice.field).to_have_value("Can you support me into")
    expect(alice.field).to_be_focused()
    expect(page.locator("#talk-words-question")).to_have_text("Where?")
    words(alice).nth(1).tap()
    alice.is_told("You ask")
    expect(alice.field).to_be_focused()
    row, field = page.locator("#talk-words").bounding_box(), alice.field.bounding_box()
    assert row["y"] + row["height"] <= field["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.variation
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_while_words_are_offered(story, talk, phone, size):
    cast = story.cast
    story.begins(bots="blabbot").bots_say_nothing()
    how = {"reduced_motion": "reduce"} | (phone if size == "phone" else {})
    alice = talk(cast.alice, **how)
    if size == "phone":
        alice.page.tap("#bar-talk-button")
    alice.with_("FRA", "GER").types("I will support you into Burgundy")
    alice.field.focus()
    expect(alice.page.get_by_role("group", name="With which unit?")).to_be_visible()
    expect(words(alice)).not_to_have_count(0)
    alice.page.keyboard.press("ArrowDown")
    expect(words(alice).first).to_have_attribute("aria-selected", "true")
    assert faults(alice.page) == []
