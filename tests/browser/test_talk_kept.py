"""Nothing that was typed is lost: reloads, tabs, phases, refusals, and lines that break at the worst moment."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from dipgame.games.models import Message
from tests.browser.gamepage import GamePage
from tests.browser.talkpage import TalkPage, opener
from tests.patience import until

talk = pytest.fixture(opener)
EVERYBODY = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")


class Line:
    """The socket of a page, with what the server answers held back or cut off."""

    def __init__(self, talk: TalkPage) -> None:
        self.held: list[Any] = []
        self.mode = "open"
        talk.page.route_web_socket("**/ws/games/**", self._route)
        talk.page.reload()
        talk.game.ready_for_use()
        expect(talk.page.locator('#line[data-line="open"]')).to_be_visible()

    def _route(self, page: Any) -> None:
        server = page.connect_to_server()
        server.on_message(lambda text: self._heard(page, text))

    def _heard(self, page: Any, text: str) -> None:
        if json.loads(text)["type"] != "said" or self.mode == "open":
            page.send(text)
        elif self.mode == "hold":
            self.held.append(lambda: page.send(text))
        else:
            self.mode = "open"
            page.close()

    def release(self) -> None:
        self.mode = "open"
        for send in self.held:
            send()


def test_a_draft_outlives_the_phase_a_reload_and_waits_in_another_tab(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    alice.with_(*EVERYBODY).types("how are you")
    alice.with_("ENG", "FRA").types("Please move your fleet in London to the English Channel")
    alice.is_told("You ask England")
    story.orders("ENG", "F LON - NTH")
    story.ready("FRA", "ENG")
    alice.game.shows("F1901M")
    expect(alice.field).to_have_value("Please move your fleet in London to the English Channel")
    alice.page.reload()
    alice.game.ready_for_use()
    expect(alice.field).to_have_value("Please move your fleet in London to the English Channel")
    other = alice.page.context.new_page()
    other.goto(alice.page.url)
    second = TalkPage(GamePage(other).ready_for_use())
    second.with_(*EVERYBODY)
    expect(second.field).to_have_value("how are you")
    second.sends()
    second.hears("how are you")
    # The first tab keeps its own text.
    expect(alice.field).to_have_value("Please move your fleet in London to the English Channel")


@pytest.mark.variation
def test_what_is_typed_while_a_message_is_on_its_way_stays(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    line = Line(alice)
    alice.with_("ENG", "FRA").types("hello there")
    alice.is_read()
    line.mode = "hold"
    alice.sends()
    alice.field.press_sequentially(" and then")
    alice.with_(*EVERYBODY).types("a word to everybody")
    line.release()
    expect(alice.page.locator("#talk-send")).to_be_enabled()
    expect(alice.field).to_have_value("a word to everybody")
    alice.with_("ENG", "FRA").hears("hello there")
    expect(alice.field).to_have_value("and then")


@pytest.mark.variation
def test_a_line_that_breaks_before_the_answer_neither_loses_nor_repeats_a_message(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    line = Line(alice)
    alice.with_("ENG", "FRA").types("hello there")
    alice.is_read()
    line.mode = "cut"
    alice.sends()
    # The line comes back, and with it the message: now it is known that it had arrived.
    alice.hears("hello there")
    expect(alice.page.locator(".talk-waits")).to_have_count(0)
    expect(alice.field).to_have_value("")
    expect(alice.messages).to_have_count(1)
    assert Message.objects.count() == 1


def test_without_a_server_and_against_a_refusal_the_text_stays_and_can_be_sent_later(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    alice.page.route_web_socket("**/ws/games/**", lambda line: line.close())
    alice.page.reload()
    alice.game.ready_for_use()
    alice.with_("ENG", "FRA").types("hello there")
    alice.is_read()
    alice.page.context.set_offline(True)
    # A page that does not know yet tries to send, and must then say that an answer is missing.
    expect(alice.page.locator('#line[data-line="lost"]')).to_be_visible()
    alice.sends()
    expect(alice.messages).to_contain_text("not sent yet")
    alice.page.context.set_offline(False)
    alice.hears("hello there")
    expect(alice.messages).not_to_contain_text("sent")
    Message.objects.all().delete()
    alice.types("hello there")
    alice.is_read()
    for number in range(15):
        story.says("FRA", "GER", f"number {number}", plain=True)
    alice.sends()
    alice.is_told("faster than anybody can read")
    expect(alice.field).to_have_value("hello there")
    Message.objects.all().delete()
    alice.sends()
    until(lambda: Message.objects.count() == 1)
    alice.types("x" * 1001)
    alice.is_told("this one has 1001")
    alice.sends()
    expect(alice.field).to_have_value("x" * 1001)
    assert Message.objects.count() == 1


@pytest.mark.variation
def test_a_text_that_had_to_wait_for_its_turn_is_read_by_itself(story, cast, talk):
    """The server reads one text of a person after the other; whoever has stopped typing need not type again."""
    story.begins()
    alice = talk(cast.alice)
    refused = []

    def between(line):
        server = line.connect_to_server()

        def pass_on(message):
            frame = json.loads(message)
            if frame["type"] != "read" or refused:
                server.send(message)
                return
            refused.append(frame["text"])
            reply = {"type": "refused", "code": "too_fast", "message": "Wait a moment.", "ref": frame["ref"]}
            line.send(json.dumps(reply))

        line.on_message(pass_on)

    alice.page.route_web_socket("**/ws/games/**", between)
    alice.page.reload()
    alice.game.ready_for_use()
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()
    alice.with_("ENG", "FRA").types("I offer you peace")
    alice.is_told("Wait a moment.")
    alice.is_read()
    expect(alice.page.locator("#talk-reading")).not_to_contain_text("Wait a moment.")
    assert refused == ["I offer you peace"]


@pytest.mark.variation
def test_enter_sends_what_stood_there_though_one_types_on_while_it_is_read(story, cast, talk):
    story.begins()
    alice = talk(cast.alice)
    late = []

    def between(line):
        server = line.connect_to_server()

        def pass_on(message):
            frame = json.loads(message)
            if frame["type"] == "read" and frame["text"] == "good morning":
                late.append(lambda: server.send(message))
            else:
                server.send(message)

        line.on_message(pass_on)

    alice.page.route_web_socket("**/ws/games/**", between)
    alice.page.reload()
    alice.game.ready_for_use()
    expect(alice.page.locator('#line[data-line="open"]')).to_be_visible()
    alice.with_("ENG", "FRA")
    alice.types("good morning").sends()
    alice.field.press_sequentially(" how are you")
    for each in late:
        each()
    expect(alice.messages).to_have_text(re.compile("good morning"))
    expect(alice.field).to_have_value("how are you")
