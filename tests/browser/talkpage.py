"""The talk of a game page as a player uses it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from adjudication.position import opening
from negotiation.english.context import context_of
from negotiation.understanding import understand
from tests.browser.gamepage import GamePage

__all__ = ["TalkPage", "first_understood_as", "opener"]


def first_understood_as(verdict: str, *lines: str) -> str:
    """The first of these lines with this verdict of the judge."""
    context = context_of("FRA", ("GER",), opening())
    return next(line for line in lines if understand(line, context).verdict == verdict)


def opener(table: Callable[..., Any]) -> Callable[..., "TalkPage"]:
    """Opens the story's game page as a person of the cast, with the talk in view: to be made a fixture of."""

    def talk(person: Any, **how: Any) -> TalkPage:
        return TalkPage(table(person, **how))

    return talk


class TalkPage:
    """The column of the talk in one browser tab."""

    def __init__(self, game: GamePage) -> None:
        self.game, self.page = game, game.page

    # --- gestures ------------------------------------------------------------------------------

    def with_(self, *powers: str) -> "TalkPage":
        """Open the conversation of these powers, oneself included."""
        key = "-".join(sorted(powers))
        # In the row of tabs or, of several others, in the menu beside it.
        tab = self.page.locator(f'#talk-tabs [data-key="{key}"], #group-list [data-key="{key}"]')
        tab.wait_for(state="attached")
        if tab.evaluate("tab => Boolean(tab.closest('#group-list'))"):
            self.page.click("#group-menu summary")
        tab.click()
        return self

    def in_group(self, *powers: str) -> "TalkPage":
        """Begin a conversation with these other powers."""
        self.page.click("#group-menu summary")
        for power in powers:
            self.page.check(f'#group-form [value="{power}"]')
        self.page.click("#group-form button")
        return self

    def types(self, text: str) -> "TalkPage":
        self.page.fill("#talk-text", text)
        return self

    def sends(self) -> "TalkPage":
        self.page.press("#talk-text", "Enter")
        return self

    def says(self, text: str, reading: str = "") -> "TalkPage":
        """Type, wait for the reading, send, and see it in the conversation. reading: words it must hold."""
        self.types(text)
        self.is_read()
        if reading:
            expect(self.page.locator("#talk-reading")).to_contain_text(reading)
        self.sends()
        expect(self.page.locator("#talk-text")).to_have_value("")
        return self

    def act(self, name: str) -> None:
        """Press Accept, Reject, Change it or Withdraw on the last card that has it."""
        self.page.locator(f'#talk-log [data-act="{name}"]').last.click()

    # --- what is seen --------------------------------------------------------------------------

    @property
    def reading(self) -> Locator:
        return self.page.locator("#talk-reading [data-verdict]")

    @property
    def messages(self) -> Locator:
        return self.page.locator("#talk-log .talk-message")

    @property
    def field(self) -> Locator:
        """Text field for messages."""
        return self.page.locator("#talk-text")

    def is_read(self) -> None:
        """Wait until the text has been read, whether or not that shows."""
        expect(self.page.locator("#talk-reading[data-read]")).to_be_attached()

    def is_told(self, words: str) -> None:
        """Wait until these words stand under the field."""
        expect(self.page.locator("#talk-reading")).to_contain_text(words)

    def card(self) -> Locator:
        """The last proposal."""
        return self.page.locator("#talk-log .offer").last

    def hears(self, text: str, **how: Any) -> None:
        """The last message comes to hold these words."""
        expect(self.messages.last).to_contain_text(text, **how)

    def unread(self, *powers: str) -> Locator:
        """The badge of a conversation."""
        return self.page.locator(f'#talk-tabs [data-key="{"-".join(sorted(powers))}"] .badge')
