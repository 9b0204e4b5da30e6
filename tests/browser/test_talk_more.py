"""The talk in the browser, further: picking a reading, countering, alerts, long ago, the end, a phone's keyboard."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from dipgame.games import clock
from dipgame.games.models import Message
from dipgame.games.numbers import new_number
from tests.browser.talkpage import opener
from tests.effort import variation

talk = pytest.fixture(opener)

LISTEN = """() => {
  window.heard = {notes: 0, badge: 0};
  const inert = () => ({
    frequency: {}, gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}},
    connect: next => next, start() { window.heard.notes += 1; }, stop() {},
  });
  window.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createOscillator() { return inert(); }
    createGain() { return {...inert(), start: undefined}; }
  };
  navigator.setAppBadge = async count => { window.heard.badge = count; };
  navigator.clearAppBadge = async () => { window.heard.badge = 0; };
}"""

MERGED = """async () => {
  const {merge} = await import("/static/talk/values.js");
  const key = id => id > 100 ? "ENG-TUR" : "ENG-FRA";
  const talk = (whole, ...ids) => ({whole, messages: ids.map(id => ({id, conversation: key(id)}))});
  const merged = (known, press) => merge(known, press).messages.map(message => message.id);
  return [
    merged(talk(true, 1, 2), talk(false, 4)),
    merged(talk(true, 1, 2, 101), talk(true, 2, 3)),
    merged(talk(true, 1, 2, 101), talk(true, 5, 6)),
    merged(talk(true, 3, 4), talk(false, 1, 5, 101)),
  ];
}"""

# A keyboard of 400 px comes up, or goes.
KEYBOARD = """up => {
  Object.defineProperty(visualViewport, "height", {configurable: true, get: () => innerHeight - (up ? 400 : 0)});
  visualViewport.dispatchEvent(new Event("resize"));
}"""


@pytest.mark.variation
def test_with_a_bot_one_picks_among_readings_and_among_the_nearest_sentences(story, cast, talk):
    story.begins(bots="random-negotiator")
    alice = talk(cast.alice)
    mine = alice.page.locator("#talk-log .talk-message.is-mine")
    alice.with_("FRA", "GER").types("i'll move paris to burgundy or picardy")
    alice.is_told("Enter sends the first")
    choices = alice.page.locator("#talk-reading .reading-choice")
    expect(mine).to_have_count(0)
    choices.filter(has_text="Picardy").click()
    expect(mine).to_contain_text("i'll move paris to burgundy or picardy")
    expect(mine.locator(".talk-heard")).to_contain_text("your army in Paris to Picardy")
    alice.types("my gran fiddles about in burgundy and yodels")
    expect(alice.reading).to_have_attribute("data-verdict", "none")
    near = choices.first.inner_text()
    choices.first.click()
    expect(alice.field).to_have_value(near)
    expect(alice.reading).to_have_attribute("data-verdict", "clear")
    alice.sends()
    expect(mine.last).to_contain_text(near)


@pytest.mark.variation
def test_a_counter_offer_answers_by_itself_and_other_talk_waits_for_nothing(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    states = bob.page.locator("#talk-log .offer")
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask England")
    bob.with_("ENG", "FRA").says("Sure, if you move your fleet in Brest to Gascony", "You")
    expect(states.first).to_contain_text("Replaced")
    expect(alice.card()).to_contain_text("You will move your fleet in Brest to Gascony")
    alice.act("counter")
    alice.types("Let us make peace")
    alice.is_told("Sending this answers their proposal.")
    alice.sends()
    expect(states.nth(1)).to_contain_text("Replaced")
    # One more thing of one's own, and a draw to all, leave it where it is.
    alice.says("How about an alliance of us against Germany?", "You propose")
    alice.in_group("ENG", "GER").says("How about a draw?", "You propose")
    expect(alice.card()).to_contain_text("waits for England")
    expect(states).to_have_count(4)
    expect(bob.page.locator('#talk-log [data-act="accept"]')).to_have_count(2)
    texts = list(Message.objects.order_by("id").values_list("text", flat=True))
    assert len(texts) == 5
    assert "No, thank you." not in texts


@pytest.mark.variation
def test_where_answers_come_first_a_proposal_out_of_turn_offers_to_clear_the_table(story, cast, talk):
    """Counter, and the links under the line, say no or take back in the same message."""
    story.begins(press_protocol="l3")
    alice, bob = talk(cast.alice), talk(cast.bob)
    states = bob.page.locator("#talk-log .offer")
    alice.with_("ENG", "FRA").says("Please move your fleet in London to the English Channel", "You ask England")
    bob.with_("ENG", "FRA").act("counter")
    expect(bob.field).not_to_have_value("")
    bob.types("Move your fleet in Brest to Gascony and I will move my fleet in London to the North Sea")
    bob.is_told("Sending this answers their proposal.")
    bob.sends()
    expect(states).to_have_count(2)
    expect(states.first).to_contain_text("Rejected")
    expect(alice.card()).to_contain_text("You will move your fleet in Brest to Gascony")
    alice.types("Let us make peace")
    alice.is_told("Answer their proposal first")
    alice.sends()
    expect(alice.field).to_have_value("Let us make peace")
    alice.page.get_by_role("button", name="Reject theirs and send this").click()
    expect(states).to_have_count(3)
    expect(states.nth(1)).to_contain_text("Rejected")
    alice.types("How about an alliance of us?")
    alice.is_told("still open")
    alice.page.get_by_role("button", name="Withdraw mine and send this").click()
    expect(states).to_have_count(4)
    expect(states.nth(2)).to_contain_text("Withdrawn")
    expect(bob.card().locator('[data-act="accept"]')).to_be_visible()
    assert Message.objects.count() == 4


def test_news_is_heard_counted_and_can_be_muted(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    bob.page.add_init_script(f"({LISTEN})()")
    assert not bob.page.is_checked("#sound")  # nothing is heard before somebody has asked for it
    bob.page.evaluate("() => localStorage.setItem('quiet', '0')")
    bob.page.reload()
    bob.game.ready_for_use()
    bob.with_("ENG", "TUR")
    alice.with_("ENG", "FRA").says("hello there")
    bob.page.wait_for_function("() => window.heard.notes === 2 && window.heard.badge === 1")
    bob.page.click(".settings summary")
    bob.page.uncheck("#sound")
    alice.says("are you here")
    bob.page.wait_for_function("() => window.heard.badge === 2")
    assert bob.page.evaluate("() => window.heard.notes") == 2
    bob.page.reload()
    bob.game.ready_for_use()
    expect(bob.page.locator("#sound")).not_to_be_checked()
    bob.page.bring_to_front()
    bob.with_("ENG", "FRA")
    bob.page.wait_for_function("() => window.heard.badge === 0")
    expect(bob.page.locator("#talk-log .talk-new")).to_be_visible()


def test_what_was_said_long_ago_is_loaded_by_conversation_and_found_from_its_promise(story, cast, talk):
    story.begins()
    story.says("GER", "FRA", "an old word from Germany", plain=True)
    story.answers("ENG", story.says("FRA", "ENG", "I offer peace"), "accept")
    _chat(story, 250)
    alice = talk(cast.alice)
    alice.with_("FRA", "GER").hears("an old word from Germany")
    alice.with_("ENG", "FRA").hears("number 249")
    expect(alice.messages).to_have_count(60)
    alice.page.locator("#talk-log").evaluate("log => { log.scrollTop = 0; }")
    expect(alice.messages).to_have_count(160)
    expect(alice.page.locator("#talk-log")).to_contain_text("number 189")
    alice.page.locator("#promises .promise-words").first.click()
    expect(alice.page.locator("#talk-log .is-found")).to_be_in_viewport()
    expect(alice.page.locator("#talk-log .is-found")).to_contain_text("peace")
    expect(alice.messages).to_have_count(252)
    expect(alice.page.get_by_role("button", name="Earlier messages")).to_have_count(0)
    # A list that does not adjoin the known one replaces it; older messages wait.
    assert alice.page.evaluate(MERGED) == [[1, 2, 4], [1, 2, 3, 101], [5, 6, 101], [3, 4, 5, 101]]


def _chat(story, count):
    """So many words from England to France, faster than anybody may say them."""
    said = clock.now() - timedelta(hours=1)
    common = {"game": story.game, "phase": story.row, "speaker": story.seat("ENG"), "between": "ENG FRA"}
    Message.objects.bulk_create(
        Message(id=new_number(), text=f"number {number}", at=said, **common) for number in range(count)
    )


@pytest.mark.variation
def test_a_finished_game_can_be_read_by_everybody_and_is_closed_for_writing(story, cast, talk):
    story.begins(end_year=1901)
    story.says("FRA", "GER", "the password is marmalade", plain=True)
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").says("Let us make peace", "You propose")
    story.year_passes()
    assert not story.is_running
    expect(alice.page.locator("#talk-form")).to_be_hidden()
    expect(alice.page.locator("#talk-over")).to_be_visible()
    expect(alice.card()).to_contain_text("Lapsed")
    expect(alice.page.locator("#talk-log [data-act]")).to_have_count(0)
    # The talk of others comes without a reload; who never played in it reads it too.
    bob.with_("FRA", "GER").hears("the password is marmalade")
    charlie = talk(cast.charlie)
    charlie.with_("FRA", "GER").hears("the password is marmalade")
    expect(charlie.page.locator("#talk-form")).to_be_hidden()


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_of_a_game_that_is_over_the_talk_goes_where_the_board_goes(story, cast, talk, phone, size):
    story.begins(end_year=1901)
    story.says("FRA", "GER", "a word of spring", plain=True)
    _chat(story, 120)
    story.deadline_passes()
    story.says("FRA", "ENG", "a word of fall", plain=True)
    _chat(story, 30)
    story.year_passes()
    charlie = talk(cast.charlie, **(phone if size == "phone" else {}))
    page, turn = charlie.page, charlie.page.locator("#talk-log .talk-turn.is-now")

    def step(key: str) -> None:
        """Beside the talk, or behind its sheet."""
        if size == "phone" and page.locator("#talk-close").is_visible():
            page.tap("#talk-close")
        page.locator("#timeline").press(key)
        if size == "phone":
            page.tap("#bar-talk-button")

    step("End")
    charlie.with_("ENG", "FRA").hears("number 29")
    step("Home")
    charlie.game.shows("S1901M")
    expect(turn).to_have_text("Spring 1901")
    expect(turn).to_be_in_viewport()
    expect(page.locator("#talk-log")).to_contain_text("number 119")
    step("ArrowRight")
    expect(turn).to_have_text("Fall 1901")
    expect(turn).to_be_in_viewport()
    expect(charlie.messages.filter(has_text="a word of fall")).to_be_in_viewport()
    # Powers that said something in that phase are marked; for others the page says that they did not.
    expect(page.locator("#talk [data-key]:has(.talk-spoke)")).to_have_attribute("data-key", "ENG-FRA")
    charlie.with_("FRA", "GER")
    expect(turn).to_have_text("Fall 1901: not a word")
    expect(turn).to_be_in_viewport()
    step("End")
    expect(turn).to_have_count(0)
    charlie.with_("ENG", "FRA")
    expect(charlie.messages.last).to_be_in_viewport()


def test_above_a_phones_keyboard_the_line_and_its_reading_stay_in_view(story, cast, talk, phone):
    story.begins()
    _chat(story, 30)
    alice = talk(cast.alice, **phone)
    alice.page.tap("#bar-talk-button")
    alice.with_("ENG", "FRA").types("Please move your fleet in London to the English Channel")
    alice.is_told("You ask England")
    alice.page.evaluate(KEYBOARD, True)
    foot = "() => document.querySelector('#talk-form').getBoundingClientRect().bottom"
    alice.page.wait_for_function(f"() => ({foot})() <= innerHeight - 400")
    expect(alice.messages.last).to_be_in_viewport()
    expect(alice.field).to_be_visible()
    alice.page.evaluate(KEYBOARD, False)
    alice.page.wait_for_function(f"() => ({foot})() > innerHeight - 120")
    expect(alice.page.locator("#bar-talk-button")).to_be_visible()


@pytest.mark.variation
def test_a_click_that_is_under_way_when_a_message_arrives_is_not_lost(story, cast, talk):
    story.begins()
    bob = talk(cast.bob)
    tab = bob.page.locator('#talk-tabs [data-key="ENG-FRA"]')
    tab.hover()
    bob.page.mouse.down()
    story.says("FRA", "ENG", "I offer peace")
    expect(bob.unread("ENG", "FRA")).to_have_text("1")
    bob.page.mouse.up()
    expect(tab).to_have_attribute("aria-selected", "true")
    bob.card().locator('[data-act="accept"]').hover()
    bob.page.mouse.down()
    story.says("GER", "ENG", "I offer peace")
    expect(bob.unread("ENG", "GER")).to_have_text("1")
    bob.page.mouse.up()
    expect(bob.card()).to_contain_text("Accepted")


@pytest.mark.variation
def test_a_click_on_a_group_that_is_under_way_when_a_message_arrives_is_not_lost(story, cast, talk):
    story.begins()
    story.says("FRA", "ENG GER", "I offer peace")
    bob = talk(cast.bob)
    bob.page.click("#group-menu summary")
    group = bob.page.locator('#group-list [data-key="ENG-FRA-GER"]')
    group.hover()
    bob.page.mouse.down()
    story.says("GER", "ENG", "I offer peace")
    expect(bob.unread("ENG", "GER")).to_have_text("1")
    bob.page.mouse.up()
    expect(bob.messages.last).to_contain_text("I offer peace")
    expect(bob.page.locator("#talk-log")).to_have_attribute("data-key", "ENG-FRA-GER")
