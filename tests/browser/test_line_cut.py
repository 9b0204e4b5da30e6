"""The line is really cut: what was given waits in the page, goes out once, and everything says how it stands."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from dipgame.games.models import Message
from tests.browser.gamepage import GamePage
from tests.browser.talkpage import opener
from tests.clocks import Clocks
from tests.effort import variation
from tests.patience import until

talk = pytest.fixture(opener)


class Line:
    """The way from a page to the site, to be cut: the socket, requests, or both."""

    def __init__(self, game: GamePage) -> None:
        self.page = game.page
        self.silent = False
        self.swallow: str | None = None
        self.refuse_sockets = False
        self.sockets: list[Any] = []
        self.told: list[Any] = []
        self.page.route_web_socket("**/ws/games/**", self._socket)
        self.page.reload()
        game.ready_for_use()
        self.is_("open")

    def is_(self, word: str) -> None:
        """The dot comes to say so."""
        expect(self.page.locator(f'#line[data-line="{word}"]')).to_be_visible()

    def cut(self) -> None:
        """Nothing gets through in either direction."""
        self.refuse_sockets = True
        self.no_requests()
        for socket in self.sockets:
            socket.close()
        self.tried()
        self.is_("lost")

    def mend(self) -> None:
        self.refuse_sockets = self.silent = False
        self.page.unroute("**/games/**")
        self.tried()

    def tried(self) -> None:
        """Have the page try both ways now.

        Its next beat may be eight seconds off.
        """
        self.page.evaluate("() => dispatchEvent(new Event('online'))")

    def no_requests(self) -> None:
        self.page.route("**/games/**", lambda route: route.abort())

    def _socket(self, page: Any) -> None:
        if self.refuse_sockets:
            page.close()
            return
        server = page.connect_to_server()
        self.sockets.append(page)
        page.on_message(lambda text: None if self.silent else server.send(text))
        server.on_message(lambda text: self._heard(page, text))

    def _heard(self, page: Any, text: str) -> None:
        self.told.append(json.loads(text))
        if self.swallow == json.loads(text)["type"]:
            self.swallow = None
            page.close()
        elif not self.silent:
            page.send(text)


def row(game: GamePage, unit: str) -> Any:
    return game.page.locator(f'#order-list [data-row="{unit}"]')


def test_an_order_given_while_the_line_is_down_goes_out_when_it_is_back(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    line = Line(alice)
    line.cut()
    alice.click("PAR", "BUR")
    alice.says("Not sent yet.")
    expect(row(alice, "PAR")).to_contain_text("to Burgundy")
    expect(row(alice, "PAR").locator(".order-waits")).to_have_text("not sent yet")
    # One's mind may be changed meanwhile: only the last word is sent.
    alice.click("PAR", "PIC")
    expect(row(alice, "PAR")).to_contain_text("to Picardy")
    expect(row(alice, "PAR").locator(".order-saved")).to_have_count(0)
    assert story.sheet("FRA").orders == {}
    line.mend()
    line.is_("open")
    alice.has_orders("A PAR - PIC")
    expect(row(alice, "PAR").locator(".order-saved")).to_be_visible()
    expect(row(alice, "PAR")).not_to_contain_text("not sent")
    assert story.sheet("FRA").orders == {"PAR": "A PAR - PIC"}


def test_waiting_messages_outlive_a_reload(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    line = Line(alice.game)
    alice.with_("ENG", "FRA")
    line.cut()
    # Among people it may be written while the line is down, too: nothing has to be read before it is sent.
    alice.types("hello there").sends()
    expect(alice.page.locator(".talk-message.is-mine")).to_contain_text("not sent yet")
    expect(alice.field).to_have_value("")
    alice.game.click("PAR", "BUR")
    expect(row(alice.game, "PAR")).to_contain_text("not sent yet")
    assert not Message.objects.exists()
    line.page.unroute("**/games/**")
    line.refuse_sockets = False
    alice.page.reload()
    alice.game.ready_for_use()
    alice.hears("hello there")
    alice.game.has_orders("A PAR - BUR")
    expect(alice.page.locator(".talk-waits")).to_have_count(0)
    assert Message.objects.count() == 1


@pytest.mark.variation
def test_what_cannot_be_read_for_a_bot_is_kept_and_read_when_the_line_is_back(story, cast, talk):
    story.begins()
    story.game.seats.filter(power="GER").update(bot="blabbot")
    alice = talk(cast.alice)
    line = Line(alice.game)
    alice.with_("FRA", "GER")
    line.cut()
    alice.types("Shall we have peace?").sends()
    alice.is_told("The connection is lost, so this cannot be read or sent yet.")
    expect(alice.field).to_have_value("Shall we have peace?")
    line.mend()
    alice.is_told("You propose peace with Germany")
    expect(alice.page.locator("#talk-reading .reading-fault")).to_have_count(0)
    alice.sends()
    expect(alice.card()).to_contain_text("You propose")


@pytest.mark.parametrize("kind", ["sheet", variation("said")])
def test_a_reply_lost_after_the_commit_does_nothing_twice(story, cast, talk, kind):
    story.begins()
    alice = talk(cast.alice)
    line = Line(alice.game)
    line.swallow = kind
    if kind == "sheet":
        alice.game.click("PAR", "BUR")
        alice.game.has_orders("A PAR - BUR")
        expect(row(alice.game, "PAR").locator(".order-saved")).to_be_visible()
    else:
        alice.with_("ENG", "FRA").types("hello there").sends()
        alice.hears("hello there")
        expect(alice.page.locator(".talk-message.is-mine")).to_have_count(1)
        expect(alice.page.locator(".talk-waits")).to_have_count(0)
        expect(alice.field).to_have_value("")
    line.is_("open")
    assert Message.objects.count() == (kind == "said")


@pytest.mark.variation
def test_an_order_for_a_phase_that_passed_meanwhile_is_refused_in_words(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    line = Line(alice)
    line.cut()
    alice.click("PAR", "BUR")
    expect(row(alice, "PAR")).to_contain_text("not sent yet")
    story.ready("FRA", "ENG")
    line.mend()
    alice.shows("F1901M")
    unsent = alice.page.locator("#unsent")
    expect(unsent).to_contain_text("A PAR - BUR was not saved")
    expect(unsent).to_contain_text("is over; the game is in Fall 1901")
    assert story.sheet("FRA").orders == {}
    unsent.get_by_role("button").click()
    expect(unsent).to_be_hidden()


@pytest.mark.variation
def test_what_binds_and_was_meant_for_a_phase_that_passed_comes_back_into_the_line(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    line = Line(alice.game)
    alice.with_("ENG", "FRA").types("Shall we have peace?")
    expect(alice.reading).to_be_visible()
    line.cut()
    alice.sends()
    expect(alice.page.locator(".talk-waits")).to_be_visible()
    story.ready("FRA", "ENG")
    line.mend()
    expect(alice.field).to_have_value("Shall we have peace?")
    alice.is_told("is over")
    assert not Message.objects.exists()


@pytest.mark.variation
def test_while_requests_fail_the_dot_is_not_green_and_orders_still_go_through(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    line = Line(alice)
    line.no_requests()
    line.tried()
    line.is_("poor")
    alice.click("PAR", "BUR")
    alice.has_orders("A PAR - BUR")
    line.mend()
    line.is_("open")


@pytest.mark.variation
def test_offline_is_seen_at_once(story, cast, table):
    story.begins()
    alice = table(cast.alice)
    Line(alice)
    alice.page.context.set_offline(True)
    expect(alice.page.locator('#line:not([data-line="open"])')).to_be_visible(timeout=3000)
    alice.page.context.set_offline(False)
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()


def test_a_socket_that_says_nothing_any_more_is_noticed(story, cast, table):
    """Half-open: it takes what is sent, and no answer comes."""
    story.begins()
    alice = table(cast.alice)
    line = Line(alice)
    line.silent = line.refuse_sockets = True
    alice.click("PAR", "BUR")
    expect(row(alice, "PAR")).to_contain_text("sent, no answer yet")
    line.is_("poor")
    alice.has_orders("A PAR - BUR")
    until(lambda: story.sheet("FRA").orders == {"PAR": "A PAR - BUR"})
    line.mend()
    line.is_("open")


@pytest.mark.variation
def test_a_page_that_comes_back_is_sent_just_the_talk_it_missed_wherever_the_clock_went(story, cast, talk, monkeypatch):
    story.begins()
    story.says("ENG", "FRA", "honey", plain=True)
    offer = story.says("FRA", "ENG", "I offer peace")
    alice = talk(cast.alice)
    line = Line(alice.game)
    alice.with_("ENG", "FRA")
    alice.hears(offer.text)
    line.cut()
    line.told.clear()
    Clocks(monkeypatch).step(-30)
    story.says("ENG", "FRA", "marmalade", plain=True)
    answer = story.answers("ENG", offer, "accept")
    line.mend()
    alice.hears(answer.text)
    expect(alice.page.locator(".talk-message", has_text=offer.text).first).to_contain_text("Accepted")
    press = next(frame["press"] for frame in line.told if frame["type"] == "press")
    texts = [message["text"] for message in press["messages"]]
    assert (texts, press["whole"]) == ([offer.text, "marmalade", answer.text], False)
    shown = alice.page.locator(".talk-message").evaluate_all("rows => rows.map((row) => row.dataset.message)")
    assert shown == [str(row.pk) for row in Message.objects.order_by("id")]
