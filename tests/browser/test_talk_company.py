"""Conversations among people, with silent bots, and the first one opened."""

import pytest
from playwright.sync_api import expect

from dipgame.accounts.models import Block
from dipgame.games.models import Message
from tests.browser.talkpage import opener
from tests.effort import variation

talk = pytest.fixture(opener)
PEACE = "propose(fra, eng, Agree([eng fra], pce([eng fra])))"
ZONE = "propose(fra, eng, Agree([eng fra], dmz([eng fra], [ech])))"
HELP = "propose(ger, fra, [Commit(ger, fra, hlp(ger, fra, bur))])"


def opened(page):
    """The key of the conversation a page shows."""
    return page.page.locator("#talk-tabs [aria-selected=true]").get_attribute("data-key")


def test_between_people_nothing_stands_before_send_and_a_reading_is_an_offer(story, cast, talk):
    story.begins()
    alice, bob = talk(cast.alice), talk(cast.bob)
    alice.with_("ENG", "FRA").types("i'll move paris to burgundy or picardy")
    alice.is_told("If you mean one of these, choose it:")
    alice.sends()
    bob.with_("ENG", "FRA").hears("i'll move paris to burgundy or picardy")
    expect(alice.field).to_have_value("")
    alice.types("i'll move paris to burgundy or picardy")
    alice.page.locator("#talk-reading .reading-choice").filter(has_text="Picardy").click()
    alice.sends()
    expect(alice.messages).to_have_count(2)
    assert [bool(term) for term in Message.objects.order_by("id").values_list("term", flat=True)] == [False, True]
    # Typed and sent in one go, what is clear is understood all the same.
    alice.types("Please move your fleet in London to the English Channel").sends()
    expect(bob.card()).to_contain_text("France proposes")
    alice.types("the quince marmalade is romantic")
    alice.is_read()
    expect(alice.page.locator("#talk-reading")).to_have_text("")
    alice.sends()
    bob.hears("the quince marmalade is romantic")
    expect(bob.page.locator("#talk-log .talk-plain")).to_have_count(0)


def test_a_bot_that_does_not_talk_is_not_written_to_or_waited_for(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    alice.with_("AUS", "FRA")
    expect(alice.page.locator("#talk-log")).to_have_text("Austria is played by a bot that does not talk.")
    expect(alice.page.locator("#talk-form")).to_be_hidden()
    alice.in_group("AUS", "ENG").types("How about a draw?")
    alice.is_told("Austria is played by a bot that does not talk, and cannot agree.")
    alice.sends()
    expect(alice.card()).to_contain_text("waits for England; Austria does not talk")
    alice.game.click("PAR", "BUR").click("PAR").press("k")
    expect(alice.page.locator("#status")).to_contain_text("Nobody you could ask can support that")


@pytest.mark.parametrize("said", ["", variation("TUR"), variation("RUS TUR")])
def test_the_chat_opens_where_something_waits_else_beside_the_nearest(story, cast, talk, said):
    """Unread first, else who wrote last, else the nearest power that talks."""
    story.begins()
    story.game.seats.filter(bot="holdbot").update(bot="blabbot")
    for power in said.split():
        story.says(power, "FRA", "hello there", plain=True)
    alice = talk(cast.alice)
    if not said:
        assert opened(alice) == "ENG-FRA"
        return
    assert opened(alice) == f"FRA-{said.split()[-1]}"
    expect(alice.page.locator("#talk-log")).to_contain_text("hello there")


@pytest.mark.variation
def test_what_adds_nothing_to_a_message_is_there_for_whoever_points_at_it(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    story.says(
        "FRA",
        "ENG",
        "Will you move your fleet in London to the North Sea?",
        "query(fra, eng, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))",
    )
    story.says(
        "ENG",
        "FRA",
        "I will move there",
        "inform(eng, fra, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))])",
    )
    alice.with_("ENG", "FRA")
    heard = alice.page.locator("#talk-log .talk-heard")
    expect(heard).to_have_count(2)
    quiet, told = heard.all()
    expect(quiet).to_be_hidden()
    expect(told).to_be_visible()
    alice.messages.first.locator(".bubble").hover()
    expect(quiet).to_be_visible()
    alice.page.locator("#talk-with").hover()
    expect(quiet).to_be_hidden()
    alice.messages.first.locator(".bubble").focus()
    expect(quiet).to_be_visible()


def test_a_word_is_broken_knowingly_and_help_is_seen(story, cast, talk):
    story.begins()
    story.answers("ENG", story.says("FRA", "ENG", term=PEACE), "accept")
    story.answers("FRA", story.says("GER", "FRA", term=HELP), "accept")
    story.says("GER", "FRA", term="propose(ger, fra, Agree([fra ger], aly([fra ger], [eng])))")
    alice = talk(cast.alice)
    rows = alice.page.locator("#order-list")
    alice.game.click("BRE", "ECH").click("PAR", "BUR")
    expect(rows).to_contain_text("Germany promised support")
    expect(rows).not_to_contain_text("breaks your word")
    story.orders("FRA", "A PAR - PIC")
    story.answers("ENG", story.says("FRA", "ENG", term=ZONE), "accept")
    expect(rows).to_contain_text("breaks your word to England (staying out of ")
    alice.with_("FRA", "GER")
    expect(alice.card()).to_contain_text("Accepting goes against your word: peace with England stands.")
    alice.in_group("ENG", "GER").types("How about an alliance of us?")
    alice.with_("ENG", "FRA").types("How about an alliance of us against Italy?")
    alice.is_read()
    expect(alice.page.locator("#talk-reading .is-warn")).to_have_count(0)
    story.answers("FRA", Message.objects.get(speaker__power="GER", proposals__state="open"), "reject")
    story.answers("ITA", story.says("FRA", "ITA", term="propose(fra, ita, Agree([fra ita], pce([fra ita])))"), "accept")
    alice.types("How about an alliance of us against Italy?").sends()
    alice.is_told("This goes against your word: peace with Italy stands.")
    alice.sends()
    expect(alice.card()).to_contain_text("alliance")


def test_the_thread_says_that_its_player_is_blocked_until_they_are_read_again(story, cast, talk):
    story.begins()
    story.says("ENG", "FRA", "You are a toad", plain=True)
    Block.objects.create(by=cast.alice, of=cast.bob)
    alice = talk(cast.alice).with_("ENG", "FRA")
    line = alice.page.locator("#talk-log [data-blocked]")
    expect(line).to_contain_text("You blocked the player of England: what they write is not shown here.")
    expect(alice.page.locator("#talk-log")).not_to_contain_text("toad")
    line.get_by_role("link", name="Read them again").click()
    alice.page.wait_for_url("**/people/Bob/")
    Block.objects.all().delete()
    alice.page.go_back()
    alice.game.ready_for_use()
    expect(alice.with_("ENG", "FRA").page.locator("#talk-log")).to_contain_text("toad")
    expect(line).to_have_count(0)
