"""Ready: never by chance, asked once where units have no order, and to be taken back."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from dipgame.games import clock
from dipgame.games.models import BotState, SeatPhase
from tests.effort import variation

PHASE = "S1901M"
BUILDS = {
    "phase": "W1902A",
    "units": ["FRA A BUR", "ENG F NTH"],
    "centers": {"FRA": ["PAR", "BRE", "MAR"], "ENG": ["LON"]},
}
# Keeps what the button counts down.
COUNTED = """() => {
  window.counted = [];
  const left = document.querySelector("#ready .ready-left");
  const note = () => {
    const words = left.textContent;
    if (words && window.counted.at(-1) !== words) window.counted.push(words);
  };
  new MutationObserver(note).observe(left, {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture
def alone(story):
    """Alice plays with bots, one of which does not come to an end."""
    story.begins(bob=False)
    awaits_turkey(story)
    return story


def awaits_turkey(story):
    """Turkey's bot thinks, for as long as the test needs: the site does not take it for lost and ask again."""
    later = clock.now() + timedelta(hours=1)
    SeatPhase.objects.filter(phase=story.row, seat__power="TUR").update(
        ready=False, must_decide=True, bot_state=BotState.THINKING, bot_since=later
    )


def orders_all(story):
    story.orders("FRA", "A PAR - BUR", "A MAR H", "F BRE H")


def question(page):
    return page.locator(".ready-ask")


def test_enter_on_the_page_ends_nothing(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.press("Enter", "Enter")
    alice.press("n", "m", "ArrowUp", "Enter", "Enter", "Enter")
    expect(alice.page.locator("#orders-count")).to_have_text("1 of 3")
    expect(question(alice.page)).to_have_count(0)
    assert not story.sheet("FRA").ready


@pytest.mark.parametrize("size", ["desk", variation("phone")])
def test_ready_with_units_unordered_asks_once(story, cast, table, phone, size):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    ready = alice.page.locator(".ready:visible")
    ready.click()
    expect(question(alice.page)).to_contain_text("2 units will hold: Marseilles, Brest. Ready?")
    expect(question(alice.page).get_by_role("alert")).to_be_in_viewport(ratio=1)
    assert not story.sheet("FRA").ready
    question(alice.page).get_by_role("button", name="Not yet").click()
    expect(question(alice.page)).to_have_count(0)
    expect(ready).to_be_focused()
    ready.click()
    alice.listening.click()
    expect(alice.page.locator('.ready[aria-pressed="true"]:visible')).to_be_visible()
    expect(question(alice.page)).to_have_count(0)
    assert story.sheet("FRA").ready


def test_a_double_click_only_asks(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.page.locator("#ready").dblclick()
    expect(question(alice.page)).to_be_visible()
    assert not story.sheet("FRA").ready


@pytest.mark.variation
def test_the_question_goes_when_its_answer_changes(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    alice.page.locator("#ready").click()
    expect(question(alice.page)).to_contain_text("3 units will hold: Marseilles, Paris, Brest.")
    alice.click("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    expect(question(alice.page)).to_have_count(0)
    alice.page.locator("#ready").click()
    expect(question(alice.page)).to_contain_text("2 units will hold: Marseilles, Brest.")
    alice.press("Escape")
    expect(question(alice.page)).to_have_count(0)


def test_builds_that_are_not_written_are_asked_about(story, cast, table):
    story.begins(at=BUILDS)
    alice = table(cast.alice)
    alice.page.locator("#ready").click()
    expect(question(alice.page)).to_contain_text("2 builds will be left unused. Ready?")


@pytest.mark.parametrize("size", [variation("desk"), "phone"])
def test_with_bots_alone_ready_is_undone_by_the_same_button(alone, cast, table, phone, size):
    orders_all(alone)
    alice = table(cast.alice, **(phone if size == "phone" else {}))
    ready = alice.page.locator(".ready:visible")
    ready.click()
    expect(ready).to_contain_text("Undo")
    assert alone.row.closes_at is not None
    alice.listening.click()
    expect(ready).to_contain_text("I’m ready")
    assert (alone.phase, alone.row.closes_at, alone.sheet("FRA").ready) == (PHASE, None, False)


def test_with_bots_alone_the_phase_closes_by_itself(story, cast, table):
    story.begins(bob=False)
    orders_all(story)
    alice = table(cast.alice)
    # It counts for a second: who is busy elsewhere would come too late to see it.
    alice.page.evaluate(COUNTED)
    alice.say_ready()
    alice.shows("F1901M")
    # On a busy machine the page takes its clock for a fraction of a second behind: it may begin with two.
    assert alice.page.evaluate("() => window.counted") in (["1 s"], ["2 s", "1 s"])
    first = story.game.phases.get(index=0)
    assert first.resolved_at >= first.closes_at
    expect(alice.page.locator("#ready")).to_contain_text("I’m ready")
